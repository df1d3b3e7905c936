"""Tests of Gratis-3: the planet, the end, scores and ties."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from games.gratis3.positions import play, position, shown


def test_arriving_and_staying_at_the_planet_earns_black_chips() -> None:
    state = play(position(8, 1), "play shields-guns", "shields")
    assert shown(state, "trophies")[0]["black"] == 1
    play(state, "play shields-guns", "guns")
    assert shown(state, "trophies")[0]["black"] == 2
    assert shown(state, "turns") == 22


def test_the_last_to_arrive_has_one_more_turn() -> None:
    state = play(position(8, 9), "play shields-guns", "shields")
    assert shown(state, "pending")["last_arrival"] == 0
    play(state, "play shields-guns", "guns")
    assert shown(state, "pending")["last_turn"]
    play(state, "play shields-guns", "guns")
    assert state.end == "planet"


def test_the_last_black_chip_ends_the_game_at_once() -> None:
    state = position(2, 0, spent=(12, 0), shields=(0, 2), stockpile=1)
    play(state, "play shields-guns", "shields")
    fields = state.to_dict()
    assert state.end == "chips"
    assert fields["shields"][0] == 1  # the second shield is not added
    assert fields["locations"][0] == 2  # and the Carrier does not move
    state = position(3, 0, ravs=[("U3", 1, "fighter", None)], stockpile=1)
    play(state, "play shields-guns", "guns", "roll 8: 0,2", "hit U3")
    assert state.end == "chips"
    assert shown(state, "ravs") == []
    assert shown(state, "rav_supply")[1]["fighter"] == 4


def test_the_number_of_turns_ends_the_game() -> None:
    game = aicore.load("gratis3", seats=3, max_turns=4)
    rng, reasons = aicore.Rng(1), set()
    for _ in range(20):
        state = game.start()
        state.play_out(rng)
        reasons.add(state.end)
        assert shown(state, "turns") == 12
    assert reasons == {"turns"}


def test_a_last_turn_by_both_counts_ends_at_the_planet() -> None:
    """Ruling 10: everybody has landed, and nobody has another turn."""
    state = play(position(8, 9, max_turns=12), "play shields-guns", "shields")
    for _ in range(2):
        play(state, "play shields-guns", "guns")
    assert (state.end, shown(state, "turns")) == ("planet", 23)
    state = play(position(9, 8, seat=1, max_turns=12), "play shields-guns", "shields")
    play(state, "play shields-guns", "guns", "play shields-guns", "guns")
    assert (state.end, shown(state, "turns")) == ("planet", 24)


def test_scores_and_ties() -> None:
    """Colored 2, black 1; ties by Online systems (2 each) and shields (1 each), then shared."""

    def returns(**fields: Any) -> list[float]:
        options = {"shields": (2, 2), "max_turns": 11} | fields
        state = position(3, 7, seat=1, **options)
        play(state, "play shields-guns", "guns")
        assert state.end == "turns"
        return state.returns()

    assert returns() == [0.5, 0.5]
    assert returns(shields=(3, 2)) == [1.0, 0.0]
    assert returns(stockpile=49) == [0.0, 1.0]
    state = position(3, 7, spent=(3, 1), stockpile=48)
    assert state.scores() == [2, 8]


def test_the_planet_s_last_chip_ends_the_game() -> None:
    """The chip is taken on arrival, or at the start of a turn there."""
    state = play(position(8, 1, stockpile=1), "play shields-guns", "shields")
    assert (state.end, shown(state, "trophies")[0]["black"]) == ("chips", 1)
    state = play(position(3, 9, stockpile=1), "play shields-guns", "guns")
    assert (state.end, shown(state, "seat")) == ("chips", 1)


def test_a_repair_with_the_last_chip_ends_the_game() -> None:
    options = {"down": {0: "nav"}, "spent": (12, 0), "shields": (0, 2), "stockpile": 1}
    state = play(position(3, 4, phase="repair", **options), "repair nav")
    assert state.end == "chips"
    assert shown(state, "systems")[0][0] is True


def test_three_share_a_tie() -> None:
    state = position(3, 7, 5, 6, seat=3, shields=(2, 2, 2, 1), max_turns=11)
    play(state, "play shields-guns", "guns")
    assert state.end == "turns"
    assert state.returns() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_the_first_seat_may_arrive_last() -> None:
    """The others have one more turn each, and then the last to arrive has one, too."""
    state = play(position(8, 9, 9), "play shields-guns", "shields")
    for _ in range(2):
        play(state, "play shields-guns", "guns")
        assert state.end is None
    assert shown(state, "pending")["last_turn"]
