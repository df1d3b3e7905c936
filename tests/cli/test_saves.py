"""Tests of saved games that a person cannot continue."""

from __future__ import annotations

from pathlib import Path

import pytest

from aicore.cli.saves import read_save
from aicore.core.errors import RecordError
from aicore.core.record import Record

WON = [(number % 2, square) for number, square in enumerate(["a1", "b1", "a2", "b2", "a3"])]


def saved(folder: Path, players: list[str], moves: int) -> Path:
    path = folder / "games.jsonl"
    Record("tic_tac_toe", 2, {}, "1", players, list(WON[:moves])).write(path)
    return path


@pytest.mark.parametrize(
    ("players", "moves", "error"),
    [
        (["human", "random"], 5, "scores: the record says null, but by the rules it is"),
        (["human", "human"], 2, "has no person to continue it"),
        (["random", "random"], 2, "has no person to continue it"),
    ],
)
def test_a_game_that_one_person_cannot_continue_is_refused(
    tmp_path: Path, players: list[str], moves: int, error: str
) -> None:
    with pytest.raises(RecordError, match=error):
        read_save(saved(tmp_path, players, moves))


def test_an_unfinished_game_of_one_person_is_read(tmp_path: Path) -> None:
    assert read_save(saved(tmp_path, ["human", "random"], 4)).events == WON[:4]
