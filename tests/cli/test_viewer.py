"""Tests of watched and replayed games on a real terminal: drawn in place, navigated by keys."""

import re
import sys

import pexpect
import pytest

import aicore
from aicore.arena.match import Match
from aicore.cli.narrator import Narrator
from aicore.cli.playback import watched_match
from aicore.cli.screen import make_console
from aicore.core.deal import Deal


@pytest.fixture
def game_file(tmp_path):
    game = aicore.load("connect_four")
    players = [aicore.player("random", game, seed=seat) for seat in range(2)]
    file = tmp_path / "games.jsonl"
    record = Match(game, players, "viewer").finish()
    record.write(file)
    return file, len(record.events)


@pytest.mark.parametrize("name", ["connect_four", "pig", "kuhn_poker", "ransom"])
def test_a_watched_game_goes_on_from_its_first_decision_to_its_end(name):
    game = aicore.load(name)
    players = [aicore.player("random", game, seed=seat) for seat in range(game.seats)]
    match = Match(game, players, Deal("watched"))
    course = watched_match(match, Narrator(make_console(), game.info, ["random"] * game.seats))
    last = course.reach(sys.maxsize)
    plies = [frame.ply for frame in course.frames]
    assert plies == sorted(set(plies))
    assert match.over
    assert (plies[-1], course.frames[last].seat) == (len(match.events), aicore.END)


def test_keys_step_jump_and_leave(start, game_file):
    file, plies = game_file
    child = start("replay", file)
    child.expect("move 0 ")
    child.expect(r"chances[^\n]*Random 0[^\n]*\d %[^\n]*Random 1[^\n]*\d %")
    child.expect("space: play/pause .* q: quit")  # the keys in one row
    child.send("\x1b[C")
    child.expect("move 1 ")
    child.send("\x1b[C\x1b[C")
    child.expect("move 3 ")
    child.send("\x1b[D")
    child.expect("move 2 ")
    child.send("5\r")
    child.expect("move 5 ")
    child.send("\x1b[F")
    child.expect(f"move {plies} of {plies} ")
    child.send("\x1b[H")
    child.expect(f"move 0 of {plies} ")
    child.send("q")
    child.expect("The end")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
def test_space_plays_by_itself_to_the_end(start, game_file):
    file, plies = game_file
    child = start("replay", file)
    child.expect("paused")
    child.send(f"{plies - 5}\r")
    child.expect(f"move {plies - 5} ")
    child.send("++++ ")
    child.expect("playing, 0.1 s per step")
    child.expect(f"move {plies} of {plies} ")
    child.send("q")
    child.expect("The end")


@pytest.mark.slow
def test_a_watched_game_that_is_left_says_how_far_it_was(start):
    child = start("watch", "connect_four", "random", "random")
    child.expect("move 0 ")
    child.send("q")
    child.expect(r"You left after \d+ moves")
    child.expect(pexpect.EOF)


def test_without_a_terminal_that_can_be_redrawn_the_positions_follow_each_other(start, game_file):
    file, _ = game_file
    child = start("replay", file, "--scroll")
    child.expect(pexpect.EOF)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before)
    assert "\x1b[?1049h" not in child.before, "the alternate screen"
    assert shown.count("a b c d e f g") > 5
