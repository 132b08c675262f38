"""What a rule of thumb would say for an action: the reasons of bots that think no further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from durak import cards
from durak.actions import Action, Kind
from durak.bots import Reason
from durak.ruleset import Ruleset
from durak.view import View

__all__ = ["of", "of_value"]

_HIGH: Final = cards.RANKS.index("Q")


def of_value(value: float, best: float, *, is_exact: bool) -> Reason:
    """What speaks for an action, or against it, where only its value is known."""
    if not is_exact:
        return Reason(code="same" if value >= best else "less")
    if value == 0.5:
        return Reason(code="proven_draw")
    return Reason(code="proven_safe" if value > 0.5 else "proven_lost")


def of(view: View, action: Action, legal: Sequence[Action]) -> Reason:
    """The reason that fits an action taken at sight of ``view``; ``legal`` are all there were."""
    trump = cards.SUITS.index(view.trump)
    if action.kind is Kind.SWAP:
        return Reason(code="swap")
    if len(legal) == 1:
        return Reason(code="nothing_fits" if action.kind is Kind.DONE else "forced")
    match action.kind:
        case Kind.LAY:
            return _of_laying(view, action, trump)
        case Kind.DONE:
            return _of_done(legal, trump)
        case Kind.COVER:
            return _of_covering(view, action, legal, trump)
        case Kind.TAKE:
            return _of_taking(view, legal, trump)
        case Kind.TRANSFER:
            code = "pass_on_trump" if _has_trump(action.cards, trump) else "pass_on"
            return Reason(code=code, cards=cards.names(action.cards))
        case _:
            return Reason(code="pass_on_shown", cards=cards.names(action.cards))


def _of_laying(view: View, action: Action, trump: int) -> Reason:
    laid = cards.names(action.cards)
    is_trump = _has_trump(action.cards, trump)
    is_high = cards.rank_of(_lowest(action.cards)) >= _HIGH
    if view.talon_count == 0 and len(laid) == len(view.hand):
        return Reason(code="last_cards")
    if view.phase == "after_take":
        return Reason(code="give_trump" if is_trump else "give")
    if len(laid) == 1:
        beaten_by = _beaters(action.cards, trump)
        if not beaten_by & _elsewhere(view):
            return Reason(code="unbeatable", cards=laid)
        if not beaten_by & _may_hold(view, view.defender):
            return Reason(code="defender_cannot", cards=laid)
    if view.phase == "throw_in":
        code = "throw_trump" if is_trump else "throw_dear" if is_high else "throw_low"
    elif len(laid) > 1:
        code = "lead_pair" if len(laid) == 2 else "lead_several"
    else:
        code = "lead_trump" if is_trump else "lead_dear" if is_high else "lead_low"
    return Reason(code=code, cards=laid)


def _of_done(legal: Sequence[Action], trump: int) -> Reason:
    fitting = [each.cards for each in legal if each.kind is Kind.LAY]
    if not fitting:
        return Reason(code="nothing_fits")
    kept = cards.names(min(fitting, key=lambda mask: (_has_trump(mask, trump), mask)))
    is_trump = all(_has_trump(mask, trump) for mask in fitting)
    return Reason(code="keeps_trump" if is_trump else "keeps_dear", cards=kept[:1])


def _of_covering(view: View, action: Action, legal: Sequence[Action], trump: int) -> Reason:
    laid = cards.names(action.cards)
    for_this = [
        each.cards for each in legal if each.kind is Kind.COVER and each.target == action.target
    ]
    if _attack_open_to_all(view, legal):
        return Reason(code="cover_any")
    if len(for_this) == 1:
        return Reason(code="cover_only", cards=laid)
    if all(_cost(action.cards, trump) <= _cost(each, trump) for each in for_this):
        code = "cover_trump" if _has_trump(action.cards, trump) else "cover_cheapest"
        return Reason(code=code, cards=laid)
    ranks = {name[0] for pair in view.table for name in (pair.attack, pair.cover) if name}
    return Reason(code="cover_rank" if laid[0][0] in ranks else "cover_any", cards=laid)


def _of_taking(view: View, legal: Sequence[Action], trump: int) -> Reason:
    if _attack_open_to_all(view, legal):
        return Reason(code="take_must")
    cheapest: dict[int, int] = {}
    for each in legal:
        if each.kind is Kind.COVER:
            assert each.target is not None
            so_far = cheapest.get(each.target, each.cards)
            cheapest[each.target] = min(so_far, each.cards, key=lambda mask: _cost(mask, trump))
    dearest = max(cheapest.values(), key=lambda mask: _cost(mask, trump))
    return Reason(code="take_saves", cards=cards.names(dearest))


def _attack_open_to_all(view: View, legal: Sequence[Action]) -> bool:
    """Whether some attack on the table is one that no card in hand beats."""
    beaten = {each.target for each in legal if each.kind is Kind.COVER}
    return any(pair.cover is None and cards.card(pair.attack) not in beaten for pair in view.table)


def _beaters(mask: int, trump: int) -> int:
    """The cards that beat the one of ``mask``."""
    attack = _lowest(mask)
    return cards.mask(each for each in range(cards.CARDS) if cards.beats(each, attack, trump))


def _elsewhere(view: View) -> int:
    """The cards that other hands and the talon may hold."""
    seen = {*view.hand, *view.gone}
    seen.update(pair.attack for pair in view.table)
    seen.update(pair.cover for pair in view.table if pair.cover)
    deck = cards.deck_mask(Ruleset.from_code(view.rules).deck)
    return deck & ~cards.mask(cards.card(each) for each in seen)


def _may_hold(view: View, seat: int) -> int:
    """The cards that a seat's hand may hold, by what the view knows."""
    sure = cards.mask(cards.card(each) for each in (*view.known[seat], *view.follows[seat]))
    if sure.bit_count() == view.counts[seat]:
        return sure
    others: set[str] = set(view.talon_follows)
    if view.trump_card:
        others.add(view.trump_card)
    for each in range(len(view.counts)):
        if each != seat:
            others.update((*view.known[each], *view.follows[each]))
    return _elsewhere(view) & ~cards.mask(cards.card(each) for each in others)


def _cost(mask: int, trump: int) -> tuple[bool, int]:
    return _has_trump(mask, trump), cards.rank_of(_lowest(mask))


def _has_trump(mask: int, trump: int) -> bool:
    return any(cards.suit_of(each) == trump for each in cards.members(mask))


def _lowest(mask: int) -> int:
    return next(cards.members(mask))
