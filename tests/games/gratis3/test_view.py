"""Tests of Gratis-3 in a terminal: its board and its table of seats."""

from __future__ import annotations

from itertools import product

import pytest
from rich.console import Console

import aicore
from aicore.core.game import State
from aicore.games.gratis3.picture.board import ROWS
from aicore.games.gratis3.picture.terminal import draw
from aicore.games.gratis3.rules.board import HEIGHTS
from games.gratis3.positions import play, position
from kit.effort import THOROUGH

RAVS = [
    ("U3", 0, "fighter", "U2"),
    ("S3", 1, "bomber", "U4"),
    ("P4", 0, "bomber", "U5"),
    ("Q2", 1, "fighter", "D2"),
    ("D9", 1, "fighter", None),
]


def lines(state: State, seat: int | None = None, width: int = 80) -> list[str]:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(draw(state if seat is None else state.view(seat)))
    return capture.get().splitlines()


def row(text: list[str], letter: str) -> str:
    """Return the line of the board on which the Spaces with this letter are drawn."""
    head = next(number for number, line in enumerate(text) if "Gate" in line)
    return text[head + ROWS[HEIGHTS[letter]]]


def test_the_board_shows_ravs_with_tails_and_lines() -> None:
    text = lines(position(3, 3, ravs=RAVS))
    assert "F0<B1>" in row(text, "U").replace("-", "")  # U2 is left of U3, U4 right of S3
    assert "B0v" in row(text, "P")  # U5 is on the row below P4
    assert "F1^" in row(text, "Q")
    assert row(text, "D").rstrip(" │").endswith("F1")
    assert "U1--S1--U2" in row(text, "U")  # empty Spaces show their names
    assert any(set("/|\\") <= set(line) for line in text)


def test_carriers_stand_on_their_locations() -> None:
    text = lines(position(0, 3, 9, 9))
    lane = next(line for line in text if "[0]" in line and "Carrier" not in line)
    head = next(line for line in text if "Gate" in line)
    assert lane.index("[0]") == head.index("Gate")
    assert lane.index("[1]") == head.index("3")
    assert lane.rstrip(" │").endswith("[23]")


def test_the_table_names_systems_down_and_hidden_cards() -> None:
    state = play(position(3, 4, down={0: "nav"}), "play short-range", "evade missile")
    text = "\n".join(lines(state, 0))
    assert "nav Down" in text
    assert "short-range + ?" in text  # on the middle card of seat 1's queue
    assert "5 cards" in text
    assert "short-range + missile" in "\n".join(lines(state, 1))


def test_an_attack_in_progress_is_shown() -> None:
    state = play(position(3, 5), "play missile", "nuke 1", "no-evade")
    assert "Attack on seat 1's Carrier: nuke, 6 dice" in "\n".join(lines(state))
    state.apply("roll 6: 2,1")
    assert "nuke, 2 hits left, 3 dice to roll again" in "\n".join(lines(state))


def test_one_die_and_one_hit_are_singular() -> None:
    nuke = "play missile", "nuke 1", "no-evade"
    state = play(position(3, 5, shields=(2, 0)), *nuke, "roll 6: 0,1")
    assert "nuke, 2 hits left, 1 die to roll again" in "\n".join(lines(state))
    state = play(position(3, 5), *nuke, "roll 6: 1,0")  # a shield falls, and one die rolls again
    assert "nuke, 1 die " in "\n".join(lines(state))
    near = position(3, 0, ravs=[("U3", 1, "bomber", None)])
    state = play(near, "play shields-guns", "guns", "roll 8: 1,0")
    assert "1 hit to spend" in "\n".join(lines(state))


@pytest.mark.parametrize(
    ("seats", "locations"),
    list(product([2, 3, 4], [2, 7, 9, 12])) if THOROUGH else [(2, 9), (3, 7), (4, 2), (4, 12)],
)
def test_the_drawing_fits_in_eighty_columns(seats: int, locations: int) -> None:
    rng = aicore.Rng(seats)
    state = aicore.load("gratis3", seats=seats, locations=locations).start()
    while state.turn != aicore.END:
        widths = set(map(len, lines(state)))
        assert len(widths) == 1  # the frame is complete
        assert max(widths) <= 80
        state.play_out(rng, 37, guided=True)
