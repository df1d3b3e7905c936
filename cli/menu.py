"""Legal moves as a terminal lists them: grouped and numbered."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence, Set

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.cli.screen import folded
from aicore.core.story import NUMBERS
from aicore.study.moves import FEW, Moves, parts_of

LEAST = 4  # rows that moves may take, however little of the screen is left
SHOWN = 9  # moves shown of a group when there are many in all
MANY = 60
LONG_LIST = 4  # parts
GAP = 3  # columns between moves
ASIDE = 2  # columns before what is said of a move
SQUARE = re.compile(r"\b\d+,\d+\b")
TURNED = re.compile(r"\b[a-z]+\d+ \d+\b")  # as in `use platform-hack-2 p07 1`
FAMILIES = 30  # more moves than these are told by their families


class Menu(Moves):
    """The legal moves of one decision, as a terminal lists them.

    Args:
        asides: what is said of a move beside it, by the move.
        staged: see `Moves`.
    """

    def __init__(
        self,
        legal: Sequence[str],
        asides: Mapping[str, str] | None = None,
        staged: Collection[str] = (),
    ) -> None:
        super().__init__(legal, staged)
        self.asides = asides or {}

    def listing(
        self, width: int, words: Sequence[str] = (), everything: bool = False, rows: int = FEW
    ) -> Table:
        """The moves for the screen, `width` columns wide.

        Args:
            words: show only the moves that begin so.
            everything: do not shorten long groups.
            rows: of the screen that are left for moves; more than FEW count as so many.
        """
        rows = max(LEAST, min(rows, FEW))
        wanted = set(self.begin_with(words))
        squares = _squares(wanted) if len(wanted) > FAMILIES and not everything else {}
        shorten = len(wanted) - sum(map(len, squares.values())) > MANY and not everything
        label = max(map(len, self.groups))
        grid = Table.grid(padding=0)
        grid.add_column(width=label + (4 if label else 2))
        start = 0
        for word, moves in self.groups.items():
            lists = set() if everything else self.lists[word] & wanted
            entries = [
                (start + i + 1, move)
                for i, move in enumerate(moves)
                if move in wanted
                and move not in lists
                and not any(move in family for family in squares.values())
            ]
            start += len(moves)
            cut = SHOWN if shorten and len(entries) > SHOWN + 1 else len(entries)
            blocks: list[RenderableType] = []
            room = width - label - (4 if label else 2)
            if entries:
                listed = [
                    (number, move.removeprefix(f"{word} "), self.asides.get(move, ""))
                    for number, move in entries[:cut]
                ]
                blocks.append(self._columns(listed, room))
            if lists:
                blocks.append(self._about(word, lists))
            if entries and word in self.staged and not everything:
                blocks = [self._stages([move for _, move in entries], room)]
            elif len(entries) > rows and not everything and (kept := _kept_apart(word, entries)):
                blocks = [self._parts_of(word, kept, entries[-1][1], room)]
            elif cut < len(entries):
                more = f"{len(entries) - cut} more: moves {word}".rstrip()
                blocks.append(Text(more, "dim"))
            for form, family in squares.items():
                if word and form.partition(" ")[0] == word:
                    blocks.append(_family(form.removeprefix(f"{word} "), word, family))
            if blocks:
                grid.add_row(Text(f"  {word}", "bold"), Group(*blocks))
        return grid

    def _stages(self, moves: Sequence[str], width: int) -> RenderableType:
        """What such moves begin with: a row for the second and third word, and all fourth ones."""
        rows: dict[str, list[str]] = {}
        for move in moves:
            _, what, to, where, *_ = move.split()
            rows.setdefault(f"{what} {to}", []).append(where)
        grid = Table.grid(padding=(0, 2, 0, 0))
        label = max(map(len, rows))
        for begin, ends in rows.items():
            listed = folded("  ".join(sorted(set(ends))), width - label - 2)
            grid.add_row(Text(begin, "bold"), listed.replace("\n  ", "\n"))
        return grid

    def _parts_of(
        self, word: str, moves: Sequence[Sequence[str]], example: str, width: int
    ) -> RenderableType:
        """What such moves may be put together from, a row for each part."""
        places = [list(dict.fromkeys(place)) for place in zip(*moves, strict=True)]
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for (name,), choices in zip(places[::2], places[1::2], strict=True):
            grid.add_row(Text("" if name == word else name, "bold"), "   ".join(choices))
        about = f"{len(moves)} in all, such as {example}; all: moves {word}"
        return Group(grid, Text(folded(about, width), "dim"))

    def _about(self, word: str, lists: Set[str]) -> Text:
        """A line for moves that are made of several others."""
        parts = parts_of(next(move for move in self.moves if move in lists))
        numbers = [self.moves.index(f"{word} {part}".strip()) + 1 for part in parts]
        example = ",".join(map(str, numbers) if self.numbered else parts)
        more = f"   {len(lists)} more; all: moves {word}".rstrip()
        return Text.assemble(f"or {NUMBERS[len(parts)]} with a comma, as {example}", (more, "dim"))

    def _columns(self, entries: Sequence[tuple[int, str, str]], width: int) -> Table:
        digits = len(str(len(self.moves)))
        prefix = digits + 1 if self.numbered else 0
        room = width - prefix - GAP
        cells = []
        for index, move, aside in entries:
            # what is said of a move goes below it where it is too long for one row
            behind = aside and len(move) + ASIDE + len(aside) <= room
            cell = Text(f"{index:>{digits}} ", "dim") if self.numbered else Text()
            shown = folded(move, room).replace("\n", "\n" + " " * prefix)
            cell.append(shown, "not dim")
            if aside:
                gap = " " * ASIDE if behind else "\n" + " " * (prefix + ASIDE)
                cell.append(f"{gap}{aside}", "dim")
            cells.append(cell)
        widest = max(cell.cell_len if "\n" not in cell.plain else width for cell in cells) + GAP
        columns = max(1, min(len(entries), width // widest))
        rows = -(-len(entries) // columns)
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for row in range(rows):
            grid.add_row(*cells[row::rows])  # read down the columns
        return grid


def _kept_apart(word: str, entries: Sequence[tuple[int, str]]) -> list[list[str]]:
    """The moves of a group as words and choices in turn, if they say the same words in between.

    So do `boost alpha.k with b.ba using beta.sr` and its like, and lists of so many cards.
    """
    moves = [_words_and_choices(move) for _, move in entries]
    long = word and len(moves[0]) >= 4 and all(len(move) == len(moves[0]) for move in moves)
    same = long and all(len(set(place)) == 1 for place in list(zip(*moves, strict=True))[::2])
    return moves if same else []


def _words_and_choices(move: str) -> list[str]:
    """A move's words; of a word and a list of several parts, the parts with nothing in between."""
    words, parts = move.split(), parts_of(move)
    if len(words) != 2 or len(parts) < LONG_LIST:
        return words
    return [word for part in parts for word in ("", part)]


def _squares(moves: set[str]) -> dict[str, list[str]]:
    """The moves that differ in squares or turns alone, by their form, where they are many."""
    families: dict[str, list[str]] = {}
    for move in sorted(moves):
        form = TURNED.sub("X N", SQUARE.sub("X,Y", move))
        if form != move:
            families.setdefault(form, []).append(move)
    return {form: family for form, family in families.items() if len(family) > SHOWN}


def _family(form: str, word: str, family: Sequence[str]) -> Text:
    """A line for moves that differ in their squares or turns."""
    example = family[len(family) // 2].removeprefix(f"{word} ")
    moves = f"moves {word} {form.partition('X')[0]}".rstrip()
    return Text.assemble(form, (f"   {len(family)}, such as {example}; all: {moves}", "dim"))
