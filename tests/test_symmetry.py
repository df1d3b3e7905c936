"""Tests of symmetries of games: an image plays like its position."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.core.symmetry import broken, name_of, source, turns
from aicore.plain.check import check_file
from plain.conftest import EXAMPLES

GO = '''
from aicore.plain import END, Game, Grid, Seat, action


class Corners(Game):
    """Mark squares in turn. The result depends on a corner."""

    symmetries = MIRRORS
    board = Grid(Seat("x", "o", nobody="empty"), ROWS, COLUMNS)

    @action("mark ROW COL", ROW=(1, ROWS), COL=(1, COLUMNS))
    def mark(self, s, row, col):
        s.board[row - 1][col - 1] = "xo"[s.turn]
        s.turn = self.after(s.turn) if list(self.marks(s)) else END

    @mark.legal
    def marks(self, s):
        return [(r + 1, c + 1) for r in range(ROWS) for c in range(COLUMNS)
                if s.board[r][c] == "empty"]

    def result(self, s):
        return 0 if s.board[0][0] == CORNER else 1
'''


def go(folder: Path, mirrors: str, rows: int, columns: int, corner: str = "'empty'") -> Path:
    """Write a game on a board. Seat 0 wins if the first corner ends up as `corner`."""
    file = folder / "corners.py"
    text = (
        GO.replace("MIRRORS", mirrors).replace("ROWS", str(rows)).replace("COLUMNS", str(columns))
    )
    file.write_text(text.replace("CORNER", corner))
    return file


@pytest.mark.parametrize("name", aicore.names())
def test_an_image_plays_like_its_position(name: str) -> None:
    assert broken(aicore.load(name), games=40) == ""


def test_games_have_all_their_symmetries() -> None:
    """Connect Four has one mirror; a square its dihedral group without the identity."""
    assert len(aicore.load("connect_four").symmetries) == 1
    found = aicore.load("tic_tac_toe").symmetries
    assert len({one.tokens for one in found}) == len(found) == 7


@pytest.mark.parametrize(
    ("mirrors", "rows", "columns", "many"),
    [
        ("('columns',)", 3, 4, 1),
        ("('rows', 'columns')", 3, 4, 3),
        ("('rows', 'diagonal')", 3, 3, 7),
    ],
)
def test_a_plain_game_declares_mirrors(
    tmp_path: Path, mirrors: str, rows: int, columns: int, many: int
) -> None:
    game = aicore.load(go(tmp_path, mirrors, rows, columns))
    assert len(game.symmetries) == many
    assert broken(game) == ""


def test_the_example_has_one_mirror() -> None:
    game = aicore.load(EXAMPLES / "connect_four.py")
    assert [one.tokens for one in game.symmetries] == [(6, 5, 4, 3, 2, 1, 0)]
    assert broken(game) == ""


def test_a_wrong_mirror_is_found(tmp_path: Path) -> None:
    """The result depends on one corner."""
    file = go(tmp_path, "('columns',)", 2, 2, "'x'")
    assert "the results differ" in broken(aicore.load(file))
    assert any("symmetry columns" in each for each in check_file(file, 20, print).findings)


@pytest.mark.parametrize(
    ("mirrors", "rows", "columns", "says"),
    [
        ("('sideways',)", 2, 2, "'sideways' is not one of"),
        ("('diagonal',)", 2, 3, "a square board"),
    ],
)
def test_mirrors_that_fit_no_board_are_refused(
    tmp_path: Path, mirrors: str, rows: int, columns: int, says: str
) -> None:
    with pytest.raises(AicoreError, match=says):
        assert aicore.load(go(tmp_path, mirrors, rows, columns)).symmetries


def test_turns_are_a_group() -> None:
    """A turn after a turn is a turn, and squares follow it."""
    every = turns(("rows", "columns", "diagonal"))
    orders = {tuple(source(turn, 3, 3)) for turn in every} | {tuple(range(9))}
    assert len(orders) == 8
    assert all(tuple(a[i] for i in b) in orders for a in orders for b in orders)
    assert prod(len(name_of(turn)) for turn in every)
