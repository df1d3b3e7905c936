"""Tests of the examples with the conformance kit: the same demands as on compiled games."""

from __future__ import annotations

import copy
import random

import pytest

import aicore
from kit import arrays, deals, knowledge
from kit import conformance as kit
from kit.effort import effort
from kit.positions import sample_of, visited, walk
from plain.conftest import NAMES

EVERY_STATE = [
    kit.check_turn_and_events,
    kit.check_chance_sums_to_one,
    kit.check_returns,
    kit.check_estimates,
    kit.check_promising,
    kit.check_texts,
    kit.check_dict_round_trip,
    knowledge.check_views_are_canonical,
    knowledge.check_resampling_needs_no_more_than_the_view,
    deals.check_chance_sources,
]
SOME_STATES = [
    kit.check_apply_on_a_copy,
    kit.check_pickle_round_trip,
    kit.check_play_out,
    kit.check_settling,
    kit.check_drawing,
    knowledge.check_texts_give_nothing_away,
    knowledge.check_resampled_states_are_possible,
    knowledge.check_resampling_reaches_the_truth,
]


DAILY = [
    "backgammon",
    "connect_four",
    "firebreak",
    "goofspiel",
    "liars_dice",
    "lichen",
    "patches",
    "saboteurs",
]
"""Examples of every kind: luck, secrets, simultaneous choices, and a cooperative game."""


@pytest.fixture(params=effort(DAILY, NAMES), scope="module")
def game(request, example):
    return aicore.load(example(request.param))


@pytest.fixture
def states(game):
    return visited(game, 2, 8)


@pytest.mark.parametrize("check", EVERY_STATE, ids=lambda check: check.__name__)
def test_every_state(states, check):
    for state in states:
        check(state)


@pytest.mark.parametrize("check", SOME_STATES, ids=lambda check: check.__name__)
def test_some_states(states, check):
    for state in sample_of(states, effort(1, 3) if check is kit.check_drawing else effort(4, 6)):
        check(state)


@pytest.mark.parametrize("check", arrays.STATES, ids=lambda check: check.__name__)
def test_arrays_of_states(states, check):
    for state in sample_of(states, 6):
        check(state)


def test_sampling(states):
    played = [state for state in states if len(kit.events(state)) > 1]
    for state in sample_of(played, effort(1, 2)):
        kit.check_sampling(state)


def test_the_sum_of_returns(game):
    if game.info.title in ("Pig", "Backgammon", "Hearts"):
        pytest.skip("its games are long; `aicore check` checks them")
    kit.check_constant_sum(game, effort(15, 40))


def test_keys_distinguish_states(game):
    states = []
    for seed in range(3):
        states += list(walk(game, seed))[:100]
    knowledge.check_keys_distinguish_states(states)


@pytest.mark.parametrize("name", ["liars_dice", "hearts"])
def test_resampling_keeps_the_odds(name, example):
    knowledge.check_resampling_keeps_the_odds(aicore.load(example(name)), 60)


def test_the_same_seed_gives_the_same_deal(game):
    deals.check_same_seed_same_deal(game, 1)


def test_damaged_dumps_are_refused(game):
    rng = random.Random(1)
    state = visited(game, 2, 8)[3]
    for _ in range(20):
        fields = copy.deepcopy(state.to_dict())
        name = rng.choice(list(fields))
        fields[name] = rng.choice([None, -1, 99, "x", [], [1], {}, 1.5, True])
        kit.refused(aicore.AicoreError, game.from_dict, fields)


def test_junk_is_not_an_event(game):
    for text in ("", "x", "bid", "take 1 from", "move bar 9", "play 1", " roll", "hold hold"):
        assert kit.refused(aicore.AicoreError, game.parse, text) is None


def test_declarations(game):
    assert game.scripted
    assert game.state_size % 8 == 0
    assert game.has_chance == (game.max_outcomes > 0) == (len(game.chance_sources) > 0)
    assert aicore.load(game.name, seats=game.seats, **game.options) == game
    kit.check_data(game.info)
