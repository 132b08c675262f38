"""The fair deal: a commitment, a seed from every side, a shuffle that follows, and the check.

Nobody here deals or sends anything: seeds go in, a deck in dealing order comes out. Four steps,
exact enough to be repeated by another program (``||`` joins bytes, ``be32`` is four bytes, most
significant first):

1. **Commitment.** The server draws a seed of 32 random bytes and publishes, before it knows any
   seat's seed, the SHA-256 of those bytes as 64 small hex digits.
2. **Key.** Each seat adds a seed of one byte or more (this project's own clients: 32 random bytes).
   The server's seed stands first, then the seats' in seat order, ``n`` seeds in all::

       key = be32(n) || be32(length of seed 1) || seed 1 || ... || be32(length of seed n) || seed n

   Every length is written, so no two lists of seeds give the same key. A bot that the server runs
   adds no chance of its own: its seed is SHA-256 of the server's seed || the ASCII text ``seat N``,
   ``N`` its seat. Otherwise a server could choose it last, to suit a deck.
3. **Bytes.** Block ``i`` (from 0) is HMAC-SHA-256 under that key of the ASCII text
   ``durak-shuffle-1 S i``: the deck's size ``S`` and ``i`` in decimal, one space between. The
   blocks, one after another, are one stream of bytes, read from its start.
   To draw a number below ``m`` (2 to 52): with ``b`` the number of binary digits of ``m - 1``,
   read one byte and keep its ``b`` lowest bits; a value of ``m`` or more is thrown away, and the
   next byte is read instead. Every number is equally likely: nothing is reduced modulo ``m``.
4. **Shuffle.** The deck starts in ascending order of card ids: by rank from its lowest, within a
   rank clubs, diamonds, hearts, spades (``6c 6d 6h 6s 7c ... As``). For each place ``p`` from the
   last down to 1 (the first is 0): draw ``j`` below ``p + 1``, exchange the cards at ``p`` and
   ``j`` (Fisher-Yates). The result, first place first, is the deck in dealing order.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from durak import cards

SEED_SIZE: Final = 32
"""Bytes of a server's seed, and of the seeds this project's own clients send."""
_COMMITMENT: Final = re.compile(r"[0-9a-fA-F]{64}")


def new_seed(rng: Callable[[int], bytes] = secrets.token_bytes) -> bytes:
    """A fresh seed; ``rng`` gives so many unpredictable bytes."""
    return rng(SEED_SIZE)


def commitment(server_seed: bytes) -> str:
    """What the server publishes before the deal: SHA-256 of its seed, in hex.

    >>> commitment(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'

    Raises:
        ValueError: the seed is not of 32 bytes.
    """
    _check_server_seed(server_seed)
    return hashlib.sha256(server_seed).hexdigest()


def bot_seed(server_seed: bytes, seat: int) -> bytes:
    """The seed of a seat whose bot the server runs: it follows from the server's own.

    So the commitment covers it too, and the server cannot try seeds once it knows the other seats'.
    """
    _check_server_seed(server_seed)
    return hashlib.sha256(server_seed + b"seat %d" % seat).digest()


def shuffle(deck_size: int, server_seed: bytes, seat_seeds: Sequence[bytes]) -> tuple[int, ...]:
    """The deck that follows from all seeds, as card ids in dealing order.

    Args:
        deck_size: 24, 32, 36 or 52.
        server_seed: 32 bytes.
        seat_seeds: one a seat, in seat order, none empty.

    Raises:
        ValueError: no such deck, or a seed that is none.

    >>> deck = shuffle(24, bytes(32), [b"south", b"north"])
    >>> " ".join(cards.name(each) for each in deck[:6])
    'As Jd 9c Ah 9s Td'
    """
    if deck_size not in cards.DECK_SIZES:
        raise ValueError(f"a deck has 24, 32, 36 or 52 cards, not {deck_size}")
    _check_server_seed(server_seed)
    for seat, seed in enumerate(seat_seeds):
        if not seed:
            raise ValueError(f"the seed of seat {seat} is empty: one byte or more is needed")
    deck = list(cards.members(cards.deck_mask(deck_size)))
    stream = _stream(_key([server_seed, *seat_seeds]), deck_size)
    for place in range(deck_size - 1, 0, -1):
        other = _draw_below(place + 1, stream)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def _check_server_seed(seed: bytes) -> None:
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a server's seed has {SEED_SIZE} bytes, not {len(seed)}")


def _key(seeds: Sequence[bytes]) -> bytes:
    parts = [len(seeds).to_bytes(4, "big")]
    for seed in seeds:
        parts += [len(seed).to_bytes(4, "big"), seed]
    return b"".join(parts)


def _stream(key: bytes, deck_size: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, f"durak-shuffle-1 {deck_size} {block}".encode(), "sha256")
        block += 1


def _draw_below(bound: int, stream: Iterator[int]) -> int:
    kept_bits = (1 << (bound - 1).bit_length()) - 1
    while True:
        number = next(stream) & kept_bits
        if number < bound:  # else rejected: a remainder would favour small numbers
            return number


class Outcome(StrEnum):
    """What checking a deal came to."""

    FAIR = "fair"
    NO_COMMITMENT = "no_commitment"
    BAD_COMMITMENT = "bad_commitment"
    SEEDS_MISSING = "seeds_missing"
    BAD_SEED = "bad_seed"
    SEED_NOT_COMMITTED = "seed_not_committed"
    BOT_SEED_CHOSEN = "bot_seed_chosen"
    DECK_INCOMPLETE = "deck_incomplete"
    DECK_DIFFERS = "deck_differs"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The outcome of a check and a sentence that says it to a person."""

    outcome: Outcome
    message: str

    @property
    def is_fair(self) -> bool:
        """Whether everything was there and the deck follows from the seeds."""
        return self.outcome is Outcome.FAIR


def verify(
    *,
    players: int,
    deck: Sequence[int | None],
    commitment: str | None,
    server_seed: bytes | None,
    seat_seeds: Sequence[bytes | None],
    bots: Collection[int] = (),
) -> Verdict:
    """Check one deal after it is over: the promise was kept, and the deck follows from the seeds.

    Args:
        players: seats of the table; each has to have a seed.
        deck: card ids in dealing order as dealt; None where a censored record hides the card.
        commitment: hex SHA-256 published before the deal, None when there was none.
        server_seed: None while it is secret.
        seat_seeds: in seat order, None for a seat whose seed is not known.
        bots: seats that the server's own bots held; their seeds must follow from the server's.

    A reader who played should also see that its own seed stands at its seat.
    """
    return (
        _promise_fault(commitment)
        or _seeds_fault(players, server_seed, seat_seeds)
        or _kept_fault(commitment, server_seed)
        or _bots_fault(server_seed, seat_seeds, bots)
        or _compared(deck, server_seed, [seed for seed in seat_seeds if seed])
    )


def _promise_fault(published: str | None) -> Verdict | None:
    if published is None:
        return Verdict(
            outcome=Outcome.NO_COMMITMENT,
            message="There is no commitment: "
            "nothing was promised before the deal, so nothing can be checked.",
        )
    if not _COMMITMENT.fullmatch(published):
        return Verdict(
            outcome=Outcome.BAD_COMMITMENT,
            message=f"The commitment {published!r} is no SHA-256: it has to be 64 hex digits.",
        )
    return None


def _seeds_fault(
    players: int, server_seed: bytes | None, seat_seeds: Sequence[bytes | None]
) -> Verdict | None:
    missing = [] if server_seed is not None else ["the server's"]
    missing += [
        f"seat {seat}'s"
        for seat in range(players)
        if seat >= len(seat_seeds) or seat_seeds[seat] is None
    ]
    if missing:
        return Verdict(
            outcome=Outcome.SEEDS_MISSING,
            message=f"Seeds are missing: {', '.join(missing)}. "
            "They are published when the deal is over.",
        )
    fault = None
    if len(seat_seeds) > players:
        fault = f"There are {len(seat_seeds)} seat seeds at a table of {players} seats."
    elif server_seed is not None and len(server_seed) != SEED_SIZE:
        fault = f"The server's seed has {len(server_seed)} bytes: it has to have {SEED_SIZE}."
    elif not all(seat_seeds):
        fault = f"The seed of seat {[bool(seed) for seed in seat_seeds].index(False)} is empty."
    return None if fault is None else Verdict(outcome=Outcome.BAD_SEED, message=fault)


def _kept_fault(published: str | None, server_seed: bytes | None) -> Verdict | None:
    assert published is not None
    assert server_seed is not None
    actual = hashlib.sha256(server_seed).hexdigest()
    if actual == published.lower():
        return None
    return Verdict(
        outcome=Outcome.SEED_NOT_COMMITTED,
        message="The commitment does not match the server's seed: "
        f"{published.lower()} was published, the seed gives {actual}.",
    )


def _bots_fault(
    server_seed: bytes | None, seat_seeds: Sequence[bytes | None], bots: Collection[int]
) -> Verdict | None:
    assert server_seed is not None
    for seat in sorted(bots):
        if seat_seeds[seat] != bot_seed(server_seed, seat):
            return Verdict(
                outcome=Outcome.BOT_SEED_CHOSEN,
                message=f"The seed of the bot at seat {seat} does not follow from the server's "
                "seed: the server could have chosen it to suit the deck.",
            )
    return None


def _compared(
    deck: Sequence[int | None], server_seed: bytes | None, seat_seeds: Sequence[bytes]
) -> Verdict:
    assert server_seed is not None
    if len(deck) not in cards.DECK_SIZES:
        return Verdict(
            outcome=Outcome.DECK_INCOMPLETE,
            message=f"The deck has {len(deck)} cards: it has to have 24, 32, 36 or 52.",
        )
    expected = shuffle(len(deck), server_seed, seat_seeds)
    for place, (dealt, follows) in enumerate(zip(deck, expected, strict=True), start=1):
        if dealt is not None and dealt != follows:
            return Verdict(
                outcome=Outcome.DECK_DIFFERS,
                message="The deck does not follow from the seeds: "
                f"card {place} is {cards.name(dealt)}, the seeds give {cards.name(follows)}.",
            )
    hidden = sum(card is None for card in deck)
    if hidden:
        return Verdict(
            outcome=Outcome.DECK_INCOMPLETE,
            message=f"{hidden} of the {len(deck)} cards are hidden in this copy; "
            "the others follow from the seeds.",
        )
    return Verdict(
        outcome=Outcome.FAIR,
        message="The deal is fair: the server's seed is the one it had committed to, "
        "and the deck follows from all seeds.",
    )
