"""Building blocks of a game's stories: participants, events and sentences.

A story uses only the listener's views of positions and events, so it reveals nothing that is hidden
from the listener. The functions `seen_event` and `ending` prepare these views.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, overload

from aicore.core.game import Game, State, View
from aicore.core.language import N_, Person, capital, fill, ngettext, npgettext
from aicore.core.language import gettext as _
from aicore.core.rng import Rng

CHANCE_ACTOR = "chance"
"""Actor of a chance event; a decision's actor is its seat."""

Actor = int | str
Event = tuple[Actor, str]
"""Actor and text of an action or a chance event."""

IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
"""Third persons of the verbs that do not follow the rules of `third_person`."""
NUMBERS = (
    N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"),
    N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten"),
)  # fmt: skip
"""Numbers from 0 to 10 in words."""


@dataclass(frozen=True)
class SeenEvent:
    """Event with a listener's knowledge.

    Args:
        actor: the seat that acts, or "chance".
        text: text of the event, without words hidden from the listener.
        before, after: positions before and after the event: the listener's views, or states for a
            listener who sees everything. Read their entries by name: `before["hands"]`.
    """

    actor: Actor
    text: str
    before: State | View
    after: State | View

    @property
    def words(self) -> list[str]:
        """Words of the text."""
        return self.text.split()


@dataclass(frozen=True)
class Ending:
    """End of a game with a listener's knowledge.

    Args:
        reason: value of `State.end`.
        position: last position: the listener's view, or a state.
        scores: score of each seat; in a game for one seat, a score of several parts is a list.
        returns: return of each seat.
    """

    reason: str
    position: State | View
    scores: list[Any]
    returns: list[float]

    @property
    def winners(self) -> list[int]:
        """Seats with the highest return; all of them after a draw."""
        best = max(self.returns)
        return [seat for seat, value in enumerate(self.returns) if value == best]


def seen_event(
    before: State, actor: int | str, event: str | int, after: State, seat: int | None
) -> SeenEvent:
    """Return an event with a seat's knowledge; seat None sees everything.

    Args:
        before: state before the event.
        actor: the seat that acts, or "chance".
        event: text or integer of the event.
        after: state after the event.
    """
    text = before.event_text(event, seat)
    return SeenEvent(actor, text, seen(before, seat), seen(after, seat))


def seen(position: State | View, seat: int | None) -> State | View:
    """Return a position with a seat's knowledge; seat None sees everything.

    Return a view unchanged.
    """
    if isinstance(position, View):
        return position
    return position.clone() if seat is None else position.view(seat)  # the state may change later


def trial(position: State | View) -> State:
    """Return a state to try actions on: a copy, or one of the states that a view allows."""
    return position.clone() if isinstance(position, State) else position.resample(Rng(0))


def ending(state: State, seat: int | None) -> Ending:
    """Return the end of a game with a seat's knowledge; seat None sees everything."""
    reason = state.end
    assert reason is not None, "the game is not over"
    return Ending(reason, seen(state, seat), list(state.scores()), state.returns())


class Names(Sequence[Person]):
    """Names of the seats, and their use in sentences: `names[0]` is seat 0's name.

    Args:
        names: names of the seats, such as "mcts".
        you: seat of the listener; None for a spectator.
    """

    def __init__(self, names: Sequence[str], you: int | None = None) -> None:
        self._names = tuple(
            Person(_("you"), True) if seat == you else Person(name)
            for seat, name in enumerate(names)
        )
        self.you = you

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, seat: int) -> Person: ...

    @overload
    def __getitem__(self, seat: slice) -> Sequence[Person]: ...

    def __getitem__(self, seat: int | slice) -> Person | Sequence[Person]:
        return self._names[seat]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Names):
            return self._names == other._names and self.you == other.you
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._names, self.you))

    @classmethod
    def numbered(cls, seats: int) -> Names:
        """Return names with the seats' numbers: "seat 0", "seat 1"."""
        return cls([_("seat {seat}", seat=seat) for seat in range(seats)])

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """Return an English clause, given a basic verb form: "you draw luna", "mcts draws luna"."""
        return f"{self[seat]} {self.verb(seat, verb)}{f' {rest}' if rest else ''}"

    def verb(self, seat: int, verb: str) -> str:
        """Return the form of an English verb for a seat: "draw" for you, "draws" for others."""
        if seat == self.you:
            return "are" if verb == "be" else verb
        return third_person(verb)

    def whose(self, seat: int) -> str:
        """Return the English possessive of a seat: "your", or "mcts's"."""
        return "your" if seat == self.you else f"{self[seat]}'s"

    def all(self, seats: Sequence[int]) -> Person:
        """Return several seats as a list of names, the listener first: "you and mcts"."""
        names = listed([self[seat] for seat in sorted(seats, key=lambda s: s != self.you)])
        return Person(names, self.you in seats, len(seats) > 1)

    def sentence(self, text: str) -> str:
        """Return a clause as a sentence, with a period, and with a capital except in names."""
        named = any(text.startswith(name) for name in self._names if not name.you)
        text = text if named else capital(text)
        return text if text.endswith((".", "!", "?")) else f"{text}."


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about events, in the game's own short form if it has one."""
    story = game.info.story
    if story.tell_all is not None:
        return story.tell_all(game, events, names)
    return [story.tell(game, each, names) for each in events]


def score(game: Game, scores: Sequence[float]) -> str:
    """Return the score of a game for one seat, in the game's words or its numbers."""
    in_words = game.info.story.score
    if in_words is not None:
        return in_words(game, scores)
    return " / ".join(fill("{part:g}", part=part) for part in scores)


def notes(view: View, actions: Iterable[str] | None = None) -> dict[str, str]:
    """Return the cost or gain of legal actions in words, by action; omit actions without a note.

    Notes use only the knowledge of the seat to move.

    Args:
        actions: actions to describe; None: all.
    """
    note = view.game.info.story.note
    if note is None:
        return {}
    wanted = view.legal() if actions is None else actions
    described = ((action, note(view.game, view, action)) for action in wanted)
    return {action: text for action, text in described if text}


def third_person(verb: str) -> str:
    """Return an English verb in the third person: draws, passes, carries, has."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def listed(parts: Sequence[str], word: str = N_("and")) -> str:
    """Return a list in words: "a", "a and b", "a, b and c"; `word` may be "or"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {_(word)} {parts[-1]}"


def listener(names: Sequence[str]) -> int | None:
    """Return the seat whose name is the listener's; None if there is none."""
    for seat, name in enumerate(names):
        if name.you if isinstance(name, Person) else name == _("you"):
            return seat
    return None


OR = N_("or")
"""Word for a list of alternatives."""


def in_words(n: int, one: str, many: str, /, **slots: Any) -> str:
    """Return the text for a number of things; `{n}` is the number, in words up to ten.

    `in_words(3, "one card", "{n} cards")` is "three cards"; for 0, "no cards"; for 14, "14 cards".
    """
    return ngettext(one, many, n, **{"n": number_word(n), **slots})


def in_words_as(context: str, n: int, one: str, many: str, /, **slots: Any) -> str:
    """Return a text as `in_words` does, in the meaning or grammatical case of the context."""
    return npgettext(context, one, many, n, **{"n": number_word(n), **slots})


def number_word(n: int) -> str:
    """Return a number in words up to ten, else in figures."""
    return _(NUMBERS[n]) if 0 <= n < len(NUMBERS) else str(n)
