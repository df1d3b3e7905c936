"""Tests of tables by CFR+: near an equilibrium, reproducible, and played by a mixing player."""

from __future__ import annotations

import random
import signal

import pytest

import aicore
from aicore.core.errors import AicoreError, OptionError, SpecError
from aicore.core.registry import info
from aicore.players import players_for
from aicore.players.cfr import table_of
from aicore.search.cfr import Table
from aicore.search.responses import best_response, expected_returns
from plain.made import made

UNREACHED = """
class Coin(Game):
    seats = 2
    coin = Int(0, 3)

    def setup(self, s):
        s.turn = 0

    @action("say N", N=(1, 2))
    def say(self, s, n):
        s.coin = n
        s.turn = END

    @say.legal
    def says(self, s):
        return [1, 2]

    def result(self, s):
        return s.coin - 1 if s.coin else None
"""


def policy_of(table):
    return lambda view: dict(table.policy(view))


def decisions(game):
    """Yield every decision of a game, with open information."""
    waiting = [game.start()]
    while waiting:
        state = waiting.pop()
        if state.turn >= 0:
            yield state
        events = [event for event, _ in state.outcome_actions()] or state.legal_actions()
        for event in events:
            after = state.clone()
            after.apply(event)
            waiting.append(after)


@pytest.mark.parametrize(
    # The first seat's value: -1/18, Kuhn 1950; -0.0856, the value of Leduc poker in Lanctot et
    # al. 2019 (OpenSpiel). The numbers of sets are those of the tests of `best_response`.
    ("name", "iterations", "gain", "first", "sets"),
    [("kuhn_poker", 500, 0.001, -1 / 18, 12), ("leduc_poker", 150, 0.02, -0.0856, 936)],
)
def test_a_table_is_near_an_equilibrium(name, iterations, gain, first, sets):
    """`best_response`, independent code, checks tables of fewer iterations than the player's."""
    game = aicore.load(name)
    table = Table(game, iterations)
    assert table.information_sets == sets
    policy = policy_of(table)
    responses = [best_response(game, seat, policy)[0] for seat in (0, 1)]
    assert 0 <= sum(responses) < gain
    assert table.nash_conv == pytest.approx(sum(responses))
    assert table.value(game.start())[0] == pytest.approx(first, abs=gain)
    assert table.value(game.start()) == pytest.approx(expected_returns(game, policy, policy))


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_the_player_s_table_is_within_a_thousandth_of_a_chip(name):
    assert aicore.player("cfr", aicore.load(name)).table.nash_conv < 0.001


def test_worths_match_values_computed_by_hand():
    """The worths are known in one set: the first seat has the queen and meets a bet."""
    game = aicore.load("kuhn_poker")
    table = table_of(game, 2000)
    state = game.start()
    for event in ("deal 0 Q", "deal 1 K", "check", "bet"):
        state.apply(event)
    names = [game.text(action) for action, _ in table.policy(state.view(0))]
    worths = dict(zip(names, table.worths(state.view(0)), strict=True))
    assert worths["fold"] == pytest.approx(-1)
    # A quarter of the bets are bluffs: the jack bets in a third of games, the king always (Kuhn
    # 1950). So a call is worth -2 * 3/4 + 2 * 1/4.
    assert worths["call"] == pytest.approx(-1, abs=0.01)


def test_indistinguishable_positions_are_played_alike():
    game, seen = aicore.load("leduc_poker"), 0
    table, rng = table_of(game, 100), aicore.Rng(3)
    states = list(decisions(game))
    for state in random.Random(4).sample(states, 60):
        world = state.resample(state.turn, rng)
        seen += world != state
        assert table.policy(world.view(state.turn)) == table.policy(state.view(state.turn))
        assert table.worths(world.view(state.turn)) == table.worths(state.view(state.turn))
    assert seen > 20


def test_a_player_mixes_like_its_table_and_reproducibly():
    game = aicore.load("kuhn_poker")
    state = game.start()
    for event in ("deal 0 J", "deal 1 Q", "bet"):
        state.apply(event)
    view = state.view(1)
    share = dict(aicore.player("cfr", game).table.policy(view))
    call = game.parse("call")
    assert share[call] == pytest.approx(1 / 3, abs=0.01)  # Kuhn 1950
    chosen = [aicore.player("cfr", game, seed).decide(view).action for seed in range(600)]
    # three standard errors of a share of 600: 0.058
    assert chosen.count("call") / 600 == pytest.approx(share[call], abs=0.058)
    assert chosen[:20] == [
        aicore.player("cfr", game, seed).decide(view).action for seed in range(20)
    ]
    decision = aicore.player("cfr", game).decide(view)
    assert [one.action for one in decision.candidates] == ["fold", "call"]


@pytest.mark.parametrize("name", ["trader", "relics", "pig", "connect_four"])
def test_other_games_are_refused_with_a_sentence(name):
    with pytest.raises(OptionError, match=f"^cfr cannot play {name}: "):
        aicore.player("cfr", aicore.load(name))


def test_a_table_refuses_other_games_and_seats():
    table = table_of(aicore.load("kuhn_poker"), 100)
    other = aicore.load("leduc_poker").start()
    with pytest.raises(AicoreError):
        table.value(other)
    with pytest.raises(AicoreError):
        table.policy(other.view(0))
    with pytest.raises(AicoreError, match="not to move"):
        table.policy(aicore.load("kuhn_poker").start().view(0))
    with pytest.raises(SpecError, match="iterations=0: it must be a whole number from 1 to"):
        aicore.player("cfr:iterations=0", aicore.load("kuhn_poker"))


def test_a_table_refuses_positions_that_no_game_reaches(tmp_path):
    game = made(tmp_path, UNREACHED)
    table = Table(game, 10)
    state = game.from_dict({"coin": 3, "turn": 0})
    for call in (table.policy, table.worths):
        with pytest.raises(AicoreError, match="reaches this position"):
            call(state.view(0))
    with pytest.raises(AicoreError, match="reaches this position"):
        table.value(state)


def test_a_game_without_decisions_is_refused(tmp_path):
    with pytest.raises(OptionError, match="nobody makes a decision"):
        Table(made(tmp_path, UNREACHED.replace("s.turn = 0", "s.turn = END")), 10)


def test_only_solvable_games_offer_cfr():
    offering = [name for name in aicore.names() if "cfr" in players_for(info(name))]
    assert offering == ["kuhn_poker", "leduc_poker"]
    assert "mcts" in players_for(info("pig"))


def test_signals_are_handled_during_the_computation():
    """Ctrl-C once waited for all 20,000 iterations, 7 s.

    The third signal raises. Without checks on the way, all would count as one, after the end.
    """
    rings = []

    def ring(*_):
        rings.append(1)
        if len(rings) == 3:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        with pytest.raises(KeyboardInterrupt):
            Table(aicore.load("leduc_poker"), 20_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
