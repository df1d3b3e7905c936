"""Push hostile input through every door and count the outcomes.

    python tests/fuzz/hostile.py --inputs 1000000 --jobs 2
    python tests/fuzz/hostile.py --door records --door saves --inputs 10000 --seed 7
    python tests/fuzz/hostile.py --door records --only 123456

Every input is a function of the seed, the door and its number, so `--only` repeats it. A crash may
be the late effect of an earlier input that wrote to the wrong memory. The same run under
AddressSanitizer then shows which one. The exit code is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":  # as a script: the tests' folder holds the package
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(_name, "1")  # threads do not survive a fork

from fuzz.batch import Batch, Found, once
from fuzz.door import Door, clear, folder
from fuzz.doors import DOORS, door

SECONDS = 3.0  # target duration of a batch
EVERY = 30.0  # seconds between progress lines
FIRST = 50  # inputs of a door's first batch
KINDS = ("signal", "hang", "memory", "traceback", "broken", "text")


@dataclass
class DoorResult:
    """Outcomes of a door's inputs."""

    door: Door
    inputs: int
    next: int = 0
    done: int = 0
    accepted: int = 0
    refused: int = 0
    seconds: float = 0.0  # of processor time
    peak: float = 0.0
    size: int = FIRST
    found: list[Found] = field(default_factory=list)
    left: deque[tuple[int, int]] = field(default_factory=deque)

    def take(self) -> tuple[int, int] | None:
        """Return the next inputs, or None if there are no more."""
        if self.left:
            return self.left.popleft()
        if self.next >= self.inputs:
            return None
        start, self.next = self.next, min(self.next + self.size, self.inputs)
        return start, self.next

    def add(self, batch: Batch) -> None:
        """Add the results of a finished batch."""
        took = batch.usage.ru_utime + batch.usage.ru_stime
        found, accepted, refused, reached = batch.close()
        self.found += found
        self.accepted += accepted
        self.refused += refused
        self.done += reached - batch.start
        self.seconds += took
        self.peak = max(self.peak, batch.usage.ru_maxrss / 1024)
        if reached < batch.stop:
            self.left.append((reached, batch.stop))
        elif not batch.hung:
            pace = (reached - batch.start) / max(took, 0.01)
            self.size = max(10, min(int(pace * SECONDS), 4 * self.size))


def run(
    names: list[str],
    inputs: int,
    jobs: int = 1,
    seed: int = 0,
    say: Callable[[str], None] = lambda text: None,
) -> list[DoorResult]:
    """Push this many inputs through some doors; each gets its share of them.

    Args:
        say: called with progress from time to time, and at once with each finding of a new kind.
    """
    doors = [door(name) for name in names]
    total = sum(one.SHARE for one in doors)
    results = [DoorResult(one, max(1, inputs * one.SHARE // total)) for one in doors]
    for result in results:
        result.door.prepare()
    folder()  # this process's folder, for all of its children
    waiting = deque(results)
    running: list[tuple[DoorResult, Batch]] = []
    wanted = sum(result.inputs for result in results)
    start = said = time.monotonic()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                result = waiting.popleft()
                part = result.take()
                if part is not None:
                    running.append((result, Batch(result.door, seed, *part)))
                    waiting.append(result)
            ended = [pair for pair in running if pair[1].look()]
            for result, batch in ended:
                running.remove((result, batch))
                known = {(found.kind, found.group) for found in result.found}
                result.add(batch)
                for kind, group in {(one.kind, one.group) for one in result.found} - known:
                    say(f"{result.door.NAME}: {kind}: {group}")
                if result not in waiting:
                    waiting.append(result)
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                done = sum(result.done for result in results)
                found = sum(len(result.found) for result in results)
                say(f"{done:,} of {wanted:,} inputs, {found} findings, {said - start:.0f} s")
            if not ended:
                time.sleep(0.02)
    finally:
        for _, batch in running:
            os.kill(batch.pid, 9)
            os.waitpid(batch.pid, 0)
        clear()
    return results


def table(results: list[DoorResult]) -> str:
    """Return a table with a line for each door."""
    columns = ("inputs", "accepted", "refused", *KINDS, "peak MiB", "a CPU s")
    lines = ["door       " + "".join(f"{name:>10}" for name in columns)]
    for result in results:
        kinds = Counter(found.kind for found in result.found)
        cells = [result.done, result.accepted, result.refused, *(kinds[kind] for kind in KINDS)]
        cells += [round(result.peak), round(result.done / max(result.seconds, 0.001))]
        lines.append(f"{result.door.NAME:11}" + "".join(f"{cell:>10,}" for cell in cells))
    sums = [sum(getattr(one, name) for one in results) for name in ("done", "accepted", "refused")]
    kinds = Counter(found.kind for result in results for found in result.found)
    cells = [*sums, *(kinds[kind] for kind in KINDS)]
    lines.append(f"{'all':11}" + "".join(f"{cell:>10,}" for cell in cells))
    return "\n".join(lines)


def groups(results: list[DoorResult], examples: bool = True) -> str:
    """Return the findings, grouped by kind and place, each with an example."""
    lines = []
    for result in results:
        counts = Counter((found.kind, found.group) for found in result.found)
        for (kind, group), count in counts.most_common():
            same = [one for one in result.found if (one.kind, one.group) == (kind, group)]
            first = min(same, key=lambda one: (not one.example, one.number))
            lines.append(f"{count}x {result.door.NAME}: {kind}: {group}  (--only {first.number})")
            if examples:
                lines += [f"    {line}" for line in first.example.splitlines()]
    return "\n".join(lines)


def main() -> int:
    """Run the command line."""
    about, _, usage = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=10_000, help="in all")
    parser.add_argument("--jobs", type=int, default=1, help="children at once")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--door", action="append", choices=list(DOORS), help="this one; repeatable")
    parser.add_argument("--only", type=int, help="this input of the one door, in this process")
    parser.add_argument("--brief", action="store_true", help="no examples")
    given = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    names = given.door or list(DOORS)
    if given.only is not None:
        one = door(names[0])
        one.prepare()
        print(once(one, given.seed, given.only))
        return 0
    for name in list(names):
        if missing := door(name).missing():
            names.remove(name)
            print(f"{name}: left out, it needs {' and '.join(missing)}", flush=True)
    start = time.monotonic()
    results = run(names, given.inputs, given.jobs, given.seed, lambda text: print(text, flush=True))
    listed = groups(results, not given.brief)
    print(f"{table(results)}\n{time.monotonic() - start:.0f} s, seed {given.seed}\n{listed}")
    return 1 if listed else 0


if __name__ == "__main__":
    sys.exit(main())
