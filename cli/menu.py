"""Legal moves as a person meets them: grouped, numbered, found by what was typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from itertools import product

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.cli.screen import folded
from aicore.core.errors import NotationError
from aicore.core.story import NUMBERS

FEW = 12  # up to so many moves are listed without groups
LEAST = 4  # rows that moves may take, however little of the screen is left
WIDE = 68  # moves longer than this are shown below their first word, or they would wrap
SHOWN = 9  # moves shown of a group when there are many in all
MANY = 60
GAP = 3  # columns between moves
ASIDE = 2  # columns before what is said of a move
SQUARE = re.compile(r"\b\d+,\d+\b")


class Menu:
    """The legal moves of one decision.

    Moves that share their first word stand together; the numbers count through all of them.

    Args:
        asides: what is said of a move beside it, by the move.
    """

    def __init__(self, legal: Sequence[str], asides: Mapping[str, str] | None = None) -> None:
        self.asides = asides or {}
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
        self.lists = {word: _lists(word, moves) for word, moves in self.groups.items()}
        for word, lists in self.lists.items():  # behind what they are made of
            self.groups[word].sort(key=lists.__contains__)
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
        found = _whole_lists(found or self._listed(words), words)
        alone = [move for move in found if "," not in move]
        if len(alone) == 1 and all(_parts(alone[0])[0] in _parts(move) for move in found):
            return alone[0]  # the others only add to it
        if len(found) == 1:
            return found[0]
        if found:
            raise NotationError(f"{text!r} may be any of {len(found)} moves: {_some(found)}")
        raise NotationError(f"{text!r} is no legal move here; legal: {_some(self.moves)}")

    def _listed(self, words: Sequence[str]) -> list[str]:
        """The moves that a list with commas may mean: of beginnings, or numbers of its parts."""
        if not words or "," not in words[-1]:
            return []
        start = [word.casefold() for word in words[:-1]]
        meant = set()
        for word, lists in self.lists.items():
            if start and not (len(start) == 1 and word.startswith(start[0])):
                continue
            names = {
                index: _parts(move)[0]
                for index, move in enumerate(self.moves, 1)
                if move in self.groups[word] and move not in lists
            }
            wanted = []
            for part in words[-1].casefold().split(","):
                if self.numbered and part.isdecimal():
                    wanted.append({names.get(int(part), "")})
                else:
                    wanted.append({name for name in names.values() if name.startswith(part)})
            choices = [set(chosen) for chosen in product(*wanted)]
            meant |= {move for move in lists if set(_parts(move)) in choices}
        return [move for move in self.moves if move in meant]

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
        squares = _squares(wanted) if len(wanted) > MANY and not everything else {}
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
            if len(entries) > rows and not everything and (kept := _kept_apart(word, entries)):
                blocks = [self._parts_of(word, kept, room)]
            elif cut < len(entries):
                more = f"{len(entries) - cut} more: moves {word}".rstrip()
                blocks.append(Text(more, "dim"))
            for form, family in squares.items():
                if word and form.partition(" ")[0] == word:
                    blocks.append(_family(form.removeprefix(f"{word} "), word, family))
            if blocks:
                grid.add_row(Text(f"  {word}", "bold"), Group(*blocks))
        return grid

    def _parts_of(self, word: str, moves: Sequence[Sequence[str]], width: int) -> RenderableType:
        """What such moves may be put together from, a row for each part."""
        places = [list(dict.fromkeys(place)) for place in zip(*moves, strict=True)]
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for (name,), choices in zip(places[::2], places[1::2], strict=True):
            grid.add_row(Text("" if name == word else name, "bold"), "   ".join(choices))
        about = f"{len(moves)} in all, such as {' '.join(moves[-1])}; all: moves {word}"
        return Group(grid, Text(folded(about, width), "dim"))

    def _about(self, word: str, lists: Set[str]) -> Text:
        """A line for moves that are made of several others."""
        parts = _parts(next(move for move in self.moves if move in lists))
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
    """The words of a group's moves, if they say the same words in between.

    So do `boost alpha.k with b.ba using beta.sr` and its like.
    """
    moves = [move.split() for _, move in entries]
    long = word and len(moves[0]) >= 4 and all(len(move) == len(moves[0]) for move in moves)
    same = long and all(len(set(place)) == 1 for place in list(zip(*moves, strict=True))[::2])
    return moves if same else []


def _whole_lists(moves: list[str], words: Sequence[str]) -> list[str]:
    """The moves with just the lists that were typed, if there are any; else all of them."""
    exact = [
        move
        for move in moves
        if all(word in move.casefold().split() for word in words if "," in word)
    ]
    return exact or moves


def _parts(move: str) -> list[str]:
    """What the last word of a move lists with commas."""
    return move.rpartition(" ")[2].split(",")


def _lists(word: str, moves: Sequence[str]) -> frozenset[str]:
    """The moves that are made of several others, as `eject a,b`, where they are many."""
    alone = {move for move in moves if "," not in move}
    found = frozenset(
        move
        for move in moves
        if "," in move and all(f"{word} {part}".strip() in alone for part in _parts(move))
    )
    return found if len(found) > FEW else frozenset()


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
