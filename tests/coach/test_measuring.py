"""Tests of measurements: the turns that get another look, and the errors after it."""

import pytest

import aicore
from aicore.arena.match import Match
from aicore.coach.effort import Effort
from aicore.coach.judge import ActionComparison, BestAction, Estimate, Judge
from aicore.coach.measuring import LOOKS, ChanceEvents, Measurements, Turn
from aicore.coach.review import review
from aicore.coach.solved import EACH, Endgame
from aicore.core.record import replay
from kit.effort import effort

SMALL = Effort(40, 20, 20)


class ScriptedJudge(Judge):
    """Judge that reports the given leads of the best action, one for each look."""

    def __init__(self, game, *leads):
        super().__init__(game)
        self.leads = dict(zip(LOOKS, leads, strict=False))

    def advise(self, view, times=1):
        return BestAction((0.5, 0.5), 0.01, view.legal()[0], (view.legal()[0],))

    def after(self, view, action, times=1):
        return Estimate((0.5, 0.5), 0.01)

    def weigh(self, view, played, times=1):
        best = next(action for action in view.legal() if action != played)
        values = [(0.5, 0.5), (0.5, 0.5)]
        values[0] = tuple(
            0.5 + self.leads[times] * (1 if seat == view.seat else -1) for seat in range(2)
        )
        return ActionComparison(best, (best,), *values, 0.01)


def game_of(name, seed=1, **options):
    game = aicore.load(name, **options)
    return game, Match(game, [aicore.player("random", game)] * game.seats, seed).finish()


def measured(name, judge=None, **options):
    """Return a random game and its measurements."""
    game, record = game_of(name, **options)
    found = Measurements(game, judge or Judge(game, 40), SMALL, list(replay(record)))
    assert list(found.steps())[-1] == len(record.events)
    return record, found


@pytest.mark.parametrize("name", ["booster", "pig", *effort([], ["relics"])])
def test_a_turn_has_the_consecutive_decisions_of_a_seat(name):
    record, found = measured(name)
    decisions = {m.ply: turn.seat for turn in found.turns for m in turn.moves}
    plies = [ply for ply in replay(record) if ply.event is not None]
    choices = [p for p in plies if p.state.turn >= 0 and len(p.state.legal()) > 1]
    assert [(ply.number, ply.turn) for ply in choices] == list(decisions.items())
    for turn in found.turns:
        first, last = turn.moves[0].ply, turn.moves[-1].ply
        assert {actor for actor, _ in record.events[first : last + 1]} == {turn.seat}
        ended = last + 1 == len(record.events)
        assert ended or turn.next_knows_more or record.events[last + 1][0] != "chance"
    for one, other in zip(found.items, found.items[1:], strict=False):
        if isinstance(one, Turn) and isinstance(other, Turn) and one.seat == other.seat:
            between = range(one.moves[-1].ply + 1, other.moves[0].ply)
            assert any(record.events[ply][0] != one.seat for ply in between)
    texts = [text for item in found.items if isinstance(item, ChanceEvents) for text in item.events]
    drawn = [ply for ply in plies if ply.state.turn == aicore.CHANCE]
    assert set(texts) <= {str(ply.event) for ply in drawn}


def test_the_error_of_a_lead_includes_the_change_by_a_longer_search():
    game = aicore.load("pig", target=30)
    _, found = measured("pig", ScriptedJudge(game, 0.2, 0.05, 0.05), target=30)
    turn = found.turns[0]
    assert turn.moves[-1].error == pytest.approx(0.01)
    found.look(turn)
    assert turn.moves[-1].error == pytest.approx((0.01**2 + 0.15**2) ** 0.5)
    found.look(turn)
    assert turn.moves[-1].error == pytest.approx(0.01)
    assert turn.looks == len(LOOKS)


def test_the_last_two_looks_agree_on_the_smaller_lead():
    game = aicore.load("pig", target=30)
    _, found = measured("pig", ScriptedJudge(game, 0.05, 0.15, 0.45), target=30)
    turn = found.turns[0]
    found.look(turn)
    assert turn.moves[-1].agreed == 0
    found.look(turn)
    move = turn.moves[-1]
    assert (move.agreed, move.search_error) == (pytest.approx(0.15), pytest.approx(0.01))
    assert move.error == pytest.approx((0.01**2 + 0.3**2) ** 0.5)


def test_a_marked_loss_gets_two_looks_and_a_doubtful_one_three(monkeypatch):
    game, record = game_of("pig", target=50)
    looks = []

    def weigh(self, view, played, times=1):
        looks.append((view.key(), times))
        return ScriptedJudge(game, 0.2, lead_again, 0.19).weigh(view, played, times)

    monkeypatch.setattr(Judge, "weigh", weigh)
    for lead_again, often in ((0.2, LOOKS[:2]), (0.05, LOOKS)):
        looks.clear()
        choices = review(record, SMALL, "mcts:sims=40").choices
        of = {}
        for key, times in looks:
            of.setdefault(key, []).append(times)
        assert len(of) > 5
        assert any(tuple(each) == often for each in of.values())
        if lead_again == 0.2:
            assert max(map(len, of.values())) == 2
            assert any(choice.marked for choice in choices)


def test_only_games_for_two_without_luck_and_secrets_are_solved_from_their_end():
    record, found = measured("connect_four")
    exact = [turn.moves[0].ply for turn in found.turns if turn.exact]
    assert exact == [turn.moves[0].ply for turn in found.turns][-len(exact) :] != []
    assert exact[-1] >= len(record.events) - 2
    for name in ("pig", "booster"):
        assert not any(turn.exact for turn in measured(name)[1].turns)


def test_solving_from_the_end_stops_when_the_visits_are_used_up():
    limits = []

    class Counting:
        visited = 40

        def solve(self, state, limit):
            limits.append(limit)

    endgame = Endgame(aicore.load("connect_four"))
    endgame._solver = Counting()
    endgame.solve([aicore.load("connect_four").start()] * 9, 90)
    assert limits == [min(left, 90 // EACH) for left in (90, 50, 10)]
