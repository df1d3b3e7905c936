"""Tests of field tables: they show a seat nothing that it cannot distinguish."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest

import aicore
from aicore.core.kinds import Int, Kind, Part
from aicore.core.layout import Layout
from kit.effort import effort
from kit.positions import walk
from plain.conftest import EXAMPLES

EXAMPLE_GAMES = ("liars_dice", "hearts", "saboteurs", "whist")
# Kuhn and Leduc poker have no table: a seat's view there depends on whether cards are shown.
GAMES = [
    name for name in aicore.names() if aicore.load(name).has_hidden and aicore.load(name).layout
]
DRAWS = 6


def load(name: str, seats: int | None = None) -> aicore.Game:
    return aicore.load(EXAMPLES / f"{name}.py" if name in EXAMPLE_GAMES else name, seats)


def pairs(game: aicore.Game) -> list[tuple[int, bytes, bytes]]:
    """Return tuples of a seat and the bytes of two states that it cannot distinguish."""
    found, rng = [], aicore.Rng(5)
    for seed in range(effort(3, 20)):
        for state in list(walk(game, seed))[::5]:
            for seat in range(game.seats):
                for _ in range(DRAWS):
                    found.append((seat, bytes(state), bytes(state.resample(seat, rng))))
    return found


def shown(kind: Kind) -> Kind:
    """Return the same kind, visible to everybody."""
    found = copy(kind)
    found.hidden = False
    return found


def leaks(layout: Layout, both: list[tuple[int, bytes, bytes]]) -> bool:
    """Whether the table shows a seat two indistinguishable states differently."""
    return any(layout.observed(one, seat) != layout.observed(other, seat)
               for seat, one, other in both)  # fmt: skip


@pytest.mark.parametrize("name", [*GAMES, *EXAMPLE_GAMES])
def test_a_table_shows_a_seat_only_its_knowledge(name: str) -> None:
    game = load(name)
    assert game.layout is not None
    both = pairs(game)
    assert any(one != other for _, one, other in both)
    assert not leaks(game.layout, both)


@pytest.mark.parametrize("name", [*GAMES, *EXAMPLE_GAMES])
def test_hidden_bytes_are_those_that_the_table_names(name: str) -> None:
    """States that a seat cannot distinguish differ only in hidden or unnamed bytes."""
    game = load(name)
    assert game.layout is not None
    named = {byte for part in game.layout if part.label for byte in bytes_of(part)}
    for seat, one, other in pairs(game):
        secret = game.layout.secrets(seat)
        differing = {i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}
        assert {i for i in differing if not secret[i]} & named == set()


def bytes_of(part: Part) -> list[int]:
    """Return the bytes of a state that belong to a part, for all seats."""
    size = part.width
    for length in part.kind.shape:
        size *= length
    owners = part.shape[0] if part.kind.seats else 1
    return [part.offset + owner * part.step + i for owner in range(owners) for i in range(size)]


@pytest.mark.parametrize("name", [*GAMES, *EXAMPLE_GAMES])
def test_a_planted_leak_is_found(name: str) -> None:
    """A hidden field declared open by mistake is found, and so is each secret byte shown."""
    game = load(name)
    assert game.layout is not None
    layout, both = game.layout, pairs(game)
    for part in layout:
        if part.kind.hidden and part.label:
            planted = Layout(layout.size, game.seats, [replace(part, kind=shown(part.kind))])
            assert leaks(planted, both), part.name
    secret = {i for _, one, other in both for i in range(layout.size) if one[i] != other[i]}
    assert secret
    for byte in secret:
        planted = Layout(layout.size, game.seats, [Part("x", Int(0, 255), byte, 1, (), 1, "x")])
        assert leaks(planted, both), byte
