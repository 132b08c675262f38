"""The guide as it is served: every link leads somewhere, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx2
import pytest

from durak.guide.lessons import lessons
from durak.guide.reading import LANGUAGES
from durak.guide.rulings import PARTS, Ruling, normal, rulings, search
from durak.guide.topics import TOPICS
from durak.web import Pages, catalogue
from durak.web.guide import PAGES
from tests.server.conftest import Served

OWN = re.compile(r"/(guide|companion)(/|$)")
"""Pages that are read through and searched for more links."""


@dataclass
class Read(HTMLParser):
    """The links, ids and language of a page."""

    links: set[str] = field(default_factory=set)
    ids: list[str] = field(default_factory=list)
    lang: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links |= {value for name in ("href", "src") if (value := given.get(name))}
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "html":
            self.lang = str(given["lang"])


@pytest.fixture
def client(served: Served) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"http://{served.address}") as found:
        yield found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_the_guide_leads_somewhere(client: httpx2.Client, language: str) -> None:
    client.cookies.set("durak_lang", language)
    read: dict[str, Read] = {}
    wanted: dict[str, str] = {}
    waiting = ["/guide"]
    while waiting:
        path = waiting.pop()
        if path in read:
            continue
        answer = client.get(path)
        assert answer.status_code == 200, f"{path}, linked from {wanted.get(path)}"
        page = read[path] = Read()
        if not OWN.match(urlsplit(path).path) or "html" not in answer.headers["content-type"]:
            continue
        page.feed(answer.text)
        page.close()
        assert page.lang == language
        assert len(page.ids) == len(set(page.ids)), f"{path} has an id twice"
        for link in page.links:
            target = urljoin(path, link)
            if urlsplit(target).netloc == "":
                wanted.setdefault(target, path)
                waiting.append(urldefrag(target).url)
    lost = [
        f"{target}, linked from {path}"
        for target, path in wanted.items()
        if (part := urldefrag(target).fragment)
        and OWN.match(urlsplit(target).path)
        and part not in read[urldefrag(target).url].ids
    ]
    assert lost == []
    reached = {urlsplit(path).path for path in read}
    assert {f"/guide/{slug}" for slug in TOPICS} <= reached
    assert {f"/guide/lessons/{each.id}" for each in lessons()} <= reached
    assert set(PAGES.values()) <= reached


@pytest.mark.parametrize(
    "path", ["/guide/poker", "/guide/rulings/nonsense", "/guide/lessons/nonsense", "/guide/quick/x"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_in_the_guide_is_not_found(
    client: httpx2.Client, path: str, language: str
) -> None:
    answer = client.get(path, params={"lang": language}, headers={"accept": "text/html"})
    assert answer.status_code == 404
    if path != "/guide/quick/x":
        assert catalogue(language)["refusal.no_such_page"] in answer.text


def test_the_language_asked_for_is_remembered(client: httpx2.Client) -> None:
    assert 'lang="ru"' in client.get("/guide/quick?lang=ru").text
    assert 'lang="ru"' in client.get("/guide").text


def test_a_page_of_the_guide_is_sent_compressed(client: httpx2.Client) -> None:
    assert client.get("/guide/rulings").headers["content-encoding"] == "gzip"


def test_a_page_gets_only_the_phrases_that_it_needs() -> None:
    page = Pages("en").topic(slug="words")
    assert '"language.label"' in page
    assert '"chat.' not in page
    assert '"rank.A"' not in page
    assert '"rank.A"' in Pages("en").topic(slug="rules")


# ---- rulings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_searched_without_a_script(client: httpx2.Client, language: str) -> None:
    word = {"en": "TRUMPS", "ru": "Козыр"}[language]
    every = rulings(language)
    found = search(word, every)
    assert 0 < len(found) < len(every)
    page = client.get("/guide/rulings", params={"lang": language, "q": word}).text
    for each in every:
        is_hidden = f'id="{each.id}" hidden' in page
        assert is_hidden != (each in found)
    assert Pages(language).phrase("guide.rulings.found", count=len(found)) in page


def test_what_is_searched_for_is_only_text(client: httpx2.Client) -> None:
    page = client.get("/guide/rulings", params={"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page
    assert client.get("/guide/rulings", params={"q": "(" * 1000}).status_code == 200


def test_a_search_finds_beginnings_of_words_and_clauses() -> None:
    ruling = Ruling(
        id="a",
        part="cards",
        clauses=("R2.4",),
        example=None,
        question="Бьёт ли *туз*?",
        answer="Да.",
    )
    for query in ("туз", "ТУЗ бьет", "бьё", "r2.4", ""):
        assert search(query, [ruling]) == (ruling,), query
    for query in ("уз", "валет", "туз валет"):
        assert search(query, [ruling]) == (), query
    assert normal("[ё](topic:words)") == "е"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_stand_by_parts_in_the_order_of_a_deal(language: str) -> None:
    met = list(dict.fromkeys(each.part for each in rulings(language)))
    assert met == list(PARTS)
    parts = [each.part for each in rulings(language)]
    assert parts == sorted(parts, key=PARTS.index)
