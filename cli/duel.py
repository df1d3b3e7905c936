"""Duels in games for one seat: two play the same deal, one after the other.

The higher score wins. A game whose rules go on from there has a function ``tie_break(fields)`` in
its text.py: from `State.to_dict` it makes a dictionary of what decides between equal scores, the
higher first, under the names that a person reads: ``{"fuel": 9}``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from aicore.arena.match import Match
from aicore.cli.screen import draw, heading, number, seat_style, table
from aicore.cli.thinking import thinking

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.game import State
    from aicore.players import Player


def tie_breaks(state: State) -> dict[str, Any]:
    """What decides between equal scores in this game, by name."""
    rule = getattr(state.game.info.notation, "tie_break", None)
    return {} if rule is None else dict(rule(state.to_dict()))


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
    keys = [(list(state.scores()), list(tie_breaks(state).values())) for state in (mine, theirs)]
    if keys[0] == keys[1]:
        return "A tie"
    return "You win the duel" if keys[0] > keys[1] else f"{rival} wins the duel"


def _comparison(mine: State, theirs: State, rival: str) -> Any:
    names = list(tie_breaks(mine))
    listing = table("  player", "score", *names, "end", right=["score", *names])
    for name, seat, state in (("you", 0, mine), (rival, 1, theirs)):
        figures = [number(state.scores()), *map(number, tie_breaks(state).values())]
        listing.add_row(Text(f"  {name}", seat_style(seat)), *figures, str(state.end))
    return listing
