"""Tests of analysis for programs: answers from a seat's knowledge, and one for every query."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import aicore
from aicore.coach import analysis_pool
from aicore.coach.analysis import MAX_PLIES, answer, read_query
from aicore.coach.analysis_pool import AnalysisPool
from aicore.core.decision import StopSearch
from aicore.core.errors import AicoreError
from aicore.core.record import Record
from kit import command
from kit.effort import effort

START = {"game": "connect_four", "sims": 50}


def ask(**message: Any) -> dict[str, Any]:
    """Return the answer to a query about one position, computed here."""
    query = read_query({"id": 1, **message})
    (ply,) = query.plies
    return answer(query, ply, "mcts", False, None)


def played(game: aicore.Game, seed: int, most: int = 40) -> tuple[list[Any], aicore.State]:
    """Return the events of a game by the policy, and the position after them."""
    state, chance, rng, events = game.start(), aicore.Chance(seed=seed), aicore.Rng(seed), []
    while state.turn != aicore.END and len(events) < most:
        actor: int | str = state.turn if state.turn >= 0 else "chance"
        event = chance.step(state) if actor == "chance" else state.policy(rng)
        if actor != "chance":
            state.apply(event)
        events.append([actor, game.text(event)])
    return events, state


@pytest.mark.parametrize("name", effort(["leduc_poker"], ["leduc_poker", "booster"]))
def test_a_rollout_in_an_answer_does_not_depend_on_hidden_information(name: str) -> None:
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
        ({"game": 3}, "rollout.game: no such field; the fields are games, actions, only, by"),
        ({"games": 10**9}, "rollout.games: it must be a whole number from 0 to"),
        ({"actions": ["z"]}, "is no COLUMN"),
        ({"actions": "z"}, "rollout.actions: it must be a list"),
        ({"only": 1}, "rollout.only: it must be true or false"),
        ({"only": True}, "rollout.only: name the actions"),
        ({"by": "human"}, "player human cannot analyze"),
        ({"by": "engine:ls"}, "runs a program"),
        ({"by": "mcts:sims=5,net=/etc/passwd"}, r"reads a file \(net\); use --trust to allow this"),
        ({"by": "mcts:threads=64"}, "threads may be at most 4 here"),
    ],
)
def test_a_wrong_rollout_is_an_error(wish: Any, error: str) -> None:
    with pytest.raises(AicoreError, match=error):
        ask(**START, rollout=wish)


def test_a_query_may_ask_for_all_threads() -> None:
    one, many = (ask(**START, by=f"mcts:sims=50,batch=4,threads={n}") for n in ("1", "auto"))
    assert many["candidates"] == one["candidates"]


def test_a_cancelled_rollout_reports_its_results_so_far() -> None:
    calls = []

    def progress(action: str, share: float) -> None:
        calls.append((action, share))
        if len(calls) == 4 * 7 + 2:  # games after seven actions
            raise StopSearch

    query = read_query({"id": 1, "game": START["game"], "rollout": {"by": "random"}})
    text = answer(query, 0, "random", False, progress)
    assert [one["games"] for one in text["rollout"]["candidates"]] == [4] * 7
    assert all(0 <= share <= 1 for _, share in calls)


def test_a_rollout_that_is_cancelled_at_once_reports_nothing() -> None:
    def progress(action: str, share: float) -> None:
        raise StopSearch

    query = read_query({"id": 1, "game": START["game"], "rollout": {"by": "random"}})
    assert answer(query, 0, "random", False, progress)["rollout"] is None


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "booster", "gratis3"])
def test_an_answer_does_not_depend_on_hidden_information(name: str) -> None:
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
    ({"game": "nothing"}, 'There is no game "nothing"', "game"),
    ({}, "game: missing", "game"),
    ({"game": 7}, "game: it must be a string", "game"),
    ({**START, "seats": 9}, "seats", "seats"),
    ({**START, "seat": 2}, "seat: it must be a whole number from 0 to 1", "seat"),
    ({**START, "seat": -1}, "seat: it must be", "seat"),
    ({**START, "seat": True}, "seat: it must be", "seat"),
    ({**START, "events": 5}, "events: it must be a list", "events"),
    ({**START, "events": [[0, "z"]]}, 'COLUMN "z"', "events"),
    ({**START, "events": [[1, "a"]]}, "seat 0 is to move", "events"),
    ({**START, "events": [["me", "a"]]}, "ply 0", "events"),
    (
        {**START, "events": [[0, "a"]], "plies": [2]},
        "plies: 2 is too high; there are 1 events",
        "plies",
    ),
    ({**START, "plies": [0] * (MAX_PLIES + 1)}, "plies: it must be a list of at most", "plies"),
    ({**START, "plies": [-1]}, "plies: it must be a whole number", "plies"),
    ({**START, "position": {"turn": 9}}, "not a state of", "position"),
    ({**START, "position": {}, "events": []}, "give only one of them", "position"),
    ({**START, "record": {}}, "leave out game", "record"),
    ({"record": {}}, "not a record", "record"),
    ({**START, "sims": 0.5}, "sims: it must be a whole number", "sims"),
    ({**START, "sims": 10**30}, "sims: it must be a whole number", "sims"),
    ({**START, "time": -1}, "time: it must be a number", "time"),
    ({**START, "every": "often"}, "every: it must be a number", "every"),
    ({**START, "priority": 1.5}, "priority: it must be a whole number", "priority"),
    ({**START, "by": "nobody"}, 'There is no player "nobody"', "by"),
    ({**START, "by": "mcts:c=x"}, "c=x", "by"),
    ({**START, "by": "human"}, "cannot analyze", "by"),
    ({**START, "by": "engine:true"}, "--trust", "by"),
    ({**START, "by": "mcts:memory=100000"}, "memory may be at most 1024 here", "by"),
    ({**START, "by": "mcts:threads=99,trees=99"}, "may be", "by"),
    ({**START, "maxVisits": 7}, "maxVisits: no such field", "maxVisits"),
    ({**START, "type": "dance"}, "type: 'dance' is unknown", "type"),
    ({"game": "relics", "options": {"data": "/etc/passwd"}}, "--trust", "options"),
    ({"game": "pig", "options": {"target": "x"}}, "target", "options"),
    ({"type": "cancel"}, "query: it must be the id", "query"),
    ({**START, "seats": -1}, "seats: it must be a whole number", "seats"),
    ({"game": "pig", "options": {"nothing": 1}}, "nothing", "options"),
    ({"game": "connect_four", "by": "greedy", "sims": 5}, "has no such limit", "sims"),
    ({**START, "rollout": {"by": "nobody"}}, 'rollout: There is no player "nobody"', "rollout"),
    ({**START, "rollout": {"actions": ["z"]}}, 'COLUMN "z"', "rollout"),
    ({"record": {"format": "aicore-record/1"}}, "game: missing", "record"),
    ({"record": {}, "plies": [7]}, "not a record", "record"),
    ({**START, "position": {}, "plies": [0]}, "plies: cannot be used with position", "plies"),
]


def session(lines: list[bytes], *args: str) -> list[dict[str, Any]]:
    """Return the answers of `aicore analyze` to lines, in any order."""
    found = command.run("analyze", "--workers", "1", *args, input=b"\n".join(lines))
    assert found.exit_code == 0, found.output
    return [json.loads(line) for line in found.output.splitlines()]


def test_each_line_is_answered_even_among_hostile_ones() -> None:
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
    for number, (message, _, _) in enumerate(WRONG):
        lines.append(json.dumps({"id": number, **message}).encode())
        if number % 10 == 0:
            lines.append(json.dumps({"id": f"good {number}", **START}).encode())
    sentences = session(lines)
    assert len(sentences) == len(lines) - 1  # all but the empty line
    assert all(len(each["error"]) <= 300 for each in sentences if "error" in each)
    errors = {each["id"]: each for each in sentences if "error" in each}
    for number, (_, message, field) in enumerate(WRONG):
        assert message in errors[number]["error"], number
        assert errors[number]["field"] == field, errors[number]
    assert all("field" in each for each in sentences if "error" in each)
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
    pool = AnalysisPool(1, "mcts", False, heard.append)
    pool.serve(io.BytesIO("\n".join([*lines, '{"type":"version","id":"v"}']).encode()))
    refused = [each["id"] for each in heard if "already waiting" in each.get("error", "")]
    assert refused
    assert {each["id"] for each in heard} == {*range(20), "v"}  # each query has its answer
    assert pool._held.bytes == 0


class Talk:
    """Session in this process, with methods to send and receive."""

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
        """Return the first answer with this id and type."""
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
    """Yield a session with one process, closed at the end."""
    opened = Talk(1)
    yield opened
    opened.close()


def test_a_cancelled_search_reports_its_results_unless_it_was_waiting(
    talk: Talk,
) -> None:
    talk.say(id="long", game="connect_four", time=1000, every=0.01)
    talk.say(id="next", game="connect_four", time=1000)
    talk.say(id="first", game="tic_tac_toe", sims=10, priority=-5)
    thinking = talk.wait("long", "thinking")
    assert 0 <= thinking["share"] <= 1
    assert thinking["ply"] == 0
    talk.say(id="c1", type="cancel", query="next", plies=[0])  # as its answer would name it
    assert talk.wait("c1", "cancelling")["positions"] == 1
    assert talk.wait("next", "cancelled")["ply"] == 0
    talk.say(id="c2", type="cancel_all", plies=[7])
    assert talk.wait("c2", "cancelling")["positions"] == 0
    talk.say(id="c3", type="cancel", query="long")
    done = talk.wait("long", "analysis")
    assert done["cancelled"]
    assert done["candidates"]
    assert "cancelled" not in talk.wait("first", "analysis")


@pytest.mark.parametrize(
    "query",
    [
        {"game": "connect_four", "events": [[0, "d"], [1, "d"]]},
        {"game": "connect_four", "position": aicore.load("connect_four").start().to_dict()},
        {"record": json.loads(Record("pig", 2, {}, 7, ["random"] * 2, [(0, "roll")]).to_line())},
    ],
    ids=["events", "position", "record"],
)
def test_the_last_ply_has_one_number_wherever_it_is_named(query: dict[str, Any]) -> None:
    read = read_query({"id": 1, "sims": 5, **query})
    last = len(query.get("events") or query.get("record", {}).get("events", []))
    assert read.plies == (last,)
    assert answer(read, last, "mcts", False, None)["ply"] == last


@pytest.mark.parametrize(
    "line", [b'{"id":1,"type":"version"}', json.dumps({**START, "id": 1}).encode()]
)
def test_a_failed_write_ends_the_pool_and_blames_no_worker_or_query(
    line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk was once taken for a dead process: others were started, and answers lost."""
    made, tries = [], []

    class Worker(analysis_pool.AnalysisWorker):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made.append(self)

    def say(message: dict[str, Any]) -> None:
        tries.append(message)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(analysis_pool, "AnalysisWorker", Worker)
    with pytest.raises(OSError, match="No space left"):
        AnalysisPool(1, "mcts", False, say).serve(io.BytesIO(line))
    assert len(tries) == 1
    assert len(made) <= 1
    assert not any(worker.process.is_alive() for worker in made)


def test_a_full_disk_is_one_line_and_an_exit_code() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "aicore", "analyze", "--workers", "1"],
            input=json.dumps({**START, "id": 1}).encode(),
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"Error: No space left on device\n")


def test_ctrl_c_ends_it_while_a_line_is_awaited() -> None:
    """The interpreter once aborted over the lock of the thread that waits for a line."""
    with subprocess.Popen(
        [sys.executable, "-m", "aicore", "analyze", "--workers", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as program:  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write(b'{"id":1,"type":"version"}\n')
        program.stdin.flush()
        assert b"version" in program.stdout.readline()
        program.send_signal(signal.SIGINT)
        errors = program.stderr.read()
    assert (program.returncode, errors) == (130, b"\n")


def test_a_process_that_dies_is_replaced_and_its_query_answered(talk: Talk) -> None:
    talk.say(id="a", game="connect_four", time=1.0, every=0.01)
    talk.wait("a", "thinking")
    os.kill(talk.pool._workers[0].process.pid or 0, signal.SIGKILL)
    talk.say(id="b", game="connect_four", sims=50)
    assert talk.wait("a", "analysis")["candidates"]
    assert talk.wait("b", "analysis")["candidates"]
