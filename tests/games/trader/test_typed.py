"""Tests of Free Trader: places may be typed in the words of the screen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from aicore.core.errors import AmbiguousMove, NotationError
from aicore.core.story import notes
from aicore.games.trader.picture.odds import chances
from aicore.session.move_input import moves_meant
from games.trader.table import combat, drawing, play, position

AROUND = {"earth": (0, 0), "forge": (0, 1), "haven": (1, 0), "smugglers-moon": (0, -1)}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("jump north", "jump 0,1"),
        ("NORTH", "jump 0,1"),
        ("j nor", "jump 0,1"),
        ("haven", "jump 1,0"),
        ("jump Smugglers Moon", "jump 0,-1"),
        ("smugglers-moon", "jump 0,-1"),
        ("jump 1,0", "jump 1,0"),
    ],
)
def test_a_jump_is_named_by_its_side_or_its_planet(typed, meant):
    state = position(phase="jump", planets=AROUND, modules={"engines": 6})
    assert moves_meant(typed, state.view(0)) == [meant]


def test_a_place_is_named_by_its_side():
    state = position(phase="place", planets={"earth": (0, 0)}, placing="forge")
    assert moves_meant("place west", state.view(0)) == ["place -1,0"]
    assert moves_meant("south", state.view(0)) == ["place 0,-1"]
    with pytest.raises(NotationError, match="You cannot play"):
        moves_meant("forge", state.view(0))


def test_words_that_name_no_place_keep_their_meaning():
    buying = play(drawing("buy", planets=AROUND), "event e05")
    goods = [move for move in buying.legal() if move.startswith("buy")]
    assert moves_meant(goods[0].split()[1], buying.view(0)) == [goods[0]]
    flight = combat(planets=AROUND | {"forge": (-1, 0), "anvil": (0, 1)})
    assert moves_meant("flee s", flight.view(0)) == [
        "flee 0,-1"
    ]  # south and Smugglers Moon are the same
    with pytest.raises(AmbiguousMove):
        moves_meant("flee", flight.view(0))


def test_an_answer_says_how_many_cards_let_it_succeed():
    state = combat(planets=AROUND)
    good, cards = map(int, notes(state.view(0))["counterattack"].split()[:3:2])
    assert 0 < good < cards
    (found,) = [chance for action, chance in chances(state) if action == "counterattack"]
    assert found["destroyed"] == Fraction(good, cards)
