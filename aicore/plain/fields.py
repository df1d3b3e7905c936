"""What a plain game's state is made of: fields, declared one by one, and where their bytes are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from aicore.core.errors import AicoreError
from aicore.core.schema import whole
from aicore.plain.state import Slot

MAX_BYTES = 1024
"""Of a state, as in `aicore.core.ruleset`."""

MAX_CARDS = 2048
"""Cards that rows of counts may hold in all."""

MIN_VALUE, MAX_VALUE = -(2**30), 2**30


class FieldError(AicoreError):
    """A field is declared wrongly."""


@dataclass(kw_only=True)
class PlainField:
    """One field of the state.

    Args:
        seats: whether each seat has one of its own: a row with an entry for each.
        hidden: whether only its owner sees it; what belongs to no seat is then seen by nobody. A
            value that is still `start` stands for "nothing there", which everybody sees.
        deck: hidden values of one deck are redrawn from the cards that a seat does not see.
        copies: how many cards of each value the deck has; for values, not for counts.
        track: whether to draw it as a track from low to high.
        shown: whether drawings show it; `to_dict` has it all the same.
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
    names: tuple[str, ...] | None = field(default=None, init=False)
    keys: tuple[str, ...] | None = field(default=None, init=False)
    shape: tuple[int, ...] = field(default=(), init=False)
    cards: bool = field(default=False, init=False)
    grid: bool = field(default=False, init=False)

    @property
    def width(self) -> int:
        """Bytes of a number."""
        if self.low >= -128 and self.high <= (127 if self.low < 0 else 255):
            return 1
        return (
            2
            if self.low >= -(2**15) and self.high <= (2**15 - 1 if self.low < 0 else 2**16 - 1)
            else 4
        )

    def check(self, name: str) -> None:
        """Raises FieldError."""
        if self.hidden and not self.cards and self.low == self.high:
            raise FieldError(f"{name}: a hidden field needs a value besides its start")
        if self.copies and not (self.deck and not self.cards):
            raise FieldError(f"{name}: copies= goes with deck=, and not with Cards")


class Int(PlainField):
    """A whole number from `low` to `high`.

    Args:
        start: before anything is written; 0 where the range has it, else `low`.
    """

    def __init__(self, low: int, high: int, *, start: int | None = None, seats: bool = False,
                 hidden: bool = False, deck: str = "", copies: int = 0, track: bool = False,
                 shown: bool = True) -> None:  # fmt: skip
        whole(low, "Int, low", MIN_VALUE, MAX_VALUE, FieldError)
        whole(high, "Int, high", low, MAX_VALUE, FieldError)
        start = (0 if low <= 0 <= high else low) if start is None else start
        whole(start, "Int, start", low, high, FieldError)
        super().__init__(
            seats=seats, hidden=hidden, deck=deck, copies=copies or (1 if deck else 0),
            track=track, shown=shown, start=start,
        )  # fmt: skip
        self.low, self.high = low, high


class Enum(PlainField):
    """One of several words; the first one is what it is before anything is written."""

    def __init__(self, *names: str, seats: bool = False, hidden: bool = False, deck: str = "",
                 copies: int = 0, shown: bool = True) -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden, deck=deck, shown=shown,
                         copies=copies or (1 if deck else 0))  # fmt: skip
        self.names = _names("Enum", names)
        self.high = len(names) - 1


class Array(PlainField):
    """A row of so many fields of one kind; `Array(Array(Int(0, 9), 3), 2)` has two rows of three.

    Args:
        inner: of what; whose it is and whether it is hidden are the array's.
    """

    def __init__(
        self, inner: PlainField, length: int, *, seats: bool = False, hidden: bool = False,
        shown: bool = True,
    ) -> None:  # fmt: skip
        whole(length, "Array, length", 1, MAX_VALUE, FieldError)
        if not isinstance(inner, PlainField) or inner.cards or inner.seats:
            raise FieldError("Array: it holds fields such as Int(0, 9), not Cards nor seats' own")
        super().__init__(
            seats=seats or inner.seats, hidden=hidden or inner.hidden, deck=inner.deck,
            copies=inner.copies, shown=shown and inner.shown, start=inner.start,
        )  # fmt: skip
        self.low, self.high, self.names = inner.low, inner.high, inner.names
        self.shape = (length, *inner.shape)


class Grid(Array):
    """A board of squares: so many rows of so many columns; a drawing shows it as one."""

    def __init__(self, inner: PlainField, rows: int, columns: int, *, hidden: bool = False) -> None:
        whole(rows, "Grid, rows", 1, MAX_VALUE, FieldError)
        whole(columns, "Grid, columns", 1, MAX_VALUE, FieldError)
        super().__init__(Array(inner, columns), rows, hidden=hidden)
        self.grid = True


class Cards(PlainField):
    """A hand, a deck or a pile without an order: how many it has of each card.

    ``s.hand[0]["Q"]`` is a number, ``s.hand[0].held()`` lists the cards. Hidden cards of one deck
    are redrawn over all places that a seat does not see, each of which keeps its number of cards.

    Args:
        kinds: the cards' names, or how many kinds there are.
        copies: how many there are of each.
    """

    def __init__(self, kinds: Sequence[str] | int, *, copies: int = 1, seats: bool = False,
                 hidden: bool = False, deck: str = "cards") -> None:  # fmt: skip
        super().__init__(seats=seats, hidden=hidden, deck=deck)
        if isinstance(kinds, int):
            self.shape = (whole(kinds, "Cards, kinds", 1, MAX_VALUE, FieldError),)
        else:
            self.keys = _names("Cards", tuple(kinds))
            self.shape = (len(self.keys),)
        whole(copies, "Cards, copies", 1, 255, FieldError)
        self.high, self.cards = copies, True


def _names(what: str, names: Sequence[object]) -> tuple[str, ...]:
    found = tuple(name for name in names if isinstance(name, str) and name.strip() == name != "")
    if len(found) < len(names) or len(set(found)) < len(names) or not found:
        raise FieldError(f"{what}: it takes different words without spaces around them")
    return found


@dataclass(frozen=True)
class Part:
    """A field and where it is.

    Args:
        shape: with the seats, if each has its own.
        place: among the rows of a state; -1: it is one value.
    """

    name: str
    field: PlainField
    offset: int
    shape: tuple[int, ...]
    place: int

    @property
    def count(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        """How many bytes."""
        return self.count * self.field.width


class Layout:
    """The bytes of a state: `turn` first, then the fields in the order in which they are written.

    Args:
        fields: by name.
        seats: how many there are.
        room: for how many seats there is room; None: for those there are.

    Raises FieldError.
    """

    def __init__(self, fields: dict[str, PlainField], seats: int, room: int | None = None) -> None:
        turn = Int(-2, seats - 1)
        offset, rows = 0, 0
        parts = []
        for name, one in {"turn": turn, **fields}.items():
            one.check(name)
            shape = ((seats,) if one.seats else ()) + one.shape
            part = Part(name, one, offset, shape, rows if shape else -1)
            rows += bool(shape)
            offset += part.size // (seats if one.seats else 1) * (room or seats if one.seats else 1)
            parts.append(part)
            if offset > MAX_BYTES:
                raise FieldError(
                    f"{name}: with it a state has {offset} bytes or more; at most {MAX_BYTES} fit. "
                    "Use smaller ranges or fewer entries"
                )
        self.size = -(-offset // 8) * 8
        self.turn, *self.parts = parts
        self.slots = tuple(map(_slot, parts))
        held = sum(part.count * part.field.high for part in self.parts if part.field.cards)
        if held > MAX_CARDS:
            raise FieldError(f"Cards of {held} places in all; at most {MAX_CARDS}")

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    def __getitem__(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)


def _slot(part: Part) -> Slot:
    one = part.field
    return Slot(
        part.name, part.offset, one.width, one.low, one.high, one.names, part.shape, part.place,
        one.keys,
    )  # fmt: skip
