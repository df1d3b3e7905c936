"""Tests of the board in a terminal: the rows that are shown, and the numbers on its frame."""

from __future__ import annotations

import pytest

from aicore.games.relics.picture.board import MIN_ROWS, SIZE, board, window


@pytest.mark.parametrize(
    ("middle", "rows", "shown"),
    [
        (3, SIZE, (0, SIZE)),
        (0, 9, (0, 9)),
        (SIZE - 1, 9, (SIZE - 9, SIZE)),
        (SIZE // 2, 9, (SIZE // 2 - 4, SIZE // 2 + 5)),
        (0, 1, (0, MIN_ROWS)),
    ],
)
def test_rows_around_the_middle_are_shown(middle: int, rows: int, shown: tuple[int, int]) -> None:
    assert window(middle, rows) == shown


def test_columns_are_numbered_above_and_where_the_board_ends() -> None:
    whole = board({}, 0, 100).plain.split("\n")
    assert len(whole) == SIZE + 2
    assert whole[0] == whole[-1]
    upper = board({}, 0, MIN_ROWS + 2).plain.split("\n")
    assert upper == whole[: MIN_ROWS + 1]
    lower = board({}, SIZE - 1, MIN_ROWS + 2).plain.split("\n")
    assert lower[1:] == whole[-MIN_ROWS - 1 :]
