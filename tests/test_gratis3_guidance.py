"""Gratis-3: the captain, the estimate, what is promising."""

from __future__ import annotations

import pytest
from gratis3_positions import play, position

import aicore


def test_policy_beats_random_play() -> None:
    game, rng = aicore.load("gratis3"), aicore.Rng(3)
    won = 0.0
    for number in range(60):
        state = game.start()
        while state.turn != aicore.END:
            state.apply(state.policy(rng) if state.turn == number % 2 else state.sample(rng))
        won += state.returns()[number % 2]
    assert won > 57  # 300 of 300 in a measurement of our own


def test_policy_takes_what_is_plain() -> None:
    rng = aicore.Rng(1)
    state = position(3, 7, down={0: "weapons defense"}, phase="repair")
    assert state.game.text(state.policy(rng)) == "repair weapons"
    state = play(position(3, 3, shields=(2, 0)), "play short-range", "no-evade", "roll 5: 2,0")
    state.apply("systems 3,4")
    assert state.game.text(state.policy(rng)) == "knock weapons"


def test_evaluate_is_a_distribution_and_knows_who_leads() -> None:
    for seats in (2, 3, 4):
        game, rng, right = aicore.load("gratis3", seats=seats), aicore.Rng(seats), 0.0
        for _ in range(100):
            state, guesses = game.start(), []
            while state.turn != aicore.END:
                chances = state.evaluate()
                assert sum(chances) == pytest.approx(1)
                assert min(chances) >= 0
                guesses.append(chances)
                state.play_out(rng, 5, guided=True)
            assert state.evaluate() == state.returns()
            late = guesses[len(guesses) * 3 // 4]
            right += state.returns()[late.index(max(late))]
        assert right / 100 > 1.4 / seats  # far more than chance
