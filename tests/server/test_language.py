"""Which language a page comes in: asked for in the address, chosen before, or preferred."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from starlette.requests import Request
from starlette.responses import Response

from durak.server.language import language_of, pages_of, remember_language
from durak.web import Editions

APP = SimpleNamespace(state=SimpleNamespace(pages=Editions()))


def asking(query: str = "", cookie: str = "", accept: str = "", scheme: str = "http") -> Request:
    headers = [
        (b"host", b"here"),
        (b"cookie", cookie.encode()),
        (b"accept-language", accept.encode()),
    ]
    return Request(
        {
            "type": "http",
            "app": APP,
            "scheme": scheme,
            "server": ("here", 80),
            "path": "/",
            "query_string": query.encode(),
            "headers": [(name, value) for name, value in headers if value],
        }
    )


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ({}, "en"),
        ({"accept": "ru"}, "ru"),
        ({"accept": "ru-RU,ru;q=0.9,en;q=0.8"}, "ru"),
        ({"accept": "en;q=0.5, ru;q=0.7"}, "ru"),
        ({"accept": "de, fr;q=0.9"}, "en"),
        ({"accept": "ru;q=0, en;q=0.1"}, "en"),
        ({"accept": ";;;q=,ru;q=x"}, "en"),
        ({"accept": "en", "cookie": "durak_lang=ru"}, "ru"),
        ({"accept": "ru", "cookie": "durak_lang=xx"}, "ru"),
        ({"query": "lang=ru", "cookie": "durak_lang=en", "accept": "en"}, "ru"),
        ({"query": "lang=xx", "cookie": "durak_lang=ru"}, "ru"),
        ({"query": "lang=../en", "accept": "ru"}, "ru"),
    ],
)
def test_the_address_comes_before_the_choice_and_that_before_the_preference(
    asked: dict[str, str], language: str
) -> None:
    request = asking(**asked)
    assert language_of(request) == language
    assert pages_of(request).language == language


def test_a_language_asked_for_in_the_address_is_kept() -> None:
    response = Response()
    remember_language(response, asking("lang=ru", scheme="https"))
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("durak_lang=ru;")
    assert "Path=/" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" in cookie
    assert "HttpOnly" not in cookie  # the page sets it too


@pytest.mark.parametrize("query", ["", "lang=xx", "lang=", "lang=en%0d%0aX: y"])
def test_no_other_is_kept(query: str) -> None:
    response = Response()
    remember_language(response, asking(query, cookie="durak_lang=ru", accept="en"))
    assert "set-cookie" not in response.headers
