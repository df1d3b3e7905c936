"""Shorthands for several actions, such as `go n2 e2` or `lift p07 to 14,10 turn 1; take`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, takewhile

from aicore.core.errors import NotationError
from aicore.core.game import State, View
from aicore.core.language import N_, capital, fill
from aicore.core.language import gettext as _
from aicore.core.story import trial
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square, xy
from aicore.games.relics.rules.names import (
    PLATFORM_IDS,
    QUARTERS,
    QUARTERS_OF,
    SIZE,
    STEPS,
    TURNS,
    WORDS,
)
from aicore.games.relics.words.forbidden import why_illegal
from aicore.games.relics.words.ways import walks

MAX_STEPS = 60  # maximum number of steps in a line; no turn is that long
NUMBER = r"\d{1,9}"  # `int` refuses thousands of digits
PATH = re.compile(rf"([nesw](?:{NUMBER})?[\s,]*)+")
GO = N_("`go nnee`, `go n2 e2`, `go 15,6`, `go g2` or `go exit N`")
LIFT = N_("`lift p07 to 14,10 floor w`, `lift p07 to 14,10 turn 1` or `lift p07 turn 2`")


def expand(position: State | View, line: str) -> list[str] | None:
    """Return the actions that a line stands for; None if it is no shorthand.

    Each action is tried on a copy of the position while its result is certain. If an action leads
    to something that must be settled first (a gun, a hole, a card), the rest is returned
    unchecked. Raises NotationError.
    """
    parts = [part.strip() for part in line.split(";") if part.strip()]
    state = trial(position)
    seat = state.turn
    texts: list[str] = []
    while parts:
        if state.turn != seat:
            return [*texts, *parts]
        steps = _steps(state, parts[0])
        if steps is None:
            if len(parts) == 1 and not texts:
                return None
            steps = [_action(state, parts[0])]
        parts.pop(0)
        for number, text in enumerate(steps):
            if not _try(state, text, number, len(steps), bool(texts)):
                return [*texts, *steps[number:], *parts]
            texts.append(text)
    return texts


def shorten(texts: Sequence[str]) -> list[str]:
    """Return actions as shorthands, such as `go n2`: the inverse of `expand`."""
    shorthands: list[str] = []
    rest = list(texts)
    while rest:
        words = [text.split() for text in rest[:3]]
        if [word[0] for word in words] == ["lift", "at", "turn"]:
            shorthands.append(f"{rest[0]} to {words[1][1]} {rest[2]}")
            del rest[:3]
        elif words[0][0] == "move":
            run = list(takewhile(lambda text: text.startswith("move "), rest))
            steps = [(way, len(list(same))) for way, same in groupby(run)]
            path = [f"{way[-1]}{number if number > 1 else ''}" for way, number in steps]
            shorthands.append(f"go {' '.join(path)}")
            del rest[: len(run)]
        else:
            shorthands.append(rest.pop(0))
    return shorthands


def _try(state: State, text: str, number: int, of: int, begun: bool) -> bool:
    """Apply a step; return False if something else must be settled first.

    Raises NotationError if the step is illegal for another reason.
    """
    forbidden = why_illegal(state, text)
    if forbidden is None:
        state.apply(text)
        return True
    if begun and (state["holes"] or state["phase"] not in ("act", "at", "turn")):
        return False
    where = f"`{text}`"
    at = state["pos"][state["seat"]]
    if text.startswith("move") and at is not None:
        where = _("{action} from {square}", action=where, square=xy((at[0], at[1])))
    if of > 1:
        where = _("step {n} of {of}, {action}", n=number + 1, of=of, action=where)
    if of == 1 and f"`{text}`" in forbidden:
        raise NotationError(capital(forbidden))
    raise NotationError(f"{where}: {forbidden}")


def _steps(state: State, part: str) -> list[str] | None:
    """Return the actions that a part of a line stands for; None if it is no shorthand.

    Raises NotationError.
    """
    part = part.casefold()
    words = part.split()
    if words[0] == "go":
        if state["pos"][state["seat"]] is None:
            raise NotationError(_("choose an airlock first"))
        return _go(state, words[1:])
    if state["phase"] == "act" and PATH.fullmatch(part) and part[0] in STEPS:
        return _path(part)
    if words[0] == "lift" and len(words) > 2:
        platform = _platform(words[1])
        place, how = _place(words[2:])
        if place is None:  # the platform stays in place and is only rotated
            square = state["platforms"].get(platform)
            if square is None:
                return [f"lift {platform}"]  # illegal; the error of that action gives the reason
            place = f"{square[0]},{square[1]}"
        return [f"lift {platform}", f"at {place}", *_turn(state, platform, how)]
    if state["phase"] == "at" and (words[0] in ("to", "at") or "," in words[0]):
        place, how = _place(words)
        if place is not None:
            return [f"at {place}", *_turn(state, state["lifting"], how)]
    if state["phase"] == "turn" and words[0] in ("floor", "wall"):
        return _turn(state, state["lifting"], words)
    return None


def _action(state: State, part: str) -> str:
    """Return the action that a text names, in full or abbreviated. Raises NotationError."""
    try:
        return state.game.text(state.game.parse(part))
    except NotationError:
        words = part.casefold().split()
        matching = [text for text in state.legal() if _begins(text.casefold().split(), words)]
        if len(matching) > 1:
            few = ", ".join(matching[:4]) + (" ..." if len(matching) > 4 else "")
            text = _("{typed!r} matches {n} moves: {few}", typed=part, n=len(matching), few=few)
            raise NotationError(text) from None
        if matching:
            return matching[0]
        if words[0] not in WORDS and any(word.startswith(words[0]) for word in WORDS):
            raise NotationError(_("no legal move begins with {typed!r}", typed=part)) from None
        raise


def _begins(text: list[str], words: list[str]) -> bool:
    """Whether each given word is the beginning of the action's word in the same place."""
    return len(words) <= len(text) and all(
        whole.startswith(word) for whole, word in zip(text, words, strict=False)
    )


# Walking


def _go(state: State, words: list[str]) -> list[str]:
    """Return the moves of `go` with a path or a goal. Raises NotationError."""
    rest = " ".join(word for word in words if word != "to")
    if PATH.fullmatch(rest):
        return _path(rest)
    chart = Chart(state)
    goals = {f"exit {name.casefold()}": at for at, name in AIRLOCK_AT.items()} | chart.large
    numbers = re.fullmatch(rf"({NUMBER}),\s*({NUMBER})", rest)
    goal = (int(numbers[1]), int(numbers[2])) if numbers else goals.get(rest)
    if goal is None:
        text = _("there is no place {typed!r} to go to: type {lines}", typed=rest, lines=_(GO))
        raise NotationError(text)
    return _way(chart, goal)


def _path(path: str) -> list[str]:
    """Return the moves of a path such as `nn` or `n2e`. Raises NotationError."""
    moves = []
    for way, times in re.findall(rf"([nesw])({NUMBER})?", path):
        moves += [f"move {way}"] * min(int(times or 1), MAX_STEPS)
    if len(moves) > MAX_STEPS:
        text = _("a path of more than {n} steps is longer than any turn", n=MAX_STEPS)
        raise NotationError(text)
    return moves


def _way(chart: Chart, goal: Square) -> list[str]:
    """Return the moves of a walk to a square. Raises NotationError."""
    start = chart.pieces[chart.fields["seat"]]
    if goal == start:
        raise NotationError(_("you are already on {square}", square=xy(goal)))
    # If a net keeps the piece from the goal, the step out of the net raises the error later.
    walk = walks(chart).get(goal) or walks(chart, nets=False).get(goal)
    if walk is None:
        text = _("no way leads from {here} to {square} with the platforms as they are")
        raise NotationError(fill(text, here=xy(start), square=xy(goal)))
    return _path(walk[1])


# Platforms


def _platform(text: str) -> str:
    """Return the platform that `p07`, `p7` or `7` names. Raises NotationError."""
    digits = text.removeprefix("p")
    name = f"p{int(digits):02}" if re.fullmatch(NUMBER, digits) else text
    if name not in PLATFORM_IDS:
        raise NotationError(_("{typed!r} is not a platform: platforms are p01 to p20", typed=text))
    return name


def _place(words: list[str]) -> tuple[str | None, list[str]]:
    """Return the square at the start of some words, or None, and the words after it.

    Raises NotationError.
    """
    if words[0] in ("to", "at"):
        words = words[1:]
    if not words or words[0] in ("turn", "floor", "wall"):
        return None, words
    numbers = re.fullmatch(rf"({NUMBER}),({NUMBER})", words[0])
    if numbers is None or max(int(numbers[1]), int(numbers[2])) >= SIZE:
        text = _("{typed!r} is not a square such as 14,10; type {lines}")
        raise NotationError(fill(text, typed=words[0], lines=_(LIFT)))
    return f"{int(numbers[1])},{int(numbers[2])}", words[1:]


def _turn(state: State, platform: str, words: list[str]) -> list[str]:
    """Return the action that `turn 2`, `floor w` or `wall nw` means, in a list; [] for no words.

    Raises NotationError.
    """
    match words:
        case []:
            return []
        case [turns] | ["turn", turns] if turns in TURNS:
            return [f"turn {turns}"]
        case ["floor" | "wall" as kind, sides]:
            wanted: set[str] = set()
            for side in sides.upper().split(","):
                wanted |= QUARTERS_OF.get(side, {side})
            if kind == "wall":
                wanted = set(QUARTERS) - wanted
            chart = Chart(state)
            for turns in TURNS:
                if set(chart.quarters(platform, int(turns))) == wanted:
                    return [f"turn {turns}"]
            text = (
                _("{platform} cannot have that floor, however you turn it")
                if kind == "floor"
                else _("{platform} cannot have that wall, however you turn it")
            )
            raise NotationError(fill(text, platform=platform))
    text = _("{typed!r} is not a way to turn a platform; type {lines}")
    raise NotationError(fill(text, typed=" ".join(words), lines=_(LIFT)))
