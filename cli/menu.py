"""Legal moves as a terminal lists them: grouped and numbered."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.cli.screen import folded
from aicore.study.moves import Moves

SHOWN = 9  # moves shown of a group when there are many in all
MANY = 60
GAP = 3  # columns between moves
SQUARE = re.compile(r"\b\d+,\d+\b")


class Menu(Moves):
    """The legal moves of one decision, as a terminal lists them."""

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
