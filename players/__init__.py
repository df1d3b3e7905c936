"""Players: one registry, one spec syntax."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from aicore.core.errors import SpecError, quoted, unknown
from aicore.core.game import Game
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
"""Name -> module and class, imported when first used."""

# an alias for other players, not a player itself
LEVELS = ("aicore.players.level", "Level")


def player_class(name: str) -> type[Player]:
    """Return the class of the players of a name, also from a game. Raises SpecError."""
    if name not in PLAYERS and name != LEVEL:
        if is_known(name):
            return class_of(name)
        named = scripts()
        if name in named:
            return player_class("script")
        known = [*PLAYERS, *named, *packaged()]
        raise SpecError(unknown("player", name, known))
    module, attribute = LEVELS if name == LEVEL else PLAYERS[name]
    found: type[Player] = getattr(import_module(module), attribute)
    return found


def players_for(game: GameInfo) -> list[str]:
    """Return the names of the players that a game offers: some are for small games only."""
    return [name for name in PLAYERS if player_class(name).fits(game)]


def player(
    spec: str,
    game: Game,
    seed: int = 0,
    *,
    evaluator: Evaluator | None = None,
    prepared: bool = True,
) -> Player:
    """Make a player.

    Args:
        spec: ``name`` or ``name:key=value,key=value``; keys not set take the game's defaults, then
            the player's own. ``engine:PATH ARGUMENTS`` is another program.
        game: the rules that it will play by.
        seed: any integer; with a budget that is not time, equal seeds give equal decisions.
        evaluator: evaluates positions for `mcts`, in place of playouts: a neural network, for
            example. See `aicore.search.mcts.evaluator`.
        prepared: whether to compute now what the first decision would otherwise wait for, such as
            the table of `cfr`.

    Raises SpecError, which lists the valid names, keys or values, and OptionError if the player
    does not fit the game.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a game from aicore.load, not {quoted(game)}")
    if not isinstance(spec, str):
        raise SpecError(f"a player's spec must be a string, not {quoted(spec)}")
    if spec.strip() == AUTO:
        raise SpecError(f"{AUTO} adapts to one person's games, so it works only in `aicore play`")
    name, given = split(spec)
    kind = player_class(name)
    if name not in (*PLAYERS, LEVEL) and not is_known(name) and name != script_of(game.info):
        raise SpecError(f"{name} plays {scripts()[name]}, not {game.name}")
    judged = given if evaluator is None else {"net": "none", **given}  # not the game's own network
    usual = kind.usual(game, judged, defaults_of(game.info, name))
    values = fill_defaults(f"player {name}", kind.PARAMETERS, given, usual)
    if evaluator is None:
        made = kind(game, values, seed)
        if prepared:
            made.prepare()
        return made
    if name != "mcts":
        raise SpecError(f"only mcts can use an evaluator, not {name}")
    from aicore.players.mcts import MctsPlayer  # a searcher, loaded only on demand

    return MctsPlayer(game, values, seed, evaluator)


def restore(
    game: Game, spec: str, seed: int, decisions: int, evaluator: Evaluator | None = None
) -> Player:
    """Restore a pickled player."""
    again = player(spec, game, seed, evaluator=evaluator)
    again.decisions = decisions
    return again


def is_named(kind: type[Player]) -> bool:
    """Whether a spec can name this class: not if it was never given a name."""
    try:
        return player_class(getattr(kind, "NAME", "")) is kind
    except SpecError:
        return False


Player.restore = restore
Player.is_named = is_named
