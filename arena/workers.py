"""Worker processes on this machine, which play blocks and may die at any time.

The supervisor sends each worker a few blocks in order, and receives their games. Workers get the
deals of their blocks, but not the secret behind all deals. If a worker dies, the supervisor
replaces it, and its blocks are played again. The result is the same, because a block depends only
on the configuration and its number. If a player exceeds its limit and hangs, the supervisor kills
its worker, and the player forfeits.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any

from aicore.arena.block_runner import BlockRunner, GameRow
from aicore.arena.config import Config
from aicore.arena.plan import Block, portable
from aicore.arena.processes import Supervised, be_worker
from aicore.arena.referee import IDLE, Forfeit
from aicore.core.errors import AicoreError
from aicore.core.language import best_of, fill, language, set_language
from aicore.core.language import gettext as _
from aicore.core.processors import processors, share_processors
from aicore.core.schema import parse
from aicore.players.pipe import signal_name

SEND_EVERY = 0.1  # seconds between a worker's messages; it holds work for twice as long
MAX_HELD = 256  # maximum number of blocks that a worker holds
TICK = 0.25  # seconds between checks of the clock
GRACE = 2.0  # seconds beyond the limit after which a player counts as hung
MAX_DEATHS = 3  # deaths of workers during a block's decisions after which a player forfeits

Blocks = list[list[GameRow]]
"""Games of each block that was played."""


class Worker(Supervised):
    """Handle of a worker process that plays blocks, for its supervisor."""

    def __init__(self, config: Config) -> None:
        # Block, game and seat of the decision in progress, its start and its limit; the times are
        # in nanoseconds by the monotonic clock. The worker writes this array.
        self.slot = multiprocessing.get_context("spawn").RawArray("q", [0, 0, IDLE, 0, 0])
        self.held: dict[int, Block] = {}  # blocks that the worker has not played yet, by number
        self.room = 1  # number of blocks that the worker should hold
        super().__init__(_work, portable(config), self.slot, language())

    def give(self, block: Block, verdicts: dict[int, Forfeit]) -> None:
        """Send a block to the worker; if the worker is dead, do nothing."""
        self.held[block.number] = block
        self.say(block, verdicts)

    @property
    def thinking(self) -> tuple[int, int, int, float] | None:
        """Block, game, seat and seconds of the decision in progress; None if there is none."""
        block, game, seat, since, _ = self.slot
        if seat == IDLE:
            return None
        return block, game, seat, time.monotonic() - 1e-9 * since

    @property
    def late(self) -> float:
        """Seconds since the decision in progress exceeded its limit; below 0 if it has not."""
        until = self.slot[4]
        return time.monotonic() - 1e-9 * until if until else -1.0


class Workers:
    """Workers of one tournament on this machine.

    Args:
        config: the configuration of the tournament.
        jobs: number of processes.
        note: called with events worth recording, as kind and text.
    """

    def __init__(self, config: Config, jobs: int, note: Any = None) -> None:
        self.config = config
        self.jobs = jobs
        self._note = note or (lambda kind, text: None)
        self._workers: list[Worker] = []
        self._again: deque[Block] = deque()
        self._verdicts: dict[int, dict[int, Forfeit]] = {}
        self._deaths: dict[int, int] = {}
        self._early_deaths = 0  # deaths of workers outside decisions since the last finished block
        self._trouble = ""  # the reason to stop
        self._warned = False  # whether a warning about unfair clocks was given

    def run(self, blocks: Iterator[Block]) -> Iterator[Blocks]:
        """Play blocks. Yield batches of finished blocks; a batch may be empty.

        If `blocks` has ended, it is asked again after each batch, since it may have more by then.
        The caller closes the returned iterator to stop. Raises AicoreError if the players cannot be
        made.
        """
        first = next(blocks, None)
        if first is None:
            return
        self._again.append(first)
        try:
            self._workers = [Worker(self.config) for _ in range(self.jobs)]
            while True:
                self._feed(blocks)
                if not any(worker.held for worker in self._workers):
                    return
                played = self._collect()
                self._look_at_clocks(played)
                yield played
                if self._trouble:  # only now, so that the other games are saved
                    raise AicoreError(self._trouble)
                self._kill_hung()
        finally:
            for worker in self._workers:
                worker.end(1.0)
            self._workers = []

    def _feed(self, blocks: Iterator[Block]) -> None:
        """Send blocks to the workers in turn, so that the first blocks are played first."""
        free = [worker for worker in self._workers if len(worker.held) < worker.room]
        while free:
            for worker in list(free):
                block = self._again.popleft() if self._again else next(blocks, None)
                if block is None:
                    return
                worker.give(block, self._verdicts.get(block.number, {}))
                if len(worker.held) >= worker.room:
                    free.remove(worker)

    def _collect(self) -> Blocks:
        by_connection = {worker.connection: worker for worker in self._workers}
        batch: Blocks = []
        for ready in wait(list(by_connection), TICK):
            worker = by_connection[ready]  # type: ignore[index]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(message, str):
                self._trouble = message
                continue
            self._early_deaths = 0
            blocks, seconds = message
            for rows in blocks:
                del worker.held[rows[0].block]
            # A worker holds twice the blocks that it plays between two messages. So it never waits,
            # but blocks do not queue up while another worker is idle.
            pace = len(blocks) * SEND_EVERY / max(seconds, 1e-6)
            worker.room = max(1, min(MAX_HELD, int(2 * pace)))
            batch += blocks
        return batch

    def _look_at_clocks(self, blocks: Blocks) -> None:
        """Warn once if the clock ends a game while too many programs share the processors."""
        late = (row for rows in blocks for row in rows if row.kind == "time")
        if self._warned or not any(any(parse(row.decisions)) for row in late):
            return  # no game was lost on time, except by engines that did not start in time
        there = processors()
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        if max(self.jobs, load) <= there:
            return
        self._warned = True
        text = _(
            "a player lost on time with --jobs {jobs} at a load of {load:.0f}, more than the "
            "{there} processors here. Use fewer --jobs or a longer --move-time to be fair",
            jobs=self.jobs,
            load=load,
            there=there,
        )
        self._note("clock", text)
        warnings.warn(text, stacklevel=2)

    def _replace(self, worker: Worker) -> None:
        """Replace a dead worker; its blocks will be played again."""
        decision = worker.thinking
        worker.process.join(1.0)
        code = worker.process.exitcode
        note = _("a worker died ({how}); its blocks will be replayed", how=_death(code))
        self._note("worker", note)
        self._again.extend(worker.held.values())
        if decision is None:
            self._early_deaths += 1
            if self._early_deaths > MAX_DEATHS * self.jobs:
                self._trouble = _("the workers die before playing a game ({how})", how=_death(code))
        elif decision[1] not in self._verdicts.get(decision[0], {}):  # else it was killed
            block, game, seat, _seconds = decision
            self._deaths[block] = self._deaths.get(block, 0) + 1
            if self._deaths[block] >= MAX_DEATHS:
                self._deaths[block] = 0
                text = _("its worker died {n} times while it was thinking ({how})")
                reason = fill(text, n=MAX_DEATHS, how=_death(code))
                self._verdicts.setdefault(block, {})[game] = Forfeit(seat, "crash", reason)
        worker.end(1.0)
        self._workers[self._workers.index(worker)] = Worker(self.config)

    def _kill_hung(self) -> None:
        """Kill the workers whose players hang."""
        if self.config.limit <= 0 and self.config.clock is None:
            return
        for worker in list(self._workers):
            decision = worker.thinking
            late = worker.late
            if decision is None or late < GRACE or not worker.process.is_alive():
                continue
            block, game, seat, seconds = decision
            limit = seconds - late
            text = _("no decision within {seconds:.1f} s; the limit is {limit:.2f} s")
            reason = fill(text, seconds=seconds, limit=limit)
            self._verdicts.setdefault(block, {})[game] = Forfeit(seat, "time", reason)
            worker.process.kill()


def _death(code: int | None) -> str:
    if code is None:
        return _("still running")
    if code < 0:
        return _("signal {name}", name=signal_name(-code))
    return _("exit code {code}", code=code)


def _work(connection: Connection, config: Config, slot: Any, spoken: str) -> None:
    """Run a worker process: play the blocks that arrive, and send back their games.

    Args:
        spoken: the language of its parent; reasons of forfeits are in it.
    """
    be_worker()
    set_language(best_of([spoken]))
    share_processors(1)
    runner: BlockRunner | None = None

    def leave(*signals: object) -> None:
        if runner is not None:
            for player in runner.players:
                with contextlib.suppress(Exception):
                    player.close()
        os._exit(0)

    signal.signal(signal.SIGTERM, leave)
    _leave_with_parent(leave)
    try:
        runner = BlockRunner(config, memoryview(slot).cast("B").cast("q"))
    except AicoreError as error:
        connection.send(str(error))
        leave()
        return
    inbox = _Inbox(connection)
    sender = _Sender(connection, inbox)
    with contextlib.suppress(OSError):
        while (job := inbox.get()) is not None:
            block, verdicts = job
            sender.begin()
            try:
                rows = runner.play(block, verdicts)
            except Exception as error:  # a bug in aicore, which would happen again after a restart
                sender.fail(
                    f"block {block.number} cannot be played: {type(error).__name__}: {error}"
                )
                break
            sender.add(rows)
    leave()


class _Inbox:
    """Queue of the blocks to play.

    A thread empties the pipe into it. Otherwise the supervisor could wait for room in the pipe
    while the worker waits for the supervisor to read its games.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._jobs: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._receive, daemon=True).start()

    def get(self) -> Any:
        """Return the next block and its verdicts; None once the supervisor is gone."""
        return self._jobs.get()

    def empty(self) -> bool:
        """Whether no block waits."""
        return self._jobs.empty()

    def _receive(self) -> None:
        try:
            with contextlib.suppress(EOFError, OSError):
                while True:
                    self._jobs.put(self._connection.recv())
        finally:
            self._jobs.put(None)


class _Sender:
    """Sender of played blocks, a few times a second, even during a long block."""

    def __init__(self, connection: Connection, inbox: _Inbox) -> None:
        self._connection, self._inbox = connection, inbox
        self._lock = threading.Lock()
        self._done: Blocks = []
        self._since = 0.0
        threading.Thread(target=self._send_often, daemon=True).start()

    def begin(self) -> None:
        """Note that a block begins."""
        with self._lock:
            if not self._done:
                self._since = time.monotonic()

    def add(self, rows: list[GameRow]) -> None:
        """Add a block that was played."""
        with self._lock:
            self._done.append(rows)
            if time.monotonic() - self._since > SEND_EVERY or self._inbox.empty():
                self._send()

    def fail(self, text: str) -> None:
        """Send the games played so far, then the reason to stop."""
        with self._lock:
            if self._done:
                self._send()
            self._connection.send(text)

    def _send(self) -> None:
        now = time.monotonic()
        done, self._done = self._done, []
        seconds, self._since = now - self._since, now
        self._connection.send((done, seconds))

    def _send_often(self) -> None:
        """Send results in a thread, even during a long block; searches release the GIL."""
        with contextlib.suppress(OSError):
            while True:
                time.sleep(SEND_EVERY)
                with self._lock:
                    if self._done and time.monotonic() - self._since > SEND_EVERY:
                        self._send()


def _leave_with_parent(leave: Any) -> None:
    """Stop the worker when its supervisor is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def stand_by() -> None:
        wait([parent.sentinel])
        leave()

    threading.Thread(target=stand_by, daemon=True).start()
