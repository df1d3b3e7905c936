"""Simultaneous choices: seats choose one after the other, unseen, and reveal when all have chosen.

The state keeps the choices in two fields. `chosen` holds them until they are revealed; a seat sees
its own. `revealed` holds them while the others are revealed, one chance event for each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aicore.core.kinds import Enum, FieldError, Kind
from aicore.plain.forms import SEATS, PlainForm

CHANCE = -1  # as aicore.CHANCE, which imports this package
NONE = "none"
MAX_CHOICES = 1 << 15
SECRET = "secret"
"""Value of `together` for choices that stay hidden: only the author's method sees them."""

CHOOSER = "BY"
"""Blank of a reveal for the seat that chose."""


def reveal_of(form: PlainForm) -> PlainForm:
    """Return the chance event that reveals a choice."""
    ranges = {CHOOSER: SEATS, **form.ranges}
    found = PlainForm(
        f"reveal {CHOOSER} {form.pattern}", ranges, form.play, chance=True, source="reveal",
        seen_by="nobody" if form.together == SECRET else "",
    )  # fmt: skip
    found.reveals = form
    return found


class Together:
    """Simultaneous choices of a game.

    Args:
        author: the author's game object.
        forms: the game's forms, with their events numbered.
        seats: number of seats.
    """

    def __init__(self, author: Any, forms: Sequence[PlainForm], seats: int) -> None:
        self.author, self.seats = author, seats
        self.forms = [form for form in forms if form.together]
        self.choices: list[tuple[PlainForm, int]] = [
            (form, number)
            for form in self.forms
            for number in range(form.first, form.first + form.size)
        ]
        if len(self.choices) > MAX_CHOICES:
            raise FieldError(
                f"{len(self.choices)} choices at once are too many; at most {MAX_CHOICES} fit"
            )
        texts = [form.text(number) or "" for form, number in self.choices]
        self.names = [NONE, *texts]
        self.name_of = {number: name for (_, number), name in zip(self.choices, texts, strict=True)}
        self.number_of = {name: number for number, name in self.name_of.items()}
        self.form_of = {name: form for (form, _), name in zip(self.choices, texts, strict=True)}
        for form in forms:
            if form.together:
                form.run = self._choosing(form)
            elif form.reveals is not None:
                action = next(one for one in self.forms if one.play is form.reveals.play)
                form.run = self._revealing(action)
                form.lister = self._due(action)

    @property
    def fields(self) -> dict[str, Kind]:
        """Fields of the state that hold the choices."""
        secret = any(form.together == SECRET for form in self.forms)
        return {
            "chosen": Enum(*self.names, seats=True, hidden=True),
            "revealed": Enum(*self.names, seats=True, hidden=secret, shown=False),
        }

    def legal(self, s: Any) -> Iterator[str]:
        """Yield the choices of the seat to move."""
        for form in self.forms:
            found = True if form.lister is None else form.lister(self.author, s)
            if found is True:
                numbers: Any = range(form.first, form.first + form.size)
            else:
                numbers = (form.number(key) for key in found or ())
            yield from (self.name_of[number] for number in numbers if number is not None)

    def _choosing(self, form: PlainForm) -> Callable[..., None]:
        def choose(author: Any, s: Any, *values: Any) -> None:
            seat = s.turn
            s.chosen[seat] = self.name_of[form.number(values)]  # type: ignore[index]
            for step in range(1, self.seats):
                s.turn = (seat + step) % self.seats
                if s.chosen[s.turn] == NONE and next(self.legal(s), None) is not None:
                    return
            s.turn = CHANCE

        return choose

    def _due(self, form: PlainForm) -> Callable[..., Any]:
        def reveals(author: Any, s: Any) -> list[tuple[Any, ...]]:
            for seat in range(self.seats):
                name = s.chosen[seat]
                if name != NONE:
                    if self.form_of[name] is not form:
                        return []
                    return [(seat, *form.args(self.number_of[name]))]
            return []

        return reveals

    def _revealing(self, form: PlainForm) -> Callable[..., None]:
        def reveal(author: Any, s: Any, seat: int, *values: Any) -> None:
            s.revealed[seat], s.chosen[seat] = s.chosen[seat], NONE
            if s.chosen.count(NONE) < self.seats:
                return
            found = s.revealed.tolist()
            s.revealed.fill(NONE)
            s.turn = next(seat for seat, name in enumerate(found) if name != NONE)
            for one in self.forms:
                choices = [
                    one.key(self.number_of[name]) if self.form_of.get(name) is one else None
                    for name in found
                ]
                if any(choice is not None for choice in choices):
                    assert one.play is not None
                    one.play(author, s, choices)

        return reveal

    def redraw(self, s: Any, seat: int, random: Any) -> None:
        """Redraw the choices that a seat does not see, among those legal for each other seat."""
        turn = s.turn
        for field in (s.chosen, s.revealed):
            for other in range(self.seats):
                name = field[other]
                hidden = field is s.chosen or (
                    name != NONE and self.form_of[name].together == SECRET
                )
                if other != seat and name != NONE and hidden:
                    s.turn = other
                    legal = list(self.legal(s))
                    if legal:
                        field[other] = random.choice(legal)
        s.turn = turn
