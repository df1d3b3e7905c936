"""Story of a game for one listener at the table, turn by turn, updated as the game goes on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aicore.arena.log import GameLog
from aicore.core.game import Game, State, View
from aicore.core.language import language, speaking
from aicore.core.record import CHANCE_ACTOR, Event
from aicore.core.story import Names, SeenEvent, seen, tell_all

EVERY = 32  # minimum events between stored positions


@dataclass(frozen=True)
class Past:
    """Earlier position of a game.

    Args:
        state: the position.
        sentences: the turn that led to the position, in sentences.
        news: the events since the listener's last decision, as for `StoryLog.news`.
    """

    state: State
    sentences: list[str]
    news: tuple[Event, ...]


class StoryLog:
    """Story of a game, which grows with each new event, in the language current at its start.

    Args:
        seat: the listener's seat; None for a listener who may know everything.
        names: the names of the seats.
        edition: the number of undos at the table; an undo makes the story outdated.
        state: the position in which the story begins; None for the game's first position.
    """

    def __init__(
        self, game: Game, seat: int | None, names: Names, edition: int, state: State | None = None
    ) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self.language = language()
        self.edition = edition
        self.state = game.start() if state is None else state
        self.heard: list[Event] = []
        """All events, as the listener reads them."""
        self.entries: list[dict[str, Any]] = []
        """Turns: `ply` after each, `actor`, `sentences`, `steps` (the plies after actions), and
        `scores` by seat after the turn, as the listener knows them."""
        self._open: list[SeenEvent] = []  # the events of the last turn
        self._told = 0  # number of events that the sentences tell
        self._seen = seen(self.state, seat)
        self._own: list[int] = []  # indices in `heard` of the listener's decisions
        self._marks: list[tuple[int, State]] = []  # positions at the beginnings of some turns

    def follow(self, events: Sequence[Event]) -> None:
        """Add the new events; `events` has all events so far."""
        for _event in self.following(events):
            pass

    def follow_log(self, log: GameLog) -> None:
        """Add the new events of a log, without applying the recent ones again."""
        for _event in self.following(log.events, log):
            pass

    def following(self, events: Sequence[Event], log: GameLog | None = None) -> Iterator[None]:
        """Run `follow` one event at a time; other calls may come in between.

        Args:
            log: the log of these events, if any; its recent events are not applied again.
        """
        told = len(self.heard)
        while len(self.heard) < len(events):
            actor, text = events[len(self.heard)]
            step = None if log is None else log.recent(len(self.heard))
            if step is None:
                event, after = self.game.parse(text), self.state.clone()
                after.apply(event)
            else:
                event, after = step.number, step.after
            begins = self._begins_turn(actor)
            if begins and len(self.heard) >= EVERY + (self._marks[-1][0] if self._marks else 0):
                self._marks.append((len(self.heard), self.state))
            read = text if self.seat is None else self.state.event_text(event, self.seat)
            self.state = after
            before, self._seen = self._seen, seen(after, self.seat)
            heard = SeenEvent(actor, read, before, self._seen)
            if begins:
                self._tell(before)
                self.entries.append({"ply": 0, "actor": actor, "sentences": [], "steps": []})
                self._open = []
            if actor == self.seat:
                self._own.append(len(self.heard))
            self._open.append(heard)
            self.heard.append((actor, heard.text))
            entry = self.entries[-1]
            entry["ply"] = len(self.heard)
            if actor != CHANCE_ACTOR:
                entry["steps"].append(len(self.heard))
            yield
        if told < len(self.heard):
            self._tell(self._seen)

    def until(self, events: Sequence[Event], ply: int) -> Past:
        """Return the position and the story after the first `ply` of the followed events."""
        count = bisect_right(self._marks, ply, key=lambda mark: mark[0])
        start, state = self._marks[count - 1] if count else (0, self.game.start())
        with speaking(self.language):
            part = StoryLog(self.game, self.seat, self.names, self.edition, state)
        part.follow(events[start:ply])
        text = part.entries[-1]["sentences"] if part.entries else []
        if not part.entries and start:
            text = self.entries[self._turn(start)]["sentences"]
        return Past(part.state, text, self._news(ply))

    def _begins_turn(self, actor: int | str) -> bool:
        """Whether an actor begins a turn: never chance, but every decision in a solo game."""
        if not self.entries:
            return True
        return actor != CHANCE_ACTOR and (
            self.game.seats == 1 or actor != self.entries[-1]["actor"]
        )

    def _tell(self, after: State | View) -> None:
        """Complete the last turn, which led to a position."""
        if self.entries and self._told < len(self.heard):
            self._told = len(self.heard)
            self.entries[-1]["scores"] = list(after.scores())
            with speaking(self.language):
                self.entries[-1]["sentences"] = tell_all(self.game, self._open, self.names)

    def news(self) -> tuple[Event, ...]:
        """Return the events since the listener's last decision.

        If nobody else has decided since then, begin with that decision: pictures show its effect.
        """
        return self._news(len(self.heard))

    def _news(self, ply: int) -> tuple[Event, ...]:
        if self.seat is None:
            steps = self.entries[self._turn(ply)]["steps"] if ply else []
            return tuple(self.heard[steps[0] - 1 : ply]) if steps and steps[0] <= ply else ()
        before = bisect_right(self._own, ply - 1)
        start = self._own[before - 1] + 1 if before else 0
        if before and all(actor == CHANCE_ACTOR for actor, _text in self.heard[start:ply]):
            start -= 1
        return tuple(self.heard[start:ply])

    def _turn(self, ply: int) -> int:
        """Return the index of the turn that contains event number `ply`."""
        return bisect_left(self.entries, ply, key=lambda entry: entry["ply"])
