"""Short lines for flights, launches and attacks: `U1 S1`, `S1 from U1`, `U1 fighter`, `S3`."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core.errors import AmbiguousMove
from aicore.core.game import State, View
from aicore.core.language import N_

LINES = (  # beginners are shown the first one
    "play move-launch; launch fighter U1; launched",
    N_("U1 S1           the craft on U1 flies to S1; also `S1 from U1`, or `S1` if only one can"),
    N_("U1 S1 tail P1   by way of P1; if you leave it out, you are asked"),
)
STAGED = ("rav", "attack")
ROLES = {"from": 1, "to": 3, "tail": 5}  # positions of their values in `rav A to B tail C`


def expand(position: State | View, line: str) -> list[str] | None:
    """Return the action that a short line stands for, in a list; None if it stands for none.

    Raises AmbiguousMove if it can stand for several.
    """
    legal = position.legal()
    words = line.split()
    if ";" in line or not words or line in legal:
        return None
    meant: list[str] = []
    for verb, find in (("rav", _flights), ("launch", _launches), ("attack", _attacks)):
        moves = [move for move in legal if move.startswith(f"{verb} ")]
        rest = words[1:] if words[0].casefold() == verb else words
        if moves and rest:
            meant += find(rest, moves)
    if len(meant) > 1:
        raise AmbiguousMove(line, meant)
    return meant or None


def _flights(words: Sequence[str], moves: Sequence[str]) -> list[str]:
    """Return the flights that match `U1 to S1 tail P1`; words may be missing or reordered."""
    given: dict[int, str] = {}
    bare: list[str] = []
    role = 0
    for word in words:
        if word.casefold() in ROLES and not role:
            role = ROLES[word.casefold()]
        elif role:
            given[role], role = word.upper(), 0
        else:
            bare.append(word.upper())
    free = [place for place in (1, 3) if place not in given]
    if role or len(bare) > len(free):
        return []
    orders = [dict(zip(free, bare, strict=False)), dict(zip(free[::-1], bare, strict=False))]
    matching: list[str] = []
    for order in orders if len(bare) == 1 else orders[:1]:
        for move in moves:
            named = move.upper().split()
            if (
                all(named[at] == word for at, word in (given | order).items())
                and move not in matching
            ):
                matching.append(move)
    return matching


def _launches(words: Sequence[str], moves: Sequence[str]) -> list[str]:
    """Return the launches that match `U1`, `U1 fighter`, or `fighter U1`."""
    return [
        move
        for move in moves
        if all(
            any(part.casefold().startswith(word.casefold()) for part in move.split()[1:])
            for word in words
        )
    ]


def _attacks(words: Sequence[str], moves: Sequence[str]) -> list[str]:
    """Return the attacks on a RAV that match `S3` or `S3 with U2`."""
    target, *by = [word.upper() for word in words]
    if by[:1] == ["WITH"]:
        del by[0]
    return [
        move
        for move in moves
        if move.upper().split()[1] == target and by in ([], [move.upper().split()[3]])
    ]
