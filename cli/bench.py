"""`aicore bench`: speed of games and searchers on this machine."""

from __future__ import annotations

import json
import time
from typing import Any

from rich.text import Text

from aicore.arena.speed import measure
from aicore.cli.screen import make_console, table
from aicore.cli.streams import say
from aicore.core.errors import OptionError
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.registry import load, names
from aicore.core.rng import Rng
from aicore.plain.profiling import Profiler
from aicore.plain.rules import PlainGame
from aicore.players import player

COLUMNS = {
    "plies_per_s": N_("plies/s"),
    "playouts_per_s": N_("playouts/s"),
    "copy_ns": N_("copy ns"),
    "mcts_sims_per_s": N_("sims/s"),
    "expectimax_nodes_per_s": N_("nodes/s"),
    "node_bytes": N_("node B"),
    "threads": N_("threads"),
}


def run(
    game: str | None,
    as_json: bool,
    sims: int | None,
    threads: int,
    seconds: float,
) -> None:
    """Run `aicore bench`."""
    measured = []
    for name in [game] if game else names():
        figures = measure(load(name), seconds, threads, sims or 0)
        if as_json:
            say(json.dumps(figures))
        measured.append(figures)
    if not as_json:
        _show(measured)


def profile(name: str | None, seconds: float) -> None:
    """Run `aicore bench --profile`. Raises OptionError."""
    game = load(name) if name else None
    if not isinstance(game, PlainGame):
        raise OptionError(
            _("--profile: name the file of a game in plain Python, such as ./liars.py")
        )
    profiler = Profiler(game.file)
    mcts, rng = player("mcts:time=0.2", game, seed=1), Rng(1)
    began, state = time.thread_time(), game.start()
    with profiler.watching():
        while time.thread_time() - began < seconds:
            if state.end is not None:
                state = game.start()
            elif state.turn < 0 or len(state.legal_actions()) == 1:
                state.apply(state.sample(rng))
            else:
                state.apply(mcts.decide(state.view(state.turn)).action)
    say(
        _("{game}: {share:.0f}% of a search's time is spent in your methods",
          game=game.info.title, share=100.0 * profiler.share)
    )  # fmt: skip
    right = (_("time"), _("line"))
    listing = table(*right, _("method"), _("code"), right=right)
    for line in profiler.lines():
        code = Text(line.text, overflow="ellipsis", no_wrap=True)
        share = _("{share:.1f}%", share=100.0 * line.share)
        listing.add_row(share, str(line.number), line.method, code)
    make_console().print(listing)


def _show(measured: list[dict[str, Any]]) -> None:
    columns = [_(title) for title in COLUMNS.values()]
    listing = table(_("game"), *columns, right=columns)
    for figures in measured:
        cells = [_figure(figures[key]) for key in COLUMNS]
        listing.add_row(Text(figures["game"], "bold cyan", no_wrap=True), *cells)
    make_console().print(listing)


def _figure(value: float | int | None) -> str:
    if value is None:
        return "-"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= 10 * size or (unit != "k" and value >= size):
            return fill("{value:.3g} {unit}", value=value / size, unit=unit)
    return fill("{value:.4g}", value=float(value))
