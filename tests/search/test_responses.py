"""Tests of best responses: expanded games, games that cannot be expanded, and additive losses."""

from __future__ import annotations

import random

import pytest

import aicore
from aicore.core.errors import NoExactResponse
from aicore.search.exact import minimax
from aicore.search.responses import SmallGame, best_response, uniform
from kit.effort import effort


def random_play(small, seed):
    """Return random probabilities for each information set."""
    rng = random.Random(seed)
    play = []
    for one in small.sets:
        weights = [rng.choice((0.0, rng.random())) for _ in one.actions]
        total = sum(weights)
        play.append([w / total for w in weights] if total else [1 / len(weights)] * len(weights))
    return play


@pytest.fixture(scope="module", params=["kuhn_poker", "leduc_poker", "tic_tac_toe"])
def small(request):
    return SmallGame(aicore.load(request.param))


@pytest.mark.parametrize("seed", range(effort(1, 3)))
def test_losses_add_up_to_the_gain_of_a_best_response(small, seed):
    """It is the performance difference: Kakade and Langford 2002, lemma 6.1."""
    play = random_play(small, seed)
    values = small.values(play)
    assert sum(values) == pytest.approx(small.game.low + small.game.high)
    for seat in (0, 1):
        found = small.respond(seat, play)
        assert sum(found.losses) == pytest.approx(found.value - values[seat])
        assert min(found.losses) > -1e-12


def test_two_plays_against_each_other_share_the_stakes(small):
    one, two = random_play(small, 1), random_play(small, 2)
    first = small.value_against(0, one, two)
    assert first + small.value_against(1, two, one) == pytest.approx(
        small.game.low + small.game.high
    )
    assert first != pytest.approx(small.values(one)[0])
    assert first != pytest.approx(small.values(two)[0])


@pytest.mark.parametrize("seed", range(effort(1, 2)))
def test_a_best_response_wins_its_value_and_cannot_be_improved(small, seed):
    play = random_play(small, seed)
    for seat in (0, 1):
        found = small.respond(seat, play)
        answer = [
            [float(number == best) for number in range(len(one.actions))] if best >= 0 else given
            for one, best, given in zip(small.sets, found.actions, play, strict=True)
        ]
        assert [one.seat for one, best in zip(small.sets, found.actions, strict=True) if best >= 0]
        assert small.values(answer)[seat] == pytest.approx(found.value)
        assert sum(small.respond(seat, answer).losses) == pytest.approx(0)


def test_positions_are_counted_once():
    # 5478 positions of tic-tac-toe: Wikipedia, "Game complexity"
    small = SmallGame(aicore.load("tic_tac_toe"))
    assert small.positions == 5478
    assert all(len(one.members) == 1 for one in small.sets)


@pytest.mark.slow
def test_a_best_response_to_optimal_play_has_the_games_value():
    game = aicore.load("tic_tac_toe")
    table = {}

    def best(view):
        state = game.from_dict(view.to_dict())

        def worth(action):
            after = state.clone()
            after.apply(action)
            return minimax(after, table)[view.seat]

        return {max(view.legal_actions(), key=worth): 1.0}

    assert [best_response(game, seat, best)[0] for seat in (0, 1)] == [0.5, 0.5]
    assert best_response(game, 0, uniform)[0] > 0.99


def test_the_way_to_a_set_shows_its_seats_knowledge():
    small = SmallGame(aicore.load("kuhn_poker"))
    ways = {(one.seat, *small.way_to(one)) for one in small.sets}
    assert len(ways) == 12
    assert (1, "deal 0 ?", "deal 1 Q", "bet") in ways
    assert (0, "deal 0 J", "deal 1 ?", "check", "bet") in ways


@pytest.mark.parametrize(
    ("name", "given", "error"),
    [
        ("leduc_poker", {"max_sets": 100}, "too large .* 101 information sets and"),
        ("leduc_poker", {"max_positions": 100}, "too large .* and 102 positions"),
    ],
)
def test_large_games_are_refused_with_their_size_so_far(name, given, error):
    with pytest.raises(NoExactResponse, match=error):
        SmallGame(aicore.load(name), **given)


def test_a_game_with_repeated_positions_is_refused():
    with pytest.raises(NoExactResponse, match="pig has no exact best response: positions can"):
        SmallGame(aicore.load("pig", target=10))
