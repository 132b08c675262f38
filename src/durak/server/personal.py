"""Answers over HTTP that are about a person: devices, deals so far, the way to a table by code.

And what whoever runs the server asks: health and metrics. Parse, call, answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import ipaddress
from dataclasses import asdict
from typing import Annotated, Any, Final, TypeVar

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from durak.ruleset import Ruleset
from durak.server.codes import CARRY_MINUTES
from durak.server.devices import DAY, Guests, Person
from durak.server.guards import body_of
from durak.server.language import pages_of
from durak.server.limits import Limits, address_of
from durak.server.played import LISTED, deals_of
from durak.server.problems import Problem, too_many
from durak.server.protocol import encode_body
from durak.server.table import preset_of

LATEST_MOMENT: Final = 1e12
"""Seconds round 1970 in which deals may have ended: some thousands of years."""
QR_BORDER: Final = 4
"""Modules of light around a QR code, as its norm asks."""


class CodeTyped(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A code as a person typed it."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


class DeviceChosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the person's devices."""

    id: Annotated[str, msgspec.Meta(max_length=32)]


Asked = TypeVar("Asked", CodeTyped, DeviceChosen)


def routes() -> list[BaseRoute]:
    """Where these answers are."""
    return [
        Route("/devices", devices),
        Route("/deals", deals),
        Route("/j/{code}", follow_code),
        Route("/t/{table}/qr.svg", table_qr),
        Route("/health", health),
        Route("/metrics", metrics),
        Route("/api/devices", devices_as_json),
        Route("/api/devices/code", new_code, methods=["POST"]),
        Route("/api/devices/adopt", adopt, methods=["POST"]),
        Route("/api/devices/forget", forget, methods=["POST"]),
        Route("/api/deals", deals_as_json),
        Route("/api/join", join, methods=["POST"]),
    ]


# ---- devices --------------------------------------------------------------------------------


async def devices(request: Request) -> Response:
    """The page of the person's devices."""
    return HTMLResponse(pages_of(request).devices(devices=await _devices(request)))


async def devices_as_json(request: Request) -> Response:
    """The same for programs."""
    return _json({"devices": await _devices(request)})


async def new_code(request: Request) -> Response:
    """A code for a further device, and the QR code that leads there with it."""
    guests: Guests = request.app.state.guests
    await _read(request, None)
    person = await guests.ensure(request)
    code = await guests.new_code(person)
    link = str(request.base_url.replace(path="/devices", query=f"code={code}"))
    response = _json({"code": code, "qr": qr_svg(link), "minutes": CARRY_MINUTES, "link": link})
    guests.remember(response, person, request)
    return response


async def adopt(request: Request) -> Response:
    """This device becomes the person's whose code was typed."""
    guests: Guests = request.app.state.guests
    typed = await _read(request, CodeTyped)
    person = await guests.adopt(request, typed.code)
    response = _json({"url": "/"})
    guests.remember(response, person, request)
    return response


async def forget(request: Request) -> Response:
    """A device of the person is cut off."""
    guests: Guests = request.app.state.guests
    chosen = await _read(request, DeviceChosen)
    person = await guests.find(request)
    if person is None:
        raise Problem(404, "You have no such device: look at the list again.", "no_such_device")
    await guests.forget(person, chosen.id)
    response = _json({})
    if chosen.id == person.device:
        guests.leave(response)
    return response


async def _devices(request: Request) -> list[dict[str, Any]]:
    guests: Guests = request.app.state.guests
    person = await guests.find(request)
    if person is None:
        return []
    return [
        {
            "id": each.id,
            "name": each.label,
            "this": each.id == person.device,
            "added": each.first_day * DAY,
            "seen": each.last_day * DAY,
        }
        for each in await guests.devices(person)
    ]


# ---- deals ----------------------------------------------------------------------------------


async def deals(request: Request) -> Response:
    """The page of the person's deals so far; ``?before=`` goes on where a list ended."""
    found, older = await _deals(request)
    before = _before(request)
    return HTMLResponse(pages_of(request).deals(deals=found, older=older, before=before))


async def deals_as_json(request: Request) -> Response:
    """The same for programs; ``older`` is the ``before`` that goes on from here, or None."""
    found, older = await _deals(request)
    return _json({"deals": found, "older": older})


def _before(request: Request) -> float | None:
    """The moment before which deals are asked for."""
    if (text := request.query_params.get("before")) is None:
        return None
    with contextlib.suppress(ValueError):
        if abs(before := float(text)) < LATEST_MOMENT:
            return before
    raise Problem(422, "before= is a moment in seconds since 1970.", "bad_moment")


async def _deals(request: Request) -> tuple[list[dict[str, Any]], float | None]:
    """Deals of the person, and the moment before which there are older ones."""
    before = _before(request)
    person: Person | None = await request.app.state.guests.find(request)
    if person is None:
        return [], None
    found = await asyncio.to_thread(
        request.app.state.store.read,
        lambda connection: deals_of(connection, person.ids, before=before, most=LISTED + 1),
    )
    listed = found[:LISTED]
    older = listed[-1].ended if len(found) > LISTED else None
    lines = []
    for each in listed:
        ruleset = Ruleset.from_code(each.rules)
        lines.append(
            {
                **asdict(each),
                "preset": preset_of(ruleset),
                "players": ruleset.players,
                "record": f"/t/{each.table}/record?deal={each.number}",
            }
        )
    return lines, older


# ---- ways to a table ------------------------------------------------------------------------


async def join(request: Request) -> Response:
    """Where the table with this code is."""
    typed = await _read(request, CodeTyped)
    return _json({"url": f"/t/{await _table_of(request, typed.code)}"})


async def follow_code(request: Request) -> Response:
    """To the table with this code."""
    table = await _table_of(request, request.path_params["code"])
    return RedirectResponse(f"/t/{table}", 303)


async def table_qr(request: Request) -> Response:
    """The QR code of a table's page."""
    table = request.path_params["table"]
    async with request.app.state.rooms.use(table):  # there is such a table
        link = str(request.base_url.replace(path=f"/t/{table}"))
    return Response(qr_svg(link), media_type="image/svg+xml")


async def _table_of(request: Request, code: str) -> str:
    """The table with this code; only what leads nowhere is counted as a guess."""
    limits: Limits = request.app.state.limits
    person: Person | None = await request.app.state.guests.find(request)
    keys = [(limits.guesses_of_address, address_of(request))]
    if person is not None:
        keys.append((limits.guesses, person.id))
    for buckets, key in keys:
        if not buckets.may(key):
            raise too_many(buckets.seconds_left(key))
    table: str | None = await request.app.state.invitations.table_of(code)
    if table is None:
        for buckets, key in keys:
            buckets.spend(key)
        raise Problem(404, "No table has this code now. Was it heard right?", "no_such_code")
    return table


def qr_svg(text: str) -> str:
    """A QR code as an SVG element that needs no style of its own.

    >>> qr_svg("http://localhost/t/abc")[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33">'
    """
    drawn = io.BytesIO()
    segno.make_qr(text, error="m").save(
        drawn,
        kind="svg",
        border=QR_BORDER,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        nl=False,
        omitsize=True,
    )
    return drawn.getvalue().decode()


# ---- for whoever runs the server ------------------------------------------------------------


async def health(request: Request) -> Response:
    """Whether the server can do its work; 503 when it cannot."""
    body = await request.app.state.ops.health(request.app.state.rooms)
    return _json(body, 200 if body["ok"] else 503)


async def metrics(request: Request) -> Response:
    """Counters in Prometheus' text format, for this machine and its own network only."""
    if not _is_near(request):
        raise HTTPException(404)
    text = request.app.state.ops.prometheus(request.app.state.rooms)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _is_near(connection: HTTPConnection) -> bool:
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_private


# ---- inside ---------------------------------------------------------------------------------


def _json(body: Any, status: int = 200) -> Response:
    return Response(encode_body(body), status, media_type="application/json")


async def _read(request: Request, kind: type[Asked] | None) -> Any:
    """The request's body as this message; None: nothing is expected in it."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise HTTPException(415, "Send JSON, with Content-Type application/json.")
    body = await body_of(request)
    if kind is None:
        return None
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise HTTPException(422, f"Not understood: {error}.") from error
