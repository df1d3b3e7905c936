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
PROBES = 16  # positions drawn to find out what a seat cannot know


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
    """Show what an opponent considered, as far as `viewer` may know it.

    Where the opponent knew something that the viewer does not, its values would give that away,
    and where its moves did too (cards in its hand), so would their texts.
    """
    seat = before.turn
    chosen = before.event_text(decision.action, viewer)
    facts = [f"{decision.simulations:,} simulations"] if decision.simulations else []
    facts += [f"depth {decision.depth}"] if decision.depth else []
    facts += [f"{decision.seconds:.2f} s"] if decision.seconds else []
    line = Text(f"  {name} chose ").append(chosen, "bold")
    console.print(line.append("".join(f", {fact}" for fact in facts)))
    if not decision.candidates:
        console.print("  It did not search.")
        return
    if not knows_more(before, seat, viewer):
        _candidates(console, before.game, decision, seat, LISTED)
        if len(decision.line) > 1:
            console.print(Text(f"  expects {', '.join(decision.line)}", "dim"))
        return
    visits = sum(candidate.visits for candidate in decision.candidates)
    best = next((one for one in decision.candidates if one.action == decision.action), None)
    if visits and best is not None:
        share = 100 * best.visits / visits
        console.print(f"  {share:.0f} % of the search went into it.")
    console.print("  It knows what you do not, so it keeps the other moves and all values secret.")


def knows_more(state: State, seat: int, viewer: int) -> bool:
    """Whether `seat` knows something of this position that `viewer` cannot tell.

    Found by drawing positions that look the same to the viewer: do they to the seat?
    """
    if not state.game.has_hidden or seat == viewer:
        return False
    rng = aicore.Rng(0)
    known = state.key(seat)
    return any(state.resample(viewer, rng).key(seat) != known for _ in range(PROBES))


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
