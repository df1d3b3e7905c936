"""Many games at once as a Gymnasium vector, advanced at C speed.

>>> import gymnasium
>>> import aicore.envs.gymnasium
>>> envs = gymnasium.make_vec("aicore/ConnectFour-v0", 4096)

In a vector, one seat of each game learns. For self-play, which needs all seats, use `aicore.Batch`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from aicore.core.batch import Batch
from aicore.core.deal import derive, fresh_seed, secret_of
from aicore.core.errors import AicoreError
from aicore.envs import play

Opponent = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.integer[Any]]]
"""Function from observations (n, size) and masks (n, num_tokens) of n places to their tokens."""

WAIT, NO_TOKEN = np.int64(-1), np.int64(-2)
"""Token of a place whose game waits, and a token that is never legal."""


def whole_tokens(name: str, given: Any, size: int) -> NDArray[np.int64]:
    """Return tokens in the form for a batch. Negative tokens become NO_TOKEN, so that none is WAIT.

    Raises AicoreError for anything but `size` whole numbers in a row.
    """
    tokens = np.asarray(given)
    if tokens.dtype.kind not in "iu" or tokens.shape != (size,):
        raise AicoreError(
            f"{name} must be {size} whole numbers, one token per place, "
            f"not {tokens.dtype} of shape {tokens.shape}"
        )
    whole: NDArray[np.int64] = tokens.astype(np.int64)
    whole[whole < 0] = NO_TOKEN
    return whole


def reset_mask(options: dict[str, Any] | None, size: int) -> NDArray[np.bool_]:
    """Return the mask of places to begin again. Raises TypeError, ValueError, as in Gymnasium."""
    mask = None if options is None else options.get("reset_mask")
    if mask is None:
        return np.ones(size, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("reset_mask must be a NumPy array of bool")
    if mask.shape != (size,) or not mask.any():
        raise ValueError(f"reset_mask must have {size} values, at least one of them True")
    return mask


def mode_of(mode: str | AutoresetMode) -> AutoresetMode:
    """Return an autoreset mode by its name. Raises AicoreError."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(f'"{each.value}"' for each in AutoresetMode)
        raise AicoreError(f"autoreset_mode={mode!r}: it must be {names}") from None


def seeds_of(seed: Any) -> tuple[int | None, list[int] | None]:
    """Return the seed for all places, and the seeds of single places; one of the two is None.

    NumPy's integers become Python's. Raises AicoreError.
    """
    if np.ndim(seed):
        return None, [play.whole_seed(each) for each in seed]
    return None if seed is None else play.whole_seed(seed), None


def _number(secret: bytes, use: str, number: int) -> int:
    """Return a 64-bit number, derived from a secret and another 64-bit number."""
    return int.from_bytes(derive(secret, use, number & 0xFFFFFFFFFFFFFFFF, 8), "little")


class Players:
    """Players at all seats of a batch except the learners' seats.

    Args:
        opponents: the players.
        batch: the games.
        learners: the learner's seat of each place.
    """

    def __init__(
        self, opponents: play.Opponents, batch: Batch, learners: NDArray[np.integer[Any]]
    ) -> None:
        self.opponents = opponents
        self._batch = batch
        self._learners = learners
        self._seats = batch.game.seats
        self._games: list[int | None] = [None] * batch.size  # seed of the game in the lists below
        self._player_seeds = [[0] * self._seats for _ in range(batch.size)]
        self._decisions = [[0] * self._seats for _ in range(batch.size)]
        self._left: list[list[int]] = [[] for _ in range(batch.size)]  # rest of the action's tokens

    def begin(self, secret: bytes, places: NDArray[np.integer[Any]]) -> None:
        """Begin new games at some places. The secret determines the players' seeds in all games."""
        self._secret = secret
        for place in places:
            self._games[place] = None

    def tokens(self, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the next token of each wanted place, and WAIT elsewhere."""
        tokens, seeds = np.full(self._batch.size, WAIT), self._batch.seeds
        for place in np.flatnonzero(wanted):
            seed = seeds[place]
            if self._games[place] != seed:
                self._games[place] = seed
                self._player_seeds[place] = [
                    self._player_seed(seed, seat) for seat in range(self._seats)
                ]
                self._decisions[place] = [0] * self._seats
                self._left[place] = []
            if not self._left[place]:
                self._left[place] = self._decide(int(place))
            tokens[place] = self._left[place].pop(0)
        return tokens

    def _player_seed(self, seed: int, seat: int) -> int:
        """Return the seed of a seat's player in a game, which the game's seed does not reveal."""
        return int.from_bytes(
            derive(derive(self._secret, "seats", seat), "seat", seed, 8), "little"
        )

    def _decide(self, place: int) -> list[int]:
        """Return the tokens of the next action at a place."""
        state = self._batch.state(place)
        seat = state.turn
        player = self.opponents.at(seat, int(self._learners[place]))
        player.seed = self._player_seeds[place][seat]
        player.decisions = self._decisions[place][seat]
        self._decisions[place][seat] += 1
        return list(state.encode(player.decide(state.view(seat)).action))


class Vector(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """One seat of many games; the other seats act at random, by `opponent`, or by players.

    Each step overwrites the arrays that the step before returned: copy what you keep, or ask for
    `copy=True`. `info["action_mask"]` has the legal tokens of each place.

    A place whose game is over begins the next game as `autoreset_mode` says, by Gymnasium's names:

    - `"SameStep"`: it shows the next game at once; its seat's last observation is in
      `info["final_obs"]`, and `info["_final_obs"]` marks the place.
    - `"NextStep"`: it shows the end, without legal tokens. Its next token is ignored and brings the
      next game, with no reward.
    - `"Disabled"`: it shows the end until `reset(options={"reset_mask": mask})` begins a new game;
      until then, `step` raises AicoreError.

    Args:
        name: the game.
        num_envs: number of games.
        seats: number of seats; None for the game's default.
        seat: the seat that learns; None makes the seats take turns from place to place.
        opponent: function that plays all other seats; None plays random legal tokens.
        opponents: specs of players to use instead, at the speed of their thinking: one for each
            other seat, in order, or a single spec for all seats.
        threads: number of threads that advance the games.
        copy: whether each step returns new arrays.
        autoreset_mode: the time when a place's next game begins.
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
        opponents: str | Sequence[str] | None = None,
        threads: int = 1,
        copy: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        self.game = play.arrays_of(name, seats, options)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise AicoreError(f"seat={seat}: {name} has seats 0 to {self.game.seats - 1}")
        self.num_envs = num_envs
        self.single_observation_space = play.observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_tokens)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        if opponent is not None and opponents is not None:
            raise AicoreError("give either opponent or opponents, not both")
        self._mode = mode_of(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._opponent = opponent
        self._copies = copy
        self._deals = play.Deals()
        self._batch = Batch(
            self.game, num_envs, fresh_seed(), threads=threads, mask=True, final=True
        )
        self._places = np.arange(num_envs)
        self.seats = self._places % self.game.seats if seat is None else np.full(num_envs, seat)
        self._final = np.zeros_like(self._observations)
        self._ended = np.zeros(num_envs, np.bool_)  # places that show an end
        self._begun = False
        self._others = None
        if opponents is not None:
            self._others = Players(play.Opponents(self.game, opponents), self._batch, self.seats)

    # These properties fetch the batch's arrays each time: a copy of the vector has its own batch.

    @property
    def _turns(self) -> NDArray[np.int8]:
        return np.asarray(self._batch.turns)

    @property
    def _observations(self) -> NDArray[np.uint8]:
        return np.asarray(self._batch.observations)

    @property
    def _masks(self) -> NDArray[np.int8]:
        return np.asarray(self._batch.mask).view(np.int8)

    @property
    def _endings(self) -> NDArray[np.uint8]:
        return np.asarray(self._batch.final_observations)

    @property
    def _rewards(self) -> NDArray[np.float32]:
        return np.asarray(self._batch.rewards)

    @property
    def _done(self) -> NDArray[np.bool_]:
        return np.asarray(self._batch.done).view(np.bool_)

    @property
    def _truncated(self) -> NDArray[np.bool_]:
        return np.asarray(self._batch.truncated).view(np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games, or the games that `options["reset_mask"]` marks, (num_envs,) of bool.

        Return the first observations and the info.

        A seed determines all games up to the next seed. So does a list of seeds, in which places
        with equal seeds have equal games. The deals and the players' seeds come from one-way
        functions, which take 0.1 s.

        Raises AicoreError for an invalid seed; TypeError, ValueError for an invalid mask, and for a
        list of another length.
        """
        mask = reset_mask(options, self.num_envs)
        alone, several = seeds_of(seed)
        super().reset(seed=alone)
        if several is not None:
            if len(several) != self.num_envs:
                raise ValueError(
                    f"seed: give one for each of {self.num_envs} games, not {len(several)}"
                )
            self._deals.begin(hashlib.sha256(repr(several).encode()).hexdigest())
        elif alone is not None:
            self._deals.begin(alone)
        deal = str(self._deals.next().seed)
        secret = secret_of(deal)
        if several is None:
            self._batch.reset(deal, mask)
        else:
            self._batch.reset([_number(secret, "place", each) for each in several], mask)
        if self._others is not None:
            self._others.begin(secret, np.flatnonzero(mask))
        self._ended &= ~mask
        self._begun = True
        ended = np.zeros(self.num_envs, np.bool_)
        self._await(np.zeros(self.num_envs, np.float32), ended, ended.copy())
        return self._shown()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play a token for each place's seat, and let the others play until this seat is to move.

        Return the observations, the rewards, whether each game is over, whether it was cut off, and
        the info. Raises IllegalAction, AicoreError; then all games stay as they were.
        """
        if not self._begun:
            raise play.ResetNeeded
        tokens = whole_tokens("actions", actions, self.num_envs)
        if self._mode is AutoresetMode.DISABLED and self._ended.any():
            raise AicoreError(
                f"place {self._ended.argmax()}: its game is over; start another with "
                'reset(options={"reset_mask": mask})'
            )
        tokens[self._ended] = WAIT
        self._batch.step(tokens)
        rewards = self._rewards[self._places, self.seats]
        done, truncated = self._done.copy(), self._truncated.copy()
        self._final[done] = self._endings[done, self.seats[done]]
        self._await(rewards, done, truncated)
        same = self._mode is AutoresetMode.SAME_STEP
        if not same:
            self._ended = done.copy()
        observations, info = self._shown()
        if same and done.any():
            final = self._final.copy() if self._copies else self._final
            info |= {"final_obs": final, "_final_obs": done}
        return observations, rewards, done & ~truncated, truncated, info

    def _shown(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Return the seats' observations, and their legal tokens."""
        observations, masks = self._observations, self._masks
        if self._copies or self._ended.any():
            observations, masks = observations.copy(), masks.copy()
            observations[self._ended] = self._final[self._ended]
            masks[self._ended] = 0
        return observations, {"action_mask": masks}

    def __copy__(self) -> Self:
        """Return an independent copy of the vector."""
        return deepcopy(self)

    def close_extras(self, **kwargs: Any) -> None:
        """End the players that run outside this process."""
        if self._others is not None:
            self._others.opponents.close()

    def _await(
        self, rewards: NDArray[np.float32], done: NDArray[np.bool_], truncated: NDArray[np.bool_]
    ) -> None:
        """Let the others act, and record the games that end meanwhile in the arguments.

        A game that begins and ends before the seat has acted does not count. Raises AicoreError if
        a place has no other games.
        """
        idle = np.zeros(self.num_envs, np.int64)
        while (others := self._turns != self.seats).any():
            if self._others is not None:
                tokens = self._others.tokens(others)
            elif self._opponent is None:
                tokens = np.where(others, np.asarray(self._batch.sample()), WAIT)
            else:
                tokens = np.full(self.num_envs, WAIT)
                chosen = self._opponent(self._observations[others], self._masks[others])
                tokens[others] = whole_tokens("opponent", chosen, int(others.sum()))
            self._batch.step(tokens)
            idle += self._done
            if idle.max() > play.MAX_IDLE:
                raise play.idle_error(self.game, int(self.seats[idle.argmax()]))
            newly_done = self._done & ~done
            rewards[newly_done] = self._rewards[newly_done, self.seats[newly_done]]
            self._final[newly_done] = self._endings[newly_done, self.seats[newly_done]]
            truncated |= newly_done & self._truncated
            done |= newly_done
