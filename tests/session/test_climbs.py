"""Tests that a request goes down through the layers: no lower one calls back into a higher one.

A call counts if the nearest caller of ours lies in a lower folder. Calls of functions that games
declare for their stories and pictures are intended and do not count.
"""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from rich.console import Console

import aicore
from aicore.arena.log import GameLog
from aicore.arena.match import Match
from aicore.cli.session import TerminalSession
from aicore.cli.typed_commands import Leave
from aicore.session.inline import advance, respond
from aicore.session.seated_game import SeatedGame
from aicore.session.session import Session
from kit.web import serving, sitting, table

LAYERS = ("core", "search", "players", "arena", "coach", "session", "study", "web", "cli")
Climb = tuple[str, str]


class Watch:
    """Profiler of the calls in this thread, and in threads that start while it watches."""

    def __init__(self) -> None:
        self.climbs: set[Climb] = set()
        self.passed: dict[str, None] = {}  # modules, in order
        self.on = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Note a call."""
        if event != "call" or not self.on or frame.f_code.co_filename == "<string>":
            return  # "<string>" is the code of a dataclass that `core.schema` fills
        callee = _module(frame)
        if callee is None:
            return
        self.passed[callee] = None
        caller, above = None, frame.f_back
        while above is not None and caller is None:
            caller, above = _module(above), above.f_back
        if caller is not None and _layer(callee) > _layer(caller):
            self.climbs.add((caller, callee))


def _module(frame: FrameType) -> str | None:
    """Return the module of a frame, without the package's name; None if it is not of a layer."""
    package, _, name = str(frame.f_globals.get("__name__", "")).partition(".")
    return name if package == "aicore" and name.partition(".")[0] in LAYERS else None


def _layer(module: str) -> int:
    return LAYERS.index(module.partition(".")[0])


@contextmanager
def watching() -> Iterator[Watch]:
    """Watch calls for a while, as soon as `on` is set."""
    watch, before = Watch(), sys.getprofile()
    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        yield watch
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def test_a_call_into_a_higher_layer_is_seen() -> None:
    """The person's player calls a function of a module in a higher layer."""
    match = Match(aicore.load("pig"), [aicore.player("human", aicore.load("pig"))] * 2, 1)
    scope: dict[str, Any] = {"__name__": "aicore.web.somewhere"}
    exec(compile("def choose(view): return view.legal()[0]", "somewhere.py", "exec"), scope)
    match.players[0].ask = scope["choose"]
    with watching() as watch:
        watch.on = True
        match.step()
    assert watch.climbs == {("players.human", "web.somewhere")}


@pytest.mark.parametrize("how", ["type", "act"])
def test_a_move_on_the_page_never_climbs(tmp_path: Path, how: str) -> None:
    with watching() as watch, serving(tmp_path) as client:
        made = table(client, "gratis3", "me", "friend")
        with sitting(client, made) as person:
            seen = person.turn()
            watch.on = True
            action = seen["legal"][0]
            fields = {"line": action} if how == "type" else {"actions": [action]}
            person.say(how, ply=seen["ply"], **fields)
            person.hear("state")
            watch.on = False
    assert {"session.requests", "arena.log", "web.store"} <= set(watch.passed)
    assert watch.climbs == set()


def test_a_move_at_the_terminal_never_climbs() -> None:
    game = aicore.load("gratis3")
    match = Match(game, [aicore.player("human", game), aicore.player("random", game)], 1)
    person = TerminalSession(Console(file=io.StringIO(), width=80), match, 0)
    with watching() as watch:

        def read(label: str, words: list[str]) -> str:
            if watch.on:
                raise Leave
            watch.on = True
            return words[0]

        person.prompt.read = read  # type: ignore[method-assign]
        assert not person.run()
    assert {"session.requests", "arena.log", "cli.narrator"} <= set(watch.passed)
    assert watch.climbs == set()


@pytest.mark.usefixtures("quick")
def test_a_review_climbs_once_at_most() -> None:
    log = GameLog(aicore.load("pig", target=20), 1)
    seated = SeatedGame(log, ["random", "random"])
    advance(seated)
    with watching() as watch:
        watch.on = True
        (found,), _ = respond(Session(seated, None), {"type": "review"})
    assert found["type"] == "review"
    assert len(watch.climbs) <= 1
