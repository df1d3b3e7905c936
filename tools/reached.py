"""Record which lines of the Python sources each test executes, in this process and in programs.

A plugin for pytest, which `tools/breaks.py --record` loads. It needs `coverage` 7.10.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import coverage
import pytest
from coverage.exceptions import CoverageException

sys.path.insert(0, str(Path(__file__).parent))  # needed with PYTHONSAFEPATH

from affected_tests import CACHE, LINES, TESTS, digest
from random_breaks import sources

ROOT = Path(__file__).parents[1]
FOLDER = Path(os.environ.get("REACHED_FOLDER", ROOT / CACHE / str(time.time_ns())))
"""Folder of the recording."""

CONFIG = """
[run]
data_file = {file}
parallel = true
relative_files = true
include = {root}/*
omit = {root}/tests/*, {root}/bench/*, {root}/tools/*, {root}/docs/*, {root}/examples/*
"""
ATTEMPTS = 25  # maximum number of attempts to combine the recordings
MAX_WAIT = 5.0  # maximum time to wait for a forkserver's end, in seconds
PROGRAM = "import coverage\ncoverage.process_startup()\n"


class Recorder:
    """Recorder of the lines that tests execute."""

    def __init__(self, folder: Path) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        config = CONFIG.format(file=FOLDER / LINES, root=ROOT)
        self._config = folder / "here.ini"
        self._config.write_text(config, encoding="utf-8")
        programs = config + "context = ${PYTEST_CURRENT_TEST-}\npatch = _exit, fork\n"
        (folder / "programs.ini").write_text(programs, encoding="utf-8")
        (folder / "sitecustomize.py").write_text(PROGRAM, encoding="utf-8")
        os.environ["COVERAGE_PROCESS_START"] = str(folder / "programs.ini")
        site = str(Path(coverage.__file__).parents[1])
        path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")]), site]
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
        self.lines = coverage.Coverage(config_file=str(self._config))
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.lines.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Attribute lines to a test."""
        if sys.gettrace() is None:  # an earlier test removed it, such as by too deep a recursion
            self.lines.stop()
            self.lines.start()
        self.lines.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.lines.switch_context("")
            _forget_forkserver()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of a test, and note failures."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Save what was recorded."""
        self.lines.stop()
        self.lines.save()
        combined = coverage.Coverage(config_file=str(self._config))
        _combine(combined)
        combined.save()
        files = {test.partition("::")[0] for test in self.seconds} | {*sources(ROOT, python=True)}
        passed = self.seconds.keys() - self.failed
        seconds = {test: self.seconds[test] for test in sorted(passed)}
        saved = {"seconds": seconds, "digests": {file: digest(ROOT / file) for file in files}}
        (FOLDER / TESTS).write_text(json.dumps(saved), encoding="utf-8")


def _combine(lines: coverage.Coverage) -> None:
    """Combine what all processes recorded; wait for files that one still writes or renames."""
    for _attempt in range(ATTEMPTS):
        try:
            lines.combine([str(FOLDER)])
        except (CoverageException, OSError):
            pass
        else:
            if not any(FOLDER.glob(f"{LINES}.*")):
                return
        time.sleep(0.2)
    lines.combine([str(FOLDER)])


def _forget_forkserver() -> None:
    """Let the next test start its own forkserver, whose programs run under that test's name."""
    server: Any = forkserver._forkserver  # type: ignore[attr-defined]
    if server._forkserver_pid is not None:
        os.close(server._forkserver_alive_fd)  # then it ends, unless a forked program has it open
        end = time.monotonic() + MAX_WAIT
        while os.waitpid(server._forkserver_pid, os.WNOHANG)[0] == 0 and time.monotonic() < end:
            time.sleep(0.01)
        server._forkserver_alive_fd = server._forkserver_pid = server._forkserver_address = None


def pytest_configure(config: pytest.Config) -> None:
    """Begin to record."""
    folder = tempfile.TemporaryDirectory(prefix="reached")
    config.add_cleanup(folder.cleanup)
    config.pluginmanager.register(Recorder(Path(folder.name)))
