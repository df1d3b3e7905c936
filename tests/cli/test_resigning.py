"""Tests of games at the terminal that end because somebody resigns."""

from __future__ import annotations

import pexpect
import pytest

from aicore.cli.adaptive import outcome
from aicore.cli.saved_games import latest_unfinished, saved_games
from aicore.core.errors import RecordError
from aicore.core.record import Record, read_records, replay
from aicore.session import seated_game
from kit import command
from kit.playing import TTT, fails, play


def test_a_resigned_game_is_lost_and_cannot_continue(tmp_path):
    path = tmp_path / "games.jsonl"
    text = play(*TTT, "--record", path, lines=["b2", "resign", "a1"])
    assert "You resigned: Random wins." in text
    assert text.count("You mark") == 1  # no move is played after it
    (record,) = read_records(path)
    assert (record.resigned, record.end, record.over) == (0, None, True)
    assert "is over" in fails("--resume", path)
    shown = command.run("replay", path).stdout
    assert "resigned: Random wins." in shown
    assert "Unfinished" not in shown
    assert command.run("review", path).exit_code == 0


def test_resigning_is_confirmed_and_cannot_be_undone(start):
    child = start("play", "connect_four", "--level", "2", "--seed", "1", "--seat", "0")
    child.expect("your move > ")
    child.sendline("resign")
    child.expect("sure\\? y or n > ")
    child.sendline("n")
    child.expect("your move > ")
    child.sendline("resign")
    child.expect("sure\\? y or n > ")
    child.sendline("y")
    child.expect("resigned: ")
    child.expect("what next > ")
    child.sendline("undo")
    child.expect("Type one of: again, swap, review, quit")
    child.sendline("quit")
    child.expect(pexpect.EOF)


def test_saves_count_resigned_games(data_folder, tmp_path):
    path = data_folder / "aicore" / "saves" / "connect_four-20260101-000000-aa11.jsonl"
    path.parent.mkdir(parents=True)
    line = play("connect_four", "--vs", "level:3", "--seed", "1", "--seat", "1",
                "--record", tmp_path / "one", lines=["d", "resign"])  # fmt: skip
    assert "You resigned" in line
    (record,) = read_records(tmp_path / "one")
    for resigned, result, beaten in ((1, "lost", 0.0), (0, "won", 1.0)):
        record.resigned = resigned
        path.write_text(record.to_line() + "\n")
        (kept,) = saved_games()
        assert kept.result == result
        assert outcome(kept) == (3, beaten)
        assert latest_unfinished() is None
        assert "is over" in command.run("saves", "resume", "aa11").stderr


def test_a_computer_without_hope_offers_to_resign_once(monkeypatch):
    monkeypatch.setattr(seated_game, "HOPELESS", 1.1)  # every decision is one without hope
    game = ("play", "connect_four", "--vs", "mcts:sims=50", "--seat", "0", "--seed", "1")
    columns = "abgabgabg"[: seated_game.PATIENCE]
    text = play(*game[1:], lines=["accept", *columns, "a", "accept", "b"])
    assert text.count("No opponent offers to resign") == 1
    assert text.count("Computer sees no way to win and offers to resign: type `accept`") == 1
    assert "Computer resigned: you win." in " ".join(text.split())
    assert text.count("You drop") == seated_game.PATIENCE + 1


def test_a_computer_with_hope_does_not_offer():
    text = play("connect_four", "--vs", "mcts:sims=50", "--seat", "0", "--seed", "1",
                lines=["a", "b", "g", "a"])  # fmt: skip
    assert "offers to resign" not in text


def test_help_lists_no_resign_for_a_person_alone():
    text = play("trader", "--seed", "1", lines=["help"])
    assert "board" in text
    assert "resign" not in text


def test_a_person_alone_cannot_resign_and_win_the_duel():
    text = play("ransom", "--seed", 5, "--vs", "random", lines=["resign", "quit"])
    assert "You have no opponent here; `quit` leaves the game" in text
    assert "The game is saved" in text
    assert "duel:" not in text


@pytest.mark.parametrize(
    ("resigned", "end", "message"),
    [
        (2, None, "resigned: it must be a whole number from 0 to 1"),
        (True, None, "resigned: it must be a whole number from 0 to 1"),
        (0, "line", "resigned: a finished game cannot be resigned"),
    ],
)
def test_records_name_a_seat_that_resigned(resigned, end, message):
    over = end is not None
    record = Record("tic_tac_toe", 2, {}, 1, ["human", "random"], [], [1, 0] if over else None,
                    [1.0, 0.0] if over else None, end, resigned=resigned)  # fmt: skip
    with pytest.raises(RecordError, match=message):
        Record.from_line(record.to_line())


def test_a_resigned_record_is_replayed_to_its_last_event():
    record = Record("tic_tac_toe", 2, {}, 1, ["human", "random"], [(0, "b2")], resigned=1)
    again = Record.from_line(record.to_line())
    assert again == record
    assert [ply.event for ply in replay(again)] == ["b2", None]
