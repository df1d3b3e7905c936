"""Kinds of fields: meaning, range and visibility of the numbers in a state.

Authors of plain games declare kinds as fields of their class. Compiled games give a kind to each
member of their struct (`aicore.core.layout.part`). The kinds determine `to_dict`, `from_dict`,
observations and hidden information.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypedDict, Unpack

from aicore.core.errors import AicoreError, short
from aicore.core.schema import bounded_int

MIN_VALUE, MAX_VALUE = -(2**30), 2**30
MAX_SEATS = 8
MAX_PARTS = 100_000
"""Maximum number of values of a `Rational`."""

Copies = int | Mapping[Any, int] | Callable[[int], Mapping[Any, int]]
"""Number of copies of each card: one number, a table, or a function of the number of seats."""


class FieldError(AicoreError):
    """Wrong declaration of a field."""


class Common(TypedDict, total=False):
    """Options of all fields; `Kind` explains them."""

    seats: bool
    hidden: bool
    remembers: bool
    shown: bool
    track: bool
    icon: str
    unit: str
    decimals: int
    colors: Mapping[str, str]
    icons: Mapping[str, str]


class Dealt(Common, total=False):
    """Options of fields whose values may be cards of a deck."""

    deck: str
    copies: Copies


@dataclass(kw_only=True)
class Kind:
    """Kind of a field: meaning and range of its numbers.

    Args:
        seats: whether the field is a row with an entry for each seat.
        hidden: whether only the owner sees the field; if it belongs to no seat, nobody sees it. A
            value equal to `start` stands for "nothing there", which everybody sees.
        deck: name of the deck that holds the hidden values; "" if there is none. To resample, the
            game redraws these values from the deck's cards that a seat does not see.
        copies: number of cards of each value in the deck; not for `Cards`, which have their own.
        remembers: whether seats remember hidden content that they have seen, while it stays there.
        barred: for `Cards`: name of the field that says which cards a seat cannot hold.
        track: whether to draw the field as a track from low to high.
        shown: whether drawings show the field; `to_dict` always contains it.
        start: number that the field holds before anything is written.
        icon: sign that drawings show before the field's name, such as "\N{ANCHOR}".
        unit: sign of an amount, such as "$".
        decimals: number of decimals with which drawings show an amount; an `Int` of 250 with 2
            decimals is shown as 2.50.
        colors: color of each word, such as "red" or "#c0392b".
        icons: sign of each word.

    Attributes:
        low, high: least and greatest number.
        names: meanings of the numbers from `low` on; None if they are plain numbers.
        values: values that an author's methods read instead of `names`; None if they are the same.
        keys: names of the entries along the last axis of `shape`.
        shape: shape of the numbers, without an axis for the seats.
        meaning: meaning of the numbers: the `kind` of an `aicore.core.observation.Field`.
        axes: rows and columns of the board, if the numbers are its squares.
        cards: whether the numbers count cards.
        amounts: number of cards of each value from `low` on, or of each of the `keys`.
        grid: whether the field is a board of rows and columns.
        die: whether the numbers are the faces of dice.
        bits: whether the field is a set, with a bit for each of `names`.
        codes: the numbers of `names` in the state, if they are not consecutive from `low` on.
        private: whether other seats do not even see that something is there.
        added: whether the engine keeps the field, not the author of the game.
        full: whether a pile holds all cards before anything is written.
    """

    seats: bool = False
    hidden: bool = False
    deck: str = ""
    copies: Copies = 0
    remembers: bool = False
    barred: str = ""
    track: bool = False
    shown: bool = True
    start: int = 0
    icon: str = ""
    unit: str = ""
    decimals: int = 0
    colors: Mapping[str, str] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    low: int = field(default=0, init=False)
    high: int = field(default=0, init=False)
    names: tuple[Any, ...] | None = field(default=None, init=False)
    values: tuple[Any, ...] | None = field(default=None, init=False)
    keys: tuple[str, ...] | None = field(default=None, init=False)
    shape: tuple[int, ...] = field(default=(), init=False)
    meaning: str = field(default="amount", init=False)
    axes: tuple[int, ...] = field(default=(), init=False)
    cards: bool = field(default=False, init=False)
    amounts: tuple[int, ...] = field(default=(), init=False)
    grid: bool = field(default=False, init=False)
    die: bool = field(default=False, init=False)
    bits: bool = field(default=False, init=False)
    codes: tuple[int, ...] = field(default=(), init=False)
    private: bool = field(default=False, init=False)
    added: bool = field(default=False, init=False)
    full: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if self.start != 0 and not isinstance(self, (Int, Flag)):
            raise FieldError(
                f"{type(self).__name__}: only Int, Rational and Flag take start=; write another "
                "first value in setup"
            )

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
        """Return this kind for a game with `seats` seats. Raises FieldError."""
        if not self.deck or self.cards:
            return self
        kind = copy(self)
        values = kind.names or tuple(range(kind.low, kind.high + 1))
        kind.amounts = _amounts(kind.copies or 1, values, seats)
        return kind

    def check(self, name: str) -> None:
        """Raise FieldError if the declaration is wrong."""
        if self.hidden and not self.cards and self.low == self.high:
            raise FieldError(f"{name}: a hidden field needs at least two possible values")
        if self.copies and not (self.deck and not self.cards):
            raise FieldError(f"{name}: copies= needs deck=, and does not work with Cards")
        if self.remembers and not self.hidden:
            raise FieldError(f"{name}: remembers= needs hidden=True; everybody sees other fields")
        known = self.keys if self.cards else self.names
        for option, table in (("colors", self.colors), ("icons", self.icons)):
            for word in table:
                if word not in (known or ()):
                    raise FieldError(f"{name}: {option}= names {word!r}, which the field lacks")
        for color in self.colors.values():
            if not (isinstance(color, str) and (color in COLORS or HEX.fullmatch(color))):
                raise FieldError(
                    f"{name}: the color {short(repr(color))} must be one of {', '.join(COLORS)}, "
                    'or a code such as "#c0392b"'
                )


COLORS = {
    "red": "#c0392b", "orange": "#d35400", "yellow": "#d4ac0d", "green": "#27894f",
    "blue": "#2471a3", "purple": "#7d3c98", "pink": "#c2528b", "brown": "#8a5a33",
    "gray": "#7f8c8d", "black": "",
}  # fmt: skip
"""Colors by name, legible on light and on dark pages; black is the color of the text."""

HEX = re.compile("#[0-9a-fA-F]{6}")


class Int(Kind):
    """Whole number from `low` to `high`.

    Args:
        start: value before anything is written; 0 if the range includes it, else `low`.
    """

    def __init__(
        self, low: int, high: int, *, start: int | None = None, **common: Unpack[Dealt]
    ) -> None:
        bounded_int(low, "Int, low", MIN_VALUE, MAX_VALUE, FieldError)
        bounded_int(high, "Int, high", low, MAX_VALUE, FieldError)
        start = (0 if low <= 0 <= high else low) if start is None else start
        bounded_int(start, "Int, start", low, high, FieldError)
        super().__init__(start=start, **common)
        self.low, self.high = low, high
        self.meaning = "card" if self.deck else "amount"


class Die(Int):
    """Die with faces from 1 on; 0, the value before anything is written, is no face.

    Args:
        faces: number of faces.
    """

    def __init__(self, faces: int = 6, **common: Unpack[Common]) -> None:
        bounded_int(faces, "Die, faces", 2, 1000, FieldError)
        super().__init__(0, faces, **common)
        self.die = True


class Rational(Kind):
    """Multiple of 1 / `parts`; methods read a `fractions.Fraction`.

    Args:
        low, high: least and greatest value.
        parts: number of equal parts of 1, such as 3 for thirds or 100 for cents.
        start: value before anything is written; 0 if the range includes it, else `low`.
    """

    def __init__(
        self, low: int, high: int, parts: int, *, start: int | Fraction | None = None,
        **common: Unpack[Common],
    ) -> None:  # fmt: skip
        bounded_int(parts, "Rational, parts", 1, MAX_PARTS, FieldError)
        bounded_int(low, "Rational, low", -MAX_PARTS, MAX_PARTS, FieldError)
        bounded_int(high, "Rational, high", low, low + MAX_PARTS // parts, FieldError)
        start = (0 if low <= 0 <= high else low) if start is None else start
        super().__init__(**common)
        self.low, self.high = low * parts, high * parts
        self.values = tuple(Fraction(n, parts) for n in range(self.low, self.high + 1))
        if start not in self.values:
            raise FieldError(f"Rational, start: {short(repr(start))} is not one of its values")
        self.start = self.low + self.values.index(Fraction(start))
        self.names = tuple(map(str, self.values))


class Flag(Kind):
    """True or False.

    Args:
        start: value before anything is written.
    """

    def __init__(self, *, start: bool = False, **common: Unpack[Common]) -> None:
        super().__init__(start=int(start), **common)
        self.names, self.high, self.meaning = (False, True), 1, "flag"


class Seat(Kind):
    """Seat of the game, from 0; observations count from the observer's seat.

    Args:
        names: names of the seats from 0 on, such as the colors of a board's pieces.
        nobody: value for no seat: -1, None or a word such as "empty". It is also the value before
            anything is written. Without it, that value is seat 0.
    """

    def __init__(
        self, *names: str, nobody: int | str | None = "", **common: Unpack[Common]
    ) -> None:
        super().__init__(**common)
        if len(names) > MAX_SEATS:
            raise FieldError(f"Seat: it has {len(names)} names; at most {MAX_SEATS} are allowed")
        if not (nobody in ("", -1, None) or isinstance(nobody, str)):
            what = short(repr(nobody))
            raise FieldError(f"Seat, nobody: it must be -1, None or a word, not {what}")
        words("Seat", [name for name in (*names, nobody) if isinstance(name, str) and name] or "s")
        self.own = names
        self.nobody = nobody
        self.low = 0 if nobody == "" else -1
        self.start, self.meaning = self.low, "seat"
        self.high = (len(names) or MAX_SEATS) - 1
        self._name()

    def _name(self) -> None:
        """Set `names` for the current number of seats."""
        named: tuple[Any, ...] = self.own[: self.high + 1] or tuple(range(self.high + 1))
        if self.own or self.nobody not in ("", -1):
            self.names = named if self.nobody == "" else (self.nobody, *named)

    def among(self, seats: int) -> Seat:
        """Return this kind for a game with `seats` seats. Raises FieldError."""
        if self.own and len(self.own) < seats:
            raise FieldError(f"Seat: it has {len(self.own)} names, but the game has {seats} seats")
        kind = copy(self)
        kind.high = seats - 1
        kind._name()
        return kind


class Enum(Kind):
    """One of several words. The first word is the value before anything is written.

    Args:
        names: the words.
        common: as in `Kind`.
    """

    def __init__(self, *names: str, **common: Unpack[Dealt]) -> None:
        super().__init__(**common)
        self.names = words("Enum", names)
        self.high = len(names) - 1
        self.meaning = "card" if self.deck else "category"


class Card(Enum):
    """One card, or no card.

    Args:
        none: word for "no card".
        cards: names of the cards.
        common: as in `Kind`.
    """

    def __init__(self, none: str, *cards: str, **common: Unpack[Dealt]) -> None:
        super().__init__(none, *cards, **common)
        self.meaning = "card"


class Choice(Kind):
    """One of several values, which compiled games store as numbers.

    Args:
        values: values of the numbers in order: words, whole numbers, None, or tuples of these.
            Tuples are lists in dictionaries.
        low: number of the first value.
        codes: numbers of the values, if they are not consecutive.
        meaning: "category", "card" or "square".
        axes: number of rows and of columns of the squares. If there is one more value than squares,
            the first value means "none".
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
    """Subset of several things: a bit for each in a state, a list of names in dictionaries.

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
        keys: names of the entries; with names, `to_dict` gives a table instead of a list.
        common: as in `Kind`, for the whole array.
    """

    def __init__(
        self, inner: Kind, length: int, *, keys: Sequence[str] | None = None,
        **common: Unpack[Common],
    ) -> None:  # fmt: skip
        bounded_int(length, "Array, length", 1, MAX_VALUE, FieldError)
        require_inner(type(self).__name__, inner)
        super().__init__(**common)
        self.seats, self.hidden = self.seats or inner.seats, self.hidden or inner.hidden
        self.remembers, self.shown = self.remembers or inner.remembers, self.shown and inner.shown
        self.deck, self.copies, self.start = inner.deck, inner.copies, inner.start
        self.low, self.high, self.names, self.values = (
            inner.low, inner.high, inner.names, inner.values
        )  # fmt: skip
        self.meaning, self.axes, self.codes = inner.meaning, inner.axes, inner.codes
        self.unit, self.decimals = self.unit or inner.unit, self.decimals or inner.decimals
        self.colors, self.icons = self.colors or inner.colors, self.icons or inner.icons
        self.bits, self.die, self.inner = inner.bits, inner.die, inner
        self.shape, self.keys = (length, *inner.shape), None if keys is None else tuple(keys)

    def among(self, seats: int) -> Kind:
        """Return this kind for a game with `seats` seats."""
        kind = copy(self)
        kind.inner = self.inner.among(seats)
        kind.high, kind.names = kind.inner.high, kind.inner.names
        kind.amounts = kind.inner.amounts
        return kind


class Grid(Array):
    """Board of squares in rows and columns, which drawings show as a board.

    Args:
        inner: kind of the squares.
        rows, columns: numbers of rows and of columns.
        common: as in `Kind`, for the whole board.
    """

    def __init__(self, inner: Kind, rows: int, columns: int, **common: Unpack[Common]) -> None:
        bounded_int(rows, "Grid, rows", 1, MAX_VALUE, FieldError)
        bounded_int(columns, "Grid, columns", 1, MAX_VALUE, FieldError)
        require_inner("Grid", inner)
        super().__init__(Array(inner, columns), rows, **common)
        self.grid = True


def require_inner(what: str, inner: object) -> None:
    """Raise FieldError if a field cannot be the content of an array or a board."""
    if not isinstance(inner, Kind) or inner.cards or inner.seats:
        raise FieldError(
            f"{what}: it must hold fields such as Int(0, 9), not Cards or fields with seats=True; "
            f"write {what}(..., seats=True) instead"
        )


class Cards(Kind):
    """Hand, deck or pile without an order, as the number of copies of each card.

    ``s.hand[0]["Q"]`` is a number; ``s.hand[0].held()`` lists the cards. To resample, the game
    deals a deck's hidden cards again among the hands and piles that a seat does not see. Each of
    these keeps its number of cards.

    Args:
        kinds: names of the different cards, or their number.
        copies: number of copies of each card: one number, or a table.
        full: whether the pile holds all cards before anything is written.
        barred: name of a field that says which cards a seat cannot hold, such as
            `Array(Flag(), 4, seats=True)`. Each entry bars an equal share of `kinds`, in order: of
            52 cards, the first of 4 entries bars the first 13.
    """

    def __init__(
        self, kinds: Sequence[str] | int, *, copies: int | Mapping[str, int] = 1,
        deck: str = "cards", full: bool = False, barred: str = "", **common: Unpack[Common],
    ) -> None:  # fmt: skip
        super().__init__(deck=deck, barred=barred, **common)
        if isinstance(kinds, int):
            self.shape = (bounded_int(kinds, "Cards, kinds", 1, MAX_VALUE, FieldError),)
        else:
            self.keys = words("Cards", tuple(kinds))
            self.shape = (len(self.keys),)
        self.amounts = _amounts(copies, self.keys or tuple(range(self.shape[0])), 0)
        self.high, self.cards, self.full = max(self.amounts), True, full
        self.meaning = "flag" if self.high == 1 else "amount"


def _amounts(copies: Copies, names: Sequence[Any], seats: int) -> tuple[int, ...]:
    """Return the number of copies of each name. Raises FieldError."""
    given = copies(seats) if callable(copies) else copies
    if not isinstance(given, Mapping):
        bounded_int(given, "copies", 1, 255, FieldError)
        return (given,) * len(names)
    for name in given:
        if name not in names:
            raise FieldError(f"copies: {short(repr(name))} is no card of the deck")
    return tuple(
        bounded_int(given.get(name, 0), f"copies of {name}", 0, 255, FieldError) for name in names
    )


def words(what: str, names: Sequence[object]) -> tuple[str, ...]:
    """Return the names. Raises FieldError, for the kind `what`, if a name is not allowed."""
    valid = tuple(name for name in names if isinstance(name, str) and name.strip() == name != "")
    if len(valid) < len(names) or len(set(valid)) < len(names) or not valid:
        raise FieldError(f"{what}: names must be distinct words without spaces around them")
    return valid


@dataclass(frozen=True)
class Unseen:
    """Part of an observation: how many cards of each kind a seat neither sees nor remembers.

    Played cards leave the table, so a seat's view does not show which cards are left.

    Args:
        deck: name of the deck.
    """

    deck: str


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
