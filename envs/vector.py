"""Many games at once as a Gymnasium vector, stepped at C speed.

>>> import gymnasium
>>> import aicore.envs.gymnasium
>>> envs = gymnasium.make_vec("aicore/ConnectFour-v0", 4096)

For all seats by turns, which is what self-play needs, use `aicore.Batch` itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from aicore.core.batch import Batch
from aicore.core.errors import AicoreError
from aicore.envs import play

Opponent = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.integer[Any]]]
"""From observations (n, size) and masks (n, num_actions) of n places to a word for each."""

WAIT = np.int64(-1)


class Vector(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """One seat of many games; the others are played at random, or by `opponent`.

    The arrays that a step returns are written anew by the next one; `copy` what you keep. A place
    whose game is over shows the next one at once; what its seat knew at the end is in
    `info["final_obs"]`, where `info["_final_obs"]`. `info["action_mask"]` has the legal words.

    Args:
        name: the game.
        num_envs: how many games.
        seats: number of seats; None: the game's default.
        seat: the one that learns; None: another one in each place, all alike often.
        opponent: what plays all other seats; None: any legal word.
        threads: how many step the games.
        options: the game's rule options.

    Raises UnknownGame, OptionError, AicoreError.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: int | None = 0,
        opponent: Opponent | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = play.arrays_of(name, seats, options)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise AicoreError(f"seat={seat}: {name} has seats 0 to {self.game.seats - 1}")
        self.num_envs = num_envs
        self.single_observation_space = play.observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = opponent
        self._batch = Batch(self.game, num_envs, threads=threads, mask=True, final=True)
        places = np.arange(num_envs)
        self.seats = places % self.game.seats if seat is None else np.full(num_envs, seat)
        self._places = places
        self._turns = np.asarray(self._batch.turns)
        self._observations = np.asarray(self._batch.observations)
        self._masks = np.asarray(self._batch.mask).view(np.int8)
        self._endings = np.asarray(self._batch.final_observations)
        self._final = np.zeros_like(self._observations)
        self._rewards = np.asarray(self._batch.rewards)
        self._done = np.asarray(self._batch.done).view(np.bool_)
        self._truncated = np.asarray(self._batch.truncated).view(np.bool_)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games anew. From one seed, or one for each place, follow all their games."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None:
            seed = int(self.np_random.integers(1 << 63))
        self._batch.reset(seed)
        ended = np.zeros(self.num_envs, np.bool_)
        self._await(np.zeros(self.num_envs, np.float32), ended, ended.copy())
        return self._observations, {"action_mask": self._masks}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """A word of each place's seat, then of the others until all seats are to move again.

        Raises IllegalAction and leaves all games as they were.
        """
        self._batch.step(actions)
        rewards = self._rewards[self._places, self.seats]
        done, truncated = self._done.copy(), self._truncated.copy()
        self._final[done] = self._endings[done, self.seats[done]]
        self._await(rewards, done, truncated)
        info: dict[str, Any] = {"action_mask": self._masks}
        if done.any():
            info |= {"final_obs": self._final, "_final_obs": done}
        return self._observations, rewards, done & ~truncated, truncated, info

    def _await(
        self, rewards: NDArray[np.float32], done: NDArray[np.bool_], truncated: NDArray[np.bool_]
    ) -> None:
        """Let the others act; add what ends meanwhile to what is given.

        A game that begins and ends before the seat has acted counts for nothing.
        """
        while (others := self._turns != self.seats).any():
            if self._opponent is None:
                words = np.where(others, np.asarray(self._batch.sample()), WAIT)
            else:
                words = np.full(self.num_envs, WAIT)
                words[others] = self._opponent(self._observations[others], self._masks[others])
            self._batch.step(words)
            first = self._done & ~done
            rewards[first] = self._rewards[first, self.seats[first]]
            self._final[first] = self._endings[first, self.seats[first]]
            truncated |= first & self._truncated
            done |= first
