"""Tests of Gratis-3: notation, and positions as dictionaries."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.core.errors import IllegalAction, NotationError, StateError
from games.gratis3.positions import CARDS, COOLING, attacking, position
from kit.effort import effort
from kit.positions import walk


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("play lasers", "launch-move"),
        ("attack U1 with Q5", "not next to U1"),
        ("attack 1 with U1,U5", "beside one Location"),
        ("attack 1 with U1,U1", "twice"),
        ("rav U1 to P1", "rav SPACE to SPACE tail SPACE"),
        ("roll 2: 2,1", "2 dice"),
        ("roll 9: 2,1", "1 to 8"),
        ("fire 2", "no SEAT"),
        ("fly", "Moves begin with"),
    ],
)
def test_notation_errors_help(text: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint):
        aicore.load("gratis3").parse(text)


def test_attackers_are_read_in_any_order() -> None:
    game = aicore.load("gratis3")
    for text in ("attack 1 with U3,D3,S2,S3", "attack 1 with S3", "attack P3 with U3,U4,S3"):
        target, _, group = text.partition(" with ")
        mixed = f"{target} with {','.join(reversed(group.split(',')))}"
        assert game.text(game.parse(mixed)) == text


def test_every_set_of_attackers_has_one_code() -> None:
    """S3 is beside Locations 3 and 4: an attack from there alone is one event in both places."""
    for place in (3, 4):
        state = attacking([("S3", 0, "bomber", None), ("U3", 0, "fighter", None)], 1, place)
        assert "attack 1 with S3" in state.legal()
        state.apply("attack 1 with S3")


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "fly"},
        {"seat": 1},
        {"seat": 2},
        {"turns": 10**9},
        {"stockpile": 49},
        {"stockpile": 0},
        {"supply": [11, 10]},
        {"shields": [5, 2]},
        {"locations": [10, 0]},
        {"locations": [3]},
        {"systems": [[True] * 4, [True] * 3]},
        {"hand": [CARDS, CARDS]},
        {"queue": [COOLING, COOLING[:2]]},
        {"evasion": [[None, "override", None], [None] * 3]},
        {"ravs": [["U1", 0, "fighter", None]]},
        {"ravs": [["X1", 0, "fighter", None]]},
        {"trophies": [{"colored": 1, "black": 0}] * 2},
        {"pending": {}},
        {"pending": None},
        {"phase": "return"},
        {"phase": "rav-moves"},
        {"phase": "knock"},
        {"phase": "end"},
    ],
)
def test_restore_refuses_impossible_positions(change: dict[str, Any]) -> None:
    state = position(3, 4)
    fields = state.to_dict()
    assert state.game.from_dict(dict(fields)) == state
    with pytest.raises(StateError):
        state.game.from_dict({**fields, **change})


def test_the_override_of_ravs_has_ended_when_cards_return() -> None:
    """Rules, step 5: otherwise the next turn would continue with this turn's override."""
    game = aicore.load("gratis3", seats=2)
    rng = aicore.Rng(3)
    seen = 0
    while seen < 3:
        state = game.start()
        while state.turn != aicore.END:
            fields = state.to_dict()
            if fields["phase"] == "return":
                seen += 1
                fields["pending"]["override_ravs"] = True
                with pytest.raises(StateError, match="override_ravs"):
                    game.from_dict(fields)
            state.apply(state.sample(rng))


def test_a_forced_decision_is_no_event() -> None:
    """Every decision of random games has at least two legal actions."""
    rng = aicore.Rng(8)
    for seats in (2, 3, 4):
        state = aicore.load("gratis3", seats=seats).start()
        while state.turn != aicore.END:
            assert state.turn == aicore.CHANCE or len(state.legal_actions()) > 1
            state.apply(state.sample(rng))
    with pytest.raises(IllegalAction):
        position(3, 7).apply("no-repair")


def test_a_state_is_small() -> None:
    for seats in (2, 3, 4):
        assert len(bytes(aicore.load("gratis3", seats=seats).start())) < 256


def test_an_attack_has_the_dice_of_its_weapon() -> None:
    """Rules: guns have five or three, EMP four, NUKE six; an evasion takes two away."""
    fit = {"guns": {1, 3, 5}, "emp": {2, 4}, "nuke": {1, 2, 3, 4, 5, 6}}
    game, taken = aicore.load("gratis3"), set()
    for seed in range(effort(6, 20)):
        for state in walk(game, seed, policy=0.5):
            fields = state.to_dict()
            weapon = fields["pending"]["weapon"]
            if fields["phase"] not in ("evade", "carrier-roll") or weapon == "ravs":
                continue
            for dice in range(1, 9):
                fields["pending"]["dice"] = dice
                try:
                    game.from_dict(fields)
                except StateError:
                    continue
                assert dice in fit[weapon]
                taken.add(weapon)
    assert taken == {"guns", "emp", "nuke"}
