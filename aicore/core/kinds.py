"""Kinds of fields: meaning, range and visibility of the numbers in a state.

Authors of plain games declare kinds as fields of their class. Compiled games give a kind to each
member of their struct (`aicore.core.layout.part`). The kinds determine `to_dict`, `from_dict`,
observations and hidden information.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from aicore.core.errors import AicoreError, short
from aicore.core.schema import bounded_int

MIN_VALUE, MAX_VALUE = -(2**30), 2**30
MAX_SEATS = 8


class FieldError(AicoreError):
    """Wrong declaration of a field."""


@dataclass(kw_only=True)
class Kind:
    """Kind of a field: meaning and range of its numbers.

    Args:
        seats: whether the field is a row with an entry for each seat.
        hidden: whether only the owner sees the field; if it belongs to no seat, nobody sees it. A
            value equal to `start` stands for "nothing there", which everybody sees.
        deck: name of the deck that holds the hidden values; "" if there is none. To resample, the
            game redraws these values from the deck's cards that a seat does not see.
        copies: number of cards of each value in the deck, unless the numbers count cards.
        track: whether to draw the field as a track from low to high.
        shown: whether drawings show the field; `to_dict` always contains it.
        start: number that the field holds before anything is written.

    Attributes:
        low, high: least and greatest number.
        names: meanings of the numbers from `low` on; None if they are plain numbers.
        keys: names of the entries along the last axis of `shape`.
        shape: shape of the numbers, without an axis for the seats.
        meaning: meaning of the numbers: the `kind` of an `aicore.core.observation.Field`.
        axes: rows and columns of the board, if the numbers are its squares.
        cards: whether the numbers count cards.
        grid: whether the field is a board.
        bits: whether the field is a set, with a bit for each of `names`.
        codes: the numbers of `names` in the state, if they are not consecutive from `low` on.
    """

    seats: bool = False
    hidden: bool = False
    deck: str = ""
    copies: int = 0
    track: bool = False
    shown: bool = True
    start: int = 0
    low: int = field(default=0, init=False)
    high: int = field(default=0, init=False)
    names: tuple[Any, ...] | None = field(default=None, init=False)
    keys: tuple[str, ...] | None = field(default=None, init=False)
    shape: tuple[int, ...] = field(default=(), init=False)
    meaning: str = field(default="amount", init=False)
    axes: tuple[int, ...] = field(default=(), init=False)
    cards: bool = field(default=False, init=False)
    grid: bool = field(default=False, init=False)
    bits: bool = field(default=False, init=False)
    codes: tuple[int, ...] = field(default=(), init=False)

    @property
    def width(self) -> int:
        """Size of a number in bytes."""
        if self.low >= -128 and self.high <= (127 if self.low < 0 else 255):
            return 1
        return (
            2
            if self.low >= -(2**15) and self.high <= (2**15 - 1 if self.low < 0 else 2**16 - 1)
            else 4
        )

    def among(self, seats: int) -> Kind:
        """Return this kind for a game with `seats` seats."""
        return self

    def check(self, name: str) -> None:
        """Raise FieldError if the declaration is wrong."""
        if self.hidden and not self.cards and self.low == self.high:
            raise FieldError(f"{name}: a hidden field needs at least two possible values")
        if self.copies and not (self.deck and not self.cards):
            raise FieldError(f"{name}: copies= needs deck=, and does not work with Cards")


class Int(Kind):
    """Whole number from `low` to `high`.

    Args:
        start: value before anything is written; 0 if the range includes it, else `low`.
    """

    def __init__(self, low: int, high: int, *, start: int | None = None, seats: bool = False,
                 hidden: bool = False, deck: str = "", copies: int = 0, track: bool = False,
                 shown: bool = True) -> None:  # fmt: skip
        bounded_int(low, "Int, low", MIN_VALUE, MAX_VALUE, FieldError)
        bounded_int(high, "Int, high", low, MAX_VALUE, FieldError)
        start = (0 if low <= 0 <= high else low) if start is None else start
        bounded_int(start, "Int, start", low, high, FieldError)
        super().__init__(
            seats=seats, hidden=hidden, deck=deck, copies=copies or (1 if deck else 0),
            track=track, shown=shown, start=start,
        )  # fmt: skip
        self.low, self.high = low, high
        self.meaning = "card" if deck else "amount"


class Flag(Kind):
    """True or False.

    Args:
        start: value before anything is written.
    """

    def __init__(self, *, start: bool = False, seats: bool = False, hidden: bool = False,
                 shown: bool = True) -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden, shown=shown, start=int(start))
        self.names, self.high, self.meaning = (False, True), 1, "flag"


class Seat(Kind):
    """Seat of the game, from 0; observations count from the observer's seat.

    Args:
        nobody: value for no seat: -1, None or a word such as "empty". It is also the value before
            anything is written. Without it, that value is seat 0.
        names: names of the seats from 0 on, such as the colors of a board's pieces.
    """

    def __init__(self, *names: str, nobody: int | str | None = "", seats: bool = False,
                 hidden: bool = False, shown: bool = True) -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden, shown=shown)
        if len(names) > MAX_SEATS:
            raise FieldError(f"Seat: it has {len(names)} names; at most {MAX_SEATS} are allowed")
        if not (nobody in ("", -1, None) or isinstance(nobody, str)):
            what = short(repr(nobody))
            raise FieldError(f"Seat, nobody: it must be -1, None or a word, not {what}")
        _names("Seat", [name for name in (*names, nobody) if isinstance(name, str) and name] or "s")
        self.own = names
        self.nobody = nobody
        self.low = 0 if nobody == "" else -1
        self.start, self.meaning = self.low, "seat"
        self.high = (len(names) or MAX_SEATS) - 1
        self._name()

    def _name(self) -> None:
        """Set `names` for the current number of seats."""
        words: tuple[Any, ...] = self.own[: self.high + 1] or tuple(range(self.high + 1))
        if self.own or self.nobody not in ("", -1):
            self.names = words if self.nobody == "" else (self.nobody, *words)

    def among(self, seats: int) -> Seat:
        """Return this kind for a game with `seats` seats. Raises FieldError."""
        if self.own and len(self.own) < seats:
            raise FieldError(f"Seat: it has {len(self.own)} names, but the game has {seats} seats")
        found = copy(self)
        found.high = seats - 1
        found._name()
        return found


class Enum(Kind):
    """One of several words. The first word is the value before anything is written.

    Args:
        names: the words.
        seats, hidden, deck, copies, shown: as in `Kind`.
    """

    def __init__(self, *names: str, seats: bool = False, hidden: bool = False, deck: str = "",
                 copies: int = 0, shown: bool = True) -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden, deck=deck, shown=shown,
                         copies=copies or (1 if deck else 0))  # fmt: skip
        self.names = _names("Enum", names)
        self.high = len(names) - 1
        self.meaning = "card" if deck else "category"


class Card(Enum):
    """One card, or no card.

    Args:
        none: word for "no card".
        cards: names of the cards.
        seats, hidden, deck, copies, shown: as in `Kind`.
    """

    def __init__(self, none: str, *cards: str, seats: bool = False, hidden: bool = False,
                 deck: str = "", copies: int = 0, shown: bool = True) -> None:  # fmt: skip
        super().__init__(
            none, *cards, seats=seats, hidden=hidden, deck=deck, copies=copies, shown=shown
        )
        self.meaning = "card"


class Choice(Kind):
    """One of several values, which compiled games store as numbers.

    Args:
        values: values of the numbers in order: words, whole numbers, None, or tuples of these.
            Tuples are lists in dictionaries.
        low: number of the first value.
        codes: numbers of the values, if they are not consecutive.
        meaning: "category", "card" or "square".
        axes: rows and columns of the squares. If there is one value more than squares, the first
            value means "none".
    """

    def __init__(self, values: Sequence[Any], *, low: int = 0, codes: Sequence[int] = (),
                 meaning: str = "category", axes: tuple[int, int] | None = None,
                 seats: bool = False, hidden: bool = False) -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden)
        self.names, self.codes, self.meaning = tuple(values), tuple(codes), meaning
        self.low, self.axes = (min(codes) if codes else low), axes or ()
        self.high = max(codes) if codes else low + len(self.names) - 1
        self.start = self.codes[0] if codes else low


class Set(Kind):
    """Subset of several things. A state has a bit for each thing, a dictionary a list of them.

    Args:
        names: names of the things, from the lowest bit on.
    """

    def __init__(self, names: Sequence[Any], *, seats: bool = False, hidden: bool = False) -> None:
        super().__init__(seats=seats, hidden=hidden)
        self.names, self.shape = tuple(names), ()
        self.high, self.bits, self.meaning = (1 << len(self.names)) - 1, True, "flag"


class Array(Kind):
    """Row of fields of one kind; `Array(Array(Int(0, 9), 3), 2)` has two rows of three.

    Args:
        inner: kind of the entries.
        length: number of entries.
        seats, hidden, shown: as in `Kind`, for the whole array.
        keys: names of the entries; with names, the array is a table in dictionaries.
    """

    def __init__(
        self, inner: Kind, length: int, *, seats: bool = False, hidden: bool = False,
        shown: bool = True, keys: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        bounded_int(length, "Array, length", 1, MAX_VALUE, FieldError)
        if not isinstance(inner, Kind) or inner.cards or inner.seats:
            raise FieldError(
                "Array: it must hold fields such as Int(0, 9), not Cards or fields with seats=True"
            )
        super().__init__(
            seats=seats or inner.seats, hidden=hidden or inner.hidden, deck=inner.deck,
            copies=inner.copies, shown=shown and inner.shown, start=inner.start,
        )  # fmt: skip
        self.low, self.high, self.names = inner.low, inner.high, inner.names
        self.meaning, self.axes, self.codes = inner.meaning, inner.axes, inner.codes
        self.bits, self.inner = inner.bits, inner
        self.shape, self.keys = (length, *inner.shape), None if keys is None else tuple(keys)

    def among(self, seats: int) -> Kind:
        """Return this kind for a game with `seats` seats."""
        found = copy(self)
        found.inner = self.inner.among(seats)
        found.high, found.names = found.inner.high, found.inner.names
        return found


class Grid(Array):
    """Board of squares in rows and columns, which drawings show as a board.

    Args:
        inner: kind of the squares.
        rows, columns: size of the board.
        hidden: as in `Kind`.
    """

    def __init__(self, inner: Kind, rows: int, columns: int, *, hidden: bool = False) -> None:
        bounded_int(rows, "Grid, rows", 1, MAX_VALUE, FieldError)
        bounded_int(columns, "Grid, columns", 1, MAX_VALUE, FieldError)
        super().__init__(Array(inner, columns), rows, hidden=hidden)
        self.grid = True


class Cards(Kind):
    """Hand, deck or pile without an order, as the number of copies of each card.

    ``s.hand[0]["Q"]`` is a number; ``s.hand[0].held()`` lists the cards. To resample, the game
    deals a deck's hidden cards again among the hands and piles that a seat does not see. Each of
    these keeps its number of cards.

    Args:
        kinds: names of the cards, or the number of kinds.
        copies: number of cards of each kind.
    """

    def __init__(self, kinds: Sequence[str] | int, *, copies: int = 1, seats: bool = False,
                 hidden: bool = False, deck: str = "cards") -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden, deck=deck)
        if isinstance(kinds, int):
            self.shape = (bounded_int(kinds, "Cards, kinds", 1, MAX_VALUE, FieldError),)
        else:
            self.keys = _names("Cards", tuple(kinds))
            self.shape = (len(self.keys),)
        bounded_int(copies, "Cards, copies", 1, 255, FieldError)
        self.high, self.cards = copies, True
        self.meaning = "flag" if copies == 1 else "amount"


def _names(what: str, names: Sequence[object]) -> tuple[str, ...]:
    """Return the names. Raises FieldError, for the kind `what`, if a name is not allowed."""
    found = tuple(name for name in names if isinstance(name, str) and name.strip() == name != "")
    if len(found) < len(names) or len(set(found)) < len(names) or not found:
        raise FieldError(f"{what}: names must be distinct words without spaces around them")
    return found


@dataclass(frozen=True)
class Part:
    """Field of a compiled state, and its place among the state's bytes.

    Args:
        name: name in dictionaries.
        kind: kind of the field.
        offset: offset of its first byte in the state.
        width: size of a number in bytes.
        shape: shape of its numbers, with an axis for the seats if each seat has its own numbers.
        step: bytes from a seat's numbers to the next seat's.
        label: name in observations; "" if observations leave the field out, or if the game writes
            it there itself.
        dumped: whether the layout writes and reads the field in dictionaries; if not, the game
            does so itself.
    """

    name: str
    kind: Kind
    offset: int
    width: int
    shape: tuple[int, ...]
    step: int = 0
    label: str = ""
    dumped: bool = True
