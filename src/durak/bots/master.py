"""Master: expert with a longer look ahead, in which every seat plays on as the policy would."""

from __future__ import annotations

from typing import ClassVar, Final

from durak.bots.expert import Expert, Look
from durak.bots.worlds import POLICY

LOOK: Final = Look(worlds=200, tries=800, player=POLICY, temperature=0.07)


class Master(Expert):
    """Dearer than expert, some fifty milliseconds an action, and stronger for it."""

    look: ClassVar[Look] = LOOK
