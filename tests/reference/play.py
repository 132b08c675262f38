"""Random rulesets, random play to the end and random action texts, for the differential tests.

`python -m tests.reference play N` plays N deals and says how they ended.
"""

import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field

from tests.reference.notation import deck_of
from tests.reference.rules import RefDeal
from tests.reference.ruleset import CHOICES, RefRules, RulesRefusedError

MOST_ACTIONS = 5000


@dataclass(kw_only=True)
class Played:
    """One deal as it was played: enough to play it again elsewhere, and where it stands."""

    rules: RefRules
    deck: list[str]
    dealer: int
    later: bool
    deal: RefDeal
    actions: list[str] = field(default_factory=list)  # "SEAT:TOKEN"

    @property
    def is_finished(self) -> bool:
        """Whether the deal ended before the bound on its length."""
        return self.deal.result is not None


def random_rules(rng: random.Random) -> RefRules:
    """A ruleset with every field drawn: a third of them at the default."""
    while True:
        fields = {
            name: rng.choice(choices)
            for name, choices in CHOICES.items()
            if name != "players" and rng.random() < 2 / 3
        }
        if rng.random() < 0.5 and "stalemate_takes" in fields:
            fields["stalemate_takes"] = rng.randint(6, 12)
        if rng.random() < 0.5:  # the rarer actions, more often
            fields |= {"transfer": "on", "transfer_show": "yes", "trump_swap": "on"}
        try:
            return RefRules.make(None, rng.randint(2, 6), **fields)
        except RulesRefusedError:
            continue


def check_cards(deal: RefDeal) -> None:
    """Every card of the deck is in exactly one place, and what is known is held."""
    places = [card for hand in deal.hands for card in hand]
    places += deal.talon + deal.discard + deal.table_cards()
    assert sorted(places) == sorted(deck_of(deal.rules.deck)), deal.position()
    for seat, cards in enumerate(deal.known):
        assert cards <= set(deal.hands[seat]), deal.position()
    for seat in deal.out:
        assert not deal.hands[seat], deal.position()
        assert not deal.talon, deal.position()
    assert len(deal.table) <= deal.limit or deal.result is not None, deal.position()
    assert (deal.result is None) == (deal.to_act is not None), deal.position()


def random_start(rng: random.Random, rules: RefRules | None = None) -> Played:
    """A shuffled deal of a random ruleset, or of the one given, before its first lead."""
    if rules is None:
        rules = random_rules(rng)
    deck = deck_of(rules.deck)
    rng.shuffle(deck)
    dealer, later = rng.randrange(rules.players), rng.random() < 0.5
    deal = RefDeal.from_deck(rules, deck, dealer, later)
    return Played(rules=rules, deck=deck, dealer=dealer, later=later, deal=deal)


def random_deal(
    rng: random.Random, rules: RefRules | None = None, most_actions: int = MOST_ACTIONS
) -> Played:
    """Random legal play to the end, or to the bound; the cards are checked after every action."""
    played = random_start(rng, rules)
    deal = played.deal
    check_cards(deal)
    how_shy_of_taking = rng.choice((0.0, 0.5, 0.9))
    while deal.to_act is not None and len(played.actions) < most_actions:
        tokens = deal.legal()
        assert tokens, deal.position()
        if len(tokens) > 1 and rng.random() < how_shy_of_taking:
            tokens = [token for token in tokens if token != "take"]
        rare = [token for token in tokens if token[0] == ">" or token == "swap"]
        if rare and rng.random() < 0.5:
            tokens = rare
        do = f"{deal.to_act}:{rng.choice(tokens)}"
        deal.apply(do)
        played.actions.append(do)
        check_cards(deal)
    return played


def random_text(deal: RefDeal, rng: random.Random) -> str:
    """An action text that is often refused: any seat, any kind, cards often but not always held."""
    seats = [rng.randrange(deal.rules.players)]
    if deal.to_act is not None:
        seats += [deal.to_act, deal.to_act, deal.defender]
    seat = rng.choice(seats)
    deck = deck_of(52)
    hand = deal.hands[seat] or deck
    near = [card for card in deck if card[0] in deal.ranks_shown()] or deck
    near_held = [card for card in hand if card in near] or hand
    attacks = [str(attack) for attack, _ in deal.table] or deck

    def card() -> str:
        return rng.choice(rng.choice((hand, hand, near_held, near_held, near, deck)))

    one, two = card(), card()
    same = [held for held in hand if held[0] == one[0]]
    several = "".join(rng.sample(same, rng.randint(0, len(same)))) or one
    token = rng.choice(
        (
            one,
            several,
            one + two,
            f"{rng.choice(attacks)}<{one}",
            f"{one}<{two}",
            f">{one}",
            f">{several}",
            f">{one}{two}",
            f">({one})",
            "take",
            "done",
            "swap",
            rng.choice(
                ("", ">", "<", "Take", f"{one}<", f"<{one}", f"{one} {two}", f">({one}{two})")
            ),
        )
    )
    actor = rng.choice((str(seat),) * 30 + ("", "9", "x"))
    return f"{actor}:{token}"


def main(deals: int) -> int:
    """Play deals from seeds 0, 1, ... and print how they ended."""
    ends: Counter[str] = Counter()
    longest = 0
    for seed in range(deals):
        played = random_deal(random.Random(seed))
        longest = max(longest, len(played.actions))
        ends[re.sub("[ 0-9]+$", "", played.deal.result or "bound")] += 1
    sys.stdout.write(f"{deals} deals, at most {longest} actions: {dict(ends)}\n")
    return 0
