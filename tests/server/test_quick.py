"""The quick bot: always legal, and as cheap as it says."""

import random

import msgspec
import pytest

from durak import cards
from durak.bots import Bot
from durak.deal import Deal
from durak.ruleset import Ruleset
from durak.view import Pair, View
from tests.quick import Quick

CODES = [
    "podkidnoy",
    "perevodnoy players=6",
    "classic-teams",
    "classic players=3",
    "players=3 transfer=on transfer_show=yes done_is_final=yes",
]


def dealt(code: str, seed: int) -> Deal:
    ruleset = Ruleset.from_code(code)
    deck = list(cards.members(cards.deck_mask(ruleset.deck)))
    random.Random(seed).shuffle(deck)
    return Deal.start(ruleset, deck, dealer=0)


def seen(legal: tuple[str, ...], table: tuple[Pair, ...] = (), trump: str = "h") -> View:
    view = dealt("podkidnoy", 1).view(0)
    return msgspec.structs.replace(view, legal=legal, table=table, trump=trump)


def chosen(view: View, seed: int = 1) -> str:
    bot: Bot = Quick(random.Random(seed))
    return str(bot.choose(view))


@pytest.mark.compiled
@pytest.mark.parametrize("code", CODES)
def test_it_plays_whole_deals_legally(code: str) -> None:
    for seed in range(20):
        deal, bot = dealt(code, seed), Quick(random.Random(seed))
        while (seat := deal.to_act) is not None:
            deal.apply(seat, bot.choose(deal.view(seat)))
        assert deal.result is not None


def test_the_same_seed_plays_the_same() -> None:
    tokens = []
    for _ in range(2):
        deal, bot = dealt("perevodnoy players=4", 7), Quick(random.Random(7))
        while (seat := deal.to_act) is not None:
            deal.apply(seat, bot.choose(deal.view(seat)))
        tokens.append([str(action) for _, action in deal.actions])
    assert tokens[0] == tokens[1]


def test_it_leads_its_lowest_rank_whole_but_keeps_trumps() -> None:
    assert chosen(seen(("6h", "7c", "9d"))) == "7c"
    rank = ("7c", "7d", "7c7d", "7h", "7c7h", "7d7h", "7c7d7h")
    assert chosen(seen((*rank, "9d"))) == "7c7d"
    assert chosen(seen(("6h", "8h"))) == "6h"


def test_it_covers_with_the_cheapest_and_the_hardest_attack_first() -> None:
    table = (Pair(attack="6c", cover=None), Pair(attack="Kd", cover=None))
    legal = ("6c<7c", "6c<9c", "6c<6h", "Kd<6h", "take")
    assert chosen(seen(legal, table)) == "Kd<6h"
    assert chosen(seen(("6c<6h", "6c<9c", "take"), table[:1])) == "6c<9c"


def test_it_takes_when_an_attack_cannot_be_covered() -> None:
    table = (Pair(attack="6c", cover=None), Pair(attack="Kd", cover=None))
    assert chosen(seen(("6c<7c", "take"), table)) == "take"


def test_it_transfers_with_a_card_that_is_no_trump() -> None:
    table = (Pair(attack="6c", cover=None),)
    assert chosen(seen(("6c<7c", ">6d", ">6h", "take"), table)) == ">6d"
    assert chosen(seen(("6c<7c", ">6h", ">(6h)", "take"), table)) == "6c<7c"


def test_it_throws_in_what_is_cheap_and_keeps_the_rest() -> None:
    table = (Pair(attack="6c", cover="Kc"),)
    assert chosen(seen(("6d", "Kd", "done"), table)) == "6d"
    assert chosen(seen(("6h", "Kd", "done", "swap"), table)) == "done"


def test_it_is_not_asked_out_of_turn() -> None:
    with pytest.raises(ValueError, match="not to act"):
        chosen(seen(()))
