"""Tests of the maker of puzzles: its conditions for a puzzle, and the puzzle's figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

import aicore
from aicore.arena.log import GameLog
from aicore.arena.rollout import roll_out
from aicore.coach.puzzles import making
from aicore.coach.puzzles.puzzle import Other, Puzzle
from aicore.core.decision import Candidate, Decision
from aicore.core.record import Record

GAME = aicore.load("tic_tac_toe")


def position(*moves: str) -> tuple[Record, aicore.View]:
    """Return a game of Tic-Tac-Toe so far, and the view of the seat to move."""
    state = GAME.start()
    for move in moves:
        state.apply(move)
    events = [(number % 2, move) for number, move in enumerate(moves)]
    record = Record(GAME.name, 2, GAME.options, "1", ["random"] * 2, events)
    return record, state.view(state.turn)


def plan(games: int = 64) -> making.MakingPlan:
    return making.MakingPlan(GAME.name, None, "random", "random", games)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two weak players try puzzles; the second one sees a win in one move."""
    monkeypatch.setattr(making, "SOLVERS", ("random", "greedy", "mcts:sims=200"))
    monkeypatch.setattr(making, "FUTURES", 20)


@pytest.mark.usefixtures("quick")
def test_a_puzzle_has_the_figures_of_its_second_rollout(monkeypatch: pytest.MonkeyPatch) -> None:
    record, view = position("a1", "b1", "a2", "b2")  # a3 wins at once
    rollouts = []

    def rolled(*args: object, **options: object) -> object:
        rollouts.append(roll_out(*args, **options))  # type: ignore[arg-type]
        return rollouts[-1]

    monkeypatch.setattr(making, "roll_out", rolled)
    found = making.puzzle_from(plan(), record, 3, view, "a3", seed=5)
    brief, fresh = rollouts
    assert found is not None
    assert (found.best, found.value, found.theme) == ("a3", 1.0, making.WIN)
    assert found.games == fresh.candidates[0].games <= 64
    assert (found.by, found.level) == ("random", 1)
    assert {one.action for one in found.others} == {one.action for one in brief.candidates[1:]}
    by_action = {one.action: one for one in fresh.candidates}
    for one in found.others:
        assert one.behind == pytest.approx(by_action[one.action].behind)
        assert one.error == pytest.approx(by_action[one.action].behind_error)
    gaps = [one.behind for one in found.others]
    assert gaps == sorted(gaps)
    assert found.lead == gaps[0] >= making.LEAD
    assert found.record.events == record.events[:3]
    assert found.record.players == ["human", "random"]
    assert (found.record.scores, found.record.returns, found.record.end) == (None, None, None)
    explained = {one.action for one in found.others[: making.EXPLAINED]}
    assert set(found.why) <= explained
    assert Puzzle.from_line(found.to_line()).best == "a3"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (("a1", "b1", "a2", "b2"), "c3"),  # something else is better
        (("a1", "c3", "a2", "b2"), "b1"),
        ((), "b2"),  # the lead is too small
    ],
)
def test_a_decision_that_is_not_clear_is_no_puzzle(moves: tuple[str, ...], best: str) -> None:
    record, view = position(*moves)
    assert making.puzzle_from(plan(), record, len(moves), view, best, seed=5) is None


def test_a_puzzle_that_every_solver_finds_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    record, view = position("a1", "b1", "a2", "b2")
    monkeypatch.setattr(making, "SOLVERS", ("mcts:sims=200", "mcts:sims=300"))
    assert making.puzzle_from(plan(), record, 4, view, "a3", seed=5) is None


@pytest.mark.parametrize(
    ("solved", "level"),
    [
        ((False, False, False, False), 4),
        ((True, True, True, False), 4),
        ((False, True, True, True), 1),
        ((False, True, False, True), 3),  # the last to fail counts
        ((True, False, True, True), 2),
        ((True, True, True, True), None),
    ],
)
def test_the_level_is_the_place_of_the_last_solver_to_fail(
    monkeypatch: pytest.MonkeyPatch, solved: tuple[bool, ...], level: int | None
) -> None:
    class Solver:
        def __init__(self, right: bool) -> None:
            self.right = right

        def decide(self, _view: object) -> Decision:
            return Decision("a3" if self.right else "c3", ())

    answers = dict(zip(making.SOLVERS, solved, strict=True))
    monkeypatch.setattr(aicore, "player", lambda spec, _game, _seed: Solver(answers[spec]))
    _, view = position()
    assert making._level(view, "a3", 1) == level


def seen(*values: tuple[int, float]) -> Decision:
    """Return a decision with candidates of some visits and values."""
    return Decision("x", tuple(Candidate("x", visits, (value, -value)) for visits, value in values))


@pytest.mark.parametrize(
    ("decision", "leads"),
    [
        (seen((90, 0.5), (10, 0.39)), True),  # 10 % of a range of 1, and more
        (seen((90, 0.5), (10, 0.41)), False),
        (seen((90, 0.5), (10, 0.3), (5, 0.45)), False),
        (seen((90, 0.5), (10, 0.3), (2, 0.45)), True),  # two visits are too few to count
        (seen((90, 0.5), (10, 0.3), (3, 0.45)), False),
        (seen((90, 0.5), (2, 0.1)), False),  # nothing to compare with
        (seen((90, 0.5)), False),
    ],
)
def test_a_search_suggests_an_action_far_ahead_of_all_others(
    decision: Decision, leads: bool
) -> None:
    assert making._leads(GAME, 0, decision) == leads


@pytest.mark.parametrize(
    ("behind", "error", "spare", "clear"),
    [
        ((0.5, 0.9), 0.02, 1.0, True),
        ((0.14, 0.9), 0.02, 1.0, False),  # less than 15 %
        ((0.16, 0.9), 0.02, 1.0, False),  # within an error of it
        ((0.16, 0.9), 0.02, 0.0, True),
        ((0.9, 0.16), 0.02, 1.0, False),  # any other action may be close
        ((0.8, 0.9), 0.2, 0.0, False),  # exactly four errors
        ((0.81, 0.9), 0.2, 0.0, True),
    ],
)
def test_a_lead_must_be_sure(
    behind: tuple[float, ...], error: float, spare: float, clear: bool
) -> None:
    _, view = position("a1", "b1", "a2", "b2")
    rolled = roll_out(view, "random", 8, ["a3", "c3", "b3"], only=True, seed=1)
    first, *others = rolled.candidates
    changed = [
        replace(one, behind=gap, behind_error=error)
        for one, gap in zip(others, behind, strict=True)
    ]
    assert making._clear(replace(rolled, candidates=(first, *changed)), GAME, spare) == clear
    assert not making._clear(replace(rolled, candidates=(first,)), GAME, spare)
    listed = making._others(replace(rolled, candidates=(first, *changed[::-1])), GAME)
    assert [one.behind for one in listed] == sorted(behind)  # the closest first


def test_a_shortfall_is_a_share_of_the_range_of_returns() -> None:
    poker = aicore.load("kuhn_poker")  # from -2 to 2 chips
    log = GameLog(poker, 1)
    while log.state.turn == aicore.CHANCE:
        log.add(log.chance_step())
    rolled = roll_out(log.state.view(0), "random", 64, seed=1)
    (other,) = making._others(rolled, poker)
    assert other.behind == pytest.approx(rolled.candidates[1].behind / 4)
    assert other.error == pytest.approx(rolled.candidates[1].behind_error / 4)


@pytest.mark.parametrize(
    ("value", "second", "theme"),
    [
        (0.95, 0.5, making.WIN),
        (0.9, 0.5, making.BEST),
        (0.5, 0.05, making.ONLY),
        (0.5, 0.1, making.BEST),
        (0.95, 0.05, making.WIN),
    ],
)
def test_a_theme_depends_on_the_value_and_the_second_best(
    value: float, second: float, theme: str
) -> None:
    assert making._theme(GAME, "a3", value, second) == theme


def test_a_game_has_themes_of_its_own() -> None:
    assert making._theme(aicore.load("relics"), "airlock x", 0.95, 0.5) == "where to begin"
    assert making._theme(aicore.load("trader"), "jump x", 0.95, 0.5) == "where to go"
    for name in aicore.names():
        game = aicore.load(name)
        for word, theme in game.info.data.get("puzzles", {}).get("themes", {}).items():
            assert making._theme(game, f"{word} x", 0.95, 0.5) == theme


def puzzle(theme: str, level: int, lead: float, seed: int) -> Puzzle:
    record = Record(GAME.name, 2, GAME.options, seed, ["human", "random"], [])
    return Puzzle(record, theme, level, "a3", 0.9, (Other("c3", lead, 0.01),), {}, "random", 64)


def test_puzzles_come_evenly_from_all_themes_and_from_easy_to_hard() -> None:
    many = [puzzle("win", 1 + k % 3, 0.2 + 0.01 * k, k) for k in range(8)]
    few = [puzzle("defend", 4, 0.3, 10), puzzle("defend", 1, 0.25, 11)]
    one = [puzzle("trap", 2, 0.9, 20)]
    found = making.choose([*many, *few, *one], 6)
    assert sorted(each.theme for each in found) == ["defend"] * 2 + ["trap"] + ["win"] * 3
    assert {each.record.seed for each in found if each.theme == "win"} == {5, 6, 7}  # the clearest
    order = [(each.level, -each.lead) for each in found]
    assert order == sorted(order)
    assert {each.record.seed for each in making.choose([*many, *few], 1)} == {10}
    assert len(making.choose([*many, *few, *one], 99)) == 11
    assert making.choose([], 3) == []


@pytest.mark.usefixtures("quick")
def test_the_record_of_a_puzzle_leads_to_its_position() -> None:
    own_plan = making.MakingPlan(GAME.name, None, "mcts:sims=100", "random", 40)
    found = [one for seed in (1, 2) for one in making.make_from((own_plan, seed))]
    assert found
    for one in found:
        state = one.record.load().start()
        for _, move in one.record.events:
            state.apply(move)
        assert one.record.players[state.turn] == "human"
        assert {one.best, *(other.action for other in one.others)} <= set(state.legal())
        assert sorted(spec[:14] for spec in one.record.players) == ["human", "mcts:sims=100,"]
    assert len(making.make(own_plan, 3)) <= making.MAX_PER_GAME
