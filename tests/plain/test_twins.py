"""Tests that examples decide like compiled games of the same rules, and have known values."""

from __future__ import annotations

import pytest

import aicore
from aicore.search.exact import minimax, solve


@pytest.mark.parametrize(
    "spec",
    [
        "mcts:sims=150,c=0.7,cutoff=-1,playouts=uniform,graph=0,prior=0,prune=off,net=none",
        "mcts:sims=100,c=1,cutoff=-1,playouts=uniform,graph=0,prune=off,trees=2,share=off,root=halving,net=none",
        "flat:sims=60,cutoff=-1,playouts=uniform,prune=off",
    ],
)
def test_searches_by_playouts_decide_alike(spec, example):
    """They agree bit for bit: the same actions in the same order, from the same random numbers."""
    plain = aicore.load(example("connect_four")).start()
    other = aicore.load("connect_four").start()
    for column in "ddc":
        plain.apply(f"drop {column}")
        other.apply(column)
    seat = plain.turn
    first = aicore.player(spec, plain.game, seed=5).decide(plain.view(seat))
    second = aicore.player(spec, other.game, seed=5).decide(other.view(seat))
    assert first.action == f"drop {second.action}"
    assert [
        (one.action.removeprefix("drop "), one.visits, one.values, one.error)
        for one in first.candidates
    ] == [(one.action, one.visits, one.values, one.error) for one in second.candidates]


def test_pig_has_the_value_of_the_compiled_game(example):
    """Value iteration runs over all positions (Neller and Presser 2004), here to 9 points."""
    plain = aicore.load(example("pig"), target=9)
    other = aicore.load("pig", target=9)
    mine, theirs = solve(plain), solve(other)
    first, second = plain.start(), other.start()
    assert mine.positions > 300
    assert mine.value(first) == pytest.approx(theirs.value(second), abs=1e-9)


@pytest.mark.parametrize(("rows", "wins"), [(1, True), (2, True)])
def test_nim_is_won_by_the_sum_without_carrying(rows, wins, example):
    """Bouton 1901: the mover wins unless the rows' sizes add up to 0 without carrying."""
    state = aicore.load(example("nim"), rows=rows).start()
    sizes = range(3, 3 + rows)
    total = 0
    for size in sizes:
        total ^= size
    assert (total != 0) == wins
    assert minimax(state)[0] == float(wins)
    if rows == 2:
        state.apply("take 1 from 2")  # 3 and 3
        assert minimax(state)[0] == 1.0  # seat 1, to move, has lost
