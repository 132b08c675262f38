"""One deal of Durak by the rules freeze, clause by clause, as literally as it can be written.

Cards are texts, hands are lists, the table is a list of [attack, cover or None]. The ruleset is in
`ruleset`, texts are read in `notation`, a position's members in `position`; how a bout ends, who
is out and what the result is (R9, R10, R11.3, R11.4) is in `settling`.
"""

from collections.abc import Mapping
from itertools import combinations

from tests.reference.notation import RANKS, SUITS, Act, by_suit, deck_of, read_do
from tests.reference.position import PositionRefusedError, fill_from_position, position_of
from tests.reference.ruleset import RefRules
from tests.reference.settling import settle

__all__ = ["ActionRefusedError", "PositionRefusedError", "RefDeal"]


class ActionRefusedError(ValueError):
    """An action that is not legal; `code` is R13's."""

    def __init__(self, do: str, code: str) -> None:
        super().__init__(f"{do}: {code}")
        self.code = code


class RefDeal:
    """A deal that says who acts and what is legal, and applies one action at a time."""

    def __init__(self, rules: RefRules) -> None:
        self.rules = rules
        self.dealer = 0
        self.trump = "c"
        self.hands: list[list[str]] = [[] for _ in range(rules.players)]
        self.talon: list[str] = []  # top first, the trump card last
        self.discard: list[str] = []
        self.table: list[list[str | None]] = []
        self.known: list[set[str]] = [set() for _ in range(rules.players)]  # R12.2
        self.shown: set[str] = set()  # R8.6
        self.low_trump_first: int | None = (
            None  # R9.6 the seat dealt the lowest trump or drawing it
        )
        self.out: set[int] = set()
        self.places: list[list[int]] = []  # R10.3 seats out in one bout share a place
        self.bout = 1
        self.beaten_off = False
        self.takes_in_row = 0
        self.principal = 0
        self.defender = 1
        self.led = 0
        self.limit = 0
        self.marked: set[int] = set()  # R6.4 who said done
        self.taking = False
        self.result: str | None = None
        self.dealer_next: int | None = None

    # ---------------------------------------------------------------- R4 the deal

    @classmethod
    def from_deck(cls, rules: RefRules, deck: list[str], dealer: int, later: bool) -> "RefDeal":
        """A deal of these cards in dealing order; `later`: not the first of a match (R10.2)."""
        if sorted(deck) != sorted(deck_of(rules.deck)):
            raise ValueError(f"not the {rules.deck} cards of the deck, each once")
        if dealer not in range(rules.players):
            raise ValueError(f"no seat {dealer}")
        deal = cls(rules)
        deal.dealer = dealer
        n = rules.players
        dealt = 6 * n
        for number, card in enumerate(deck[:dealt]):  # R4.1
            deal.hands[(dealer + 1 + number) % n].append(card)
        if dealt < len(deck):  # R4.2
            trump_card = deck[dealt]
            deal.talon = [*deck[dealt + 1 :], trump_card]
        else:  # R4.3
            trump_card = deck[-1]
            deal.known[dealer].add(trump_card)
        deal.trump = trump_card[1]
        for seat in range(n):  # R9.6 dealt
            if deal.lowest_trump_of_deck() in deal.hands[seat]:
                deal.low_trump_first = seat
        lead = rules.later_lead if later else rules.first_lead
        deal.begin_bout(*deal.first_principal_and_defender(lead))
        return deal

    @classmethod
    def from_position(cls, rules: RefRules, position: Mapping[str, object]) -> "RefDeal":
        """A deal that stands at a position, its members as in a conformance case."""
        deal = cls(rules)
        fill_from_position(deal, position)
        return deal

    def position(self) -> dict[str, object]:
        """This state as a position with every member written out."""
        return position_of(self)

    def first_principal_and_defender(self, lead: str) -> tuple[int, int]:
        """R4.4, R4.5, R10.2"""
        n = self.rules.players
        left = (self.dealer + 1) % n
        if lead == "at_loser":  # R10.2 the seat on the dealer's right leads, at the dealer
            return (self.dealer - 1) % n, self.dealer
        if lead == "dealer_left":
            return left, (left + 1) % n
        trumps = [card for hand in self.hands for card in hand if card[1] == self.trump]
        if not trumps:
            return left, (left + 1) % n
        lowest = min(trumps, key=lambda card: RANKS.index(card[0]))
        seat = next(s for s in range(n) if lowest in self.hands[s])
        if self.rules.show_lowest_trump == "yes":  # R4.5
            self.known[seat].add(lowest)
        return seat, (seat + 1) % n

    def lowest_trump_of_deck(self) -> str:
        """R9.6: 6, 9, 7 or 2 by deck"""
        return deck_of(self.rules.deck)[0][0] + self.trump

    # ---------------------------------------------------------------- seats

    def is_active(self, seat: int) -> bool:
        """R1 still in the deal"""
        return seat not in self.out

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, the one on this seat's left first, this seat last."""
        n = self.rules.players
        return [(seat + step) % n for step in range(1, n + 1)]

    def are_opponents(self, one: int, other: int) -> bool:
        """R11.1"""
        if one == other:
            return False
        return self.rules.teams == "none" or one % 2 != other % 2

    def next_active(self, after: int) -> int:
        return next(seat for seat in self.clockwise_from(after) if self.is_active(seat))

    def next_active_of_team(self, team: int, after: int) -> int:
        """R11.3: it can be `after` again"""
        return next(
            seat for seat in self.clockwise_from(after) if seat % 2 == team and self.is_active(seat)
        )

    def transfer_receiver(self) -> int:
        """R8.1, with teams R11.3: who would have to answer after a transfer"""
        if self.rules.teams == "two":
            return self.next_active_of_team(self.principal % 2, self.principal)
        return self.next_active(self.defender)

    def throwers(self) -> list[int]:
        """R6.2, R11.2: who may throw in, cards or not, in the order of asking"""
        others = [
            seat
            for seat in self.clockwise_from(self.defender)
            if self.is_active(seat) and self.are_opponents(seat, self.defender)
        ]
        if self.rules.throwers == "principal":
            may = []
        elif self.rules.throwers == "neighbours":
            may = others[:1]
        else:
            may = others
        return [self.principal] + [seat for seat in may if seat != self.principal]

    # ---------------------------------------------------------------- the state of the bout

    @property
    def phase(self) -> str:
        """lead, answer, throw, take or over"""
        if self.result is not None:
            return "over"
        if self.taking:
            return "take"
        if not self.table:
            return "lead"
        if any(cover is None for _, cover in self.table):
            return "answer"
        return "throw"

    def asked(self) -> int | None:
        """R6.3, R6.4, R7.3: the attacker who is asked now, None when nobody is"""
        if len(self.table) >= self.limit:
            return None
        for seat in self.throwers():
            if self.hands[seat] and seat not in self.marked:
                return seat
        return None

    @property
    def to_act(self) -> int | None:
        if self.phase == "over":
            return None
        if self.phase == "lead":  # R5.1
            return self.principal
        if self.phase == "answer":  # R5.5
            return self.defender
        return self.asked()

    def attack_number(self) -> int:
        """R5.4: attack_limit, or first_limit while that stands in for it"""
        rules = self.rules
        if rules.first_limit_until == "first_bout":
            return rules.first_limit if self.bout == 1 else rules.attack_limit
        return rules.attack_limit if self.beaten_off else rules.first_limit

    def beats(self, cover: str, attack: str) -> bool:
        """R2.4"""
        if cover[1] == attack[1]:
            return RANKS.index(cover[0]) > RANKS.index(attack[0])
        return cover[1] == self.trump

    def ranks_shown(self) -> set[str]:
        """R6.1: the ranks of attacks and covers"""
        return {card[0] for card in self.table_cards()}

    def table_cards(self) -> list[str]:
        return [card for pair in self.table for card in pair if card is not None]

    @property
    def trump_card(self) -> str | None:
        return self.talon[-1] if self.talon else None

    # ---------------------------------------------------------------- R13 refusals

    def refusal(self, do: str) -> str | None:
        """R13's code for `SEAT:TOKEN`, None when it is legal."""
        read = read_do(do, self.rules.players)
        if read is None:  # R13.1
            return "bad_notation"
        if self.phase == "over":
            return "deal_over"
        seat, act = read
        if seat == self.defender and self.taking:  # R13.2
            return "taking"
        if seat != self.defender and seat not in self.throwers():
            return "may_not_throw_in"
        if seat == self.defender and act.kind == "lay":
            return "may_not_throw_in"
        if seat != self.to_act:  # R13.3
            return "not_your_turn"
        code = self.refused_by_phase(seat, act)  # R13.4
        if code is not None:
            return code
        if any(card not in self.hands[seat] for card in act.cards):  # R13.5
            return "card_not_held"
        if act.kind == "lay":  # R13.6
            return self.lay_refused(act)
        if act.kind == "cover":
            assert act.target is not None
            return None if self.beats(act.cards[0], act.target) else "does_not_beat"
        if act.kind in ("transfer", "show"):
            return self.transfer_refused(act)
        return None

    def refused_by_phase(self, seat: int, act: Act) -> str | None:
        """R13.4: the table there, row by row"""
        kind = act.kind
        is_transfer = kind in ("transfer", "show")
        if kind == "swap":
            return None if self.may_swap(seat) else "swap_not_allowed"
        if is_transfer and self.rules.transfer == "off":  # first in every row
            return "transfer_off"
        if self.phase == "lead":
            if is_transfer:
                return "must_lead"
            return {
                "cover": "nothing_to_cover",
                "take": "nothing_to_take",
                "done": "must_lead",  # R5.2
            }.get(kind)
        if self.phase == "answer":
            if is_transfer:
                if any(cover is not None for _, cover in self.table):  # R8.7
                    return "transfer_after_cover"
                if self.rules.transfer_first_bout == "no" and self.bout == 1:  # R8.4
                    return "transfer_first_bout"
                if kind == "show" and self.rules.transfer_show == "no":  # R8.6
                    return "show_off"
                return None
            if kind == "cover":
                covers = [cover for attack, cover in self.table if attack == act.target]
                if not covers:
                    return "no_such_attack"
                if covers[0] is not None:
                    return "already_covered"
                return None
            return "must_answer" if kind == "done" else None
        if self.phase == "throw":
            if is_transfer:
                return "transfer_after_cover"
            return {"cover": "nothing_to_cover", "take": "nothing_to_take"}.get(kind)
        # after a take
        return "taking" if is_transfer or kind in ("cover", "take") else None

    def may_swap(self, seat: int) -> bool:
        """R9.6, for the seat to act"""
        return (
            self.rules.trump_swap == "on"
            and bool(self.talon)
            and self.low_trump_first == seat
            and self.lowest_trump_of_deck() in self.hands[seat]
        )

    def lay_refused(self, act: Act) -> str | None:
        """R5.2, R6.1"""
        ranks = {card[0] for card in act.cards}
        if len(ranks) > 1:
            return "mixed_ranks"
        if self.table and not ranks <= self.ranks_shown():
            return "rank_not_on_table"
        if len(self.table) + len(act.cards) > self.limit:
            return "over_limit"
        return None

    def transfer_refused(self, act: Act) -> str | None:
        """R8.1, R8.2, R8.3, R8.6"""
        ranks = {card[0] for card in act.cards}
        if len(ranks) > 1:
            return "mixed_ranks"
        if ranks != self.ranks_shown():
            return "transfer_rank"
        if act.kind == "show":
            card = act.cards[0]
            if card[1] != self.trump or card in self.shown:
                return "show_not_allowed"
            attacks_then = len(self.table)  # R8.6 the number of attacks does not grow
        else:
            if self.rules.transfer_cards == "one" and len(act.cards) > 1:  # R8.2
                return "transfer_limit"
            attacks_then = len(self.table) + len(act.cards)
        receiver_holds = len(self.hands[self.transfer_receiver()])
        if attacks_then > self.attack_number() or attacks_then > receiver_holds:  # R8.3
            return "transfer_limit"
        return None

    def legal(self) -> list[str]:
        """Every legal token of the seat to act, sorted; [] when the deal is over.

        The literal way: every action that can be written with the cards of its hand, less those
        that are refused.
        """
        seat = self.to_act
        if seat is None:
            return []
        hand = self.hands[seat]
        acts = [Act(kind=kind) for kind in ("take", "done", "swap")]
        for rank in RANKS:
            held = [rank + suit for suit in SUITS if rank + suit in hand]
            for size in range(1, len(held) + 1):
                for cards in combinations(held, size):
                    acts += [Act(kind="lay", cards=cards), Act(kind="transfer", cards=cards)]
        for card in hand:
            acts.append(Act(kind="show", cards=(card,)))
            acts += [Act(kind="cover", cards=(card,), target=attack) for attack, _ in self.table]
        tokens = {act.token for act in acts}
        return sorted(token for token in tokens if self.refusal(f"{seat}:{token}") is None)

    # ---------------------------------------------------------------- actions

    def apply(self, do: str) -> None:
        """Do one legal action; a refused one raises and changes nothing (R13)."""
        code = self.refusal(do)
        if code is not None:
            raise ActionRefusedError(do, code)
        read = read_do(do, self.rules.players)
        assert read is not None
        seat, act = read
        if act.kind == "lay":
            self.lay(seat, act.cards)
        elif act.kind == "cover":
            self.leave_hand(seat, act.cards)
            for pair in self.table:
                if pair[0] == act.target:
                    pair[1] = act.cards[0]
            self.wipe_marks_for_a_card()
        elif act.kind == "transfer":
            receiver = self.transfer_receiver()
            self.lay(seat, act.cards)
            self.pass_on(receiver)
        elif act.kind == "show":  # R8.6 nothing is laid, no mark is wiped
            self.shown.add(act.cards[0])
            self.known[seat].add(act.cards[0])
            self.pass_on(self.transfer_receiver())
        elif act.kind == "take":
            self.taking = True  # R7.2
            self.marked.clear()  # R6.5
            if not self.talon:  # R9.8
                self.takes_in_row += 1
        elif act.kind == "done":
            self.marked.add(seat)  # R6.4
        else:
            self.swap(seat)
        self.settle_if_nobody_is_left_to_act()

    def leave_hand(self, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.known[seat].discard(card)  # R12.2 until they leave it

    def lay(self, seat: int, cards: tuple[str, ...]) -> None:
        """Attack cards on the table, in the order clubs, diamonds, hearts, spades."""
        self.leave_hand(seat, cards)
        for card in by_suit(cards):
            self.table.append([card, None])
        if not self.taking:  # R6.5 additions after a take wipe none
            self.wipe_marks_for_a_card()

    def wipe_marks_for_a_card(self) -> None:
        """R6.5"""
        if self.rules.done_is_final == "no":
            self.marked.clear()

    def pass_on(self, receiver: int) -> None:
        """R8.3, R8.4"""
        self.principal = self.defender
        self.defender = receiver
        self.limit = min(self.attack_number(), len(self.hands[receiver]))

    def swap(self, seat: int) -> None:
        """R9.6"""
        low = self.lowest_trump_of_deck()
        trump_card = self.talon[-1]
        self.leave_hand(seat, (low,))
        self.talon[-1] = low
        self.hands[seat].append(trump_card)
        self.known[seat].add(trump_card)

    # ---------------------------------------------------------------- R9 after the bout

    def settle_if_nobody_is_left_to_act(self) -> None:
        """R6.4 beaten off; R7.3 the take"""
        if self.phase == "throw" and self.asked() is None:
            settle(self, taken=False)
        elif self.phase == "take" and (self.rules.throw_after_take == "no" or self.asked() is None):
            settle(self, taken=True)

    def begin_bout(self, principal: int, defender: int) -> None:
        """R5.1, R5.3"""
        self.principal = principal
        self.defender = defender
        self.led = principal
        self.limit = min(self.attack_number(), len(self.hands[defender]))

    # ---------------------------------------------------------------- R12 what is known

    def view_identifies(self, seat: int | None) -> set[str]:
        """The cards that this seat, or a spectator, can place by R12.2 and R12.3."""
        cards = set(self.table_cards()) | set(self.discard)
        cards |= set().union(*self.known)
        if self.trump_card is not None:
            cards.add(self.trump_card)
        if seat is not None:
            cards |= set(self.hands[seat])
        hidden_places = [hand for hand in [*self.hands, self.talon] if set(hand) - cards]
        if len(hidden_places) == 1:  # R12.3 by elimination
            cards |= set(hidden_places[0])
        return cards

    def readout(self) -> dict[str, object]:
        """Every check of a conformance case that can be read off the state, by its name."""
        seats = range(self.rules.players)
        is_over = self.result is not None
        return {
            "to_act": self.to_act,
            "principal": None if is_over else self.principal,
            "defender": None if is_over else self.defender,
            "limit": None if is_over else self.limit,
            "legal": self.legal(),
            "hands": {str(s): sorted(self.hands[s]) for s in seats},
            "known": {str(s): sorted(self.known[s]) for s in seats},
            "counts": [len(hand) for hand in self.hands],
            "talon": list(self.talon),
            "talon_count": len(self.talon),
            "trump_card": self.trump_card,
            "table": [list(pair) for pair in self.table],
            "taking": self.taking,
            "out": sorted(self.out),
            "result": self.result,
            "dealer_next": self.dealer_next,
            "discard_count": len(self.discard),
            "code": self.rules.code,
        }
