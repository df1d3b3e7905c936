"""Tests of costs per visitor: heavy requests delay their visitor, and no one else."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

import aicore
from aicore.core.record import CHANCE_ACTOR, Event
from aicore.core.story import Names
from aicore.session import story_log
from aicore.session.story_log import StoryLog
from aicore.web import audience, fair_scheduler
from aicore.web.bounds import Limits
from aicore.web.errors import LimitReached, TooLarge, WebError
from aicore.web.fair_scheduler import FairScheduler
from aicore.web.store import Key, TableFacts, TableStore
from aicore.web.visitors import Budget, Visitors, home
from kit.hiding import SEATS
from kit.web import GENEROUS, finished, other, serving, sitting, table

FEW = Limits(tables=1e-6, spare=3.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SEATS, "ransom", "connect_four"])
def test_positions_on_the_way_are_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A past position is made from a nearby one, and equals the one made from the beginning."""
    monkeypatch.setattr(story_log, "EVERY", 4)
    game = aicore.load(name)
    rng, state, chance = aicore.Rng(5), game.start(), aicore.Chance(5)
    events: list[Event] = []
    while state.turn != aicore.END and len(events) < 60:
        actor = state.turn if state.turn >= 0 else CHANCE_ACTOR
        if actor == CHANCE_ACTOR:
            text = game.text(chance.step(state))
        else:
            text = state.legal()[rng.below(len(state.legal()))]
            state.apply(text)
        events.append((actor, text))
    names = Names([f"player {seat}" for seat in range(game.seats)])
    for seat in (None, 0):
        whole = StoryLog(game, seat, names, 0)
        whole.follow(events)
        for ply in range(len(events) + 1):
            alone = StoryLog(game, seat, names, 0)
            alone.follow(events[:ply])
            past = whole.until(events, ply)
            assert past.state == alone.state
            assert past.news == alone.news()
            assert past.sentences == (alone.entries[-1]["sentences"] if alone.entries else [])


def test_a_long_game_is_not_replayed_for_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = aicore.load("pig"), aicore.load("pig").start()
    events: list[Event] = []
    while len(events) < 2000:
        actor = state.turn if state.turn >= 0 else CHANCE_ACTOR
        events.append((actor, "roll" if actor != CHANCE_ACTOR else state.outcomes()[0][0]))
        state.apply(events[-1][1])
    whole = StoryLog(game, None, Names(["a", "b"]), 0)
    whole.follow(events)
    followed: list[int] = []
    monkeypatch.setattr(StoryLog, "follow", lambda self, new: followed.append(len(new)))
    for ply in (0, 1, 999, 1500, 2000):
        whole.until(events, ply)
    assert max(followed) <= 2 * story_log.EVERY


def test_the_loop_serves_visitors_in_turn() -> None:
    """However much one visitor asks for, another waits for only one piece of it."""
    done: list[str] = []

    async def ask() -> None:
        order = FairScheduler()
        many, few = Budget("many", GENEROUS), Budget("few", GENEROUS)

        def work(name: str) -> None:
            end = time.perf_counter() + 0.001
            while time.perf_counter() < end:
                pass
            done.append(name)

        flood = [asyncio.ensure_future(order.run(many, lambda: work("many"))) for _ in range(30)]
        while not done:
            await asyncio.sleep(0)
        before = len(done)
        await order.run(few, lambda: work("few"))
        assert done.index("few") <= before + 1
        await asyncio.gather(*flood)
        await order.close()

    finished(ask())


def test_long_work_lets_others_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_scheduler, "PIECE", 0.0)

    async def ask() -> None:
        order, steps = FairScheduler(), 0
        one, other_one = Budget("one", GENEROUS), Budget("other", GENEROUS)

        def long() -> Iterator[None]:
            nonlocal steps
            for _ in range(1000):
                steps += 1
                yield

        walking = asyncio.ensure_future(order.run_steps(one, long()))
        await order.run(other_one, lambda: None)
        assert steps < 1000
        await walking
        assert steps == 1000
        await order.close()

    finished(ask())


def test_a_visitor_beyond_their_share_waits_and_others_do_not() -> None:
    async def ask() -> None:
        order = FairScheduler()
        spent = Budget("spent", Limits(share=1e-3, debt=1.0))
        spent.work.spend(1000.0)
        waiting = asyncio.ensure_future(order.run(spent, lambda: None))
        for _ in range(5):
            await order.run(Budget("new", GENEROUS), lambda: None)
        assert not waiting.done()
        waiting.cancel()
        await order.close()

    finished(ask())


def test_a_server_ends_even_if_somebody_asks_at_that_moment() -> None:
    async def ended() -> bool:
        order, budget = FairScheduler(), Budget("one", Limits(share=0.01))
        budget.work.spend(10.0)  # so it must wait
        waiting = [asyncio.ensure_future(order.run(budget, bool))]
        await asyncio.sleep(0.01)
        waiting.append(asyncio.ensure_future(order.run(Budget("other", Limits()), bool)))
        await asyncio.sleep(0)  # the scheduler sees it in the loop round in which everything ends
        closing = asyncio.ensure_future(order.close())
        await asyncio.wait([closing], timeout=2.0)
        for each in waiting:
            each.cancel()
        return closing.done()

    assert finished(ended())


def test_a_home_is_one_visitor() -> None:
    assert home("2001:db8::1") == home("2001:db8::ffff:2") != home("2001:db8:0:1::1")
    assert home("::ffff:10.0.0.1") == home("10.0.0.1")
    visitors = Visitors(GENEROUS, b"key")
    assert visitors.of("2001:db8::1") is visitors.of("2001:db8::2")
    assert "10.0.0.1" not in visitors.of("10.0.0.1").name


def test_tables_count_however_they_are_made(tmp_path: Path) -> None:
    """Requests, forks and rematches count alike: one visitor, one budget."""
    with serving(tmp_path, FEW) as client:
        made = table(client, "tic_tac_toe", "me", "random")
        with sitting(client, made) as person:
            for _ in range(2):
                person.say("fork", ply=0, players=["me", "random"])
                person.hear("table")
            assert "too many new tables" in person.refused("fork", ply=0, players=["me", "same"])
            while not person.turn()["result"]:
                person.act(person.seen["legal"][0])
            assert "too many new tables" in person.refused("rematch", swap=False)
        body = {"game": "pig", "seats": 2, "players": ["me", "random"]}
        assert client.post("/api/tables", json=body).status_code == 429
        assert client.post("/api/tables", json=body, headers=other(2)).status_code == 200


def test_one_visitor_keeps_only_so_many_tables(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(kept=2)) as client:
        table(client, "pig", "me", "random")
        table(client, "pig", "me", "random")
        body = {"game": "pig", "seats": 2, "players": ["me", "random"]}
        answer = client.post("/api/tables", json=body)
        assert answer.status_code == 429
        assert "2 tables, the maximum here" in answer.json()["error"]


def test_a_full_server_makes_room_for_newcomers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aicore.web.hub.MAX_TABLES", 4)
    monkeypatch.setattr("aicore.web.hub.MADE_ROOM", 2)
    with serving(tmp_path) as client:
        played = table(client, "tic_tac_toe", "me", "random")
        with sitting(client, played) as person:
            person.act(person.turn()["legal"][0])
        for _ in range(3):
            table(client, "pig", "me", "random")
        body = {"game": "pig", "seats": 2, "players": ["me", "random"]}
        assert client.post("/api/tables", json=body, headers=other(2)).status_code == 200
        with sitting(client, played) as person:  # it was played at, so it stays
            assert person.seen["ply"] >= 2


def test_a_full_server_makes_room_although_old_tables_are_viewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aicore.web.hub.MAX_TABLES", 3)
    monkeypatch.setattr("aicore.web.hub.MADE_ROOM", 1)
    with serving(tmp_path) as client, ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(sitting(client, table(client, "pig", "me", "random")))
        body = {"game": "pig", "seats": 2, "players": ["me", "random"]}
        for visitor in (2, 3):  # another visitor's only table goes, too
            answer = client.post("/api/tables", json=body, headers=other(visitor))
            assert answer.status_code == 200, answer.text


def test_uploads_count_while_they_arrive(tmp_path: Path) -> None:
    visitors = Visitors(Limits(bytes=1000), b"key")
    one, second = visitors.of("10.0.0.1"), visitors.of("10.0.0.2")
    with visitors.upload(one) as meter, visitors.upload(one) as more:
        meter.add(900)
        with pytest.raises(TooLarge):
            more.add(200)
        with visitors.upload(second) as others, visitors.upload(visitors.of("3")) as third:
            others.add(1000)
            third.add(1000)
            with pytest.raises(LimitReached), visitors.upload(visitors.of("4")) as fourth:
                fourth.add(500)
    assert (one.bytes, second.bytes, visitors.bytes) == (0, 0, 0)
    with serving(tmp_path, Limits(bytes=1000)) as client:
        answer = client.post("/api/tournaments", content=b"x" * 2000)
        assert answer.status_code == 413
        assert answer.headers["connection"] == "close"
        assert client.post("/api/records", content=b"x" * 900).status_code == 400


def test_people_with_seats_come_before_spectators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MAX_SPECTATORS", 2)
    monkeypatch.setattr(audience, "MAX_SOCKETS", 4)
    with serving(tmp_path) as client, ExitStack() as stack:
        made = table(client, "connect_four", "me", "friend")
        second = table(client, "connect_four", "me", "random")
        for at in (made, made, second, second):
            stack.enter_context(sitting(client, at, None, other(1)))
        with pytest.raises(WebSocketDisconnect) as closed, sitting(client, made, None, other(2)):
            pass
        assert closed.value.code == 1013
        with (
            sitting(client, made, headers=other(2)),
            sitting(client, made, made["tokens"][1], other(3)) as friend,
        ):
            assert friend.seen["seat"] == 1


def test_nobody_takes_all_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even with seats at tables: the visitor with the most sockets gives way."""
    monkeypatch.setattr(audience, "MAX_SOCKETS", 3)
    with serving(tmp_path) as client, ExitStack() as stack:
        for _ in range(3):
            own = table(client, "connect_four", "me", "random")
            stack.enter_context(sitting(client, own, headers=other(1)))
        made = table(client, "connect_four", "me", "random")
        with sitting(client, made, headers=other(2)) as person:
            assert person.seen["seat"] == 0
        stack.enter_context(sitting(client, own, headers=other(1)))
        with pytest.raises(WebSocketDisconnect):
            stack.enter_context(sitting(client, own, headers=other(1)))


def test_tables_without_people_may_think_only_so_much(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(watching=1e-6, watched=1e-9)) as client:
        made = table(client, "connect_four", "mcts:sims=2000", "mcts:sims=2000")
        with sitting(client, made) as person:
            while not person.seen["trouble"]:
                person.hear("state")
            assert "the computers pause" in person.seen["trouble"]
            assert not person.seen["result"]


def test_old_tables_expire(tmp_path: Path) -> None:
    store = TableStore(tmp_path / "web.sqlite")
    names = ["new", "unplayed", "unplayed old", "played", "played old"]
    for name in names:
        facts = TableFacts("pig", 2, {}, "1", ["human", "random"], ["", ""])
        store.add(name, facts, {f"token of {name}": Key(name, 0, True)}, [])
        if name.startswith("played"):
            store.append_event(name, 0, (0, "roll"), 1.0)
            store.touch(name, True)
        age = {"new": 0.0, "unplayed": 20.0, "played": 200.0}.get(name, 24.0 * 400)
        at = time.time() - 3600 * age
        store._base.execute("UPDATE tables SET at = ? WHERE id = ?", (at, name))
    assert set(store.expired(days=365.0, hours=72.0, limit=9)) == {"unplayed old", "played old"}
    assert set(store.expired(days=365.0, hours=10.0, limit=9)) == {
        "unplayed", "unplayed old", "played old",
    }  # fmt: skip
    store.close()
    with serving(tmp_path) as client:
        deadline = time.monotonic() + 60
        tokens = [f"token of {name}" for name in names]
        while time.monotonic() < deadline:
            found = client.post("/api/tables/mine", json={"tokens": tokens}).json()["tables"]
            if len(found) == 3:
                break
        assert {one["table"] for one in found} == {"new", "unplayed", "played"}
    base = sqlite3.connect(tmp_path / "web.sqlite")
    for kept in ("events", "tokens", "tables"):
        rows = base.execute(f"SELECT DISTINCT id FROM {kept}").fetchall()
        assert not {"unplayed old", "played old"} & {row[0] for row in rows}
    base.close()


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    base.execute("INSERT INTO meta VALUES ('format', 'aicore-web/1')")
    base.commit()
    base.close()
    with pytest.raises(WebError, match="another version"):
        TableStore(path)
