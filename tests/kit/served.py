"""Server of `aicore web` in processes of its own, which tests may kill."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

from kit.tournaments import AICORE


class Running:
    """Server in processes of its own.

    Args:
        folder: the folder of its data.
        options: further options of `aicore web`.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(
            [*AICORE, "web", "--port", "0", "--no-open", "--workers", "1", *options],
            env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[0].rstrip("/")
        self.place = self.address.partition("//")[2]

    def create(self, game: str, seats: int) -> dict[str, Any]:
        """Create a table for a person against computers; return its id and tokens."""
        players = ["me", *["mcts:sims=300"] * (seats - 1)]
        wish = {"game": game, "seats": seats, "players": players}
        made: dict[str, Any] = httpx2.post(
            f"{self.address}/api/tables", json=wish, timeout=60
        ).json()
        return made

    def kill_workers(self) -> None:
        """Kill all workers of the server."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with contextlib.suppress(OSError):
            for child in children.read_text().split():
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)

    def kill(self) -> None:
        """Kill the server without warning; its workers notice by themselves."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextlib.contextmanager
def running(folder: Path, *options: str) -> Iterator[Running]:
    """Run a server for the block, and kill it then."""
    server = Running(folder, *options)
    try:
        yield server
    finally:
        server.kill()
