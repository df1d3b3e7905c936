"""Playing again and playing on: one rematch for all, links for friends, and what friends learn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from kit.web import Person, serving, sitting, table


def finished(client: TestClient) -> dict[str, object]:
    """A game of two people that is over."""
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


def test_a_fork_brings_the_links_for_friends(tmp_path: Path) -> None:
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


def until(person: Person, ply: int) -> dict[str, Any]:
    while person.seen["ply"] != ply:
        person.hear("state")
    return person.seen


def test_a_move_meant_for_the_board_before_an_undo_is_refused(tmp_path: Path) -> None:
    """After an undo the same `ply` names another position: each move says which edition it saw."""
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
                assert second.refused(kind, **stale) == "the game went on meanwhile"
                assert "reload" in second.refused(kind, **stale | {"edition": None})
            edition = person.seen["edition"]
            assert edition > old["edition"]
    with serving(tmp_path) as client, sitting(client, friend) as second:  # after a restart, too
        assert second.seen["edition"] == edition
        second.say("act", actions=["c3"], ply=1)
        until(second, 2)
