"""Tests of rematches and forks: one rematch for all, links for friends, and friends' knowledge."""

from __future__ import annotations

import json
import sqlite3
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from aicore.web.store import TableFacts, TableStore
from aicore.web.tables import Table
from kit.web import Person, serving, sitting, table


def finished(client: TestClient) -> dict[str, object]:
    """Return a finished game of two people."""
    made = table(client, "tic_tac_toe", "me", "friend")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as second:
        for number, spot in enumerate(["a1", "a2", "b1", "b2", "c1"]):
            person = (one, second)[number % 2]
            person.turn()
            while person.seen["ply"] < number:
                person.hear("state")
            person.say("act", actions=[spot], ply=number)
            for each in (one, second):
                while each.seen["ply"] <= number:
                    each.hear("state")
    return made


def test_there_is_one_rematch_also_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = finished(client)
        with sitting(client, made) as person:
            person.say("rematch", swap=True)
            first = person.hear("table")
    with serving(tmp_path) as client:
        friend = str(made["tokens"][1])  # type: ignore[index]
        with sitting(client, made, friend) as person:
            person.say("rematch", swap=False)
            second = person.hear("table")
            person.say("rematch", swap=False)
            assert person.hear("table") == second
        assert second["table"] == first["table"]
        seats = []
        for there in (first, second):
            with sitting(client, there, there["token"]) as person:
                seats.append((person.seen["seat"], person.seen["owner"]))
        assert seats == [(1, True), (0, False)]


def test_a_fork_returns_the_links_for_friends(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        with sitting(client, table(client, "connect_four", "me", "random")) as person:
            person.turn()
            person.say("fork", ply=0, players=["me", "friend"])
            there = person.hear("table")
            person.say("fork", ply=0, players=["me", "random"])
            assert "invites" not in person.hear("table")
        ((seat, token),) = there["invites"]
        with sitting(client, there, token) as friend:
            assert (friend.seen["seat"], friend.seen["owner"]) == (seat, False) == (1, False)


def test_friends_are_shown_what_the_owner_may_know(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for game, seed, warned in (
            ("kuhn_poker", "7", True), ("pig", "7", True), ("kuhn_poker", None, False),
            ("connect_four", "7", False),
        ):  # fmt: skip
            made = table(client, game, "me", "friend", seed=seed)
            with sitting(client, made) as owner, sitting(client, made, made["tokens"][1]) as friend:
                assert owner.seen["warning"] == ""
                assert ("chose its seed" in friend.seen["warning"]) is warned


def resigned(client: TestClient, person: Person, swap: bool = False) -> dict[str, Any]:
    """Resign, and ask to play again; return the new table."""
    person.turn()
    person.say("resign")
    while person.seen["result"] is None:
        person.hear("state")
    person.say("rematch", swap=swap)
    return person.hear("table")


@pytest.mark.parametrize("swap", [False, True])
def test_playing_again_after_resigning_opens_a_game_that_goes_on(
    client: TestClient, swap: bool
) -> None:
    with sitting(client, table(client, "tic_tac_toe", "me", "random")) as person:
        there = resigned(client, person, swap)
    with sitting(client, there, there["token"]) as person:
        assert person.turn()["result"] is None
        assert person.seen["seat"] == int(swap)
        assert person.act(person.seen["legal"][0])["ply"] >= 2
        assert resigned(client, person)["table"] != there["table"]


def test_playing_again_after_calling_a_game_off_needs_everybody_again(client: TestClient) -> None:
    """Neither the end nor the agreements carry over, whatever the new seats."""
    made = table(client, "connect_four", "me", "friend")
    with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
        one.say("offer", what="help", yes=True)
        one.say("offer", what="abort", yes=True)
        two.say("offer", what="abort", yes=True)
        while two.seen["result"] is None:
            two.hear("state")
        two.say("rematch", swap=True)
        there = [one.hear("table"), two.hear("table")]
    assert there[0]["table"] == there[1]["table"]
    with sitting(client, there[0], there[0]["token"]) as one:
        assert (one.seen["result"], one.seen["seat"], one.seen["agreed"]) == (None, 1, {})
        with sitting(client, there[1], there[1]["token"]) as two:
            assert two.turn()["seat"] == 0
            two.say("offer", what="help", yes=True)
            while "help" not in one.seen["agreed"]:
                one.hear("state")
            assert one.seen["result"] is None


def test_a_player_who_left_is_not_in_the_rematch(client: TestClient) -> None:
    made = table(client, "booster", "me", "friend", "friend", seed="2")
    tokens = made["tokens"]
    with (
        sitting(client, made) as one,
        sitting(client, made, tokens[1]) as two,
        sitting(client, made, tokens[2]) as three,
    ):
        two.say("resign")
        for person in (one, three):
            person.say("offer", what="abort", yes=True)
        while two.seen["result"] is None:
            two.hear("state")
        assert "rematch" not in two.seen["can"]
        assert two.refused("rematch", swap=False) == "you are not a player at this table"
        three.say("rematch", swap=False)
        there = three.hear("table")
        assert one.hear("table")["table"] == there["table"]
    with sitting(client, there, there["token"]) as three:
        assert [one["kind"] for one in three.seen["players"]] == ["person", "computer", "person"]
        assert three.seen["result"] is None


def test_a_person_alone_can_play_again_any_number_of_times(client: TestClient) -> None:
    """This holds after returning to an end, too: its first rematch may be over by now."""
    with sitting(client, table(client, "tic_tac_toe", "me", "random")) as person:
        found = [resigned(client, person)]
        person.say("rematch", swap=False)
        found.append(person.hear("table"))
    assert found[0]["table"] != found[1]["table"]


def test_seats_that_moved_on_are_found_after_a_restart(tmp_path: Path) -> None:
    """In a rematch of three with swapped seats, each token opens its own person's hand."""
    with serving(tmp_path) as client:
        made = table(client, "booster", "me", "friend", "friend", seed="2")
        with ExitStack() as stack:
            people = [stack.enter_context(sitting(client, made, token)) for token in made["tokens"]]
            for person in people:
                person.say("offer", what="abort", yes=True)
            while people[0].seen["result"] is None:
                people[0].hear("state")
            people[0].say("rematch", swap=True)
            people[0].hear("table")
    with serving(tmp_path) as client:
        for old, token in enumerate(made["tokens"]):
            with sitting(client, made, token) as person:
                person.say("rematch", swap=True)
                there = person.hear("table")
            with sitting(client, there, there["token"]) as person:
                assert person.seen["seat"] == (old + 1) % 3


COPIED = {"game", "seats", "options", "players", "names"}


def test_only_the_game_and_its_players_come_along(tmp_path: Path) -> None:
    """All other fields of a table, present and future, stay there: in a rematch and in a fork."""
    unusual: dict[str, Any] = {
        "since": 1.0, "still": False, "known": "seed", "closed": "called off", "by": 1,
        "agreed": {"help": [0], "abort": [0, 1]}, "seed": "7", "clock": ["game", 60, 5],
        "begun": 5,
    }  # fmt: skip
    with serving(tmp_path) as client:
        made = table(client, "kuhn_poker", "me", "friend")
    with closing(sqlite3.connect(tmp_path / "web.sqlite")) as base, base:
        (text,) = base.execute("SELECT facts FROM tables").fetchone()
        facts = json.loads(text) | unusual | {"names": ["Ann", "Ben"]}
        assert facts["maker"]
        base.execute("UPDATE tables SET facts = ?", (json.dumps(facts),))
    found = {}
    with serving(tmp_path) as client, sitting(client, made) as person:
        for what, fields in (("rematch", {"swap": False}), ("fork", {"players": ["me", "friend"]})):
            person.say(what, **fields, **({"ply": 0} if what == "fork" else {}))
            found[what] = person.hear("table")["table"]
    with closing(sqlite3.connect(tmp_path / "web.sqlite")) as base:
        kept = {
            name: json.loads(text) for name, text in base.execute("SELECT id, facts FROM tables")
        }
    fresh = asdict(TableFacts("", 0, {}, 0, [], []))
    for what, free in (("rematch", {"seed", "since", "maker"}), ("fork", {"known"})):
        free = free | COPIED | {"seed", "since", "maker", "clock"}
        there = kept[found[what]]
        assert {name: there[name] for name in fresh if name not in free} == {
            name: fresh[name] for name in fresh if name not in free
        }
        assert there["seed"] != "7"
        assert there["since"] > 1.0
        assert there["clock"] == (facts["clock"] if what == "rematch" else [])
        assert there["names"] == (["Ann", "Ben"] if what == "rematch" else ["", ""])
        assert {name: there[name] for name in COPIED - {"names"}} == {
            name: facts[name] for name in COPIED - {"names"}
        }


def test_a_computer_that_failed_plays_again(tmp_path: Path) -> None:
    """Nobody chose the player that stands in for it there."""
    with serving(tmp_path) as client:
        made = table(client, "tic_tac_toe", "me", "mcts:sims=9")
    store = TableStore(tmp_path / "web.sqlite")
    facts = store.facts(made["table"])
    assert facts is not None
    broken = Table(made["table"], facts, store)
    for _ in range(2):  # the first stand-in fails, too
        broken.replace_failed(1, ValueError("no"))
    assert facts.players == ["human", "random"]
    store.close()
    with serving(tmp_path) as client:
        with sitting(client, made) as person:
            assert person.seen["players"][1]["name"] == "Random"
            there = resigned(client, person, swap=True)
        with sitting(client, there, there["token"]) as person:
            assert [one["name"] for one in person.seen["players"]] == ["Computer", "you"]


def test_a_finished_game_is_forked_from_before_its_end(client: TestClient) -> None:
    made = finished(client)
    with sitting(client, made) as person:
        end = person.seen["ply"]
        assert "the game is over there" in person.refused("fork", ply=end, players=["me", "same"])
        person.say("fork", ply=end - 1, players=["me", "same"])
        there = person.hear("table")
    with sitting(client, there, there["token"]) as person:
        assert person.turn()["result"] is None
        assert person.seen["begun"] == end - 1
        person.say("resign")
        person.hear("state")
        person.say("rematch", swap=False)
        anew = person.hear("table")
    with sitting(client, anew, anew["token"]) as person:
        assert person.seen["begun"] == 0


def until(person: Person, ply: int) -> dict[str, Any]:
    while person.seen["ply"] != ply:
        person.hear("state")
    return person.seen


def test_undos_of_a_turn_are_counted_across_restarts(tmp_path: Path) -> None:
    """Otherwise their limit among people, in games that hide something, would begin anew."""
    with serving(tmp_path) as client:
        made = table(client, "tic_tac_toe", "me", "me")
        with sitting(client, made) as person:
            for _ in range(2):
                person.say("act", actions=["a1"], ply=0, edition=person.seen["edition"])
                until(person, 1)
                person.say("undo")
                until(person, 0)
    store = TableStore(tmp_path / "web.sqlite")
    facts = store.facts(made["table"])
    assert facts is not None
    again = Table(made["table"], facts, store)
    assert again.retries == {0: 2}
    again.cut(0)
    assert store.facts(made["table"]).retries == {"0": 3}  # type: ignore[union-attr]
    store.close()


def test_a_move_meant_for_the_board_before_an_undo_is_refused(tmp_path: Path) -> None:
    """After an undo the same `ply` names another position: each move names the edition it saw."""
    with serving(tmp_path) as client:
        made = table(client, "tic_tac_toe", "me", "me")
        friend = {"table": made["table"], "owner": made["tokens"][1]}
        with sitting(client, made) as person, sitting(client, friend) as second:
            person.say("act", actions=["a1"], ply=0)
            old = until(second, 1)
            until(person, 1)
            person.say("undo")
            until(person, 0)
            person.say("act", actions=["b2"], ply=0)
            until(person, 1)
            for kind in ("act", "preview", "type"):
                said = {"line": "c3"} if kind == "type" else {"actions": ["c3"]}
                stale = said | {"ply": old["ply"], "edition": old["edition"]}
                assert second.refused(kind, **stale) == "the game has moved on since then"
                assert "reload" in second.refused(kind, **stale | {"edition": None})
            edition = person.seen["edition"]
            assert edition > old["edition"]
    with serving(tmp_path) as client, sitting(client, friend) as second:  # after a restart, too
        assert second.seen["edition"] == edition
        second.say("act", actions=["c3"], ply=1)
        until(second, 2)
