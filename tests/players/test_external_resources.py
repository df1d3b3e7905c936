"""Tests that one place finds all files and programs named by specs and options."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.registry import info
from aicore.players import PLAYERS, player_class
from aicore.players.external_resources import (
    ExternalResource,
    external_resources,
    external_rule_files,
)

NET = ExternalResource("player mcts", "net", "/etc/passwd")


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("mcts:net=/etc/passwd", [NET]),
        (" mcts:sims=5, net = /etc/passwd", [NET]),
        ("mcts:net=/etc/passwd#0123456789ab,sims=5", [NET]),
        (
            "engine:/bin/sh -c 'a,b'",
            [ExternalResource("player engine", "command", "/bin/sh -c 'a,b'", True)],
        ),
        ("mcts:net=none", []),
        ("mcts:sims=5", []),
        ("level:3", []),
        ("human", []),
        ("bot.py#0123456789", []),
        ("nobody:net=/etc/passwd", []),
        ("mcts:net", []),
    ],
)
def test_files_and_programs_in_a_spec_are_found(spec: str, found: list[ExternalResource]) -> None:
    assert external_resources([spec]) == found


def test_files_in_options_are_found() -> None:
    found = [ExternalResource("option data", "data", "x.toml")]
    assert external_rule_files("relics", {"data": "x.toml"}) == found
    assert external_rule_files("relics", {"data": "x.toml#0123456789ab"}) == found
    assert external_rule_files("relics", {"data": ""}) == []
    assert external_rule_files("pig", {"data": "x.toml"}) == []


def test_every_free_text_is_a_file_or_a_program() -> None:
    """Otherwise a parameter that takes any text could name files unchecked."""
    players = [one for name in PLAYERS for one in player_class(name).PARAMETERS]
    options = [one for name in aicore.names() for one in info(name).options.values()]
    free = [
        one for one in (*players, *options)
        if isinstance(one.default, str) and not one.choices
    ]  # fmt: skip
    assert {one.name for one in free} == {"net", "command", "data"}
    assert all(bool(one.file) != one.program for one in free)
