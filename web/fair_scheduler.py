"""Fair order of the event loop's work: the visitor who used the least time is next.

Work runs in short pieces, in the order of start-time fair queueing (Goyal, Vin, Cheng 1996). A
visitor who was away is served next, but cannot save up time. A visitor who asks for much work
delays only themselves; others wait for one piece at most. The loop rests rather than give a
visitor more than their maximum share.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any, TypeVar

from aicore.web.visitors import Budget

PIECE = 0.005  # seconds after which long work lets others in
NICE = 10  # priority of the thread beside the loop, on systems where threads have their own

Result = TypeVar("Result")
Work = Callable[[], Any]


def _give_way() -> None:
    """Give the loop priority over this thread."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class FairScheduler:
    """Scheduler of the loop's work."""

    def __init__(self) -> None:
        self._waiting: dict[Budget, deque[tuple[Context, Work, asyncio.Future[Any]]]] = {}
        self._now = 0.0
        self._work_arrived = asyncio.Event()
        self._server: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "aicore-aside", _give_way)

    async def run(self, budget: Budget, work: Callable[[], Result]) -> Result:
        """Do a piece of work at the visitor's turn and expense, and return its result.

        The work runs in the caller's context, so it speaks the caller's language.
        """
        if self._server is None:
            self._server = asyncio.ensure_future(self._serve())
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue = self._waiting.get(budget)
        if queue is None:
            queue = self._waiting[budget] = deque()
            budget.due = max(budget.due, self._now)
        queue.append((copy_context(), work, future))
        self._work_arrived.set()
        result: Result = await future
        return result

    async def run_steps(self, budget: Budget, steps: Iterator[Any]) -> Any:
        """Do long work, some steps per turn, and return the generator's result."""

        def some_steps() -> StopIteration | None:
            end = time.perf_counter() + PIECE
            try:
                next(steps)
                while time.perf_counter() < end:
                    next(steps)
            except StopIteration as done:
                return done
            return None

        while (done := await self.run(budget, some_steps)) is None:
            pass
        return done.value

    async def run_in_thread(self, budget: Budget, work: Callable[[], Result]) -> Result:
        """Do work that cannot be split, in a thread, and return its result.

        The work must let other threads run meanwhile. Each visitor has at most one piece in the
        thread's queue, so visitors take turns there, too.
        """

        def timed() -> tuple[float, Result]:
            began = time.perf_counter()
            result = work()
            return time.perf_counter() - began, result

        async with budget.aside:
            while budget.work.wait:
                await asyncio.sleep(budget.work.wait)
            took, result = await asyncio.get_running_loop().run_in_executor(
                self._thread, copy_context().run, timed
            )
        budget.work.spend(took)
        return result

    async def _serve(self) -> None:
        while True:
            await self._work_arrived.wait()
            self._work_arrived.clear()
            while self._waiting:
                ready = [budget for budget in self._waiting if not budget.work.wait]
                if not ready:
                    soonest = min(budget.work.wait for budget in self._waiting)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(soonest):  # `wait_for` may miss a cancellation
                            await self._work_arrived.wait()
                    self._work_arrived.clear()
                    continue
                self._piece(min(ready, key=lambda budget: budget.due))
                await asyncio.sleep(0)  # let new work arrive

    def _piece(self, budget: Budget) -> None:
        """Run a visitor's next piece of work, and charge its time to the visitor."""
        queue = self._waiting[budget]
        context, work, future = queue.popleft()
        if not queue:
            del self._waiting[budget]
        if future.done():  # nobody waits for it any longer
            return
        self._now = max(self._now, budget.due)
        began = time.perf_counter()
        try:
            future.set_result(context.run(work))
        except Exception as error:
            future.set_exception(error)
        took = time.perf_counter() - began
        budget.due += took
        budget.work.spend(took)

    async def close(self) -> None:
        """Stop the work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._server is not None:
            self._server.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._server
