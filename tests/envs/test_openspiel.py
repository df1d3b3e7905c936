"""Tests of our games in OpenSpiel: its own game test, its algorithms, and further checks."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import aicore
from aicore.core.errors import IllegalAction
from kit.effort import THOROUGH

pytestmark = pytest.mark.slow  # OpenSpiel is a separate extra

LONG = ("gratis3", "relics")
NAMES = [name for name in aicore.names() if aicore.load(name).num_tokens]


HIDING = [name for name in NAMES if aicore.load(name).has_hidden]
RECALL, PUBLIC = [False, True], [False, True]
PRIVATE = ["NONE", "SINGLE_PLAYER", "ALL_PLAYERS"]


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
    # serialized and read again at each step, from its first event: minutes for a long game
    serialize = seats == aicore.info(name).default_seats and (THOROUGH or name not in LONG)
    spiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_cfr_finds_the_same_in_openspiels_own_game(spiel, name):
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


def test_only_games_with_perfect_recall_have_information_states(spiel):
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
    """Return OpenSpiel's own information-set search, in Python."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    luck = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, luck), 2.0, simulations, random_state=luck,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=True, allow_inconsistent_action_sets=True,
    )  # fmt: skip


def dealt(spiel, name, outcomes=()):
    """Return the first state in which a seat acts, after these outcomes, then the first ones."""
    state, left = spiel.load_game(name).new_initial_state(), list(outcomes)
    while state.is_chance_node():
        state.apply_action(left.pop(0) if left else state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "booster"])
def test_only_hidden_information_is_redrawn(spiel, name):
    import random

    state = dealt(spiel, f"aicore_{name}")
    sampler = random.Random(1).random
    if state.position.game.max_tokens > 1:  # between the tokens of an action
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
    """Kuhn 1950: the jack never calls a bet, and the king always does."""
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
        token = bot.step(state)
        assert token in state.legal_actions()
        state.apply_action(token)
        chosen += 1
    assert chosen > 1


def kind_of(spiel, recall, public, private):
    return spiel.IIGObservationType(
        perfect_recall=recall,
        public_info=public,
        private_info=getattr(spiel.PrivateInfoType, private),
    )


def walk(spiel, game, seed, most=30):
    """Yield the states of a random game."""
    rng, state = aicore.Rng(seed), game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(rng.below(len(state.chance_outcomes())))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])


def read(observer, state, player):
    observer.set_from(state, player)
    parts = {name: part.tobytes() for name, part in observer.dict.items()}
    return observer.tensor.tobytes(), parts, observer.string_from(state, player)


@pytest.mark.parametrize("private", PRIVATE)
@pytest.mark.parametrize("public", PUBLIC)
@pytest.mark.parametrize("recall", RECALL)
@pytest.mark.parametrize("name", NAMES)
def test_no_type_of_observation_shows_what_it_must_not(spiel, name, recall, public, private):
    """Public observations depend on nothing private, a player's on nothing it cannot know."""
    from open_spiel.python.observation import make_observation

    game = spiel.load_game(f"aicore_{name}")
    observer = make_observation(game, kind_of(spiel, recall, public, private))
    hides = game.game.has_hidden
    offered = public and (not recall or game.game.perfect_recall)
    assert (observer is not None) == (offered and (not hides or private == "SINGLE_PLAYER"))
    if observer is None:
        return
    rng = aicore.Rng(6)
    for state in walk(spiel, game, 4):
        for player in range(game.num_players()):
            seen = read(observer, state, player)
            for _ in range(3):
                other = state.resample_from_infostate(player, rng.uniform)
                assert read(observer, other, player) == seen


@pytest.mark.parametrize("name", HIDING)
def test_a_state_shows_a_player_only_its_knowledge(spiel, name):
    game, rng = spiel.load_game(f"aicore_{name}"), aicore.Rng(8)
    differing = 0

    def shown_to(state, player):
        found = [state.observation_string(player), state.observation_tensor(player)]
        if game.get_type().provides_information_state_string:
            found += [
                state.information_state_string(player),
                state.information_state_tensor(player),
            ]
        if state.current_player() == player:
            legal = state.legal_actions()
            found += [legal, [state.action_to_string(player, action) for action in legal]]
        return found

    for state in walk(spiel, game, 3):
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.uniform)
            differing += other.position != state.position
            assert shown_to(other, player) == shown_to(state, player)
    assert differing


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_of_openspiel_can_be_made(spiel, name):
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(f"aicore_{name}", [], seed=5)
    assert "IsTerminal() = True" in text
    assert ("InformationStateTensorSize" in text) == spiel.load_game(
        f"aicore_{name}"
    ).get_type().provides_information_state_tensor


WAYS = [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("text", ["aicore_leduc_poker", "aicore_booster(players=3)"])
def test_copied_games_and_states_continue_alike_and_apart(spiel, text, way):
    game = spiel.load_game(text)
    other = way(game)
    assert str(other) == str(game)
    assert other.num_players() == game.num_players()
    *_, state = walk(spiel, game, 2, 12)
    twin = way(state)

    def go_on(state):
        found = []
        for each in walk_from(state, 9):
            found.append((str(each), each.current_player(), each.history()))
        return found

    assert go_on(twin) == go_on(state)
    ends = [[str(state) for state in walk(spiel, each, 2, 12)] for each in (game, other)]
    assert ends[0] == ends[1]


def walk_from(state, seed, most=20):
    rng = aicore.Rng(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
def test_copied_observers_continue_apart(spiel, way):
    from open_spiel.python.observation import make_observation

    game = spiel.load_game("aicore_leduc_poker")
    one, *_, two = walk(spiel, game, 2, 8)
    observer = make_observation(game)
    observer.set_from(one, 0)
    other = way(observer)
    before = observer.tensor.copy()
    assert (other.tensor == before).all()
    shown = read(other, two, 1)
    assert (observer.tensor == before).all()
    assert shown == read(observer, two, 1)
    assert all(np.shares_memory(part, other.tensor) for part in other.dict.values())


def length_of(game):
    return game.max_game_length()


def test_games_policies_and_solvers_are_sent_to_other_processes(spiel):
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr

    game = spiel.load_game("aicore_kuhn_poker")
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    again = pickle.loads(pickle.dumps(solver))
    for each in (solver, again):
        each.evaluate_and_update_policy()
    one, two = (each.average_policy().action_probability_array for each in (solver, again))
    assert (one == two).all()
    table = pickle.loads(pickle.dumps(policy.TabularPolicy(game)))
    assert table.game.num_players() == 2
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(length_of, [game]) == [game.max_game_length()]


def test_impossible_outcomes_are_refused(spiel):
    state = spiel.load_game("aicore_kuhn_poker").new_initial_state()
    for wrong in (-2, 3, 99):
        with pytest.raises(IllegalAction, match="0 to 2"):
            state.apply_action(wrong)
    dealt_state = dealt(spiel, "aicore_kuhn_poker")
    for wrong in (-2, 99):
        with pytest.raises(IllegalAction):
            dealt_state.apply_action(wrong)
