"""Registry of players, which creates a player from a spec."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from aicore.core.errors import SpecError, quoted, unknown
from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.parameter import fill_defaults
from aicore.core.registry import GameInfo
from aicore.players.base import Player
from aicore.players.defaults import defaults_of, script_of, scripts
from aicore.players.files import Bot, class_of, is_known, packaged
from aicore.players.spec import AUTO, LEVEL, split

if TYPE_CHECKING:
    from aicore.search.mcts import Evaluator

__all__ = ["PLAYERS", "Bot", "Player", "player", "player_class", "players_for"]

PLAYERS = {
    "mcts": ("aicore.players.mcts", "MctsPlayer"),
    "expectimax": ("aicore.players.expectimax", "ExpectimaxPlayer"),
    "flat": ("aicore.players.flat", "FlatPlayer"),
    "policy": ("aicore.players.policy", "Policy"),
    "casual": ("aicore.players.casual", "Casual"),
    "greedy": ("aicore.players.greedy", "Greedy"),
    "cfr": ("aicore.players.cfr", "Cfr"),
    "script": ("aicore.players.script", "Script"),
    "random": ("aicore.players.random", "Random"),
    "engine": ("aicore.players.external", "Engine"),
    "human": ("aicore.players.human", "Human"),
}
"""Module and class of each player, by name; each is imported on first use."""

LEVELS = ("aicore.players.level", "Level")
"""Module and class for levels, which stand for other players."""


def player_class(name: str) -> type[Player]:
    """Return the class of the players with a name, which may be the name of a game's script.

    Raises SpecError.
    """
    if name not in PLAYERS and name != LEVEL:
        if is_known(name):
            return class_of(name)
        named = scripts()
        if name in named:
            return player_class("script")
        known = [*PLAYERS, *named, *packaged()]
        if name.startswith(LEVEL) and (number := name[len(LEVEL) :].strip()).isdecimal():
            known.append(f"{LEVEL}:{number}")
        raise SpecError(unknown(pgettext("there is no", "player"), name, known))
    module, attribute = LEVELS if name == LEVEL else PLAYERS[name]
    kind: type[Player] = getattr(import_module(module), attribute)
    return kind


def players_for(game: GameInfo) -> list[str]:
    """Return the names of the players that fit a game; some players fit only small games."""
    return [name for name in PLAYERS if player_class(name).fits(game)]


def player(
    spec: str,
    game: Game,
    seed: int = 0,
    *,
    evaluator: Evaluator | None = None,
    prepared: bool = True,
) -> Player:
    """Return a new player.

    Args:
        spec: ``name`` or ``name:key=value,key=value``. Other keys have the game's default, or else
            the player's default. ``engine:PATH ARGUMENTS`` is another program.
        game: rules of the game to play.
        seed: any integer; equal seeds give equal decisions unless a time limit ends the search.
        evaluator: evaluator of positions for `mcts` instead of playouts, such as a neural network.
            See `aicore.search.mcts.evaluator`.
        prepared: whether to do long computations now, such as the table of `cfr`, so that the first
            decision need not wait for them.

    Raises SpecError, which lists the valid names, keys or values. Raises OptionError if the player
    does not fit the game, and TypeError if `game` is not a game.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a game from aicore.load, not {quoted(game)}")
    if not isinstance(spec, str):
        raise SpecError(f"a player's spec must be a string, not {quoted(spec)}")
    if spec.strip() == AUTO:
        raise SpecError(
            _("{auto} adapts to one person's games, so it works only in `aicore play`", auto=AUTO)
        )
    name, given = split(spec)
    kind = player_class(name)
    if name not in (*PLAYERS, LEVEL) and not is_known(name) and name != script_of(game.info):
        raise SpecError(
            _("{player} plays {game}, not {other}",
              player=name, game=scripts()[name], other=game.name)
        )  # fmt: skip
    # An evaluator replaces the game's own network.
    with_net = given if evaluator is None else {"net": "none", **given}
    usual = kind.usual(game, with_net, defaults_of(game.info, name))
    values = fill_defaults(_("player {name}", name=name), kind.PARAMETERS, given, usual)
    if evaluator is None:
        new = kind(game, values, seed)
        if prepared:
            new.prepare()
        return new
    if name != "mcts":
        raise SpecError(f"only mcts can use an evaluator, not {name}")
    from aicore.players.mcts import MctsPlayer  # a searcher, loaded only on demand

    return MctsPlayer(game, values, seed, evaluator)


def restore(
    game: Game, spec: str, seed: int, decisions: int, evaluator: Evaluator | None = None
) -> Player:
    """Rebuild a pickled player.

    Args:
        game, spec, seed, evaluator: as for `player`.
        decisions: number of decisions that it has made.
    """
    restored = player(spec, game, seed, evaluator=evaluator)
    restored.decisions = decisions
    return restored


def is_named(kind: type[Player]) -> bool:
    """Whether a spec can name this class, by its `NAME`."""
    try:
        return player_class(getattr(kind, "NAME", "")) is kind
    except SpecError:
        return False


Player.restore = restore
Player.is_named = is_named
