"""Records of a table's deals, as a guest may have them."""

from __future__ import annotations

from durak.fair import commitment
from durak.record import Record, censored, write
from durak.server.table import Table


def record_text(table: Table, number: int, guest: str | None) -> str:
    """Deal ``number`` (one that has begun): whole once it is over, else as this guest knows it."""
    dealt = table.dealt[number - 1]
    usual = table.arrangement.options.bots
    deal = dealt.deal
    seeds = (dealt.server_seed, *dealt.seat_seeds) if deal.is_over else ()
    record = Record.of_deal(
        deal,
        seats=[
            f"bot:{each.level or usual}" if each.kind == "bot" else each.name
            for each in dealt.seats
        ],
        number=dealt.number,
        commitment=commitment(dealt.server_seed),
        seeds=[seed.hex() for seed in seeds],
        event="practice" if dealt.is_practice else None,
    )
    return write(record if deal.is_over else censored(record, dealt.seat_of(guest)))
