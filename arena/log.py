"""Log of a game as it was played, with undo, but without players."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Self

from aicore.core.deal import Deal, deal_of
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError, IllegalAction, MistakeError, RecordError, short
from aicore.core.game import Game, State
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.record import CHANCE_ACTOR, Actor, Event, Record
from aicore.core.story import SeenEvent, seen_event

RECENT = 64  # maximum number of steps that are kept


@dataclass(frozen=True)
class Step:
    """One event, and the positions before and after it, which never change.

    Args:
        before, after: the positions before and after the event.
        actor: the seat that moved, or chance.
        number, text: the event as the game's integer, and in its notation.
        decision: the player's decision, if it is known; else None.
    """

    before: State
    actor: Actor
    number: int
    text: str
    after: State
    decision: Decision | None = None

    def heard(self, seat: int | None) -> SeenEvent:
        """Return the event as a seat sees it; for None, as a spectator who sees everything."""
        return seen_event(self.before, self.actor, self.number, self.after, seat)


class GameLog:
    """Events of a game so far.

    A caller makes a step, may save it, and then adds it. So each text is parsed once, and each
    event is applied once. Every event replaces `state`, and no event changes it in place.

    Args:
        game: the rules.
        seed: any text or whole number, or a `Deal`; it determines the luck and the seats' seeds.

    Attributes:
        state: the position.
        events: actor and text of each event, from the beginning.
    """

    def __init__(self, game: Game, seed: int | str | Deal) -> None:
        self.game = game
        self.deal = deal_of(seed)
        self._seeds = [self.deal.player_seed(seat) for seat in range(game.seats)]
        self._clear()

    def _clear(self) -> None:
        self.state = self.game.start()
        self.events: list[Event] = []
        self._chance = self.deal.luck
        self._decisions = [0] * self.game.seats
        self._recent: deque[Step] = deque(maxlen=RECENT)

    def __copy__(self) -> Self:
        """Return an independent copy of the game."""
        return deepcopy(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.end is not None

    @property
    def due(self) -> tuple[int, int]:
        """Seed of the seat to move, and the number of decisions it has made."""
        seat = self.state.turn
        return self._seeds[seat], self._decisions[seat]

    @property
    def last(self) -> Step | None:
        """Last step; None if no step is kept."""
        return self._recent[-1] if self._recent else None

    def recent(self, number: int) -> Step | None:
        """Return the step of an event by its number, from 0; None if the step is not kept."""
        back = len(self.events) - number
        return self._recent[-back] if 0 < back <= len(self._recent) else None

    def chance_step(self) -> Step:
        """Return a step for the chance event that is due. Raises IllegalAction if none is due."""
        if self.state.turn >= 0:
            raise IllegalAction(_("a seat is to move"))
        if self.over:
            raise IllegalAction(_("the game is over"))
        number = self._chance.draw(self.state)
        return self._step(CHANCE_ACTOR, number, self.game.text(number))

    def action_step(
        self, action: str | int, decision: Decision | None = None, after: State | None = None
    ) -> Step:
        """Return an action of the seat to move as a step, for `add`.

        Args:
            action: the action, as a text or the game's integer.
            decision: the player's decision, if it is known.
            after: the position after the action, if it is known already.

        Raises IllegalAction if the action is not legal, or no seat is to move.
        """
        if self.state.turn < 0:
            raise IllegalAction(_("no seat is to move"))
        number, text = self._read(action)
        if number not in self.state.legal_actions():
            raise IllegalAction(_("{move} is not legal here", move=short(text)))
        return self._step(self.state.turn, number, text, decision, after)

    def _step(
        self,
        actor: Actor,
        number: int,
        text: str,
        decision: Decision | None = None,
        after: State | None = None,
    ) -> Step:
        if after is None:
            after = self.state.clone()
            after.apply(number)
        return Step(self.state, actor, number, text, after, decision)

    def add(self, step: Step) -> None:
        """Add the next event. Raises IllegalAction if the position has changed since its step."""
        if step.before is not self.state:
            raise IllegalAction(_("the game has moved on"))
        if isinstance(step.actor, int):
            self._decisions[step.actor] += 1
        else:
            self._chance.pass_over(self.state)
        self.state = step.after
        self.events.append((step.actor, step.text))
        self._recent.append(step)
        self.game.bound(len(self.events))

    def happen(self) -> None:
        """Add the chance event that is due. Raises IllegalAction if none is due."""
        self.add(self.chance_step())

    def play(self, action: str | int) -> None:
        """Add an action of the seat to move. Raises IllegalAction."""
        self.add(self.action_step(action))

    def _read(self, action: str | int) -> tuple[int, str]:
        """Return an action's integer and text. Raises IllegalAction if there is no such action."""
        try:
            number = self.game.parse(action) if isinstance(action, str) else action
            return number, self.state.event_text(number)
        except MistakeError:
            raise
        except AicoreError as error:
            raise IllegalAction(f"{self._who()}: {error}") from error

    def _who(self) -> str:
        return _("seat {seat}", seat=self.state.turn)

    def restore(self, events: Sequence[Event]) -> None:
        """Start over and apply the events of a record. Raises RecordError, IllegalAction."""
        for _event in self.restoring(events):
            pass

    def restoring(self, events: Sequence[Event]) -> Iterator[int]:
        """Restore step by step: yield the number of each event before applying it."""
        self._clear()
        for number, (actor, text) in enumerate(events):
            yield number
            turn = self.state.turn
            if actor != (turn if turn >= 0 else CHANCE_ACTOR) or self.over:
                why = _("ply {ply}: it is not the turn of {actor}, who plays {text!r}")
                raise RecordError(fill(why, ply=number, actor=actor, text=text))
            self.add(self._step(actor, self.game.parse(text), text))

    def take_over(self, other: GameLog) -> None:
        """Take over the events and the position of another log of the same game and deal."""
        self.state, self.events = other.state, other.events
        self._chance, self._decisions, self._recent = other._chance, other._decisions, other._recent

    def record(self, players: Sequence[str]) -> Record:
        """Return the record so far; unfinished unless the game is over.

        Args:
            players: the spec of each seat.
        """
        return Record(
            game=self.game.name,
            seats=self.game.seats,
            options=dict(self.game.options),
            seed=self.deal.seed,
            players=list(players),
            events=list(self.events),
            scores=list(self.state.scores()) if self.over else None,
            returns=self.state.returns() if self.over else None,
            end=self.state.end,
        )
