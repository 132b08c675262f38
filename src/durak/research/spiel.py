"""The shrunken Durak as an OpenSpiel game, ``python_small_durak``; importing it registers it.

Whatever OpenSpiel offers works on it, slowly: each action is one of our engine's. For a whole tree
at the speed of OpenSpiel's own games see ``tree``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from durak.kernel.layout import MAX_LEGAL
from durak.research.small import SEATS, STANDARD, Small, Stage
from durak.ruleset import Ruleset

NAME: Final = "python_small_durak"
LONGEST: Final = 1000
"""More actions than a deal of a few cards has."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Small Durak",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=SEATS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={
        "cards": STANDARD.cards,
        "trump_card": STANDARD.trump_card,
        "hand": STANDARD.hand,
        "rules": STANDARD.rules.code,
    },
)


class SmallDurak(pyspiel.Game):
    """The game; its parameters are the fields of ``Small``, the ruleset as its code."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.small = Small(
            cards=given["cards"],
            trump_card=given["trump_card"],
            hand=given["hand"],
            rules=Ruleset.from_code(given["rules"]),
        )
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=MAX_LEGAL,
                max_chance_outcomes=len(self.small.deals),
                num_players=SEATS,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            ),
            dict(params or {}),
        )

    def new_initial_state(self) -> SmallState:
        """Before the cards are dealt."""
        return SmallState(self)

    def make_py_observer(
        self, _kind: object = None, _params: Mapping[str, Any] | None = None
    ) -> SmallObserver:
        """How a state looks from a seat, for OpenSpiel's observers."""
        return SmallObserver()


class SmallObserver:
    """What a seat has seen, as text; as numbers there is nothing."""

    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, _state: SmallState, _player: int) -> None:
        """Nothing: there are no numbers to set."""

    def string_from(self, state: SmallState, player: int) -> str:
        """The information state."""
        return state.information_state_string(player)


class _Kept:
    """A stage in a state: OpenSpiel copies a state deeply, and a stage never changes."""

    def __init__(self, stage: Stage | None) -> None:
        self.stage = stage

    def __deepcopy__(self, _memo: object) -> _Kept:
        return self


class SmallState(pyspiel.State):
    """A state: nothing dealt yet, or a stage. An action is its place among the legal ones."""

    def __init__(self, game: SmallDurak) -> None:
        super().__init__(game)
        self._kept = _Kept(None)

    @property
    def stage(self) -> Stage | None:
        """The stage, None before the deal."""
        return self._kept.stage

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's words for chance and the end."""
        if self.stage is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.stage.deal.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.stage is not None and self.stage.deal.is_over

    def returns(self) -> list[float]:
        """1 for who is not the durak, -1 for the durak, 0 for a draw and before the end."""
        return [0.0] * SEATS if self.stage is None else list(self.stage.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal with its probability, the same for all."""
        number = len(self.get_game().small.deals)
        return [(at, 1.0 / number) for at in range(number)]

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat has seen so far, and so may know; the seat to act when none is named."""
        if self.stage is None:
            return ""
        return self.stage.seen[self.current_player() if player is None else player]

    def _legal_actions(self, _player: int) -> list[int]:
        return [] if self.stage is None else list(range(len(self.stage.tokens)))

    def _apply_action(self, action: int) -> None:
        if self.stage is None:
            self._kept = _Kept(Stage.first(self.get_game().small, action))
        else:
            self._kept = _Kept(self.stage.after(action))

    def _action_to_string(self, _player: int, action: int) -> str:
        return f"deal {action}" if self.stage is None else self.stage.tokens[action]

    def __str__(self) -> str:
        return "not dealt" if self.stage is None else " | ".join(self.stage.seen)


pyspiel.register_game(_TYPE, SmallDurak)
