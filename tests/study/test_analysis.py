"""Analysis for programs: answers depend on what a seat knows, errors are answers, none is lost."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import aicore
from aicore.core.decision import Enough
from aicore.core.errors import AicoreError
from aicore.core.record import Record
from aicore.study import analysis_pool
from aicore.study.analysis import MAX_PLIES, answer, read_query
from aicore.study.analysis_pool import AnalysisPool
from kit import command

START = {"game": "connect_four", "sims": 50}


def ask(**message: Any) -> dict[str, Any]:
    """The answer to a query about one position, made here."""
    query = read_query({"id": 1, **message})
    (ply,) = query.plies or (None,)
    return answer(query, ply, "mcts", False, None)


def played(game: aicore.Game, seed: int, most: int = 40) -> tuple[list[Any], aicore.State]:
    """Events of a game by rules of thumb, and the position after them."""
    state, chance, rng, events = game.start(), aicore.Chance(seed=seed), aicore.Rng(seed), []
    while state.turn != aicore.END and len(events) < most:
        actor: int | str = state.turn if state.turn >= 0 else "chance"
        event = chance.step(state) if actor == "chance" else state.policy(rng)
        if actor != "chance":
            state.apply(event)
        events.append([actor, game.text(event)])
    return events, state


@pytest.mark.parametrize("name", ["leduc_poker", "booster"])
def test_a_rollout_in_an_answer_does_not_hang_on_what_is_hidden(name: str) -> None:
    game, rng = aicore.load(name), aicore.Rng(5)
    _, state = played(game, 4, 3)
    while state.turn < 0 or len(state.legal()) < 2:
        state.apply(state.legal()[0] if state.turn >= 0 else state.outcomes()[0][0])
    worlds = [state.resample(state.turn, rng) for _ in range(3)]
    wish = {"games": 6, "by": "greedy", "actions": [state.legal()[-1]]}
    lines = [
        ask(game=name, position=world.to_dict(), sims=30, rollout=wish)["rollout"]
        for world in (state, *worlds)
    ]
    assert any(world != state for world in worlds)
    assert lines[1:] == lines[:1] * 3
    assert state.legal()[-1] in [one["action"] for one in lines[0]["candidates"]]
    assert all(one["games"] == 6 for one in lines[0]["candidates"])


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        (7, "rollout: it must be an object"),
        ({"game": 3}, "rollout.game: there is no such field; there are games, actions, only, by"),
        ({"games": 10**9}, "rollout.games: it must be a whole number from 0 to"),
        ({"actions": ["z"]}, "is no COLUMN"),
        ({"actions": "z"}, "rollout.actions: it must be a list"),
        ({"only": 1}, "rollout.only: it must be true or false"),
        ({"only": True}, "rollout.only: name the actions"),
        ({"by": "human"}, "player human does not think by itself"),
        ({"by": "engine:ls"}, "runs a program"),
        ({"by": "mcts:sims=5,net=/etc/passwd"}, r"reads a file \(net\): --trust lets it"),
        ({"by": "mcts:threads=64"}, "threads may be 4 here"),
    ],
)
def test_a_wrong_rollout_is_an_error(wish: Any, error: str) -> None:
    with pytest.raises(AicoreError, match=error):
        ask(**START, rollout=wish)


def test_as_many_threads_as_there_are_may_be_asked_for() -> None:
    one, many = (ask(**START, by=f"mcts:sims=50,batch=4,threads={n}") for n in ("1", "auto"))
    assert many["candidates"] == one["candidates"]


def test_a_rollout_that_is_cancelled_tells_what_it_knows() -> None:
    calls = []

    def progress(action: str, share: float) -> None:
        calls.append((action, share))
        if len(calls) == 4:
            raise Enough

    query = read_query({"id": 1, "game": START["game"], "rollout": {"by": "random"}})
    text = answer(query, None, "random", False, progress)
    assert [one["games"] for one in text["rollout"]["candidates"]] == [4] * 7
    assert all(0 <= share <= 1 for _, share in calls)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "booster", "gratis3"])
def test_an_answer_does_not_hang_on_what_is_hidden(name: str) -> None:
    game, rng, other_worlds = aicore.load(name), aicore.Rng(5), 0
    for most in (2, 3, 5, 30):
        _, state = played(game, 4, most)
        for seat in range(game.seats):
            worlds = [state.resample(seat, rng) for _ in range(3)]
            lines = [
                ask(game=name, position=world.to_dict(), seat=seat, sims=60)
                for world in (state, *worlds)
            ]
            other_worlds += any(world != state for world in worlds)
            assert lines[1:] == lines[:1] * 3
    assert other_worlds


def test_events_a_record_and_a_position_of_one_game_have_one_answer() -> None:
    game = aicore.load("booster", seats=3)
    events, state = played(game, 2, 26)
    record = Record("booster", 3, {}, 7, ["random"] * 3, [(who, text) for who, text in events])
    lines = [
        ask(game="booster", seats=3, events=events, sims=50),
        ask(record=json.loads(record.to_line()), sims=50),
        ask(game="booster", seats=3, position=state.to_dict(), sims=50),
    ]
    assert lines[0] == lines[1]
    assert {**lines[2], "ply": len(events)} == lines[0]
    assert lines[0]["turn"] == state.turn
    assert {each["action"] for each in lines[0]["candidates"]} <= set(state.legal())
    assert lines[0]["action"] == lines[0]["line"][0]
    assert sum(lines[0]["shares"]) == pytest.approx(1, abs=1e-5)


def test_the_end_of_a_game_is_its_result_and_one_action_is_no_choice() -> None:
    events = [[0, "a1"], [1, "b1"], [0, "a2"], [1, "b2"]]
    won = ask(game="tic_tac_toe", events=[*events, [0, "a3"]])
    assert (won["turn"], won["shares"], won["candidates"]) == ("end", [1.0, 0.0], [])
    assert ask(game="tic_tac_toe", events=events, plies=[4])["action"] == "a3"
    found = ask(game="tic_tac_toe", events=events, candidates=1, sims=30)
    assert len(found["candidates"]) == 1


WRONG = [
    ({"game": "nothing"}, 'There is no game "nothing"'),
    ({}, "game: missing"),
    ({"game": 7}, "game: it must be a text"),
    ({**START, "seats": 9}, "seats"),
    ({**START, "seat": 2}, "seat: it must be a whole number from 0 to 1"),
    ({**START, "seat": -1}, "seat: it must be"),
    ({**START, "seat": True}, "seat: it must be"),
    ({**START, "events": 5}, "events: it must be a list"),
    ({**START, "events": [[0, "z"]]}, 'COLUMN "z"'),
    ({**START, "events": [[1, "a"]]}, "seat 0 is to move"),
    ({**START, "events": [["me", "a"]]}, "ply 0"),
    ({**START, "events": [[0, "a"]], "plies": [2]}, "plies: 2, where there are 1 events"),
    ({**START, "plies": [0] * (MAX_PLIES + 1)}, "plies: it must be a list of at most"),
    ({**START, "plies": [-1]}, "plies: it must be a whole number"),
    ({**START, "position": {"turn": 9}}, "not a state of"),
    ({**START, "position": {}, "events": []}, "give one of them"),
    ({**START, "record": {}}, "it says the game"),
    ({"record": {}}, "not a record"),
    ({**START, "sims": 0.5}, "sims: it must be a whole number"),
    ({**START, "sims": 10**30}, "sims: it must be a whole number"),
    ({**START, "time": -1}, "time: it must be a number"),
    ({**START, "every": "often"}, "every: it must be a number"),
    ({**START, "priority": 1.5}, "priority: it must be a whole number"),
    ({**START, "by": "nobody"}, 'There is no player "nobody"'),
    ({**START, "by": "mcts:c=x"}, "c=x"),
    ({**START, "by": "human"}, "does not think by itself"),
    ({**START, "by": "engine:true"}, "--trust"),
    ({**START, "by": "mcts:memory=100000"}, "memory may be 1024 here"),
    ({**START, "by": "mcts:threads=99,trees=99"}, "may be"),
    ({**START, "maxVisits": 7}, "maxVisits: there is no such field"),
    ({**START, "type": "dance"}, "type 'dance'"),
    ({"game": "relics", "options": {"data": "/etc/passwd"}}, "--trust"),
    ({"game": "pig", "options": {"target": "x"}}, "target"),
    ({"type": "cancel"}, "query: it must be the id"),
]


def session(lines: list[bytes], *args: str) -> list[dict[str, Any]]:
    """What `aicore analyze` answers to lines, without their order."""
    found = command.run("analyze", "--workers", "1", *args, input=b"\n".join(lines))
    assert found.exit_code == 0, found.output
    return [json.loads(line) for line in found.output.splitlines()]


def test_hostile_lines_are_answered_one_by_one_and_the_good_ones_among_them_too() -> None:
    hostile = [
        b"no json",
        b"\xff\xfe",
        b"[1]",
        b'"text"',
        b"null",
        b"{}",
        b"",
        b"[" * 100_000,
        b'{"id":"long","game":"' + b"x" * (1 << 20) + b'"}',
        b'{"id":{"a":1},"game":"connect_four"}',
        b'{"id":NaN,"game":"connect_four"}',
    ]
    lines = [*hostile]
    for number, (message, _) in enumerate(WRONG):
        lines.append(json.dumps({"id": number, **message}).encode())
        if number % 10 == 0:
            lines.append(json.dumps({"id": f"good {number}", **START}).encode())
    sentences = session(lines)
    assert len(sentences) == len(lines) - 1  # the empty line
    assert all(len(each["error"]) <= 300 for each in sentences if "error" in each)
    errors = {each["id"]: each["error"] for each in sentences if "error" in each}
    for number, (_, message) in enumerate(WRONG):
        assert message in errors[number], number
    good = [each for each in sentences if str(each["id"]).startswith("good")]
    assert len(good) == sum(number % 10 == 0 for number in range(len(WRONG)))
    assert all(each["shares"] == good[0]["shares"] for each in good)


def test_a_query_of_many_positions_has_an_answer_for_each_or_one_error() -> None:
    events = [[0, "d"], [1, "d"], [0, "c"]]
    ask = {**START, "events": events}
    lines = session(
        [
            json.dumps({"id": "all", **ask, "plies": [0, 1, 2, 3, 1]}).encode(),
            json.dumps({"id": "bad", **ask, "plies": [0, 1, 9]}).encode(),
            b'{"id":"v","type":"version"}',
        ]
    )
    assert sorted(each["ply"] for each in lines if each["id"] == "all") == [0, 1, 2, 3]
    assert len([each for each in lines if each["id"] == "bad"]) == 1
    assert [each["protocol"] for each in lines if each["id"] == "v"] == ["aicore-analysis/1"]


def test_the_queries_that_wait_have_a_bound_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_pool, "MAX_BYTES", 40_000)
    events = [[0, "d" * 900]] * 10
    lines = [json.dumps({**START, "id": number, "events": events}) for number in range(20)]
    heard: list[dict[str, Any]] = []
    team = AnalysisPool(1, "mcts", False, heard.append)
    team.serve(io.BytesIO("\n".join([*lines, '{"type":"version","id":"v"}']).encode()))
    refused = [each["id"] for each in heard if "wait already" in each.get("error", "")]
    assert refused
    assert {each["id"] for each in heard} == {*range(20), "v"}  # each has its answer
    assert team._held.bytes == 0


class Talk:
    """A session in this process, to which one speaks and listens."""

    def __init__(self, workers: int) -> None:
        theirs, self.ours = os.pipe()
        self.heard: list[dict[str, Any]] = []
        self.news = threading.Condition()
        self.pool = AnalysisPool(workers, "mcts", False, self._hear)
        source = io.FileIO(theirs, "rb")
        self.thread = threading.Thread(target=self.pool.serve, args=(io.BufferedReader(source),))
        self.thread.start()

    def _hear(self, message: dict[str, Any]) -> None:
        with self.news:
            self.heard.append(message)
            self.news.notify_all()

    def say(self, **message: Any) -> None:
        os.write(self.ours, json.dumps(message).encode() + b"\n")

    def wait(self, number: object, kind: str) -> dict[str, Any]:
        """The first answer with this id and type."""
        deadline = time.monotonic() + 30
        while True:
            with self.news:
                for text in self.heard:
                    if text.get("id") == number and text.get("type") == kind:
                        return text
                assert time.monotonic() < deadline, self.heard
                self.news.wait(1)

    def close(self) -> None:
        self.say(id="end", type="cancel_all")
        os.close(self.ours)
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A session with one process, closed at the end."""
    opened = Talk(1)
    yield opened
    opened.close()


def test_a_running_search_is_cancelled_with_what_it_knows_and_one_that_waits_without(
    talk: Talk,
) -> None:
    talk.say(id="long", game="connect_four", time=1000, every=0.01)
    talk.say(id="next", game="connect_four", time=1000)
    talk.say(id="first", game="tic_tac_toe", sims=10, priority=-5)
    thinking = talk.wait("long", "thinking")
    assert 0 <= thinking["share"] <= 1
    talk.say(id="c1", type="cancel", query="next")
    assert talk.wait("c1", "cancelling")["positions"] == 1
    assert talk.wait("next", "cancelled")["ply"] is None
    talk.say(id="c2", type="cancel_all", plies=[7])
    assert talk.wait("c2", "cancelling")["positions"] == 0
    talk.say(id="c3", type="cancel", query="long")
    done = talk.wait("long", "analysis")
    assert done["cancelled"]
    assert done["candidates"]
    assert "cancelled" not in talk.wait("first", "analysis")


def test_a_process_that_dies_is_replaced_and_its_query_answered(talk: Talk) -> None:
    talk.say(id="a", game="connect_four", time=1.0, every=0.01)
    talk.wait("a", "thinking")
    os.kill(talk.pool._team[0].process.pid or 0, signal.SIGKILL)
    talk.say(id="b", game="connect_four", sims=50)
    assert talk.wait("a", "analysis")["candidates"]
    assert talk.wait("b", "analysis")["candidates"]
