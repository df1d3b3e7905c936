"""Tests of backgammon's usual notation: each written move stands for legal actions."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import NotationError
from aicore.games.backgammon.words.notation import expand
from kit.effort import effort
from kit.positions import reached, steps, walk

OPENING = ("open 0 6 1",)


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("13/7 8/7", ["move 13 6", "move 8 1"]),
        ("13/7, 8/7", ["move 13 6", "move 8 1"]),
        ("8/7; 13/7*", ["move 8 1", "move 13 6"]),
        ("13/7", ["move 13 6"]),
        ("13/7/6", ["move 13 6", "move 7 1"]),
        ("13/6", ["move 13 6", "move 7 1"]),
        ("8/7(1)", ["move 8 1"]),
    ],
)
def test_written_moves_stand_for_actions(line: str, actions: list[str]) -> None:
    assert expand(reached("backgammon", *OPENING), line) == actions


@pytest.mark.parametrize("line", ["13/10", "bar/22", "13/7 13/7", "6/off", "24/17", "7/13"])
def test_moves_that_the_dice_do_not_allow_are_refused(line: str) -> None:
    with pytest.raises(NotationError, match=r"your men cannot move .* with your dice \(1, 6\)"):
        expand(reached("backgammon", *OPENING), line)


@pytest.mark.parametrize("line", ["", "move 13 6", "13", "13/7 hint", "13-7", "off", "1/2/"])
def test_other_lines_are_no_shorthand(line: str) -> None:
    assert expand(reached("backgammon", *OPENING), line) is None


def test_every_turn_can_be_written() -> None:
    """Whole turns of random games, written with steps of one die, lead to the same positions."""
    game = aicore.load("backgammon")
    checked = 0
    for seed in range(effort(3, 20)):
        before, written = None, []
        for state, event, after in steps(game, seed):
            text = game.text(event)
            if state.turn < 0 or not text.startswith("move"):
                before, written = None, []
                continue
            if before is None:
                before, written = state, []
            start, die = text.split()[1:]
            end = (25 if start == "bar" else int(start)) - int(die)
            written.append(f"{start}/{end if end > 0 else 'off'}")
            if after.turn == state.turn:
                continue
            played = before.clone()
            for action in expand(before, " ".join(written)) or ():
                played.apply(action)
            assert played == after, written
            checked += 1
            before = None
    assert checked > 50


def test_no_written_move_is_illegal() -> None:
    game = aicore.load("backgammon")
    for state in list(walk(game, 1))[:: effort(9, 2)]:
        if state.turn < 0:
            continue
        for start in range(1, 25):
            for end in range(start):
                try:
                    actions = expand(state, f"{start}/{end or 'off'}")
                except NotationError:
                    continue
                after = state.clone()
                for action in actions or ():
                    after.apply(action)  # raises IllegalAction
