"""The fair deal: the deck follows from the seeds, every seed counts, a check says what is wrong.

The vectors were computed by another program, in another language, from the words of the docstring
of ``durak.fair``; they never change without a new name in its text ``durak-shuffle-1``.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak import cards
from durak.fair import (
    SEED_SIZE,
    Outcome,
    Verdict,
    bot_seed,
    commitment,
    new_seed,
    shuffle,
    verify,
)


def counting(first: int) -> bytes:
    """32 bytes that count up from ``first``."""
    return bytes((first + i) % 256 for i in range(SEED_SIZE))


SERVER = counting(0)
SEATS = (counting(32), counting(64))
DECK = shuffle(36, SERVER, SEATS)

VECTORS = [
    (
        24,
        bytes(32),
        [b"south", b"north"],
        "As Jd 9c Ah 9s Td Th Ts 9d Ad Qd Js Qc Kc Jh 9h Tc Kd Qh Jc Qs Ac Kh Ks",
    ),
    (
        36,
        SERVER,
        SEATS,
        (
            "9s 7h Ts 7d Ad 8d Jc 6s Kd 9d Kc 8h Jh Ks Jd 9h 7c As "
            "Js Qs 8c Ah 6d 8s Kh 6c 6h Qd Td 9c Qh Qc Ac 7s Tc Th"
        ),
    ),
    (
        52,
        SERVER,
        [counting(32 * seat) for seat in range(1, 6)],
        (
            "Tc Ts 2h 9d Kd 7c Jd Td 9s 6d 4d Kh 5h 8h 4c 7h Ad 8c 5c Qd Kc 2s 9c 5s Ac Qs "
            "6c Ks Jc 4s 2c 3d 2d 4h As 7d 3h Qc 8d Ah 3c 6h Qh Th 9h 8s 6s Js Jh 3s 5d 7s"
        ),
    ),
    (
        32,
        b"\xff" * 32,
        [b"\0", b"\0\0", b"\7" * 100],
        (
            "Kh Js 9h 9s Ts 8s 8c 7c Qd Qc 7s 8d Jd Th Jc Kd "
            "Qs Td Kc 9d Ad As Tc 8h Ks Ah 9c Ac 7d Qh Jh 7h"
        ),
    ),
]


@pytest.mark.parametrize(("size", "server", "seats", "deck"), VECTORS)
def test_the_deck_is_the_one_that_another_program_gets(
    size: int, server: bytes, seats: list[bytes], deck: str
) -> None:
    assert " ".join(cards.name(each) for each in shuffle(size, server, seats)) == deck


def test_the_commitment_is_the_hash_of_the_server_seed() -> None:
    assert commitment(SERVER) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_new_seed_has_32_bytes_from_the_source_it_is_given() -> None:
    assert new_seed(lambda size: b"\5" * size) == b"\5" * 32
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


seeds = st.binary(min_size=1, max_size=80)
server_seeds = st.binary(min_size=SEED_SIZE, max_size=SEED_SIZE)


@given(st.sampled_from(cards.DECK_SIZES), server_seeds, st.lists(seeds, max_size=6))
def test_a_shuffle_holds_every_card_once(size: int, server: bytes, seats: list[bytes]) -> None:
    deck = shuffle(size, server, seats)
    assert len(deck) == size
    assert cards.mask(deck) == cards.deck_mask(size)
    assert deck == shuffle(size, server, seats)


@given(server_seeds, st.lists(seeds, min_size=2, max_size=6), st.data())
def test_changing_one_seed_changes_the_deck(
    server: bytes, seats: list[bytes], data: st.DataObject
) -> None:
    deck = shuffle(36, server, seats)
    at = data.draw(st.integers(-1, len(seats) - 1))
    if at < 0:
        other = data.draw(server_seeds.filter(lambda seed: seed != server))
        assert shuffle(36, other, seats) != deck
    else:
        changed = list(seats)
        changed[at] = data.draw(seeds.filter(lambda seed: seed != seats[at]))
        assert shuffle(36, server, changed) != deck


def test_seeds_cannot_be_cut_in_another_place_or_swapped() -> None:
    lists = [[b"ab", b"c"], [b"a", b"bc"], [b"c", b"ab"], [b"abc"], [b"ab", b"c", b"\0"]]
    assert len({shuffle(36, SERVER, seats) for seats in lists}) == len(lists)


def test_every_card_comes_to_every_place_equally_often() -> None:
    rng = random.Random(20)
    size, decks = 36, 6000
    seen = [[0] * size for _ in range(size)]
    lowest = 52 - size
    for _ in range(decks):
        for place, each in enumerate(shuffle(size, rng.randbytes(32), [rng.randbytes(32)])):
            seen[place][each - lowest] += 1
    expected = decks / size
    chi_square = sum((count - expected) ** 2 / expected for row in seen for count in row)
    freedom = (size - 1) ** 2
    # Six standard deviations of the chi-square distribution; the generator is seeded.
    assert abs(chi_square - freedom) < 6 * (2 * freedom) ** 0.5


def test_every_order_of_neighbours_is_equally_frequent() -> None:
    rng = random.Random(21)
    decks = 6000
    rises = sum(
        deck[0] < deck[1] < deck[2]
        for deck in (shuffle(24, rng.randbytes(32), [b"x"]) for _ in range(decks))
    )
    assert abs(rises - decks / 6) < 6 * (decks * 5 / 36) ** 0.5


@pytest.mark.parametrize(
    ("size", "server", "seats", "said"),
    [
        (40, SERVER, SEATS, "24, 32, 36 or 52 cards, not 40"),
        (36, SERVER[1:], SEATS, "32 bytes, not 31"),
        (36, SERVER, [b"x", b""], "seat 1 is empty"),
    ],
)
def test_a_shuffle_refuses_what_is_no_deck_or_no_seed(
    size: int, server: bytes, seats: list[bytes], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        shuffle(size, server, seats)


def test_a_commitment_to_a_short_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        commitment(b"short")


def checked(**changed: object) -> Verdict:
    honest: dict[str, object] = {
        "players": 2,
        "deck": DECK,
        "commitment": commitment(SERVER),
        "server_seed": SERVER,
        "seat_seeds": SEATS,
    }
    return verify(**{**honest, **changed})  # type: ignore[arg-type]  # one table of arguments


@given(st.sampled_from(cards.DECK_SIZES), server_seeds, st.lists(seeds, min_size=2, max_size=4))
def test_an_honest_deal_is_fair(size: int, server: bytes, seats: list[bytes]) -> None:
    verdict = verify(
        players=len(seats),
        deck=shuffle(size, server, seats),
        commitment=commitment(server),
        server_seed=server,
        seat_seeds=seats,
    )
    assert verdict.is_fair
    assert verdict.message == (
        "The deal is fair: the server's seed is the one it had committed to, "
        "and the deck follows from all seeds."
    )


def test_a_bots_seed_follows_from_the_servers_and_its_seat() -> None:
    seats = (SEATS[0], bot_seed(SERVER, 1))
    assert checked(seat_seeds=seats, deck=shuffle(36, SERVER, seats), bots={1}).is_fair
    assert seats[1].hex() == "7df748357a36dd0838d47a257a9def2b9e6b2c63186834ef2df0f02b8f301fa7"
    assert len({bot_seed(SERVER, 1), bot_seed(SERVER, 2), bot_seed(counting(1), 1)}) == 3


def test_a_commitment_in_capitals_is_the_same_number() -> None:
    assert checked(commitment=commitment(SERVER).upper()).is_fair


def exchanged(deck: tuple[int, ...]) -> tuple[int, ...]:
    return (deck[0], deck[2], deck[1], *deck[3:])


HIDDEN = (*DECK[:34], None, None)

FAILURES = [
    (
        {"commitment": None},
        Outcome.NO_COMMITMENT,
        "There is no commitment: nothing was promised before the deal, so nothing can be checked.",
    ),
    (
        {"commitment": "abc"},
        Outcome.BAD_COMMITMENT,
        "The commitment 'abc' is no SHA-256: it has to be 64 hex digits.",
    ),
    (
        {"server_seed": None, "seat_seeds": (SEATS[0], None)},
        Outcome.SEEDS_MISSING,
        "Seeds are missing: the server's, seat 1's. They are published when the deal is over.",
    ),
    (
        {"seat_seeds": SEATS[:1]},
        Outcome.SEEDS_MISSING,
        "Seeds are missing: seat 1's. They are published when the deal is over.",
    ),
    (
        {"seat_seeds": (*SEATS, b"x")},
        Outcome.BAD_SEED,
        "There are 3 seat seeds at a table of 2 seats.",
    ),
    (
        {"server_seed": b"short"},
        Outcome.BAD_SEED,
        "The server's seed has 5 bytes: it has to have 32.",
    ),
    ({"seat_seeds": (SEATS[0], b"")}, Outcome.BAD_SEED, "The seed of seat 1 is empty."),
    (
        {"server_seed": counting(1)},
        Outcome.SEED_NOT_COMMITTED,
        (
            "The commitment does not match the server's seed: "
            f"{commitment(SERVER)} was published, the seed gives {commitment(counting(1))}."
        ),
    ),
    (
        {"bots": {1}},
        Outcome.BOT_SEED_CHOSEN,
        (
            "The seed of the bot at seat 1 does not follow from the server's seed: "
            "the server could have chosen it to suit the deck."
        ),
    ),
    (
        {"deck": DECK[:35]},
        Outcome.DECK_INCOMPLETE,
        "The deck has 35 cards: it has to have 24, 32, 36 or 52.",
    ),
    (
        {"deck": exchanged(DECK)},
        Outcome.DECK_DIFFERS,
        "The deck does not follow from the seeds: card 2 is Ts, the seeds give 7h.",
    ),
    (
        {"seat_seeds": SEATS[::-1]},
        Outcome.DECK_DIFFERS,
        (
            "The deck does not follow from the seeds: card 1 is 9s, the seeds give "
            f"{cards.name(shuffle(36, SERVER, SEATS[::-1])[0])}."
        ),
    ),
    (
        {"deck": HIDDEN},
        Outcome.DECK_INCOMPLETE,
        "2 of the 36 cards are hidden in this copy; the others follow from the seeds.",
    ),
]


@pytest.mark.parametrize(("changed", "outcome", "message"), FAILURES)
def test_a_check_that_fails_says_what_is_wrong(
    changed: dict[str, object], outcome: Outcome, message: str
) -> None:
    verdict = checked(**changed)
    assert (verdict.outcome, verdict.message) == (outcome, message)
    assert not verdict.is_fair


def test_every_outcome_is_tested() -> None:
    assert {outcome for _, outcome, _ in FAILURES} | {Outcome.FAIR} == set(Outcome)
