"""Legal moves as a person meets them: grouped, numbered, found by what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.cli.screen import folded
from aicore.core.errors import NotationError

FEW = 12  # up to so many moves are listed without groups
WIDE = 68  # moves longer than this are shown below their first word, or they would wrap
SHOWN = 9  # moves shown of a group when there are many in all
MANY = 60
GAP = 3  # columns between moves
SQUARE = re.compile(r"\b\d+,\d+\b")


class Menu:
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

    def listing(self, width: int, words: Sequence[str] = (), everything: bool = False) -> Table:
        """The moves for the screen, `width` columns wide.

        Args:
            words: show only the moves that begin so.
            everything: do not shorten long groups.
        """
        wanted = set(self.begin_with(words))
        squares = _squares(wanted) if len(wanted) > MANY and not everything else {}
        shorten = len(wanted) - sum(map(len, squares.values())) > MANY and not everything
        label = max(map(len, self.groups))
        grid = Table.grid(padding=0)
        grid.add_column(width=label + (4 if label else 2))
        start = 0
        for word, moves in self.groups.items():
            entries = [
                (start + i + 1, move)
                for i, move in enumerate(moves)
                if move in wanted and not any(move in family for family in squares.values())
            ]
            start += len(moves)
            cut = SHOWN if shorten and len(entries) > SHOWN + 1 else len(entries)
            blocks: list[RenderableType] = []
            room = width - label - (4 if label else 2)
            if entries:
                listed = [(number, move.removeprefix(f"{word} ")) for number, move in entries[:cut]]
                blocks.append(self._columns(listed, room))
            if cut < len(entries):
                more = f"{len(entries) - cut} more: moves {word}".rstrip()
                blocks.append(Text(more, "dim"))
            for form, family in squares.items():
                if word and form.partition(" ")[0] == word:
                    blocks.append(_family(form.removeprefix(f"{word} "), word, family))
            if blocks:
                grid.add_row(Text(f"  {word}", "bold"), Group(*blocks))
        return grid

    def _columns(self, entries: Sequence[tuple[int, str]], width: int) -> Table:
        digits = len(str(len(self.moves)))
        prefix = digits + 1 if self.numbered else 0
        widest = max(len(text) for _, text in entries) + prefix + GAP
        columns = max(1, min(len(entries), width // widest))
        rows = -(-len(entries) // columns)
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for row in range(rows):
            cells = []
            for place in range(row, len(entries), rows):  # read down the columns
                index, text = entries[place]
                cell = Text(f"{index:>{digits}} ", "dim") if self.numbered else Text()
                text = folded(text, width - prefix - GAP).replace("\n", "\n" + " " * prefix)
                cells.append(cell.append(text, "not dim"))
            grid.add_row(*cells)
        return grid


def _squares(moves: set[str]) -> dict[str, list[str]]:
    """The moves that differ in squares of the board alone, by their form, where they are many."""
    families: dict[str, list[str]] = {}
    for move in sorted(moves):
        form = SQUARE.sub("X,Y", move)
        if form != move:
            families.setdefault(form, []).append(move)
    return {form: family for form, family in families.items() if len(family) > SHOWN}


def _family(form: str, word: str, family: Sequence[str]) -> Text:
    """A line for moves that differ in their squares."""
    example = family[len(family) // 2].removeprefix(f"{word} ")
    moves = f"moves {word} {form.partition('X')[0]}".rstrip()
    return Text.assemble(form, (f"   {len(family)}, such as {example}; all: {moves}", "dim"))


def _some(moves: Sequence[str], limit: int = 6, room: int = 60) -> str:
    """The first of the moves, as many as fit in a line; never none."""
    shown = [move for i, move in enumerate(moves[:limit]) if len(", ".join(moves[: i + 1])) <= room]
    shown = shown or list(moves[:1])
    return ", ".join(shown) + (", ..." if len(moves) > len(shown) else "")
