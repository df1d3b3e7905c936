"""Legal moves as listed on a terminal: grouped and numbered."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.cli.screen import folded, grouped
from aicore.core.errors import NotationError
from aicore.core.language import gettext as _
from aicore.core.story import notes, number_word
from aicore.session.moves import FEW, Moves, parts_of, stages

if TYPE_CHECKING:
    from aicore.core.game import View

ENDLESS = 1000  # rows for a listing without a limit, as in a pipe
MIN_ROWS = 4  # minimum rows for moves, however little of the screen is left
SHOWN = 9  # moves shown of a long group if there are more than MANY in all
MANY = 60  # above this number of moves, long groups are shortened
LONG_LIST = 4  # minimum parts of a long list
GAP = 3  # columns between moves
NOTE_GAP = 2  # columns before the note of a move
SQUARE = re.compile(r"\b\d+,\d+\b")
TURNED = re.compile(r"\b[a-z]+\d+ \d+\b")  # as in `use platform-hack-2 p07 1`
FAMILIES = 30  # above this number of moves, they are listed by family


class Menu(Moves):
    """Legal moves of one decision, as listed on a terminal.

    Args:
        notes: the notes beside moves, by the move.
        staged: see `Moves`.
    """

    def __init__(
        self,
        legal: Sequence[str],
        notes: Mapping[str, str] | None = None,
        staged: Collection[str] = (),
    ) -> None:
        super().__init__(legal, staged)
        self.notes = notes or {}

    @classmethod
    def of(cls, view: View) -> Menu:
        """Return the moves of a view, with their notes."""
        return cls(view.legal(), notes(view), view.game.info.notation.STAGED)

    def show(self, console: Console, words: Sequence[str]) -> None:
        """Print all moves that begin with some words. Raises NotationError."""
        if not self.begin_with(words):
            raise NotationError(_("No legal move begins with {words!r}", words=" ".join(words)))
        console.print(self.listing(console.width, words, everything=True))

    def listing(
        self, width: int, words: Sequence[str] = (), everything: bool = False, rows: int = ENDLESS
    ) -> Table:
        """Return the moves for the screen, `width` columns wide.

        Args:
            words: show only the moves that begin with these.
            everything: do not shorten long groups.
            rows: rows of the screen for all of them; the longest groups are condensed to fit.
        """
        wanted = set(self.begin_with(words))
        squares = _squares(wanted) if len(wanted) > FAMILIES and not everything else {}
        folded_up = {move for family in squares.values() for move in family}
        shorten = len(wanted) - len(folded_up) > MANY and not everything
        label = max(map(len, self.groups))
        indent = label + (4 if label else 2)
        room = width - indent
        shown: dict[str, list[RenderableType]] = {}
        condensed: dict[str, Callable[[], list[Text]]] = {}  # groups that can take fewer rows
        numbers = {choice: number for number, choice in enumerate(self.choices, 1)}
        for word, moves in self.groups.items():
            lists = set() if everything else self.lists[word] & wanted
            entries = [
                (numbers.get(move, 0), move)
                for move in moves
                if move in wanted and move not in lists and move not in folded_up
            ]
            more: list[RenderableType] = [self._about(word, lists)] if lists else []
            blocks: list[RenderableType] = []
            if entries and not everything:
                blocks = self._shortened(word, entries, numbers, room, min(rows, FEW), shorten)
            if entries and not blocks:
                listed = self._listed_as(word, entries)
                blocks = [self._columns(listed, room)]
                condensed[word] = partial(self._together, word, listed, room)
            for form, family in squares.items():
                if word and form.partition(" ")[0] == word:
                    more.append(_family(form.removeprefix(f"{word} "), word, family))
            if blocks or more:
                shown[word] = [*blocks, *more]
        if not everything:
            _fit(shown, condensed, room, rows)
        grid = Table.grid(padding=0)
        grid.add_column(width=indent)
        for word, blocks in shown.items():
            grid.add_row(Text(f"  {word}", "bold"), Group(*blocks))
        return grid

    def _shortened(
        self,
        word: str,
        entries: Sequence[tuple[int, str]],
        numbers: Mapping[str, int],
        width: int,
        rows: int,
        shorten: bool,
    ) -> list[RenderableType]:
        """Return a group of moves described by its parts, or cut; [] if all are listed.

        Args:
            rows: maximum number of moves to list one by one if they have aligned words.
            shorten: whether to cut long groups.
        """
        if word in self.staged:
            return [self._stages(stages([move for _number, move in entries]), numbers, width)]
        if len(entries) > rows and (aligned := _aligned_words(word, entries)):
            return [self._parts_of(word, aligned, entries[-1][1], width)]
        if shorten and len(entries) > SHOWN + 1:
            more = _("{n} more: {command}", n=grouped(len(entries) - SHOWN), command=_all_of(word))
            cut = self._columns(self._listed_as(word, entries[:SHOWN]), width)
            return [cut, Text(more, "dim")]
        return []

    def _listed_as(
        self, word: str, entries: Sequence[tuple[int, str]]
    ) -> list[tuple[int, str, str]]:
        """Return numbers, moves without the word of their group, and their notes."""
        return [
            (number, move.removeprefix(f"{word} "), self.notes.get(move, ""))
            for number, move in entries
        ]

    def _together(
        self, word: str, entries: Sequence[tuple[int, str, str]], width: int
    ) -> list[Text]:
        """Return moves in as few rows as possible: shared words and notes appear once."""
        if ranges := _ranges(entries):
            about = _in_all(len(entries), entries[len(entries) // 2][1], word)
            text = map(Text, folded("   ".join(ranges), width).split("\n"))
            return [*text, Text(folded(about, width), "dim")]
        rows = [Text()]
        for (begin, note), run in groupby(entries, key=_shared):
            moves = list(run)
            first, last = moves[0][0], moves[-1][0]
            names = [move.rpartition(" ")[2] for _number, move, _note in moves]
            words = [Text(name, "not dim") for name in names]
            head = f"{first}-{last} " if last > first else f"{first} "
            words[0] = Text.assemble(
                (head if self.numbered else "", "dim"),
                (f"{begin} {names[0]}" if begin else names[0], "not dim"),
            )
            words[-1].append(" " * NOTE_GAP + note if note else "", "dim")
            for at, name in enumerate(words):
                gap = 1 if at else GAP
                if rows[-1] and rows[-1].cell_len + gap + name.cell_len > width:
                    rows.append(Text())
                rows[-1].append(" " * gap if rows[-1] else "").append_text(name)
        return rows

    def _stages(self, begun: Sequence[str], numbers: Mapping[str, int], width: int) -> Table:
        """Return the starts of staged moves, which have four words each.

        There is a row for each second and third word, with all fourth words.
        """
        rows: dict[str, list[Text]] = {}
        for choice in begun:
            _word, what, to, where = choice.split()
            number = f"{numbers[choice]} " if self.numbered else ""
            rows.setdefault(f"{what} {to}", []).append(Text.assemble((number, "dim"), where))
        grid = Table.grid(padding=(0, 2, 0, 0))
        label = max(map(len, rows))
        for begin, ends in rows.items():
            lines = [Text()]
            for end in ends:
                if lines[-1] and lines[-1].cell_len + 2 + end.cell_len > width - label - 2:
                    lines.append(Text())
                lines[-1].append("  " if lines[-1] else "").append_text(end)
            grid.add_row(Text(begin, "bold"), Text("\n").join(lines))
        return grid

    def _parts_of(
        self, word: str, moves: Sequence[Sequence[str]], example: str, width: int
    ) -> RenderableType:
        """Return a table of the parts that moves combine: a row per part, with all its choices."""
        places = [list(dict.fromkeys(place)) for place in zip(*moves, strict=True)]
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for (name,), choices in zip(places[::2], places[1::2], strict=True):
            grid.add_row(Text("" if name == word else name, "bold"), "   ".join(choices))
        about = _in_all(len(moves), example, word)
        return Group(grid, Text(folded(about, width), "dim"))

    def _about(self, word: str, lists: Set[str]) -> Text:
        """Return a line for moves that combine several others."""
        parts = parts_of(next(move for move in self.moves if move in lists))
        numbers = [self.choices.index(f"{word} {part}".strip()) + 1 for part in parts]
        example = ",".join(map(str, numbers) if self.numbered else parts)
        several = _("or pick {n} with commas, as in {example}",
                    n=number_word(len(parts)), example=example)  # fmt: skip
        more = _("{n} such moves; all: {command}", n=grouped(len(lists)), command=_all_of(word))
        return Text.assemble(several, (f"   {more}", "dim"))

    def _columns(self, entries: Sequence[tuple[int, str, str]], width: int) -> Table:
        digits = len(str(len(self.choices)))
        prefix = digits + 1 if self.numbered else 0
        room = width - prefix - GAP
        cells = []
        for index, move, note in entries:
            # a move's note goes below it if it is too long for one row
            behind = note and len(move) + NOTE_GAP + len(note) <= room
            number = f"{index or '':>{digits}} " if self.numbered else ""
            cell = Text(number, "dim")
            shown = folded(move, room).replace("\n", "\n" + " " * prefix)
            cell.append(shown, "not dim")
            if note:
                gap = " " * NOTE_GAP if behind else "\n" + " " * (prefix + NOTE_GAP)
                cell.append(f"{gap}{note}", "dim")
            cells.append(cell)
        widest = max(cell.cell_len if "\n" not in cell.plain else width for cell in cells) + GAP
        columns = max(1, min(len(entries), width // widest))
        rows = -(-len(entries) // columns)
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for row in range(rows):
            grid.add_row(*cells[row::rows])  # read down the columns
        return grid


def _shared(entry: tuple[int, str, str]) -> tuple[str, str]:
    """Return what neighboring moves may share: their words except the last, and their note."""
    _number, move, note = entry
    return move.rpartition(" ")[0], note


def _ranges(entries: Sequence[tuple[int, str, str]]) -> list[str]:
    """Return ranges for moves that end in numbers: "2 5-6", "3-10 1-6"; [] if that saves little."""
    ends: dict[str, list[int]] = {}
    for _number, move, note in entries:
        begin, _space, last = move.rpartition(" ")
        if note or not last.isdecimal():
            return []
        ends.setdefault(begin, []).append(int(last))
    lines: list[tuple[list[str], str]] = []  # beginnings and their common endings
    for begin, numbers in ends.items():
        spans = _spans(numbers)
        if lines and lines[-1][1] == spans:
            lines[-1][0].append(begin)
        else:
            lines.append(([begin], spans))
    ranges: list[str] = []
    for begins, spans in lines:
        if all(begin.isdecimal() for begin in begins):
            begins = [_spans(list(map(int, begins)))]
        ranges += [f"{begin} {spans}".strip() for begin in begins]
    return ranges if 4 * len(ranges) <= len(entries) else []


def _spans(numbers: Sequence[int]) -> str:
    """Return consecutive numbers as ranges: "1,3-6"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _fit(
    shown: dict[str, list[RenderableType]],
    condensed: Mapping[str, Callable[[], list[Text]]],
    width: int,
    rows: int,
) -> None:
    """Condense groups of moves in `shown`, largest first, until all fit.

    Args:
        condensed: functions that return a group in as few rows as possible.
    """
    console = Console(width=width)
    taken = {word: len(console.render_lines(Group(*blocks))) for word, blocks in shown.items()}
    for word in sorted(condensed, key=lambda word: -taken[word]):
        if sum(taken.values()) <= rows:
            return
        lines = condensed[word]()
        if len(lines) + len(shown[word]) - 1 <= taken[word]:
            shown[word][:1] = lines
            taken[word] = len(shown[word])
    for word in sorted(condensed, key=lambda word: -taken[word]):
        over = sum(taken.values()) - rows
        lines = [block for block in shown[word] if isinstance(block, Text)]
        if over > 0 and word and len(lines) > 1:
            kept = max(1, len(lines) - over)
            everything = _("all: {command}", command=_all_of(word))
            about = f" ... {everything}"
            last = _cut(lines[kept - 1], width - len(about)).append(about, "dim")
            shown[word] = [*lines[: kept - 1], last]
            taken[word] = kept


def _cut(line: Text, width: int) -> Text:
    """Return the words of a line that fit into a width."""
    if line.cell_len <= width:
        return line
    words = line.plain[: width + 1].rpartition(" ")[0].rstrip()
    return line[: len(words)]


def _aligned_words(word: str, entries: Sequence[tuple[int, str]]) -> list[list[str]]:
    """Return a group's moves as alternating words and choices; [] unless all share the words.

    Moves such as `boost alpha.k with b.ba using beta.sr` share them, and so do lists of equally
    many cards.
    """
    moves = [_words_and_choices(move) for _number, move in entries]
    long = word and len(moves[0]) >= 4 and all(len(move) == len(moves[0]) for move in moves)
    same = long and all(len(set(place)) == 1 for place in list(zip(*moves, strict=True))[::2])
    return moves if same else []


def _words_and_choices(move: str) -> list[str]:
    """Return a move's words; for a word and a list of several parts, the parts."""
    words, parts = move.split(), parts_of(move)
    if len(words) != 2 or len(parts) < LONG_LIST:
        return words
    return [word for part in parts for word in ("", part)]


def _squares(moves: set[str]) -> dict[str, list[str]]:
    """Return large sets of moves that differ only in squares or turns, by their form."""
    families: dict[str, list[str]] = {}
    for move in sorted(moves):
        form = TURNED.sub("X N", SQUARE.sub("X,Y", move))
        if form != move:
            families.setdefault(form, []).append(move)
    return {form: family for form, family in families.items() if len(family) > SHOWN}


def _family(form: str, word: str, family: Sequence[str]) -> Text:
    """Return a line for moves that differ in their squares or turns."""
    example = family[len(family) // 2].removeprefix(f"{word} ")
    command = _all_of(f"{word} {form.partition('X')[0]}")
    about = _("{n}, such as {example}; all: {command}",
              n=grouped(len(family)), example=example, command=command)  # fmt: skip
    return Text.assemble(form, (f"   {about}", "dim"))


def _all_of(word: str) -> str:
    """Return the command that lists all moves of a group."""
    return f"moves {word}".rstrip()


def _in_all(count: int, example: str, word: str) -> str:
    """Return a note below a shortened group of moves."""
    command = _all_of(word)
    return _("{n} in all, such as {example}; all: {command}",
             n=grouped(count), example=example, command=command)  # fmt: skip
