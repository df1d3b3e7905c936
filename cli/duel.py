"""Duels in games for one seat: two play the same deal, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from aicore.arena.match import Match
from aicore.arena.results import solo_levels
from aicore.cli.screen import draw, heading, number, table
from aicore.cli.thinking import thinking
from aicore.core.drawing import seat_colour

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.game import State
    from aicore.players import Player


def duel(console: Console, match: Match, rival: Player) -> None:
    """Let the rival play the person's deal and compare the results."""
    console.print()
    console.print(heading("The same deal"))
    other = Match(match.game, [rival], match.deal)
    other.ready()
    with thinking(console, rival.name) as progress:
        while not other.over:
            other.step(progress=progress)
    console.print(draw(other.state))
    console.print(_comparison(match.state, other.state, rival.name))
    console.print(f"  {duel_verdict(match.state, other.state, rival.name)}", style="bold")


def duel_verdict(mine: State, theirs: State, rival: str) -> str:
    """Who won the duel, in words."""
    own, other = solo_levels([mine.standing(), theirs.standing()])
    if own == other:
        return "A tie"
    return "You win the duel" if own > other else f"{rival} wins the duel"


def _comparison(mine: State, theirs: State, rival: str) -> Any:
    names = list(mine.tie_break())
    listing = table("  player", "score", *names, "end", right=["score", *names])
    for name, seat, state in (("you", 0, mine), (rival, 1, theirs)):
        figures = [number(state.scores()), *map(number, state.tie_break().values())]
        listing.add_row(Text(f"  {name}", seat_colour(seat)), *figures, str(state.end))
    return listing
