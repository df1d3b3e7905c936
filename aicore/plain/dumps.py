"""A plain game's state as a dictionary, as one seat knows it, and back."""

from __future__ import annotations

from typing import Any

from aicore.core.errors import StateError
from aicore.core.schema import whole
from aicore.plain.fields import Layout, Part
from aicore.plain.state import Struct

TURNS = {-1: "chance", -2: "end"}


def dump(layout: Layout, state: Struct, seat: int) -> dict[str, Any]:
    """Every field by name; what `seat` does not see reads None (-1: it sees everything)."""
    found: dict[str, Any] = {"turn": TURNS.get(state.turn, state.turn)}
    for part in layout:
        value = getattr(state, part.name)
        if part.field.seats:
            found[part.name] = [
                _value(part, each, part.field.hidden and seat not in (-1, owner))
                for owner, each in enumerate(value)
            ]
        else:
            found[part.name] = _value(part, value, part.field.hidden and seat != -1)
    return found


def _value(part: Part, value: Any, hidden: bool) -> Any:
    if part.field.cards:
        cards = value.held()
        return [None] * len(cards) if hidden else cards
    if hasattr(value, "tolist"):
        value = value.tolist()
    return _hide(part, value) if hidden else value


def _hide(part: Part, value: Any) -> Any:
    if isinstance(value, list):
        return [_hide(part, each) for each in value]
    names = part.field.names
    start = names[part.field.start] if names else part.field.start
    return value if value == start else None


def restore(layout: Layout, state: Struct, fields: dict[str, Any]) -> None:
    """Write what a full dump says. Raises StateError and what else wrong values raise."""
    turns = {text: number for number, text in TURNS.items()}
    turn = fields["turn"]
    state.turn = turns.get(turn, turn) if isinstance(turn, str) else _scalar(layout.turn, turn)
    for part in layout:
        given = fields[part.name]
        row = getattr(state, part.name)
        if not part.field.cards:
            if part.place >= 0:
                row[:] = _shaped(part, given, part.shape)
            else:
                setattr(state, part.name, _scalar(part, given))
        elif part.field.seats:
            for each, cards in zip(row, _shaped(part, given, part.shape[:1]), strict=True):
                _put(part, each, cards)
        else:
            _put(part, row, given)


def _scalar(part: Part, value: Any) -> Any:
    low, high = part.field.low, part.field.high
    return value if isinstance(value, str) else whole(value, part.name, low, high, StateError)


def _shaped(part: Part, given: Any, shape: tuple[int, ...]) -> Any:
    if not shape:
        return given if part.field.cards else _scalar(part, given)
    if not isinstance(given, list) or len(given) != shape[0]:
        raise StateError(f"{part.name}: a list of {shape[0]} entries")
    return [_shaped(part, each, shape[1:]) for each in given]


def _put(part: Part, row: Any, cards: Any) -> None:
    if not isinstance(cards, list):
        raise StateError("cards are a list")
    for card in cards:
        if not isinstance(card, str):
            whole(card, part.name, 0, part.shape[-1] - 1, StateError)
        row[card] += 1
