"""Answers over HTTP: pages, rules, new tables, records. Parse, call, answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from durak.ruleset import FIELDS, PRESETS, Ruleset, RulesetError, allowed_values
from durak.server.gathering import arranged_first
from durak.server.guards import TooLargeError, body_of
from durak.server.language import language_of, pages_of, remember_language
from durak.server.limits import address_of
from durak.server.names import BadNameError
from durak.server.options import field_texts, idle_fields, options
from durak.server.problems import Problem, too_many
from durak.server.protocol import MAX_BODY, Options, RulesAsked, TableAsked, encode_body
from durak.server.records import record_text
from durak.server.replaying import CorruptError
from durak.server.store import StoreError, UnknownTableError
from durak.server.table import Denied, preset_of

LISTED: Final = 8
"""Tables of a guest that the first page lists."""
OPEN_LISTED: Final = 50
"""Public tables that it lists."""

_EDITION: Final = re.compile("[0-9a-f]{16}")
_FOR_GOOD: Final = "public, max-age=31536000, immutable"

log = logging.getLogger(__name__)

Asked = TypeVar("Asked", RulesAsked, TableAsked)


def routes(static: Path) -> list[BaseRoute]:
    """Everything but the WebSocket."""
    return [
        Route("/", home),
        Route("/t/{table}", table),
        Route("/t/{table}/record", record),
        Route("/api/rules", check_rules, methods=["POST"]),
        Route("/api/tables", create_table, methods=["POST"]),
        Mount("/static", Static(directory=static)),
    ]


class Static(StaticFiles):
    """Files of the page. What an address with the pages' own edition leads to never changes, so a
    browser keeps it; with another edition, or none, it asks each time whether its file has changed.
    """

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file, whichever edition its address has: a page from before an upgrade goes on."""
        first, _, name = path.partition(os.sep)
        return super().lookup_path(name if name and _EDITION.fullmatch(first) else path)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, or that it has not changed, and how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        asked, _, _ = self.get_path(scope).partition(os.sep)
        kept = asked == scope["app"].state.pages.edition
        response.headers["Cache-Control"] = _FOR_GOOD if kept else "no-cache"
        return response


async def home(request: Request) -> Response:
    """The page where a table is chosen, with the guest's tables and the public ones."""
    person = await request.app.state.guests.find(request)
    store, rooms = request.app.state.store, request.app.state.rooms
    found = []
    if person is not None:
        found = await asyncio.to_thread(store.tables_of, person.ids, LISTED)
    tables = [
        {
            "id": each.id,
            "rules": each.rules,
            "preset": preset_of(ruleset),
            "players": ruleset.players,
            "deal": each.deal,
            "playing": each.playing,
            "persons": each.persons,
            "stage": "playing" if each.playing else "over" if each.deal else "lobby",
        }
        for each in found
        for ruleset in (Ruleset.from_code(each.rules),)
    ]
    open_tables = [
        {
            "id": each.id,
            "rules": each.options.rules,
            "preset": preset_of(Ruleset.from_code(each.options.rules)),
            "players": each.players,
            "persons": each.persons,
            "open": each.open,
            "host": each.host,
            "stage": each.stage,
            "deal": each.deal,
            "time": each.options.time,
            "watching": each.options.watching,
        }
        for each in rooms.open_tables()[:OPEN_LISTED]
    ]
    page = pages_of(request).home(options=options(), tables=tables, open_tables=open_tables)
    response = HTMLResponse(page)
    remember_language(response, request)
    return response


async def table(request: Request) -> Response:
    """The page of a table; whoever has the link may watch, and is a guest from now on."""
    guests = request.app.state.guests
    async with request.app.state.rooms.use(request.path_params["table"]) as room:
        page = pages_of(request).table(table=room.table.id, options=options())
    response = HTMLResponse(page)
    with contextlib.suppress(Problem):  # too many new guests from there: it can watch all the same
        guests.remember(response, await guests.ensure(request), request)
    remember_language(response, request)
    return response


async def record(request: Request) -> Response:
    """A deal's record: whole once it is over, before that as the guest's seat may know it."""
    number = request.query_params.get("deal")
    person = await request.app.state.guests.find(request)
    async with request.app.state.rooms.use(request.path_params["table"]) as room:
        table = room.table
        last = len(table.deals)
        if number is not None and not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise Problem(422, f"deal={number} is no number of a deal.", "no_such_deal")
        wanted = last if number is None else int(number)
        if not 1 <= wanted <= last:
            raise Problem(
                404, f"There is no deal {wanted} here: {last} have begun.", "no_such_deal"
            )
        sat = [each.guest for each in table.dealt[wanted - 1].seats]
        guest = None if person is None else person.at(sat)
        text = record_text(table, wanted, guest)
    name = f"durak-{table.id}-{wanted}.durak"
    return PlainTextResponse(text, headers={"Content-Disposition": f'inline; filename="{name}"'})


async def check_rules(request: Request) -> Response:
    """A preset with changes as a ruleset: its code, fields and sheet; or what does not go."""
    asked = await _asked(request, RulesAsked)
    ruleset = _ruleset_asked(asked)
    return _json(
        {
            "code": ruleset.code,
            "preset": preset_of(ruleset),
            "fields": field_texts(ruleset),
            "idle": idle_fields(ruleset),
            "sheet": [
                {"number": each.number, "title": each.title, "text": each.text}
                for each in ruleset.describe(language_of(request))
            ],
        }
    )


async def create_table(request: Request) -> Response:
    """A new table: the guest at one seat, the others open, or bots there."""
    asked = await _asked(request, TableAsked)
    if (asked.options is None) == (asked.code is None):
        raise Problem(422, "Say either options or code.", "bad_message")
    wanted = Options(rules=asked.code or "") if asked.options is None else asked.options
    bots = asked.options is None if asked.bots is None else asked.bots
    guests = request.app.state.guests
    try:
        arranged_first(wanted, seat=asked.seat, name=asked.name, guest="", bots=bots)
    except BadNameError as error:
        raise Problem(422, error.message, error.code, **error.params) from error
    except Denied as error:
        raise Problem(422, error.message, error.code, **error.params) from error
    limits, address = request.app.state.limits.tables, address_of(request)
    if not limits.spend(address):
        raise too_many(limits.seconds_left(address))
    person = await guests.ensure(request)
    made = await request.app.state.rooms.create(
        arranged_first(wanted, seat=asked.seat, name=asked.name, guest=person.id, bots=bots)
    )
    url = f"/t/{made}"
    response = _json({"id": made, "url": url}, 201)
    response.headers["Location"] = url
    guests.remember(response, person, request)
    return response


def answer_error(request: Request, error: Exception) -> Response:
    """An error as JSON for programs, as a page for people."""
    more: dict[str, Any] = {}
    match error:
        case Problem():
            status, message = error.status_code, error.detail
            more = {"code": error.code, "params": error.params}
        case HTTPException():
            status, message = error.status_code, error.detail
            more = {"code": "no_such_page" if status == 404 else "bad_message"}
        case RulesetError():
            status, message = 422, str(error)
            more = {"fields": list(error.fields), "code": error.code, "params": error.params}
        case UnknownTableError():
            status, message = 404, "There is no such table. Was the link copied whole?"
            more = {"code": "no_such_table"}
        case CorruptError():
            status, message = 500, f"This table cannot be opened: {error}."
            more = {"code": "corrupt"}
        case StoreError():
            status, message = 503, "The server's store does not answer now. Try again in a moment."
            more = {"code": "storage"}
        case TooLargeError():
            status, message = 413, f"A request may have {MAX_BODY} bytes, this one has more."
            more = {"code": "too_large", "params": {"most": MAX_BODY}}
        case _:
            status, message = 500, "The server failed. Nothing is lost: go back to your table."
            more = {"code": "server_failed"}
    if status >= 500:
        log.error("a request failed", extra={"status": status}, exc_info=error)
    headers = error.headers if isinstance(error, HTTPException) else None
    if request.method == "POST" or request.url.path.startswith(("/api/", "/health", "/metrics")):
        return _json({"message": message, "params": {}, **more}, status, headers)
    page = pages_of(request).error(
        status=status, message=message, code=more.get("code"), params=more.get("params")
    )
    return HTMLResponse(page, status, headers)


def _json(body: Any, status: int = 200, headers: Any = None) -> Response:
    return Response(encode_body(body), status, headers, media_type="application/json")


async def _asked(request: Request, kind: type[Asked]) -> Asked:
    """The request's body as this message."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise Problem(415, "Send JSON, with Content-Type application/json.", "bad_message")
    body = await body_of(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Problem(422, f"Not understood: {error}.", "bad_message") from error


def _ruleset_asked(asked: RulesAsked) -> Ruleset:
    """A preset with changes, read as the code that says the same (R3.6)."""
    for name, value in asked.set.items():
        if name not in FIELDS[1:]:
            raise RulesetError(f"{name}: no such field to set", name, code="no_field", names=[name])
        if value not in allowed_values(name):
            allowed = list(allowed_values(name))
            raise RulesetError(
                f"{name}={value} is not possible: {name} is one of {', '.join(allowed)}",
                name,
                code="no_value",
                field=name,
                value=value,
                allowed=allowed,
            )
    changes = [f"{name}={value}" for name, value in asked.set.items()]
    if asked.players is not None:
        changes.insert(0, f"players={asked.players}")
    preset = asked.preset or "podkidnoy"
    if preset not in PRESETS:
        raise RulesetError(
            f"{preset!r} is no preset: there are {', '.join(PRESETS)}",
            "preset",
            code="no_preset",
            preset=preset,
        )
    return Ruleset.from_code(" ".join([preset, *changes]))
