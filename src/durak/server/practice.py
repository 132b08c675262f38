"""Practice: what a strong bot would play in a person's place, and what its own choices were worth.

The bot is given the person's view and nothing else, so a hint knows no more than the person may
know. Only at a table that was agreed on for practice, where one person sits beside bots.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from durak.bots import Bot, Weighed
from durak.bots.reasons import text
from durak.deal import Deal
from durak.ruleset import SHEETS
from durak.server.followers import Follower
from durak.server.levels import ADVICE, ADVISER
from durak.server.limits import at_table
from durak.server.protocol import Advice, Choice, RefusedMessage, Reviewed, Worth
from durak.server.table import Dealt, Denied, seated
from durak.server.thinking import Thinking
from durak.view import View

if TYPE_CHECKING:
    from durak.server.room import Room, RoomSettings

log = logging.getLogger(__name__)
LOT: Final = random.SystemRandom()


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """A moment at which a seat had more than one action to choose from, and what it chose."""

    view: View
    token: str


class Practice:
    """The adviser of one room. One question at a time; its answer goes to who asked."""

    def __init__(self, room: Room, settings: RoomSettings) -> None:
        self._room = room
        self._settings = settings
        self._thinking = Thinking(room.table.id, settings.pool, limit=settings.bot_limit)
        self._bot: Bot | None = None
        self._task: asyncio.Task[None] | None = None
        self._kept: dict[tuple[int, int, int], Reviewed] = {}

    def hint(self, follower: Follower, v: int) -> None:
        """Tell what the adviser would answer to version ``v``; the answer comes when it is there.

        Raises:
            Denied: no practice, or the sender is not asked at that version.
        """
        table = self._room.table
        seat, dealt = self._seat(follower)
        if table.v != v:
            raise Denied("stale", "the table has gone on since", {"v": v})
        if table.to_act != seat:
            raise Denied("not_your_turn", "a hint is for who is asked", {"to_act": table.to_act})
        self._ask(follower, self._advise(follower, v, dealt.deal.view(seat)))

    def review(self, follower: Follower, bout: int) -> None:
        """Tell what the sender's choices in a bout of the present deal were worth.

        Raises:
            Denied: no practice, or that bout is not over yet.
        """
        seat, dealt = self._seat(follower)
        last = dealt.deal.bout if dealt.deal.is_over else dealt.deal.bout - 1
        if not 1 <= bout <= last:
            raise Denied("not_now", f"bout {bout} of this deal is not over", {"bout": bout})
        self._ask(follower, self._look_back(follower, seat, dealt, bout))

    def close(self) -> None:
        """Answer nobody any more."""
        if self._task is not None:
            self._task.cancel()

    def _seat(self, follower: Follower) -> tuple[int, Dealt]:
        """The seat that asks, and its deal."""
        table = self._room.table
        seat = seated(table.seat_of(follower.guest))
        if not table.arrangement.options.practice:
            raise Denied("no_practice", "hints are for practice tables: this is not one")
        if not table.dealt or table.dealt[-1].seat_of(follower.guest) != seat:
            raise Denied("not_now", "you have played no deal at this seat yet")
        return seat, table.dealt[-1]

    def _ask(self, follower: Follower, answer: Coroutine[None, None, None]) -> None:
        key = at_table(self._room.table.id, follower.guest)
        is_busy = self._task is not None and not self._task.done()
        if is_busy or not self._room.limits.hints.spend(key):
            answer.close()
            raise Denied("too_many", "one question after the other: wait for the answer")
        self._task = asyncio.create_task(self._carry_out(follower, answer))

    async def _carry_out(self, follower: Follower, answer: Coroutine[None, None, None]) -> None:
        try:
            await answer
        except Denied as refused:
            follower.send(
                RefusedMessage(
                    v=self._room.table.v,
                    do=None,
                    code=refused.code,
                    message=refused.message,
                    params=refused.params,
                )
            )
        except Exception:
            log.exception("a hint failed", extra={"table": self._room.table.id})

    async def _advise(self, follower: Follower, v: int, view: View) -> None:
        weighed = await self._weigh(view)
        follower.send(Advice(v=v, best=worth(weighed[0])))

    async def _look_back(self, follower: Follower, seat: int, dealt: Dealt, bout: int) -> None:
        deal = len(self._room.table.dealt)
        key = (deal, bout, seat)
        if key not in self._kept:
            choices = []
            for each in await asyncio.to_thread(decisions, dealt.deal, dealt.number, seat, bout):
                weighed = await self._weigh(each.view)
                chosen = next((x for x in weighed if str(x.action) == each.token), weighed[0])
                best = chosen if chosen.value >= weighed[0].value else weighed[0]
                choices.append(Choice(chosen=worth(chosen), best=worth(best)))
            self._kept = {kept: was for kept, was in self._kept.items() if kept[0] == deal}
            self._kept[key] = Reviewed(deal=deal, bout=bout, choices=tuple(choices))
        follower.send(self._kept[key])

    async def _weigh(self, view: View) -> tuple[Weighed, ...]:
        await self._settings.ready(ADVICE)
        weighed = await self._thinking.weigh(self._adviser, view)
        if weighed is None:
            raise Denied("no_hint", "nothing was found in time: ask again")
        return weighed

    def _adviser(self) -> Bot:
        if self._bot is None:
            self._bot = self._settings.new_bot(ADVISER, LOT)
        return self._bot


def decisions(deal: Deal, number: int, seat: int, bout: int) -> list[Decision]:
    """What a seat decided in a bout of a deal, each with its view then; forced answers left out.

    ``number``: the deal's in its match (R10.2).
    """
    again = Deal.start(deal.ruleset, deal.deck, dealer=deal.dealer, later=number > 1)
    found = []
    for actor, action in deal.actions:
        if again.bout > bout:
            break
        if actor == seat and again.bout == bout and len(again.legal()) > 1:
            found.append(Decision(view=again.view(seat), token=str(action)))
        again.apply(actor, action)
    return found


def worth(weighed: Weighed) -> Worth:
    """What a bot thinks of an action, in words of every language."""
    return Worth(
        do=str(weighed.action),
        value=round(weighed.value, 4),
        exact=weighed.is_exact,
        why={language: text(weighed.reason, language) for language in SHEETS},
    )
