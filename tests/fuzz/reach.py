"""Share of our code that each door reaches: lines of Python, and of Cython in the debug build.

python tests/fuzz/reach.py 300
python tests/fuzz/reach.py 300 records saves
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from fuzz.batch import ROOT, _ours, stream
from fuzz.door import Door, clear
from fuzz.doors import DOORS, door

CHUNK = 20  # inputs in one child: the most that a crash can cost


def reached(one: Door, start: int, stop: int) -> set[tuple[str, int]]:
    """Return the lines that some inputs reach; none if they end in a crash."""
    with tempfile.NamedTemporaryFile() as file:
        pid = os.fork()
        if pid == 0:
            try:
                _child(one, start, stop, file.fileno())
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        file.seek(0)
        return {(path, line) for path, line in json.loads(file.read() or b"[]")}


def _child(one: Door, start: int, stop: int, out: int) -> None:
    lines: set[tuple[str, int]] = set()
    known: dict[str, bool] = {}

    def look(frame: FrameType, event: str, _: Any) -> Any:
        path = frame.f_code.co_filename
        if path not in known:
            known[path] = _ours(path)
        if not known[path]:
            return None
        if event == "line" and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            lines.add((path, frame.f_lineno))
        return look

    null = os.open(os.devnull, os.O_RDWR)
    for stream_number in (0, 1, 2):
        os.dup2(null, stream_number)
    sys.settrace(look)
    for number in range(start, stop):
        try:
            one.push(stream(0, one.NAME, number))
        except BaseException:  # findings are left to hostile.py
            continue
    sys.settrace(None)
    clear()
    os.write(out, json.dumps(sorted(lines)).encode())


def lines_of(path: str) -> int:
    """Return the number of reachable lines of a Python module, without those of its import."""
    source = Path(path)
    if source.suffix != ".py":
        return 0
    codes: list[CodeType] = [compile(source.read_text(encoding="utf-8"), path, "exec")]
    found: set[int] = set()
    while codes:
        code = codes.pop()
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
        if code.co_flags & inspect.CO_OPTIMIZED:  # functions
            found |= {line for *_, line in code.co_lines() if line and line != code.co_firstlineno}
    return len(found)


def main() -> None:
    """Print a line for each door."""
    inputs = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name in sys.argv[2:] or DOORS:
        one = door(name)
        one.prepare()
        lines: set[tuple[str, int]] = set()
        for start in range(0, inputs, CHUNK):
            lines |= reached(one, start, start + CHUNK)
        counts = Counter(path for path, _ in lines)
        parts = []
        for path, count in counts.most_common(6):
            short = path.removeprefix(f"{ROOT}/")
            parts.append(f"{short} {count}" + (f"/{lines_of(path)}" if lines_of(path) else ""))
        print(f"{name:11}{len(lines):6} lines in {len(counts)} files: {', '.join(parts)}")
    clear()


if __name__ == "__main__":
    main()
