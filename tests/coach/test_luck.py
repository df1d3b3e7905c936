"""Tests of luck: its mean is 0 with any evaluation, and it is exactly separated from skill."""

import pytest

import aicore
from aicore.coach.judge import Judge
from aicore.coach.luck import full_information_value, measured


def bad(state):
    """Return a meaningless value: a number for each seat from the position's key."""
    rng = aicore.Rng(state.key())
    return tuple(rng.uniform() for _ in range(state.game.seats))


def chance_events(game, seed, most=12):
    """Return positions of a game by the policy at which chance is due."""
    state, chance, rng, found = game.start(), aicore.Chance(seed=seed), aicore.Rng(seed), []
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            if len(state.outcome_actions()) > 1:
                found.append(state.clone())
            chance.step(state)
        else:
            state.apply(state.policy(rng))
    return found[:: 1 + len(found) // most]


def to_decision(state, chance):
    """Settle chance in a copy until a seat decides; return the events."""
    return chance.settle(state.clone())


@pytest.mark.parametrize("name", ["pig", "trader", "relics"])
def test_the_mean_luck_of_an_event_is_0_for_any_value(name):
    game, seen = aicore.load(name), 0
    for state in chance_events(game, 3):
        afters = [(chance, text, state.clone()) for text, chance in state.outcomes()]
        for _, text, after in afters:
            after.apply(text)
        if any(after.turn == aicore.CHANCE for *_, after in afters):
            continue
        found = [(chance, measured(state, [text], bad, 1)) for chance, text, _ in afters]
        assert any(abs(one.values[0]) > 0.01 for _, one in found)
        assert all(one.error == 0 for _, one in found)
        for seat in range(game.seats):
            assert sum(p * one.values[seat] for p, one in found) == pytest.approx(0, abs=1e-9)
        seen += 1
    assert seen


def test_the_reported_error_of_luck_is_its_actual_error():
    game = aicore.load("booster")
    state = game.start()  # the deal has ten cards
    found = [
        measured(state, to_decision(state, aicore.Chance(seed=seed)), bad, seed)
        for seed in range(300)
    ]
    mean = sum(one.values[0] for one in found) / len(found)
    assert abs(mean) < 3 * (1 / 12 / len(found)) ** 0.5 * 1.2  # a bad value is uniform in 0 .. 1
    expected = [one.expected[0] - 0.5 for one in found]
    squares = [one.error**2 for one in found]
    assert sum(e**2 for e in expected) / len(found) == pytest.approx(
        sum(squares) / len(found), rel=0.5
    )


@pytest.mark.parametrize("name", ["pig", "kuhn_poker", "booster"])
def test_a_position_always_has_the_same_value_and_the_end_has_the_result(name):
    game = aicore.load(name)
    value = full_information_value(Judge(game, 40), 40, 20, seed=5, brief=True)
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
    value = full_information_value(Judge(game, 40), 40, 400, seed=5, brief=False)
    state = game.start()
    state.apply("deal 0 Q")
    found = {card: measured(state, [f"deal 1 {card}"], value, 1).values for card in "JK"}
    assert found["J"][0] > 0.3 > -0.3 > found["K"][0]
    assert found["J"][0] == pytest.approx(-found["J"][1])


def test_a_position_with_hidden_hands_has_the_mean_value_of_its_playouts():
    game = aicore.load("leduc_poker")
    state = chance_events(game, 3)[-1]
    aicore.Chance(seed=1).settle(state)
    whole = full_information_value(Judge(game), 40, 8, 1, False)(state)
    ends = []
    for number in range(8):
        rng, end = aicore.Rng((1 << 32) + number), state.clone()
        end.play_out(rng, guided=True)
        assert end.turn == aicore.END
        ends.append(end.returns())
    assert whole == pytest.approx([sum(seat) / 8 for seat in zip(*ends, strict=True)])
    assert any(whole)
