"""Tests of fitted figures: they add up, and belong to those who could have known better."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aicore.coach.fitting import HINDSIGHT, fit
from aicore.coach.measuring import ChanceEvents, Move, Turn
from aicore.coach.verdict import Scale
from kit.effort import effort

SCALE = Scale({"inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.15})
share = st.floats(0, 1).map(lambda x: (x, 1 - x))
luck = st.floats(-0.5, 0.5).map(lambda x: (x, -x))


def move(ply, value, after_best=None, error=0.01):
    """Return a move; with `after_best` there was a better one."""
    best = "played" if after_best is None else "better"
    return Move(ply, None, "played", best, (best,), value, after_best, error)


def turn(seat, moves, end, **given):
    return Turn(seat, moves, None, **{"next_knows_more": False, "end": end, "error": 0.01, **given})


@st.composite
def games(draw):
    """Return the items of a game for two, in order, and its number of events."""
    items, ply = [], 0
    for _ in range(draw(st.integers(1, 6))):
        if draw(st.booleans()):
            items.append(ChanceEvents(ply, ("roll",), draw(share), draw(luck), 0.0))
            ply += 1
        moves = []
        for _ in range(draw(st.integers(1, 3))):
            moves.append(move(ply, draw(share), draw(st.none() | share)))
            ply += 1
        flags = {name: draw(st.booleans()) for name in ("next_knows_more", "shared", "exact")}
        items.append(turn(draw(st.integers(0, 1)), moves, draw(share), **flags))
    return items, ply


@settings(deadline=None, max_examples=effort(30, 100))  # the machine may be busy
@given(games(), share)
def test_all_figures_and_the_jumps_between_them_lead_to_the_result(game, result):
    items, end = game
    found = fit(items, end, result, SCALE)
    for seat in range(2):
        luck = sum(event.shares[seat] for event in found.luck_events)
        played = sum(c.played_shares[seat] - c.best_shares[seat] for c in found.choices)
        rest = sum(jump[seat] for jump in found.jumps)
        assert found.expectation[seat] + luck + played + rest == pytest.approx(result[seat])
    assert all(choice.loss >= 0 for choice in found.choices)
    plies = [each.ply for each in found.choices]
    assert plies == [m.ply for item in items if isinstance(item, Turn) for m in item.moves]
    assert [point.ply for point in found.course] == [*plies, end]
    assert found.course[-1].shares == result
    assert len(found.gaps) == sum(isinstance(item, Turn) for item in items)


def test_an_action_that_is_still_possible_later_in_the_turn_is_not_lost():
    """A better action was there three times; leaving it for later cost nothing."""
    moves = [move(ply, (0.8, 0.2), (0.8, 0.2)) for ply in range(3)]
    found = fit([turn(0, moves, (0.3, 0.7), exact=True)], 3, (0.3, 0.7), SCALE)
    assert [choice.loss for choice in found.choices] == [0, 0, 0.5]
    assert [choice.word for choice in found.choices] == ["fine", "fine", "blunder"]
    assert [choice.best for choice in found.choices] == ["played", "played", "better"]


@pytest.mark.parametrize(
    ("agreed", "word"), [(0.0, "fine"), (0.07, "fine"), (0.12, "mistake"), (0.3, "blunder")]
)
def test_a_loss_in_doubt_gets_the_word_that_the_last_two_looks_agree_on(agreed, word):
    """The last look found a loss of 50 %, and the one before a loss of `agreed`."""
    doubtful = move(0, (0.8, 0.2), (0.8, 0.2), error=0.35)
    doubtful.agreed, doubtful.search_error = agreed, 0.01
    items = [turn(0, [doubtful], (0.3, 0.7), next_knows_more=True)]
    (choice,) = fit(items, 1, (0.3, 0.7), SCALE).choices
    assert (choice.word, choice.error) == (word, 0.35)


def test_an_overlooked_better_action_is_the_best():
    found = fit([turn(0, [move(0, (0.5, 0.5), (0.4, 0.6))], (0.5, 0.5))], 1, (0.5, 0.5), SCALE)
    (choice,) = found.choices
    assert (choice.best, choice.line, choice.loss) == ("played", ("played",), 0)


@pytest.mark.parametrize("knows_more", [True, False])
def test_hindsight_is_luck_if_the_next_turn_knows_more_and_else_a_loss(knows_more):
    """The seat had an action worth 60 %, and the one played was worth as much by its search."""
    moves = [move(0, (0.6, 0.4), (0.6, 0.4))]
    items = [turn(0, moves, (0.6, 0.4), next_knows_more=knows_more)]
    found = fit(items, 1, (0.0, 1.0), SCALE)
    (choice,) = found.choices
    hindsight = 0.6 * HINDSIGHT
    assert choice.loss == pytest.approx(0 if knows_more else hindsight)
    assert choice.word == "fine"  # equal searches of both actions found no loss
    luck = sum(event.shares[0] for event in found.luck_events)
    assert luck == pytest.approx(-hindsight if knows_more else 0)


def rolled(**flags):
    """Return the fit of a turn, a roll that gains 10 %, and a turn that keeps 50 %."""
    luck = ChanceEvents(1, ("roll",), (0.5, 0.5), (0.1, -0.1), 0.0)
    played = move(0, (0.5, 0.5), flags.pop("after_best", None))
    items = [
        turn(0, [played], (0.6, 0.4), next_knows_more=True, **flags),
        luck,
        turn(1, [move(2, (0.5, 0.5))], (0.5, 0.5)),
    ]
    return fit(items, 3, (0.5, 0.5), SCALE)


def test_two_searches_of_one_position_count_half_each_where_nothing_is_hidden():
    """By its own search 60 %, by the next one 50 % less the luck of 10 %; the game says 40 %."""
    assert rolled(shared=True).gaps[0] == pytest.approx(0.5 - 0.4)
    assert rolled(shared=False).gaps[0] == pytest.approx(0.6 - 0.4)
    assert rolled(shared=True, exact=True).gaps[0] == pytest.approx(0.6 - 0.4)
    better = rolled(shared=True, after_best=(0.8, 0.2))  # compared with the action played
    assert better.gaps[0] == pytest.approx(0.6 - 0.4)


@pytest.mark.parametrize("lucky", [True, False])
def test_between_two_chance_events_the_later_search_counts(lucky):
    items = [turn(0, [move(1, (0.6, 0.4))], (0.6, 0.4)), turn(1, [move(2, (0.2, 0.8))], (0.2, 0.8))]
    if lucky:
        items.insert(0, ChanceEvents(0, ("roll",), (0.5, 0.5), (0.1, -0.1), 0.0))
    found = fit(items, 3, (0.0, 1.0), SCALE)
    assert [abs(jump[0]) > 0.01 for jump in found.jumps[1:]] == [not lucky, not lucky]


def test_a_draw_keeps_its_luck_and_hindsight_is_separate():
    items = [
        turn(0, [move(0, (0.6, 0.4))], (0.6, 0.4), next_knows_more=True),
        ChanceEvents(1, ("roll",), (0.6, 0.4), (-0.1, 0.1), 0.0),
    ]
    hindsight, drawn = fit(items, 2, (0.0, 1.0), SCALE).luck_events
    assert (hindsight.events, drawn.events) == ((), ("roll",))
    assert hindsight.shares[0] == pytest.approx(-HINDSIGHT * 0.5)
    assert drawn.shares == (-0.1, 0.1)


def test_exact_figures_stay_as_they_are():
    items = [turn(0, [move(0, (0.6, 0.4), (0.9, 0.1))], (0.6, 0.4), exact=True)]
    found = fit(items, 1, (0.0, 1.0), SCALE)
    assert found.choices[0].loss == pytest.approx(0.3)
    assert found.jumps[-1] == pytest.approx((-0.6, 0.6))


def test_rollouts_limit_a_loss_and_another_seat_shares_the_limit():
    one = move(0, (0.9, 0.1), (0.9, 0.1))
    one.limit = 0.2
    found = fit([turn(0, [one], (0.4, 0.6), exact=True)], 1, (0.4, 0.6), SCALE)
    assert found.choices[0].best_shares == pytest.approx((0.6, 0.4))


def test_a_word_needs_a_loss_beyond_its_error_and_one_without_hindsight():
    exact = {"exact": True, "error": 0.0}
    sure = turn(0, [move(0, (0.9, 0.1), (0.9, 0.1), 0.1)], (0.5, 0.5), **exact)
    assert fit([sure], 1, (0.5, 0.5), SCALE).choices[0].word == "blunder"
    unsure = turn(0, [move(0, (0.9, 0.1), (0.9, 0.1), 0.3)], (0.5, 0.5), **exact)
    assert fit([unsure], 1, (0.5, 0.5), SCALE).choices[0].word == "fine"
    later = turn(0, [move(0, (0.9, 0.1), (0.9, 0.1))], (0.88, 0.12))
    (choice,) = fit([later], 1, (0.0, 1.0), SCALE).choices
    assert choice.loss > 0.5
    assert choice.word == "fine"
