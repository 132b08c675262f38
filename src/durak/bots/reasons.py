"""Why an action: the catalogue of reasons, and how one is worded in a language.

A line is a clause to stand after an action, without a full stop. ``{card}`` is the reason's first
card, ``{cards}`` are all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from durak.bots import Reason
from durak.cards import SUIT_SYMBOLS, SUITS

__all__ = ["CATALOGUE", "LANGUAGES", "text"]

LANGUAGES: Final = ("en", "ru")

CATALOGUE: Final[dict[str, dict[str, str]]] = {
    # Whatever the bot.
    "forced": {"en": "nothing else is allowed", "ru": "иначе нельзя"},
    "swap": {
        "en": "swaps the low trump for a better one",
        "ru": "меняет младший козырь на козырь старше",
    },
    "any": {"en": "picked at random", "ru": "наугад"},
    "program": {"en": "the program's own choice", "ru": "так решила программа"},
    # Leading.
    "lead_low": {"en": "leads the cheapest card", "ru": "заходит с самой дешёвой карты"},
    "lead_pair": {"en": "leads a pair: {cards}", "ru": "заходит парой: {cards}"},
    "lead_several": {
        "en": "leads all of one rank: {cards}",
        "ru": "заходит сразу несколькими: {cards}",
    },
    "lead_trump": {"en": "leads a trump: {cards}", "ru": "заходит с козыря: {cards}"},
    "lead_dear": {
        "en": "leads {cards}, which is hard to cover",
        "ru": "заходит с {cards}: это трудно побить",
    },
    "last_cards": {"en": "gets rid of the last cards", "ru": "избавляется от последних карт"},
    "unbeatable": {"en": "nobody can beat {card}", "ru": "{card} никому не побить"},
    "defender_cannot": {
        "en": "the defender cannot beat {card}",
        "ru": "отбивающемуся не побить {card}",
    },
    # Throwing in.
    "throw_low": {"en": "throws in what is cheap", "ru": "подкидывает дешёвое"},
    "throw_dear": {
        "en": "throws in {cards} to press the defence",
        "ru": "подкидывает {cards}, чтобы стало труднее отбиться",
    },
    "throw_trump": {
        "en": "throws in even a trump: {cards}",
        "ru": "подкидывает даже козырь: {cards}",
    },
    "give": {"en": "gives the taker cards to carry", "ru": "подкидывает вдогонку"},
    "give_trump": {
        "en": "parts with a trump to be rid of cards",
        "ru": "отдаёт даже козырь, чтобы карт стало меньше",
    },
    "nothing_fits": {"en": "nothing fits", "ru": "подкинуть нечего"},
    "keeps_trump": {"en": "keeps a trump: {card}", "ru": "бережёт козырь {card}"},
    "keeps_dear": {"en": "keeps {card} for later", "ru": "бережёт {card} на потом"},
    # Defending.
    "cover_cheapest": {"en": "the cheapest cover", "ru": "бьёт самой дешёвой картой"},
    "cover_only": {"en": "only {card} beats it", "ru": "побить может только {card}"},
    "cover_trump": {
        "en": "spends the trump {card} rather than take",
        "ru": "лучше отдать козырь {card}, чем взять",
    },
    "cover_rank": {
        "en": "covers with a rank that is on the table already",
        "ru": "бьёт достоинством, которое на столе уже есть",
    },
    "cover_any": {"en": "beats what it can", "ru": "бьёт, пока есть чем"},
    "pass_on": {"en": "passes the attack on with {cards}", "ru": "переводит: {cards}"},
    "pass_on_trump": {
        "en": "passes the attack on even with a trump: {cards}",
        "ru": "переводит даже козырем: {cards}",
    },
    "pass_on_shown": {
        "en": "shows {card} and gives nothing away",
        "ru": "светит {card} и ничего не тратит",
    },
    "take_must": {"en": "cannot beat everything", "ru": "всего не побить"},
    "take_saves": {"en": "takes rather than spend {card}", "ru": "лучше взять, чем отдать {card}"},
    # What the strong estimate says of an action.
    "proven_safe": {"en": "proven: this gets away", "ru": "просчитано: так не проиграть"},
    "proven_draw": {"en": "proven: this is a draw", "ru": "просчитано: так выйдет ничья"},
    "proven_lost": {"en": "proven: this loses", "ru": "просчитано: так проигрыш"},
    "won_most": {
        "en": "the play that won most often",
        "ru": "так выходило победить чаще всего",
    },
    "won_less": {"en": "won less often", "ru": "так побеждать выходило реже"},
    "less": {"en": "worth less by the estimate", "ru": "по оценке слабее"},
    "same": {"en": "worth as much by the estimate", "ru": "по оценке не хуже"},
}
"""Every reason's line in every language."""

_RANKS: Final = {"en": {"T": "10"}, "ru": {"T": "10", "J": "В", "Q": "Д", "K": "К", "A": "Т"}}


def text(reason: Reason, language: str, *, card: Callable[[str], str] | None = None) -> str:
    """The line of a reason in a language; ``card`` says how a card is written there, else by
    rank and symbol.

    >>> text(Reason(code="take_saves", cards=("Ah",)), "en")
    'takes rather than spend A♥'
    >>> text(Reason(code="keeps_trump", cards=("Js",)), "ru")
    'бережёт козырь В♠'

    Raises:
        ValueError: there is no such reason or language, or the reason lacks a card it names.
    """
    if reason.code not in CATALOGUE:
        raise ValueError(f"no reason is called {reason.code!r}: there are {', '.join(CATALOGUE)}")
    if language not in LANGUAGES:
        raise ValueError(f"no reasons in {language!r}: there are {', '.join(LANGUAGES)}")
    line = CATALOGUE[reason.code][language]
    if "{" not in line:
        return line
    if not reason.cards:
        raise ValueError(f"the reason {reason.code} names cards, and none were given: {line!r}")
    shown = [card(each) if card else _card(each, language) for each in reason.cards]
    return line.format(card=shown[0], cards=" ".join(shown))


def _card(name: str, language: str) -> str:
    rank, suit = name[0], name[1]
    return _RANKS[language].get(rank, rank) + SUIT_SYMBOLS[SUITS.index(suit)]
