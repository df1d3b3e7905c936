"""Tests of rollouts: known truths, equal luck for all candidates, no hidden information used."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import aicore
from aicore.arena import rollout
from aicore.arena.pool import pool
from aicore.arena.rollout import ROUND, RolledAction, RolledDeal, Rollout, play_on, roll_out
from aicore.coach.solved import equilibrium, solved
from aicore.core.decision import StopSearch
from aicore.core.errors import AicoreError, IllegalAction, SpecError
from kit.positions import decisions, reached


def positions(name, seed, **options):
    """Return the decisions with a choice in a game played by its policy."""
    return decisions(aicore.load(name, **options), seed, policy=1)


def test_values_match_the_exact_values_of_the_continuing_player():
    """In Kuhn poker at equilibrium, the value of each action is known exactly."""
    game = aicore.load("kuhn_poker")
    table = equilibrium(game).table
    view = reached("kuhn_poker", "deal 0 Q", "deal 1 J").view(0)
    worths = dict(zip([a for a, _ in table.policy(view)], table.worths(view), strict=True))
    found = roll_out(view, "cfr", 400, seed=3)
    assert {one.action for one in found.candidates} == {"check", "bet"}
    for one in found.candidates:
        assert one.games > 0
        assert abs(one.values[0] - worths[game.parse(one.action)]) < 4 * one.error
        assert sum(one.values) == pytest.approx(0)


def test_subtracting_luck_keeps_values_and_decides_sooner(monkeypatch):
    """In pig to 20 points with perfect continuations, `solve` knows the value of both actions."""
    game = aicore.load("pig", target=20)
    solution = solved(game).solution
    state = reached("pig", "roll", "rolls 5", target=20)
    exact = {}
    for action in state.legal():
        then = state.clone()
        then.apply(action)
        exact[action] = solution.value(then)[state.turn]
    monkeypatch.setattr(rollout, "_player_of", lambda by, game: Perfect(solution))
    less = roll_out(state.view(state.turn), "greedy", 320, seed=5)
    monkeypatch.setattr(rollout, "luck_of", lambda state, outcomes, seed: (0.0,) * state.game.seats)
    plain = roll_out(state.view(state.turn), "greedy", 320, seed=5)
    for one in less.candidates:
        assert abs(one.values[state.turn] - exact[one.action]) < 4 * one.error
    assert less.sure  # long before all games are played; unadjusted, they are too few
    assert not plain.sure
    assert less.candidates[0].games < 160


def test_a_rollout_of_nothing_is_refused():
    view = reached("kuhn_poker", "deal 0 Q", "deal 1 J").view(0)
    with pytest.raises(AicoreError, match="only=True needs actions"):
        roll_out(view, "random", 8, only=True)
    with pytest.raises(AicoreError, match="games must be 1 or more"):
        roll_out(view, "random", 0)


class Perfect:
    """Player that keeps the mover's value."""

    def __init__(self, solution):
        self.solution = solution

    def decide(self, view):
        best = self.solution.best(view.resample(aicore.Rng(0)))
        return aicore.Decision(view.game.text(best))


def test_all_candidates_get_the_same_deals():
    """The same action twice ends alike, so every difference is due to the action."""
    state = next(positions("booster", 2))
    view, (first, second, *_) = state.view(state.turn), state.legal_actions()
    for number in range(5):
        deal = RolledDeal(view, (first, second, first), "greedy", 7, number)
        one, other, again = play_on(deal)
        assert one == again
        assert play_on(replace(deal, actions=(second,))) == [other]
    deals = [play_on(RolledDeal(view, (first,), "greedy", 7, number)) for number in range(20)]
    assert len({str(deal) for deal in deals}) > 10


@pytest.mark.parametrize("name", ["leduc_poker", "booster"])
def test_hidden_information_changes_nothing(name):
    rng, seen = aicore.Rng(5), 0
    for state in random.Random(1).sample(list(positions(name, 4)), 2):
        one = roll_out(state.view(state.turn), "random", 8, seed=2)
        for _ in range(4):
            world = state.resample(state.turn, rng)
            seen += world != state
            assert roll_out(world.view(state.turn), "random", 8, seed=2) == one
    assert seen > 4


def test_the_mover_s_own_hand_is_in_every_deal():
    """Resampling keeps the mover's hand: a king that calls never loses."""
    view = reached("kuhn_poker", "deal 0 Q", "deal 1 K", "bet").view(1)
    found = roll_out(view, "random", 64)
    assert found.candidates[0].action == "call"
    assert found.of("call").values[1] == pytest.approx(2)
    assert found.of("fold").values[1] == pytest.approx(-1)


def test_games_without_luck_are_not_all_the_same():
    """A network always chooses the same action: its choices are sampled, the error is above 0."""
    view = reached("connect_four", *"da").view(0)
    found = roll_out(view, "policy:net=own", 64, ["d"], only=True)
    assert found.by == "policy:net=own,choose=sampled"
    assert found.of("d").error > 0
    best = "policy:net=own,choose=best"
    assert roll_out(view, best, 4, ["d"], only=True).by == best
    assert roll_out(view, "mcts:sims=2,net=none", 4, ["d"]).by == "mcts:sims=2,net=none"
    dice = reached("pig", "roll", "rolls 5").view(0)
    assert roll_out(dice, "mcts:sims=2", 4).by == "mcts:sims=2"


def test_a_candidate_clearly_behind_is_dropped_and_the_last_one_ends_the_rollout():
    view = reached("connect_four", *"dada").view(0)  # d d makes a third and a fourth, which wins
    found = roll_out(view, "mcts:sims=30,net=none", 400, ["d", "g"], only=True)
    assert found.sure
    assert [one.action for one in found.candidates] == ["d", "g"]
    assert found.candidates[1].dropped
    assert found.candidates[0].games < 400
    assert found.candidates[1].behind > 4 * found.candidates[1].behind_error
    even = roll_out(view, "mcts:sims=30", ROUND, ["b", "f"], only=True)
    assert not even.sure


def test_equal_actions_are_never_dropped():
    """At equilibrium, both actions of the first player with a jack are worth the same."""
    view = reached("kuhn_poker", "deal 0 J", "deal 1 Q").view(0)
    found = roll_out(view, "cfr", 200)
    assert not found.sure  # any rate up to 1/3 is optimal for a jack: Kuhn 1950


def test_equal_results_leave_an_error():
    """An outcome that n deals never showed may still have a probability of 1 / n."""
    view = reached("tic_tac_toe", "a1", "b1", "a2", "b2").view(0)
    found = roll_out(view, "random", 16, ["a3", "c3"], only=True)
    won = found.of("a3")
    assert (won.values[0], won.error) == (view.game.high, view.game.stake / won.games)
    assert found.of("c3").behind_error >= view.game.stake / 16


@pytest.mark.parametrize("jobs", [2])
def test_any_number_of_workers_finds_the_same(jobs):
    state = next(positions("booster", 3))
    view = state.view(state.turn)
    alone = roll_out(view, "greedy", 16, seed=4)
    with pool(jobs) as workers:
        assert roll_out(view, "greedy", 16, seed=4, pool=workers) == alone
    assert roll_out(view, "greedy", 16, seed=5) != alone


def test_many_actions_are_screened_and_named_ones_are_rolled_out():
    state = next(s for s in positions("relics", 1) if len(s.legal_actions()) > 40)
    view, legal = state.view(state.turn), state.legal()
    promising = {state.game.text(action) for action, _ in state.promising()}
    out = next(action for action in legal if action not in promising)
    found = roll_out(view, "random", 1, [out])
    assert found.legal == len(legal)
    assert len(found.candidates) <= 8 + 2
    assert found.of(out).games == 1
    only = roll_out(view, "script", 1, [out], only=True)
    assert [one.action for one in only.candidates] == [out]


def test_stop_search_ends_a_rollout_with_the_results_so_far():
    view = reached("connect_four").view(0)
    seen = []

    def report(done, most, leader, share):
        seen.append((done, most, leader))
        if len(seen) == 23:  # two games into the fourth deal
            raise StopSearch

    found = roll_out(view, "random", 100, report=report)
    assert [one.games for one in found.candidates] == [3] * 7
    assert [done for done, _, _ in seen] == [*range(1, 24)]
    assert all(most == 700 for _, most, _ in seen)


def test_what_cannot_be_rolled_out_is_refused():
    view = reached("connect_four").view(0)
    with pytest.raises(IllegalAction, match="z is not legal here"):
        roll_out(view, "random", 1, ["z"])
    with pytest.raises(SpecError, match="human"):
        roll_out(view, "human", 1)
    with pytest.raises(AicoreError, match="nothing to decide"):
        roll_out(reached("connect_four").view(1), "random", 1)


def test_reported_shares_lie_between_0_and_1():
    """Removing luck once led to a share of -2.2 %. Differences use the unclipped values."""
    game = aicore.load("connect_four")
    span = game.high - game.low
    beyond = (game.low - 0.022 * span, game.high + 0.022 * span)
    one = RolledAction("a", 16, beyond, 0.01, 0.0, 0.0, False)
    assert game.shares(one.values) == (0.0, 1.0)
    assert Rollout(0, "script", 7, (one,)).to_dict(game)["candidates"][0]["shares"] == [0.0, 1.0]
    assert one.values == beyond
