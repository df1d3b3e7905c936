"""Result of a game, in a few words: "You lost, 6 to 10", "Computer resigned: you win"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aicore.core.language import Person, capital, fill
from aicore.core.language import gettext as _
from aicore.core.story import listed, listener, score

if TYPE_CHECKING:
    from aicore.core.game import Game, State

RESIGNED = "resigned"
"""Value of `way` for a resignation; any other value means that a seat's time ran out."""


def outcome(state: State, names: Sequence[str]) -> str:
    """Return a phrase that names the winner, with the scores if they say more.

    Args:
        state: the last state of a game.
        names: the names of the seats.
    """
    game, returns, scores = state.game, state.returns(), state.scores()
    you = listener(names)
    if game.seats == 1:
        text = score(game, scores)
        if returns[0] == game.low:
            return _("You lost: {score}", score=text)
        if returns[0] == game.high:
            return _("You won: {score}", score=text)
        return capital(text)
    if game.cooperative:
        if returns[0] == game.low:
            return _("You all lost")
        if returns[0] == game.high:
            return _("You all won")
        return _("Together you reached {share:.0f} %", share=100 * game.share(returns[0]))
    best = max(returns)
    winners = [seat for seat, value in enumerate(returns) if value == best]
    if best == game.low:
        return _("Nobody won")
    first = you if you is not None else winners[0]
    counts = list(scores) != returns
    if len(winners) > 1:
        if len(winners) == game.seats:
            return _with_scores(_("A draw"), scores, first) if counts else _("A draw")
        called = [_capital(names, winners[0]), *(names[seat] for seat in winners[1:])]
        who = Person(listed(called), you in winners, True)
        if game.sides < game.seats:
            return _("{who} {who:win|wins}", who=who)
        return _("{who} {who:share|shares} the victory", who=who)
    if you is not None and game.seats > 2 and winners != [you]:
        who = Person(names[winners[0]])
        if not counts:
            return _("{who} won", who=who)
        text = _("{who} won, {theirs:g} to your {yours:g}")
        return fill(text, who=who, theirs=scores[winners[0]], yours=scores[you])
    who = _capital(names, first)
    text = _("{who} won", who=who) if first in winners else _("{who} lost", who=who)
    return _with_scores(text, scores, first) if counts else text


def _with_scores(text: str, scores: Sequence[float], first: int) -> str:
    """Return a phrase with the scores, beginning with the seat `first`."""
    others = [fill("{each:g}", each=each) for seat, each in enumerate(scores) if seat != first]
    phrase = _("{text}, {first:g} to {others}")
    return fill(phrase, text=text, first=scores[first], others=listed(others))


def ended_early(game: Game, seat: int, way: str, names: Sequence[str], listener: int | None) -> str:
    """Return a sentence about a game that one seat ended: "You resigned: Computer wins."

    Args:
        seat: the seat that resigned or ran out of time.
        way: how it ended: `RESIGNED`, or "timed out".
    """
    who = Person(_("You"), True) if seat == listener else Person(names[seat])
    if game.seats != 2 or game.cooperative:
        text = _("{who} resigned.") if way == RESIGNED else _("{who} ran out of time.")
        return fill(text, who=who)
    text = (
        _("{who} resigned: {winner} {winner:win|wins}.")
        if way == RESIGNED
        else _("{who} ran out of time: {winner} {winner:win|wins}.")
    )
    return fill(text, who=who, winner=Person(names[1 - seat], 1 - seat == listener))


def _capital(names: Sequence[str], seat: int) -> Person:
    """Return a name for the beginning of a phrase: "You" for the listener."""
    if seat == listener(names):
        return Person(_("You"), True)
    return Person(names[seat])
