"""Tests of self-play against rivals: other players, or another network's policy, in other seats."""

from __future__ import annotations

import numpy as np
import pytest

import aicore
from aicore import selfplay
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError
from aicore.search.mcts.selfplay import Plan
from aicore.train.selfplay_pool import selfplay_pool
from kit.engines import FIRST, gone, running
from kit.nets import drawn, same

PLAN = Plan(drawn=True, luck=False, warm=0, stray=0.0, cap=60)


class Rival:
    """Player that notes the views it gets, and takes a wanted action or else the first one."""

    def __init__(self, *wanted: str) -> None:
        self.seed = self.decisions = 0
        self.views: list[aicore.View] = []
        self.seeds: list[int] = []
        self.seats: list[int] = []
        self._wanted = wanted

    def ready(self, seat: int) -> None:
        self.seats.append(seat)
        self.seeds.append(self.seed)

    def decide(self, view: aicore.View) -> Decision:
        self.views.append(view)
        legal = view.legal()
        return Decision(next((action for action in legal if action in self._wanted), legal[0]))


@pytest.mark.parametrize(("name", "seats"), [("leduc_poker", 2), ("booster", 3), ("relics", 2)])
def test_the_learner_has_one_seat_and_the_rivals_have_the_others(name: str, seats: int) -> None:
    game = aicore.load(name, seats=seats)
    rivals = [Rival() for _ in range(seats)]
    found = selfplay(game, drawn(game, (32,)), 2 * seats, plan=PLAN, seed=1, rivals=rivals)
    assert len(found) > 0
    np.testing.assert_array_equal(found.seats, found.games % seats)
    for seat, rival in enumerate(rivals):
        assert rival.seats == [seat] * (2 * seats - 2)  # all games but the learner's own
        assert len(set(rival.seeds)) == len(rival.seeds)
        assert rival.views
        assert {view.seat for view in rival.views} == {seat}


def test_actions_of_rivals_decide_the_game() -> None:
    game = aicore.load("kuhn_poker")
    folds, calls = ([Rival(*wanted) for _ in range(2)]
                    for wanted in (("check", "fold"), ("bet", "call")))  # fmt: skip
    net = drawn(game, (32,))
    timid = selfplay(game, net, 200, plan=PLAN, seed=1, rivals=folds)
    bold = selfplay(game, net, 200, plan=PLAN, seed=1, rivals=calls)
    # returns are from -2 to 2 chips; against one that never pays, only the ante is won
    assert set(timid.outcomes[:, 0]) == {0.25, 0.75}
    assert {0.0, 1.0} <= set(bold.outcomes[:, 0])


def test_a_network_draws_the_actions_of_the_other_seats() -> None:
    game = aicore.load("leduc_poker")
    one, other = drawn(game, (32,), seed=1), drawn(game, (32,), seed=2)
    found = selfplay(game, one, 20, plan=PLAN, seed=1, rivals=other)
    np.testing.assert_array_equal(found.seats, found.games % 2)
    again = selfplay(game, one, 20, plan=PLAN, seed=1, rivals=other, threads=3)
    assert same(found, again)
    assert not same(found, selfplay(game, one, 20, plan=PLAN, seed=1, rivals=one))


def test_actions_of_rivals_in_all_seats_are_policy_targets() -> None:
    game = aicore.load("kuhn_poker")
    rivals = [Rival("check", "fold"), Rival("bet", "call")]
    found = selfplay(game, "rivals", 30, plan=PLAN, seed=1, rivals=rivals)
    assert len(found) == len(rivals[0].views) + len(rivals[1].views)
    assert found.taught.all()
    first = np.cumsum(found.actions) - found.actions
    np.testing.assert_array_equal(found.shares[first + found.chosen], 1)
    pays = [view.legal().index("bet" if "bet" in view.legal() else "call")
            for view in rivals[1].views]  # fmt: skip
    np.testing.assert_array_equal(found.chosen[found.seats == 1], pays)
    assert found.shares.sum() == len(found)


def test_a_game_against_rivals_depends_on_its_number_alone() -> None:
    game = aicore.load("leduc_poker")
    net = drawn(game, (32,))

    def games(first: int, count: int):
        rivals = [aicore.player("mcts:sims=20", game) for _ in range(2)]
        return selfplay(game, net, count, plan=PLAN, seed=3, first=first, rivals=rivals)

    whole, later = games(0, 6), games(4, 2)
    kept = whole.games >= 4
    np.testing.assert_array_equal(whole.seen[kept], later.seen)
    np.testing.assert_array_equal(whole.chosen[kept], later.chosen)
    np.testing.assert_array_equal(whole.outcomes[4:], later.outcomes)


def test_the_error_of_a_rival_ends_the_games() -> None:
    game = aicore.load("kuhn_poker")

    class Failing(Rival):
        def decide(self, view: aicore.View) -> Decision:
            raise ZeroDivisionError

    class Illegal(Rival):
        def decide(self, view: aicore.View) -> Decision:
            return Decision("deal 0 K")

    class Unprepared(Rival):
        def ready(self, seat: int) -> None:
            raise KeyError("not ready")

    for kind, error in (
        (Failing, ZeroDivisionError),
        (Illegal, AicoreError),
        (Unprepared, KeyError),
    ):
        with pytest.raises(error):
            selfplay(game, drawn(game, (32,)), 9, plan=PLAN, rivals=[kind(), kind()])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_plays_all_generations(jobs: int) -> None:
    """A program may need seconds to start, and ends with the thread that started it."""
    game, spec, seen = aicore.load("kuhn_poker"), f"{FIRST} --all-generations", []
    with selfplay_pool(game, jobs, asks=True) as pool:
        for first in range(0, 32, 16):
            assert len(pool.play("rivals", 16, PLAN, 1, first, spec)()) > 0
            seen.append(set(running("--all-generations")))
    assert seen[0]
    assert seen[0] <= seen[1]
    assert len(seen[1]) <= jobs * game.seats
    assert gone("--all-generations")


@pytest.mark.parametrize(
    ("player", "rivals", "threads", "error"),
    [
        ("rivals", None, 1, "needs players as rivals"),
        ("script", 2, 1, "learns nothing"),
        ("playouts", 2, 2, "threads must be 1"),
        ("playouts", 3, 1, "rivals: kuhn_poker needs 2, not 3"),
    ],
)
def test_rivals_that_do_not_fit_are_refused(
    player: str, rivals: int | None, threads: int, error: str
) -> None:
    game = aicore.load("kuhn_poker")
    given = None if rivals is None else [Rival() for _ in range(rivals)]
    with pytest.raises(AicoreError, match=error):
        selfplay(game, player, 4, threads=threads, rivals=given)
