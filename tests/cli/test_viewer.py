"""Tests of watched and replayed games on a real terminal: drawn in place, navigated by keys."""

import io
import re
import sys
from dataclasses import replace

import pexpect
import pytest
from rich.console import Console
from rich.text import Text

import aicore
from aicore.arena.match import Match
from aicore.cli.narrator import Narrator
from aicore.cli.playback import watched_match
from aicore.cli.screen import make_console
from aicore.cli.viewer import Viewer, WatchedFrame, WatchedGame
from aicore.coach.draws import WinProbability
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


def seen(seats, height=30):
    """Return a viewer of a game whose frames have these seats to move."""
    frames = iter([
        WatchedFrame(2 * k, seat, Text(f"drawing {k}"), (f"Event {k}.",), lambda k=k: chances(k))
        for k, seat in enumerate(seats)
    ])  # fmt: skip
    watched = WatchedGame(aicore.load("connect_four"), ("Ann", "Bob"), lambda: next(frames, None))
    console = Console(width=100, height=height, file=io.StringIO(), force_terminal=True)
    viewer = Viewer(console, watched)
    viewer.at = watched.reach(0)
    return viewer


def chances(k):
    return WinProbability((0.1 * k, 1.0 - 0.1 * k), 0.25 if k == 2 else None)


def text_of(viewer):
    with viewer.console.capture() as shown:
        viewer.console.print(viewer._screen())
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.get())


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (["right"], 1), (["l", "."], 2), (["right", "left"], 0), (["left"], 0),
        (["right", "h"], 0), (["right", "\x7f"], 0), (["end"], 6), (["end", "home"], 0),
        (["end", "right"], 6), (["n"], 2), (["n", "n"], 3), (["end", "p"], 5), (["n", "p"], 1),
        (["p"], 0), (["4", "\r"], 2), (["5", "\n"], 3), (["1", "2", "\r"], 6),
        (["9", "9", "\r"], 6), (["4", "x", "\r"], 0), (["\r"], 0), ([None, None], 2), (["x"], 0),
        (["4", "\r", "\r"], 2),
    ],
)  # fmt: skip
def test_each_key_leads_to_its_frame(keys, at):
    """Seats 0 0 1 0 1 1 move, and the game is over; each move takes two events."""
    viewer = seen([0, 0, 1, 0, 1, 1, -1])
    for key in keys:
        viewer._press(key)
    assert viewer.at == at
    assert f"drawing {at}" in text_of(viewer)
    assert f"move {2 * at} " in text_of(viewer)
    assert f"Event {at}." in text_of(viewer)


def test_playback_continues_until_a_key_or_the_end():
    viewer = seen([0, 1, 0, -1])
    assert "paused, 1 s per step" in text_of(viewer)
    for key, playing in ((" ", True), (None, True), ("left", False), (" ", True), (" ", False),
                         (" ", True), ("right", False), (" ", True), ("n", False)):  # fmt: skip
        viewer._press(key)
        assert viewer.playing == playing
    viewer._press("home")
    viewer._press(" ")
    for _ in range(3):
        viewer._press(None)
        assert viewer.playing
    viewer._press(None)  # here the viewer finds that there is no further frame
    viewer._press(None)
    assert (viewer.playing, viewer.at) == (False, 3)
    viewer._press(" ")  # at the end there is nothing to play
    assert not viewer.playing
    assert "move 6 of 6" in text_of(viewer)


def test_the_pace_goes_from_a_tenth_to_five_seconds_a_step():
    viewer = seen([0, -1])
    paces = ["1 s"]
    for key in "+++++------":
        viewer._press(key)
        paces.append(re.search(r"([\d.]+ s) per step", text_of(viewer))[1])
    faster = ["0.5 s", "0.2 s", "0.1 s", "0.1 s", "0.1 s"]
    assert paces == ["1 s", *faster, "0.2 s", "0.5 s", "1 s", "2 s", "5 s", "5 s"]
    assert Viewer(viewer.console, viewer.watched, 0.3)._pace_index == 1  # the closest


def test_digits_are_shown_until_they_are_used_or_dropped():
    viewer = seen([0, 1, -1])
    for key in "12345678":
        viewer._press(key)
    assert "to move 123456 (Enter)" in text_of(viewer)
    viewer._press("x")
    assert "to move" not in text_of(viewer)


def test_each_frame_has_its_chances_judged_once():
    viewer = seen([0, 1, 0, -1])
    asked = []
    for key, line in (
        ("home", "> Ann [..........] 0 %   Bob [##########] 100 %"),
        ("right", "Ann [#.........] 10 %   > Bob [#########.] 90 %"),
        ("right", "> Ann [#.........] 8 %   Bob [#######...] 68 %   draw 25 %"),
    ):
        viewer._press(key)
        assert f"chances   {line}" in text_of(viewer)
        asked.append(len(viewer._judged))
        text_of(viewer)
    assert asked == [1, 2, 3]


def test_expected_points_are_shown_in_a_game_for_stakes():
    viewer = seen([0, 1, 0, -1])
    viewer.watched = replace(viewer.watched, game=aicore.load("backgammon"))
    viewer._judged[0] = WinProbability((0.75, 0.25))  # the range reaches from -3 to 3 points
    viewer._press("home")
    assert "expected result   > Ann +1.50   Bob -1.50   points" in text_of(viewer)


@pytest.mark.parametrize("height", [10, 14, 30])
def test_a_frame_fits_the_terminal(height):
    viewer = seen([0, 1, -1], height)
    tall = Text("\n".join(f"row {k}" for k in range(40)))
    viewer.watched.frames[0] = replace(
        viewer.watched.frames[0], drawing=tall, sentences=tuple(f"Event {k}." for k in range(30))
    )
    lines = text_of(viewer).rstrip("\n").splitlines()
    assert len(lines) <= height
    assert "Event 29." in " ".join(lines)  # the latest ones stay
    assert "row 0" in " ".join(lines)
    assert "space: play/pause" in lines[-1]


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
def test_leaving_a_watched_game_prints_the_number_of_moves(start):
    child = start("watch", "connect_four", "random", "random")
    child.expect("move 0 ")
    child.send("q")
    child.expect(r"You left after \d+ moves")
    child.expect(pexpect.EOF)


def test_scroll_prints_the_positions_one_after_the_other(start, game_file):
    file, _ = game_file
    child = start("replay", file, "--scroll")
    child.expect(pexpect.EOF)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before)
    assert "\x1b[?1049h" not in child.before, "the alternate screen"
    assert shown.count("a b c d e f g") > 5
