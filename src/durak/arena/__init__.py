"""The arena: bots against bots over duplicate deals, with what may be said of the outcome.

Every shuffled deck is played with the bots at all seats in turn, so that no bot owes its score to
its cards. What is asked for is an ``Asked``; ``tournament.run`` plays it over all cores.
"""

from durak.arena.plan import ArenaError, Asked, Place, Plan
from durak.arena.tournament import Outcome, run

__all__ = ["ArenaError", "Asked", "Outcome", "Place", "Plan", "run"]
