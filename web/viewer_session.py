"""Requests of a table's viewer: a session's messages, and those of the tables around it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from aicore.coach.lesson import SEAT
from aicore.core.errors import short
from aicore.session.exploring import Exploration
from aicore.session.lesson_session import learner_moves
from aicore.session.move_input import moves_meant
from aicore.session.seated_game import STRANGER
from aicore.session.session import Session, Then
from aicore.session.viewer_presenter import ViewerPresenter
from aicore.web import agreements
from aicore.web.client_messages import SAVED
from aicore.web.errors import WebError
from aicore.web.exercises import judged
from aicore.web.hub import Hub
from aicore.web.tables import Table
from aicore.web.visitors import Budget


class ViewerSession(Session):
    """Handlers of a viewer's messages; `aicore.web.viewer` receives and sends them."""

    hub: Hub
    table: Table
    budget: Budget
    keyed: bool
    """Whether it has a token of the table."""

    @abstractmethod
    def refresh(self) -> None:
        """Send the current state of the table."""

    @abstractmethod
    def send_off(self, reason: str) -> None:
        """Make the viewer leave; it may come back later."""

    @abstractmethod
    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run long work in the background."""

    @abstractmethod
    async def turn(self, work: Callable[[], None]) -> None:
        """Run a short piece of work in turn."""

    @abstractmethod
    async def after_story(self, work: Callable[[], None]) -> None:
        """Run a short piece of work that needs the story."""

    def think(self, then: Then, job: str, *arguments: object) -> None:
        """Run a job for the viewer in a worker."""

        async def work() -> None:
            then(await self.hub.beside(self.table, self.budget, job, *arguments))

        self.spawn(work())

    def go_on(self) -> None:
        """Update all viewers after a change, and advance the table until a person must move."""
        self.hub.audience.changed(self.table)
        self.hub.driver.again(self.table)

    def move(self, kind: str, edition: int | None, **fields: Any) -> None:
        """Handle a message about one position, unless an undo made its `ply` name another one."""
        if edition is None:
            raise WebError("this page is older than the server; reload it")
        if edition != self.table.undone:
            raise WebError("the game has moved on since then")
        getattr(self, f"on_{kind}")(**fields)

    def on_act(self, actions: list[str], ply: int) -> None:
        """Play actions, or answer a puzzle."""
        if self.table.solving is None:
            self._learn(actions)
            return super().on_act(actions, ply)
        _, seat = self._moving(ply)
        if actions[0] not in self.table.state.view(seat).legal():
            raise WebError(f"{short(actions[0])} is not legal here")
        return self.send(judged(self.table.solving.answer(actions[0])))

    def on_type(self, line: str, ply: int) -> None:
        """Play typed moves, or answer a puzzle with them."""
        if self.table.solving is None:
            if self.table.lesson is not None:
                table, seat = self._moving(ply)
                meant = moves_meant(line, table.state.view(seat))
                self._learn(meant)
                self.warned = (ply, table.undone, meant[0])  # the step asks for it: no warning
            return super().on_type(line, ply)
        self._moving(ply)
        return self.send(judged(self.table.solving.typed(line)))

    def _learn(self, actions: list[str]) -> None:
        """In a lesson, refuse actions that its step does not ask for, with a sentence."""
        lesson, table = self.table.lesson, self.table
        if lesson is None:
            return
        if refusal := lesson.refusal(*learner_moves(table), actions):
            raise WebError(refusal)

    def prescribed(self) -> str | None:
        """Return the action that the lesson's step asks for, if any."""
        lesson, table = self.table.lesson, self.table
        if lesson is None or table.turn != SEAT:
            return None
        step = lesson.due(*learner_moves(table))
        return None if step is None else step.done

    def on_solution(self) -> None:
        """Send a puzzle's solution."""
        self._moving(self.table.ply)
        if self.table.solving is None:
            raise WebError("this is not a puzzle")
        self.send(judged(self.table.solving.solution()))

    async def undo(self) -> None:
        """Take back the last decision, one event at a time."""
        table, lengths = self.table, []

        def begin() -> None:
            length = self._back()
            self.hub.driver.rethink(table)
            lengths.append(length)

        def end() -> None:
            self.hub.driver.rethink(table)
            self.go_on()

        await self.turn(begin)
        try:
            await self.hub.scheduler.run_steps(self.budget, table.rewinding(lengths[0]))
        finally:
            await self.turn(end)

    def on_hurry(self) -> None:
        """Make the computer decide now."""
        self._seat()
        if self.table.lesson is not None:  # its steps need what its computer plays unhurried
            raise WebError("you cannot hurry the computer in a lesson")
        if self.table.task is not None:
            self.hub.pool.hurry(self.table.task)

    async def fork(self, ply: int, players: list[str]) -> None:
        """Open a table that continues from a position."""
        if not self.presenter.may_fork():
            raise WebError("you can continue from this game once it is over")
        made = await self.hub.fork(self.table, ply, players, self.budget)
        message = {"type": "table", "table": made["table"], "token": made["owner"]}
        invited = [
            [seat, token]
            for seat, (word, token) in enumerate(zip(players, made["tokens"], strict=True))
            if word == "friend"
        ]
        self.send(message | ({"invites": invited} if invited else {}))

    def on_explore(self, ply: int, moves: list[str], line: str | None, advise: bool | None) -> None:
        """Show a branch of the game, or a search's advice there."""
        if not self.presenter.may_explore():
            raise WebError("you can try other moves once the game is over")
        trial = self._trial(ply)

        def advised() -> None:
            seat = trial.turn
            if seat is None:
                raise WebError("the game is over there, so there is no move to suggest")
            presenter = ViewerPresenter(trial, seat, self.narrow)
            view, names = trial.state.view(seat), trial.names()
            self.think(lambda found: self.send(presenter.hint(*found)), "hint", view, names)

        async def work() -> None:
            walk = partial(self.hub.scheduler.run_steps, self.budget)
            await walk(trial.reading())
            await walk(trial.running(moves, line))
            if advise:
                await self.turn(advised)
            else:
                self.send(await walk(trial.explored(self.narrow)))

        self.spawn(work())

    def on_why(self, ply: int, better: str) -> None:
        """Explain the consequences of a decision and of a better one."""
        if not self.table.over:
            raise WebError("the game is not over")
        trial = self._trial(ply - 1)
        actor, played = self.table.log.events[ply - 1]

        def end() -> None:
            if actor != trial.turn or better == played or better not in trial.state.legal():
                raise WebError("there is no such decision")
            view = trial.state.view(actor)
            found = {"type": "why", "ply": ply, "played": played, "better": better}

            def then(steps: tuple[list[str], str]) -> None:
                self.send(found | {"sentences": steps[0], "picture": steps[1]})

            names = list(self.table.names(self.presenter.seat))
            self.think(then, "why", view, better, played, names, self.narrow)

        self.spawn(self._after(trial, end))

    def on_others(self) -> None:
        """Send the scores of computers in the same deal of a game for one seat."""
        table = self.table
        if not table.log.over or table.game.seats > 1:
            raise WebError("scores are compared only in solo games, once they are over")
        own = table.state.scores()[0]

        def then(rows: list[tuple[str, float]]) -> None:
            self.send({"type": "others", "own": own, "rows": rows})

        self.think(then, "others", table.game.name, dict(table.game.options), table.log.deal.seed)

    def _trial(self, ply: int) -> Exploration:
        if not 0 <= ply <= self.table.ply:
            raise WebError(f"this game has only {self.table.ply} events")
        return Exploration(self.table, ply, self.seat)

    async def _after(self, trial: Exploration, work: Callable[[], None]) -> None:
        await self.hub.scheduler.run_steps(self.budget, trial.reading())
        await self.turn(work)

    def on_save(self, what: str) -> None:
        """Send the whole game as a file: its record, last picture or replay page."""
        table, presenter = self.table, self.presenter
        if not presenter.may_save():
            raise WebError("you can save the game once it is over")

        def then(text: str) -> None:
            self.send({"type": "file", "what": what, "name": name, "text": text})

        name = f"{table.game.name}-{table.id[:6]}.{SAVED[what]}"
        if what == "picture":
            then(presenter.poster())
        elif what == "record":
            then(table.record().to_line() + "\n")
        else:
            called, ended = list(table.names(nameless=STRANGER)), table.ended(None, STRANGER)
            self.think(then, "replay_page", table.record(), called, ended)

    def on_rematch(self, swap: bool) -> None:
        """Open a table for a rematch."""
        if not self.table.over or self.table.still:
            raise WebError("the game is not over")
        agreements.rematch(self.hub, self.table, self, self._seat(), swap)

    def on_resign(self) -> None:
        """Resign; if others play on, a computer takes the seat."""
        agreements.resign(self.hub, self.table, self._seat())

    def on_offer(self, what: str, yes: bool) -> None:
        """Agree to, or decline, something that needs everybody."""
        agreements.offer(self.hub, self.table, self._seat(), what, yes)

    def on_sit(self, name: str) -> None:
        """Set the viewer's name."""
        if not self.budget.names.may():
            raise WebError("you changed your name too often; wait a moment")
        self.table.call(self._seat(), " ".join(name.split()))
        self.hub.audience.changed(self.table)
