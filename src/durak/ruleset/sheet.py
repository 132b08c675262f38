"""The rules sheet: a ruleset in plain words, clause by clause.

Here a ruleset's fields choose titles and whole sentences by key; the words live in one table a
language (``sheet_en``, ``sheet_ru``), so that a translation is another table. What a rule *does*
lives in the kernel.
A field that has no effect beside the others (R3.4) chooses nothing: rulesets that play alike read
alike, and rulesets that play differently read differently.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from durak.ruleset.choices import (
    DrawResult,
    FirstLimitUntil,
    Lead,
    ReturningLead,
    Teams,
    Throwers,
    TransferCards,
)
from durak.ruleset.sheet_en import ENGLISH
from durak.ruleset.sheet_ru import RUSSIAN

if TYPE_CHECKING:
    from durak.ruleset.model import Ruleset

_HAND: Final = 6  # R3.1; the model imports this module, a test holds the two numbers together


@dataclass(frozen=True, kw_only=True)
class Clause:
    """One paragraph of the sheet: the clause of the rules freeze, a short title, the sentences."""

    number: str
    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences as one paragraph."""
        return " ".join(self.sentences)


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A clause before it has words: keys into a language's table."""

    number: str
    title: str
    sentences: tuple[str, ...]


SHEETS: Final[Mapping[str, Mapping[str, str]]] = {"en": ENGLISH, "ru": RUSSIAN}
"""The table of titles and sentences of each language, by the language's code."""


def sheet(rules: Ruleset, words: Mapping[str, str]) -> tuple[Clause, ...]:
    """Exactly what ``rules`` plays, in the order in which one meets it at the table (R3).

    ``words`` is the table of titles and sentences of a language: one of ``SHEETS``.
    """
    numbers = {
        "players": rules.players,
        "talon": _talon(rules),
        "limit": rules.attack_limit,
        "first_limit": rules.first_limit,
        "takes": rules.stalemate_takes,
    }
    return tuple(
        Clause(
            number=each.number,
            title=words[each.title],
            sentences=tuple(words[key].format(**numbers) for key in each.sentences),
        )
        for each in outline(rules)
    )


def outline(rules: Ruleset) -> tuple[Paragraph, ...]:
    """Which paragraphs and sentences the sheet of ``rules`` has, as keys of a table of words."""
    return tuple(
        Paragraph(number=number, title=f"title_{title}", sentences=tuple(sentences))
        for part in (_before, _bout, _transfers, _after, _end)
        for number, title, sentences in part(rules)
        if sentences
    )


# ---- which fields have an effect beside the others (R3.4) ------------------------------------


def _talon(rules: Ruleset) -> int:
    return rules.deck - _HAND * rules.players


def _has_throw_in(rules: Ruleset) -> bool:
    return rules.attack_limit > 1


def _has_several_throwers(rules: Ruleset) -> bool:
    return rules.players > 2 and rules.throwers is not Throwers.PRINCIPAL


def _can_transfer(rules: Ruleset) -> bool:
    """A card laid beside the attack makes two; showing one leaves them as they are (R8.3, R8.6)."""
    return rules.transfer and (rules.attack_limit > 1 or rules.transfer_show)


def _can_transfer_first(rules: Ruleset) -> bool:
    return _can_transfer(rules) and (rules.first_limit > 1 or rules.transfer_show)


def _can_lead_return(rules: Ruleset) -> bool:
    """Whether a bout can end, while a talon is left, with the seat that led as its defender (R9.3).

    While a talon is left every seat is active, so that takes a transfer by every other seat. A rank
    has four cards: one leads, three are laid, or two are laid and the trump is shown.
    """
    attacks = rules.players - (1 if rules.transfer_show else 0)
    return (
        _can_transfer(rules)
        and _talon(rules) > 0
        and rules.players <= 4
        and attacks <= rules.attack_limit
    )


def _can_stalemate(rules: Ruleset) -> bool:
    """Whether so many takes in a row can happen before the deal is decided anyway (R9.8).

    Between two sides without transfers one side goes on attacking, and loses a card a take. It has
    taken cards itself before, then beaten off a bout (two cards gone) and got the attack; the other
    side holds a card, and it must hold one itself after the last take: four cards of the deck less.
    """
    is_endless = (rules.players > 2 and rules.teams is Teams.NONE) or _can_transfer(rules)
    return is_endless or rules.stalemate_takes <= rules.deck - 4


# ---- the sentences a ruleset chooses ---------------------------------------------------------

_Part = tuple[str, str, list[str]]


def _before(rules: Ruleset) -> Iterator[_Part]:
    """R2, R11.1, R4: what the table is, the deal, and who leads first."""
    is_team = rules.teams is Teams.TWO
    yield (
        "R2.2",
        "table",
        ["players_teams" if is_team else "players_alone", f"deck_{rules.deck}"],
    )
    yield "R2.4", "beats", ["beats", "beats_free"]
    if is_team:
        yield "R11.1", "teams", [f"teams_{rules.players}", "teams_peace"]
    if _talon(rules):
        yield "R4.1", "deal", ["deal_lot", "deal_talon", "deal_trump"]
    else:
        yield "R4.3", "deal", ["deal_lot", "deal_whole", "deal_dealer_trump"]
    if rules.first_lead is Lead.LOWEST_TRUMP:
        yield "R4.4", "first_lead", ["first_lowest", _shown(rules)]
    else:
        yield "R4.4", "first_lead", ["first_left"]


def _shown(rules: Ruleset) -> str:
    return "lowest_shown" if rules.show_lowest_trump else "lowest_not_shown"


def _bout(rules: Ruleset) -> Iterator[_Part]:
    """R5, R6, R7: attacking, covering, throwing in, taking."""
    is_team = rules.teams is Teams.TWO
    defend = "defend_next_team" if is_team else "defend_next"
    yield (
        "R5.1",
        "bout",
        [
            "lead_several" if rules.attack_limit > 1 else "lead_one",
            "defend_other" if rules.players == 2 else defend,
            "answer_transfer" if _can_transfer(rules) else "answer",
        ],
    )
    if rules.attack_limit > 1:
        yield "R5.3", "limit", ["limit_several", "limit_counts"]
    else:
        yield "R5.3", "limit", ["limit_one"]
    yield "R5.4", "first_limit", _first_limit(rules)
    if not _has_throw_in(rules):
        yield "R6.1", "throw_in", ["no_throw_in"]
    else:
        yield "R6.1", "throw_in", ["throw_in", "throw_in_end"]
        yield "R6.2", "throwers", _throwers(rules)
    yield "R7.1", "taking", _taking(rules)


def _first_limit(rules: Ruleset) -> list[str]:
    if rules.first_limit == rules.attack_limit:
        return []
    until = "bout" if rules.first_limit_until is FirstLimitUntil.FIRST_BOUT else "discard"
    count = "one" if rules.first_limit == 1 else "several"
    result = [f"first_{until}_{count}"]
    if rules.first_limit == 5 and _can_transfer(rules):  # R3.3
        result.append("first_limit_advice")
    return result


def _throwers(rules: Ruleset) -> list[str]:
    if not _has_several_throwers(rules):
        return ["throwers_principal", "throwers_asked"]
    if rules.players == 3:  # the defender's other neighbour is all there is
        who = "throwers_both"
    else:
        who = "throwers_all" if rules.throwers is Throwers.ALL else "throwers_neighbours"
        if rules.teams is Teams.TWO:
            who += "_teams"
    result = [who, "throwers_asked"]
    if rules.attack_limit > 2:  # a third attack is the first that could come from who said done
        result.append("done_final" if rules.done_is_final else "done_open")
    return result


def _taking(rules: Ruleset) -> list[str]:
    if not _has_throw_in(rules):
        add = []
    elif not rules.throw_after_take:
        add = ["take_add_none"]
    else:
        add = ["take_add_several" if _has_several_throwers(rules) else "take_add_one"]
    return ["take", *add, "take_all"]


def _transfers(rules: Ruleset) -> Iterator[_Part]:
    """R8, when a transfer can happen at all."""
    if not _can_transfer(rules):
        yield "R8", "transfer", ["no_transfer"]
        return
    if rules.players == 2:
        to = "back"
    else:
        to = "team" if rules.teams is Teams.TWO else "next"
    first = []
    if _can_transfer_first(rules):
        first = ["transfer_first_yes" if rules.transfer_first_bout else "transfer_first_no"]
    if rules.attack_limit == 1:
        yield "R8.6", "transfer", [f"transfer_show_only_{to}", "transfer_show_once", *first]
        yield "R8.3", "transfer_limit", ["transfer_again", "transfer_limit_one"]
        return
    is_several = rules.transfer_cards is TransferCards.SEVERAL and rules.attack_limit > 2
    count = "several" if is_several else "one"
    yield "R8.1", "transfer", [f"transfer_{count}_{to}", *first]
    if rules.transfer_show:
        yield "R8.6", "transfer_show", ["transfer_show", "transfer_show_once"]
    is_first_lower = rules.first_limit < rules.attack_limit
    limit = "transfer_limit_first" if is_first_lower else "transfer_limit"
    yield "R8.3", "transfer_limit", ["transfer_again", limit]


def _after(rules: Ruleset) -> Iterator[_Part]:
    """R9: refill, the next bout, the swap, going out."""
    refill = ["discard"]
    if _talon(rules):
        refill.append("refill")
    if _can_lead_return(rules):
        is_first = rules.refill_returning_lead is ReturningLead.FIRST
        refill.append("returning_first" if is_first else "returning_last")
    yield "R9.2" if _talon(rules) else "R9.1", "refill", refill
    if rules.trump_swap and _talon(rules):
        yield "R9.6", "swap", [f"swap_{rules.deck}", "swap_when", "swap_taken"]
    yield "R9.4", "out", ["out_talon" if _talon(rules) else "out_whole"]
    if rules.teams is Teams.TWO:
        yield "R11.3", "next_bout", ["next_teams", "next_teams_order"]
    else:
        yield "R9.5", "next_bout", ["next_two" if rules.players == 2 else "next_alone"]


def _end(rules: Ruleset) -> Iterator[_Part]:
    """R10, R11.4, R9.8, R12: the result, the next deal, the match, what is public."""
    teams = "_teams" if rules.teams is Teams.TWO else ""
    defender = "_defender" if rules.draw_result is DrawResult.LAST_DEFENDER_LOSES else ""
    yield "R11.4" if teams else "R10.1", "result", [f"durak{teams}", f"draw{defender}{teams}"]
    if _can_stalemate(rules):
        yield (
            "R9.8",
            "stalemate",
            ["stalemate_talon" if _talon(rules) else "stalemate_whole"],
        )
    never = "_never" if defender and not _can_stalemate(rules) else ""
    yield "R10.2", "next_deal", [f"dealer{teams}{defender}{never}", *_later_lead(rules)]
    yield "R10.3", "match", ["match"]
    if _talon(rules):
        yield "R12.1", "public", ["public", "public_cards_talon"]
    else:
        yield "R12.1", "public", ["public_plain", "public_cards"]


def _later_lead(rules: Ruleset) -> list[str]:
    if rules.later_lead is Lead.LOWEST_TRUMP:
        if rules.first_lead is Lead.LOWEST_TRUMP:
            return ["later_lowest_again"]
        return ["later_lowest", _shown(rules)]
    # with two seats the dealer's left and right are one
    is_left = rules.later_lead is Lead.DEALER_LEFT or rules.players == 2
    return ["later_left" if is_left else "later_at_dealer"]
