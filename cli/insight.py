"""What a search thought: hints for the person, and the reasons of an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

import aicore
from aicore.cli.screen import percent, table
from aicore.cli.thinking import thinking

if TYPE_CHECKING:
    from aicore.core.decision import Decision
    from aicore.core.game import Game, State, View

HINT = "mcts:time=1"
LISTED = 8  # candidates shown


def show_hint(console: Console, view: View) -> None:
    """Search from what the person's seat knows, and show the best actions."""
    game = view.game
    legal = view.legal()
    if len(legal) == 1:
        console.print(f"  hint: {legal[0]}, the only legal move")
        return
    player = aicore.player(HINT, game, seed=view.key())
    with thinking(console, "the hint") as progress:
        decision = player.decide(view, progress)
    line = Text("  hint: ")
    line.append(decision.action, "bold")
    if decision.candidates:
        line.append(f", worth {percent(game, decision.candidates[0].values[view.seat])}")
    console.print(line)
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
        console.print(Text(f"  {name} chose ").append(chosen, "bold"))
        console.print("  It may know what you do not, so what it thought stays secret.")
        return
    facts = [f"{decision.simulations:,} simulations"] if decision.simulations else []
    facts += [f"depth {decision.depth}"] if decision.depth else []
    facts += [f"{decision.seconds:.2f} s"] if decision.seconds else []
    line = Text(f"  {name} chose ").append(chosen, "bold")
    console.print(line.append("".join(f", {fact}" for fact in facts)))
    if not decision.candidates:
        console.print("  It did not search.")
        return
    _candidates(console, before.game, decision, seat, LISTED)
    if len(decision.line) > 1:
        console.print(Text(f"  expects {', '.join(decision.line)}", "dim"))


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


def _candidates(console: Console, game: Game, decision: Decision, seat: int, limit: int) -> None:
    if not decision.candidates:
        return
    visits = sum(candidate.visits for candidate in decision.candidates)
    scale = 100.0 / (game.high - game.low)
    listing = table("  move", "share", "visits", "value", right=["share", "visits", "value"])
    for candidate in decision.candidates[:limit]:
        value = percent(game, candidate.values[seat])
        if candidate.bound:
            value = f"at most {value}"
        if candidate.error:
            value += f" ±{scale * candidate.error:.1f}"
        listing.add_row(
            Text(f"  {candidate.action}", "bold" if candidate.action == decision.action else ""),
            f"{100 * candidate.visits / visits:.0f} %" if visits else "",
            f"{candidate.visits:,}",
            value,
        )
    console.print(listing)
    left = len(decision.candidates) - limit
    if left > 0:
        console.print(f"  and {left} more", style="dim")
