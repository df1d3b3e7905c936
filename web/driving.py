"""Automatic progress of tables: chance, and the decisions of computers.

If the machine or the store fails, the driver tries again after growing pauses, and the table shows
the reason meanwhile. The driver replaces a player that fails.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from aicore.core.errors import AicoreError, reason_of
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.web.audience import Audience
from aicore.web.background import spawn
from aicore.web.errors import LimitReached, WebError, WorkerUnavailable, unforeseen
from aicore.web.fair_scheduler import FairScheduler
from aicore.web.pool import Pool
from aicore.web.tables import Table, Trouble
from aicore.web.visitors import Budget, Visitors
from aicore.web.workers import Job, Task

FIRST, MAX_PAUSE = 1.0, 60.0  # seconds of the first and of the longest pause
RESTING = N_("nobody plays here, so the computers pause; they continue in {wait:.0f} s")
DEATHS = 4  # tries that may end with a worker's death before another player takes over


class Driver:
    """Driver that advances tables until a person must move.

    Args:
        pool: the pool that runs the computers' searches.
        scheduler: the order of the loop's work.
        visitors: the visitors, who pay for the work.
        audience: the viewers, who receive the changes.
    """

    def __init__(
        self, pool: Pool, scheduler: FairScheduler, visitors: Visitors, audience: Audience
    ) -> None:
        self.pool = pool
        self.scheduler = scheduler
        self.visitors = visitors
        self.audience = audience
        self._running: set[asyncio.Task[None]] = set()

    def payer(self, table: Table) -> Budget:
        """Return the budget that pays for a table's computers."""
        return self.visitors.named(table.facts.maker)

    def drive(self, table: Table) -> None:
        """Advance the table until a person must move; after a failure, try again later.

        Without viewers, the table waits.
        """
        if not self.audience.of(table.id) or table.trouble.timer is not None:
            return
        try:
            self._drive(table)
        except Exception as error:
            self._retry_later(table, error)

    def _drive(self, table: Table) -> None:
        before = table.ply
        try:
            for step in table.settling():
                table.keep(step)
        finally:
            if table.ply != before:
                self.audience.changed(table)
        seat = table.thinks
        if seat is None:
            self._end_trouble(table)
            self._limit_time(table)
            return
        if table.task is not None:
            return
        payer = self.payer(table)
        if not table.people and payer.watching.wait:
            wait = min(MAX_PAUSE, 1.0 + payer.watching.wait)
            self._pause(table, partial(_, RESTING, wait=wait), wait)
            return
        table.task = task = self.pool.ask(
            Job(payer.name, "decide", table.due(seat), table.id, True, not table.people),
            self._progress_callback(table, seat),
        )
        self._spawn(self._await_decision(table, seat, task))

    def _limit_time(self, table: Table) -> None:
        """Start a timer: when it ends, the person to move loses or is replaced."""
        if table.deadline is not None:
            table.deadline.cancel()
            table.deadline = None
        seat = table.running
        left = None if seat is None else table.left[seat]
        if seat is None or left is None:
            return

        def over() -> None:
            table.deadline = None
            if table.running == seat and not table.left[seat]:
                table.give_up(seat, "timed out")
                self.agree(table, self.payer(table))
            else:
                self.drive(table)

        table.deadline = asyncio.get_running_loop().call_later(left, over)

    def agree(self, table: Table, budget: Budget) -> None:
        """Store who agrees to what, carry out what all people agree to, and advance the table.

        Call this after each offer, and after a person left: the others may all have agreed.

        Args:
            budget: the visitor who pays for an undo.
        """
        if not table.facts.closed and table.agreed("abort"):
            table.facts.closed = "called off"
        table.apply_facts()
        table.store.change(table.id, table.facts)
        self.cancel_search(table)
        self.audience.changed(table)
        self.drive(table)
        if not table.over and table.agreed("takeback"):
            self._spawn(self.scheduler.run_steps(budget, self._taking_back(table)))

    def _taking_back(self, table: Table) -> Iterator[None]:
        """Undo the last decision of the seat that asked, in steps.

        Raises AicoreError if somebody moved in the meantime.
        """
        if not table.agreed("takeback"):
            return
        decided = table.decided(table.asker(-1))
        self.cancel_search(table)
        for cut in table.rewinding(decided[-1]):
            if cut is None:
                yield
            else:  # no pause: what is stored counts at once
                self.cancel_search(table)
                table.cut(cut.length)
        self.audience.changed(table)
        self.drive(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background."""

        def failed(error: Exception) -> None:
            if not isinstance(error, AicoreError):
                unforeseen(error)

        spawn(work, self._running, failed)

    def _progress_callback(self, table: Table, seat: int) -> Any:
        """Return a callback that shows the progress of a search to everybody at the table."""
        began = time.monotonic()

        def heard(choice: str, value: float) -> None:
            seconds = round(time.monotonic() - began, 1)
            message: dict[str, Any] = {"type": "thinking", "seat": seat, "seconds": seconds}
            if not table.game.has_hidden:
                message |= {"choice": choice, "value": round(value, 4)}
            self.audience.tell(table, message)

        return heard

    async def _await_decision(self, table: Table, seat: int, task: Task) -> None:
        """Wait for a decision, then play it."""
        try:
            decision = await task.future
        except asyncio.CancelledError:
            return
        except Exception as error:
            if table.task is task:
                table.task = None
                self._failed(table, seat, error)
            return
        finally:
            if task.job.watched and task.began is not None:
                self.payer(table).watching.spend(time.monotonic() - task.began)

        def play() -> None:
            if table.task is not task:
                return
            table.task = None
            table.trouble.deaths = 0
            try:
                for step in table.playing(seat, decision.action, decision):
                    table.keep(step)
            except Exception as error:
                self._failed(table, seat, error)
                return
            self._end_trouble(table)
            self.audience.changed(table)
            self.drive(table)

        await self.scheduler.run(self.payer(table), play)

    def _failed(self, table: Table, seat: int, error: Exception) -> None:
        """Replace a player that failed; retry later if the machine failed."""
        if isinstance(error, WorkerUnavailable):
            table.trouble.deaths += 1
        of_player = isinstance(error, AicoreError) and not isinstance(
            error, WorkerUnavailable | LimitReached
        )
        if of_player or table.trouble.deaths >= DEATHS:
            try:
                message = table.replace_failed(seat, error)
            except Exception as other:  # the store cannot save it now
                self._retry_later(table, other)
                return
            table.trouble.deaths = 0
            self.audience.tell(table, {"type": "error", "message": message})
            self.audience.changed(table)
            self.drive(table)
            return
        self._retry_later(table, error)

    def _retry_later(self, table: Table, error: Exception) -> None:
        if not isinstance(error, WebError):
            unforeseen(error)
        trouble = table.trouble
        trouble.pause = min(MAX_PAUSE, 2 * trouble.pause) if trouble.pause else FIRST
        seat = table.thinks
        pause = trouble.pause

        def message() -> str:
            why = "" if table.game.has_hidden else f" ({_reason(error)})"
            text = (
                _("the game cannot go on right now{why}; trying again in {pause:.0f} s")
                if seat is None
                else _("{who} cannot think right now{why}; trying again in {pause:.0f} s")
            )
            who = "" if seat is None else table.names()[seat]
            return fill(text, who=who, why=why, pause=pause)

        self._pause(table, message, pause)

    def _pause(self, table: Table, message: Callable[[], str], pause: float) -> None:
        def again() -> None:
            table.trouble.timer = None
            self.drive(table)

        table.trouble.message = message
        table.trouble.timer = asyncio.get_running_loop().call_later(pause, again)
        self.audience.changed(table)

    def _end_trouble(self, table: Table) -> None:
        message, table.trouble.message, table.trouble.pause = table.trouble.message, None, 0.0
        if message is not None:
            self.audience.changed(table)

    def stop(self, table: Table) -> None:
        """Cancel all searches of a table."""
        for task in (table.task, *table.others):
            if task is not None:
                self.pool.stop(task)
        table.task = None
        table.others.clear()
        if table.trouble.timer is not None:
            table.trouble.timer.cancel()
        table.trouble = Trouble()
        if table.deadline is not None:
            table.deadline.cancel()
            table.deadline = None

    def cancel_search(self, table: Table) -> None:
        """Cancel a search whose position is gone."""
        if table.task is not None:
            self.pool.stop(table.task)
            table.task = None
        if table.trouble.timer is not None:
            table.trouble.timer.cancel()
            table.trouble.timer = None

    def drive_now(self, table: Table) -> None:
        """Advance the table now, without waiting for the next retry."""
        if table.trouble.timer is not None:
            table.trouble.timer.cancel()
            table.trouble.timer = None
        self.drive(table)


def _reason(error: Exception) -> str:
    """Return the error's reason, without the machine's file names."""
    reason = reason_of(error)
    return _(reason) if isinstance(error, WorkerUnavailable) else reason  # the system's own words
