"""What a search thought: hints for the person, and the reasons of an opponent."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

import aicore
from aicore.cli.screen import folded, percent, table
from aicore.cli.thinking import thinking

if TYPE_CHECKING:
    from aicore.core.decision import Candidate, Decision
    from aicore.core.game import Game, State, View

HINT = "mcts:time=1"
LISTED = 8  # candidates shown
INDENT = 2
GAP = 2  # columns behind each column of a table
FIGURES = ("share", "visits", "value")


def show_hint(console: Console, view: View) -> None:
    """Search from what the person's seat knows, and show the best actions."""
    game = view.game
    legal = view.legal()
    if len(legal) == 1:
        _headline(console, "hint:", legal[0], ", the only legal move")
        return
    player = aicore.player(HINT, game, seed=view.key())
    with thinking(console, "the hint") as progress:
        decision = player.decide(view, progress)
    worth = ""
    if decision.candidates:
        worth = f", worth {percent(game, decision.candidates[0].values[view.seat])}"
    _headline(console, "hint:", decision.action, worth)
    _candidates(console, game, decision, view.seat, 3)


def show_thought(
    console: Console, name: str, before: State, decision: Decision, viewer: int
) -> None:
    """Show what an opponent considered, if `viewer` could have considered it as well.

    Where something is hidden from the viewer, the opponent may have known it, and every figure of
    its search hangs on that: how it shared its simulations, how deep and how long it searched.
    """
    seat = before.turn
    chosen = before.event_text(decision.action, viewer)
    if hides(before, viewer):
        _headline(console, f"{name} chose", chosen)
        console.print("  It may know what you do not, so what it thought stays secret.")
        return
    facts = [f"{decision.simulations:,} simulations"] if decision.simulations else []
    facts += [f"depth {decision.depth}"] if decision.depth else []
    facts += [f"{decision.seconds:.2f} s"] if decision.seconds else []
    _headline(console, f"{name} chose", chosen, "".join(f", {fact}" for fact in facts))
    if not decision.candidates:
        console.print("  It did not search.")
        return
    _candidates(console, before.game, decision, seat, LISTED)
    if len(decision.continuation) > 1:
        expected = f"expects {', '.join(decision.continuation)}"
        console.print(Text(_indented(folded(expected, console.width - INDENT)), "dim"))


def hides(state: State, viewer: int) -> bool:
    """Whether something of this position is hidden from `viewer`: it reads None in its view alone.

    The answer hangs on what the viewer knows, and on nothing else.
    """
    return state.game.has_hidden and _covers(state.to_dict(), state.to_dict(viewer))


def _covers(whole: object, seen: object) -> bool:
    """Whether a part of a dump lacks in what is seen of it."""
    if isinstance(whole, dict) and isinstance(seen, dict):
        return any(_covers(part, seen[name]) for name, part in whole.items())
    if isinstance(whole, list) and isinstance(seen, list):
        return any(map(_covers, whole, seen))
    return seen is None and whole is not None


def _headline(console: Console, label: str, move: str, more: str = "") -> None:
    """A label, a move and more about it, in rows of whole words."""
    text = _indented(folded(f"{label} {move}{more}", console.width - INDENT))
    shown = Text(text)
    shown.stylize("bold", INDENT + len(label) + 1, len(text) - len(more))
    console.print(shown)


def _indented(text: str) -> str:
    return indent(text, " " * INDENT)


def _candidates(console: Console, game: Game, decision: Decision, seat: int, limit: int) -> None:
    if not decision.candidates:
        return
    shown = decision.candidates[:limit]
    visits = sum(candidate.visits for candidate in decision.candidates)
    figures = [_figures(game, candidate, seat, visits) for candidate in shown]
    listing = table("  move", *FIGURES, right=FIGURES)
    taken = sum(
        max(len(name), *map(len, column)) + GAP
        for name, column in zip(FIGURES, zip(*figures, strict=True), strict=True)
    )
    for candidate, cells in zip(shown, figures, strict=True):
        move = _indented(folded(candidate.action, console.width - taken - INDENT - GAP))
        style = "bold" if candidate.action == decision.action else ""
        listing.add_row(Text(move, style), *cells)
    console.print(listing)
    left = len(decision.candidates) - limit
    if left > 0:
        console.print(f"  and {left} more", style="dim")


def _figures(game: Game, candidate: Candidate, seat: int, visits: int) -> tuple[str, ...]:
    """What a search found out about an action: cells of the columns FIGURES."""
    value = percent(game, candidate.values[seat])
    if candidate.bound:
        value = f"at most {value}"
    if candidate.error:
        value += f" ±{100.0 * candidate.error / (game.high - game.low):.1f}"
    share = f"{100 * candidate.visits / visits:.0f} %" if visits else ""
    return share, f"{candidate.visits:,}", value
