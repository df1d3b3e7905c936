"""What a viewer may ask for, message by message: see docs/web-protocol.md."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from aicore.study.typed import Series, moves_meant
from aicore.web.errors import WebError
from aicore.web.foresight import foresee
from aicore.web.rematch import rematch
from aicore.web.sight import Sight
from aicore.web.tables import Table

if TYPE_CHECKING:
    from aicore.web.hub import Hub
    from aicore.web.visitors import Budget

MOST_REVIEWED = 5000  # events


class Asks(ABC):
    """What is done for each message; `aicore.web.viewer` hears and says them.

    Attributes:
        warned: after how many events, and of which action, the viewer was told that it may cost
            the game.
    """

    hub: Hub
    table: Table
    budget: Budget
    seat: int | None
    narrow: bool
    warned: tuple[int, str] | None

    @property
    @abstractmethod
    def sight(self) -> Sight:
        """What the viewer sees."""

    @abstractmethod
    def send(self, message: dict[str, Any]) -> None:
        """Tell something."""

    @abstractmethod
    def refresh(self) -> None:
        """Tell how the table is now."""

    @abstractmethod
    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes long."""

    @abstractmethod
    async def turn(self, work: Callable[[], None]) -> None:
        """Do a short piece of work in turn."""

    @abstractmethod
    async def told(self, work: Callable[[], None]) -> None:
        """Do a short piece of work that needs the story."""

    def on_look(self, narrow: bool) -> None:
        """The window changed."""
        self.narrow = narrow
        self.refresh()

    def on_act(self, actions: list[str], ply: int) -> None:
        """Play actions."""
        table, seat = self._moving(ply)
        if len(actions) > 1:
            ahead = foresee(table.state.view(seat), actions)
            if len(ahead.steps) < len(actions):
                raise WebError(f"only {len(ahead.steps)} of these can be played at once")
        if self.sight.untold(actions[0]) and self._warn(actions[0]):
            self.send(self.sight.preview(actions[:1]))
            return
        for action in actions:
            table.play(seat, action)
        self._went_on()

    def on_type(self, line: str, ply: int) -> None:
        """Play what was typed."""
        table, seat = self._moving(ply)
        series = Series(line, moves_meant(line, table.state.view(seat)), ply)
        warning = self._warn(series.steps[0])
        if warning:
            raise WebError(f"{warning} Type it again to play it.")
        try:
            while series.left:
                if table.turn != seat:
                    raise WebError(f"not played: {', '.join(series.left)}")
                table.play(seat, series.next(table.state.view(seat), table.ply))
                table.settle()
        finally:
            if table.ply != ply:
                self._went_on()

    def _warn(self, action: str) -> str:
        """Why an action may cost the game, if the viewer was not told just before."""
        here = (self.table.ply, action)
        warning = self.sight.danger(action) if self.warned != here else ""
        if warning:
            self.warned = here
        return warning

    def _moving(self, ply: int) -> tuple[Table, int]:
        """The table and the viewer's seat, which is to move. Raises WebError."""
        table, seat = self.table, self._seat()
        if ply != table.ply:
            raise WebError("the game went on meanwhile")
        if table.turn != seat or table.facts.still:
            raise WebError("it is not your turn")
        return table, seat

    def _seat(self) -> int:
        if self.seat is None:
            raise WebError("you look on: you have no seat here")
        return self.seat

    def _went_on(self) -> None:
        self.hub.changed(self.table)
        self.hub.driver.again(self.table)

    def on_preview(self, actions: list[str], ply: int) -> None:
        """Show what actions would come to."""
        self._moving(ply)
        self.send(self.sight.preview(actions))

    async def on_undo(self) -> None:
        """Take the last decision back."""
        table, lengths = self.table, []

        def begin() -> None:
            length = table.back_to(self._seat())
            if length is None:
                raise WebError("this cannot be taken back")
            self.hub.driver.rethink(table)
            lengths.append(length)

        def end() -> None:
            self.hub.driver.rethink(table)
            self._went_on()

        await self.turn(begin)
        try:
            await self.hub.turns.walk(self.budget, table.rewinding(lengths[0]))
        finally:
            await self.turn(end)

    def on_hurry(self) -> None:
        """Have the computer decide now."""
        self._seat()
        if self.table.task is not None:
            self.hub.thinkers.hurry(self.table.task)

    def on_hint(self) -> None:
        """Give advice."""
        table, seat = self._moving(self.table.ply)
        place = (table.ply, table.undone)
        view, cast = table.state.view(seat), table.cast(seat)

        async def work() -> None:
            found = await self.hub.aside(table, self.budget, "hint", view, cast)
            if place == (table.ply, table.undone):
                self.send(self.sight.hint(*found))

        self.spawn(work())

    def on_chances(self) -> None:
        """Tell the win chances."""
        table, sight = self.table, self.sight
        ply, view = table.ply, sight.judge()
        if table.over:
            shares = sight.shares(table.state.returns())
            self.send({"type": "chances", "ply": ply, "shares": shares})
            return
        if view is None:
            raise WebError("nothing to see without a seat")

        async def work() -> None:
            shares = await self.hub.aside(table, self.budget, "chances", view)
            self.send({"type": "chances", "ply": ply, "shares": shares})

        self.spawn(work())

    async def on_at(self, ply: int | None) -> None:
        """Show an earlier position."""
        if ply is None:
            return self.refresh()
        if self.sight.blind:
            raise WebError("nothing to see without a seat")

        def show() -> None:
            if ply > self.table.ply:
                raise WebError(f"there are {self.table.ply} events")
            self.send(self.sight.at(ply))

        return await self.told(show)

    def on_review(self) -> None:
        """Tell the course of a finished game."""
        table, sight = self.table, self.sight
        if not table.over:
            raise WebError("the game is not over")

        async def work() -> None:
            record = table.record()
            if len(record.events) > MOST_REVIEWED:
                raise WebError(f"a review takes too long here: {len(record.events)} events")
            found = await self.hub.aside(
                table, self.budget, "review", record, self.seat, table.cast(self.seat)
            )
            self.send(sight.review(*found))

        self.spawn(work())

    def on_fork(self, ply: int, players: list[str]) -> None:
        """Open a table that plays on from a position."""
        if not self.sight.may_fork():
            raise WebError("this game can be played on elsewhere when it is over")
        made = self.hub.fork(self.table, ply, players, self.budget)
        message = {"type": "table", "table": made["table"], "token": made["owner"]}
        invited = [
            [seat, token]
            for seat, (word, token) in enumerate(zip(players, made["tokens"], strict=True))
            if word == "friend"
        ]
        self.send(message | ({"invites": invited} if invited else {}))

    def on_rematch(self, swap: bool) -> None:
        """Open a table where all play again."""
        if not self.table.over or self.table.facts.still:
            raise WebError("the game is not over")
        rematch(self.hub, self.table, self, self._seat(), swap)

    def on_sit(self, name: str) -> None:
        """Take a name."""
        if not self.budget.names.may():
            raise WebError("that was many names: wait a moment")
        self.table.call(self._seat(), " ".join(name.split()))
        self.hub.changed(self.table)
