"""Tests of the exact solver of Connect Four, and of the shares of value-preserving moves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import aicore
from aicore.search.exact import minimax
from bench.common import workers
from bench.connect_four_values import Solver, by_column, compiled
from bench.strength import exact_moves
from bench.strength.exact_moves import Position, decided, game_of, positions, state_after
from bench.strength.lapses import safe, winning
from kit.effort import THOROUGH, effort

COLUMNS = "abcdefg"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("solver"))


@pytest.fixture
def solver(program: Path) -> Iterator[Solver]:
    solver = Solver(program)
    yield solver
    solver.close()


def searched(moves: str, known: dict[int, tuple[float, ...]]) -> dict[str, int]:
    """Return the value of each column by full search."""
    state, found = state_after(moves), {}
    for column in state.legal():
        after = state.clone()
        after.apply(column)
        found[column] = round(2 * minimax(after, known)[state.turn]) - 1
    return found


def random_game(plies: int, rng: aicore.Rng) -> str:
    """Return the columns of a uniformly random game that is not over."""
    while True:
        state, moves = state_after(""), ""
        while len(moves) < plies and state.turn != aicore.END:
            column = state.legal()[rng.below(len(state.legal()))]
            moves += column
            state.apply(column)
        if state.turn != aicore.END:
            return moves


@pytest.mark.parametrize("make", [game_of, random_game])
def test_late_positions_have_the_values_of_full_search(make, solver: Solver) -> None:
    rng, kinds = aicore.Rng(1), set()
    for plies in range(28, 42):
        for _ in range(effort(2, 8)):
            moves = make(plies, rng)
            values = by_column(solver.values(moves))
            assert values == searched(moves, {}), moves
            kinds |= {*values.values()}
    assert kinds == {1, 0, -1}


def test_forced_wins_match_the_list(solver: Solver) -> None:
    lines = Path(__file__).with_name("connect_four_wins.txt").read_text().splitlines()
    for line in lines:
        if not line.startswith("#"):
            moves, winners = line.split()
            values = by_column(solver.values(moves))
            assert {column for column, value in values.items() if value == 1} == {*winners}


def test_a_mirrored_position_has_mirrored_values(program: Path) -> None:
    mirror = str.maketrans(COLUMNS, COLUMNS[::-1])
    rng = aicore.Rng(2)
    for plies in (12, 12, 14, 14, 16) if THOROUGH else (16,):
        moves = game_of(plies, rng)
        one, other = Solver(program), Solver(program)  # with separate tables
        assert one.values(moves) == other.values(moves.translate(mirror))[::-1], moves
        one.close()
        other.close()


def test_a_position_has_the_value_of_its_best_column(solver: Solver) -> None:
    rng = aicore.Rng(3)
    for _ in range(effort(2, 6)):
        moves = game_of(effort(16, 14), rng)
        for column, value in by_column(solver.values(moves)).items():
            after = state_after(moves + column)
            if after.turn != aicore.END:
                assert value == -max(by_column(solver.values(moves + column)).values()), moves


@pytest.mark.parametrize("moves", effort(["abababa", "h"], ["abababa", "ddddddd", "h", "d d"]))
def test_finished_and_invalid_games_have_no_values(moves: str, solver: Solver) -> None:
    with pytest.raises(ValueError, match="is not an unfinished game"):
        solver.values(moves)


@pytest.mark.slow
def test_in_every_position_a_choice_matters(tmp_path: Path) -> None:
    path, plies = tmp_path / "folder" / "values.txt", range(15, 19)
    with workers(1) as everywhere:
        found = positions(everywhere, 12, 5, path, plies)
        assert [len(one.moves) for one in found] == 3 * [15, 16, 17, 18]
        for one in found:
            state = state_after(one.moves)
            candidates = {one.values[state.event_text(action)] for action in safe(state)}
            assert not winning(state)
            assert len(candidates) > 1
            assert one.worth == max(candidates) > -1
        kept = path.read_text()
        assert positions(everywhere, 8, 5, path, plies) == found[:8]
        assert path.read_text() == kept, "nothing was new"
        assert positions(everywhere, 8, 6, path, plies) != found[:8]


def test_a_move_is_judged_by_the_exact_values() -> None:
    moves = "dcde"  # any moves will do: the values are made up
    state = state_after(moves)
    chosen = aicore.player("mcts:sims=50", state.game).decide(state.view(0)).action
    for good in (chosen, "a" if chosen != "a" else "b"):
        position = Position(moves, {column: int(column == good) for column in COLUMNS})
        assert decided("mcts:sims=50", position) == (good == chosen, 50)


def test_a_deep_search_keeps_values_that_random_moves_lose(tmp_path: Path) -> None:
    with workers(1) as everywhere:
        found = positions(everywhere, 30, 1, tmp_path / "values.txt", range(22, 25))
    right = [sum(decided(spec, one)[0] for one in found) for spec in ("mcts:sims=20000", "random")]
    assert right[0] >= 29
    assert right[1] <= 20


def test_players_are_compared_in_one_table(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(exact_moves, "PLIES", range(20, 21))
    monkeypatch.setattr(exact_moves, "KNOWN", tmp_path / "values.txt")
    monkeypatch.setattr(
        sys, "argv", ["exact_moves", "greedy", "mcts:sims=200", "--positions", "6", "--jobs", "1"]
    )
    exact_moves.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("6 positions: ")
    assert [line.split(" | ")[0] for line in lines[4:]] == ["| `greedy`", "| `mcts:sims=200`"]
    assert all("%" in line.split(" | ")[1] for line in lines[4:])


@pytest.mark.parametrize(
    "words", ["nobody", "mcts:sim=3", "mcts:net=none.net", "mcts --positions 1"]
)
def test_bad_input_is_one_line(words: str, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["exact_moves", *words.split()])
    with pytest.raises(SystemExit) as ended:
        exact_moves.main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert len([line for line in said.splitlines() if "error: " in line]) == 1
