"""The guide's tools over HTTP: rules sheets, comparing, a house's rules, asking, the companion.

Parse, ask ``durak.guide``, answer. Every form is a plain GET, so that its answer has an address to
share and needs no script.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from durak import cards
from durak.guide.comparing import changed_fields, compare
from durak.guide.house import QUESTIONS, AnswerError, find, nearest_preset, usual_answers
from durak.guide.succession import plain, succession
from durak.guide.trying import CardsError, try_cards
from durak.ruleset import FIELDS, PRESETS, SHEETS, Ruleset, RulesetError, allowed_values
from durak.server.language import ASKED as ASKED_LANGUAGE
from durak.server.language import pages_of, remember_language
from durak.server.options import field_texts
from durak.server.protocol import encode_body
from durak.server.table import preset_of

USUAL: Final = {"a": "podkidnoy players=4", "b": "perevodnoy players=4"}
"""What is compared when nothing is asked."""


def routes() -> list[BaseRoute]:
    """The tools' addresses."""
    return [
        Route("/rules", show_sheet),
        Route("/guide/compare", show_compare),
        Route("/guide/house", show_house),
        Route("/guide/ask", show_ask),
        Route("/companion", show_companion),
        Route("/companion-worker.js", companion_worker),
        Route("/companion.webmanifest", companion_manifest),
        Route("/api/companion", companion_rules),
    ]


def preset_codes() -> list[dict[str, Any]]:
    """Every preset with its player counts and the code of each: what a form offers."""
    return [
        {
            "preset": name,
            "tables": [
                {"players": players, "code": Ruleset.preset(name, players).code}
                for players in preset.players
            ],
        }
        for name, preset in PRESETS.items()
    ]


async def show_sheet(request: Request) -> Response:
    """The rules sheet of a code, or of the default table, and a form to choose other rules.

    The form sends the fields apart; it is led on to the address of their code, to be shared.
    """
    fields = {name: request.query_params[name] for name in FIELDS if name in request.query_params}
    refused: RulesetError | None = None
    try:
        rules = Ruleset.from_code(_code_of(fields) or request.query_params.get("code", ""))
    except RulesetError as error:
        if not fields:
            raise  # there is no sheet to show, and nothing was chosen here
        rules, refused = Ruleset(), error
    if fields and refused is None:
        return RedirectResponse(f"/rules?code={quote(rules.code)}", 303)
    pages = pages_of(request)
    page = pages.show(
        "rules.html",
        rules=_named(rules),
        sheet=rules.describe(pages.language),
        presets=preset_codes(),
        fields=[(name, allowed_values(name)) for name in FIELDS],
        chosen=field_texts(rules) | fields,
        refused=refused,
    )
    return _page(request, page, status=200 if refused is None else 422)


async def show_compare(request: Request) -> Response:
    """Two rules sheets side by side."""
    one, other = (Ruleset.from_code(_asked(request, name, USUAL[name])) for name in ("a", "b"))
    pages = pages_of(request)
    return _page(
        request,
        pages.show(
            "compare.html",
            one=_named(one),
            other=_named(other),
            lines=compare(one, other, pages.language),
            fields=changed_fields(one, other),
            presets=preset_codes(),
        ),
    )


async def show_house(request: Request) -> Response:
    """Six questions; once they are answered, the rules of that house."""
    given = {
        name: answer for name, answer in request.query_params.items() if name != ASKED_LANGUAGE
    }
    refused: RulesetError | AnswerError | None = None
    found: dict[str, Any] | None = None
    try:
        rules = find(given) if given else None
    except (AnswerError, RulesetError) as error:
        refused, rules = error, None
    if rules is not None:
        near, preset = nearest_preset(rules)
        found = {
            **_named(rules),
            "near": near,
            "near_code": preset.code,
            "changes": changed_fields(preset, rules),
        }
    page = pages_of(request).show(
        "house.html",
        questions=[
            (each.name, {name: f"guide.house.{each.name}.{name}" for name in each.answers})
            for each in QUESTIONS
        ],
        answers=usual_answers() | given,
        found=found,
        refused=refused,
    )
    return _page(request, page, status=200 if refused is None else 422)


async def show_ask(request: Request) -> Response:
    """Whether a card beats an attack, may be thrown in, may pass it on."""
    rules = Ruleset.from_code(_asked(request, "rules", "perevodnoy players=4"))
    ranks = _ranks(rules)
    asked = {
        "trump": _asked(request, "trump", "h"),
        "attack": _card_asked(request, "attack", f"{ranks[0]}d"),
        "card": _card_asked(request, "card", f"{ranks[0]}h"),
    }
    refused: CardsError | None = None
    answers: tuple[object, ...] = ()
    try:
        answers = try_cards(rules, trump=asked["trump"], attack=asked["attack"], card=asked["card"])
    except CardsError as error:
        refused = error
    page = pages_of(request).show(
        "ask.html",
        rules=_named(rules),
        ranks=ranks,
        asked=asked,
        answers=answers,
        refused=refused,
        presets=preset_codes(),
    )
    return _page(request, page, status=200 if refused is None else 422)


async def show_companion(request: Request) -> Response:
    """The page for a table with real cards."""
    page = pages_of(request).show(
        "companion.html",
        keys=("guide.companion.", "table.deal"),
        presets=preset_codes(),
        rules=_named(Ruleset.from_code("podkidnoy players=4")),
    )
    return _page(request, page)


async def companion_worker(request: Request) -> Response:
    """The companion's service worker: asked for anew each time, so that an upgrade is noticed."""
    script = pages_of(request).companion_worker()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def companion_manifest(request: Request) -> Response:
    """The companion as something to install."""
    body = encode_body(dict(pages_of(request).companion_manifest()))
    return Response(body, media_type="application/manifest+json")


async def companion_rules(request: Request) -> Response:
    """What the companion needs of a ruleset: its sheet in every language, and who follows whom."""
    rules = Ruleset.from_code(_asked(request, "rules", ""))
    body = {
        **_named(rules),
        "players": rules.players,
        "teams": rules.teams.value,
        "next": plain(succession(rules)),
        "sheets": {
            language: [
                {"number": each.number, "title": each.title, "text": each.text}
                for each in rules.describe(language)
            ]
            for language in SHEETS
        },
    }
    return Response(encode_body(body), media_type="application/json")


def _code_of(fields: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in fields.items())


def _asked(request: Request, name: str, usual: str) -> str:
    return request.query_params.get(name) or usual


def _card_asked(request: Request, name: str, usual: str) -> str:
    """A card given whole, or as the form gives it: its rank and its suit apart."""
    parts = [request.query_params.get(f"{name}_{part}", "") for part in ("rank", "suit")]
    return "".join(parts) if all(parts) else _asked(request, name, usual)


def _ranks(rules: Ruleset) -> tuple[str, ...]:
    """The ranks of the deck, low to high."""
    found = (
        cards.RANKS[cards.rank_of(each)] for each in cards.members(cards.deck_mask(rules.deck))
    )
    return tuple(dict.fromkeys(found))


def _named(rules: Ruleset) -> dict[str, Any]:
    return {"code": rules.code, "preset": preset_of(rules), "seats": rules.players}


def _page(request: Request, html: str, *, status: int = 200) -> Response:
    response = HTMLResponse(html, status)
    remember_language(response, request)
    return response
