"""Drawings of all games: they call the seats as the stories do."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

import aicore
from aicore.core.registry import info, names
from aicore.core.story import Cast
from kit.conformance import sample_of

NAMES = ("ada", "bert", "cleo", "dora", "emil", "fay")
TABLES = [
    (name, seats) for name in names() if info(name).seats[1] > 1 for seats in info(name).seats
]


def drawn(position: aicore.State | aicore.View, cast: Cast | None, whole: bool = False) -> str:
    console = Console(width=78, no_color=True)
    drawing = position.game.info.drawing
    draw = drawing.draw_whole if whole and drawing.draw_whole else drawing.draw
    with console.capture() as capture:
        console.print(draw(position, cast=cast))
    return capture.get()


def course(name: str, seats: int) -> list[aicore.State]:
    """The states of a game by rules of thumb."""
    state, chance = aicore.load(name, seats=seats).start(), aicore.Chance(seed=seats)
    rng, states = aicore.Rng(seats), []
    while chance.settle(state) is not None and state.turn != aicore.END:
        states.append(state.clone())
        state.apply(state.policy(rng))
    return [*states, state]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_seats_are_called_by_their_names_or_marks(name: str, seats: int) -> None:
    marks = info(name).drawing.SEAT_MARKS
    assert not marks or len(marks) >= info(name).seats[1]
    cast = Cast(NAMES[:seats], you=1)
    for state in sample_of(course(name, seats), 4):
        for position in (state, state.view(1)):
            for whole in (False, True):
                text = drawn(position, cast, whole)
                assert not re.search(r"seat \d", text, re.IGNORECASE)
                assert all(called in text for called in cast.names) or marks
            if "seat 0" in drawn(position, None):
                assert "ada" in drawn(position, cast)


FITTING = ("booster", "ransom", "trader")


@pytest.mark.parametrize("name", FITTING)
def test_a_small_terminal_has_room_for_all_that_can_be_played(name: str) -> None:
    rows = []
    *states, _end = course(name, info(name).default_seats)
    for state in sample_of(states, 12):
        view = state.view(state.turn)
        console = Console(width=80, height=24, force_terminal=True, color_system=None)
        with console.capture() as capture:
            console.print(view.game.info.drawing.draw(view))
        text = capture.get()
        rows.append(len(text.splitlines()))
        whole = drawn(view, None, whole=True)
        assert rows[-1] <= len(whole.splitlines())
        for word in {word for move in view.legal() for word in re.split("[ ,]", move)}:
            assert (word in text) == (word in whole), word
    assert sorted(rows)[len(rows) // 2] <= 20
    assert max(rows) <= 22
