"""Tests of answers to puzzles: they are sentences, and wrong ones do not reveal the solution."""

from __future__ import annotations

import pytest

from aicore.coach.puzzles.puzzle import load_puzzles
from aicore.core.story import tell_all
from aicore.session.puzzle_attempt import MAX_SENTENCES, PuzzleAttempt
from kit.effort import effort


@pytest.mark.parametrize("name", ["relics", "gratis3", "trader", "connect_four"])
def test_a_wrong_answer_gets_one_line_that_does_not_spoil_the_solution(name):
    for puzzle in load_puzzles(name)[: effort(2, 6)]:
        solving = PuzzleAttempt(puzzle)
        solution = solving.solution().sentences[0].partition(" This ")[0]
        for other in puzzle.others[:3]:
            answer = solving.answer(other.action)
            assert not answer.right
            (line,) = answer.sentences
            assert "gives away" in line
            assert solution not in line
            assert f"After {puzzle.best}" not in line


@pytest.mark.parametrize("name", ["relics", "gratis3", "trader", "connect_four"])
def test_the_solution_is_in_sentences(name):
    for puzzle in load_puzzles(name)[: effort(2, 6)]:
        first, *more = PuzzleAttempt(puzzle).solution().sentences
        assert first.startswith("You ")
        assert "the next best move" in first
        assert all(line.startswith("After this ") for line in more)


@pytest.mark.parametrize("name", ["relics", "gratis3", "trader", "connect_four"])
def test_the_story_of_a_puzzle_begins_after_the_solvers_last_turn(name):
    told = 0
    for puzzle in load_puzzles(name)[: effort(4, 20)]:
        solving = PuzzleAttempt(puzzle)
        seat, table = solving.seat, solving.table
        known = {k: step for k in range(table.ply) if (step := table.log.recent(k)) is not None}
        last = max((k for k, step in known.items() if step.actor == seat), default=min(known) - 1)
        heard = [step.heard(seat) for k, step in sorted(known.items()) if k > last]
        every = tell_all(table.game, heard, table.names(seat))
        assert solving.story() == every[-MAX_SENTENCES:]
        told += bool(every) and last in known
    assert told
