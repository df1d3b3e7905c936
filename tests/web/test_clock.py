"""Tests of a table's clocks: they run only for those present, and never back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from aicore.web import fair_scheduler
from aicore.web.fair_scheduler import FairScheduler
from aicore.web.tables import Table
from aicore.web.visitors import Budget
from kit.web import Person, serving, sitting, table


class FakeClock:
    """Clock that advances on command."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("aicore.web.tables.monotonic", lambda: self.now)

    def advance(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    return FakeClock(monkeypatch)


def reads(person: Person, *clock: float, running: int | None = 0) -> bool:
    """Whether these clocks arrive, and none runs backward before."""
    for _ in range(200):
        if (person.seen["clock"], person.seen["running"]) == ([*clock], running):
            return True
        before = person.seen["clock"]
        person.say("look", narrow=False)  # others' actions arrive by themselves, but when?
        person.hear("state")
        assert all(now >= then for now, then in zip(person.seen["clock"], before, strict=True))
        time.sleep(0.01)
    return False


def test_a_reload_turns_no_clock_back(tmp_path: Path, fake_clock: FakeClock) -> None:
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend")
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            assert reads(two, 0, 0)
            fake_clock.advance(47)
            with sitting(client, made) as tab:  # a second tab, or the same one before it is gone
                assert all(reads(person, 47, 0) for person in (tab, one, two))
                fake_clock.advance(3)
            assert all(reads(person, 50, 0) for person in (one, two))
            fake_clock.advance(2)
            with sitting(client, made, made["tokens"][1]) as other:  # nor does somebody else's tab
                assert all(reads(person, 52, 0) for person in (other, one, two))
            one.say("act", actions=["a"], ply=0)
            assert reads(two, 52, 0, running=1)


def test_the_clock_of_an_absent_player_stops_and_loses_nothing(
    tmp_path: Path, fake_clock: FakeClock
) -> None:
    """This holds while a friend waits, while nobody is there, and after a restart of the server."""
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend")
        with sitting(client, made, made["tokens"][1]) as two:
            with sitting(client, made):
                assert reads(two, 0, 0)
                fake_clock.advance(47)
            assert reads(two, 47, 0, running=None)
            fake_clock.advance(1000)
            with sitting(client, made) as one:
                assert all(reads(person, 47, 0) for person in (one, two))
                fake_clock.advance(3)
        fake_clock.advance(1000)
        with sitting(client, made) as one:
            assert one.seen["clock"] == [50, 0]
            fake_clock.advance(5)
    fake_clock.advance(1000)
    with serving(tmp_path) as client, sitting(client, made) as one:
        assert (one.seen["clock"], one.seen["running"]) == ([55, 0], 0)
        fake_clock.advance(5)
        one.say("act", actions=["a"], ply=0)
        while not one.seen["ply"]:
            one.hear("state")
        assert (one.seen["clock"], one.seen["running"]) == ([60, 0], None)  # the friend is away
    with serving(tmp_path) as client, sitting(client, made) as one:
        assert one.seen["clock"] == [60, 0]


def test_no_clock_runs_at_a_game_that_is_only_viewed(tmp_path: Path, fake_clock: FakeClock) -> None:
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend")
        with sitting(client, made) as one:
            one.say("resign")
            while one.seen["result"] is None:
                one.hear("state")
            assert one.seen["running"] is None
            one.say("save", what="record")
            record = one.hear("file")["text"]
        shown = client.post("/api/records", content=record.strip()).json()
        with sitting(client, shown) as one:
            fake_clock.advance(10)
            assert (one.seen["running"], one.seen["clock"]) == (None, [0, 0])


def test_the_time_of_an_undone_move_does_not_count(tmp_path: Path, fake_clock: FakeClock) -> None:
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend")
        with sitting(client, made) as one:
            fake_clock.advance(7)
            one.say("act", actions=["a"], ply=0)
            while not one.seen["ply"]:
                one.hear("state")
            fake_clock.advance(9)
            one.say("undo")
            while one.seen["ply"]:
                one.hear("state")
            assert one.seen["clock"] == [0, 0]


def test_an_undo_counts_as_soon_as_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may read the clock between any two pieces of the loop's work."""
    tables: list[Table] = []
    torn: list[str] = []  # tables with times of other events than they have
    begin, piece = Table.__init__, FairScheduler._piece

    def noted(self: Table, *given: Any) -> None:
        begin(self, *given)
        tables.append(self)

    def checked(self: FairScheduler, budget: Budget) -> None:
        piece(self, budget)
        torn.extend(one.id for one in tables if len(one.seconds) != one.ply)

    monkeypatch.setattr(fair_scheduler, "PIECE", 0.0)
    monkeypatch.setattr(FairScheduler, "_piece", checked)
    monkeypatch.setattr(Table, "__init__", noted)
    with serving(tmp_path) as client:
        made = table(client, "pig", "me", "friend", seed="1")
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            one.say("act", actions=["roll"], ply=0)
            while two.seen["ply"] < 2:
                two.hear("state")
            for person in (one, two):
                person.say("offer", what="takeback", yes=True)
            while one.seen["edition"] < 1:
                one.hear("state")
        alone = table(client, "connect_four", "me", "random")
        with sitting(client, alone) as one:
            one.say("act", actions=["a"], ply=0)
            while one.seen["ply"] < 2:
                one.hear("state")
            one.say("undo")
            while one.seen["edition"] < 1:
                one.hear("state")
        assert len(tables) == 2
        assert not torn


def ended(person: Person) -> str:
    while person.seen["result"] is None:
        person.hear("state")
    return str(person.seen["result"])


def test_a_player_who_runs_out_of_time_loses_even_if_absent(tmp_path: Path) -> None:
    """The clock waits until both came, and runs while one of them is there."""
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend", clock=["turn", 1, 0])
        with sitting(client, made) as one:
            assert (one.seen["limit"], one.seen["left"]) == (["turn", 1, 0], [1, 1])
            assert one.seen["running"] is None
            with sitting(client, made, made["tokens"][1]) as two:
                while one.seen["running"] != 0:
                    one.hear("state")
                one.say("act", actions=["a"], ply=0)
                while two.seen["turn"] != 1:
                    two.hear("state")
            assert ended(one) == "friend ran out of time: you win."
            assert one.seen["end"] == {"shares": [1, 0], "scores": [], "teams": [0, 1]}


def test_a_computer_takes_over_from_one_of_several_who_runs_out_of_time(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = table(client, "booster", "me", "friend", "friend", seed="2", clock=["turn", 1, 0])
        people = [sitting(client, made, token) for token in made["tokens"]]
        with people[0] as one, people[1], people[2]:
            while all(player["kind"] == "person" for player in one.seen["players"]):
                one.hear("state")
            assert one.seen["result"] is None


def test_a_clock_for_the_game_adds_time_for_each_turn(
    tmp_path: Path, fake_clock: FakeClock
) -> None:
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "me", "friend", clock=["game", 100, 5])
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            for ply, person in enumerate((one, two, one, two)):
                fake_clock.advance(20)
                person.say("act", actions=["abab"[ply]], ply=ply)
                while one.seen["ply"] <= ply or two.seen["ply"] <= ply:
                    (one if one.seen["ply"] <= ply else two).hear("state")
            assert one.seen["left"] == [100 - 40 + 10] * 2
        with sitting(client, made) as one:
            assert one.seen["left"] == [70, 70]


def test_a_turn_of_several_moves_has_one_clock(tmp_path: Path, fake_clock: FakeClock) -> None:
    """In Pig each roll is a decision; in the end, the turn began with the first."""
    with serving(tmp_path) as client:
        made = table(client, "pig", "me", "friend", seed="5", clock=["turn", 60, 0])
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]):
            for rolls in range(2):
                fake_clock.advance(10)
                ply = one.turn()["ply"]
                one.say("act", actions=["roll"], ply=ply)
                while one.seen["ply"] < ply + 2:
                    one.hear("state")
                assert one.seen["left"] == [60 - 10 * (rolls + 1), 60]


def test_a_solo_game_has_no_time_limit(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        body = {"game": "ransom", "seats": 1, "players": ["me"], "clock": ["turn", 60, 0]}
        answer = client.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["error"]) == (
            400, "ransom is a solo game: it has no clock",
        )  # fmt: skip
        body |= {"game": "pig", "seats": 2, "players": ["me", "me"], "clock": ["turn", 0, 0]}
        assert "clock" in client.post("/api/tables", json=body).json()["error"]
