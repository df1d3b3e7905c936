"""Check whether redraws contradict what a seat has seen of hidden fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import aicore
from aicore.core.game import State
from aicore.core.language import fill
from aicore.core.language import gettext as _

DRAWS = 12  # number of redraws for each seat
ENGINE_FIELDS = ("chosen", "revealed")  # of simultaneous choices; see aicore.plain.together

Place = tuple[str, int]
"""Hidden field and the seat that owns it; -1 without an owner."""


@dataclass(frozen=True)
class Contradiction:
    """Card or value that a seat saw, and that a redraw moved.

    Args:
        field: name of the field.
        sentence: the contradiction, in words.
    """

    field: str
    sentence: str


def contradictions(before: State, event: int, after: State) -> Iterator[Contradiction]:
    """Yield cards and values that seats saw go to a hidden place, but that redraws may move.

    A seat saw a card that left its own hidden field, or whose name it read in the event.
    """
    game = after.game
    was, now = _contents(before), _contents(after)
    came = [(place, value) for place in now for value in now[place] - was[place]]
    if not came:
        return
    rng = aicore.Rng(3)
    for seat in range(game.seats):
        words = before.event_text(event, seat).replace(",", " ").split()[1:]
        last = before.event_text(event, seat).rpartition(" ")[2].split(",")
        lost = [value for place in was if place[1] == seat for value in was[place] - now[place]]
        seen = [
            (place, value) for place, value in came
            if place[1] != seat
            and (value in lost or str(value) in (words if isinstance(value, str) else last))
        ]  # fmt: skip
        if not seen:
            continue
        drawn = [_contents(after.resample(seat, rng)) for _draw in range(DRAWS)]
        for place, value in seen:
            least = min(one[place][value] for one in drawn)
            if least < (now[place] - was[place])[value]:
                field, owner = place
                text = (
                    _(
                        "seat {seat} saw {value} come to {field} of seat {owner} by {event!r}, but "
                        "when {field} is redrawn it may be elsewhere: add remembers=True to {field}"
                    )
                    if owner >= 0
                    else _(
                        "seat {seat} saw {value} come to {field} by {event!r}, but when {field} is "
                        "redrawn it may be elsewhere: add remembers=True to {field}"
                    )
                )
                slots = {"seat": seat, "value": repr(value), "field": field, "owner": owner}
                said = fill(text, **slots, event=before.event_text(event, seat))
                yield Contradiction(field, said)


def _contents(state: State) -> dict[Place, Counter[Any]]:
    """Return the content of each hidden place."""
    contents: dict[Place, Counter[Any]] = {}
    fields = state.to_dict()
    for part in state.game.layout or ():
        kind = part.kind
        if not kind.hidden or kind.private or kind.remembers or part.name in ENGINE_FIELDS:
            continue
        content = fields[part.name]
        start = kind.start if kind.names is None else kind.names[kind.start - kind.low]
        for owner, held in enumerate(content if kind.seats else [content]):
            values = _flat(held) if kind.cards else [one for one in _flat(held) if one != start]
            contents[part.name, owner if kind.seats else -1] = Counter(values)
    return contents


def _flat(content: Any) -> list[Any]:
    if isinstance(content, dict):
        content = list(content.values())
    if not isinstance(content, list):
        return [content]
    return [each for one in content for each in _flat(one)]
