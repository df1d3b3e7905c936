"""Tests of luck: it is 0 on average for any V, and all ways to measure it agree."""

from __future__ import annotations

import json
import math
import statistics

import pytest

import aicore
from aicore.arena.luck import Meter, luck_of
from aicore.arena.referee import Referee
from aicore.core.deal import Deal
from aicore.core.errors import AicoreError, IllegalAction
from kit.effort import effort

SMALL = [("kuhn_poker", {}), ("leduc_poker", {}), ("pig", {"target": 9})]
NAMES = ("kuhn_poker", "leduc_poker", "pig", "booster", "gratis3", "ransom", "trader", "relics")
SEATS = {name: aicore.info(name).seats for name in NAMES}
FEWEST = [(name, SEATS[name][0]) for name in NAMES]
ALL = [(name, seats) for name in NAMES for seats in range(SEATS[name][0], SEATS[name][1] + 1)]
GAMES = effort(30, 200)


def nonsense(state):
    """Return a V without judgment: values from a hash of the position, far beyond all returns."""
    return [(state.key() >> 12 * seat & 4095) / 400 for seat in range(state.game.seats)]


def chance_positions(game):
    """Yield each position of a small game at which chance begins, and one path of events to it."""
    seen, waiting = set(), [(game.start(), [], False)]
    while waiting:
        state, events, after_chance = waiting.pop()
        if bytes(state) in seen:
            continue
        seen.add(bytes(state))
        chance = state.turn == aicore.CHANCE
        if chance and not after_chance:
            yield state, events
        for event in [event for event, _ in state.outcomes()] or state.legal():
            after = state.clone()
            after.apply(event)
            waiting.append((after, [*events, event], chance))


def ways(state):
    """Yield all sequences of outcomes until no chance event is due, with their probabilities."""
    for outcome, chance in state.outcomes():
        after = state.clone()
        after.apply(outcome)
        if after.turn != aicore.CHANCE:
            yield [outcome], chance
        else:
            for more, share in ways(after):
                yield [outcome, *more], chance * share


@pytest.mark.parametrize("value", [None, nonsense])
@pytest.mark.parametrize(("name", "options"), SMALL)
def test_the_expectation_is_zero_wherever_chance_is_due(name, options, value):
    game = aicore.load(name, **options)
    meter = Meter(game, value)
    most = 0.0
    for state, events in chance_positions(game):
        before = meter.of_game(events)
        total = [0.0] * game.seats
        for outcomes, chance in ways(state):
            after = meter.of_game([*events, *outcomes])
            for seat in range(game.seats):
                total[seat] += chance * (after[seat] - before[seat])
                most = max(most, abs(after[seat] - before[seat]))
        assert total == pytest.approx([0.0] * game.seats, abs=1e-11)
    assert most > 0.1


def test_the_luck_of_a_roll_by_hand():
    # seat 0 has 5 of 9 points: 4 and more win, 1 passes the turn, V judges 2 and 3
    def even(state):
        return state.returns() if state.end else [0.5, 0.5]

    meter = Meter(aicore.load("pig", target=9), even)
    events = ["roll", "rolls 5", "hold", "roll", "rolls 1", "roll"]
    assert meter.of_game(events) == pytest.approx((0.0, 0.0))
    assert meter.of_game([*events, "rolls 6"]) == pytest.approx((0.25, -0.25))
    assert meter.of_game([*events, "rolls 1"]) == pytest.approx((-0.25, 0.25))


def test_chance_that_follows_chance_is_one_event():
    # seat 0 leads in three of the six ways to deal two of three cards
    def lead(state):
        cards = state.to_dict()["cards"]
        return [float("JQK".index(cards[0]) > "JQK".index(cards[1])), 0.0]

    meter = Meter(aicore.load("kuhn_poker"), lead)
    assert meter.of_game(["deal 0 K"])[0] == 0.0
    assert meter.of_game(["deal 0 K", "deal 1 J"])[0] == pytest.approx(0.5)
    assert meter.of_game(["deal 0 J", "deal 1 K"])[0] == pytest.approx(-0.5)


def test_the_luck_of_consecutive_chance_events_alone():
    game = aicore.load("kuhn_poker")
    meter = Meter(game)
    for outcomes, _ in ways(game.start()):
        assert luck_of(game.start(), outcomes) == meter.of_game(outcomes)
    # a king alone: with any second card, it wins the chip that V expects
    assert luck_of(game.start(), ["deal 0 K"]) == pytest.approx((1.0, -1.0))
    with pytest.raises(IllegalAction, match="give at least one outcome"):
        luck_of(game.start(), [])
    with pytest.raises(IllegalAction, match="no chance event is due"):
        luck_of(game.start(), ["deal 0 K", "deal 1 J", "check"])


def goes_on(state):
    """Whether a throw is due that may be followed by others with several outcomes."""
    for outcome, _ in state.outcomes():
        after = state.clone()
        after.apply(outcome)
        if after.turn == aicore.CHANCE and len(after.outcomes()) > 6:
            return len(state.outcomes()) == 6
    return False


def test_samples_keep_the_probabilities_of_the_first_event():
    """A throw in gratis3 can continue in more than 64 ways, with outcomes of unequal odds."""
    game = aicore.load("gratis3")
    state, chance, rng = game.start(), aicore.Chance(0), aicore.Rng(0)
    while not goes_on(state):
        if state.turn == aicore.CHANCE:
            chance.step(state)
        else:
            state.apply(state.policy(rng))
    assert len({round(share, 9) for _, share in state.outcomes()}) > 1
    exact, even, count = 0.0, 0.0, 0
    for first, share in state.outcomes():
        after = state.clone()
        after.apply(first)
        rest = list(ways(after)) if after.turn == aicore.CHANCE else [([], 1.0)]
        value = 0.0
        for outcomes, times in rest:
            end = after.clone()
            for outcome in outcomes:
                end.apply(outcome)
            value += times * end.evaluate()[0]
        count += len(rest)
        exact += share * value
        even += value / len(state.outcomes())
    assert count > 64
    came = state.clone()
    outcomes = [game.text(chance.step(came))]
    while came.turn == aicore.CHANCE:
        outcomes.append(game.text(chance.step(came)))
    expected = came.evaluate()[0] - luck_of(state, outcomes, samples=1 << 14)[0]
    assert abs(even - exact) > 0.01
    assert expected == pytest.approx(exact, abs=0.004)


def games(name, seats, value, count, spec="script"):
    """Yield the outcomes of games with their luck measured."""
    game = aicore.load(name, seats=seats)
    referee = Referee(game, meter=Meter(game, value))
    players = [aicore.player(spec, game)] * seats
    for number in range(count):
        deal = Deal(number)
        seeds = [deal.player_seed(seat) for seat in range(seats)]
        yield referee.play(players, seeds, deal.luck, samples=number)


def is_zero(values):
    """Whether a mean is 0 within three standard errors."""
    return abs(statistics.fmean(values)) <= 3 * statistics.stdev(values) / math.sqrt(len(values))


def check_the_mean(name, seats, value, count):
    found = [outcome.luck for outcome in games(name, seats, value, count)]
    for seat in range(seats):
        luck = [one[seat] for one in found]
        assert statistics.stdev(luck) > 0.01
        assert is_zero(luck)


@pytest.mark.parametrize("value", [None, nonsense])
@pytest.mark.parametrize(("name", "seats"), FEWEST)
def test_the_mean_is_zero(name, seats, value):
    check_the_mean(name, seats, value, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("value", [None, nonsense])
@pytest.mark.parametrize(("name", "seats"), ALL)
def test_the_mean_is_zero_over_many_games(name, seats, value):
    check_the_mean(name, seats, value, 2000)


@pytest.mark.parametrize("name", ["pig", "booster", "trader"])
def test_the_referee_measures_the_luck_in_the_record(name):
    game = aicore.load(name)
    for number, outcome in enumerate(games(name, game.seats, None, 3)):
        events = [event for _, event in json.loads(outcome.events)]
        assert Meter(game).of_game(events, number) == outcome.luck


def test_what_cannot_be_measured_is_refused():
    game = aicore.load("pig")
    with pytest.raises(IllegalAction, match="not a possible outcome"):
        Meter(game).of_game(["roll", "hold"])
    with pytest.raises(ValueError, match="3 values for 2 seats"):
        Meter(game, lambda state: [0.0] * 3).of_game(["roll", "rolls 3"])
    with pytest.raises(AicoreError, match="samples"):
        Meter(game, samples=0)
    with pytest.raises(AicoreError, match="cannot measure"):
        Referee(game, meter=Meter(aicore.load("booster")))
