"""Tests of flat Monte Carlo: the distribution of its playouts, and threads change nothing."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.decision import StopSearch
from aicore.search.flat import Flat
from kit.effort import THOROUGH, effort


def searched(name: str, seed: int, **parameters: int | str) -> list[dict[str, object]]:
    """Return all decisions of a game continued by random moves, without their time."""
    chance, rng = aicore.Chance(seed), aicore.Rng(seed)
    state = aicore.load(name).start()
    flat = Flat(state.game, **parameters)
    found = []
    for _ in range(8):
        chance.settle(state)
        if state.turn < 0:
            break
        decision = flat.search(state.view(state.turn), rng)
        found.append({key: value for key, value in vars(decision).items() if key != "seconds"})
        state.apply(state.sample(rng))
    return found


def test_the_best_actions_get_the_most_playouts() -> None:
    game = aicore.load("connect_four")
    decision = Flat(game, sims=7000).search(game.start().view(0), aicore.Rng(1))
    visits = [candidate.visits for candidate in decision.candidates]
    assert visits[0] == visits[1] == max(visits)
    assert 6000 <= sum(visits) == decision.simulations <= 7000


@pytest.mark.parametrize("name", effort(["booster", "pig", "relics"], aicore.names()))
@pytest.mark.parametrize("parameters", [{"sims": 400}, {"each": 3, "cutoff": 4, "prune": "off"}])
def test_the_number_of_threads_changes_nothing(name: str, parameters: dict[str, int | str]) -> None:
    alone = searched(name, seed=4, **parameters)
    assert any(one["simulations"] for one in alone)
    for threads in (2, 3, 16) if THOROUGH else (3,):
        assert searched(name, seed=4, threads=threads, **parameters) == alone


def test_time_limits_and_stop_requests_end_threads() -> None:
    view = aicore.load("connect_four").start().view(0)

    def enough(choice: str, value: float) -> None:
        raise StopSearch

    for threads in (1, 4):
        timed = Flat(view.game, sims=0, time=0.3, threads=threads)
        decision = timed.search(view, aicore.Rng(1))
        assert decision.simulations == sum(one.visits for one in decision.candidates) > 100
        assert 0.3 <= decision.seconds < 60
        hurried = Flat(view.game, sims=0, time=60, threads=threads)
        assert hurried.search(view, aicore.Rng(1), enough).seconds < 30
