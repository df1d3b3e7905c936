"""Tests of a person's games, line by line: whole games, seats, typed moves."""

import re

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.record import read_records
from kit.playing import TTT, all_cells, fails, play


def test_a_whole_game_is_shown_and_recorded(tmp_path):
    path = tmp_path / "games.jsonl"
    text = play(*TTT, "--record", path, lines=all_cells("b2"))
    assert "seat 0  x you" in text
    assert "seat 1  o Random" in text
    assert "seed 1" in text
    assert "  You mark b2" in text
    assert re.search(r"  Random marks [abc][123]", text)
    assert re.search(r"(You win|Random wins) with .* in a row|a draw", text)
    assert f"recorded in {path}" in " ".join(text.split())
    (record,) = read_records(path)
    assert record.finished
    assert record.players == ["human", "random"]
    assert record.events[0] == (0, "b2")


def test_the_same_seed_is_the_same_game(tmp_path):
    assert play(*TTT, lines=all_cells()) == play(*TTT, lines=all_cells())


def test_opponents_play_as_the_record_says(tmp_path):
    """The match runner can replay a person's game from its specs and seed."""
    path = tmp_path / "games.jsonl"
    play("pig", "--vs", "mcts:sims=20", "--seat", 1, "--seed", 5, "--option", "target=12",
         "--record", path, lines=["roll", "hold"] * 60)  # fmt: skip
    (record,) = read_records(path)
    game = record.load()
    own = iter([text for actor, text in record.events if actor == 1])
    players = [aicore.player(spec, game) for spec in record.players]
    players[1].ask = lambda view: next(own)
    assert Match(game, players, record.seed).finish() == record


def test_the_seat_is_drawn_from_the_seed_and_shown():
    seats = set()
    for seed in map("{:032x}".format, range(8)):  # secrets, which need no slow hash
        text = play("tic_tac_toe", "--vs", "random", "--seed", seed)
        assert text == play("tic_tac_toe", "--vs", "random", "--seed", seed)
        seats.add(re.search(r"seat (\d)  [xo] you", text)[1])
    assert seats == {"0", "1"}


def test_seats_and_opponents():
    three = play("pig", "--vs", "random", "--vs", "greedy", "--seat", 1)
    assert re.search(r"seat 0  Random\n  seat 1  you\n  seat 2  Greedy", three)
    four = play("pig", "--vs", "random", "--seats", 4, "--seat", 0)
    assert re.search(
        r"you\n  seat 1  Random 1\n  seat 2  Random 2\n  seat 3  Random 3",
        four,
    )


def test_bounds_go_to_the_players_that_have_them(tmp_path):
    path = tmp_path / "game.jsonl"
    play("pig", "--vs", "mcts", "--vs", "random", "--vs", "flat:sims=7", "--seat", 0, "--sims", 33,
         "--record", path)  # fmt: skip
    (record,) = read_records(path)
    assert record.players[1].startswith("mcts:sims=33,")
    assert record.players[2] == "random"
    assert record.players[3].startswith("flat:sims=7,")  # its own bound takes precedence
    play("pig", "--vs", "mcts:c=2", "--time", 0.5, "--seat", 0, "--record", path)
    assert "sims=0,time=0.5,c=2.0," in list(read_records(path))[1].players[1]


@pytest.mark.parametrize("typed", ["b2", "B2", "5", " b2 "])
def test_moves_may_be_typed_in_several_ways(typed):
    assert "  You mark b2" in play(*TTT, lines=[typed])


def test_wrong_input_is_answered_in_one_line_and_asked_again():
    text = play(*TTT, lines=["z9", "10", "b", "", "moves q", "b2"])
    assert 'You cannot play "z9" here. You can play: a3, b3, c3, a2, b2, c2, ...' in text
    assert "There is no move 10. The moves are numbered 1 to 9." in text
    assert "'b' matches 3 moves: b3, b2, b1" in text
    assert "No legal move begins with 'q'" in text
    assert "  You mark b2" in text


def test_the_enter_key_plays_the_only_move():
    text = play("pig", "--vs", "random", "--seat", 0, "--seed", 1, lines=[""])
    assert "  You roll" in text


def test_play_errors():
    assert "name a GAME" in fails()
    assert "cannot be combined" in fails("pig", "--time", 1, "--sims", 5)
    assert "seats 0 to 1" in fails("pig", "--seat", 2)
    assert "2 to 4 seats, not 9" in fails("pig", "--seats", 9)
    assert "2 opponents for 3 other seats" in fails("pig", "--seats", 4, "--vs", "random",
                                                     "--vs", "random")  # fmt: skip
    many = ["--seats", 2, "--vs", "random", "--vs", "random"]
    assert "2 opponents for 1 other seat: give" in fails("pig", *many)
    assert "only one person can play" in fails("pig", "--vs", "human")
    assert "sims=-1: it must be a whole number" in fails("pig", "--sims", -1)
    assert 'there is no player "mtcs". Did you mean "mcts"?' in fails("pig", "--vs", "mtcs")
    assert 'no player "level 3". Did you mean "level:3"?' in fails("relics", "--vs", "level 3")
    assert "--level 3" in fails("pig", "--vs", "3")
