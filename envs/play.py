"""Game in progress, played by tokens: common code of the environments that hold one game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import error, spaces
from numpy.typing import NDArray

from aicore import CHANCE, END
from aicore.core.chance import Chance
from aicore.core.deal import Deal, derive, fresh_seed, secret_of
from aicore.core.drawing import plain
from aicore.core.errors import AicoreError, quoted
from aicore.core.game import Game, State, View
from aicore.core.picture import Scene, to_svg
from aicore.envs.pixels import pixels
from aicore.plain.loading import load
from aicore.players import Player, player

MAX_IDLE = 1000
"""Maximum number of games in a row that are over before the learner can act."""

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]


def whole_seed(seed: SupportsIndex) -> int:
    """Return a seed as a Python int. Raises AicoreError unless it is a whole number."""
    try:
        return index(seed)
    except TypeError:
        raise AicoreError(f"seed must be a whole number, not {quoted(seed)}") from None


def arrays_of(name: str, seats: int | None, options: dict[str, Any]) -> Game:
    """Return a game by name. Raises AicoreError if it has no arrays."""
    game = load(name, seats, **options)
    if not game.num_tokens:
        raise AicoreError(f"{name} has no arrays")
    return game


@lru_cache(maxsize=64)
def highest(game: Game) -> NDArray[np.uint8]:
    """Return the greatest value of each byte of an observation."""
    return np.concatenate([
        np.tile([min(field.high >> 8 * i, 255) for i in range(field.width)], field.entries)
        for field in game.fields
    ]).astype(np.uint8)  # fmt: skip


def observation_space(game: Game) -> spaces.Space[Any]:
    """Return the space of observations: (observation_size,) uint8, in the order of `fields`."""
    high = highest(game)
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def mask_space(game: Game) -> spaces.Space[Any]:
    """Return the space of masks of legal tokens: (num_tokens,) int8."""
    return spaces.Box(0, 1, (game.num_tokens,), np.int8)


def idle_error(game: Game, seat: int) -> AicoreError:
    """Return the error for a seat that never gets to act."""
    return AicoreError(
        f"{game.name}: {MAX_IDLE:,} games in a row were over before seat {seat} could act"
    )


def check_render_mode(mode: str | None) -> None:
    """Raise AicoreError for an unknown mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise AicoreError(f"render_mode={mode!r}: it must be {', '.join(RENDER_MODES)} or None")


Shown = str | NDArray[np.uint8] | None
"""Result of `render`."""


def render(position: State | View, mode: str | None) -> Shown:
    """Return a position as text, as an SVG or as pixels; print it instead if `mode` is "human".

    Raises AicoreError if pixels need the extra `rl`.
    """
    if mode == "human":
        print(plain(position))
        return None
    if mode in ("svg", "rgb_array"):
        svg = to_svg(Scene(position))
        return pixels(svg) if mode == "rgb_array" else svg
    return plain(position)


class ResetNeeded(AicoreError, error.ResetNeeded, AttributeError):
    """Environment used before its first `reset`: an error of Gymnasium and PettingZoo, too."""

    def __init__(self, message: str = "call reset first: it begins the game") -> None:
        super().__init__(message)


class _SetByReset:
    def __get__(self, env: object, kind: type | None = None) -> Any:
        raise ResetNeeded


def set_by_reset() -> Any:
    """Return a class's default for an attribute that `reset` sets: it raises ResetNeeded."""
    return _SetByReset()


class Deals:
    """Deals of an environment, one after the other.

    A seed determines all deals up to the next seed, each by a one-way function; see
    `aicore.core.deal`.
    """

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, seed: int | str | None) -> None:
        """Start over from a seed or a secret; None draws a secret. A seed takes 0.1 s.

        Raises OptionError.
        """
        self._secret = secret_of(fresh_seed() if seed is None else str(seed))
        self._dealt = 0

    def next(self) -> Deal:
        """Return the next game's luck and the seeds of its players."""
        self._dealt += 1
        return Deal(derive(self._secret, "env", self._dealt).hex())


class Opponents:
    """Players at the seats that do not learn.

    Args:
        game: the game.
        specs: a spec for each seat but the learner's, in order; a single spec is for all seats.

    Raises SpecError, AicoreError.
    """

    def __init__(self, game: Game, specs: str | Sequence[str]) -> None:
        others = game.seats - 1
        given = [specs] if isinstance(specs, str) else list(specs)
        if len(given) == 1:
            given *= others
        if others and len(given) != others:
            raise AicoreError(f"opponents: give one, or {others} for {game.seats} seats")
        self._players = [player(spec, game) for spec in given[:others]]

    def at(self, seat: int, learner: int) -> Player:
        """Return the player at a seat, if the learner is at the seat `learner`."""
        return self._players[seat - (seat > learner)]

    def ready(self, learner: int) -> None:
        """Let the players get ready for a game. Raises EngineError."""
        for number, opponent in enumerate(self._players):
            opponent.ready(number + (number >= learner))

    def close(self) -> None:
        """Release the players' resources outside this process."""
        for opponent in self._players:
            opponent.close()


class Play:
    """Game in progress: its state, and the tokens so far of the next action.

    Args:
        game: a game that has arrays.
        luck: luck of the game, from its beginning.
    """

    def __init__(self, game: Game, luck: Chance) -> None:
        self.game = game
        self.state = game.start()
        self.prefix: tuple[int, ...] = ()
        self.left = game.max_length  # number of actions before the game is cut off
        self._chance = luck
        self._settle()

    @property
    def over(self) -> bool:
        """Whether the game is over by its rules."""
        return self.state.turn == END

    @property
    def cut(self) -> bool:
        """Whether the game was cut off at max_length actions."""
        return self.left <= 0 and not self.over

    def play_token(self, token: SupportsIndex) -> None:
        """Play the next token of the seat to move. Raises IllegalAction, AicoreError."""
        try:
            prefix = (*self.prefix, index(token))
        except TypeError:
            raise AicoreError(
                f"action: a token must be a whole number, not {quoted(token)}"
            ) from None
        action = self.state.decode(prefix)
        if action is None:
            self.prefix = prefix
        else:
            self.act(action)

    def act(self, action: int | str) -> None:
        """Play an action of the seat to move, and then chance events. Raises IllegalAction."""
        self.state.apply(action)
        self.prefix = ()
        self.left -= 1
        self._settle()

    def _settle(self) -> None:
        """Play chance events until a seat is to move or the game is over."""
        while self.state.turn == CHANCE:
            self._chance.step(self.state)

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """Return a seat's observation."""
        seen = np.empty(self.game.observation_size, np.uint8)
        prefix = self.prefix if seat == self.state.turn else ()
        self.state.observation(seat, prefix, seen)
        return seen

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of legal tokens: all zeros for a seat that is not to move."""
        mask = np.zeros(self.game.num_tokens, np.int8)
        if seat == self.state.turn and not self.cut:
            self.state.legal_mask(self.prefix, mask)
        return mask
