"""Luck has mean 0 whatever is thought of the positions, and is told apart from skill exactly."""

import pytest

import aicore
from aicore.study import luck
from aicore.study.judge import Judge
from aicore.study.luck import luck_of, standing


def bad(state):
    """A value that means nothing: a number for each seat out of the position's key."""
    rng = aicore.Rng(state.key())
    return tuple(rng.uniform() for _ in range(state.game.seats))


def chance_events(game, seed, most=12):
    """Positions of a game by rules of thumb at which luck is due."""
    state, chance, rng, found = game.start(), aicore.Chance(seed=seed), aicore.Rng(seed), []
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            if len(state.outcome_actions()) > 1:
                found.append(state.clone())
            chance.step(state)
        else:
            state.apply(state.policy(rng))
    return found[:: 1 + len(found) // most]


@pytest.mark.parametrize("name", ["pig", "leduc_poker", "booster", "gratis3", "trader", "relics"])
def test_the_mean_luck_of_an_event_is_0_for_any_value(name):
    game = aicore.load(name)
    seen = 0
    for state in chance_events(game, 3):
        outcomes = state.outcomes()
        if len(outcomes) > luck.LISTED:
            continue
        found = [(chance, luck_of(state, text, bad, 1)) for text, chance in outcomes]
        assert any(abs(one.values[0]) > 0.01 for _, one in found)
        for seat in range(game.seats):
            assert sum(p * one.values[seat] for p, one in found) == pytest.approx(0, abs=1e-9)
        seen += 1
    assert seen


def test_the_mean_luck_of_a_sampled_event_is_0_for_any_value():
    game = aicore.load("booster")
    state = next(s for s in chance_events(game, 3) if len(s.outcomes()) > luck.LISTED)
    rng, found = aicore.Rng(1), []
    for seed in range(2000):
        found.append(luck_of(state, game.text(state.sample(rng)), bad, seed))
    lucks = [one.values[0] for one in found]
    mean = sum(lucks) / len(lucks)
    spread = (sum((one - mean) ** 2 for one in lucks) / len(lucks)) ** 0.5
    assert abs(mean) < 3 * spread / len(lucks) ** 0.5
    # the error that is told is that of what was expected
    outcomes = [bad(luck._after(state, event))[0] for event, _ in state.outcome_actions()]
    expected = sum(outcomes) / len(outcomes)
    wrong = [(one.expected[0] - expected) / one.error for one in found]
    assert sum(each**2 for each in wrong) / len(wrong) == pytest.approx(1.15, abs=0.25)


@pytest.mark.parametrize("name", ["pig", "kuhn_poker", "booster"])
def test_a_position_stands_alike_whenever_it_is_asked_and_the_end_is_the_result(name):
    game = aicore.load(name)
    value = standing(Judge(game, 40), 40, 20, seed=5)
    state, chance, rng = game.start(), aicore.Chance(seed=2), aicore.Rng(2)
    while state.turn != aicore.END:
        assert value(state) == value(state.clone())
        if state.turn == aicore.CHANCE:
            chance.step(state)
        else:
            state.apply(state.policy(rng))
    assert value(state) == tuple(state.returns())


def test_hands_that_are_hidden_from_all_seats_but_one_count_in_luck():
    game = aicore.load("kuhn_poker")
    value = standing(Judge(game, 40), 40, 400, seed=5)
    state = game.start()
    state.apply("deal 0 Q")
    found = {card: luck_of(state, f"deal 1 {card}", value, 1).values for card in "JK"}
    assert found["J"][0] > 0.3 > -0.3 > found["K"][0]
    assert found["J"][0] == pytest.approx(-found["J"][1])
