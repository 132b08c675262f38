"""After a bout: R9, the result of R10 and R11.4, and who is next by R9.5 and R11.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.reference.rules import RefDeal


def settle(deal: RefDeal, *, taken: bool) -> None:
    """R9.7: the bout whole, then who is out, then the result, then the next bout"""
    if taken:  # R7.4
        deal.hands[deal.defender] += deal.table_cards()
        deal.known[deal.defender] |= set(deal.table_cards())
    else:  # R9.1
        deal.discard += deal.table_cards()
        deal.beaten_off = True
        deal.takes_in_row = 0  # R9.8
    deal.table = []
    deal.taking = False
    deal.marked.clear()
    refill(deal)
    send_out(deal)
    find_result(deal)
    if deal.result is None and taken and deal.takes_in_row >= deal.rules.stalemate_takes:
        deal.result = "draw stalemate"  # R9.8
        deal.dealer_next = deal.dealer  # R10.2
    if deal.result is None:
        deal.bout += 1
        deal.begin_bout(*next_principal_and_defender(deal, taken=taken))


def refill_order(deal: RefDeal) -> list[int]:
    """R9.2, R9.3"""
    n = deal.rules.players
    others = [seat for seat in deal.clockwise_from(deal.led) if seat != deal.led]
    if deal.led == deal.defender:
        if deal.rules.refill_returning_lead == "first":
            return [deal.led, *others]
        return [*others, deal.led]
    order = [deal.led] + [seat for seat in others if seat != deal.defender] + [deal.defender]
    assert sorted(order) == list(range(n))
    return order


def refill(deal: RefDeal) -> None:
    """R9.2"""
    for seat in refill_order(deal):
        while deal.is_active(seat) and len(deal.hands[seat]) < 6 and deal.talon:
            card = deal.talon.pop(0)
            deal.hands[seat].append(card)
            if not deal.talon:  # the trump card
                deal.known[seat].add(card)  # R12.2
            if card == deal.lowest_trump_of_deck():  # R9.6 drew it
                deal.low_trump_first = seat


def send_out(deal: RefDeal) -> None:
    """R9.4"""
    if deal.talon:
        return
    going = [s for s in range(deal.rules.players) if deal.is_active(s) and not deal.hands[s]]
    if going:
        deal.places.append(going)
    deal.out |= set(going)


def find_result(deal: RefDeal) -> None:
    """R10.1, R10.2, R11.4"""
    active = [seat for seat in range(deal.rules.players) if deal.is_active(seat)]
    if deal.rules.teams == "two":
        teams_left = {seat % 2 for seat in active}
        if len(teams_left) == 2:
            return
        if len(teams_left) == 1:
            team = teams_left.pop()
            deal.result = durak_team(deal, team)
            deal.dealer_next = next(
                seat for seat in deal.clockwise_from(deal.dealer) if seat in active
            )
            return
    elif len(active) > 1:
        return
    elif len(active) == 1:
        deal.result = f"durak {active[0]}"
        deal.dealer_next = active[0]
        return
    # nobody is left
    if deal.rules.draw_result == "draw":
        deal.result = "draw"
        deal.dealer_next = deal.dealer
    elif deal.rules.teams == "two":
        deal.result = durak_team(deal, deal.defender % 2)
        deal.dealer_next = deal.defender
    else:
        deal.result = f"durak {deal.defender}"
        deal.dealer_next = deal.defender


def durak_team(deal: RefDeal, team: int) -> str:
    seats = [seat for seat in range(deal.rules.players) if seat % 2 == team]
    return "durak " + " ".join(str(seat) for seat in seats)


def next_principal_and_defender(deal: RefDeal, *, taken: bool) -> tuple[int, int]:
    """R9.5, R11.3"""
    a, d = deal.principal, deal.defender
    if deal.rules.teams == "two":
        if taken:
            principal = deal.next_active_of_team(a % 2, a)
            return principal, deal.next_active_of_team(d % 2, d)
        principal = d if deal.is_active(d) else deal.next_active_of_team(d % 2, d)
        return principal, deal.next_active_of_team(a % 2, a)
    if taken:
        principal = deal.next_active(d)
    else:
        principal = d if deal.is_active(d) else deal.next_active(d)
    return principal, deal.next_active(principal)
