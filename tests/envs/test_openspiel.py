"""Our games in OpenSpiel: its own test of games, its algorithms, and what these do not ask."""

from __future__ import annotations

import pytest

import aicore
from kit.effort import THOROUGH

pytestmark = pytest.mark.slow  # OpenSpiel is an extra of its own

LONG = ("gratis3", "relics")
NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


@pytest.fixture(scope="module")
def spiel():
    import pyspiel

    import aicore.envs.openspiel

    assert aicore.envs.openspiel
    return pyspiel


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        (name, seats)
        for name in NAMES
        for seats in range(aicore.info(name).seats[0], aicore.info(name).seats[1] + 1)
    ],
)
def test_random_games(spiel, name, seats):
    game = spiel.load_game(f"aicore_{name}(players={seats})")
    # written out and read again at each step, from its first event: minutes for a long game
    serialize = seats == aicore.info(name).default_seats and (THOROUGH or name not in LONG)
    spiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_cfr_finds_what_it_finds_on_its_own_game(spiel, name):
    """OpenSpiel's games are independent of ours: the same tree gives the same strategies."""
    from open_spiel.python.algorithms import cfr, exploitability

    found = []
    for loaded in (spiel.load_game(f"aicore_{name}"), spiel.load_game(name)):
        solver = cfr.CFRSolver(loaded)
        gaps = []
        for _ in range(3):
            solver.evaluate_and_update_policy()
            gaps.append(exploitability.nash_conv(loaded, solver.average_policy()))
        found.append(gaps)
    assert found[0] == pytest.approx(found[1], abs=1e-10)
    assert found[0][-1] < found[0][0]


def test_options_are_parameters(spiel):
    state = spiel.load_game("aicore_pig(players=3,target=20)").new_initial_state()
    assert state.num_players() == 3
    assert state.position.game.options == {"target": 20}


def test_information_states_where_recall_is_perfect_alone(spiel):
    for name in NAMES:
        kind = spiel.load_game(f"aicore_{name}").get_type()
        assert kind.provides_information_state_string == (name in ("kuhn_poker", "leduc_poker"))
        assert kind.provides_observation_tensor


def test_a_player_is_shown_nothing_that_is_hidden_from_it(spiel):
    state = spiel.load_game("aicore_leduc_poker").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    other = state.clone()
    other.position = state.position.resample(0, aicore.Rng(2))
    assert str(other.position) != str(state.position)
    for text in (state.observation_string, other.observation_string):
        assert text(0) == state.observation_string(0)
    assert other.information_state_tensor(0) == state.information_state_tensor(0)
    assert other.information_state_tensor(1) != state.information_state_tensor(1)


def test_a_game_without_end_is_cut_off(spiel):
    state = spiel.load_game("aicore_pig(target=400)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(0)
    assert state.returns() == [0.5, 0.5]


def searcher(game, seed, simulations):
    """OpenSpiel's own search by information sets, in Python."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    luck = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, luck), 2.0, simulations, random_state=luck,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=True, allow_inconsistent_action_sets=True,
    )  # fmt: skip


def dealt(spiel, name, outcomes=()):
    """The first state in which a seat acts, after these outcomes, then the first ones."""
    state, left = spiel.load_game(name).new_initial_state(), list(outcomes)
    while state.is_chance_node():
        state.apply_action(left.pop(0) if left else state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "booster"])
def test_what_is_hidden_is_drawn_anew_and_nothing_else(spiel, name):
    import random

    state = dealt(spiel, f"aicore_{name}")
    sampler = random.Random(1).random
    if state.position.game.max_tokens > 1:  # while an action is being spelled
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    others = [state.resample_from_infostate(seat, sampler) for _ in range(400)]
    for other in others:
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()
    hidden = [other.observation_string(1 - seat) for other in others]
    if name == "kuhn_poker":  # one of two cards: 200 each, standard deviation 10
        assert len({*hidden}) == 2
        assert 150 < hidden.count(hidden[0]) < 250
    else:
        assert len({*hidden}) > 2


@pytest.mark.parametrize(("card", "answer"), [(0, "fold"), (2, "call")])
def test_ismcts_of_openspiel_plays_kuhn_poker(spiel, card, answer):
    """Kuhn 1950: who holds the jack never calls a bet, who holds the king always does."""
    state = dealt(spiel, "aicore_kuhn_poker", [card])
    for wanted in ("check", "bet"):
        state.apply_action(next(a for a in state.legal_actions() if text_of(state, a) == wanted))
    assert state.current_player() == 0
    assert text_of(state, searcher(state.get_game(), 1, 300).step(state)) == answer


def text_of(state, action):
    return state.action_to_string(state.current_player(), action)


@pytest.mark.parametrize(("name", "most"), [("leduc_poker", 100), ("booster", 4)])
def test_ismcts_of_openspiel_plays(spiel, name, most):
    state = dealt(spiel, f"aicore_{name}")
    bot, chosen = searcher(state.get_game(), 1, 30), 0
    while not state.is_terminal() and chosen < most:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
            continue
        word = bot.step(state)
        assert word in state.legal_actions()
        state.apply_action(word)
        chosen += 1
    assert chosen > 1
