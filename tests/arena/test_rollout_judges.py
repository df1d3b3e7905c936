"""Tests of the players that judge rollouts: chosen by time, and contradicted by a second one."""

from __future__ import annotations

import pytest

import aicore
from aicore.arena import rollout_judges
from aicore.arena.rollout import RolledAction, Rollout, roll_out
from aicore.arena.rollout_judges import SECOND_GAMES, choose_judge, second_opinion


def view_of(name: str, plies: int = 40) -> aicore.View:
    """Return the knowledge of a seat that has a choice, some way into a scripted game."""
    game = aicore.load(name, seats=2)
    state, chance = game.start(), aicore.Chance(1)
    script = aicore.player("script", game)
    for number in range(2 * plies):
        chance.settle(state)
        view = state.view(state.turn)
        if number >= plies and len(view.legal()) > 1:
            break
        state.apply(script.decide(view).action)
    return view


def test_the_judge_is_the_strongest_player_that_the_time_allows() -> None:
    view = view_of("gratis3")
    assert choose_judge(view, 4, None, 1, seconds=1e6) == ("mcts:sims=100", 200)
    assert choose_judge(view, 4, None, 1, seconds=1e-6) == ("script", 200)
    assert choose_judge(view, 4, 7, 1, seconds=1e6) == ("mcts:sims=100", 7)


def test_a_table_needs_no_search() -> None:
    game = aicore.load("leduc_poker")
    state = game.start()
    aicore.Chance(1).settle(state)
    assert choose_judge(state.view(state.turn), 2, None, 1) == ("cfr", 200)


def judged(view: aicore.View, best: str, other: str, by: str = "mcts:sims=100") -> Rollout:
    """Return a rollout in which the first action is ahead."""
    one = RolledAction(best, 9, (0.9, 0.1), 0.1, 0.0, 0.0, False)
    two = RolledAction(other, 9, (0.1, 0.9), 0.1, 0.8, 0.1, False)
    return Rollout(view.seat, by, 2, (one, two))


@pytest.mark.slow
def test_the_script_contradicts_a_choice_that_it_finds_worse() -> None:
    view = view_of("gratis3", 110)
    ranked = roll_out(view, "script", 40).candidates
    best, worst = ranked[0].action, ranked[-1].action
    assert ranked[-1].behind > 3 * ranked[-1].behind_error  # a clear case
    against = second_opinion(view, judged(view, worst, best), None)
    assert against is not None
    assert against.contradicts
    agreed = second_opinion(view, judged(view, best, worst), worst)
    assert agreed is not None
    assert not agreed.contradicts
    assert agreed.behind == pytest.approx(-against.behind)


def test_a_second_opinion_comes_from_another_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of("gratis3")
    best, other = view.legal()[:2]
    assert second_opinion(view, judged(view, best, other, by="script"), None) is None
    games = []
    real = rollout_judges.roll_out

    def noted(view: aicore.View, by: str, number: int, *rest: object, **more: object) -> Rollout:
        games.append(number)
        return real(view, by, 2, *rest, **more)

    monkeypatch.setattr(rollout_judges, "roll_out", noted)
    assert second_opinion(view, judged(view, best, other), other) is not None
    assert games == [SECOND_GAMES]
