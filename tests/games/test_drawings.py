"""Tests of the drawings of all games: they name the seats as the stories do."""

from __future__ import annotations

import re

import pytest
from rich.console import Console, RenderableType

import aicore
from aicore.core.registry import info, names
from aicore.core.story import Names, notes
from kit.effort import effort
from kit.positions import sample_of

NAMES = ("ada", "bert", "cleo", "dora", "emil", "fay")
TABLES = sorted(
    {(name, seats) for name in names() if info(name).seats[1] > 1 for seats in info(name).seats}
)


def drawn(position: aicore.State | aicore.View, called: Names | None, whole: bool = False) -> str:
    drawing = position.game.info.drawing
    draw = drawing.draw_whole if whole and drawing.draw_whole else drawing.draw
    return shown(draw(position, names=called))


def shown(drawing: RenderableType | None) -> str:
    """Return a drawing as text; an empty line for None."""
    console = Console(width=78, no_color=True)
    with console.capture() as capture:
        console.print(drawing or "")
    return capture.get()


def course(name: str, seats: int, seed: int = 0) -> list[aicore.State]:
    """Return the states of a game played by the policy."""
    state, chance = aicore.load(name, seats=seats).start(), aicore.Chance(seed=seats + 10 * seed)
    rng, states = aicore.Rng(seats + 10 * seed), []
    while chance.settle(state) is not None and state.turn != aicore.END:
        states.append(state.clone())
        state.apply(state.policy(rng))
    return [*states, state]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_seats_are_called_by_their_names_or_marks(name: str, seats: int) -> None:
    marks = info(name).drawing.SEAT_MARKS
    assert not marks or len(marks) >= info(name).seats[1]
    who = Names(NAMES[:seats], you=1)
    for state in sample_of(course(name, seats), effort(1, 4)):
        for position in (state, state.view(1)):
            for whole in (False, True):
                text = drawn(position, who, whole)
                assert not re.search(r"seat \d", text, re.IGNORECASE)
                assert all(called in text for called in who) or marks
            if "seat 0" in drawn(position, None):
                assert "ada" in drawn(position, who)


FITTING = (("booster", 18), ("ransom", 18), ("trader", 20))


@pytest.mark.parametrize(("name", "rows"), FITTING)
def test_a_small_terminal_has_room_for_all_legal_moves(name: str, rows: int) -> None:
    *states, _end = course(name, info(name).default_seats)
    for state in sample_of(states, effort(6, 12)):
        view = state.view(state.turn)
        console = Console(width=80, height=rows, force_terminal=True, color_system=None)
        with console.capture() as capture:
            console.print(view.game.info.drawing.draw(view))
        text = capture.get()
        assert len(text.splitlines()) <= rows
        whole = drawn(view, None, whole=True)
        for word in {word for move in view.legal() for word in re.split("[ ,]", move)}:
            assert (word in text) == (word in whole), word


def test_a_wide_terminal_has_booster_s_hands_beside_the_seats() -> None:
    *states, _end = course("booster", 2)
    view = states[-1].view(states[-1].turn)
    for width, beside in ((80, False), (138, True)):
        console = Console(width=width, height=24, force_terminal=True, color_system=None)
        with console.capture() as capture:
            console.print(view.game.info.drawing.draw(view))
        rows = capture.get().splitlines()
        assert any("/10" in row and "hand:" in row for row in rows) == beside
        assert max(map(len, map(str.rstrip, rows))) == (136 if beside else 78)


def test_leduc_poker_separates_only_rounds_in_which_a_seat_has_acted() -> None:
    state, chance = aicore.load("leduc_poker").start(), aicore.Chance(seed=1)
    chance.settle(state)
    for action in ("check", "check", "check"):
        state.apply(action)
        chance.settle(state)
    rows = [row.rstrip() for row in drawn(state.view(0), None).splitlines()]
    first, second = (next(row for row in rows if f"seat {seat}" in row) for seat in range(2))
    assert first.endswith("check / check")
    assert second.endswith("check")
    assert "/" not in second


HIDING = [(name, seats) for name, seats in TABLES if aicore.load(name, seats=seats).has_hidden]


@pytest.mark.parametrize(("name", "seats"), HIDING)
def test_hidden_information_changes_no_drawing(name: str, seats: int) -> None:
    drawing, called = info(name).drawing, Names(NAMES[:seats], you=0)
    seen = set()
    for seed in range(effort(2, 4)):
        states = [state for state in course(name, seats, seed) if state.turn == 0]
        for now in sample_of(states, effort(2, 3)):
            lines = []
            for world in (now, now.view(0).resample(aicore.Rng(5))):
                then, view = states[0].view(0), world.view(0)
                parts = [drawn(view, called), repr(notes(view))]
                if drawing.draw_news:
                    parts.append(shown(drawing.draw_news(view, then, view, names=called)))
                if drawing.sketch:
                    plans = [[action] for action in view.legal()[:3]]
                    parts.append(shown(drawing.sketch(view, plans[:1])))
                    parts.append(shown(drawing.sketch(view, plans)))
                lines.append("\n".join(parts))
            assert lines[0] == lines[1]
            seen.add(lines[0])
    assert len(seen) > 1
