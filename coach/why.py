"""Reasons why an action was worse than another, from games after both with the same luck.

This module counts recurring events, and reports counts that differ significantly and notably.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from aicore.arena.rollout import RolledDeal, follow, usual
from aicore.coach.contrast import Board, Facts, FutureWatcher, differences
from aicore.coach.puzzles.futures import Change, Future, changes, phrases
from aicore.core.language import fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.picture import Scene

if TYPE_CHECKING:
    from aicore.core.decision import Progress
    from aicore.core.game import View

GAMES = 100
"""Maximum number of futures per action."""

SECONDS = 6.0
"""Seconds after which no further futures begin."""

WON = "*won"
"""Event word for a game that the player to move wins alone; no action begins with it."""


def why(
    progress: Progress | None,
    view: View,
    best: str,
    played: str,
    names: Sequence[str],
    narrow: bool,
    games: int = GAMES,
    seconds: float = SECONDS,
) -> tuple[list[str], str]:
    """Return sentences on the different consequences of two actions, and a picture of them.

    Args:
        progress: a progress callback; an exception that it raises ends the job.
        view: the view of the deciding player.
        best: the better action.
        played: the action that was played.
        names: the names of the seats, for the picture.
        narrow: whether the picture is for a small screen.
        games: the maximum number of futures per action.
        seconds: the seconds after which no further futures begin.

    The sentences report events that follow one of the actions notably and significantly more often.
    The SVG picture shows the decision, with the better action as advice, and marks the things that
    end up elsewhere.
    """
    scene = Scene(
        view, tuple(names), tuple(view.legal()), ((view.seat, played),), (best,), narrow=narrow
    )
    board = Board(scene)
    game, seat, by = view.game, view.seat, usual(view.game)
    numbers, words = tuple(map(game.parse, (best, played))), phrases(game)
    events: tuple[list[Future], list[Future]] = ([], [])
    moved: tuple[list[Facts], list[Facts]] = ([], [])
    end = monotonic() + seconds
    for number in range(games):
        if number and monotonic() > end:
            break
        deal = RolledDeal(view, numbers, by, view.key(), number)
        for place, futures in enumerate(events):
            seen: set[tuple[str, bool]] = set()

            def note(actor: int, action: int, seen: set[tuple[str, bool]] = seen) -> None:
                word = game.text(action).partition(" ")[0]
                if word in words:
                    seen.add((word, actor == seat))

            watch = FutureWatcher(board, seat)
            values = follow(deal, place, note, watch)
            moved[place].append(watch.facts or frozenset())
            if all(values[seat] > value for other, value in enumerate(values) if other != seat):
                seen.add((WON, True))
            futures.append(frozenset(seen))
        if progress is not None:
            progress("", (number + 1) / games)
    sentences = [_sentence(view, change, best, played) for change in changes(*events)]
    elsewhere, played_on = differences(*moved), len(events[0])
    if not sentences:
        text = (
            _(
                "In {games} games played out after {best} and after {played}, with the same luck, "
                "no named event was clearly more common after either; the board shows what ends "
                "up elsewhere."
            )
            if elsewhere
            else _(
                "In {games} games played out after {best} and after {played}, with the same luck, "
                "no named event was clearly more common after either."
            )
        )
        sentences = [fill(text, games=played_on, best=best, played=played)]
    return sentences, board.draw(elsewhere, played_on, best, played)


def _sentence(view: View, change: Change, best: str, played: str) -> str:
    if change.word != WON:
        return change.sentence(view.game, best, played)
    return _(
        "After {best} you win {before} of {games} games; after {played} {after}.",
        best=best,
        before=change.after_best,
        games=change.games,
        played=played,
        after=change.after_other or pgettext("games", "none"),
    )
