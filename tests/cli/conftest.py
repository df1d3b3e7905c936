"""Fixtures for all tests of the command line."""

import os
import signal
from itertools import pairwise

import pexpect
import pytest

from aicore.core.deal import secret_of
from kit.tournaments import AICORE


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "data"


@pytest.fixture
def start(tmp_path):
    """Yield a function that starts `aicore` on a terminal of 80 columns and 24 rows.

    It replaces a seed by its secret, which gives the same deal without a slow hash each time.
    """
    children = []

    def begin(*args, **env):
        args = [
            secret_of(str(arg)).hex() if before == "--seed" else str(arg)
            for before, arg in pairwise(["", *args])
        ]
        kept = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
        kept.pop("NO_COLOR", None)
        child = pexpect.spawn(
            AICORE[0],
            [*AICORE[1:], *args],
            env={**kept, "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm", "LANG": "C.UTF-8", **env},
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=30,
        )
        child.delaybeforesend = None  # no password is typed
        child.ptyproc.delayafterclose = child.ptyproc.delayafterterminate = 0.01  # seconds
        children.append(child)
        return child

    yield begin
    for child in children:
        if child.isalive():
            child.kill(signal.SIGKILL)
            child.wait()
        child.close()
