"""What happened at a table, told to one who sits there, turn by turn, as the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aicore.core.game import Game
from aicore.core.record import CHANCE_ACTOR, Event
from aicore.core.story import Cast, Happening, tell_all


class Tale:
    """The story of a game, worked out only for what is new.

    Args:
        seat: who listens; None: one who may know all.
        edition: of the table's events, which may be taken back.
    """

    def __init__(self, game: Game, seat: int | None, cast: Cast, edition: int) -> None:
        self.game = game
        self.seat = seat
        self.cast = cast
        self.edition = edition
        self.state = game.start()
        self.heard: list[Event] = []
        """All events, as the listener reads them."""
        self.entries: list[dict[str, Any]] = []
        """Turns: `ply` after it, `actor`, `told`, and `steps`, the plies after its actions."""
        self._open: list[Happening] = []  # the events of the last turn

    def follow(self, events: Sequence[Event]) -> None:
        """Hear what is new; `events` are all that happened."""
        if len(events) == len(self.heard):
            return
        fields = self.state.to_dict(self.seat)
        for actor, text in events[len(self.heard) :]:
            event = self.game.parse(text)
            read = text if self.seat is None else self.state.event_text(event, self.seat)
            self.state.apply(event)
            before, fields = fields, self.state.to_dict(self.seat)
            heard = Happening(actor, read, before, fields)
            if self._begins_turn(actor):
                self._tell()
                self.entries.append({"ply": 0, "actor": actor, "told": [], "steps": []})
                self._open = []
            self._open.append(heard)
            self.heard.append((actor, heard.event))
            entry = self.entries[-1]
            entry["ply"] = len(self.heard)
            if actor != CHANCE_ACTOR:
                entry["steps"].append(len(self.heard))
        self._tell()

    def _begins_turn(self, actor: int | str) -> bool:
        """What luck adds belongs to the turn; alone, every decision is a turn."""
        if not self.entries:
            return True
        return actor != CHANCE_ACTOR and (
            self.game.seats == 1 or actor != self.entries[-1]["actor"]
        )

    def _tell(self) -> None:
        if self.entries:
            self.entries[-1]["told"] = tell_all(self.game, self._open, self.cast)

    def news(self) -> tuple[Event, ...]:
        """What happened since the listener's last decision, else that decision."""
        if self.seat is None:
            steps = self.entries[-1]["steps"] if self.entries else []
            return tuple(self.heard[steps[0] - 1 :]) if steps else ()
        own = [ply for ply, (actor, _) in enumerate(self.heard) if actor == self.seat]
        start = own[-1] + 1 if own else 0
        if own and start == len(self.heard):
            start = own[-1]
        return tuple(self.heard[start:])
