"""Byte layout of a plain game's state: `turn`, then the fields in declared order."""

from __future__ import annotations

from collections import Counter
from math import prod

from aicore.core.errors import short
from aicore.core.kinds import Array, Choice, FieldError, Int, Kind, Part, Seat, Unseen
from aicore.core.layout import Layout
from aicore.core.layout_hidden import MAX_CARDS, MAX_HOLDERS
from aicore.core.observation import Field
from aicore.plain.forms import PlainGrammar
from aicore.plain.state import Slot

MAX_BYTES = 4096
"""Maximum size of a state, as in `aicore.core.ruleset`."""


class History:
    """Last public events of a game, the latest first: the seat that acted, and its action.

    The history leaves out chance events that some seat does not see completely. Secret actions lack
    their last word, or their form if others do not read it either.

    Args:
        length: number of events.
        grammar: the game's forms.
    """

    def __init__(self, length: int, grammar: PlainGrammar) -> None:
        self.length = length
        self._grammar = grammar
        self._forms = [form for form in grammar.forms if not form.seen_by]
        blanks = [len(blank) for form in self._forms for blank in form.blanks]
        self.width = max((len(form.blanks) for form in self._forms), default=0)
        words = Array(Int(0, max(blanks, default=0)), max(self.width, 1))
        words.meaning = "category"
        forms = Choice(("none", *(form.pattern for form in self._forms)))
        self.fields: dict[str, Kind] = {
            "history_seats": Array(Seat(nobody=-1), length),
            "history_forms": Array(forms, length),
            "history_words": Array(words, length),
        }

    def entry(self, event: int) -> tuple[int, ...] | None:
        """Return the numbers of an event's form and words, from 1; None if it is left out."""
        form = self._grammar.form_of(event)
        if form.seen_by:
            return None
        if form.secret and self._grammar.conceals_form(form):
            return (0,) * (1 + max(self.width, 1))
        codes = [code + 1 for code in form.codes_of(event) or ()]
        if form.secret:
            codes[-1] = 0
        return (1 + self._forms.index(form), *codes, *[0] * (max(self.width, 1) - len(codes)))


class Packing:
    """Byte layout of a game's fields.

    Args:
        fields: kinds of the fields, by name.
        seats: number of seats.
        room: number of seats that the state has room for; None: `seats`.
        history: last public events to keep in the state; None: no events.

    Attributes:
        layout: table of the fields.
        slots: descriptors through which authors' methods read and write fields.
        size: size of a state in bytes.

    Raises FieldError.
    """

    def __init__(self, fields: dict[str, Kind], seats: int, room: int | None = None,
                 history: History | None = None) -> None:  # fmt: skip
        turn = Int(-2, seats - 1)
        offset, rows = turn.width, 0
        parts = []
        slots = [_slot("turn", turn, 0, (), -1)]
        kept = history.fields if history else {}
        for name, kind in (fields | kept).items():
            kind = kind.among(seats)
            kind.check(name)
            size = prod(kind.shape) * kind.width
            shape = ((seats,) if kind.seats else ()) + kind.shape
            label = name.replace("_", " ") if name in kept else name
            parts.append(Part(name, kind, offset, kind.width, shape, size, label))
            if name not in kept:
                slots.append(_slot(name, kind, offset, shape, rows if shape else -1))
                rows += bool(shape)
            offset += size * (room or seats if kind.seats else 1)
            if offset > MAX_BYTES:
                raise FieldError(
                    f"{name}: with this field a state has at least {offset} bytes, "
                    f"but at most {MAX_BYTES} fit. "
                    "Use smaller ranges or fewer entries"
                )
        held = sum(
            prod(part.shape) * part.kind.high
            for part in parts
            if part.kind.cards and not part.kind.private
        )
        if held > MAX_CARDS:
            raise FieldError(
                f"the Cards fields hold {held} cards in total; at most {MAX_CARDS} fit"
            )
        _require_room(parts, seats)
        for part in parts:
            if part.kind.barred:
                _require_barred(part, next((p for p in parts if p.name == part.kind.barred), None))
        self.size = -(-offset // 8) * 8
        self.slots = tuple(slots)
        own = Field("own seat", (1,), seats - 1, "category")
        moving = Field("to move", (1,), seats, "seat")
        hidden = [part.kind for part in parts if part.kind.cards and part.kind.hidden]
        decks = dict.fromkeys(kind.deck for kind in hidden if kind.deck)
        self.layout = Layout(self.size, seats, ["turn", own, moving, *parts, *map(Unseen, decks)])


def _require_room(parts: list[Part], seats: int) -> None:
    """Raise FieldError if a deck has too many cards or hands to deal them again."""
    holders = Counter[str]()
    for part in parts:
        kind = part.kind
        if not (kind.deck and kind.hidden):
            continue
        if kind.cards:
            holders[kind.deck] += seats if kind.seats else 1
            continue
        cards = sum(kind.amounts) - kind.amounts[kind.start - kind.low]
        if cards > MAX_CARDS:
            raise FieldError(
                f"{part.name}: deck {short(repr(kind.deck))} has {cards} cards; "
                f"at most {MAX_CARDS} fit"
            )
    for deck, number in holders.items():
        if number > MAX_HOLDERS:
            raise FieldError(
                f"deck {short(repr(deck))} has {number} hidden hands and piles in total; "
                f"at most {MAX_HOLDERS} fit"
            )


def _require_barred(part: Part, barred: Part | None) -> None:
    """Raise FieldError if `barred` cannot bar cards from the owners of `part`."""
    cards = prod(part.kind.shape)
    if barred is None or not barred.kind.seats or cards % prod(barred.kind.shape):
        raise FieldError(
            f"{part.name}: barred={part.kind.barred!r} must name a field with seats=True that has "
            f"an entry for each of the {cards} cards, or for each block of equally many"
        )


def _slot(name: str, kind: Kind, offset: int, shape: tuple[int, ...], place: int) -> Slot:
    return Slot(
        name, offset, kind.width, kind.low, kind.high, kind.values or kind.names, shape, place,
        kind.keys,
    )  # fmt: skip
