"""Every game as a Gymnasium environment: one seat learns, the others are players of aicore.

>>> import gymnasium
>>> import aicore.envs.gymnasium  # registers the games
>>> env = gymnasium.make("aicore/Relics-v0", opponents=["mcts:sims=100"])

An action is a token. If an action of the game has several tokens, the same seat acts again. The
mask of legal tokens is `info["action_mask"]`, and `action_masks()` returns it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from aicore import END
from aicore.core import registry
from aicore.core.deal import Deal
from aicore.core.errors import AicoreError, IllegalAction
from aicore.envs import play


def environment_id(name: str) -> str:
    """Return the name by which Gymnasium knows a game, such as "aicore/Ransom-v0"."""
    return "aicore/" + "".join(word.capitalize() for word in name.split("_")) + "-v0"


def register() -> None:
    """Register all games with Gymnasium."""
    for name in registry.names():
        register_as(name, name)


def register_as(short: str, name: str) -> str:
    """Register a game with Gymnasium by a short name, and return its id."""
    game_id = environment_id(short)
    gymnasium.envs.registration.registry.pop(game_id, None)  # from an earlier version of the file
    gymnasium.register(
        game_id,
        entry_point="aicore.envs.gymnasium:Seat",
        vector_entry_point="aicore.envs.vector:Vector",
        kwargs={"name": name},
    )
    return game_id


class Seat(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One seat of a game; its reward is its return, which comes with the game's last action.

    An illegal token ends the game with the lowest possible return, and sets `info["illegal"]`.

    Args:
        name: the game.
        seats: number of seats; None for the game's default.
        seat: the seat that learns; None draws a seat for each game, by the seed.
        opponents: a player's spec for each other seat, in order; a single spec is for all seats.
        render_mode: "human" prints the seat's view as text; "ansi" returns the text, "svg" a
            picture, "rgb_array" the picture in pixels, (720, 960, 3).
        options: the game's rule options.

    Raises UnknownGame, OptionError, SpecError, AicoreError.
    """

    metadata: dict[str, Any] = {"render_modes": play.RENDER_MODES, "render_fps": 1}  # noqa: RUF012
    _play: play.Play = play.set_by_reset()

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
        self.action_space = spaces.Discrete(self.game.num_tokens)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise AicoreError(f"seat={seat}: {name} has seats 0 to {self.game.seats - 1}")
        self._opponents = play.Opponents(self.game, opponents)
        self._deals = play.Deals()
        self._fixed = seat
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a game, and return the first observation and the info.

        A game that is over before the seat can act does not count: the next one begins.

        A seed determines all games up to the next seed. It determines the luck and the opponents'
        seeds by one-way functions, so that no opponent can work out the deal. A seed that this
        process has not used recently takes 0.1 s; a reset without a seed takes no time.
        """
        number = None if seed is None else play.whole_seed(seed)
        super().reset(seed=number)
        if number is not None:
            self._deals.begin(number)
        for _ in range(play.MAX_IDLE):
            self._begin(self._deals.next())
            if not self._play.over and not self._play.cut:
                break
        else:
            raise play.idle_error(self.game, self.seat)
        if self.render_mode == "human":
            self.render()
        return self._play.observation(self.seat), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play a token. If it completes an action, let the others act until the seat is to move.

        Return the observation, the reward, whether the game is over, whether the environment cut it
        off, and the info.
        """
        reward, illegal = 0.0, False
        try:
            self._play.play_token(action)
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
        """Return the mask of legal tokens."""
        return self._play.mask(self.seat).view(np.bool_)

    def render(self) -> play.Shown:
        """Return the position as the seat sees it; print it instead in mode "human"."""
        return play.render(self._play.state.view(self.seat), self.render_mode)

    def __copy__(self) -> Self:
        """Return an independent copy of the environment."""
        return deepcopy(self)

    def close(self) -> None:
        """End the opponents that run outside this process."""
        self._opponents.close()

    def _begin(self, deal: Deal) -> None:
        """Begin a game, and let the others act until the seat is to move, or the game is over."""
        seats = self.game.seats
        self.seat = deal.seat_for_person(seats) if self._fixed is None else self._fixed
        self._player_seeds = [deal.player_seed(seat) for seat in range(seats)]
        self._decisions = [0] * seats
        self._opponents.ready(self.seat)
        self._play = play.Play(self.game, deal.luck)
        self._await()

    def _info(self) -> dict[str, Any]:
        """Return the mask of legal tokens and the seat, as Gymnasium's info."""
        return {"action_mask": self._play.mask(self.seat), "seat": self.seat}

    def _await(self) -> None:
        """Let the others act until the seat is to move, or the game is over."""
        state = self._play.state
        while state.turn not in (self.seat, END) and not self._play.cut:
            seat = state.turn
            other = self._opponents.at(seat, self.seat)
            other.seed, other.decisions = self._player_seeds[seat], self._decisions[seat]
            self._decisions[seat] += 1
            self._play.act(other.decide(state.view(seat)).action)


register()
