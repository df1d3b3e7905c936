"""Tests of a worker's channel to its supervisor while it thinks."""

from __future__ import annotations

from typing import Any

import pytest

from aicore.arena import processes
from aicore.arena.processes import Stopped, WorkerProgress
from aicore.core.decision import StopSearch


class Connection:
    """Connection that records sent messages; a None among the coming messages is its end."""

    def __init__(self, *coming: tuple[Any, ...] | None) -> None:
        self.coming, self.sent = list(coming), []

    def poll(self) -> bool:
        return bool(self.coming)

    def recv(self) -> tuple[Any, ...]:
        message = self.coming.pop(0)
        if message is None:
            raise EOFError
        return message

    def send(self, message: tuple[Any, ...]) -> None:
        self.sent.append(message)


class Quiet(Connection):
    """Connection that waits a while for each message."""

    waits = 0

    def poll(self, timeout: float = 0.0) -> bool:
        self.waits += 1
        return self.waits % 3 == 0


def test_a_worker_tidies_up_after_each_job_and_while_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("be_worker", "bound_memory"):
        monkeypatch.setattr(processes, name, lambda: None)
    done: list[str] = []

    def do(progress: object, what: str) -> tuple[str, Any]:
        done.append(what)
        return "done", what

    connection = Quiet(("job", 1, "a"), ("job", 2, "b"), None)
    processes.serve(connection, do, tidy=lambda: done.append("tidy"))  # type: ignore[arg-type]
    assert done == [*["tidy"] * 3, "a", *["tidy"] * 3, "b", *["tidy"] * 3]


@pytest.mark.parametrize(("every", "times"), [(0.0, []), (2.0, [100.0, 102.0, 104.0])])
def test_choices_are_reported_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch, every: float, times: list[float]
) -> None:
    connection = Connection()
    think = WorkerProgress(connection, 7, every)  # type: ignore[arg-type]
    for now in (100.0, 101.0, 102.0, 103.5, 104.0):
        monkeypatch.setattr(processes.time, "monotonic", lambda now=now: now)
        think("roll", now)
    assert connection.sent == [("thinks", 7, ("roll", now)) for now in times]


@pytest.mark.parametrize(
    ("message", "error"),
    [(("hurry", 7), StopSearch), (("stop", 7), Stopped), (None, SystemExit)],
)
def test_only_messages_about_this_job_end_it(
    message: tuple[Any, ...] | None, error: type[BaseException]
) -> None:
    connection = Connection(("hurry", 6), ("stop", 8), message)
    with pytest.raises(error):
        WorkerProgress(connection, 7, 0.0)("roll", 0.5)  # type: ignore[arg-type]
    assert not connection.coming
