"""Duels in games for one seat: two play the same deal, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.cli.screen import draw, heading, number, seat_style, table
from aicore.cli.thinking import thinking

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.arena.match import Match
    from aicore.core.game import State
    from aicore.players import Player


def duel_key(state: State) -> tuple[Any, ...]:
    """What a duel compares, higher first: the game's own order, or else its score."""
    order = getattr(state.game.info.notation, "duel_key", None)
    return tuple(order(state.to_dict()) if order is not None else state.scores())


def duel(console: Console, match: Match, rival: Player) -> None:
    """Let the rival play the person's deal and compare the results."""
    from rich.text import Text

    from aicore.arena.match import Match as NewMatch

    console.print()
    console.print(heading("The same deal"))
    other = NewMatch(match.game, [rival], match.seed)
    with thinking(console, rival.NAME) as progress:
        while not other.over:
            other.step(progress=progress)
    console.print(draw(other.state))
    listing = table("", "score", "", right=["score"])
    for name, seat, state in (("you", 0, match.state), (rival.NAME, 1, other.state)):
        listing.add_row(
            Text(f"  {name}", seat_style(seat)), number(_whole_score(state)), str(state.end)
        )
    console.print(listing)
    mine, theirs = duel_key(match.state), duel_key(other.state)
    verdict = "A tie" if mine == theirs else "You win" if mine > theirs else f"{rival.NAME} wins"
    console.print(f"  {verdict} the duel" if mine != theirs else f"  {verdict}", style="bold")


def _whole_score(state: State) -> Any:
    scores = state.scores()
    return scores[0] if len(scores) == 1 else scores
