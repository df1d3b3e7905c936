"""Batches of inputs, each in a forked child, watched from outside."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import json
import mmap
import os
import re
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from fuzz import door as door_module
from fuzz.door import ACCEPTED, Broken, Door, Untidy

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = ("aicore", "search", "players", "arena", "study", "web", "cli")

HANG = 5.0  # seconds of processor time for one input
STUCK = 10.0  # seconds of wall time: it waits for something
ROOM = 4 << 30  # bytes of address space beyond those at the start
NOTE = 400  # bytes for the current action
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
SLOWER = 8.0 if SANITIZED else 1.0
GROWTH = (
    8 if SANITIZED else 1
) << 30  # bytes of memory in one batch; a sanitizer keeps freed memory

BOARD = struct.Struct("4q")  # input number, accepted, refused, longest memory in KiB


def stream(seed: int, name: str, number: int) -> Random:
    """Return the random generator of one input."""
    return Random(f"{seed}/{name}/{number}")


@dataclass(frozen=True)
class Found:
    """Finding of a fuzz run.

    Args:
        kind: "signal", "hang", "traceback", "text", "broken" or "memory".
        group: distinguishing text: the exception's type and where it came from.
        example: everything that was seen.
    """

    door: str
    number: int
    kind: str
    group: str
    example: str


def describe(error: BaseException, note: str) -> tuple[str, str, str]:
    """Return the kind, group and example of an exception."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _ours(frame.filename)]
    place = f"{_short(frames[-1].filename)}:{frames[-1].name}" if frames else _call(note)
    kind = {Untidy: "text", Broken: "broken", MemoryError: "memory"}.get(type(error), "traceback")
    text = re.sub(r"[0-9]+", "N", str(error))[:60].encode("ascii", "replace").decode()
    group = f"{type(error).__name__} in {place}"
    if kind in ("text", "broken"):
        cause = error.__cause__ or error.__context__
        text = text if kind == "broken" else text.partition(":")[0]
        inner = [f for f in traceback.extract_tb(cause.__traceback__) if _ours(f.filename)] if (
            cause is not None) else []  # fmt: skip
        place = f"{_short(inner[-1].filename)}:{inner[-1].name}" if inner else _call(note)
        group = f"{text[:40]} | {place}"
    trace = "".join(traceback.format_exception(error, limit=-8))
    return kind, group, f"{note}\n{trace[-3000:]}"


def _ours(path: str) -> bool:
    """Whether a frame's file belongs to the project, but not to its tests."""
    if path.endswith((".pyx", ".pxd")):
        return True
    try:
        parts = Path(path).resolve().relative_to(ROOT).parts
    except ValueError:
        return False
    return parts[0] in OURS


def _short(path: str) -> str:
    found = Path(path)
    return (
        str(found.relative_to(ROOT)) if found.is_absolute() and found.is_relative_to(ROOT) else path
    )


def _call(note: str) -> str:
    """Return the name of the call, without its arguments."""
    return re.split(r"[(={\[]", note, maxsplit=1)[0].strip()[:50]


class Batch:
    """Child process that pushes the inputs start .. stop - 1 through a door."""

    def __init__(self, one: Door, seed: int, start: int, stop: int) -> None:
        self.door, self.seed, self.start, self.stop = one, seed, start, stop
        self.board = mmap.mmap(-1, BOARD.size + NOTE)
        BOARD.pack_into(self.board, 0, start, 0, 0, 0)
        self.log = tempfile.NamedTemporaryFile(prefix="fuzzlog")  # noqa: SIM115
        self.findings = tempfile.NamedTemporaryFile(prefix="fuzzout")  # noqa: SIM115
        self._since = time.monotonic()
        self._seen, self._used = -1, 0.0
        self.hung = ""
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                self._child()
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)

    def _child(self) -> None:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        os.dup2(self.log.fileno(), 2)
        faulthandler.enable(file=2)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # end with the parent, even when stuck
        if not SANITIZED and hasattr(resource, "RLIMIT_AS"):
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            limit = pages * resource.getpagesize() + ROOM
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        door_module.doing = self._note
        first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        accepted = refused = 0
        text: set[str] = set()
        board, pack = self.board, BOARD.pack_into
        try:
            for number in range(self.start, self.stop):
                pack(board, 0, number, accepted, refused, 0)
                try:
                    if self.door.push(stream(self.seed, self.door.NAME, number)) == ACCEPTED:
                        accepted += 1
                    else:
                        refused += 1
                except KeyboardInterrupt:
                    raise
                except BaseException as error:
                    self._write(number, text, *describe(error, self.note))
                most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                if most - first > GROWTH >> 10:
                    grown = f"{(most - first) >> 10} MiB more since input {self.start}"
                    self._write(number, text, "memory", _call(self.note), f"{self.note}\n{grown}")
                    pack(board, 0, number + 1, accepted, refused, most)
                    return
            pack(board, 0, self.stop, accepted, refused, most)
        finally:
            door_module.clear()

    def _write(self, number: int, text: set[str], kind: str, group: str, example: str) -> None:
        """Record a finding; the example only once."""
        shown = "" if group in text else example
        text.add(group)
        line = json.dumps([number, kind, group, shown]).encode() + b"\n"
        os.write(self.findings.fileno(), line)

    def _note(self, text: str) -> None:
        data = text.encode("utf-8", "replace")[:NOTE]
        self.board[BOARD.size :] = data.ljust(NOTE, b"\0")

    @property
    def note(self) -> str:
        """Last note of the current action."""
        return self.board[BOARD.size :].rstrip(b"\0").decode("utf-8", "replace")

    @property
    def number(self) -> int:
        """Number of the current input."""
        return int(BOARD.unpack_from(self.board)[0])

    def look(self) -> bool:
        """Whether the child has ended; kill it if it hangs."""
        pid, self.status, self.usage = os.wait4(self.pid, os.WNOHANG)
        if pid:
            return True
        now, number, used = time.monotonic(), self.number, _processor_time(self.pid)
        if number != self._seen:
            self._seen, self._since, self._used = number, now, used
            return False
        spent, waited = used - self._used, now - self._since
        if spent > HANG * SLOWER or (waited > STUCK * SLOWER and _waits(self.pid)):
            self.hung = f"{spent:.1f} s of processor time in {waited:.1f} s"
            os.kill(self.pid, signal.SIGABRT)
            time.sleep(0.3)
            os.kill(self.pid, signal.SIGKILL)
            _, self.status, self.usage = os.wait4(self.pid, 0)
            return True
        return False

    def close(self) -> tuple[list[Found], int, int, int]:
        """Return findings, inputs accepted and refused, and the next input to continue with."""
        number, accepted, refused, _ = BOARD.unpack_from(self.board)
        name = self.door.NAME
        self.findings.seek(0)
        found = [Found(name, *json.loads(line)) for line in self.findings.read().splitlines()]
        self.log.seek(0)
        log = self.log.read().decode("utf-8", "replace")
        if self.hung:
            example = f"{self.hung}; {self.note}\n{log[-3000:]}"
            found.append(Found(name, number, "hang", _innermost(log, self.note), example))
            number += 1
        elif os.WIFSIGNALED(self.status) or os.WEXITSTATUS(self.status):
            how = _ending(self.status, log)
            example = f"{self.note}\n{log[-6000:]}"
            found.append(
                Found(name, number, "signal", f"{how}, {_innermost(log, self.note)}", example)
            )
            number += 1
        self.log.close()
        self.findings.close()
        self.board.close()
        return found, accepted, refused, number


def _ending(status: int, log: str) -> str:
    summary = re.search(r"SUMMARY: AddressSanitizer: (\S+)[^\n]* in (\w+)", log)
    if summary:  # our innermost C function says more than a C library's
        inner = re.search(rf"#\d+ \S+ in (\S+) \S*\b(?:{'|'.join(OURS)})/\S+\.c", log)
        return f"{summary[1]} in {inner[1] if inner else summary[2]}"
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit code {os.WEXITSTATUS(status)}"


def _innermost(log: str, note: str) -> str:
    """Return our innermost Python frame in a dump, and the call that was made."""
    for path, name in re.findall(r'File "([^"]+)", line \d+ in (\w+)', log):
        if _ours(path):
            return f"{_short(path)}:{name} ({_call(note)})"
    return _call(note)


def _waits(pid: int) -> bool:
    """Whether no thread of a process could run now; if one could, it only lacks a processor."""
    states = []
    for task in Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError, IndexError):
            states.append(task.read_text().rpartition(")")[2].split()[0])
    return not {"R", "D"} & set(states)


def _processor_time(pid: int) -> float:
    """Return the processor seconds of a process; wall-clock seconds if unavailable."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def once(one: Door, seed: int, number: int) -> Any:
    """Run one input in this process, and let its exception propagate."""
    faulthandler.enable()
    door_module.doing = print
    try:
        return one.push(stream(seed, one.NAME, number))
    finally:
        door_module.clear()
