"""What a review adds to the page of a recorded game: notes on its steps, a graph, the accounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aicore.core.story import Names
from aicore.study.accounts import accounts
from aicore.study.highlights import highlights, in_numbers
from aicore.study.review import Choice, Fortune

if TYPE_CHECKING:
    from aicore.study.review import Review

SLIGHT = 0.005  # luck below it is not worth a note


class Remarks:
    """A review, as the page's script reads it.

    Args:
        names: of the seats.
    """

    def __init__(self, found: Review, names: Sequence[str]) -> None:
        self.found = found
        self.names = tuple(names)
        events: list[Choice | Fortune] = [*found.choices, *found.fortunes]
        self._course = dict(found.course)
        self._events = sorted(events, key=lambda each: each.ply, reverse=True)

    def frame(self, ply: int) -> dict[str, Any]:
        """What to add to the frame after so many events; call it for frames in their order."""
        notes = []
        while self._events and self._events[-1].ply < ply:
            each = self._events.pop()
            note = self._decided(each) if isinstance(each, Choice) else self._lucky(each)
            if note:
                notes.append(note)
        shares = self._course.get(ply)
        return {
            "notes": notes,
            "shares": None if shares is None else [round(share, 4) for share in shares],
        }

    def _decided(self, choice: Choice) -> list[str]:
        seat = choice.seat
        played, best = choice.played_shares[seat], choice.best_shares[seat]
        text = f"{self.names[seat]}: {100 * played:.1f} %"
        if choice.best != choice.played:
            text += f"; {100 * best:.1f} % by {', '.join(choice.line[:4])}"
        return [choice.word, text]

    def _lucky(self, fortune: Fortune) -> list[str]:
        if max(map(abs, fortune.shares)) < SLIGHT:
            return []
        text = ", ".join(
            f"{name} {100 * share:+.1f} %"
            for name, share in zip(self.names, fortune.shares, strict=True)
        )
        return ["luck", f"{', '.join(fortune.events)}: {text}"]

    def summary(self) -> dict[str, Any]:
        """Where the game turned, the decisions with a word, and the accounts of the seats."""
        marks = [choice for choice in self.found.choices if choice.marked]
        turned = in_numbers([], highlights(self.found, Names(self.names)), marks, 0)
        one = accounts(self.found, self.names)
        notes = [*one.words, *one.notes]
        return {**turned, "columns": one.columns, "rows": one.rows, "notes": notes}
