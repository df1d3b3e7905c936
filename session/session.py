"""A game from the perspective of one seat: messages in, messages out.

A session does no input or output and has no clock, threads or processes of its own. So it runs
behind a terminal, behind a server, or in a browser's worker. `Session.put` takes a message and
returns the messages that answer it. Messages are objects with a `type`:

| in | meaning |
| --- | --- |
| `look {narrow}` | pictures for a small screen; null: as before; answered by `state` |
| `act {actions, ply}` | play these from the position after `ply` events |
| `type {line, ply}` | play what a person typed: a move, or several |
| `preview {actions, ply}` | show the effects of these; answered by `preview` |
| `undo` | back to the viewer's last decision |
| `hint`, `chances`, `review` | answered by the message of the same name, once it is computed |
| `at {ply}` | the game after `ply` events; null: its current position |
| `thought {id, result}` | the answer to a `think` |
| `thought {id, error}` | the job failed: a line of text |

| out | meaning |
| --- | --- |
| `think {id, job, arguments}` | run this job of `aicore.session.jobs`; answer by `thought` |
| `drop {id}` | this answer is no longer needed |
| `state`, `preview`, `hint`, `chances`, `at`, `review`, `error` | see docs/web-protocol.md |

The arguments of `think` and the results of `thought` are Python objects (all can be pickled); all
other messages are JSON. A view among the arguments belongs to the seat whose decision it is: an
answer about another seat's view is never shown to the viewer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aicore.coach.advice import one_step
from aicore.coach.draws import WinProbability
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError, IllegalAction, one_line, sentence
from aicore.session.jobs import STAND_IN
from aicore.session.move_input import Series, moves_meant, why_not
from aicore.session.seated_game import SeatedGame
from aicore.session.viewer_presenter import Message, ViewerPresenter

MAX_REVIEWED = 5000  # events
ASKED = ("look", "act", "type", "preview", "undo", "hint", "chances", "at", "review")

Then = Callable[[Any], None]
"""Callback for the result of a job."""


class Refused(AicoreError):
    """Request that cannot be fulfilled here or now."""


class Session:
    """One viewer of a seated game.

    Args:
        seat: the viewer's; None: a spectator.

    Attributes:
        narrow: pictures for a small screen.
        warned: the position of the last confirmation question, in events and undos, and its action.
    """

    table: SeatedGame
    seat: int | None
    narrow: bool
    warned: tuple[int, int, str] | None

    def __init__(self, table: SeatedGame, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.narrow = False
        self.warned = None
        self._out: list[Message] = []
        self._waiting: dict[int, tuple[Then, Callable[[str], None]]] = {}
        self._asked = 0
        self._deciding: int | None = None  # id of the running decision job

    def begin(self) -> list[Message]:
        """Return the first messages, before any input."""
        return self._answer(self.go_on)

    def put(self, message: Message) -> list[Message]:
        """Return the answers to a message; an AicoreError becomes an `error` message."""
        fields = dict(message)
        kind = fields.pop("type")
        if kind == "thought":
            return self._answer(lambda: self._thought(**fields))
        if kind not in ASKED:
            return [{"type": "error", "message": f"unknown message: {one_line(kind, 40)}"}]
        return self._answer(lambda: getattr(self, f"on_{kind}")(**fields))

    def _answer(self, work: Callable[[], None]) -> list[Message]:
        try:
            work()
        except AicoreError as error:
            self.send({"type": "error", "message": one_line(error)})
        messages, self._out = self._out, []
        return messages

    def _thought(self, id: int, result: object = None, error: str = "") -> None:
        then, failed = self._waiting.pop(id, (lambda result: None, lambda error: None))
        failed(error) if error else then(result)

    # hooks that an interface may override

    @property
    def presenter(self) -> ViewerPresenter:
        """The viewer's sight of the table."""
        return ViewerPresenter(self.table, self.seat, self.narrow)

    def send(self, message: Message) -> None:
        """Add a message to the output."""
        self._out.append(message)

    def think(self, then: Then, job: str, *arguments: object) -> None:
        """Run a job for the viewer."""
        self._ask(then, self._fail, job, *arguments)

    def refresh(self) -> None:
        """Send the current state of the game."""
        self.send(self.presenter.state())

    def go_on(self) -> None:
        """Let chance and the computers act after an event, and report everything."""
        table = self.table
        if self._deciding is not None:
            self._waiting.pop(self._deciding)
            self.send({"type": "drop", "id": self._deciding})
            self._deciding = None
        table.settle()
        self.refresh()
        seat = table.thinks
        if seat is not None:
            self._deciding = self._ask(
                lambda decision: self._decided(seat, decision.action),
                lambda error: self._stand_in(seat, error),
                "decide",
                *table.due(seat),
            )

    def _ask(self, then: Then, failed: Callable[[str], None], job: str, *arguments: object) -> int:
        self._asked += 1
        self._waiting[self._asked] = then, failed
        self.send({"type": "think", "id": self._asked, "job": job, "arguments": arguments})
        return self._asked

    def _fail(self, error: str) -> None:
        self.send({"type": "error", "message": error})

    def _decided(self, seat: int, action: str) -> None:
        self._deciding = None
        try:
            self.table.play(seat, action)
        except AicoreError as error:
            return self._stand_in(seat, one_line(error))
        return self.go_on()

    def _stand_in(self, seat: int, error: str) -> None:
        """Replace a failed computer by another."""
        self._deciding = None
        name = self.table.names()[seat]
        other = "random" if self.table.players[seat].startswith(STAND_IN) else STAND_IN
        why = "" if self.table.game.has_hidden else f" ({error})"  # it may name hidden cards
        self._fail(f"{name} cannot continue{why}. {other} takes over")
        self.table.seat_another(seat, other)
        self.go_on()

    # requests of a viewer

    def on_look(self, narrow: bool | None) -> None:
        """Adapt pictures to a changed window."""
        self.narrow = self.narrow if narrow is None else narrow
        self.refresh()

    def on_act(self, actions: list[str], ply: int) -> None:
        """Play actions."""
        table, seat = self._moving(ply)
        if len(actions) > 1:
            ahead = table.foresee(actions)
            if len(ahead.steps) < len(actions):
                raise Refused(f"only the first {len(ahead.steps)} of these can be played at once")
        if self.presenter.unwarned(actions[0]) and self._warn(actions[0]):
            self.send(self.presenter.preview(actions[:1]))
            return
        for action in actions:
            table.play(seat, action)
        self.go_on()

    def on_type(self, line: str, ply: int) -> None:
        """Play a typed line."""
        table, seat = self._moving(ply)
        series = Series(line, moves_meant(line, table.state.view(seat)), ply)
        try:
            while series.left:
                if table.turn != seat:
                    raise Refused(f"not played: {', '.join(series.left)}")
                action = series.next(table.state.view(seat), table.ply)
                if asked := self._warn(action):
                    series.back()
                    again = "it again" if not series.played else "; ".join(series.left)
                    raise Refused(f"{asked} Type {again} to play it.")
                table.play(seat, action)
                table.settle()
        finally:
            if table.ply != ply:
                self.go_on()

    def _warn(self, action: str) -> str:
        """Return the question to ask before an action; "" if the viewer was just asked."""
        here = (self.table.ply, self.table.undone, action)
        if self.warned == here:
            return ""
        asked = self.table.question(action).text
        if asked:
            self.warned = here
        return asked

    def _moving(self, ply: int) -> tuple[SeatedGame, int]:
        """Return the seated game and the viewer's seat, which is to move. Raises Refused."""
        table, seat = self.table, self._seat()
        if ply != table.ply:
            raise Refused("the game has moved on")
        if table.turn != seat or not table.sits(seat):
            raise Refused("it is not your turn")
        return table, seat

    def _seat(self) -> int:
        if self.seat is None:
            raise Refused("you are a spectator: you have no seat here")
        return self.seat

    def on_preview(self, actions: list[str], ply: int) -> None:
        """Show the foreseeable effects of actions."""
        table, seat = self._moving(ply)
        try:
            found = self.presenter.preview(actions)
        except IllegalAction as error:
            reason = why_not(actions[0], table.state.view(seat)) or str(error)
            raise Refused(sentence(reason[:1].upper() + reason[1:])) from None
        self.send(found)

    def on_undo(self) -> None:
        """Take the last decision back."""
        self.table.rewind(self._back())
        self.go_on()

    def _back(self) -> int:
        """Return the number of events left after an undo. Raises Refused."""
        length = self.table.back_to(self._seat())
        if length is None:
            raise Refused("this cannot be undone")
        return length

    def on_hint(self) -> None:
        """Send advice."""
        table, seat = self._moving(self.table.ply)
        if not table.helped:
            raise Refused("here, hints are for all players or for none: ask the others")
        place, view, names = (table.ply, table.undone), table.state.view(seat), table.names(seat)
        if (action := self.prescribed()) is not None:
            self.send(self.presenter.hint(Decision(action), one_step(view, action, names)))
            return

        def then(found: Any) -> None:
            if place == (table.ply, table.undone):
                self.send(self.presenter.hint(*found))

        self.think(then, "hint", view, names)

    def prescribed(self) -> str | None:
        """Return the action that a lesson asks the viewer for now, if any; it needs no search."""
        return None

    def on_chances(self) -> None:
        """Send the win chances."""
        table, presenter = self.table, self.presenter
        ply, view = table.ply, presenter.judge()

        def then(found: Any) -> None:
            shares, draw = found
            self.send({"type": "chances", "ply": ply, "shares": shares, "draw": draw})

        if table.log.over:
            found = WinProbability(
                tuple(presenter.shares(table.state.returns())), presenter.drawn()
            )
            then((list(found.wins), found.draw))
        elif view is None:
            raise Refused("win chances cannot be seen here")
        else:
            self.think(then, "chances", view)

    def on_at(self, ply: int | None) -> None:
        """Show an earlier position."""
        if ply is None:
            return self.refresh()
        if self.presenter.blind:
            raise Refused("you need a seat to look back in this game")
        if ply > self.table.ply:
            raise Refused(f"the game has only {self.table.ply} events")
        return self.send(self.presenter.at(ply))

    def on_review(self) -> None:
        """Send the course of a finished game."""
        table, presenter = self.table, self.presenter
        if not table.over:
            raise Refused("the game is not over")
        record = table.record()
        if len(record.events) > MAX_REVIEWED:
            raise Refused(f"this game is too long to review here: {len(record.events)} events")

        def then(found: Any) -> None:
            self.send(presenter.review(*found))

        self.think(then, "review", record, self.seat, table.names(self.seat))
