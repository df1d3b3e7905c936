"""Moves as players of backgammon write them: `13/7 8/7`, `bar/22`, `6/off`, `24/18/13`, `13/8(2)`.

Points are counted from the mover's side, as in the game's own notation. A star for a hit is
allowed, but ignored. One step may use several dice: `13/2` with a 6 and a 5.
"""

from __future__ import annotations

import re
from itertools import pairwise

from aicore.core.errors import NotationError
from aicore.core.game import State, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import trial
from aicore.games.backgammon.game import BAR

LINES = (N_("13/7 8/7   both dice at once; also `bar/22`, `6/off`, `24/18/13`, `13/8(2)`"),)
POINT = r"(?:bar|off|\d{1,2})"
STEP = re.compile(rf"({POINT}(?:\*?/{POINT})+)\*?(?:\(([1-4])\))?", re.IGNORECASE)
ENDS = {"bar": BAR, "off": 0}
MAX_DICE = 4  # maximum number of dice in a turn

Step = tuple[int, int]
"""Start and end of a man's step: points, `BAR`, or 0 for off the board."""


def expand(position: State | View, line: str) -> list[str] | None:
    """Return the actions that a written move stands for; None if the line is not written that way.

    Raises NotationError if the men cannot make the move.
    """
    steps: list[Step] = []
    for text in re.split(r"[\s,;]+", line.strip()):
        step = STEP.fullmatch(text)
        if step is None:
            return None
        names = step[1].lower().replace("*", "").split("/")
        points = [int(ENDS.get(name, name)) for name in names]
        steps += list(pairwise(points)) * int(step[2] or 1)
    state = trial(position)
    actions = _played(state, state.turn, steps) if len(steps) <= MAX_DICE else None
    if actions is not None:
        return actions
    legal = position.legal()
    if "throw" in legal:
        raise NotationError(_("throw the dice first (`throw`), or offer to `double`"))
    if "take" in legal:
        raise NotationError(_("answer the double first: `take` or `drop`"))
    dice = ", ".join(sorted({text.split()[-1] for text in legal if " " in text}))
    if not dice:
        raise NotationError(_("no man can move: `pass`"))
    raise NotationError(
        _("your men cannot move {line} with your dice ({dice})", line=line, dice=dice)
    )


def _played(state: State, seat: int, steps: list[Step]) -> list[str] | None:
    """Return legal actions that make these steps, in their order if possible; None if none do."""
    if not steps:
        return []
    if state.turn != seat:
        return None
    for start, end in dict.fromkeys(steps):
        others = list(steps)
        others.remove((start, end))
        for text in state.legal():
            if not text.startswith(f"move {'bar' if start == BAR else start} "):
                continue
            reached = max(0, start - int(text.split()[-1]))
            if reached < end:
                continue
            next_state = state.clone()
            next_state.apply(text)
            left = others if reached == end else [(reached, end), *others]
            continuation = _played(next_state, seat, left)
            if continuation is not None:
                return [text, *continuation]
    return None
