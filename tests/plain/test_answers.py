"""Tests of the answers that searches keep: the same decisions, with fewer calls of methods."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import MistakeError
from plain.made import made, settled


@pytest.mark.parametrize("name", ["connect_four", "backgammon", "hearts", "goofspiel"])
def test_kept_answers_change_no_decision(name, example):
    game = aicore.load(example(name))
    state = settled(game)
    decisions = []
    for caching in (True, False):
        game.caching = caching
        player = aicore.player("mcts:sims=60,cutoff=4", game, seed=3)
        decisions.append(player.decide(state.view(state.turn)))
    one, two = decisions
    assert [(each.action, each.visits, each.values) for each in one.candidates] == [
        (each.action, each.visits, each.values) for each in two.candidates
    ]


COUNTED = """
CALLS = []
class Counted(Game):
    n = Int(0, 99)
    @action("add N", N=(1, 3))
    def add(self, s, n):
        CALLS.append(n)
        s.n += n
        s.turn = END if s.n > 20 else self.after(s.turn)
    def result(self, s):
        return s.n % 2
    def estimate(self, s):
        return [0.5, 0.5]
"""


def calls_of(folder, caching):
    game = made(folder, COUNTED)
    game.caching = caching
    calls = game.author.add.__func__.__globals__["CALLS"]
    calls.clear()
    aicore.player("mcts:sims=2000,cutoff=0", game, seed=1).decide(game.start().view(0))
    return len(calls)


def test_a_search_calls_the_author_only_in_new_positions(tmp_path):
    """The game has 63 positions with at most three actions each."""
    assert calls_of(tmp_path, True) <= 3 * 63
    assert calls_of(tmp_path, False) > 2000


def test_chance_that_goes_on_forever_is_still_found(tmp_path):
    game = made(tmp_path, """
class Forever(Game):
    n = Int(0, 9)
    def setup(self, s):
        s.turn = CHANCE
    @event("toss N", N=(0, 1))
    def toss(self, s, n):
        pass
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
""")  # fmt: skip
    with pytest.raises(MistakeError, match="chance goes on forever"):
        game.start().settle(aicore.Rng(1))


@pytest.mark.slow
def test_many_outcomes_of_one_position_are_not_chance_that_goes_on_forever(tmp_path):
    """A full search of nine dice looked like endless chance, and ended the game."""
    game = made(tmp_path, """
class Toss(Game):
    n = Int(0, 1)
    def setup(self, s):
        s.turn = CHANCE
    @event("toss N", N=(0, 1))
    def toss(self, s, n):
        s.n, s.turn = n, 0
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
""")  # fmt: skip
    state = game.start()
    ((outcome, _chance), _other) = state.outcome_actions()
    for _time in range((1 << 20) + 1):
        state.clone().apply(outcome)
