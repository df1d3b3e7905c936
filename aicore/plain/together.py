"""Simultaneous choices: seats choose one after the other, unseen, and reveal when all have chosen.

The state keeps the choices in two fields. `chosen` holds them until they are revealed; a seat sees
its own. `revealed` holds them while the others are revealed, one chance event for each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from aicore.core.kinds import Enum, FieldError, Kind
from aicore.plain.forms import SEATS, PlainForm

CHANCE = -1  # as aicore.CHANCE; importing that here would be circular
NONE = "none"
MAX_CHOICES = 1 << 15  # maximum number of different choices, which fields store as numbers
SECRET = "secret"
"""Value of `together` for choices that stay hidden: only the author's method sees them."""

CHOOSER = "BY"
"""Blank of a reveal for the seat that chose."""


def reveal_of(form: PlainForm) -> PlainForm:
    """Return the chance event that reveals a choice."""
    ranges = {CHOOSER: SEATS, **form.ranges}
    reveal = PlainForm(
        f"reveal {CHOOSER} {form.pattern}", ranges, form.play, chance=True, source="reveal",
        seen_by="nobody" if form.together == SECRET else "",
    )  # fmt: skip
    reveal.reveals = form
    return reveal


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
        self.others = [
            form for form in forms if not (form.chance or form.together or form.otherwise)
        ]
        total = sum(form.size for form in self.forms)
        if total > MAX_CHOICES:
            raise FieldError(f"{total} choices at once are too many; at most {MAX_CHOICES} fit")
        self.choices: list[tuple[PlainForm, int]] = [
            (form, number)
            for form in self.forms
            for number in range(form.first, form.first + form.size)
        ]
        texts = [form.text(number) or "" for form, number in self.choices]
        self.names = [NONE, *texts]
        self.form_of: dict[str, PlainForm] = {}
        self.key_of: dict[str, Any] = {}  # values as the author's methods get them
        self.args_of: dict[str, tuple[Any, ...]] = {}
        self.name_of: dict[tuple[str, tuple[Any, ...]], str] = {}
        for (form, number), name in zip(self.choices, texts, strict=True):
            self.form_of[name] = form
            self.key_of[name] = form.key(number) if form.blanks else True
            self.args_of[name] = form.args(number)
            self.name_of[form.name, form.args(number)] = name
        for form in forms:
            if form.together:
                form.run = self._choosing(form)
            elif form.reveals is not None:
                action = next(one for one in self.forms if one.play is form.reveals.play)
                form.run = self._revealing()
                form.lister = self._due(action)

    @property
    def fields(self) -> dict[str, Kind]:
        """Fields of the state that hold the choices."""
        secret = any(form.together == SECRET for form in self.forms)
        fields: dict[str, Kind] = {
            "chosen": Enum(*self.names, seats=True, hidden=True),
            "revealed": Enum(*self.names, seats=True, hidden=secret, shown=False),
        }
        for kind in fields.values():
            kind.added = True
        return fields

    def legal(self, s: Any) -> Iterator[str]:
        """Yield the choices of the seat to move."""
        found = False
        for form in self.forms:
            if not form.otherwise:
                for key in self._keys(form, s):
                    found = True
                    yield from self._named(form, key)
        late = [form for form in self.forms if form.otherwise]
        if found or not late or any(True for form in self.others for _key in self._keys(form, s)):
            return
        for form in late:
            for key in self._keys(form, s):
                yield from self._named(form, key)

    def _keys(self, form: PlainForm, s: Any) -> Iterable[Any]:
        """Return the values that a form lists in a position, as authors list them."""
        if form.phase and s.phase not in form.phase:
            return ()
        keys = True if form.lister is None else form.lister(self.author, s)
        if keys is True or (keys and not form.blanks):
            return form.codes or range(form.size)
        return keys or ()

    def _named(self, form: PlainForm, key: Any) -> Iterator[str]:
        """Yield the name of a choice, unless the form has no such choice."""
        values = key if isinstance(key, tuple) else (key,)
        if (form.name, values) in self.name_of:
            yield self.name_of[form.name, values]

    def _choosing(self, form: PlainForm) -> Callable[..., None]:
        """Return the function that carries out a form's action: it stores the seat's choice."""

        def choose(author: Any, s: Any, *values: Any) -> None:
            seat = s.turn
            s.chosen[seat] = self.name_of[form.name, values]
            for step in range(1, self.seats):
                s.turn = (seat + step) % self.seats
                if s.chosen[s.turn] == NONE and next(self.legal(s), None) is not None:
                    return
            s.turn = CHANCE

        return choose

    def _due(self, form: PlainForm) -> Callable[..., Any]:
        """Return the function that lists the next choice to reveal, if it is of this form."""

        def reveals(author: Any, s: Any) -> list[tuple[Any, ...]]:
            if s.chosen.count(NONE) == self.seats:
                return []
            seat, name = next((seat, name) for seat, name in enumerate(s.chosen) if name != NONE)
            return [(seat, *self.args_of[name])] if self.form_of[name] is form else []

        return reveals

    def _revealing(self) -> Callable[..., None]:
        """Return the function that reveals a seat's choice; after the last one, all take effect."""

        def reveal(author: Any, s: Any, seat: int, *values: Any) -> None:
            s.revealed[seat], s.chosen[seat] = s.chosen[seat], NONE
            if s.chosen.count(NONE) == self.seats:
                names = s.revealed.tolist()
                s.revealed.fill(NONE)
                self._resolve(s, names)

        return reveal

    def finish(self, s: Any, most: int) -> int:
        """Reveal all choices at once, for playouts, if there are at most `most`.

        Return the number of revealed choices.
        """
        left = self.seats - int(s.chosen.count(NONE))
        if not 0 < left <= most:
            return 0
        names = [
            chosen if revealed == NONE else revealed
            for chosen, revealed in zip(s.chosen, s.revealed, strict=True)
        ]
        s.chosen.fill(NONE)
        s.revealed.fill(NONE)
        self._resolve(s, names)
        return left

    def _resolve(self, s: Any, names: list[str]) -> None:
        """Call the author's methods with the choices of all seats."""
        s.turn = next(seat for seat, name in enumerate(names) if name != NONE)
        for form in self.forms:
            choices = [
                self.key_of[name] if self.form_of.get(name) is form else None for name in names
            ]
            if any(choice is not None for choice in choices):
                assert form.play is not None
                form.play(self.author, s, choices)

    def redraw(self, s: Any, seat: int, random: Any) -> bool:
        """Redraw the choices that a seat does not see, among those legal for each other seat.

        Return False if a seat that chose has no legal choice, so `s` is impossible.
        """
        turn, possible = s.turn, True
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
                    possible = possible and bool(legal)
        s.turn = turn
        return possible
