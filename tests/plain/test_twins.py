"""Examples against compiled games of the same rules, and against exact values."""

from __future__ import annotations

import pytest

import aicore
from aicore.search.exact import minimax, solve

TWINS = {
    # example -> compiled game, how the example's texts read there
    "connect_four": ("connect_four", lambda text: text.removeprefix("drop ")),
    "pig": ("pig", lambda text: text.replace("face", "rolls")),
}


@pytest.mark.parametrize("name", TWINS)
def test_lock_step(name, example):
    """Random games have the same events, probabilities and ends."""
    compiled, read = TWINS[name]
    for seed in range(12 if name == "connect_four" else 2):
        plain, other = aicore.load(example(name)).start(), aicore.load(compiled).start()
        rng = aicore.Rng(seed)
        while plain.turn != aicore.END:
            assert plain.turn == other.turn
            assert [read(text) for text in plain.legal()] == other.legal()
            assert [(read(text), chance) for text, chance in plain.outcomes()] == [
                (text, pytest.approx(chance)) for text, chance in other.outcomes()
            ]
            text = plain.game.text(plain.sample(rng))
            plain.apply(text)
            other.apply(read(text))
        assert other.turn == aicore.END
        assert plain.returns() == other.returns()


@pytest.mark.parametrize(
    "spec",
    [
        "mcts:sims=150,c=0.7,cutoff=-1,playouts=uniform,graph=0,prior=0,prune=off",
        "mcts:sims=100,c=1,cutoff=-1,playouts=uniform,graph=0,prune=off,trees=2,share=off,root=halving",
        "flat:sims=60,cutoff=-1,playouts=uniform,prune=off",
    ],
)
def test_searches_by_playouts_decide_alike(spec, example):
    """Bit for bit: the same actions in the same order, drawn by the same random numbers."""
    compiled, read = TWINS["connect_four"]
    plain = aicore.load(example("connect_four")).start()
    other = aicore.load(compiled).start()
    for text in ("drop d", "drop d", "drop c"):
        plain.apply(text)
        other.apply(read(text))
    seat = plain.turn
    first = aicore.player(spec, plain.game, seed=5).decide(plain.view(seat))
    second = aicore.player(spec, other.game, seed=5).decide(other.view(seat))
    assert read(first.action) == second.action
    assert [(read(one.action), one.visits, one.values, one.error) for one in first.candidates] == [
        (one.action, one.visits, one.values, one.error) for one in second.candidates
    ]


def test_pig_is_worth_what_the_compiled_game_is(example):
    """Value iteration over all positions (Neller and Presser 2004), here to 9 points."""
    plain = aicore.load(example("pig"), target=9)
    other = aicore.load("pig", target=9)
    mine, theirs = solve(plain), solve(other)
    first, second = plain.start(), other.start()
    assert mine.positions > 300
    assert mine.value(first) == pytest.approx(theirs.value(second), abs=1e-9)


@pytest.mark.parametrize(("rows", "wins"), [(1, True), (2, True)])
def test_nim_is_won_by_the_sum_without_carrying(rows, wins, example):
    """Bouton 1901: whoever moves wins unless the rows' sizes add up to 0 without carrying."""
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
