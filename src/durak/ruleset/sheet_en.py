"""The rules sheet's titles and whole sentences in English; ``sheet.py`` chooses among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, str]] = {
    # titles
    "title_table": "Players and cards",
    "title_beats": "What beats what",
    "title_teams": "Teams",
    "title_deal": "The deal",
    "title_first_lead": "Who leads first",
    "title_bout": "A bout",
    "title_limit": "The limit",
    "title_first_limit": "The first limit",
    "title_throw_in": "Throwing in",
    "title_throwers": "Who may throw in",
    "title_taking": "Taking",
    "title_transfer": "Transfers",
    "title_transfer_limit": "After a transfer",
    "title_transfer_show": "Transfer by showing",
    "title_refill": "After the bout",
    "title_next_bout": "The next bout",
    "title_swap": "Swapping the trump card",
    "title_out": "Going out",
    "title_result": "The result",
    "title_stalemate": "Stalemate",
    "title_next_deal": "The next deal",
    "title_match": "The match",
    "title_public": "What all may know",
    # R2, R4: players and cards
    "players_alone": "{players} players, each alone.",
    "players_teams": "{players} players in two teams.",
    "deck_24": "24 cards, nine to ace; the nine is the lowest card.",
    "deck_32": "32 cards, seven to ace; the seven is the lowest card.",
    "deck_36": "36 cards, six to ace; the six is the lowest card.",
    "deck_52": "52 cards, two to ace; the two is the lowest card.",
    "beats": "A higher card of its suit beats a card; any trump beats one that is not a trump.",
    "beats_free": "Equal ranks never beat, and nobody has to follow suit.",
    # R11.1, R11.2
    "teams_4": "Partners sit across: seats 0 and 2 play against seats 1 and 3.",
    "teams_6": "Every second seat is a partner: seats 0, 2 and 4 play against seats 1, 3 and 5.",
    "teams_peace": "Nobody attacks, throws in at or defends for a partner.",
    # R4
    "deal_lot": "The first dealer is chosen by lot and deals one by one, from the dealer's left.",
    "deal_talon": "Six cards each; {talon} remain in the talon.",
    "deal_trump": "The next card is turned up: its suit is trumps, and it is last in the talon.",
    "deal_whole": "Six cards each use the whole deck; there is no talon.",
    "deal_dealer_trump": (
        "The dealer's last card is shown, its suit is trumps, and it goes into the dealer's hand."
    ),
    "first_lowest": (
        "In the first deal whoever holds the lowest trump leads, with any card; "
        "if no hand has a trump, the player at the dealer's left leads."
    ),
    "first_left": "In the first deal the player at the dealer's left leads.",
    "lowest_shown": "The trump that decides who leads is shown to all.",
    "lowest_not_shown": "The trump that decides who leads is not shown.",
    # R5
    "lead_one": "The player who leads, the principal, attacks with one card.",
    "lead_several": (
        "The player who leads, the principal, attacks with one card or several of one rank."
    ),
    "defend_other": "The other player defends.",
    "defend_next": "The next player clockwise still in the deal defends, alone.",
    "defend_next_team": "The next player of the other team still in the deal defends, alone.",
    "answer": (
        "The defender covers the attacks one by one, in any order, each with one card, or takes."
    ),
    "answer_transfer": (
        "The defender covers the attacks one by one, in any order, each with one card, or takes, "
        "or transfers."
    ),
    "limit_one": "A bout holds one attack.",
    "limit_several": (
        "A bout holds at most {limit} attacks, and never more than the cards in the defender's "
        "hand when the defence began."
    ),
    "limit_counts": "Covered attacks count, covers do not.",
    "first_bout_one": "The first bout of a deal holds one attack only.",
    "first_bout_several": "The first bout of a deal holds at most {first_limit} attacks.",
    "first_discard_one": (
        "Up to and including the first bout of a deal that is beaten off, a bout holds one attack "
        "only."
    ),
    "first_discard_several": (
        "Up to and including the first bout of a deal that is beaten off, a bout holds at most "
        "{first_limit} attacks."
    ),
    "first_limit_advice": "Hosts are advised not to combine this limit of five with transfers.",
    # R6
    "no_throw_in": "Nothing is thrown in: the bout is beaten off when its attack is covered.",
    "throw_in": (
        "When every attack is covered, cards of any rank on the table may be thrown in, one or "
        "several of one rank, up to the limit."
    ),
    "throw_in_end": ("When nobody adds any more or the limit is reached, the bout is beaten off."),
    "throwers_principal": "Only the principal may throw in.",
    "throwers_both": "Both attackers may throw in: the principal is asked first, then the other.",
    "throwers_neighbours": (
        "The principal is asked first, then the player still in the deal next at the defender's "
        "left; nobody else may throw in."
    ),
    "throwers_neighbours_teams": (
        "The principal is asked first, then the opponent still in the deal next at the defender's "
        "left; nobody else may throw in."
    ),
    "throwers_all": (
        "Everybody but the defender may throw in: the principal is asked first, then the others "
        "clockwise from the defender's left."
    ),
    "throwers_all_teams": (
        "Every opponent of the defender may throw in: the principal is asked first, then the "
        "others clockwise from the defender's left."
    ),
    "throwers_asked": "Whoever has cards is asked, even if none fits.",
    "done_final": (
        "Done is final: who says it is not asked again in this bout, unless the defender takes."
    ),
    "done_open": "Who says done is asked again once another card has been laid.",
    # R7
    "take": (
        "While an attack is uncovered the defender may take, even if able to cover, and cannot go "
        "back to covering."
    ),
    "take_add_one": "The principal may then add any cards that fit, up to the limit.",
    "take_add_several": (
        "Each player who may throw in is then asked once, in the same order, and may add any cards "
        "that fit, up to the limit."
    ),
    "take_add_none": "Nothing is added after that.",
    "take_all": "All cards on the table go into the defender's hand.",
    # R8
    "no_transfer": "There are no transfers.",
    "transfer_one_back": (
        "While no attack is covered, the defender may lay one card of the attacks' rank beside "
        "them and pass the attack back to the principal."
    ),
    "transfer_several_back": (
        "While no attack is covered, the defender may lay one or several cards of the attacks' "
        "rank beside them and pass the attack back to the principal."
    ),
    "transfer_one_next": (
        "While no attack is covered, the defender may lay one card of the attacks' rank beside "
        "them and pass the attack on to the next player still in the deal."
    ),
    "transfer_several_next": (
        "While no attack is covered, the defender may lay one or several cards of the attacks' "
        "rank beside them and pass the attack on to the next player still in the deal."
    ),
    "transfer_one_team": (
        "While no attack is covered, the defender may lay one card of the attacks' rank beside "
        "them and pass the attack on to the next player of the principal's team."
    ),
    "transfer_several_team": (
        "While no attack is covered, the defender may lay one or several cards of the attacks' "
        "rank beside them and pass the attack on to the next player of the principal's team."
    ),
    "transfer_show_only_back": (
        "A defender may show the trump of the attack's rank, keep it, and pass the attack back to "
        "the principal."
    ),
    "transfer_show_only_next": (
        "A defender may show the trump of the attack's rank, keep it, and pass the attack on to "
        "the next player still in the deal."
    ),
    "transfer_show_only_team": (
        "A defender may show the trump of the attack's rank, keep it, and pass the attack on to "
        "the next player of the principal's team."
    ),
    "transfer_again": (
        "The former defender becomes the principal; the new defender may transfer again, cover or "
        "take."
    ),
    "transfer_limit": (
        "The attacks may then be no more than {limit} and no more than the new defender's cards; "
        "the smaller number is now the bout's limit."
    ),
    "transfer_limit_first": (
        "The attacks may then be no more than {limit} (the first limit, while it holds) and no "
        "more than the new defender's cards; the smaller number is now the bout's limit."
    ),
    "transfer_limit_one": "It cannot go to a player without cards.",
    "transfer_first_yes": "The first bout of a deal may be transferred too.",
    "transfer_first_no": "In the first bout of a deal there is no transfer.",
    "transfer_show": (
        "Instead of laying a card, the defender may show the trump of the attacks' rank, keep it, "
        "and transfer."
    ),
    "transfer_show_once": "Each trump may be shown once a deal and played later like any other.",
    # R9
    "discard": "Cards beaten off go face down to the discard and never return.",
    "refill": (
        "Then hands are filled up to six from the talon: who led the bout first, the others "
        "clockwise, the defender last; the trump card is drawn last of all."
    ),
    "returning_first": "Who led and, after transfers, ends as the defender draws first.",
    "returning_last": "Who led and, after transfers, ends as the defender draws last.",
    "next_two": (
        "After a bout beaten off the defender leads; after a take the other player leads."
    ),
    "next_alone": (
        "After a bout beaten off the defender leads; after a take the next player clockwise does; "
        "who is out is passed over."
    ),
    "next_teams": (
        "After a bout beaten off the defender leads; after a take the next player of the "
        "principal's team does."
    ),
    "next_teams_order": (
        "Within a team the players lead and defend in seat order, passing over who is out."
    ),
    "swap_24": (
        "Who was dealt the nine of trumps or drew it from the talon may swap it for the trump card."
    ),
    "swap_32": (
        "Who was dealt the seven of trumps or drew it from the talon may swap it for the trump "
        "card."
    ),
    "swap_36": (
        "Who was dealt the six of trumps or drew it from the talon may swap it for the trump card."
    ),
    "swap_52": (
        "Who was dealt the two of trumps or drew it from the talon may swap it for the trump card."
    ),
    "swap_when": (
        "This is allowed whenever that player is to act, while a talon is left, and replaces no "
        "other action."
    ),
    "swap_taken": "All see both cards; who got the card only by taking may not swap.",
    "out_talon": "Once the talon is empty, who is left without cards when a bout is over is out.",
    "out_whole": "Who is left without cards when a bout is over is out.",
    # R10, R11.4, R9.8
    "durak": "The last player with cards is the durak and loses.",
    "durak_teams": "The team that has cards left when the other has none loses.",
    "draw": "If the last players go out in the same bout, the deal is a draw.",
    "draw_defender": "If the last players go out in the same bout, its defender is the durak.",
    "draw_teams": "If both teams go out in the same bout, the deal is a draw.",
    "draw_defender_teams": "If both teams go out in the same bout, its defender's team loses.",
    "stalemate_talon": (
        "{takes} takes in a row with the talon empty, no bout beaten off between, make the deal a "
        "draw."
    ),
    "stalemate_whole": "{takes} takes in a row, no bout beaten off between, make the deal a draw.",
    "dealer": "The durak deals next; after a draw the same dealer deals again.",
    "dealer_teams": (
        "Of the losing team's players with cards, the first from the dealer's left deals next; "
        "after a draw the same dealer deals again."
    ),
    "dealer_teams_defender": (
        "Of the losing team's players with cards, the first from the dealer's left deals next; "
        "if none has cards, the last defender does; after a stalemate the same dealer deals again."
    ),
    "dealer_defender": ("The durak deals next; after a stalemate the same dealer deals again."),
    "dealer_defender_never": "The durak deals next.",
    "dealer_teams_defender_never": (
        "Of the losing team's players with cards, the first from the dealer's left deals next; "
        "if none has cards, the last defender does."
    ),
    "later_left": "In later deals the player at the dealer's left leads.",
    "later_at_dealer": "In later deals the player at the dealer's right leads, at the dealer.",
    "later_lowest_again": "In later deals the lowest trump decides again who leads.",
    "later_lowest": (
        "In later deals whoever holds the lowest trump leads, with any card; "
        "if no hand has a trump, the player at the dealer's left leads."
    ),
    "match": (
        "Losses are counted and draws apart; fewest losses after the agreed number of deals wins."
    ),
    # R12
    "public": (
        "Everybody sees the table, all actions, the number of cards in each hand, the talon and "
        "the discard, the trump card, and who said done."
    ),
    "public_plain": (
        "Everybody sees the table, all actions, the number of cards in each hand and the discard, "
        "the trump card, and who said done."
    ),
    "public_cards": (
        "Cards taken from the table or shown are known until they are played; all other hands are "
        "secret."
    ),
    "public_cards_talon": (
        "Cards taken from the table, shown, or drawn as the trump card are known until they are "
        "played; all other hands are secret."
    ),
}
