"""Why an action was worse than another: both are played on in the same luck.

What recurs is counted, and shown where the counts differ surely and notably.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from aicore.arena.rollout import RolledDeal, follow, usual
from aicore.study.puzzles.futures import Change, Future, changes, phrases

if TYPE_CHECKING:
    from aicore.core.decision import Progress
    from aicore.core.game import View

GAMES = 100
"""Futures of each action, at most."""

SECONDS = 6.0
"""After which no further ones are begun."""

WON = "*won"
"""Stands for a game that the player to move wins alone; no action is called so."""


def why(progress: Progress | None, view: View, best: str, played: str) -> list[str]:
    """What comes true notably and surely more often after one of two actions, in sentences.

    Args:
        view: what the player knew who decided.
        progress: may raise Enough.
    """
    game, seat, by = view.game, view.seat, usual(view.game)
    numbers, words = tuple(map(game.parse, (best, played))), phrases(game)
    found: tuple[list[Future], list[Future]] = ([], [])
    end = monotonic() + SECONDS
    for number in range(GAMES):
        if number and monotonic() > end:
            break
        deal = RolledDeal(view, numbers, by, view.key(), number)
        for place, futures in enumerate(found):
            seen: set[tuple[str, bool]] = set()

            def note(actor: int, action: int, seen: set[tuple[str, bool]] = seen) -> None:
                word = game.text(action).partition(" ")[0]
                if word in words:
                    seen.add((word, actor == seat))

            values = follow(deal, place, note)
            if all(values[seat] > value for other, value in enumerate(values) if other != seat):
                seen.add((WON, True))
            futures.append(frozenset(seen))
        if progress is not None:
            progress("", (number + 1) / GAMES)
    sentences = [_sentence(view, change, best, played) for change in changes(*found)]
    return sentences or [
        f"In {len(found[0])} games, played on after {best} and after {played} with the same luck, "
        "nothing that can be named came notably more often after one of them."
    ]


def _sentence(view: View, change: Change, best: str, played: str) -> str:
    if change.word != WON:
        return change.sentence(view.game, best, played)
    return (
        f"After {best} you win {change.before} of {change.games} games; after {played} "
        f"{change.after or 'none'}."
    )
