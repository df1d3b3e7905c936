"""Door of paths that are not regular files, for everything that reads a file."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import aicore
from aicore.arena.store import Store
from aicore.cli.saves import read_save
from aicore.core.errors import AicoreError
from aicore.core.record import read_records
from fuzz import command, damage
from fuzz.door import ACCEPTED, Door, folder, tell

NAMED = (
    "", ".", "/", "/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem", "/proc/kcore", "~",
    "~nobody-here/x", "~nobody-here", "no\nfile", "\x1b[2J", "a\0b", "x" * 300, "x/" * 3000, "loop",
    "hole", "folder", "empty", "missing/x", "empty/x", "\ud800", "-", "--help",
)  # fmt: skip


class Paths(Door):
    """Files that are folders, devices, pipes, loops, or missing."""

    NAME = "paths"
    SHARE = 1
    REFUSALS = (AicoreError, OSError)

    def attempt(self, rng: Random) -> str:
        """Read one file in one of the ways."""
        base = folder()
        if not (base / "fifo").exists():
            _furnish(base)
        name = rng.choice(NAMED) if rng.random() < 0.99 else "fifo"  # reading it may block
        if rng.random() < 0.2:
            name = damage.garbled(name, rng)
        path = name if name[:1] in ("/", "~", "-", "") else f"{base}/{name}"
        way = rng.randrange(7)
        tell(f"way {way} of reading {path[:60]!r}")
        if way == 0:
            list(read_records(path))
        elif way == 1:
            read_save(Path(path))
        elif way == 2:
            aicore.load(rng.choice(("relics", "gratis3", "trader")), data=path)
        elif way == 3:
            Store.open(path, read_only=True).close()
        else:
            if "\0" in path or not path.isprintable():
                return ACCEPTED  # no command line can hold the first, and nobody types the others
            words = (["replay", path], ["play", "--resume", path], ["tournament", "report", path])
            return command.run(words[way - 4])
        return ACCEPTED


def _furnish(base: Path) -> None:
    os.mkfifo(base / "fifo")
    (base / "loop").symlink_to("loop")
    (base / "hole").symlink_to("nowhere")
    (base / "folder").mkdir()
    (base / "empty").touch()
