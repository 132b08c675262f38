"""A literal, slow reading of the rules freeze, to compare the engine with.

Nothing here is shared with the engine: plain lists, sets and card texts, one function per clause.
It is not for playing and not for speed.
"""

from tests.reference.cases import run_case, run_file
from tests.reference.notation import Act, cards_in, read_do, read_token
from tests.reference.play import Played, check_cards, random_deal, random_rules, random_text
from tests.reference.rules import ActionRefusedError, PositionRefusedError, RefDeal
from tests.reference.ruleset import PRESETS, RefRules, RulesRefusedError

__all__ = [
    "PRESETS",
    "Act",
    "ActionRefusedError",
    "Played",
    "PositionRefusedError",
    "RefDeal",
    "RefRules",
    "RulesRefusedError",
    "cards_in",
    "check_cards",
    "random_deal",
    "random_rules",
    "random_text",
    "read_do",
    "read_token",
    "run_case",
    "run_file",
]
