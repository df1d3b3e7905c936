"""Tests of backgammon against OpenSpiel's, which plays both dice at once: equal positions."""

from __future__ import annotations

import random
import re

import pytest

import aicore

pyspiel = pytest.importorskip("pyspiel", reason="no OpenSpiel")
BAR_THERE = 100  # OpenSpiel's kBarPos
Men = tuple[tuple[int, ...], tuple[int, ...]]


def men_there(state) -> Men:
    """Return the men by seat and point, as in `to_dict`."""
    found = []
    for player in range(2):
        points = [0] * 26
        for place in range(24):
            points[24 - place if player == 0 else place + 1] = state.board(player, place)
        points[25] = state.board(player, BAR_THERE)
        points[0] = 15 - sum(points)
        found.append(tuple(points))
    return found[0], found[1]


def men_here(state: aicore.State) -> Men:
    one, other = state.to_dict()["men"]
    return tuple(one), tuple(other)


def results_here(state: aicore.State) -> set[Men]:
    """Return all positions to which the dice of a turn can lead."""
    mover, found, met = state.turn, set(), set()
    open_states = [state]
    while open_states:
        one = open_states.pop()
        for action in one.legal():
            after = one.clone()
            after.apply(action)
            if after.turn == mover:
                if bytes(after) not in met:
                    met.add(bytes(after))
                    open_states.append(after)
            else:
                found.add(men_here(after))
    return found


def results_there(state) -> dict[Men, list[int]]:
    """Return the same in OpenSpiel, with the actions that lead there; a double is two turns."""
    mover, found = state.current_player(), {}
    open_states = [(state, [])]
    while open_states:
        one, path = open_states.pop()
        for action in one.legal_actions():
            after = one.child(action)
            if not after.is_terminal() and after.current_player() == mover:
                open_states.append((after, [*path, action]))
            else:
                found.setdefault(men_there(after), [*path, action])
    return found


@pytest.mark.slow
def test_throws_lead_to_the_same_positions() -> None:
    """Doubles are compared one way only: OpenSpiel requires two dice at a time to be played."""
    there_game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    rng, compared = random.Random(1), 0
    for _ in range(30):
        there = there_game.new_initial_state()
        here = None
        while not there.is_terminal():
            if there.is_chance_node():
                there.apply_action(rng.choice(there.legal_actions()))
                continue
            seat = there.current_player()
            dice = sorted(map(int, re.findall(r"Dice: (\d)(\d)", str(there))[0]), reverse=True)
            if here is None:
                here = aicore.load("backgammon").start()
                here.apply(f"open {seat} {dice[0]} {dice[1]}")
            elif here.turn == aicore.CHANCE:
                here.apply(f"roll {dice[0]} {dice[1]}")
            assert here.turn == seat
            assert men_here(here) == men_there(there)
            ours, theirs = results_here(here), results_there(there)
            assert ours <= set(theirs)
            assert dice[0] == dice[1] or ours == set(theirs)
            compared += 1
            chosen = rng.choice(sorted(ours))
            for action in theirs[chosen]:
                there.apply_action(action)
            fields = {**here.to_dict(), "men": [list(side) for side in chosen]}
            over = there.is_terminal()
            fields |= {"dice": [0] * 4, "mover": seat if over else 1 - seat}
            here = here.game.from_dict({**fields, "turn": "end" if over else "chance"})
        assert here.returns() == there.returns()
    assert compared > 1000
