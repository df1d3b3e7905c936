"""Tests of the search for missed escapes, on hand-made records."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.record import Record
from games.relics.escapes import main, missed_escapes, way_out
from games.relics.scenario import LANE_PLATFORMS, QUIET, Scenario, Stage
from games.relics.twin.data import LANES, SQUARES_OF, WALLED


def record(*events, galleries=QUIET, lanes=LANE_PLATFORMS, weapons="shield", rounds=1):
    """Return the record of a game of two seats from N and E; `any` is the first legal action."""
    others = [name for name in SQUARES_OF if name not in lanes.values()]
    setup = [f"gallery {gallery} {galleries[gallery]}" for gallery in WALLED]
    setup += [f"platform {x},{y} {lanes.get(f'{x},{y}') or others.pop(0)}" for x, y in LANES]
    setup += [f"weapon {seat} {weapons}" for seat in range(2)]
    state = aicore.load("relics", rounds=rounds).start()
    made = []
    for event in [*setup, "airlock E", "airlock N", *events]:
        event = state.legal()[0] if event == "any" else event
        made.append(("chance" if state.turn < 0 else state.turn, event))
        state.apply(event)
    return Record(
        game="relics", seats=2, options={"rounds": rounds}, seed=0, players=["a", "b"],
        events=made, scores=state.scores(), returns=state.returns(), end=state.end,
    )  # fmt: skip


WALK = ("lift p07", "at 15,0", "turn 0", "move s", "move s")


def found(made):
    return [(missed.seat, missed.points, missed.path) for missed in missed_escapes(made)]


def test_an_airlock_underfoot_is_an_escape():
    # with nobody else out, a seat that escapes with 0 points wins (README, ruling 12)
    assert found(record("end", "end")) == [(0, 0, ("escape",)), (1, 0, ("escape",))]


def test_a_seat_that_is_out_missed_nothing_and_a_tie_goes_to_the_earlier():
    assert found(record("escape", "end")) == []
    assert found(record("end", "escape")) == [(0, 0, ("escape",))]  # seat 0 would have been earlier


def test_the_way_back_is_walked():
    assert found(record(*WALK, "end", "escape"))[0][2] == ("escape",)  # at first, on the airlock
    # nothing is missed on the next-to-last possible turn
    made = record(*WALK, "end", "end", "end", "escape", rounds=2)
    assert found(made) == [(0, 0, ("move n", "move n", "escape"))]
    assert missed_escapes(made)[0].round == 2


def test_a_seat_with_less_than_another_missed_nothing():
    # seat 1 takes an item (1 point) in round 1 and leaves with it in round 2
    fetch = (
        "lift p08", "at 29,15", "turn 1", "lift p09", "at 27,15", "turn 3",
        *("move w",) * 7, "item tape", "end",
    )  # fmt: skip
    home = (*("move e",) * 7, "escape")
    made = record("end", *fetch, "end", *home, rounds=2)
    assert made.scores == [0, 1]
    assert found(made) == []


def test_a_hit_on_the_way_is_patched():
    tiles = {**QUIET, "g1": "e1", "g2": "n2"}  # gun2 in 15,4 fires north, past the airlock's lane
    out = ("lift p07", "at 15,0", "turn 0", "move s", "patch", "end", "end")
    made = record(*out, "end", "escape", galleries=tiles, rounds=2)
    assert found(made) == [(0, 0, ("move n", "patch", "escape"))]


def stands(given):
    """Return a position on the quiet board with a lane from N to g2."""
    stage = Stage(Scenario("", ""))
    stage.do_given("platform p08 at 15,2 turn 0")
    stage.do_given(given)
    stage.both()
    return stage.state


def test_ways_out():
    # rules page: seven squares from g2's large one to the airlock
    assert way_out(stands("at 15,6; ap 7"), 0) == (*("move n",) * 7, "escape")
    assert way_out(stands("at 15,6; ap 6"), 0) is None
    assert way_out(stands("at 15,6; ap 7; shell 1"), 0) is None  # the Shell makes a move cost 2
    assert way_out(stands("at 15,6; ap 12; net g2"), 0) is None
    assert way_out(stands("at 15,6; ap 8; holes 1"), 0) is None  # the patch takes 2
    assert way_out(stands("at 15,6; ap 9; holes 1"), 0) is not None
    assert way_out(stands("at 15,6; ap 8; fires 15,5"), 0) is None
    assert way_out(stands("at 15,6; ap 9; fires 15,5"), 0) is not None
    assert way_out(stands("at 15,6; ap 12; platform p08 at 0,0 turn 0"), 0) is None
    assert way_out(stands("at 15,8; ap 9; tokens g2 2"), 0) is not None  # over an item
    assert way_out(stands("at 15,6; ap 7; seat 1 at 15,3"), 0) is not None  # past a piece


def test_the_last_turns_of_the_last_defense_are_last():
    to_the_side = (
        "lift p07", "at 15,0", "turn 0", "lift p08", "at 15,2", "turn 0",
        *("move s",) * 7, "item tape", "end", "end",
    )  # fmt: skip
    to_the_center = (
        "lift p13", "at 15,9", "turn 1", "lift p09", "at 15,11", "turn 2",
        *("move s",) * 7, "end", "end",
    )  # fmt: skip
    taken = ("move s", "move s", "take", "end", "end")
    removed = ("any", "any", "end", "end") * 8  # all sixteen, from round 4 to round 11
    made = record(*to_the_side, *to_the_center, *taken, *removed, rounds=12)
    assert made.end == "last-defense"
    (missed,) = missed_escapes(made)
    assert (missed.seat, missed.round, missed.path) == (1, 11, ("escape",))


def test_an_unfinished_record_is_refused():
    with pytest.raises(AssertionError, match="unfinished"):
        missed_escapes(Record("relics", 2, {}, 0, ["a", "b"]))


def test_files_are_read(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    record("end", "end").write(file)
    record("escape", "escape").write(file)
    assert main([str(file)]) == 2
    out = capsys.readouterr().out
    assert "line 1: a Missed(" in out
    assert "2 games of relics, 2 missed escapes" in out
