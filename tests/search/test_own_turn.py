"""Tests of the look-ahead over one's own turn against the same look-ahead in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from copy import copy

import pytest

import aicore
from aicore.core.errors import AicoreError, SpecError
from aicore.core.net_file import write_net
from aicore.core.policy_net import PolicyNet
from aicore.core.rng import Rng
from aicore.search.mcts.own_turn import OwnTurn
from kit.nets import drawn

WIDTHS = (32,)
FORKS = """
from aicore.plain import END, Game, Int, action

class Forks(Game):
    \"\"\"A long way with many forks, which loses, and a short one, which wins.\"\"\"

    seats = 2
    steps, path = Int(0, 21), Int(0, 1 << 21)

    @action("long")
    def long(self, s):
        s.steps = 1

    @action("short")
    def short(self, s):
        s.steps = 21

    long.legal(lambda self, s: s.steps == 0)
    short.legal(lambda self, s: s.steps == 0)

    @action("turn N", N=(0, 1))
    def turn(self, s, n):
        s.path = 2 * s.path + n
        s.steps += 1
        if s.steps == 21:
            s.turn = END

    turn.legal(lambda self, s: (0, 1) if 0 < s.steps < 21 else ())

    @action("win")
    def win(self, s):
        s.turn = END

    win.legal(lambda self, s: s.steps == 21)

    def result(self, s):
        return 0 if s.path == 0 and s.steps == 21 else 1
"""


def judged(net: PolicyNet, state: aicore.State, mover: int) -> list[float]:
    """Return each seat's return where the mover's turn has ended, as the network expects it."""
    game = state.game
    if state.turn == aicore.END:
        return state.returns()
    turn = mover if state.turn == aicore.CHANCE else state.turn
    values = list(net(state.view(turn).net_input())[0])
    if len(values) < game.seats:
        values.append(1.0 - values[0])
    found = [0.0] * game.seats
    for place, value in enumerate(values):
        found[(turn + place) % game.seats] = game.low + game.stake * value
    return found


def best(net: PolicyNet, state: aicore.State, mover: int) -> list[float]:
    """Return each seat's return after the best sequence of the mover's own actions."""
    if state.turn != mover:
        return judged(net, state, mover)
    found = []
    for action in state.legal_actions():
        after = copy(state)
        after.apply(action)
        found.append(best(net, after, mover))
    return max(found, key=lambda values: values[mover])


@pytest.mark.parametrize("name", ["backgammon", "connect_four", "pig", "ransom", "trader"])
def test_values_are_those_of_the_best_sequence_of_own_actions(name: str) -> None:
    game = aicore.load(name)
    net = drawn(game, WIDTHS)
    turn = OwnTurn(game, net)
    chance, rng, seen = aicore.Chance(3), Rng(5), 0
    state = game.start()
    while seen < 25:
        if state.turn == aicore.END:
            state = game.start()
        if state.turn == aicore.CHANCE:
            chance.settle(state)
            continue
        mover, legal = state.turn, state.legal_actions()
        if len(legal) > 1:
            seen += 1
            expected = {}
            for action in legal:
                after = copy(state)
                after.apply(action)
                expected[game.text(action)] = best(net, after, mover)
            decision = turn.search(state.view(mover), rng)
            assert decision.action == decision.candidates[0].action
            assert {one.action for one in decision.candidates} == set(expected)
            for one in decision.candidates:
                assert one.values == pytest.approx(expected[one.action], abs=1e-6 * game.stake)
            values = [one.values[mover] for one in decision.candidates]
            assert values == sorted(values, reverse=True)
        state.apply(state.sample(rng))


def test_hidden_hands_are_drawn_and_averaged() -> None:
    game = aicore.load("booster")
    net = drawn(game, WIDTHS)
    state, chance, rng = game.start(), aicore.Chance(1), Rng(2)
    chance.settle(state)
    view = state.view(state.turn)
    once = OwnTurn(game, net).search(view, rng)
    often = OwnTurn(game, net, 40).search(view, rng)
    assert {one.visits for one in often.candidates} == {40}
    assert {one.action for one in once.candidates} == {one.action for one in often.candidates}
    for other in range(5):  # what is hidden does not matter
        world = view.resample(Rng(other))
        again = OwnTurn(game, net, 40).search(world.view(view.seat), rng)
        assert again == often


def test_a_long_turn_is_judged_before_its_end() -> None:
    """In relics a turn has millions of sequences, in its second decision too."""
    game = aicore.load("relics")
    state, chance, rng = game.start(), aicore.Chance(1), Rng(3)
    chance.settle(state)
    state.apply(state.sample(rng))
    chance.settle(state)
    view = state.view(state.turn)
    turn = OwnTurn(game, drawn(game, WIDTHS))
    decision = turn.search(view, Rng(1))
    judged = turn.judged
    assert 1000 < judged < 2 * 2048 + len(view.legal_actions())
    assert turn.search(view, Rng(1)) == decision
    assert turn.judged == 2 * judged


def test_in_a_long_turn_each_action_gets_its_part(tmp_path) -> None:
    """One action begins a turn with a million sequences; after the other, one more action wins."""
    file = tmp_path / "forks.py"
    file.write_text(FORKS)
    game = aicore.load(str(file))
    net = drawn(game, WIDTHS)
    decision = OwnTurn(game, net).search(game.start().view(0), Rng(1))
    assert decision.action == "short"
    assert decision.candidates[0].values == (1.0, 0.0)


def test_greedy_plays_by_a_network(tmp_path) -> None:
    game = aicore.load("backgammon")
    net = drawn(game, WIDTHS)
    file = tmp_path / "drawn.net"
    write_net(file, net)
    player = aicore.player(f"greedy:net={file}", game)
    state, chance = game.start(), aicore.Chance(4)
    chance.settle(state)
    view = state.view(state.turn)
    assert player.decide(view).action == OwnTurn(game, net).search(view, Rng(1)).action
    assert "net=own#" in aicore.player("greedy:net=own", game).spec
    with pytest.raises(SpecError, match="no network"):
        aicore.player("greedy:net=own", aicore.load("pig"))
    with pytest.raises(AicoreError, match="not made for this"):
        OwnTurn(aicore.load("pig"), net)


LEARNED = """
import hashlib, aicore
from aicore.search.mcts.selfplay import Plan, selfplay
from aicore.train.course import Course
from aicore.train.learning import Learner
game = aicore.load("backgammon")
learner = Learner(game, Course((64, 32), reuse=1, batch=64), seed=3)
for number in range(3):
    net = learner.learn()
    learner.add(selfplay(game, net, 6, plan=Plan(temperature=0.01), seed=4, first=6 * number))
print(hashlib.sha256(learner.learn().numbers).hexdigest())
"""


def test_networks_are_the_same_with_and_without_avx2() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", LEARNED], env={**os.environ, "AICORE_AVX2": wanted},
            capture_output=True, text=True, check=True,
        ).stdout
        for wanted in ("0", "1")
    }  # fmt: skip
    assert len(found) == 1
