"""Tests of every registered game with the conformance kit, with all its seats and options."""

from __future__ import annotations

import copy

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import aicore
from aicore.core.errors import IllegalAction, NotationError
from kit import arrays, deals, knowledge
from kit import conformance as kit
from kit.effort import THOROUGH, effort
from kit.positions import events, needs, random_state, sample_of, variants, visited, walk

VARIANTS = [
    variant
    for name in aicore.names()
    for variant in variants(name)
    if THOROUGH or not variant.options
]
"""Every game with all its numbers of seats; a thorough run adds options, as lockstep tests do."""
FIXED = settings(
    max_examples=effort(4, 40),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)

EVERY_STATE = [
    kit.check_turn_and_events,
    kit.check_apply_on_a_copy,
    kit.check_chance_sums_to_one,
    kit.check_returns,
    kit.check_estimates,
    kit.check_promising,
    kit.check_texts,
    kit.check_dict_round_trip,
    knowledge.check_views_are_canonical,
    knowledge.check_resampling_needs_no_more_than_the_view,
    knowledge.check_belief_depends_only_on_the_view,
    deals.check_chance_sources,
]
SOME_STATES = [  # slower checks
    kit.check_pickle_round_trip,
    kit.check_sampling,
    kit.check_play_out,
    kit.check_settling,
    kit.check_drawing,
    knowledge.check_texts_give_nothing_away,
    knowledge.check_resampled_states_are_possible,
    knowledge.check_resampling_reaches_the_truth,
]


@pytest.fixture(params=VARIANTS, ids=lambda variant: variant.id, scope="module")
def game(request):
    loaded = request.param.load()
    if loaded is None:
        pytest.skip("this number of seats excludes the options")
    return loaded


@pytest.mark.parametrize("check", EVERY_STATE, ids=lambda check: check.__name__)
def test_every_state(game, check):
    for state in visited(game):
        check(state)


@pytest.mark.parametrize("check", SOME_STATES, ids=lambda check: check.__name__)
def test_some_states(game, check):
    # a drawing costs as much as all the other checks of a state together
    number = effort(1, 10) if check is kit.check_drawing else effort(8, 40)
    for state in sample_of(visited(game), number):
        check(state)


@pytest.mark.parametrize("check", arrays.STATES, ids=lambda check: check.__name__)
def test_arrays_of_states(game, check):
    needs(game.num_tokens > 0, "arrays")
    for state in sample_of(visited(game), effort(10, 100)):
        check(state)


@pytest.mark.parametrize("check", arrays.GAMES, ids=lambda check: check.__name__)
def test_arrays_of_games(game, check):
    needs(game.num_tokens > 0, "arrays")
    check(game)


def test_the_sum_of_returns_is_constant_where_it_is_declared(game):
    kit.check_constant_sum(game)


def test_keys_distinguish_states(game):
    states = []
    for seed in range(200):
        states += walk(game, seed, policy=0.5 * (seed % 2 == 1))
        if len(states) > effort(400, 3000):
            break
    knowledge.check_keys_distinguish_states(states)


def test_resampling_keeps_the_odds(game):
    knowledge.check_resampling_keeps_the_odds(game)


def test_declarations(game):
    assert game.low < game.high
    assert 0 < game.state_size <= 4096  # the limit in docs/adding-a-game.md
    assert game.state_size % 8 == 0
    assert game.max_actions >= 1
    assert game.has_chance == (game.max_outcomes > 0) == (len(game.chance_sources) > 0)
    states = visited(game)
    assert game.has_chance == any(state.turn == aicore.CHANCE for state in states)
    seats = range(game.seats)
    hidden = any(bytes(state.view(seat)) != bytes(state) for state in states for seat in seats)
    text = any(state.to_dict(seat) != state.to_dict() for state in states for seat in seats)
    assert game.has_hidden == hidden == text
    assert aicore.load(game.name, seats=game.seats, **game.options) == game


@FIXED
@given(seed=st.integers(0, 1 << 32), length=st.integers(0, 300))
def test_states_round_trip(game, seed, length):
    state = random_state(game, seed, length)
    kit.check_dict_round_trip(state)
    kit.check_pickle_round_trip(state)
    kit.check_texts(state)
    knowledge.check_views_are_canonical(state)


def test_the_same_seed_is_the_same_deal(game):
    for seed in range(effort(2, 6)):
        deals.check_same_seed_same_deal(game, seed)


def test_items_are_cards(game):
    deals.check_items_are_cards(visited(game))


def test_keyed_chance_follows_the_odds(game):
    needs(game.has_chance, "chance")
    at_chance = [state for state in visited(game) if state.turn == aicore.CHANCE]
    for state in sample_of(at_chance, 4):
        deals.check_seeds_follow_the_odds(state)


def test_chance_refuses_when_none_is_due(game):
    state = visited(game)[-1]
    with pytest.raises(IllegalAction):
        aicore.Chance(1).draw(state)
    with pytest.raises(IllegalAction):
        state.chance_source()


JUNK = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 70), 1 << 70)
    | st.integers(-3, 300)
    | st.floats()
    | st.text(max_size=8)
    | st.lists(st.integers(-2, 9) | st.none() | st.text(max_size=3), max_size=6)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
)


@FIXED
@given(data=st.data(), seed=st.integers(0, 1 << 32), length=st.integers(0, 300))
def test_damaged_dicts_are_refused(game, data, seed, length):
    fields = copy.deepcopy(random_state(game, seed, length).to_dict())
    for _ in range(data.draw(st.integers(1, 2))):
        damage(fields, data)
    assume(all(value == value for _, value in knowledge.entries(fields)))  # NaN differs from itself
    kit.check_bad_dict(game.start(), fields)


def damage(part, data):
    """Replace, remove or add an entry somewhere in nested dicts and lists."""
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        change = data.draw(st.sampled_from(["down", "down", "replace", "swap", "remove", "add"]))
        if change == "add" or not keys:
            if isinstance(part, dict):
                part[data.draw(st.text(max_size=5))] = data.draw(JUNK)
            else:
                part.append(data.draw(st.sampled_from(part) if part else JUNK))
            return
        key = data.draw(st.sampled_from(keys))
        if change == "down" and isinstance(part[key], dict | list):
            part = part[key]
        elif change == "remove":
            del part[key]
            return
        elif change == "swap":
            other = data.draw(st.sampled_from(keys))
            part[key], part[other] = part[other], part[key]
            return
        else:
            part[key] = data.draw(JUNK)
            return


@FIXED
@given(data=st.data(), text=st.text(max_size=20), seed=st.integers(0, 1 << 32))
def test_texts_that_denote_nothing_are_refused(game, data, text, seed):
    state = random_state(game, seed, seed % 50)
    known = [game.text(event) for event in events(state)]
    if known and data.draw(st.booleans()):  # nearly valid data finds more than noise
        word = data.draw(st.sampled_from(known))
        place = data.draw(st.integers(0, len(word)))
        text = word[:place] + data.draw(st.sampled_from(["", " ", "x", "9", "-1"])) + word[place:]
        text = text[: data.draw(st.integers(0, len(text)))]
    event = kit.refused(NotationError, game.parse, text)
    assert event is None or game.parse(game.text(event)) == event


def test_events_that_are_not_possible_are_refused(game):
    for state in sample_of(visited(game), effort(8, 20)):
        before = bytes(state)
        possible = set(events(state))
        others = {event for other in visited(game)[:60] for event in events(other)} - possible
        for event in sample_of(sorted(others)):
            for form in (event, game.text(event)):
                with pytest.raises(IllegalAction):
                    state.apply(form)
        assert bytes(state) == before


@pytest.mark.parametrize(
    "name", ["connect_four", "kuhn_poker", "leduc_poker", "pig", "tic_tac_toe"]
)
def test_the_events_with_a_name_are_those_that_happen(name):
    """Check games with few events: eight random games contain all of them."""
    game = aicore.load(name)
    named = {event for form in game.grammar for event in form.events()}
    assert {
        event for seed in range(8) for state in walk(game, seed) for event in events(state)
    } == named


@pytest.mark.parametrize("name", aicore.names())
def test_data_file(name):
    kit.check_data(aicore.info(name))


@pytest.mark.parametrize("name", aicore.names())
def test_look_ahead(name):
    kit.check_look_ahead(aicore.load(name))


@pytest.mark.parametrize("name", aicore.names())
def test_readme(name):
    kit.check_readme(aicore.load(name))
