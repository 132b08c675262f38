"""What everybody at a table is told of a change beside the state: who came, went, or runs it."""

from __future__ import annotations

from durak.server.protocol import Notice
from durak.server.table import Table


def changed_hands(before: Table, after: Table, seat: int) -> bool:
    """Whether somebody else sits at this seat now."""
    if seat >= min(len(before.seats), len(after.seats)):
        return True
    return before.seats[seat].guest != after.seats[seat].guest


def changes(before: Table, after: Table) -> list[Notice]:
    """What everybody is told of how a table was arranged anew."""
    if after.arrangement is before.arrangement:
        return []
    notices = []
    sat = {each.guest: (at, each.name) for at, each in enumerate(after.seats) if each.guest}
    left = {each.guest: (at, each.name) for at, each in enumerate(before.seats) if each.guest}
    gone = "gone" if after.stage == "over" else "left"  # between deals no bot plays on
    for key, those, others in (("sat", sat, left), (gone, left, sat)):
        for guest, (at, name) in those.items():
            if guest not in others:
                notices.append(Notice(key=key, params={"seat": at, "name": name}))
    host = after.arrangement.host
    was_host = before.arrangement.host
    if host is not None and was_host is not None:
        now, was = after.seats[host], before.seats[was_host]
        if now.guest != was.guest:
            notices.append(Notice(key="host", params={"seat": host, "name": now.name}))
    if after.arrangement.options != before.arrangement.options:
        notices.append(Notice(key="rules"))
    return notices
