"""Tests of how relics draws plans and others' changes, and of notes beside moves."""

from __future__ import annotations

import re

from rich.console import Console

import aicore
from aicore.cli.screen import Within
from aicore.core.story import Names, notes, seen_event
from aicore.games.relics.picture.nearby import nearby
from aicore.games.relics.picture.terminal import draw, draw_news, sketch
from aicore.games.relics.rules.chart import Chart
from games.relics.scenario import stands

NAMES = Names(["you", "mcts"], 0)


def rows(drawing, width=98, height=24, terminal=False):
    console = Console(width=width, height=height, no_color=True, force_terminal=terminal)
    with console.capture() as capture:
        console.print(drawing)
    return re.sub(r"\x1b\[[\d;]*m", "", capture.get()).splitlines()


def at(lines, x, y):
    """Return the characters drawn for a square."""
    line = next(line for line in lines if line.startswith(f"{y:>2} "))
    return line[2 * x + 5 : 2 * x + 7]


def test_a_plan_shows_the_way_and_the_platforms():
    view = stands("at 15,6").view(0)
    lines = rows(sketch(view, [["lift p07", "at 10,11", "turn 1", "move n", "move s"]]))
    # p07 is at 15,0 with two squares of wall; after a quarter turn its floor is in the north
    assert at(lines, 15, 0) == at(lines, 16, 1) == "xx"
    assert {at(lines, x, y) for x in (10, 11) for y in (11, 12)} == {": ", "07", "%%"}
    assert at(lines, 10, 11) == at(lines, 11, 11) == ": "
    assert at(lines, 15, 5) == "^^"
    assert at(lines, 15, 6) == "vv"  # the last step returns to the piece's square
    assert sketch(view, [["end"]]) is None
    assert sketch(view, [["turn 1", "move n"]]) is None  # `turn` is illegal here: nothing is drawn


def test_a_plan_is_drawn_up_to_the_first_uncertain_event():
    gunned = stands("at 15,6", ("galleries g1 e2; g3 n2",)).view(0)  # gun1 covers row 6
    lines = rows(sketch(gunned, [["move w", "move w"]]))
    assert at(lines, 14, 6) == "<<"
    assert at(lines, 13, 6) != "<<"  # the gun fires first


def test_a_plan_that_does_not_fit_is_cut_and_says_so():
    view = stands("at 15,6").view(0)
    plan = ["lift p07", "at 10,27", "turn 1", "move n", "move s"]
    whole = rows(sketch(view, [plan]), height=60, terminal=True)
    assert "more " not in whole[-1]
    lines = rows(Within(sketch(view, [plan]), 10), terminal=True)
    assert at(lines, 15, 0) == "xx"  # the plan hides p07's new place there
    assert at(lines, 15, 5) == "^^"
    assert not any(line.startswith("27 ") for line in lines)
    assert lines[-1].endswith("the way   more below")


def test_changes_by_others_are_marked_and_listed():
    before = stands("at 15,6; seat 1 at 15,15")
    after = before.clone()
    for action in ("lift p07", "at 10,11", "turn 1"):
        after.apply(action)
    lines = rows(draw_news(after, before.view(1), after.view(1), NAMES))
    assert at(lines, 10, 12) == "07"
    assert at(lines, 11, 12) == "%%"
    assert "p07 moved (%%)" in " ".join("".join(line[72:] for line in lines).split())
    quiet = rows(draw_news(after, after.view(1), after.view(1), NAMES))
    assert quiet == rows(draw(after, names=NAMES))


def test_only_changes_by_others_are_listed():
    before, after = stands("at 15,6; seat 1 at 15,15"), stands("at 15,8; seat 1 at 14,15")
    text = " ".join(rows(draw_news(after, before.view(0), after.view(0), NAMES), width=80))
    assert "mcts went from 15,15 to 14,15" in text
    assert "you went" not in text


def test_near_things_are_listed_with_their_steps():
    assert nearby(Chart(stands("at 15,6")), 0) == "no way out yet; artifact in g2, here"
    gunned = Chart(stands("at 15,8", ("galleries g1 e2; g3 n2",)))
    assert nearby(gunned, 0).endswith("gun1 covers 15,6, 2 steps")
    assert "no way to an artifact yet; the nearest is in g" in nearby(Chart(stands()), 0)


def test_the_place_of_a_platform_is_marked_while_its_turn_is_chosen():
    state = stands("at 15,6")
    for action in ("lift p07", "at 10,11"):
        state.apply(action)
    lines = rows(draw(state, names=NAMES))
    assert all(at(lines, x, y) == "??" for x in (10, 11) for y in (11, 12))


def test_a_small_terminal_says_what_it_does_not_show():
    lines = rows(draw(stands("at 15,6"), names=NAMES), width=78, terminal=True)
    assert len(lines) <= 24
    (more,) = [line for line in lines if "`board` shows all" in line]
    first, last = map(int, re.search(r"rows (\d+) to (\d+)", more).groups())
    shown = [int(line[:2]) for line in lines if re.match(r" ?\d+ .* \d+ *$", line)]
    assert shown == list(range(first, last + 1))
    assert len(shown) < 31


def test_actions_say_what_they_cost():
    noted = notes(stands("at 15,6; ap 9").view(0))
    assert noted["move w"] == "1 AP"
    assert noted["lift p01"] == "1 AP"
    assert noted["lift p07"] == "2 AP"
    assert noted["take"] == "2 AP"
    assert noted["end"] == "9 AP unspent"
    doubled = notes(stands("at 15,6; sickle g2").view(0))
    assert doubled["move w"] == "2 AP"


def test_actions_say_what_they_bring():
    """The figures are in data.toml, [figures]: vitality 3, a patch 2 AP, charges of a weapon 2."""
    held = "has vitality; has adrenaline; has tape"
    noted = notes(stands(f"at 15,6; ap 9; {held}", weapons="shield shield").view(0))
    assert noted["use vitality"] == "+3 AP"
    assert noted["use adrenaline"] == "moves cost half this turn"
    assert noted["raise"] == "leaves one charge"
    assert notes(stands(f"at 15,6; ap 0; {held}").view(0))["use adrenaline"] == (
        "too late: no AP to walk with"
    )
    assert notes(stands("at 15,-1; has o2").view(0))["escape"] == "out for good with 1 point"
    assert notes(stands("at 15,6; ap 5; holes 2").view(0))["patch"] == "2 AP, mends a hole"
    # two holes cost 4 AP, but only one is left
    owing = notes(stands("at 15,6; ap 1; holes 2").view(0))["patch"]
    assert owing == "mends two holes in the suit, owes 3 AP, ends the turn"
    # alone inside, with the debt of the turn before; a hole costs 2 AP
    alone = notes(stands("at 15,6; ap 1; holes 1; carried 3; seat 1 out").view(0))["patch"]
    assert alone == "mends a hole in the suit, owes 1 AP, ends the turn"


def test_leaving_and_ending_the_last_turn_have_a_warning():
    def danger(state, action):
        after = state.clone()
        after.apply(action)
        event = seen_event(state, state.turn, action, after, state.turn)
        return aicore.info("relics").story.danger(state.game, event)

    outside = stands("at 15,-1; has o2")
    assert "your game is over with 1 point" in danger(outside, "escape")
    assert danger(outside, "end") == ""
    assert danger(stands("at 15,-1; has o2; seat 1 out"), "escape") == ""  # it wins
    level = stands("at 15,-1; has o2; seat 1 has tape; seat 1 out")  # the first to leave wins
    assert "your game is over with 1 point" in danger(level, "escape")
    late = stands("round 12; at 15,6; has o2")
    assert "your 1 point count" in danger(late, "end")
    holed = "at 15,6; has vitality; holes 1"  # a hole costs 2 AP
    assert "your last turn" in danger(stands(f"round 12; ap 1; {holed}"), "patch")
    assert danger(stands(f"round 12; ap 2; {holed}"), "patch") == ""
    assert danger(stands(f"round 11; ap 1; {holed}"), "patch") == ""
