"""Tests of the doubling cube: who may double, what it costs, and how it is told and drawn."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.core.errors import AicoreError, NotationError
from aicore.core.picture import Scene
from aicore.core.story import Ending, Names, seen_event
from aicore.games.backgammon.words import story
from aicore.games.backgammon.words.notation import expand
from kit.positions import reached

TURN = ("open 0 6 1", "move 13 6", "move 8 1")
REPLY = ("roll 6 1", "move 13 6", "move 8 1")
EMPTY = [0] * 26


def men(**number: int) -> list[int]:
    """Return a seat's men: `p6=2` puts two on point 6; the others are off the board."""
    found = EMPTY.copy()
    for place, count in number.items():
        found[int(place[1:])] = count
    found[0] = 15 - sum(found)
    return found


def position(**fields: Any) -> aicore.State:
    """Return the position after the opening turn, with some fields changed."""
    state = reached("backgammon", *TURN, cube=3)
    return state.game.from_dict(state.to_dict() | fields)


def test_a_turn_begins_with_the_question_only_if_the_seat_may_double() -> None:
    assert aicore.load("backgammon", cube=1).start().turn == aicore.CHANCE
    first = reached("backgammon", "open 0 6 1", cube=1)
    assert not {"throw", "double"} & set(first.legal())  # the dice are thrown already
    asked = reached("backgammon", *TURN, cube=1)
    assert asked.turn == 1
    assert asked.legal() == ["throw", "double"]
    asked.apply("double")
    assert (asked.turn, asked.legal()) == (0, ["take", "drop"])
    asked.apply("take")
    assert (asked["cube"], asked["owner"], asked.turn) == (2, 0, aicore.CHANCE)
    for event in REPLY:
        asked.apply(event)
    assert asked.turn == aicore.CHANCE  # the stakes cannot be doubled again
    assert reached("backgammon", *TURN).turn == aicore.CHANCE  # no cube


def test_only_the_seat_that_took_may_double_next() -> None:
    state = reached("backgammon", *TURN, "double", "take", *REPLY, cube=2)
    assert (state.turn, state.legal()) == (0, ["throw", "double"])
    for event in ("throw", "roll 4 3", "move 24 4", "move 24 3"):
        state.apply(event)
    assert (state["mover"], state.turn) == (1, aicore.CHANCE)


@pytest.mark.parametrize(
    ("events", "returns"),
    [(("double", "drop"), [-1, 1]), (("double", "take", *REPLY, "double", "drop"), [2, -2])],
)
def test_a_dropped_double_costs_the_stakes_as_they_were(events, returns) -> None:
    state = reached("backgammon", *TURN, *events, cube=2)
    assert state.returns() == returns
    assert state.end == "dropped"


@pytest.mark.parametrize(("other", "points"), [(men(p6=14), 1), (men(p6=15), 2), (men(p20=15), 3)])
def test_a_win_counts_its_points_times_the_stakes(other: list[int], points: int) -> None:
    last = position(men=[men(p1=1), other], dice=[2, 1, 0, 0], turn=0, mover=0, cube=4, owner=1)
    last.apply("move 1 1" if "move 1 1" in last.legal() else last.legal()[0])
    assert last.returns() == [4 * points, -4 * points]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cube": 2}, "the cube belongs to somebody"),
        ({"owner": 1}, "the cube belongs to somebody"),
        ({"cube": 16}, "cube"),
        ({"offered": True}, "must answer"),
        ({"offered": True, "turn": 0, "cube": 2, "owner": 0}, "may not double"),
        ({"offered": True, "turn": 0, "cube": 8, "owner": 1}, "may not double"),
        ({"offered": True, "turn": 0, "dice": [2, 1, 0, 0]}, "may not double"),
        ({"cube": 2, "owner": 0}, "a seat to move must have some"),
        ({"turn": "end"}, "the game is not over yet"),
    ],
)
def test_impossible_cubes_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(AicoreError, match=message):
        position(**fields)
    for possible in ({"offered": True, "turn": 0}, {"offered": True, "turn": "end"}):
        assert position(**possible)["offered"]


def test_an_offer_is_worth_twice_as_much_but_no_more_than_the_stakes_to_the_mover() -> None:
    """Seat 1 doubles. Seat 0 drops if it is far behind; otherwise it plays for twice as much."""
    few, many = men(p1=1), men(p6=15)
    for sides in ([few, many], [many, few], [men(p6=9, p5=6), many], [many, many]):
        before = position(men=sides).evaluate()
        offered = position(men=sides, turn=0, offered=True).evaluate()
        assert offered[1] == pytest.approx(min(2 * before[1], 1.0))
        assert offered[0] == -offered[1]


@pytest.mark.parametrize(
    ("lead", "owner", "double", "drop"),
    [(7, -1, False, False), (8, -1, True, False), (8, 1, False, False), (9, 1, True, False),
     (12, -1, True, False), (13, -1, True, True)],
)  # fmt: skip
def test_the_policy_doubles_and_drops_by_the_race(
    lead: int, owner: int, double: bool, drop: bool
) -> None:
    """With 100 pips, by the 8-9-12 rule: double from 8 on, redouble from 9 on, drop from 13 on."""
    mine = men(p6=5, p7=10)
    theirs = men(**{"p6": 10, "p8": 4, f"p{8 + lead}": 1})
    assert [sum(p * n for p, n in enumerate(one)) for one in (mine, theirs)] == [100, 100 + lead]
    cube = {"cube": 1 if owner < 0 else 2, "owner": owner}
    asked = position(men=[theirs, mine], **cube)
    assert asked.game.text(asked.policy(aicore.Rng(1))) == ("double" if double else "throw")
    offered = position(men=[theirs, mine], turn=0, offered=True, **cube)
    assert offered.game.text(offered.policy(aicore.Rng(1))) == ("drop" if drop else "take")


def test_doubles_are_told() -> None:
    state = reached("backgammon", *TURN, cube=2)
    names = Names(("Ann", "Ben"), None)
    events = []
    for actor, text in ((1, "double"), (0, "take"), (-1, "roll 6 1"), (1, "move 13 6"),
                        (1, "move 8 1"), (0, "double"), (1, "drop")):  # fmt: skip
        before = state.clone()
        state.apply(text)
        events.append(seen_event(before, actor, text, state, None))
    assert story.tell_all(state.game, events, names) == [
        "Ben offers to double the stakes to 2.",
        "Ann takes the double, and the stakes are 2.",
        "Ben rolls 6 and 1, and moves 13 to 7 and 8 to 7.",
        "Ann offers to double the stakes to 4.",
        "Ben drops the double.",
    ]
    ending = Ending("dropped", state, state.scores(), state.returns())
    assert story.end(state.game, ending, names) == "Ann wins two points: Ben dropped the double."


def test_the_aim_mentions_the_cube_only_if_there_is_one() -> None:
    without, with_cube = (aicore.load("backgammon", cube=cube) for cube in (0, 2))
    lines = story.aim(without)
    assert not any("stakes" in line for line in lines)
    (more,) = story.aim(with_cube)[len(lines) :]
    assert more.startswith("Before you throw, you may offer to double the stakes.")


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "The stakes are 1. Both sides may double."),
        ({"cube": 4, "owner": 1}, "The stakes are 4. Only Ben may double."),
        ({"cube": 8, "owner": 0, "turn": "chance"}, "The stakes are 8, the highest ones."),
        ({"turn": 0, "offered": True}, "Ben offers to double the stakes to 2."),
        ({"turn": "end", "offered": True}, "The stakes are 1."),
    ],
)
def test_the_cube_is_described(fields: dict[str, Any], line: str) -> None:
    assert story.cube_line(position(**fields), Names(("Ann", "Ben"), None)) == line


def test_a_move_before_the_throw_or_the_answer_is_refused_with_a_reason() -> None:
    with pytest.raises(NotationError, match="throw the dice first"):
        expand(position(), "13/7")
    with pytest.raises(NotationError, match="answer the double first"):
        expand(position(turn=0, offered=True), "13/7")


@pytest.mark.parametrize(
    ("fields", "stakes"), [({}, "1"), ({"cube": 4, "owner": 1}, "4"),
                           ({"turn": 0, "offered": True}, "2")],
)  # fmt: skip
def test_the_cube_is_drawn_with_its_choices(fields: dict[str, Any], stakes: str) -> None:
    state = position(**fields)
    scene = Scene(state.view(state.turn), legal=tuple(state.legal()))
    drawn = list(state.game.info.picture.draw(scene).iter())
    (cube,) = [one for one in drawn if one.get("data-id") == "cube"]
    assert cube.get("data-face") == stakes
    chosen = {one.get("data-actions") for one in drawn} - {None}
    assert chosen == {"0", "1"}
