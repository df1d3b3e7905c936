"""Tests of exploring a finished game, and of the secrets of a running one."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from kit.web import Person, sitting, table


def failed(person: Person, kind: str, **fields: object) -> str:
    person.say(kind, **fields)
    return str(person.hear("error")["message"])


def ended(person: Person) -> dict:
    seen = person.turn()
    while seen["result"] is None:
        seen = person.act(seen["legal"][0])
    return seen


def test_other_moves_are_tried_and_the_game_stays(client: TestClient) -> None:
    with sitting(client, table(client, "tic_tac_toe", "me", "random", seed="3")) as person:
        seen = ended(person)
        person.say("explore", ply=0, moves=[])
        start = person.hear("explored")
        assert (start["ply"], start["at"], start["moves"], start["turn"]) == (0, 0, [], 0)
        assert len(start["legal"]) == 9
        person.say("explore", ply=0, moves=["b2"], line="a1")
        branch = person.hear("explored")
        assert (branch["moves"], branch["actors"], branch["turn"]) == (["b2", "a1"], [0, 1], 0)
        assert "data-actions" in branch["picture"]
        person.say("explore", ply=0, moves=["b2"], advise=True)
        hint = person.hear("hint")
        assert hint["ply"] == 1
        assert hint["actions"][0] in branch["legal"] + ["a1"]
        assert "not a possible" in failed(person, "explore", ply=0, moves=["b2", "b2"])
        assert "events" in person.refused("explore", ply=seen["ply"] + 1, moves=[])
        person.say("look", narrow=False)
        assert person.hear("state")["ply"] == seen["ply"]


def test_a_branch_names_the_players_as_the_table_does(client: TestClient) -> None:
    with sitting(client, table(client, "connect_four", "me", "level 1", seed="3")) as person:
        ended(person)
        person.say("explore", ply=0, moves=["a", "b"])
        assert person.hear("explored")["sentences"] == ["Beginner drops a stone into b."]
        person.say("explore", ply=0, moves=["a"])
        heard = person.hear("explored")
        assert heard["sentences"] == ["You drop a stone into a."]
        assert "casual" not in heard["picture"]


def test_a_finished_game_with_secrets_is_explored_by_the_seat_to_move(client: TestClient) -> None:
    with sitting(client, table(client, "leduc_poker", "me", "random", seed="3")) as person:
        seen = person.turn()
        assert "explore" not in seen["can"]
        assert "over" in person.refused("explore", ply=seen["ply"], moves=[])
        assert "over" in person.refused("why", ply=1, better="call")
        seen = ended(person)
        person.say("explore", ply=0, moves=[])
        first = person.hear("explored")
        assert first["at"] > 0  # the deal comes first
        assert first["turn"] == 0
        person.say("explore", ply=0, moves=[first["legal"][-1]])
        assert person.hear("explored")["turn"] == 1


@pytest.mark.slow
def test_trying_moves_does_not_reveal_the_luck_of_a_running_game(client: TestClient) -> None:
    """With other seeds the game's next dice differ, but a branch's dice do not."""
    tried, came = set(), set()
    for seed in range(12):
        made = table(client, "pig", "me", "random", seed=str(seed))
        with sitting(client, made) as person:
            seen = person.turn()
            if seen["ply"]:
                continue
            person.say("explore", ply=0, moves=["roll"])
            tried.add(person.hear("explored")["picture"])
            person.say("act", actions=["roll"], ply=0)
            came.add(str(person.hear("state")["story"][0]["sentences"]))
    assert len(tried) == 1
    assert len(came) > 1


def test_a_game_of_two_people_is_not_explored_while_it_goes_on(client: TestClient) -> None:
    made = table(client, "connect_four", "me", "friend")
    with sitting(client, made) as person:
        assert "explore" not in person.turn()["can"]
        assert "over" in person.refused("explore", ply=0, moves=[])


@pytest.mark.slow
def test_a_why_request_plays_both_moves_out_and_reports_what_recurs(client: TestClient) -> None:
    with sitting(client, table(client, "connect_four", "me", "greedy", seed="5")) as person:
        seen = person.turn()
        while seen["result"] is None:
            seen = person.act("a" if "a" in seen["legal"] else seen["legal"][0])
        person.say("why", ply=7, better="f")  # it wins by force, and nothing else does
        heard = person.hear("why")
        assert (heard["played"], heard["better"]) == ("a", "f")
        assert heard["sentences"][0].startswith("After f you win ")
        assert "hint" in heard["picture"]
        assert "no such decision" in failed(person, "why", ply=7, better="a")
        assert "no such decision" in failed(person, "why", ply=7, better="z")


def test_a_why_request_names_an_event_of_the_game(client: TestClient) -> None:
    with sitting(client, table(client, "tic_tac_toe", "me", "random", seed="3")) as person:
        person.say("resign")
        person.hear("state")
        for ply in (0, 1, 2):
            assert person.refused("why", ply=ply, better="b2") == f"this game has no event {ply}"
    with sitting(client, table(client, "tic_tac_toe", "me", "random", seed="3")) as person:
        last = ended(person)["ply"]
        refused = person.refused("why", ply=last + 1, better="b2")
        assert refused == f"this game has no event {last + 1}"


@pytest.mark.slow
def test_a_solo_score_is_compared_with_computers(client: TestClient) -> None:
    with sitting(client, table(client, "ransom", "me", seed="3")) as person:
        assert "solo games" in person.refused("others")
        seen = ended(person)
        assert "others" in seen["can"]
        person.say("others")
        heard = person.hear("others")
        assert {name for name, _ in heard["rows"]} == {"Random", "Greedy", "Computer"}
        assert isinstance(heard["own"], int)
    with sitting(client, table(client, "ransom", "random", seed="3")) as person:
        while person.seen.get("result") is None:
            person.hear("state")
        assert "others" in person.seen["can"]
