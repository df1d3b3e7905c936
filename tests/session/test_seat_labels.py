"""Tests of the names of players at a table."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.registry import info, names
from aicore.players import players_for
from aicore.players.defaults import LEVEL_NAMES, levels_of
from aicore.players.networks import own_net
from aicore.session.seat_labels import player_title, seat_names, strength


@pytest.mark.parametrize("game", names())
def test_every_player_has_a_name_and_no_codes(game):
    about, rules = info(game), aicore.load(game)
    for name in players_for(about):
        if name in ("engine", "human", "policy"):
            continue
        spec = aicore.player(name, rules, prepared=False).spec
        for shown in (player_title(name, about), player_title(spec, about)):
            assert shown[0].isupper(), shown
            assert name not in shown.split()
        plainly = strength(spec, about, plainly=True)
        assert "=" not in plainly


def test_levels_are_called_by_name_and_distinguished_by_seat():
    about = info("connect_four")
    ladder = levels_of(about)
    assert [player_title(spec, about) for spec in ladder] == list(LEVEL_NAMES)
    assert player_title("level:8", about) == "Expert"
    assert seat_names(["human", "level:8", "level:8"], about, 0) == ["you", "Expert 1", "Expert 2"]


def test_a_script_has_the_name_that_its_game_gives_it():
    assert player_title("courier", info("relics")) == "Courier"
    assert player_title("script", info("pig")) == "Script"


@pytest.mark.parametrize(
    ("given", "label"),
    [
        ("mcts", ""),
        ("mcts:net=none", ", net=none"),
        ("mcts:puct=1", ", puct=1.0"),
        ("mcts:sims=100", ", 100 simulations per move"),
    ],
)
@pytest.mark.parametrize("cube", [0, 2])
def test_a_default_network_and_its_parameters_are_not_named(
    cube: int, given: str, label: str
) -> None:
    """Backgammon's networks, one for each option, are used by default with their parameters."""
    game = aicore.load("backgammon", cube=cube)
    assert own_net(game).is_default(game)
    assert strength(aicore.player(given, game).spec, game.info) == label
