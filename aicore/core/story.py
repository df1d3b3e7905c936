"""What a game's stories are made of: who takes part, what happened, and plain English.

A story is made from what its receiver reads of the positions and of the event, so it can say no
more than they know: `seen_event` and `ending` make its material from a seat's views.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, overload

from aicore.core.game import Game, State, View
from aicore.core.rng import Rng

CHANCE_ACTOR = "chance"
"""The actor of a chance event; a decision's actor is its seat."""

Actor = int | str
Event = tuple[Actor, str]

IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class SeenEvent:
    """One event, as its receiver knows it.

    Args:
        actor: the seat that acts, or "chance".
        text: the event, as the receiver reads it.
        before, after: the positions around it: the receiver's views, or states for one who sees
            everything. Their entries are read by name: `before["hands"]`.
    """

    actor: Actor
    text: str
    before: State | View
    after: State | View

    @property
    def words(self) -> list[str]:
        """The text, word by word."""
        return self.text.split()


@dataclass(frozen=True)
class Ending:
    """How a game ended, as its receiver knows it.

    Args:
        reason: what `State.end` says.
        position: the last one, as the receiver reads it.
        scores, returns: by seat; a solo game whose score has several parts lists those.
    """

    reason: str
    position: State | View
    scores: list[Any]
    returns: list[float]

    @property
    def winners(self) -> list[int]:
        """The seats with the highest return; all of them after a draw."""
        best = max(self.returns)
        return [seat for seat, value in enumerate(self.returns) if value == best]


def seen_event(
    before: State, actor: int | str, event: str | int, after: State, seat: int | None
) -> SeenEvent:
    """An event, its text or its integer, as a seat knows it; None: as one who sees everything."""
    text = before.event_text(event, seat)
    return SeenEvent(actor, text, seen(before, seat), seen(after, seat))


def seen(position: State | View, seat: int | None) -> State | View:
    """A position as a seat reads it; None: as one who sees everything. A view stays what it is."""
    if isinstance(position, View):
        return position
    return position.clone() if seat is None else position.view(seat)  # a state may go on


def trial(position: State | View) -> State:
    """Return a state to try actions on: a copy, or one of those that a view allows."""
    return position.clone() if isinstance(position, State) else position.resample(Rng(0))


def ending(state: State, seat: int | None) -> Ending:
    """The end of a game as a seat knows it; None: as a spectator who sees everything."""
    reason = state.end
    assert reason is not None, "the game goes on"
    return Ending(reason, seen(state, seat), list(state.scores()), state.returns())


class Names(Sequence[str]):
    """What the seats are called, and how sentences speak of them: `names[0]` is seat 0's name.

    Args:
        names: of the seats, such as "mcts".
        you: the seat of who listens; None for a spectator.
    """

    def __init__(self, names: Sequence[str], you: int | None = None) -> None:
        self._names = tuple("you" if seat == you else name for seat, name in enumerate(names))
        self.you = you

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, seat: int) -> str: ...

    @overload
    def __getitem__(self, seat: slice) -> Sequence[str]: ...

    def __getitem__(self, seat: int | slice) -> str | Sequence[str]:
        return self._names[seat]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Names):
            return self._names == other._names and self.you == other.you
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._names, self.you))

    @classmethod
    def numbered(cls, seats: int) -> Names:
        """Nobody by name: "seat 0", "seat 1"."""
        return cls([f"seat {seat}" for seat in range(seats)])

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """A clause: "you draw luna", "mcts draws luna". The verb is in its basic form."""
        return f"{self[seat]} {self.verb(seat, verb)}{f' {rest}' if rest else ''}"

    def verb(self, seat: int, verb: str) -> str:
        """The form of a verb for a seat: "draw" for you, "draws" for others."""
        if seat == self.you:
            return "are" if verb == "be" else verb
        return third_person(verb)

    def whose(self, seat: int) -> str:
        """ "your", or "mcts's"."""
        return "your" if seat == self.you else f"{self[seat]}'s"

    def all(self, seats: Sequence[int]) -> str:
        """Several seats in a row of names, the listener first: "you and mcts"."""
        return listed([self[seat] for seat in sorted(seats, key=lambda s: s != self.you)])

    def sentence(self, text: str) -> str:
        """A clause as a sentence: a capital, unless a player's name begins it, and a full stop."""
        named = any(text.startswith(name) for name in self if name != "you")
        text = text if named else text[:1].upper() + text[1:]
        return text if text.endswith((".", "!", "?")) else f"{text}."


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """What happened, in sentences: the game's own way to tell much in few words, if it has one."""
    story = game.info.story
    if story.tell_all is not None:
        return story.tell_all(game, events, names)
    return [story.tell(game, each, names) for each in events]


def score(game: Game, scores: Sequence[float]) -> str:
    """The score of a game for one seat: in the game's words, or its numbers."""
    in_words = game.info.story.score
    if in_words is not None:
        return in_words(game, scores)
    return " / ".join(f"{part:g}" for part in scores)


def notes(view: View, actions: Iterable[str] | None = None) -> dict[str, str]:
    """What legal actions cost or bring, by the action; those without a note are left out.

    It is made from what the seat that is to move reads of the position.

    Args:
        actions: which of them; None: all.
    """
    note = view.game.info.story.note
    if note is None:
        return {}
    wanted = view.legal() if actions is None else actions
    found = ((action, note(view.game, view, action)) for action in wanted)
    return {action: text for action, text in found if text}


def third_person(verb: str) -> str:
    """The form after "mcts": draws, passes, carries, has."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """ "no cards", "one card", "three cards", "14 cards"."""
    shown = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{shown} {noun if number == 1 else plural or f'{noun}s'}"
