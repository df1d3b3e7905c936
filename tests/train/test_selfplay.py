"""Tests of self-play games as arrays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import aicore
from aicore import selfplay
from aicore.core.errors import AicoreError
from aicore.core.rng import Rng
from aicore.search.mcts.own_turn import OwnTurn
from aicore.search.mcts.selfplay import Plan, Positions
from aicore.search.mcts.selfplay_records import Lesson
from kit.chi2 import p_value
from kit.nets import drawn, same
from plain.conftest import EXAMPLES

NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]
QUICK = Plan(sims=8, fast=4, full=0.5, cap=60)
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.mark.parametrize("player", ["network", "playouts", "script", "random"])
@pytest.mark.parametrize("name", [*NAMES, "liars_dice.py"])
def test_arrays_of_positions_are_consistent(name: str, player: str) -> None:
    game = aicore.load(EXAMPLES / name if name.endswith(".py") else name)
    who = drawn(game, (32,)) if player == "network" else player
    found = selfplay(game, who, 2, plan=QUICK, seed=1)
    size = len(found)
    assert size > 0
    assert found.seen.shape == (size, game.net_input_size)
    assert found.roots.shape == (size, game.seats)
    assert len(found.outcomes) == len(found.ended) == len(found.lengths) == 2
    assert set(found.games) <= {0, 1}
    assert (found.actions != 1).all()
    assert (found.actions > 0).all() or game.has_chance
    assert not found.taught[found.actions == 0].any()
    assert found.actions.sum() == len(found.rows) == len(found.shares)
    assert ((found.rows >= -1) & (found.rows < game.net_tokens)).all()
    assert (found.rows[:, 0] >= 0).all()
    assert (found.rows >= game.num_tokens).any() == game.advises
    first = np.cumsum(found.actions) - found.actions
    decided = found.actions > 0
    sums = np.add.reduceat(found.shares, first[decided])
    np.testing.assert_allclose(sums, 1, atol=1e-5)
    assert not (found.taught.any() and player == "random")
    if player in ("script", "random"):
        assert np.isnan(found.roots).all()
    else:
        assert ((found.roots >= 0) & (found.roots <= 1))[decided].all()
        assert np.isnan(found.roots[~decided]).all()
    for start, count in zip(first, found.actions, strict=True):  # no action twice
        assert len({tuple(row) for row in found.rows[start : start + count]}) == count


@pytest.mark.parametrize("player", ["network", "playouts", "script", "random"])
def test_a_game_depends_on_its_seed_and_number_alone(player: str) -> None:
    game = aicore.load("leduc_poker")
    who = drawn(game, (32,)) if player == "network" else player
    whole = selfplay(game, who, 12, seed=5)
    assert same(whole, selfplay(game, who, 12, seed=5))
    assert same(whole, selfplay(game, who, 12, seed=5, threads=3))
    parts = [selfplay(game, who, 6, seed=5, first=first) for first in (0, 6)]
    assert same(whole, Positions.joined(parts))
    assert not same(whole, selfplay(game, who, 12, seed=6))


def test_random_games_choose_all_actions_equally_often() -> None:
    """The first action is read from the board observed one ply later."""
    game = aicore.load("tic_tac_toe")
    found = selfplay(game, "random", 1800, plan=Plan(warm=0), seed=1)
    second = np.unique(found.games, return_index=True)[1] + 1
    boards = found.seen[second][:, -9:]
    assert (np.count_nonzero(boards, axis=1) == 1).all()
    assert p_value(np.bincount(np.argmax(boards > 0, axis=1), minlength=9).tolist()) > 1e-6
    np.testing.assert_allclose(found.shares, np.repeat(1 / found.actions, found.actions))


def test_outcomes_match_the_games() -> None:
    """Tic-tac-toe's returns follow from the last observed board and the move after it."""
    game = aicore.load("tic_tac_toe")
    found = selfplay(game, "playouts", 30, plan=Plan(sims=20, fast=20, full=1.0), seed=2)
    assert found.ended.all()
    assert set(np.unique(found.outcomes)) <= {0.0, 0.5, 1.0}
    np.testing.assert_allclose(found.outcomes.sum(1), 1)
    for number in range(30):
        if found.lengths[number] < 9:  # somebody won: the last mover
            winner = (found.lengths[number] - 1) % 2
            assert found.outcomes[number][winner] == 1.0


def test_a_win_at_once_is_learned_whatever_the_network_thinks() -> None:
    game = aicore.load("tic_tac_toe")
    net = drawn(game, (32,), seed=4)
    found = selfplay(game, net, 100, plan=Plan(sims=32, fast=32, full=1.0), seed=3)
    first = np.cumsum(found.actions) - found.actions
    met = 0
    for seen, start, count in zip(found.seen, first, found.actions, strict=True):
        own, other = seen[:9], seen[9:]
        winning = {
            line[k]
            for line in WINS
            for k in range(3)
            if not own[line[k]] and not other[line[k]] and sum(own[list(line)]) == 2
        }
        if not winning or count > 6:
            continue
        met += 1
        rows = found.rows[start : start + count, 0]
        share = found.shares[start : start + count]
        assert share[np.isin(rows, list(winning))].sum() > 0.5
    assert met > 30


def test_positions_show_only_the_movers_knowledge() -> None:
    """In Kuhn poker, the third number is the other seat's card, and 0 while it is hidden."""
    game = aicore.load("kuhn_poker")
    for player in (drawn(game, (32,)), "playouts", "script"):
        assert (selfplay(game, player, 60, seed=1).seen[:, 2] == 0).all()


def test_full_sets_the_share_of_decisions_that_teach() -> None:
    game = aicore.load("connect_four")
    found = selfplay(game, "playouts", 20, plan=replace(QUICK, full=0.25, cap=0), seed=1)
    assert 0.1 < found.taught.mean() < 0.4


def test_actions_can_be_drawn_by_the_policy() -> None:
    """The first action is read from the board observed one ply later."""
    game = aicore.load("tic_tac_toe")
    plan = Plan(drawn=True, warm=0, stray=0.0)
    found = selfplay(game, drawn(game, (32,), seed=4), 1800, plan=plan, seed=1)
    assert found.simulations == 0
    assert (found.taught == Lesson.DRAWN).all()
    assert (found.played == 1).all()
    begins = np.unique(found.games, return_index=True)[1]
    places = np.argmax(found.seen[begins + 1][:, -9:] > 0, axis=1)
    assert (found.chosen[begins] == places).all()
    shares = found.shares[:9].astype(float)
    assert found.rows[:9, 0].tolist() == list(range(9))
    assert shares.max() > 1.5 * shares.min()
    times = np.bincount(places, minlength=9).tolist()
    assert p_value(times, (1800 * shares).tolist()) > 1e-6


@pytest.mark.parametrize("name", ["leduc_poker", "liars_dice.py", "saboteurs.py"])
def test_a_drawn_decision_has_the_networks_value(name: str) -> None:
    """The network's values begin with the mover's."""
    game = aicore.load(EXAMPLES / name if name.endswith(".py") else name)
    net = drawn(game, (32,))
    found = selfplay(game, net, 6, plan=Plan(drawn=True, luck=False), seed=1)
    decided = found.actions > 0
    assert (found.luck == 0).all()
    assert ((found.taught == Lesson.DRAWN) == decided).all()
    assert np.isnan(found.roots[~decided]).all()
    shares = np.reshape(np.ravel(net(found.seen[decided])[0]), (decided.sum(), -1))
    movers, rows = found.seats[decided], np.arange(decided.sum())
    for seat in range(shares.shape[1]):
        roots = found.roots[decided][rows, (movers + seat) % game.seats]
        np.testing.assert_allclose(roots, shares[:, seat], atol=1e-5)
    if shares.shape[1] < game.seats:  # a zero-sum game for two: one value says it all
        np.testing.assert_allclose(found.roots[decided].sum(1), 1, atol=1e-5)


def test_a_teacher_without_a_network_searches() -> None:
    """It has no policy to draw from."""
    plan = Plan(sims=12, fast=4, drawn=True)
    found = selfplay(aicore.load("pig"), "playouts", 4, plan=plan, seed=1)
    assert not np.isnan(found.roots[found.actions > 0]).any()
    assert set(found.taught) == {0, Lesson.TARGET}


def test_games_end_at_the_cap_without_a_result() -> None:
    game = aicore.load("connect_four")
    found = selfplay(game, "script", 5, plan=Plan(cap=6), seed=1)
    assert (found.lengths == 6).all()
    assert not found.ended.any()
    assert (found.outcomes == 0.5).all()


def test_scores_come_from_the_last_position() -> None:
    """The winner of pig has 100 points or more, and the other fewer."""
    found = selfplay(aicore.load("pig"), "script", 10, seed=1)
    winner = found.outcomes.argmax(1)
    assert (found.scores[np.arange(10), winner] >= 100).all()
    assert (found.scores[np.arange(10), 1 - winner] < 100).all()


def test_played_is_1_where_the_best_action_was_taken() -> None:
    """The action is read from the board observed two plies later."""
    game = aicore.load("tic_tac_toe")
    found = selfplay(game, "playouts", 40, plan=Plan(sims=30, fast=30, full=1.0, stray=0), seed=3)
    first = np.cumsum(found.actions) - found.actions
    checked = []
    for i in range(len(found) - 2):
        if found.games[i] != found.games[i + 2]:
            continue
        (square,) = np.flatnonzero(found.seen[i + 2][:9] > found.seen[i][:9])
        part = slice(first[i], first[i] + found.actions[i])
        shares = found.shares[part]
        share = shares[found.rows[part, 0] == square][0]
        np.testing.assert_allclose(found.played[i], share / shares.max(), atol=1e-6)
        checked.append(found.played[i] < 1)
    assert 10 < sum(checked) < len(checked) - 10


def test_with_a_mutation_policies_move_by_replicator_dynamics() -> None:
    """The prior, the values and the mutation make the target; each plan finds the same values."""
    game = aicore.load("kuhn_poker")
    net = drawn(game, (32,), seed=2)

    def play(step: float, mutation: float) -> Positions:
        plan = Plan(sims=12, fast=12, full=1.0, warm=0, stray=0.0, step=step, mutation=mutation)
        return selfplay(game, net, 60, plan=plan, seed=2)

    prior = play(0.0, 0.5)
    before = prior.shares.reshape(-1, 2)
    gains = []
    for step, mutation in ((1.0, 0.1), (0.5, 0.1), (1.0, 0.5)):
        found = play(step, mutation)
        assert (found.seen == prior.seen).all()  # policies play the same games
        moved = (found.shares.reshape(-1, 2) - before) / step - mutation * (0.5 - before)
        gains.append(moved / before)  # values less their mean by the policy
    np.testing.assert_allclose(gains[1], gains[0], atol=1e-4)
    np.testing.assert_allclose(gains[2], gains[0], atol=1e-4)
    np.testing.assert_allclose((gains[0] * before).sum(1), 0, atol=1e-5)
    assert np.abs(gains[0]).max() > 0.1
    assert np.abs(gains[0]).max() <= 1
    assert (play(6.0, 1e-9).shares >= 0).all()
    np.testing.assert_allclose(play(1e-3, 1e3).shares, 0.5, atol=1e-3)


def test_with_a_mutation_actions_are_drawn_by_the_priors() -> None:
    """The action is read from the board observed two plies later."""
    game = aicore.load("tic_tac_toe")
    plan = Plan(sims=9, fast=9, full=1.0, warm=0, stray=0.0, step=0.0, mutation=0.5)
    found = selfplay(game, drawn(game, (32,), seed=4), 400, plan=plan, seed=3)
    assert (found.played == 1).all()
    first = np.cumsum(found.actions) - found.actions
    gain = spread = 0.0
    for i in range(len(found) - 2):
        if found.games[i] != found.games[i + 2]:
            continue
        (square,) = np.flatnonzero(found.seen[i + 2][:9] > found.seen[i][:9])
        part = slice(first[i], first[i] + found.actions[i])
        share = found.shares[part].astype(np.float64)
        gain += share[found.rows[part, 0] == square][0] - (share**2).sum()
        spread += (share**3).sum() - (share**2).sum() ** 2
    assert spread > 1
    assert abs(gain) < 4 * spread**0.5


def test_other_players_are_refused() -> None:
    game = aicore.load("pig")
    with pytest.raises(AicoreError, match="the player must be a network"):
        selfplay(game, "mcts", 1)


def test_own_turns_are_played_by_the_values_at_their_end() -> None:
    """The game can be played again by `OwnTurn`: the same actions, values and shares."""
    game = aicore.load("connect_four")
    net, turn = drawn(game, (32,)), OwnTurn(game, drawn(game, (32,)))
    plan = Plan(temperature=0.02, warm=0, stray=0.0, daring=0.0)
    found = selfplay(game, net, 1, plan=plan, seed=3)
    first = np.cumsum(found.actions) - found.actions
    state, place = game.start(), 0
    while state.turn != aicore.END:
        legal = state.legal()
        decision = turn.search(state.view(state.turn), Rng(1))
        if len(legal) > 1:
            values = {one.action: one.values for one in decision.candidates}
            share = np.array([values[action][state.turn] for action in legal]) - game.low
            share = np.exp((share - share.max()) / game.stake / plan.temperature)
            at = slice(first[place], first[place] + found.actions[place])
            assert found.shares[at] == pytest.approx(share / share.sum(), abs=1e-5)
            best = [(value - game.low) / game.stake for value in decision.candidates[0].values]
            assert found.roots[place] == pytest.approx(best, abs=1e-6)
            place += 1
        state.apply(decision.action)
    assert place == len(found)
    assert found.taught.all()
    assert found.outcomes[0] == pytest.approx((np.array(state.returns()) - game.low) / game.stake)
    hands = aicore.load("booster")
    with pytest.raises(AicoreError, match="hidden information"):
        selfplay(hands, drawn(hands, (32,)), 1, plan=plan)
