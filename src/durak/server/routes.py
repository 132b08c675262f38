"""Answers over HTTP: pages, rules, new tables, records. Parse, call, answer."""

from __future__ import annotations

import asyncio
import unicodedata
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from durak import __version__
from durak.ruleset import FIELDS, PRESETS, Ruleset, RulesetError, allowed_values
from durak.server.facts import Seat
from durak.server.guards import TooLargeError, body_of
from durak.server.identity import guest_of, hashed, new_token, remember, token_of
from durak.server.options import field_texts, options
from durak.server.protocol import MAX_BODY, MAX_NAME, RulesAsked, TableAsked, encode_body
from durak.server.records import record_text
from durak.server.store import StoreError, UnknownTableError
from durak.server.table import CorruptError, preset_of

BOT_NAMES: Final = ("Anya", "Boris", "Vera", "Gleb", "Dasha")
"""Bots' names, clockwise from the person's left."""
LISTED: Final = 8
"""Tables of a guest that the first page lists."""

Asked = TypeVar("Asked", RulesAsked, TableAsked)


def routes(static: Path) -> list[BaseRoute]:
    """Everything but the WebSocket."""
    return [
        Route("/", home),
        Route("/rules", rules),
        Route("/health", health),
        Route("/t/{table}", table),
        Route("/t/{table}/record", record),
        Route("/api/rules", check_rules, methods=["POST"]),
        Route("/api/tables", create_table, methods=["POST"]),
        Mount("/static", Static(directory=static)),
    ]


class Static(StaticFiles):
    """Files of the page. A browser keeps them and asks each time whether they have changed."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """A file, or that it has not changed."""
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def home(request: Request) -> Response:
    """The page where a table is chosen, with the guest's tables."""
    guest = guest_of(request)
    tables = []
    if guest is not None:
        for each in await asyncio.to_thread(request.app.state.store.tables_of, guest, LISTED):
            ruleset = Ruleset.from_code(each.rules)
            tables.append(
                {
                    "id": each.id,
                    "rules": each.rules,
                    "preset": preset_of(ruleset),
                    "players": ruleset.players,
                    "deal": each.deal,
                    "playing": each.playing,
                }
            )
    return HTMLResponse(request.app.state.pages.home(options=options(), tables=tables))


async def rules(request: Request) -> Response:
    """The rules sheet of a code, or of the default table."""
    ruleset = _ruleset(request.query_params.get("code", ""))
    page = request.app.state.pages.rules(
        code=ruleset.code, preset=preset_of(ruleset), sheet=ruleset.describe()
    )
    return HTMLResponse(page)


async def health(request: Request) -> Response:
    """Whether the server answers, and which version it is."""
    return _json({"status": "ok", "version": __version__})


async def table(request: Request) -> Response:
    """The page of a table; whoever has the link may watch."""
    async with request.app.state.rooms.use(request.path_params["table"]) as room:
        response = HTMLResponse(request.app.state.pages.table(table=room.table.id))
    token = token_of(request)
    if token is not None:
        remember(response, token, request)  # the cookie's time begins anew
    return response


async def record(request: Request) -> Response:
    """A deal's record: whole once it is over, before that as the guest's seat may know it."""
    number = request.query_params.get("deal")
    async with request.app.state.rooms.use(request.path_params["table"]) as room:
        table = room.table
        last = len(table.deals)
        if number is not None and not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise HTTPException(422, f"deal={number} is no number of a deal")
        wanted = last if number is None else int(number)
        if not 1 <= wanted <= last:
            raise HTTPException(404, f"There is no deal {wanted} here: {last} have begun.")
        text = record_text(table, wanted, table.seat_of(guest_of(request)))
    name = f"durak-{table.id}-{wanted}.durak"
    return PlainTextResponse(text, headers={"Content-Disposition": f'inline; filename="{name}"'})


async def check_rules(request: Request) -> Response:
    """A preset with changes as a ruleset: its code, fields and sheet; or what does not go."""
    asked = await _asked(request, RulesAsked)
    try:
        ruleset = _ruleset_asked(asked)
    except RulesetError as error:
        return _json({"message": str(error), "fields": list(error.fields)}, 422)
    return _json(
        {
            "code": ruleset.code,
            "preset": preset_of(ruleset),
            "fields": field_texts(ruleset),
            "sheet": [
                {"number": each.number, "title": each.title, "text": each.text}
                for each in ruleset.describe()
            ],
        }
    )


async def create_table(request: Request) -> Response:
    """A new table: the guest at one seat, bots at the others."""
    asked = await _asked(request, TableAsked)
    ruleset = _ruleset(asked.code)
    if asked.seat >= ruleset.players:
        raise HTTPException(
            422, f"seat {asked.seat} is not here: seats are 0 to {ruleset.players - 1}"
        )
    name = _name(asked.name)
    token = token_of(request) or new_token()
    seats = []
    for at in range(ruleset.players):
        left = (at - asked.seat) % ruleset.players
        if left == 0:
            seats.append(Seat(name=name, kind="person", guest=hashed(token)))
        else:
            seats.append(Seat(name=BOT_NAMES[left - 1], kind="bot", guest=None))
    made = await request.app.state.rooms.create(ruleset, seats)
    url = f"/t/{made}"
    response = _json({"id": made, "url": url}, 201)
    response.headers["Location"] = url
    remember(response, token, request)
    return response


def answer_error(request: Request, error: Exception) -> Response:
    """An error as JSON for programs, as a page for people."""
    match error:
        case HTTPException():
            status, message = error.status_code, error.detail
        case UnknownTableError():
            status, message = 404, "There is no such table. Was the link copied whole?"
        case CorruptError():
            status, message = 500, f"This table cannot be opened: {error}."
        case StoreError():
            status, message = 503, "The server's store does not answer now. Try again in a moment."
        case TooLargeError():
            status, message = 413, f"A request may have {MAX_BODY} bytes, this one has more."
        case _:
            status, message = 500, "The server failed. Nothing is lost: go back to your table."
    headers = error.headers if isinstance(error, HTTPException) else None
    if request.method == "POST" or request.url.path == "/health":
        return _json({"message": message}, status, headers)
    page = request.app.state.pages.error(status=status, message=message)
    return HTMLResponse(page, status, headers)


def _json(body: Any, status: int = 200, headers: Any = None) -> Response:
    return Response(encode_body(body), status, headers, media_type="application/json")


async def _asked(request: Request, kind: type[Asked]) -> Asked:
    """The request's body as this message."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise HTTPException(415, "Send JSON, with Content-Type application/json.")
    body = await body_of(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise HTTPException(422, f"Not understood: {error}.") from error


def _ruleset_asked(asked: RulesAsked) -> Ruleset:
    """A preset with changes, read as the code that says the same (R3.6)."""
    for name, value in asked.set.items():
        if name not in FIELDS[1:]:
            raise RulesetError(f"{name}: no such field to set", name)
        if value not in allowed_values(name):
            allowed = ", ".join(allowed_values(name))
            raise RulesetError(f"{name}={value} is not possible: {name} is one of {allowed}", name)
    changes = [f"{name}={value}" for name, value in asked.set.items()]
    if asked.players is not None:
        changes.insert(0, f"players={asked.players}")
    preset = asked.preset or "podkidnoy"
    if preset not in PRESETS:
        raise RulesetError(f"{preset!r} is no preset: there are {', '.join(PRESETS)}", "preset")
    return Ruleset.from_code(" ".join([preset, *changes]))


def _ruleset(code: str) -> Ruleset:
    try:
        return Ruleset.from_code(code)
    except RulesetError as error:
        raise HTTPException(422, f"This ruleset is not possible: {error}.") from error


def _name(text: str) -> str:
    """A person's name as it may stand at a table and in a record.

    Raises:
        HTTPException: it is empty or too long, or has a character that would not stay in its line.
    """
    name = text.strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise HTTPException(422, f"A name has 1 to {MAX_NAME} characters.")
    if name.lower().startswith("bot:"):
        raise HTTPException(422, "A name that begins with bot: is a bot's, in records.")
    if any(each == "|" or _is_strange(each) for each in name):
        raise HTTPException(422, "A name has no | and no control characters.")
    return name


def _is_strange(character: str) -> bool:
    """Whether it is no letter, mark, number, punctuation, symbol or plain space."""
    return character != " " and unicodedata.category(character)[0] in "CZ"
