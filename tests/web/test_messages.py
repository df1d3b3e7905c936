"""Tests that messages are declared once: documents and the page's types are generated from it."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from starlette.testclient import TestClient

import aicore
from aicore.core.schema import WrongField, read
from aicore.web.client_messages import Act
from aicore.web.server_messages import Games, Manual, MyTable, TableCreated
from kit.web import sitting, table

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "generate_messages", ROOT / "docs/generate_messages.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_s_types_match_the_messages(generator: ModuleType) -> None:
    assert generator.TYPES.read_text(encoding="utf-8") == generator.types()


def test_the_protocol_s_tables_match_the_messages(generator: ModuleType) -> None:
    text = generator.PAGE.read_text(encoding="utf-8")
    assert generator.page(text) == text
    assert generator.rows(generator.CLIENT_MESSAGES) in text
    assert generator.rows(generator.SERVER_MESSAGES) in text


def test_http_answers_match_their_declarations(client: TestClient) -> None:
    games = read(Games, client.get("/api/games").json())
    for game in games.games:
        if game.name in aicore.names():  # this process also registered games in plain Python
            read(Manual, client.get(f"/api/games/{game.name}").json())
    made = read(TableCreated, table(client, "pig", "me", "random"))
    answer = client.post("/api/tables/mine", json={"tokens": [made.owner]}).json()
    (mine,) = (read(MyTable, each) for each in answer["tables"])
    assert (mine.table, mine.seat) == (made.table, 0)


def test_a_name_may_be_as_long_as_the_page_allows(client: TestClient) -> None:
    names = (ROOT / "web" / "static" / "names.js").read_text(encoding="utf-8")
    (taken,) = re.findall(r"MAX_NAME = (\d+);", names)
    made, name = table(client, "tic_tac_toe", "me", "friend"), "N" * int(taken)
    with sitting(client, made) as person, sitting(client, made, made["tokens"][1]) as friend:
        person.say("sit", name=name)
        while friend.seen["players"][0]["name"] != name:
            friend.hear("state")


@pytest.mark.parametrize("action", ["two\nlines", "a\x1b[31m", "", "x" * 401])
def test_an_action_is_one_line(action: str) -> None:
    assert read(Act, {"actions": ["a1"], "ply": 3}).actions == ["a1"]
    with pytest.raises(WrongField, match="actions"):
        read(Act, {"actions": [action], "ply": 3})
