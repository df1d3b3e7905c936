"""Luck: 0 on average whatever V is, the same on every way to it, and what is left of a result."""

from __future__ import annotations

import math
import statistics

import pytest

import aicore
from aicore.arena.luck import Meter, luck_of
from aicore.arena.referee import Referee
from aicore.arena.worth import SearchedValue
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
    """A V that judges nothing: what a hash of the position says, far beyond all returns."""
    return [(state.key() >> 12 * seat & 4095) / 400 for seat in range(state.game.seats)]


def positions(game):
    """Every position of a small game."""
    seen, waiting = set(), [game.start()]
    while waiting:
        state = waiting.pop()
        if bytes(state) in seen:
            continue
        seen.add(bytes(state))
        yield state
        for event in [event for event, _ in state.outcomes()] or state.legal_actions():
            after = state.clone()
            after.apply(event)
            waiting.append(after)


def ways(state):
    """What can come until chance ends: outcomes, probability."""
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
    most = 0.0
    for state in positions(game):
        if state.turn != aicore.CHANCE:
            continue
        total = [0.0] * game.seats
        for outcomes, chance in ways(state):
            for seat, luck in enumerate(luck_of(state, outcomes, value)):
                total[seat] += chance * luck
                most = max(most, abs(luck))
        assert total == pytest.approx([0.0] * game.seats, abs=1e-12)
    assert most > 0.1


def test_the_luck_of_a_roll_by_hand():
    # seat 0 has 5 of 9 points: 4 and more win, 1 passes the turn, 2 and 3 are for V to say
    game = aicore.load("pig", target=9)
    state = game.start()
    for event in ("roll", "rolls 5", "hold", "roll", "rolls 1", "roll"):
        state.apply(event)

    def even(state):
        return state.returns() if state.end else [0.5, 0.5]

    assert luck_of(state, ["rolls 6"], even)[0] == pytest.approx(0.25)
    assert luck_of(state, ["rolls 1"], even)[0] == pytest.approx(-0.25)


def test_chance_that_goes_on_is_averaged_over():
    # what the first of two cards is worth to seat 0: the mean over the second, 1, 0 and -1
    game = aicore.load("kuhn_poker")

    def showdown(state):
        cards = state.to_dict()["cards"]
        lead = 1.0 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1.0
        return [lead, -lead]

    luck = [luck_of(game.start(), [f"deal 0 {card}"], showdown)[0] for card in "JQK"]
    assert luck == pytest.approx([-1.0, 0.0, 1.0])


def games(name, seats, value, count, spec="script"):
    """The outcomes of games with their luck measured."""
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
def test_the_referee_measures_what_the_record_tells(name):
    import json

    game = aicore.load(name)
    for number, outcome in enumerate(games(name, game.seats, None, 3)):
        events = [event for _, event in json.loads(outcome.events)]
        assert Meter(game).of_game(events, number) == outcome.luck


def test_a_search_judges_by_what_comes_of_a_position():
    # a roll of 4 wins at once, so whoever may roll has more than half
    game = aicore.load("pig", target=4)
    value = SearchedValue(game, "mcts:sims=200")
    state = game.start()
    assert value(state) == value(state)
    assert value(state)[0] > 0.55
    state.apply("roll")
    assert (
        luck_of(state, ["rolls 6"], value)[0] > 0.1 > -0.1 > luck_of(state, ["rolls 1"], value)[0]
    )


def test_what_cannot_be_measured_is_refused():
    game = aicore.load("pig")
    with pytest.raises(IllegalAction, match="no chance event is due"):
        luck_of(game.start(), ["rolls 1"])
    state = game.start()
    state.apply("roll")
    with pytest.raises(IllegalAction, match="no outcome is given"):
        luck_of(state, [])
    with pytest.raises(ValueError, match="3 values for 2 seats"):
        luck_of(state, ["rolls 3"], lambda state: [0.0] * 3)
    with pytest.raises(AicoreError, match="samples"):
        Meter(game, samples=0)
    with pytest.raises(AicoreError, match="cannot measure"):
        Referee(game, meter=Meter(aicore.load("booster")))
