"""Tests of choosing a game: step by step, in words that fit a small terminal."""

import io

import pytest
from rich.console import Console

import aicore
from aicore.cli.lobby import Lobby
from aicore.core import registry
from aicore.players.defaults import FIRST_LEVEL, levels_of


def lobby(monkeypatch, *lines):
    monkeypatch.setattr(registry, "_REGISTERED", {})  # games from files that other tests named
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return Lobby(Console(width=80, file=io.StringIO(), markup=False, highlight=False))


def test_the_list_of_games_fits_24_rows_and_takes_numbers_and_beginnings(monkeypatch):
    asks = lobby(monkeypatch, "no such", "", "99", "9" * 5000, "trad")
    assert asks.game() == "trader"
    rows = asks.console.file.getvalue().split("game > ")[0].splitlines()
    assert len(rows) < 24
    assert max(map(len, rows)) <= 80
    for name in aicore.names():
        assert sum(row.split()[1:2] == [name] for row in rows) == 1
    number = next(row.split()[0] for row in rows if " ransom " in row)
    assert lobby(monkeypatch, number).game() == "ransom"


def test_the_enter_key_chooses_default_seats_and_opponents(monkeypatch):
    booster, trader = aicore.info("booster"), aicore.info("trader")
    assert lobby(monkeypatch, "7", "9" * 5000, "").seats(booster) == booster.default_seats
    assert lobby(monkeypatch, "1", "3").seats(booster) == 3
    assert lobby(monkeypatch, "").seats(booster) == booster.default_seats
    assert lobby(monkeypatch).seats(trader) == 1  # nothing to ask
    ladder = levels_of(booster)
    assert lobby(monkeypatch, "").opponent(booster, ladder) == ladder[FIRST_LEVEL - 1]
    assert lobby(monkeypatch, "10", "9" * 5000, "9").opponent(booster, ladder) == ladder[8]
    assert lobby(monkeypatch, "").opponent(trader, levels_of(trader)) is None  # plays alone
    assert lobby(monkeypatch, "nobody", "greedy").opponent(trader, ()) == "greedy"


def test_a_wrong_level_gets_the_levels_and_rows_are_indented(monkeypatch):
    asks = lobby(monkeypatch, "10", "")
    asks.opponent(aicore.info("booster"), levels_of(aicore.info("booster")))
    text = asks.console.file.getvalue()
    assert "Type a level from 1 to 9, or a player." in text
    assert all(row.startswith(("  ", "opponent")) for row in text.splitlines() if row)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("typed", "goes_on"), [("", True), ("y", True), ("N", False)])
def test_an_unfinished_game_is_offered(monkeypatch, typed, goes_on):
    asks = lobby(monkeypatch, "what?", typed)
    assert asks.wants_to_continue("relics, mcts, level 3") == goes_on
    assert "relics, mcts, level 3" in asks.console.file.getvalue()


@pytest.mark.parametrize("word", ["q", "QUIT", "exit"])
def test_a_person_can_leave_the_lobby(monkeypatch, word):
    with pytest.raises(EOFError):
        lobby(monkeypatch, word).game()
