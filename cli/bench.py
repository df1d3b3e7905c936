"""`aicore bench`: how fast the engine and the searchers are here."""

from __future__ import annotations

import json
from typing import Any

import click

from aicore.cli.options import GAME, Number, Whole, examples
from aicore.cli.streams import say

COLUMNS = {
    "plies_per_s": "plies/s",
    "playouts_per_s": "playouts/s",
    "copy_ns": "copy ns",
    "mcts_sims_per_s": "sims/s",
    "expectimax_nodes_per_s": "nodes/s",
    "node_bytes": "node B",
    "threads": "threads",
}


@examples(
    """
    aicore bench
    aicore bench booster --seconds 5
    aicore bench booster --sims 20000 --threads 4 --json
    aicore bench --signature
    """
)
@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game.")
@click.option(
    "--sims",
    type=Whole(1),
    metavar="N",
    help="Simulations of mcts; default: as many as --seconds allow.",
)
@click.option(
    "--threads",
    type=Whole(1),
    default=1,
    metavar="N",
    show_default=True,
    help="Threads of mcts.",
)
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=1.0,
    metavar="S",
    show_default=True,
    help="Time for each measurement.",
)
@click.option(
    "--signature",
    "signed",
    is_flag=True,
    help="Print instead a hash of what each player decides on fixed positions.",
)
def bench(
    game: str | None,
    as_json: bool,
    sims: int | None,
    threads: int,
    seconds: float,
    signed: bool,
) -> None:
    """Measure the speed of a game's rules and searches.

    How many moves and random games a second, how long it takes to copy a state, how many
    simulations of mcts and nodes of expectimax a second, how many bytes a node takes. Without GAME
    all games are measured in turn.
    """
    from aicore.arena.speed import measure
    from aicore.core.registry import load, names

    if signed:
        from aicore.arena.signature import signatures

        for name in [game] if game else names():
            for spec, digits in signatures(name).items():
                say(f"{name} {spec} {digits}")
        return
    measured = []
    for name in [game] if game else names():
        figures = measure(load(name), seconds, threads, sims or 0)
        if as_json:
            say(json.dumps(figures))
        measured.append(figures)
    if not as_json:
        _show(measured)


def _show(measured: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from aicore.cli.screen import make_console, table

    listing = table("game", *COLUMNS.values(), right=list(COLUMNS.values()))
    for figures in measured:
        cells = [_figure(figures[key]) for key in COLUMNS]
        listing.add_row(Text(figures["game"], "bold cyan", no_wrap=True), *cells)
    make_console().print(listing)


def _figure(value: float | int | None) -> str:
    if value is None:
        return "-"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= 10 * size or (unit != "k" and value >= size):
            return f"{value / size:.3g} {unit}"
    return f"{value:.4g}"
