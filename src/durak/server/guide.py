"""The guide over HTTP: its first page, topics, rulings, lessons. Parse, call, answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from durak.guide.lessons import is_taught
from durak.guide.rulings import rulings as all_rulings
from durak.guide.topics import is_written
from durak.server.language import pages_of, remember_language
from durak.server.problems import Problem

_PACKED: Final = Middleware(GZipMiddleware, minimum_size=1024)
MAX_QUERY: Final = 200
"""Characters of a search that are looked at."""


def routes() -> list[BaseRoute]:
    """The pages of the guide; those under a name of their own come before the topics.

    They hold long texts and nobody's secrets, so they are sent compressed.
    """
    pages = {
        "/guide": contents,
        "/guide/rulings": rulings,
        "/guide/rulings/{ruling}": ruling,
        "/guide/lessons": lessons,
        "/guide/lessons/{lesson}": lesson,
        "/guide/{topic}": topic,
    }
    return [Route(path, page, middleware=[_PACKED]) for path, page in pages.items()]


async def contents(request: Request) -> Response:
    """The guide's first page."""
    return await _page(request, pages_of(request).guide)


async def topic(request: Request) -> Response:
    """A topic."""
    slug = request.path_params["topic"]
    pages = pages_of(request)
    if not is_written(slug, pages.language):
        raise Problem(404, "There is no such page in the guide.", "no_such_page")
    return await _page(request, lambda: pages.topic(slug=slug))


async def rulings(request: Request) -> Response:
    """The rulings, or those that a search finds."""
    query = request.query_params.get("q", "")[:MAX_QUERY]
    pages = pages_of(request)
    return await _page(request, lambda: pages.rulings(query=query))


async def ruling(request: Request) -> Response:
    """One ruling."""
    name = request.path_params["ruling"]
    pages = pages_of(request)
    if all(each.id != name for each in all_rulings(pages.language)):
        raise Problem(404, "There is no such ruling in the guide.", "no_such_page")
    return await _page(request, lambda: pages.ruling(name=name))


async def lessons(request: Request) -> Response:
    """All lessons."""
    return await _page(request, pages_of(request).lessons)


async def lesson(request: Request) -> Response:
    """One lesson."""
    name = request.path_params["lesson"]
    if not is_taught(name):
        raise Problem(404, "There is no such lesson in the guide.", "no_such_page")
    pages = pages_of(request)
    return await _page(request, lambda: pages.lesson(lesson=name))


async def _page(request: Request, write: Callable[[], str]) -> Response:
    """A page, written beside the tables so that none of them waits for it."""
    response = HTMLResponse(await asyncio.to_thread(write))
    remember_language(response, request)
    return response
