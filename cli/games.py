"""What there is: games, their rules, and players."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from aicore.cli.options import GAME, examples
from aicore.cli.streams import say

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.parameter import Parameter, Value
    from aicore.core.registry import GameInfo
    from aicore.players import Player


@examples(
    """
    aicore games
    aicore play booster --option target=15
    """
)
@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game.")
def games(as_json: bool) -> None:
    """List the games, their seats and their rule options."""
    from aicore.cli.screen import make_console
    from aicore.core.registry import info, names

    all_games = [info(name) for name in names()]
    if as_json:
        for each in all_games:
            say(json.dumps(_game_fields(each)))
        return
    console = make_console()
    sections = {
        "Games": [game for game in all_games if game.data["game"].get("kind") != "reference"],
        "Reference games (small or solved, to measure the players on)": [
            game for game in all_games if game.data["game"].get("kind") == "reference"
        ],
    }
    for title, members in sections.items():
        if members:
            console.print(title, style="bold")
            _list_games(console, members)
            console.print()
    console.print("aicore rules GAME    aicore play GAME", style="dim")


def _game_fields(game: GameInfo) -> dict[str, object]:
    """What `games --json` writes of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seats),
        "kind": game.data["game"].get("kind"),
        "options": [_parameter_fields(option, option.default) for option in game.options.values()],
    }


def _parameter_fields(parameter: Parameter, default: Value) -> dict[str, object]:
    """A rule option or a player's parameter for JSON."""
    return {
        "name": parameter.name,
        "default": default,
        "help": parameter.help,
        "allowed": parameter.allowed,
    }


def _list_games(console: Console, members: list[GameInfo]) -> None:
    from rich.text import Text

    from aicore.cli.screen import table

    listing = table("name", "seats", "what it is")
    for game in members:
        low, high = game.seats
        seats = f"{low}" if low == high else f"{low}-{high}"
        about = Text(game.title, "bold")
        about.append(f"  {game.summary}", "not bold")
        for option in game.options.values():
            about.append(f"\n{option.name}={option.default}", "not bold cyan")
            about.append(f"  {option.help} ({option.allowed})", "not bold dim")
        listing.add_row(Text(game.name, "bold cyan"), seats, about)
    console.print(listing)


@examples(
    """
    aicore rules ransom
    aicore rules ransom boost          what the rules say of a word
    aicore rules ransom --law          complete, with notation, state and source
    aicore rules ransom --arrays       what networks are asked and shown
    aicore rules ransom | less
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.argument("word", nargs=-1)
@click.option("--law", is_flag=True, help="The complete rules, for builders and researchers.")
@click.option("--arrays", is_flag=True, help="Words of actions and fields of observations.")
def rules(game: str, word: tuple[str, ...], law: bool, arrays: bool) -> None:
    """Show the rules of GAME, or what they say of WORD."""
    from aicore.cli.manual import find_section, in_columns, show_rules
    from aicore.core.registry import info

    if arrays:
        _show_arrays(game)
        return
    text = info(game).law if law else info(game).rules
    if word:
        text = find_section(text, " ".join(word))
    if sys.stdout.isatty():
        from aicore.cli.screen import make_console

        show_rules(make_console(), text)
    else:
        say(in_columns(text.rstrip("\n")))


def _show_arrays(name: str) -> None:
    from aicore.cli.screen import make_console, table
    from aicore.core.registry import load

    game = load(name)
    if not game.num_tokens:
        raise click.ClickException(f"{name} has no arrays")
    console = make_console()
    most = "one a decision" if game.max_tokens == 1 else f"up to {game.max_tokens} a decision"
    recall = "all that its seat ever learned" if game.perfect_recall else "what its seat knows"
    console.print(
        f"Words: {game.num_tokens:,}, {most}; a game has at most {game.max_length:,} actions."
    )
    console.print(f"An observation: {game.observation_size:,} bytes, {recall}.")
    listing = table("from", "field", "shape", "highest", right=["from", "highest"])
    place = 0
    for field in game.fields:
        shape = " x ".join(map(str, field.shape))
        listing.add_row(f"{place:,}", field.name, shape, str(field.high))
        place += field.size
    console.print(listing)


@examples(
    """
    aicore players
    aicore players --game booster
    aicore play booster --vs mcts:sims=5000
    """
)
@click.command()
@click.option("--game", type=GAME, metavar="GAME", help="Show the defaults for this game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each player.")
def players(game: str | None, as_json: bool) -> None:
    """List the players, what they do and their parameters.

    A spec is a name, or a name and parameters: mcts, mcts:sims=2000,c=0.7
    """
    from rich.text import Text

    from aicore.cli.screen import make_console
    from aicore.core.registry import info
    from aicore.players import PLAYERS, player_class, players_for
    from aicore.players.defaults import defaults_of, levels_of, scripts
    from aicore.players.files import from_files, home_of, packaged

    if as_json:
        for name in (*(players_for(info(game)) if game else PLAYERS), *packaged(), *from_files()):
            own = defaults_of(info(game), name) if game else {}
            say(json.dumps(_player_fields(player_class(name), own)))
        return
    console = make_console()
    for name in players_for(info(game)) if game else PLAYERS:
        own = defaults_of(info(game), name) if game else {}
        _show_player(console, player_class(name), own)
        if name == "script":
            for script, owner in scripts().items():
                if game in (None, owner):
                    about = info(owner).data["script"]["summary"]
                    console.print(Text.assemble("  ", (script, "cyan"), f" ({owner})  {about}"))
        console.print()
    for name in (*packaged(), *from_files()):
        _show_player(console, player_class(name), {})
        console.print(f"  from {home_of(name)}", style="dim")
        console.print()
    ladder = levels_of(info(game)) if game else ()
    if ladder:
        console.print(Text.assemble(("levels", "bold cyan"), "  play --level 1 to 9"))
        for number, spec in enumerate(ladder, 1):
            console.print(Text.assemble(f"  {number}  ", (spec, "cyan")))
        console.print()
    shown = f"for {game}" if game else "unless a game has its own (--game GAME)"
    console.print(f"Defaults are those {shown}.", style="dim")


def _player_fields(kind: type[Player], own: Mapping[str, object]) -> dict[str, object]:
    """What `players --json` writes of a player."""
    from aicore.core.parameter import complete

    values = complete(f"player {kind.NAME}", kind.PARAMETERS, {}, own) if kind.PARAMETERS else {}
    return {
        "name": kind.NAME,
        "summary": kind.SUMMARY,
        "parameters": [_parameter_fields(each, values[each.name]) for each in kind.PARAMETERS],
    }


def _show_player(console: Console, kind: type[Player], own: Mapping[str, object]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from aicore.cli.screen import table
    from aicore.core.parameter import complete, written

    console.print(Text.assemble((kind.NAME, "bold cyan"), "  ", kind.SUMMARY))
    if not kind.PARAMETERS:
        return
    values = complete(f"player {kind.NAME}", kind.PARAMETERS, {}, own)
    keys = table("parameter", "default", "what it does", right=["default"])
    for parameter in kind.PARAMETERS:
        about = Text(f"{parameter.help} ")
        about.append(f"({parameter.allowed})", "dim")
        keys.add_row(Text(parameter.name, "cyan"), written(values[parameter.name]), about)
    console.print(Padding(keys, (0, 0, 0, 2)))
