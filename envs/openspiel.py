"""Every game in OpenSpiel.

>>> import pyspiel
>>> import aicore.envs.openspiel  # registers the games
>>> game = pyspiel.load_game("aicore_relics(players=3)")

An action is a token. If an action of the game has several tokens, the same player moves again. A
chance outcome is its index in the list of outcomes. A game that is not over after `max_length`
actions ends there, with equal returns. Games with perfect recall have information states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from aicore import CHANCE, END
from aicore.core import registry
from aicore.core.errors import IllegalAction
from aicore.core.features import Features
from aicore.core.game import Game
from aicore.core.rng import Rng
from aicore.envs import play

PREFIX = "aicore_"


def type_of(name: str, short: str = "") -> pyspiel.GameType:
    """Return OpenSpiel's description of a game, which OpenSpiel needs before it loads the game.

    Args:
        name: name of the game.
        short: name of the game in OpenSpiel, without the prefix; "" for the same name.
    """
    about, game = registry.info(name), registry.load(name)
    fewest, most = about.seats
    stochastic, hidden = game.has_chance, game.has_hidden
    utility = pyspiel.GameType.Utility.GENERAL_SUM
    if game.cooperative:
        utility = pyspiel.GameType.Utility.IDENTICAL
    elif game.constant_sum:
        zero = total(game) == 0.0
        utility = getattr(pyspiel.GameType.Utility, "ZERO_SUM" if zero else "CONSTANT_SUM")
    kinds = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + (short or name),
        long_name=about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=kinds[0].EXPLICIT_STOCHASTIC if stochastic else kinds[0].DETERMINISTIC,
        information=kinds[1].IMPERFECT_INFORMATION if hidden else kinds[1].PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=game.perfect_recall,
        provides_information_state_tensor=game.perfect_recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": about.default_seats,
            **{option.name: option.default for option in about.options.values()},
        },
    )


def total(game: Game) -> float:
    """Return the sum of all seats' returns in a constant-sum game."""
    state = game.start()
    state.play_out(Rng(0))
    return sum(state.returns())


def offered(game: Game, kind: Any) -> bool:
    """Whether there are observations of OpenSpiel's type `kind`; None is its default type."""
    if kind is None:
        return True
    if kind.perfect_recall and not game.perfect_recall:
        return False
    if not game.has_hidden:
        return bool(kind.public_info)  # there is no private information
    return bool(kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)


def load_again(name: str, parameters: dict[str, Any]) -> SpielGame:
    """Return a copied or pickled game, loaded again."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Game of aicore, with the rule options and `players` (the number of seats) as parameters."""

    kind: pyspiel.GameType
    called = ""  # name for `aicore.load`, if it differs from OpenSpiel's

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = dict(params or {})
        seats = options.pop("players", None)
        self.game = play.arrays_of(
            self.called or self.kind.short_name.removeprefix(PREFIX), seats, options
        )
        # return of each seat if the game does not end within `max_length` actions
        self.even = total(self.game) / self.game.seats if self.game.constant_sum else self.game.low
        about = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_tokens,
            max_chance_outcomes=self.game.max_outcomes,
            num_players=self.game.seats,
            min_utility=self.game.low,
            max_utility=self.game.high,
            utility_sum=total(self.game) if self.game.constant_sum else None,
            max_game_length=self.game.max_length * self.game.max_tokens,
        )
        super().__init__(self.kind, about, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return load_again, (self.kind.short_name, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        """Return the first position."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer | None:
        """Return an observer of a player's information, as an array and as a text.

        An observation has public information together with its player's private information. So
        games with hidden information have no observer for only one of these, or for all players'
        information. Games without perfect recall have no observer with perfect recall. Return None
        for these. Raises ValueError for parameters.
        """
        if params:
            raise ValueError(f"observers take no parameters; given: {params}")
        return Observer(self.game) if offered(self.game, iig_obs_type) else None


class SpielState(pyspiel.State):  # type: ignore[misc]
    """Position, and the tokens so far of the next action."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.even = game.even
        self.position = game.game.start()
        self.prefix: tuple[int, ...] = ()
        self.left = game.game.max_length  # number of actions before the game is cut off

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id of chance or of the end."""
        turn = self.position.turn
        if turn == END or self.left <= 0:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_tokens(self.prefix)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the indices of the outcomes, with their probabilities."""
        return [(i, share) for i, (_, share) in enumerate(self.position.outcome_actions())]

    def _apply_action(self, action: int) -> None:
        if self.position.turn == CHANCE:
            outcomes = self.position.outcome_actions()
            if not 0 <= action < len(outcomes):
                raise IllegalAction(
                    f"outcome {action}: it must be from 0 to {len(outcomes) - 1} here"
                )
            self.position.apply(outcomes[action][0])
            return
        prefix = (*self.prefix, action)
        whole = self.position.decode(prefix)
        if whole is None:
            self.prefix = prefix
            return
        self.position.apply(whole)
        self.prefix = ()
        self.left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.outcomes()[action][0]
        whole = self.position.decode((*self.prefix, action))
        return f"token {action}" if whole is None else self.position.game.text(whole)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.turn == END or self.left <= 0

    def returns(self) -> list[float]:
        """Return the return of each seat; 0 before the end."""
        if self.position.turn == END:
            return self.position.returns()
        return [self.even if self.left <= 0 else 0.0] * self.position.game.seats

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that the player cannot distinguish from this one.

        The new state has other hidden information, drawn at random, but the same `history`.

        Args:
            player_id: the player.
            sampler: function that returns a number from 0 up to, but not including, 1. This method
                calls it once.
        """
        other: SpielState = self.clone()
        rng = Rng(int(sampler() * (1 << 53)))
        other.position = self.position.resample(player_id, rng)
        return other

    def __str__(self) -> str:
        prefix = f"\nchosen so far: {' '.join(map(str, self.prefix))}" if self.prefix else ""
        return f"{self.position}{prefix}"


class Observer:
    """Writer of a player's information into `tensor`, whose parts are in `dict` by name."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._features = Features(game)
        self.tensor = np.zeros(self._features.size, np.float32)
        self.dict = {}
        for column in self._features.columns:
            part = self.tensor[column.dense : column.dense + column.width * column.field.entries]
            rows = (column.width,) if column.width > 1 else ()
            self.dict[column.field.name] = part.reshape(column.field.shape + rows)
        self._bytes = np.zeros(game.observation_size, np.uint8)

    def __reduce__(self) -> tuple[Any, ...]:
        return Observer, (self._game,), self.tensor.tobytes()

    def __setstate__(self, numbers: bytes) -> None:
        """Restore the tensor; the parts in `dict` are views of this `tensor`."""
        self.tensor[:] = np.frombuffer(numbers, np.float32)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a position into `tensor`, as a player knows it."""
        prefix: Sequence[int] = state.prefix if state.position.turn == player else ()
        state.position.observation(player, prefix, self._bytes)
        self.tensor[:] = self._features.dense(self._bytes)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation as text: the seat and its bytes in hexadecimal."""
        prefix: Sequence[int] = state.prefix if state.position.turn == player else ()
        return f"{player} {state.position.observation(player, prefix).hex()}"


def register() -> None:
    """Register all games that have arrays with OpenSpiel."""
    for name in registry.names():
        if registry.load(name).num_tokens:
            register_as("", name)


def register_as(short: str, name: str) -> str:
    """Register a game with OpenSpiel by a short name, and return its name there."""
    kind = type_of(name, short)
    # Each game has its own class, because OpenSpiel releases functions after Python ends.
    pyspiel.register_game(kind, type(kind.short_name, (SpielGame,), {"kind": kind, "called": name}))
    return str(kind.short_name)


register()
