"""Action tokens: any text is an action or a sentence that says which forms there are."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak import actions
from durak.actions import Action, Kind, NotationError, parse, parse_with_seat
from tests.engine.tables import at

WORDS = "6c 6d 10♥ Th A♠ 2c 7s < > ( ) >( : 0 1 take done swap , x T c \x00 ٣"
PARTS = st.sampled_from([*WORDS.split(" "), " ", ""])
TEXTS = st.lists(PARTS, max_size=6).map("".join) | st.text(max_size=8)


@pytest.mark.parametrize(
    ("text", "kind", "token"),
    [
        ("6d", Kind.LAY, "6d"),
        ("6s6c", Kind.LAY, "6c6s"),
        ("10♦10♣", Kind.LAY, "TcTd"),
        ("6d<8d", Kind.COVER, "6d<8d"),
        ("10h<A♥", Kind.COVER, "Th<Ah"),
        (">6h", Kind.TRANSFER, ">6h"),
        (">6d6c", Kind.TRANSFER, ">6c6d"),
        (">(6♥)", Kind.SHOW, ">(6h)"),
        ("take", Kind.TAKE, "take"),
        ("done", Kind.DONE, "done"),
        ("swap", Kind.SWAP, "swap"),
    ],
)
def test_every_form_is_read_and_written(text: str, kind: Kind, token: str) -> None:
    action = parse(text)
    assert (action.kind, str(action)) == (kind, token)
    assert parse(token) == action
    assert parse_with_seat(f"3:{text}", 4) == (3, action)


def test_several_cards_lie_in_the_order_clubs_diamonds_hearts_spades() -> None:
    deal = at("podkidnoy", "6s 6h 6d 6c", "8c 8d 8s 9c")
    deal.do("0:6s6c6h6d")
    assert [attack for attack, _ in deal.table] == ["6c", "6d", "6h", "6s"]


@given(TEXTS, st.integers(2, 6))
def test_any_text_is_an_action_or_a_sentence(text: str, players: int) -> None:
    sentence = ""
    try:
        seat, action = parse_with_seat(text, players)
    except NotationError as error:
        sentence = str(error)
    else:
        assert seat in range(players)
        assert parse_with_seat(f"{seat}:{action}", players) == (seat, action)
        assert actions.from_int(actions.to_int(action)) == action
        return
    assert len(sentence) > 20
    assert text in sentence or repr(text)[1:-1] in sentence or ":" in text


@given(st.integers(0, 2**32))
def test_an_action_is_one_integer_of_63_bits(seed: int) -> None:
    rng = random.Random(seed)
    kind = rng.choice(list(Kind))
    laid = rng.sample(range(52), rng.randint(1, 4))
    action = Action(
        kind=kind,
        cards=sum(1 << card for card in laid) if kind < Kind.TAKE else 0,
        target=rng.randrange(52) if kind is Kind.COVER else None,
    )
    number = actions.to_int(action)
    assert 0 <= number < 2**63
    assert actions.from_int(number) == action
