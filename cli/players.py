"""`aicore players`: the players and their parameters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from aicore.cli.games import parameter_fields
from aicore.cli.screen import grouped, make_console, table
from aicore.cli.streams import say
from aicore.core.errors import one_line
from aicore.core.language import SOURCE, ngettext, pgettext, speaking
from aicore.core.language import gettext as _
from aicore.core.parameter import fill_defaults, written
from aicore.core.registry import info, load_again
from aicore.players import PLAYERS, Player, player_class, players_for
from aicore.players.defaults import LEVEL_NAMES, defaults_of, levels_of, scripts
from aicore.players.files import from_files, home_of, packaged
from aicore.players.networks import OWN, GameNet, networks_of

if TYPE_CHECKING:
    from rich.console import Console


MAX_ENTRY = 200  # maximum characters of an entry in a network's card


def run(game: str | None, as_json: bool) -> None:
    """Run `aicore players`."""
    if as_json:
        with speaking(SOURCE):  # for programs
            _print_json(game)
        return
    console = make_console()
    for name in players_for(info(game)) if game else PLAYERS:
        _show_player(console, player_class(name), _usual(name, game))
        if name == "script":
            for script, owner in scripts().items():
                if game in (None, owner):
                    about = _(info(owner).data["script"]["summary"])
                    console.print(Text.assemble("  ", (script, "cyan"), f" ({owner})  {about}"))
        console.print()
    for name in (*packaged(), *from_files()):
        _show_player(console, player_class(name), {})
        origin = _("from {place}", place=home_of(name))
        console.print(f"  {origin}", style="dim")
        console.print()
    for variant, network in networks_of(info(game)) if game else ():
        _show_network(console, variant.seats, network)
        console.print()
    ladder = levels_of(info(game)) if game else ()
    if ladder:
        how = _("play --level 1 to 9")
        console.print(Text.assemble((_("levels"), "bold cyan"), f"  {how}"))
        width = max(12, *(len(_(name)) for name in LEVEL_NAMES))
        for number, (name, spec) in enumerate(zip(LEVEL_NAMES, ladder, strict=False), 1):
            line = Text.assemble(f"  {number}  {_(name):{width}} ", (spec, "cyan"))
            console.print(line, soft_wrap=True)
        console.print()
    shown = (
        _("These are the defaults for {game}.", game=game)
        if game
        else _("These are the defaults for games without their own (see --game GAME).")
    )
    console.print(shown, style="dim")


def _print_json(game: str | None) -> None:
    for name in (*(players_for(info(game)) if game else PLAYERS), *packaged(), *from_files()):
        say(json.dumps(_player_fields(player_class(name), _usual(name, game))))
    for variant, network in networks_of(info(game)) if game else ():
        say(json.dumps(_network_fields(variant.seats, network)))


def _usual(name: str, game: str | None) -> Mapping[str, object]:
    """Return a player's defaults in a game with its default number of seats."""
    if game is None:
        return {}
    about = info(game)
    rules = load_again(game, about.default_seats, {})
    return player_class(name).usual(rules, {}, defaults_of(about, name))


def _network_fields(seats: int, network: GameNet) -> dict[str, object]:
    """Return the entry of a game's own network in `players --json`."""
    return {
        "network": str(network.path),
        "seats": seats,
        "digest": network.digest,
        "options": network.card.get("options", {}),
        "default": network.wanted and not network.trouble,
        "trouble": network.trouble,
        "about": network.about,
    }


def _show_network(console: Console, seats: int, network: GameNet) -> None:
    """Print a network's file, its use, its training and its match."""
    many = ngettext("{n} seat", "{n} seats", seats)
    title = ((_("network"), "bold cyan"), f"  {network.path}#{network.digest}, {many}")
    console.print(Text.assemble(*title))
    if network.trouble:
        use = _("not used: {why}", why=network.trouble)
    elif network.wanted:
        use = _("mcts uses it, unless you give net=none")
    else:
        use = _("{spec} uses it", spec="mcts:net=" + OWN)
    options = network.card.get("options")
    lines = {_("use"): use, **({pgettext("options", "for"): options} if options else {})}
    lines |= {key: entry for key, entry in network.about.items() if key != "use"}
    keys = table(pgettext("entry of a network's card", "about"), pgettext("its value", "it"))
    for key, entry in lines.items():
        keys.add_row(Text(one_line(key, 40), "cyan"), Text(_text(key, entry)))
    console.print(Padding(keys, (0, 0, 0, 2)))


def _text(key: str, entry: object) -> str:
    """Return an entry of a network's card in words."""
    if not isinstance(entry, dict):
        return one_line(entry, MAX_ENTRY)
    if key == "match":
        with suppress(KeyError, TypeError, ValueError):
            share, low, high = (100.0 * float(entry[name]) for name in ("score", "low", "high"))
            return one_line(
                _(
                    "{share:.1f} % ({low:.1f} to {high:.1f} %) of {games} games against {player}, "
                    "{seconds:g} s per move",
                    share=share,
                    low=low,
                    high=high,
                    games=grouped(entry["games"]),
                    player=entry["against"],
                    seconds=float(entry["seconds"]),
                ),
                MAX_ENTRY,
            )
    return one_line(", ".join(f"{name}={value}" for name, value in entry.items()), MAX_ENTRY)


def _player_fields(kind: type[Player], own: Mapping[str, object]) -> dict[str, object]:
    """Return the entry of a player in `players --json`."""
    values = (
        fill_defaults(f"player {kind.NAME}", kind.PARAMETERS, {}, own) if kind.PARAMETERS else {}
    )
    return {
        "name": kind.NAME,
        "summary": _(kind.SUMMARY),
        "parameters": [parameter_fields(each, values[each.name]) for each in kind.PARAMETERS],
    }


def _show_player(console: Console, kind: type[Player], own: Mapping[str, object]) -> None:
    console.print(Text.assemble((kind.NAME, "bold cyan"), "  ", _(kind.SUMMARY)))
    if not kind.PARAMETERS:
        return
    values = fill_defaults(f"player {kind.NAME}", kind.PARAMETERS, {}, own)
    default = _("default")
    keys = table(_("parameter"), default, _("description"), right=[default])
    for parameter in kind.PARAMETERS:
        about = Text(f"{_(parameter.help)} ")
        about.append(f"({parameter.allowed})", "dim")
        keys.add_row(Text(parameter.name, "cyan"), written(values[parameter.name]), about)
    console.print(Padding(keys, (0, 0, 0, 2)))
