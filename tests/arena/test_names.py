"""Tests of players' names: those that engines report, in any script, and each name only once."""

from __future__ import annotations

import csv
import io
import json
import sys
from html import unescape

import pytest

from aicore.arena.names import distinct, numbered
from aicore.arena.store import Store
from kit.command import works

pytestmark = pytest.mark.usefixtures("here")

ENGINE = """
import json, sys
name, version = sys.argv[1:3]
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "quit":
        break
    answer = {"id": message["id"]}
    if kind == "hello":
        answer |= {"type": "ready", "protocol": "aicore-engine/1", "name": name}
        if version:
            answer["version"] = version
    elif kind == "decide":
        answer["action"] = message["legal"][0]
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def engine(here):
    (here / "engine.py").write_text(ENGINE)
    return lambda name, version="": f"engine:{sys.executable} engine.py '{name}' '{version}'"


def names_in(path):
    with Store.open(path) as store:
        return list(store.config.names)


def test_equal_names_get_versions_and_then_numbers():
    assert distinct([("A", "1"), ("B", "2")]) == ["A", "B"]
    assert distinct([("A", "1"), ("A", "2")]) == ["A 1", "A 2"]
    assert distinct([("A", "1"), ("A", "1"), ("A", "")]) == ["A 1", "A 1 #2", "A"]
    assert numbered(["A", "A #2", "A", "A"]) == ["A", "A #2", "A #3", "A #4"]


def test_engines_are_listed_by_the_name_they_report(engine):
    base = ["tournament", "tic_tac_toe", "--games", 6, "--jobs", 1, "--quiet", "--file", "t"]
    works(*base, engine("Fox", "1.0"), engine("Fox", "1.1"), "random")
    assert names_in("t") == ["Fox 1.0", "Fox 1.1", "random"]
    works("tournament", "--resume", "t", "--trust", "--add", engine("Fox"), "--add", engine("Owl"),
          "--quiet", "--jobs", 1)  # fmt: skip
    assert names_in("t")[3:] == ["Fox", "Owl"]
    with Store.open("t") as store:
        assert store.config.players[3] == engine("Fox").rstrip()


def test_an_engine_that_does_not_answer_is_called_by_its_command():
    silent = f"engine:{sys.executable} -c 'print()'"
    works("tournament", "tic_tac_toe", silent, "random", "--games", 2, "--jobs", 1, "--quiet",
          "--file", "t")  # fmt: skip
    assert names_in("t") == [silent, "random"]


STRANGE = ['"Say" <b>&', "Лиса 狐狸", "שועל 7", "🦊 fox, the 2nd", "a\\b|c`d", "e\u0301toile"]


def test_names_work_everywhere(engine, here):
    works("tournament", "tic_tac_toe", *map(engine, STRANGE), "--games", 30, "--jobs", 1,
          "--quiet", "--file", "t")  # fmt: skip
    assert names_in("t") == STRANGE
    shown = works("tournament", "report", "t", "--html", "page.html")
    for name in STRANGE:
        assert name in shown
    rows = csv.DictReader(io.StringIO(works("tournament", "report", "t", "--csv", "-")))
    assert {row["player"] for row in rows} == set(STRANGE)
    figures = json.loads(works("tournament", "report", "t", "--json", "-"))
    assert [one["name"] for one in figures["players"]] == STRANGE
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "<b>&" not in page
    for name in STRANGE:
        assert name in unescape(page).replace("<wbr>", "")
