"""`aicore players`: the players and their parameters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from aicore.cli.games import parameter_fields
from aicore.cli.screen import make_console, table
from aicore.cli.streams import say
from aicore.core.parameter import complete, written
from aicore.core.registry import info
from aicore.players import PLAYERS, Player, player_class, players_for
from aicore.players.defaults import defaults_of, levels_of, scripts
from aicore.players.files import from_files, home_of, packaged

if TYPE_CHECKING:
    from rich.console import Console


def run(game: str | None, as_json: bool) -> None:
    """Carry out `aicore players`."""
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
    values = complete(f"player {kind.NAME}", kind.PARAMETERS, {}, own) if kind.PARAMETERS else {}
    return {
        "name": kind.NAME,
        "summary": kind.SUMMARY,
        "parameters": [parameter_fields(each, values[each.name]) for each in kind.PARAMETERS],
    }


def _show_player(console: Console, kind: type[Player], own: Mapping[str, object]) -> None:
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
