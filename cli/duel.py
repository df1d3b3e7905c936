"""Duels in games for one seat: two players play the same deal, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.arena.match import Match
from aicore.arena.results import solo_levels
from aicore.cli.narrator import wrapped_lines
from aicore.cli.screen import draw, heading
from aicore.cli.thinking import thinking
from aicore.core.language import Person
from aicore.core.language import gettext as _
from aicore.core.story import Names, ending, score
from aicore.session.seat_labels import player_title

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.game import State
    from aicore.players import Player


def duel(console: Console, match: Match, rival: Player) -> None:
    """Let the rival play the person's deal and compare the results."""
    console.print()
    console.print(heading(_("The same deal")))
    other = Match(match.game, [rival], match.deal)
    other.ready()
    name = player_title(rival.spec, rival.game.info)
    with thinking(console, _("{who} is thinking", who=name), game=rival.game) as progress:
        while not other.over:
            other.step(progress=progress)
    console.print(draw(other.state))
    game, names = match.game, Names([name])
    text = game.info.story.end(game, ending(other.state, None), names)
    for line in wrapped_lines([text], names, console.width):
        console.print(line)
    verdict = duel_verdict(match.state, other.state, name)
    text = verdict + margin(match.state, other.state)
    for line in wrapped_lines([text], [Person(_("you"), True), *names], console.width):
        line.stylize("bold")
        console.print(line)


def duel_verdict(mine: State, theirs: State, rival: str) -> str:
    """Return the winner of the duel in words."""
    own, other = solo_levels([mine.standing(), theirs.standing()])
    if own == other:
        return _("A tie")
    return _("You win the duel") if own > other else _("{who} wins the duel", who=rival)


def margin(mine: State, theirs: State) -> str:
    """Return the margin of the duel: the scores, and the tie-break between equal ones."""
    states = [mine, theirs]
    if theirs.standing() > mine.standing():
        states.reverse()
    scores = [score(state.game, state.scores()) for state in states]
    if scores[0] != scores[1]:
        return _(": {mine} against {theirs}.", mine=scores[0], theirs=scores[1])
    ties = [state.tie_break() for state in states]
    parts = [
        _("{value} {name} against {other}", value=value, name=_(name), other=ties[1][name])
        for name, value in ties[0].items()
        if value != ties[1][name]
    ]
    if not parts:
        return _(": both have {score}.", score=scores[0])
    return _(": both have {score}, but {more}.", score=scores[0], more=parts[0])
