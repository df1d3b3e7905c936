"""Tests of `level:auto`: an opponent that keeps pace with the person's saved games."""

import os
from dataclasses import replace

import pytest

import aicore
from aicore.arena.match import Match
from aicore.cli.adaptive import auto_level
from aicore.cli.saves import saves_folder
from aicore.cli.seating import SeatPlan
from aicore.core.deal import Deal
from aicore.players.defaults import LEVEL_NAMES
from kit.playing import run


def keep(number, spec, result, game="connect_four"):
    """Save a finished game of a person, at seat 0, against a player of this spec."""
    rules = aicore.load(game)
    match = Match(rules, [aicore.player("random", rules)] * 2, Deal(number))
    while not match.over:
        match.step()
    opponent = spec if spec == "nobody" else aicore.player(spec, rules).spec
    record = replace(match.record(), players=["human", opponent], returns=[result, 1 - result])
    saves_folder().mkdir(parents=True, exist_ok=True)
    file = saves_folder() / f"{game}-{number:04}.jsonl"
    record.write(file)
    os.utime(file, (number, number))


def test_winners_meet_stronger_opponents_and_losers_weaker_ones():
    assert auto_level("connect_four") == 3
    for number in range(6):
        keep(number, f"level:{auto_level('connect_four')}", 1.0)
    high = auto_level("connect_four")
    assert high >= 6
    for number in range(6, 30):
        keep(number, f"level:{auto_level('connect_four')}", 0.0)
    assert auto_level("connect_four") == 1
    assert auto_level("booster") == 3  # each game has its own level


def test_games_against_players_without_a_level_do_not_count():
    for number in range(8):
        keep(number, "mcts:sims=123" if number % 2 else "nobody", 1.0)
    assert auto_level("connect_four") == 3


@pytest.mark.parametrize("chosen", [("--level", "auto"), ("--vs", "level:auto")])
def test_the_level_of_the_opponent_is_printed(chosen):
    for number in range(2):
        keep(number, "level:4", 1.0)
    level = auto_level("connect_four")
    output = run("connect_four", *chosen, "--seed", 1).output
    assert f"your opponent plays at level {level}" in output
    assert f"{LEVEL_NAMES[level - 1]}, level {level}" in output


@pytest.mark.parametrize("game", ["trader", "pig"])
def test_level_auto_needs_a_ladder_and_opponents(game):
    done = run(game, "--vs", "level:auto")
    assert done.exit_code == 2
    assert game in done.output


def test_a_rematch_adapts_the_level(monkeypatch):
    """After `again` the opponent matches the person's new level; other opponents stay the same."""
    rules = aicore.load("connect_four")
    players = [aicore.player("level:3", rules), aicore.player("human", rules)]
    plan = SeatPlan(rules, Deal(1), None, 1, players, None, None, auto=frozenset({0}))
    for number in range(6):
        keep(number, "level:5", 1.0)
    level = auto_level("connect_four")
    following = plan.another(swap=True)
    assert following.players[1].spec == aicore.player(f"level:{level}", rules).spec
    assert following.auto == {1}
    assert replace(plan, auto=frozenset()).another(swap=False).players == players
