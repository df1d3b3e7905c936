"""`aicore games`: the games, their seats and their rule options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rich.text import Text

from aicore.cli.screen import make_console, table
from aicore.cli.streams import say
from aicore.core.language import SOURCE, pgettext, speaking
from aicore.core.language import gettext as _
from aicore.core.registry import GameInfo, info, names

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.parameter import Parameter, Value


def run(as_json: bool) -> None:
    """Run `aicore games`."""
    all_games = [info(name) for name in names()]
    if as_json:
        with speaking(SOURCE):  # for programs
            for each in all_games:
                say(json.dumps(_game_fields(each)))
        return
    console = make_console()
    sections = {
        pgettext("list of games", "Games"): [
            game for game in all_games if game.data["game"].get("kind") != "reference"
        ],
        _("Reference games (small or solved, for measuring players)"): [
            game for game in all_games if game.data["game"].get("kind") == "reference"
        ],
    }
    for title, members in sections.items():
        if members:
            console.print(title, style="bold")
            _list_games(console, members)
            console.print()
    game = _("GAME")
    console.print(f"aicore rules {game}    aicore play {game}", style="dim")


def _game_fields(game: GameInfo) -> dict[str, object]:
    """Return the entry of a game in `games --json`."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seats),
        "kind": game.data["game"].get("kind"),
        "options": [parameter_fields(option, option.default) for option in game.options.values()],
    }


def parameter_fields(parameter: Parameter, default: Value) -> dict[str, object]:
    """Return a rule option or a player's parameter for JSON."""
    return {
        "name": parameter.name,
        "default": default,
        "help": _(parameter.help),
        "allowed": parameter.allowed,
    }


def _list_games(console: Console, members: list[GameInfo]) -> None:
    listing = table(_("name"), _("seats"), _("description"))
    for game in members:
        low, high = game.seats
        seats = f"{low}" if low == high else f"{low}-{high}"
        about = Text(game.title, "bold")
        about.append(f"  {game.summary}", "not bold")
        for option in game.options.values():
            about.append(f"\n{option.name}={option.default}", "not bold cyan")
            about.append(f"  {_(option.help)} ({option.allowed})", "not bold dim")
        listing.add_row(Text(game.name, "bold cyan"), seats, about)
    console.print(listing)
