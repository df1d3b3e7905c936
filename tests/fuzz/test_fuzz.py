"""Tests of hostile input: all is accepted, or refused in one line; nothing crashes or hangs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import aicore
from aicore.core.errors import AicoreError
from aicore.core.record import Record, replay
from aicore.core.registry import info
from aicore.players import player
from aicore.players.errors import EngineError
from aicore.players.serve import EngineServer
from fuzz import damage, material
from fuzz.door import Door, folder, tidy
from fuzz.doors import DOORS, door
from fuzz.doors.data import FIXED, toml
from fuzz.doors.engine import Honest, Question, with_pipe
from kit.effort import effort

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# inputs of a thorough run, at most a second for each door; doors in APART get a twelfth each day
DAILY = {
    "face": 1000, "states": 1000, "pickles": 1000, "arrays": 100, "evaluators": 200, "networks": 99,
    "sessions": 40, "records": 700, "saves": 300, "tournament": 30, "server": 400, "stream": 150,
    "client": 700, "data": 100, "specs": 1200, "options": 200, "prompt": 10, "paths": 40,
}  # fmt: skip

ELSEWHERE = (
    "client", "data", "records", "server", "sessions", "specs", "states", "tournament",
)  # fmt: skip
"""Doors that get other hostile input each day: below, or in the tests of their part."""

APART = [name for name in DOORS if door(name).NEEDS]
TOGETHER = [name for name in DOORS if name not in (*APART, *ELSEWHERE)]
"""Doors that one program takes each day, because starting it costs more than their inputs."""


def hostile(*arguments: object, python: str | Path = sys.executable, **options: Any) -> None:
    """Run the program; whatever it finds fails the test."""
    program = options.get("cwd", ROOT) / "tests" / "fuzz" / "hostile.py"
    command = [str(python), str(program), *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, **options)
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-4000:]


@pytest.mark.parametrize("name", effort(APART, DOORS))
def test_nothing_comes_through(name: str) -> None:
    for package in door(name).missing():
        pytest.importorskip(package)
    hostile("--door", name, "--inputs", effort(-(-DAILY[name] // 12), DAILY[name]))


def test_nothing_comes_through_the_others() -> None:
    """Each door gets its share of the inputs."""
    hostile(*(f"--door={name}" for name in TOGETHER), "--inputs", effort(150, 1500))


@pytest.mark.slow
def test_nothing_comes_through_in_many_attempts() -> None:
    hostile("--inputs", 100_000, "--jobs", os.cpu_count() or 1, "--seed", 1)


def test_the_suite_sees_what_it_looks_for(tmp_path: Path) -> None:
    """The suite finds a door that crashes, hangs, grows, raises and mumbles, and nothing else."""
    from fuzz import batch, hostile

    class Bad(Door):
        NAME = "bad"
        SHARE = 1

        def attempt(self, rng: Any) -> str:
            what = rng.choice(sorted(BAD))
            return BAD[what]()

    wanted = {"signal", "hang", "memory", "traceback", "text", "broken"}
    result = hostile.DoorResult(Bad(), 30)
    patience, batch.HANG = batch.HANG, 0.2
    try:
        while (part := result.take()) is not None:
            one = batch.Batch(result.door, 0, *part)
            while not one.look():
                time.sleep(0.01)
            result.add(one)
    finally:
        batch.HANG = patience
    assert result.done == 30
    assert {found.kind for found in result.found} == wanted
    assert result.accepted + result.refused + len(result.found) == 30
    assert result.accepted
    assert result.refused


class Mumbled(AicoreError):
    """Error whose text has no length limit."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


def _crash() -> str:
    os.kill(os.getpid(), 11)
    return ""


def _hang() -> str:
    while True:
        pass


def _raise(error: Exception) -> str:
    raise error


def _broken() -> str:
    from fuzz.door import Broken

    raise Broken("it does not work")


BAD: dict[str, Any] = {
    "accepted": lambda: "accepted",
    "refused": lambda: _raise(AicoreError("no")),
    "signal": _crash,
    "hang": _hang,
    "memory": lambda: str(len(bytes(1 << 40))),
    "traceback": lambda: _raise(KeyError("x")),
    "long": lambda: _raise(Mumbled("x" * 301)),
    "lines": lambda: _raise(Mumbled("two\nlines")),
    "control": lambda: _raise(Mumbled("\x1b[2J")),
    "broken": _broken,
}


# With hypothesis: it shrinks what it finds

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(damage.INTEGERS)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(damage.TEXTS),
    lambda parts: (
        st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=4), parts, max_size=3)
    ),
    max_leaves=5,
)  # fmt: skip


@st.composite
def hurt(draw: st.DrawFn, wholes: list[Any]) -> Any:
    """Return one of some values made of lists and dicts, with one to three places changed."""
    slots: list[damage.Slot] = []
    holder = damage.copied([draw(st.sampled_from(wholes))], slots)
    for _ in range(draw(st.integers(1, 3))):
        container, place = slots[draw(st.integers(0, len(slots) - 1))]
        if isinstance(container, list) and place >= len(container):
            continue
        what = draw(st.sampled_from(("replace", "remove", "double")))
        if what == "replace" or container is holder:
            container[place] = draw(JSON)
        elif what == "remove":
            container.pop(place) if isinstance(container, list) else container.pop(place, None)
        elif isinstance(container, list):
            container.insert(place, container[place])
        else:
            container[draw(st.text(max_size=4))] = container.get(place)
    return holder[0]


def some(examples: int) -> Any:
    """Return settings that give the same examples every day."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
    return settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=slow
    )


def refused_well(error: AicoreError) -> None:
    """Check that a refusal is one tidy line."""
    tidy(str(error))


@cache
def records() -> list[Any]:
    """Return short records of small games."""
    return [json.loads(material.record(number, plies=8).to_line()) for number in range(5)]


@some(effort(40, 150))
@given(st.deferred(lambda: hurt(records())))
def test_records(fields: Any) -> None:
    try:
        record = Record.from_line(json.dumps(fields))
        list(replay(record, unfinished=True))
        assert Record.from_line(record.to_line()) == record
    except AicoreError as error:
        refused_well(error)


@some(effort(60, 150))
@given(st.data())
def test_states(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(material.games()))
    given_fields = data.draw(hurt([game.start().to_dict()]))
    if not isinstance(given_fields, dict):
        return
    try:
        state = game.from_dict(given_fields)
        assert game.from_dict(state.to_dict()) == state
    except AicoreError as error:
        refused_well(error)


QUESTION = Question(aicore.load("pig", target=20).start())
ANSWER = Honest([]).answer({"id": 1, **QUESTION.ask})


@some(effort(60, 150))
@given(hurt([ANSWER]))
def test_answers_of_engines(answer: Any) -> None:
    class Fixed(Honest):
        def answer(self, message: dict[str, Any]) -> Any:
            if message["type"] != "decide" or not isinstance(answer, dict):
                return super().answer(message) if message["type"] != "decide" else answer
            return {**answer, "id": message["id"]}

    engine = player("engine:true", QUESTION.game)
    try:
        decision = with_pipe(Fixed, lambda: engine.decide(QUESTION.view))
    except EngineError as error:
        refused_well(error)
    else:
        assert isinstance(decision.action, str)


@some(effort(60, 150))
@given(hurt([QUESTION.hello, QUESTION.new]))
def test_messages_to_engines(message: Any) -> None:
    answer = EngineServer("random").answer(json.dumps(message).encode())
    tidy(json.loads(answer or "{}").get("error", ""))


TABLES = [
    (name, {table: value})
    for name in ("relics", "gratis3", "trader")
    for table, value in info(name).data.items()
    if table not in FIXED
]


@some(effort(40, 80))
@given(st.data())
def test_data_files(data: st.DataObject) -> None:
    name, tables = data.draw(st.sampled_from(TABLES))
    changed = data.draw(hurt([tables]))
    given_tables = changed.items() if isinstance(changed, dict) else [("x", changed)]
    path = folder() / "h.toml"
    lines = (
        f"{json.dumps(key, ensure_ascii=False)} = {toml(value)}" for key, value in given_tables
    )
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    try:
        aicore.load(name, data=str(path)).start()
    except AicoreError as error:
        refused_well(error)


KEYS = st.sampled_from(("sims", "time", "c", "cutoff", "trees", "memory", "root", "depth", "x", ""))
VALUES = st.text(max_size=6) | st.integers().map(str) | st.floats().map(str)


@some(effort(60, 150))
@given(
    st.sampled_from(("mcts", "flat", "greedy", "expectimax", "random", "script", "nobody", "")),
    st.lists(st.tuples(KEYS, VALUES), max_size=3),
)
def test_specs(name: str, keys: list[tuple[str, str]]) -> None:
    spec = name + ":" * bool(keys) + ",".join(f"{key}={value}" for key, value in keys)
    game = material.games()[0]
    try:
        one = player(spec, game)
        assert player(one.spec, game).spec == one.spec
    except AicoreError as error:
        refused_well(error)
