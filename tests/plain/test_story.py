"""Tests of the text shown for a plain game without a story of its own."""

from __future__ import annotations

import aicore
from aicore.core.drawing import plain
from aicore.core.story import Names, SeenEvent


def seen_event(actor, event) -> SeenEvent:
    return SeenEvent(actor, event, {}, {})


def test_chance_events_alike_but_for_their_last_word_are_one_line(example):
    game = aicore.load(example("liars_dice"))
    events = [
        seen_event("chance", "roll 0 4"), seen_event("chance", "roll 0 6"),
        seen_event("chance", "roll 1 ?"), seen_event("chance", "roll 1 ?"),
        seen_event(0, "bid 2 6"), seen_event("chance", "roll 0 1"),
    ]  # fmt: skip
    lines = game.info.story.tell_all(game, events, Names(["you", "mcts"], 0))
    assert lines == ["roll 0: 4 6.", "roll 1: 2 hidden.", "you: bid 2 6", "roll 0 1."]


def test_the_aim_is_how_the_rules_begin(example):
    game = aicore.load(example("nim"))
    assert game.info.story.aim(game) == (
        "Take as many sticks as you like from one row.", "Whoever takes the last stick wins.",
    )  # fmt: skip
    long = aicore.load(example("backgammon"))
    assert 1 < len(long.info.story.aim(long)) < 4


def test_a_long_row_shows_what_it_holds_by_its_places(example):
    state = aicore.load(example("backgammon")).start()
    assert "6:5  8:3  13:5  24:2" in plain(state)


def test_a_board_is_named_as_the_actions_name_it_and_other_fields_can_stay_out(example):
    drawn = plain(aicore.load(example("connect_four")).start())
    assert drawn.split("\n")[6].split() == list("abcdefg")
    assert "winner" not in drawn
