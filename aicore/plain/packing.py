"""The bytes of a plain game's state: `turn` first, then its fields as they are written."""

from __future__ import annotations

from math import prod

from aicore.core.kinds import FieldError, Int, Kind, Part
from aicore.core.layout import MAX_CARDS, Layout
from aicore.core.observation import Field
from aicore.plain.state import Slot

MAX_BYTES = 1024
"""Of a state, as in `aicore.core.ruleset`."""


class Packing:
    """Where the fields of a game are.

    Args:
        fields: by name.
        seats: how many there are.
        room: for how many seats there is room; None: for those there are.

    Attributes:
        layout: the table of the fields.
        slots: what an author reads and writes them by.
        size: bytes of a state.

    Raises FieldError.
    """

    def __init__(self, fields: dict[str, Kind], seats: int, room: int | None = None) -> None:
        self.turn = Int(-2, seats - 1)
        offset, rows = self.turn.width, 0
        parts = []
        slots = [_slot("turn", self.turn, 0, (), -1)]
        for name, kind in fields.items():
            kind = kind.among(seats)
            kind.check(name)
            size = prod(kind.shape) * kind.width
            shape = ((seats,) if kind.seats else ()) + kind.shape
            parts.append(Part(name, kind, offset, kind.width, shape, size, name))
            slots.append(_slot(name, kind, offset, shape, rows if shape else -1))
            rows += bool(shape)
            offset += size * (room or seats if kind.seats else 1)
            if offset > MAX_BYTES:
                raise FieldError(
                    f"{name}: with it a state has {offset} bytes or more; at most {MAX_BYTES} fit. "
                    "Use smaller ranges or fewer entries"
                )
        held = sum(prod(part.shape) * part.kind.high for part in parts if part.kind.cards)
        if held > MAX_CARDS:
            raise FieldError(f"Cards of {held} places in all; at most {MAX_CARDS}")
        self.size = -(-offset // 8) * 8
        self.slots = tuple(slots)
        own = Field("own seat", (1,), seats - 1, "category")
        self.layout = Layout(
            self.size, seats, ["turn", own, Field("to move", (1,), seats, "seat"), *parts]
        )


def _slot(name: str, kind: Kind, offset: int, shape: tuple[int, ...], place: int) -> Slot:
    return Slot(
        name, offset, kind.width, kind.low, kind.high, kind.names, shape, place, kind.keys
    )  # fmt: skip
