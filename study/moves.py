"""Legal moves as a person meets them: grouped, numbered, found by what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aicore.core.errors import NotationError

FEW = 12  # up to so many moves are listed without groups
WIDE = 68  # moves longer than this are shown below their first word, or they would wrap


class Moves:
    """The legal moves of one decision.

    Moves that share their first word stand together; the numbers count through all of them.
    """

    def __init__(self, legal: Sequence[str]) -> None:
        groups: dict[str, list[str]] = {}
        for move in legal:
            groups.setdefault(move.partition(" ")[0], []).append(move)
        large = [word for word, moves in groups.items() if len(moves) > 1]
        self.single = [word for word, moves in groups.items() if len(moves) == 1]
        wide = max(map(len, legal)) > WIDE
        if not large or (len(legal) <= FEW and not wide):
            self.groups = {"": list(legal)}
        else:
            self.groups = {word: groups[word] for word in large}
            if self.single:
                self.groups[""] = [groups[word][0] for word in self.single]
        self.moves = [move for moves in self.groups.values() for move in moves]
        # where moves are written as numbers, a second numbering would only confuse
        self.numbered = not any(move.isdigit() for move in self.moves) and not (
            len(groups) == 1 and all(re.fullmatch(r"\S+ \d+", move) for move in self.moves)
        )

    def exactly(self, typed: str) -> str | None:
        """The move that is written out, in small letters or capitals."""
        if typed in self.moves:
            return typed
        return {move.casefold(): move for move in self.moves}.get(typed.casefold())

    def find(self, typed: str) -> str:
        """The move that is meant.

        It may be its notation, its number, the unique beginning of its words, or, if nothing
        begins so, its words without the first, such as the square alone.

        Raises NotationError, which says what was possible.
        """
        words = typed.split()
        text = " ".join(words)
        exact = self.exactly(text)
        if exact is not None:
            return exact
        if self.numbered and text.isdecimal():
            if 1 <= int(text) <= len(self.moves):
                return self.moves[int(text) - 1]
            raise NotationError(f"{text}: the moves are numbered 1 to {len(self.moves)}")
        found = self.begin_with(words) or [
            move for move in self.moves if move.casefold().split()[1:] == text.casefold().split()
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotationError(f"{text!r} may be any of {len(found)} moves: {_some(found)}")
        raise NotationError(f"{text!r} is no legal move here; legal: {_some(self.moves)}")

    def begin_with(self, words: Sequence[str]) -> list[str]:
        """The moves whose words begin with these, each with its own."""
        beginnings = [word.casefold() for word in words]
        found = []
        for move in self.moves:
            parts = move.casefold().split()
            if len(parts) >= len(beginnings) and all(
                part.startswith(word) for part, word in zip(parts, beginnings, strict=False)
            ):
                found.append(move)
        return found


def _some(moves: Sequence[str], limit: int = 6, room: int = 60) -> str:
    """The first of the moves, as many as fit in a line; never none."""
    shown = [move for i, move in enumerate(moves[:limit]) if len(", ".join(moves[: i + 1])) <= room]
    shown = shown or list(moves[:1])
    return ", ".join(shown) + (", ..." if len(moves) > len(shown) else "")
