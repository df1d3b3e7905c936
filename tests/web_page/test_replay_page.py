"""Tests of the self-contained page of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.arena.match import Match
from aicore.coach.review import review
from aicore.web.replay_page import render_replay


@pytest.mark.parametrize("reviewed", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_recorded_game_is_stepped_through_and_played(
    visit: Any, tmp_path: Path, reviewed: bool
) -> None:
    game = aicore.load("tic_tac_toe")
    record = Match(game, [aicore.player("random", game)] * 2, 5).finish()
    file = tmp_path / "game.html"
    file.write_text(
        render_replay(record, review=review(record) if reviewed else None), encoding="utf-8"
    )
    page = visit()
    page.goto(file.as_uri())
    count = len(record.events)
    assert page.locator("#story li").count() == count + 1
    here = "Number(document.getElementById('place').value)"
    page.click("#next")
    page.click("#next")
    assert page.evaluate(here) == 2
    page.click("#play")  # continue from here
    page.wait_for_function(f"() => {here} === 3")
    page.click("#play")
    page.click("#last")
    assert page.evaluate(here) == count
    page.focus("#back")
    page.keyboard.press("Space")  # it presses the button that has the focus
    assert page.evaluate(here) == count - 1
    assert page.inner_text("#play") == "play"
    page.click("#last")
    page.click("#play")  # again from the beginning
    assert page.evaluate(here) == 0
    page.click("#play")
    assert page.locator("#review > *").count() == (3 if reviewed else 0)
    for width, height in (1280, 800), (390, 844):  # the graph first, the board visible below it
        page.set_viewport_size({"width": width, "height": height})
        tops = page.evaluate(
            "['.graph', '#caption', '#board'].map((part) => "
            "document.querySelector(part)?.getBoundingClientRect().top)"
        )
        assert tops[2] < height / 2
        if reviewed:
            assert tops[0] < min(tops[1:])
