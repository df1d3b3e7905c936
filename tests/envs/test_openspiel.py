"""Our games in OpenSpiel: its own test of games, its algorithms, and what these do not ask."""

from __future__ import annotations

import pytest

import aicore
from kit.effort import THOROUGH

pytestmark = pytest.mark.slow  # OpenSpiel is an extra of its own

LONG = ("gratis3", "relics")
NAMES = [name for name in aicore.names() if aicore.load(name).num_actions]


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
    for told in (state.observation_string, other.observation_string):
        assert told(0) == state.observation_string(0)
    assert other.information_state_tensor(0) == state.information_state_tensor(0)
    assert other.information_state_tensor(1) != state.information_state_tensor(1)


def test_a_game_without_end_is_cut_off(spiel):
    state = spiel.load_game("aicore_pig(target=400)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(0)
    assert state.returns() == [0.5, 0.5]
