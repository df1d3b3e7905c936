"""Every game as a Gymnasium environment: one seat learns, the others are players of aicore.

>>> import gymnasium
>>> import aicore.envs.gymnasium  # tells Gymnasium of them
>>> env = gymnasium.make("aicore/Relics-v0", opponents=["mcts:sims=100"])

An action is a word; where an action
of the game has several, they are asked for in turn. The legal ones are `info["action_mask"]`, and
`action_masks()` for libraries that call that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from aicore import END
from aicore.core import registry
from aicore.core.errors import AicoreError, IllegalAction
from aicore.core.rng import Rng
from aicore.envs import play
from aicore.players import player


def environment_id(name: str) -> str:
    """The name by which Gymnasium knows a game: "aicore/Ransom-v0"."""
    return "aicore/" + "".join(word.capitalize() for word in name.split("_")) + "-v0"


def register() -> None:
    """Tell Gymnasium of all games."""
    for name in registry.names():
        gymnasium.register(
            environment_id(name),
            entry_point="aicore.envs.gymnasium:Seat",
            vector_entry_point="aicore.envs.vector:Vector",
            kwargs={"name": name},
        )


class Seat(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One seat of a game. Its reward is its return, with the game's last action.

    An illegal word ends the game with the least return there is, and `info["illegal"]`.

    Args:
        name: the game.
        seats: number of seats; None: the game's default.
        seat: the one that learns; None: another one each game, drawn by the seed.
        opponents: a player's spec for each other seat, in their order; one stands for all.
        render_mode: "human" prints what the seat sees, "ansi" is its text, "svg" its picture.
        options: the game's rule options.

    Raises UnknownGame, OptionError, SpecError, AicoreError.
    """

    metadata: dict[str, Any] = {"render_modes": play.RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        *,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: Sequence[str] = ("random",),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        play.check_render_mode(render_mode)
        self.game = play.arrays_of(name, seats, options)
        self.render_mode = render_mode
        self.observation_space = play.observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.num_actions)
        others = self.game.seats - 1
        specs = [opponents] if isinstance(opponents, str) else list(opponents)
        if len(specs) == 1:
            specs *= others
        if others and len(specs) != others:
            raise AicoreError(f"opponents: one, or {others} for {self.game.seats} seats")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise AicoreError(f"seat={seat}: {name} has seats 0 to {self.game.seats - 1}")
        self._specs = specs[:others]
        self._fixed = seat
        for spec in self._specs:
            player(spec, self.game)
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a game. From a seed follow all games up to the next seed."""
        super().reset(seed=seed)
        luck = Rng(int(self.np_random.integers(1 << 63)))
        deal = luck.next()
        self.seat = luck.below(self.game.seats) if self._fixed is None else self._fixed
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        self._players = {
            seat: player(spec, self.game, seed=luck.next())
            for seat, spec in zip(others, self._specs, strict=True)
        }
        self._play = play.Play(self.game, deal)
        self._await()
        if self.render_mode == "human":
            self.render()
        return self._play.observation(self.seat), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Say a word; where that makes an action, the others act, too."""
        reward, illegal = 0.0, False
        try:
            self._play.say(int(action))
        except IllegalAction:
            reward, illegal = self.game.low, True
        else:
            self._await()
            if self._play.over:
                reward = self._play.state.returns()[self.seat]
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if illegal:
            info["illegal"] = True
        over = illegal or self._play.over
        return self._play.observation(self.seat), reward, over, self._play.cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which words are legal."""
        return self._play.mask(self.seat).view(np.bool_)

    def render(self) -> str | None:
        """The position as the seat sees it."""
        return play.render(self._play.state.view(self.seat), self.render_mode)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._play.mask(self.seat), "seat": self.seat}

    def _await(self) -> None:
        """Let the others act until the seat is to move, or the game is over."""
        state = self._play.state
        while state.turn not in (self.seat, END) and not self._play.cut:
            view = state.view(state.turn)
            self._play.act(self._players[state.turn].decide(view).action)


register()
