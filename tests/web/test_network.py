"""Tests of a game's own network at tables: in the server's workers, in other processes."""

from __future__ import annotations

from pathlib import Path

from kit.nets import beside
from kit.web import serving, sitting, table


def test_hints_and_opponents_use_the_game_s_network(tmp_path: Path) -> None:
    odd = "bid 7 4"  # no first bid without the network
    game = beside(tmp_path, "liars_dice", odd, use=True)
    with serving(tmp_path) as client:
        made = table(client, str(game.name), "me", "mcts:sims=100")
        with sitting(client, made) as person:
            person.turn()
            person.say("hint")
            assert person.hear("hint")["actions"][0] == odd
            person.act("bid 1 1")
            assert any(odd in text for text in person.heard[-5:])
