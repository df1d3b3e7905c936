"""Tests of agreements between people at a table, and of their private matters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from aicore.session import seated_game
from kit.web import serving, sitting, table


def test_a_resignation_ends_the_game_for_both(client: TestClient) -> None:
    made = table(client, "booster", "me", "friend")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
        one.turn()
        assert "resign" in one.seen["can"]
        two.say("resign")
        while one.seen["result"] is None:
            one.hear("state")
        assert one.seen["result"] == one.seen["outcome"] == "friend resigned: you win."
        assert one.seen["end"] == {"shares": [1.0, 0.0], "scores": [], "teams": [0, 1]}
        assert one.seen["turn"] is None
        assert not one.seen["legal"]
        assert {"rematch", "save"} <= set(one.seen["can"])
        assert not {"undo", "hint", "review", "resign"} & set(one.seen["can"])
        assert two.refused("resign") == "you are not a player at this table"
        assert "turn" in one.refused("act", actions=["pass"], ply=one.seen["ply"])
        for what in ("record", "replay", "picture"):
            one.say("save", what=what)
            text = one.hear("file")["text"]
            assert text
            if what == "record":
                assert json.loads(text)["resigned"] == 1
                with sitting(client, client.post("/api/records", content=text).json()) as viewer:
                    assert "resigned: " in viewer.seen["result"]
            if what == "replay":  # it shows how the game ended, and nobody is to move there
                assert text.count("player 2 resigned: player 1 wins") == 2
                assert "unfinished" not in text
    with sitting(client, made, made["tokens"][1]) as two:  # after a reconnection, too
        assert two.seen["result"] == "You resigned: friend wins."
        for person in (one, two):  # although a seat would be to move in this position
            assert "to move" not in person.seen["picture"]


def test_a_computer_without_hope_offers_to_resign_and_accepting_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated_game, "HOPELESS", 1.1)  # every decision is one without hope
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "mcts:sims=50", seed="1")
        with sitting(client, made) as person:
            for decisions in range(seated_game.PATIENCE):
                offered = "accept" in person.turn()["can"]
                assert not offered, decisions
                person.act("abg"[decisions])
            assert "accept" in person.turn()["can"]
            assert person.seen["result"] is None
            person.say("accept")
            while person.seen["result"] is None:
                person.hear("state")
            assert person.seen["result"] == "Computer resigned: you win."
            assert "accept" not in person.seen["can"]
    with serving(tmp_path) as client, sitting(client, made) as person:
        assert person.seen["result"] == "Computer resigned: you win."


def test_a_computer_with_hope_does_not_resign(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "mcts:sims=50", seed="1")
    with sitting(client, made) as person:
        for _ in range(seated_game.PATIENCE + 1):
            person.act(person.turn()["legal"][0])
        assert person.refused("accept") == "no computer offers to resign"


def test_a_resigned_game_stays_so_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = table(client, "tic_tac_toe", "me", "random")
        with sitting(client, made) as person:
            person.turn()
            person.say("resign")
            while person.seen["result"] is None:
                person.hear("state")
    with serving(tmp_path) as client, sitting(client, made) as person:
        assert person.seen["result"] == "You resigned: Random wins."


def test_a_game_that_somebody_gave_up_is_reviewed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = table(client, "tic_tac_toe", "me", "random", seed="1")
        with sitting(client, made) as person:
            for _ in range(2):
                legal = person.turn()["legal"]
                person.act(legal[0])
            person.say("resign")
            while person.seen["result"] is None:
                person.hear("state")
            assert {"review", "explore"} <= set(person.seen["can"])
            person.say("review")
            heard = person.hear("review")
            assert heard["points"][-1]["ply"] == person.seen["ply"] == 4
            assert heard["result"] == "You resigned: Random wins."
            person.say("why", ply=3, better=legal[-1])
            assert person.hear("why")["better"] == legal[-1]


def test_a_computer_takes_over_for_a_player_who_leaves(client: TestClient) -> None:
    made = table(client, "booster", "me", "friend", "friend", seed="2")
    with sitting(client, made, made["tokens"][1]) as two, sitting(client, made) as one:
        assert "leave" in two.seen["can"]
        two.say("resign")
        while two.seen["players"][1]["kind"] == "person":
            two.hear("state")
        assert two.seen["result"] is None
        assert two.seen["seat"] == 1  # they may still see what they held
        assert not {"leave", "hint", "undo"} & set(two.seen["can"])
        assert "turn" in two.refused("act", actions=["pass"], ply=two.seen["ply"])
        while one.seen["players"][1]["kind"] == "person":
            one.hear("state")
        assert one.seen["players"][1]["name"] == "Master"


def test_a_game_is_called_off_when_all_agree(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "friend")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
        one.turn()
        one.say("offer", what="abort", yes=True)
        while two.seen.get("agreed") != {"abort": [0]}:
            two.hear("state")
        two.say("offer", what="abort", yes=False)
        while two.seen["agreed"] != {"abort": []}:
            two.hear("state")
        two.say("offer", what="abort", yes=True)
        one.say("offer", what="abort", yes=True)
        while two.seen["result"] is None:
            two.hear("state")
        assert two.seen["result"] == "The players abandoned the game."


def test_hints_and_chances_are_for_all_or_for_nobody(client: TestClient) -> None:
    """Spectators do not see win probabilities, either: they could tell a friend."""
    made = table(client, "connect_four", "me", "friend")
    with (
        sitting(client, made) as one,
        sitting(client, made, made["tokens"][1]) as two,
        sitting(client, made, None) as third,
    ):
        one.turn()
        assert not {"hint", "chances", "fork", "explore"} & set(one.seen["can"])
        assert "ask the others" in one.refused("hint")
        assert "cannot see win chances" in one.refused("chances")
        assert "cannot see win chances" in third.refused("chances")
        assert "over" in third.refused("fork", ply=0, players=["me", "random"])
        one.say("offer", what="help", yes=True)
        two.say("offer", what="help", yes=True)
        while "hint" not in one.seen["can"]:
            one.hear("state")
        one.say("hint")
        assert one.hear("hint")["actions"]
        two.say("offer", what="help", yes=False)
        while "hint" in one.seen["can"]:
            one.hear("state")


def test_the_plain_address_says_what_a_table_is_and_nothing_hidden(client: TestClient) -> None:
    shut = table(client, "booster", "me", "friend", seed="1")
    about = client.get(f"/api/tables/{shut['table']}").json()
    assert about == {
        "title": "Booster", "players": ["friend 1", "friend 2"], "over": False, "open": False,
    }  # fmt: skip
    other = table(client, "booster", "me", "friend", seed="2")
    assert client.get(f"/api/tables/{other['table']}").json() == about
    free = table(client, "connect_four", "me", "friend")
    assert client.get(f"/api/tables/{free['table']}").json()["open"]
    assert client.get("/api/tables/none").status_code == 404


@pytest.mark.parametrize("what", ["help", "abort"])
def test_a_refusal_reaches_the_player_who_asked_and_lasts(what: str, tmp_path: Path) -> None:
    """This also holds when both come back, after a restart of the server."""
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend")
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            one.say("offer", what=what, yes=True)
            while two.seen["agreed"] != {what: [0]}:
                two.hear("state")
            assert two.seen["refused"] == {}
            two.say("offer", what=what, yes=False)
            while one.seen["refused"] != {what: 1}:
                one.hear("state")
    with (
        serving(tmp_path) as client,
        sitting(client, made) as one,
        sitting(client, made, made["tokens"][1]) as two,
    ):
        for person in (one, two):
            assert (person.seen["agreed"], person.seen["refused"]) == ({what: []}, {what: 1})
        one.say("offer", what=what, yes=False)  # acknowledges the refusal
        while one.seen["refused"]:
            one.hear("state")
        one.say("offer", what=what, yes=True)
        while two.seen["agreed"] != {what: [0]}:
            two.hear("state")
        one.say("offer", what=what, yes=False)  # withdrawing an offer refuses nobody
        while two.seen["agreed"] != {what: []}:
            two.hear("state")
        assert two.seen["refused"] == {}


def test_a_withdrawn_agreement_to_hints_is_reported(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "friend")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
        for person in (one, two):
            person.say("offer", what="help", yes=True)
        while two.seen["agreed"] != {"help": [0, 1]}:
            two.hear("state")
        one.say("offer", what="help", yes=False)
        while two.seen["refused"] != {"help": 0}:
            two.hear("state")
        assert two.seen["agreed"] == {"help": []}  # otherwise one would be asked for help they had
