"""Tests of `aicore web FILE --watch`: a saved file replaces its older version."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from aicore.core import registry
from aicore.plain.loading import register
from aicore.web.answers import Answers
from aicore.web.reloading import Reloader
from aicore.web.visitors import Budget
from kit.web import Person, finished, serving, sitting, table

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    before = dict(registry._REGISTERED)
    path = tmp_path / "nim.py"
    path.write_text((EXAMPLES / "nim.py").read_text(encoding="utf-8"), encoding="utf-8")
    yield path
    for name in set(registry._REGISTERED) - set(before):
        del registry._REGISTERED[name]


def save(file: Path, old: str, new: str) -> None:
    """Change a file at once, as editors do, and give it another time."""
    text = file.read_text(encoding="utf-8").replace(old, new)
    other = file.with_suffix(".tmp")
    other.write_text(text, encoding="utf-8")
    os.utime(other, ns=(1, file.stat().st_mtime_ns + 10**9))
    other.replace(file)


def error(person: Person) -> str:
    """Return the next error that a person sees."""
    return str(person.hear("error")["message"])


def test_a_saved_file_gives_the_table_a_new_game(file: Path, tmp_path: Path) -> None:
    old = str(register(file))
    with serving(tmp_path, watched=[file]) as client:
        made = table(client, old, "me", "random")
        with sitting(client, made) as person:
            person.turn()
            save(file, "Take as many", "Pick as many")
            there = person.hear("table")
            assert there["table"] != made["table"]
        new = str(register(file))
        assert new != old
        listed = [game["name"] for game in client.get("/api/games").json()["games"]]
        assert new in listed
        assert old not in listed
        with sitting(client, there, there["token"]) as person:
            assert person.turn()["seat"] == 0


def test_a_manager_without_a_seat_stays_without_one(file: Path, tmp_path: Path) -> None:
    old = str(register(file))
    with serving(tmp_path, watched=[file]) as client:
        made = table(client, old, "friend", "friend")
        with (
            sitting(client, made) as manager,
            sitting(client, made, made["tokens"][0]) as friend,
        ):
            save(file, "Take as many", "Pick as many")
            for person, seat, owner in ((manager, None, True), (friend, 0, False)):
                there = person.hear("table")
                with sitting(client, there, there["token"]) as again:
                    assert (again.seen["seat"], again.seen["owner"]) == (seat, owner)


def test_a_file_saved_while_it_loads_is_loaded_again(file: Path) -> None:
    def load(path: Path) -> str:
        name = str(register(path))
        save(path, "Take as many", "Pick as many")
        return name

    reloader = Reloader(Mock(tables={}), [file], load, lambda: None)
    before = reloader._names[file]
    finished(reloader.look())
    assert reloader._names[file] != before


def test_an_answer_that_is_forgotten_while_it_is_made_is_made_again() -> None:
    made: list[bytes] = []

    async def run_steps(budget: Budget, steps: object) -> bytes:
        if not made:
            answers.forget()
        made.append(b"%d" % len(made))
        return made[-1]

    answers = Answers(Mock(peers=None, scheduler=Mock(run_steps=run_steps)))
    for _ in range(3):
        finished(answers.games(Mock()))
    assert made == [b"0", b"1"]


def test_a_mistake_is_shown_and_the_game_goes_on(file: Path, tmp_path: Path) -> None:
    old = str(register(file))
    with (
        serving(tmp_path, watched=[file]) as client,
        sitting(client, table(client, old, "me", "random")) as person,
    ):
        state = person.turn()
        save(file, "class Nim(Game):", "class Nim(Game:")
        assert error(person).startswith("nim.py, line ")
        person.act(state["legal"][0])
        save(file, "class Nim(Game:", "class Nim(Game):")
        save(file, "Take as many", "Pick as many")
        person.hear("table")
