"""Moves as players of backgammon write them: `13/7 8/7`, `bar/22`, `6/off`, `24/18/13`, `13/8(2)`.

Points are counted from the mover's side, as in the game's own notation. A star for a hit is
allowed, but ignored. One step may use several dice: `13/2` with a 6 and a 5.
"""

from __future__ import annotations

import re
from itertools import pairwise, permutations

from aicore.core.errors import NotationError
from aicore.core.game import State, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import trial
from aicore.games.backgammon.game import BAR

LINES = (N_("13/7 8/7   both dice at once; also `bar/22`, `6/off`, `24/18/13`, `13/8(2)`"),)
POINT = r"(?:bar|off|\d{1,2})"
STEP = re.compile(rf"({POINT}(?:\*?/{POINT})+)\*?(?:\(([1-4])\))?", re.IGNORECASE)
MAX_DICE = 4  # maximum number of dice in a turn

Step = tuple[int, int]
"""Start and end of a man's step: points, `BAR`, or 0 for off the board."""


def expand(position: State | View, line: str) -> list[str] | None:
    """Return the actions that a written move stands for; None if the line is not written that way.

    Raises NotationError if the men cannot make the move.
    """
    written = re.split(r"[\s,;]+", line.strip())
    if not written or not all(map(STEP.fullmatch, written)):
        return None
    steps = [step for text in written for step in _steps(text)]
    orders = permutations(steps) if len(steps) <= MAX_DICE else ()
    for order in orders:
        state = trial(position)
        found = _played(state, state.turn, list(order))
        if found is not None:
            return found
    dice = ", ".join(sorted({text.split()[-1] for text in position.legal() if " " in text}))
    if not dice:
        raise NotationError(_("no man can move: `pass`"))
    raise NotationError(
        _("your men cannot move {line} with your dice ({dice})", line=line, dice=dice)
    )


def _steps(text: str) -> list[Step]:
    """Return the steps of a written move: `24/18/13` has two, `13/8(2)` has the same one twice."""
    found = STEP.fullmatch(text)
    assert found is not None
    named = found[1].lower().replace("*", "").split("/")
    points = [BAR if name == "bar" else 0 if name == "off" else int(name) for name in named]
    return list(pairwise(points)) * int(found[2] or 1)


def _played(state: State, seat: int, steps: list[Step]) -> list[str] | None:
    """Return legal actions that make these steps in their order; None if there are none."""
    if not steps:
        return []
    (start, end), *rest = steps
    if state.turn != seat:
        return None
    for text in state.legal():
        verb, *words = text.split()
        if verb != "move" or (BAR if words[0] == "bar" else int(words[0])) != start:
            continue
        reached = max(0, start - int(words[1]))
        if reached < end:
            continue
        after = state.clone()
        after.apply(text)
        further = rest if reached == end else [(reached, end), *rest]
        found = _played(after, seat, further)
        if found is not None:
            return [text, *found]
    return None
