"""Tests of what networks see besides observations: facts, and the game's guidance."""

from __future__ import annotations

import math

import numpy as np
import pytest

import aicore
from aicore.search.overlooking import OverlookingGame
from kit.nets import numbers_in
from kit.positions import walk

WITH_FACTS = [name for name in aicore.names() if aicore.load(name).facts]
GUIDED = [name for name in aicore.names() if aicore.load(name).advises]
UNIT = 2048  # a fact is stored in units of 1 / 2,048 (ruleset.pxd)


def facts_of(view: aicore.View) -> np.ndarray:
    """Return the facts in what a network sees of a view."""
    seen = np.frombuffer(view.net_input(), np.uint8)[None]
    return numbers_in(view.game, seen)[0][-view.game.facts :] / UNIT


def test_some_games_have_facts() -> None:
    assert {"relics", "gratis3"} <= set(GUIDED) < set(WITH_FACTS)


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("seats", [2, 3])
def test_facts_match_the_values_inputs_for_each_pair_of_seats(name: str, seats: int) -> None:
    game = aicore.load(name, seats)
    compared = 0
    for state in walk(game, 5):
        if state.turn >= 0 and not game.has_hidden:
            seat = state.turn
            pairs = [(i, j) for i in range(seats) for j in range(seats) if i != j]
            rows = dict(zip(pairs, game.features(state), strict=True))
            due = [rows[seat, (seat + i) % seats] for i in range(1, seats)]
            found = facts_of(state.view(seat))[: sum(map(len, due))]
            np.testing.assert_allclose(found, np.concatenate(due), atol=1 / UNIT)
            compared += 1
    assert compared > 20 or game.has_hidden


@pytest.mark.parametrize("name", WITH_FACTS)
def test_a_network_sees_nothing_that_its_seat_does_not_know(name: str) -> None:
    game, rng, compared = aicore.load(name, 2), aicore.Rng(7), 0
    for state in walk(game, 11):
        if state.turn >= 0:
            view = state.view(state.turn)
            other = view.resample(rng).view(state.turn)
            assert view.net_input() == other.net_input()
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", GUIDED)
def test_a_network_sees_the_chances_that_the_game_estimates(name: str) -> None:
    game, compared = aicore.load(name, 2), 0
    for state in walk(game, 3):
        if state.turn >= 0 and not game.has_hidden:
            chances = np.clip(state.evaluate(), 0.0005, 0.9995)  # as in `net_input`
            due = [math.log(share / (1 - share)) / 4 for share in np.roll(chances, -state.turn)]
            np.testing.assert_allclose(facts_of(state.view(state.turn))[-2:], due, atol=1 / UNIT)
            compared += 1
    assert compared > 20 or game.has_hidden


@pytest.mark.parametrize("name", GUIDED)
def test_one_action_has_the_token_of_the_script(name: str) -> None:
    game, compared = aicore.load(name, 2), 0
    script = aicore.player("script", game, 1)
    followed = 0
    for state in walk(game, 3):
        if state.turn >= 0:
            view = state.view(state.turn)
            tokens = view.net_tokens()
            for action, each in zip(view.legal_actions(), tokens, strict=True):
                own = view.encode(action, full=True)
                assert each[: len(own)] == tuple(own)
                assert all(game.num_tokens <= token < game.net_tokens for token in each[len(own) :])
            advised = [game.num_tokens in each for each in tokens]
            assert sum(advised) == 1
            choice = game.text(view.legal_actions()[advised.index(True)])
            followed += choice == script.decide(view).action
            compared += 1
    assert compared > 20
    assert followed > 0.5 * compared  # elsewhere it draws by chance, or follows an earlier plan


@pytest.mark.parametrize("name", WITH_FACTS)
def test_networks_fit_overlooking_games(name: str) -> None:
    game = aicore.load(name)
    other = OverlookingGame(game, 0.5, 0.5)
    assert (other.facts, other.facts_only, other.advises) == (
        game.facts, game.facts_only, game.advises)  # fmt: skip
    assert (other.net_input_size, other.net_tokens) == (game.net_input_size, game.net_tokens)
    assert other.net_max_tokens == game.net_max_tokens
    with pytest.raises(TypeError, match="inner game cannot be an overlooking game"):
        OverlookingGame(other)
