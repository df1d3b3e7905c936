"""Tests of friends at a table besides their moves: undo by consent, emotes, QR codes of links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

from aicore.core.steps import at_once
from aicore.web.bounds import Limits
from aicore.web.client_messages import EMOTES
from aicore.web.hub import Hub
from aicore.web.pool import WorkerPool
from aicore.web.store import TableStore
from aicore.web.viewer import Viewer
from kit.web import GENEROUS, Person, finished, serving, sitting, table


def until(person: Person, **wanted: Any) -> None:
    """Wait for a state with these values."""
    while {name: person.seen[name] for name in wanted} != wanted:
        person.hear("state")


async def _arrive(folder: Path) -> list[Any]:
    """Let a friend arrive while a state is built. Return the states that the owner may see."""
    hub = Hub(TableStore(folder / "web.sqlite"), WorkerPool(1))
    budget = hub.visitors.of("10.0.0.1")
    wish = {"game": "pig", "seats": 2, "players": ["me", "friend"]}
    made = await hub.create(dict.fromkeys(("options", "seed", "clock")) | wish, budget)
    owner, friend = (Viewer(hub, Mock(), budget) for _ in range(2))
    await owner._join(made["table"], made["owner"], narrow=False, language="en")
    state = owner._stating()
    next(state)
    await friend._join(made["table"], made["tokens"][1], narrow=False, language="en")
    texts = [at_once(state)]
    while owner._dirty:
        texts.append(at_once(owner._stating()))
    await hub.close()
    return [json.loads(text) for text in texts if text]


def test_an_arrival_while_a_state_is_built_is_shown(tmp_path: Path) -> None:
    assert finished(_arrive(tmp_path))[-1]["players"][1]["here"]


def test_a_decision_is_undone_when_the_other_agrees(client: TestClient) -> None:
    """The die is known by then, so nobody may undo the roll alone."""
    made = table(client, "pig", "me", "friend", seed="1")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
        one.say("act", actions=["roll"], ply=0)
        until(one, ply=2)
        assert "cannot be undone" in one.refused("undo")
        assert "no decision to undo" in two.refused("offer", what="takeback", yes=True)
        one.say("offer", what="takeback", yes=True)
        until(two, agreed={"takeback": [0]})
        two.say("offer", what="takeback", yes=False)
        until(one, refused={"takeback": 1})
        one.say("offer", what="takeback", yes=True)
        until(two, agreed={"takeback": [0]}, ply=2, edition=0)
        two.say("offer", what="takeback", yes=True)
        for person in (one, two):
            until(person, ply=0, edition=1, turn=0)
            assert not person.seen["agreed"].get("takeback")


def test_a_move_ends_a_request_to_undo(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "friend")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
        one.say("act", actions=["a"], ply=0)
        until(two, turn=1)
        one.say("offer", what="takeback", yes=True)
        until(two, agreed={"takeback": [0]})
        two.say("act", actions=["b"], ply=1)
        until(one, ply=2)
        assert not one.seen["agreed"].get("takeback")
        two.say("offer", what="takeback", yes=True)  # now the other one asks
        until(one, agreed={"takeback": [1]})
        one.say("offer", what="takeback", yes=True)
        until(two, ply=1)


@pytest.fixture
def three(client: TestClient) -> Iterator[list[Person]]:
    """Three friends after the first decision of the first."""
    made = table(client, "booster", "me", "friend", "friend", seed="2")
    with ExitStack() as stack:
        people = [stack.enter_context(sitting(client, made, token)) for token in made["tokens"]]
        state = people[0].turn()
        people[0].say("act", actions=[state["legal"][0]], ply=state["ply"])
        for person in people:
            while person.seen["ply"] <= state["ply"]:
                person.hear("state")
        yield people


def test_a_player_who_leaves_may_complete_an_agreement_to_undo(three: list[Person]) -> None:
    one, two, leaver = three
    one.say("offer", what="takeback", yes=True)
    until(two, agreed={"takeback": [0]}, edition=0)
    two.say("offer", what="takeback", yes=True)
    until(leaver, agreed={"takeback": [0, 1]}, edition=0)
    leaver.say("resign")
    until(one, edition=1)
    assert not one.seen["agreed"].get("takeback")


def test_a_request_to_undo_ends_when_its_player_leaves(three: list[Person]) -> None:
    leaver, two, other = three
    leaver.say("offer", what="takeback", yes=True)
    until(two, agreed={"takeback": [0]})
    two.say("offer", what="takeback", yes=True)
    until(other, agreed={"takeback": [0, 1]})
    leaver.say("resign")
    until(other, agreed={}, edition=0)


def test_a_player_out_of_time_may_complete_an_agreement_to_stop(tmp_path: Path) -> None:
    with serving(tmp_path) as client, ExitStack() as stack:
        made = table(client, "booster", "me", "friend", "friend", seed="2", clock=["turn", 2, 0])
        people = [stack.enter_context(sitting(client, made, token)) for token in made["tokens"]]
        late = people[0].turn()["turn"]
        for person in people[:late] + people[late + 1 :]:
            person.say("offer", what="abort", yes=True)
        while people[late - 1].seen["result"] is None:
            people[late - 1].hear("state")
        assert people[late - 1].seen["result"] == "The players abandoned the game."


def test_an_emote_reaches_everybody_and_says_nothing_else(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = table(client, "booster", "me", "friend", seed="2")
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            for what in EMOTES:
                two.say("emote", what=what)
                heard = [person.hear("emote") for person in (one, two)]
                assert heard == [{"type": "emote", "seat": 1, "what": what}] * 2
            assert "must be one of" in one.refused("emote", what="your cards are bad")
        alone = table(client, "connect_four", "me", "random")
        with sitting(client, alone) as one:
            assert "nobody else" in one.refused("emote", what="hello")


def test_nobody_is_flooded_with_emotes(tmp_path: Path) -> None:
    limits = Limits(**vars(GENEROUS) | {"emotes": Limits().emotes})
    with serving(tmp_path, limits) as client:
        made = table(client, "connect_four", "me", "friend")
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            for _ in range(100):
                one.say("emote", what="hello")
            one.say("sit", name="Ann")
            while two.seen["players"][0]["name"] != "Ann":
                two.hear("state")
            heard = [json.loads(text)["type"] for text in two.heard]
            assert 5 <= heard.count("emote") <= 8


@pytest.mark.parametrize("body", [{}, {"text": "javascript:alert(1)"}, {"text": 7}])
def test_a_qr_code_is_made_only_of_an_address(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/codes", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("code.text: ")


def test_a_qr_code_of_a_link_is_a_picture(client: TestClient) -> None:
    link = "http://testserver/table/abc#" + "x" * 32
    found = [client.post("/api/codes", json={"text": text}).json() for text in (link, link + "y")]
    assert found[0]["picture"].startswith("<svg ")
    assert found[0] != found[1]
    assert "abc" not in found[0]["picture"]
