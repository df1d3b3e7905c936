"""Tests of tournaments for other programs and people: SQL, standard notation, the live page."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

import aicore
from aicore.arena import standard_notation
from aicore.arena.match import Match
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.arena.tournament import run
from aicore.cli import tournament_page
from aicore.cli.tournament_page import LivePage
from aicore.core.record import CHANCE_ACTOR, Record
from kit.command import fails, works
from kit.tournaments import Here, config_of, played

pytestmark = pytest.mark.usefixtures("here")

DOCS = Path(__file__).parents[2] / "docs" / "tournaments.md"


def asked(path, query):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query)]


def test_the_documented_schema_matches_the_file(here):
    played("t", config_of("pig", ["random", "greedy"], games=2))
    listed = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", DOCS.read_text("utf-8"), re.MULTILINE))
    names = asked("t", "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')")
    assert {one["type"] for one in names} == {"table", "view"}
    for one in names:
        columns = [row["name"] for row in asked("t", f"PRAGMA table_info({one['name']})")]
        assert re.findall(r"`(\w+)`", listed[one["name"]])[: len(columns)] == columns


@pytest.mark.parametrize(("name", "seats"), [("tic_tac_toe", 2), ("pig", 3), ("kuhn_poker", 2)])
def test_views_agree_with_the_report(here, name, seats):
    config = config_of(name, ["random", "greedy", "script"], seats=seats, games=60)
    found = played("t", config)
    standings = asked("t", "SELECT * FROM standings ORDER BY player")
    for row, one in zip(standings, found.players, strict=True):
        assert (row["name"], row["games"]) == (one.name, one.games)
        assert (row["won"], row["drawn"], row["lost"]) == (one.wins, one.draws, one.losses)
        assert row["points"] == pytest.approx(one.points)
    assert asked("t", "SELECT name, value FROM settings WHERE name = 'seats'")[0]["value"] == seats
    seats_ = asked("t", "SELECT * FROM seats ORDER BY block, game, seat")
    with Store.open("t") as store:
        rows = list(store.games())
    assert len(seats_) == seats * len(rows)
    assert Counter((one["line_up"], one["deal"]) for one in seats_) == Counter(
        divmod(row.block, 10**12) for row in rows for _ in range(seats)
    )
    for one, row in zip(seats_, (row for row in rows for _ in range(seats)), strict=True):
        assert one["return"] == json.loads(row.returns)[one["seat"]]
        assert one["seconds"] == json.loads(row.seconds)[one["seat"]]


def test_views_count_forfeits_as_the_report_does(here):
    config = config_of("pig", ["random", "greedy", "script"], seats=3, games=6)
    with Store.create("t", config) as store:
        rows = Here(config).play(0)
        forfeit = {"returns": None, "end": None, "reason": ""}
        rows[1] = rows[1]._replace(**forfeit, loser=0, kind="time")
        rows[2] = rows[2]._replace(**forfeit, loser=2, kind="crash")
        store.add(rows)
        found = summarize(store, 2)
    for row, one in zip(asked("t", "SELECT * FROM standings"), found.players, strict=True):
        assert row["points"] == pytest.approx(one.points)
        assert (row["forfeits"], row["on_time"]) == (one.forfeits, one.timeouts)


def test_pairs_by_hand(here):
    config = config_of("tic_tac_toe", ["random", "greedy"], games=40)
    found = played("t", config)
    first, second = asked("t", "SELECT * FROM pairs ORDER BY player")
    one = found.players[0]
    assert (first["ahead"], first["level"], first["behind"]) == (one.wins, one.draws, one.losses)
    assert (second["ahead"], second["behind"]) == (first["behind"], first["ahead"])


# Standard notation


def test_connect_four_is_written_as_columns(here):
    played("t", config_of("connect_four", ["random", "greedy"], games=4))
    lines = works("tournament", "report", "t", "--notation", "-").splitlines()
    assert lines[2] == lines[5] == ""
    game = aicore.load("connect_four")
    for heading, moves in zip(lines[::3], lines[1::3], strict=True):
        state = game.start()
        for digit in moves:
            state.apply("abcdefg"[int(digit) - 1])
        first, second = state.returns()
        result = "1/2-1/2" if first == second else f"{first:g}-{second:g}"
        assert re.fullmatch(rf"# (random - greedy|greedy - random): {result}", heading)


def test_backgammon_is_a_match_of_one_game():
    """Checked by hand on a recorded game: entering, bearing off, a lost turn and the winner."""
    game = aicore.load("backgammon")
    record = Match(game, [aicore.player("random", game)] * 2, 1).finish()
    lines = list(standard_notation.backgammon(record, ["Fox", "Owl"], record.returns))
    assert lines[:4] == [" 0 point match", "", " Game 1", " Fox : 0".ljust(33) + "Owl : 0"]
    # open 0 3 1: 24 1, 8 3; roll 6 5: 8 5, 8 6; roll 6 6: pass
    assert lines[4] == "  1) 31: 24/23 8/5".ljust(33) + "65: 8/3 8/2"
    assert lines[5].startswith("  2) 66:   ")
    assert lines[-1] == "".ljust(33) + "Wins 2 points"
    assert lines[-2].endswith("/off")
    text = "\n".join(lines)
    moves = [event for _, event in record.events if event.startswith("move")]
    assert text.count("/") == len(moves)
    entering = sum(event.startswith("move bar") for event in moves)
    assert text.count("bar/") == entering > 0
    assert text.count("/off") == 15 + 15 - _left(game, record)


@pytest.mark.parametrize(
    ("answers", "returns", "lines"),
    [
        (("double", "drop"), [-1, 1], ["  1) 61: 13/7 8/7".ljust(33) + " Doubles => 2",
                                       "  2)  Drops".ljust(33) + "Wins 1 point"]),
        (("double", "take", "roll 6 1", "move 13 6", "move 8 1", "double", "drop"), [2, -2],
         ["  1) 61: 13/7 8/7".ljust(33) + " Doubles => 2", "  2)  Takes".ljust(33) + "61: 13/7 8/7",
          "  3)  Doubles => 4".ljust(33) + " Drops", "      Wins 2 points"]),
    ],
)  # fmt: skip
def test_doubles_have_cells_of_their_own(answers, returns, lines):
    """As GNU Backgammon writes and reads them."""
    game = aicore.load("backgammon", cube=2)
    state = game.start()
    events = []
    for text in ("open 0 6 1", "move 13 6", "move 8 1", *answers):
        events.append((CHANCE_ACTOR if state.turn < 0 else state.turn, text))
        state.apply(text)
    assert state.returns() == returns
    record = Record("backgammon", 2, game.options, 1, ["Fox", "Owl"], events)
    assert list(standard_notation.backgammon(record, ["Fox", "Owl"], returns))[4:] == lines


def test_a_match_counts_the_points_of_its_games():
    game = aicore.load("backgammon")
    records = [
        Match(game, [aicore.player("random", game)] * 2, seed).finish() for seed in (1, 2, 3)
    ]
    lines = list(standard_notation.backgammon_match([(one, one.returns) for one in records], "AB"))
    first, second = ([max(one.returns[seat], 0) for one in records] for seat in range(2))
    assert [line for line in lines if " : " in line] == [
        f" A : {sum(first[:n]):g}".ljust(33) + f"B : {sum(second[:n]):g}" for n in range(3)
    ]
    alone = [list(standard_notation.backgammon(one, "AB", one.returns)) for one in records]
    assert lines[: len(alone[0])] == alone[0]
    assert lines[-len(alone[2]) + 4 :] == alone[2][4:]


def _left(game, record):
    """Return the number of men that the loser had left."""
    state = game.start()
    for _, event in record.events:
        state.apply(event)
    loser = record.returns.index(min(record.returns))
    return sum(state.view(loser).to_dict()["men"][loser])


def test_the_opening_throw_names_the_first_mover():
    game = aicore.load("backgammon")
    state = game.start()
    events = [("chance", "open 1 5 3")]
    state.apply(events[0][1])
    assert state.turn == 1
    record = Record(
        "backgammon", 2, {}, 1, ["Fox", "Owl"], [*events, (1, "move 13 5"), ("chance", "roll 6 6")]
    )
    lines = list(standard_notation.backgammon(record, ["Fox", "Owl"], None))
    assert lines[4:] == ["  1)".ljust(33) + "53: 13/8", "  2) 66:"]


def test_other_games_have_no_standard_notation(here):
    played("t", config_of("pig", ["random", "greedy"], games=2))
    output = fails("tournament", "report", "t", "--notation", "-")
    assert output == (
        "pig has no standard notation; only backgammon and connect_four have one. Use --records"
    )


# The page of a running tournament


def test_the_page_of_a_running_tournament_reloads_itself(here, monkeypatch):
    monkeypatch.setattr(tournament_page, "EVERY", 0.0)
    monkeypatch.setattr(tournament_page, "SHARE", 0)
    config = config_of("pig", ["random", "greedy"], games=12)
    seen = []
    with Store.create("t", config) as store:
        live = LivePage(store, "page.html", None)

        def watch(batch):
            live.watch()
            seen.append(Path("page.html").read_text())

        run(store, Here(config), watch)
    assert len(set(seen)) == 6
    for number, text in enumerate(seen, 1):
        assert '<meta http-equiv="refresh" content="0">' in text
        assert f"Unfinished: {2 * number} games of 12 so far." in text
    works("tournament", "pig", "random", "greedy", "--games", 4, "--html", "page.html", "--jobs", 1,
          "--quiet")  # fmt: skip
    assert "refresh" not in Path("page.html").read_text()
    assert "4 games in 2 blocks" in Path("page.html").read_text()
    output = fails("tournament", "pig", "random", "greedy", "--html", "t", "--games", 2)
    assert "it is a tournament or another database" in output
