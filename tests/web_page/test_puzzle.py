"""Tests of puzzles on the page: found from the start page, solved by clicking, and the next one."""

from __future__ import annotations

from typing import Any

import pytest

from aicore.coach.puzzles.puzzle import load_puzzles
from web_page.person import TELEPHONE, WIDE, origin, settled
from web_page.test_looks import fits, serious


@pytest.mark.parametrize("size", [WIDE, pytest.param(TELEPHONE, marks=pytest.mark.slow)])
def test_puzzles_are_solved_one_after_the_other(visit: Any, size: tuple[int, int]) -> None:
    puzzles = load_puzzles("connect_four")
    page = visit(size=size)
    page.click("[data-game=connect_four] button:has-text('Puzzles')")
    for number, puzzle in enumerate(puzzles[:2], 1):
        page.wait_for_selector(f".puzzle h2:has-text('Puzzle {number} of {len(puzzles)}')")
        assert settled(page) == "mine"
        page.click("[data-do=theme]")
        assert puzzle.theme in page.inner_text(".puzzle")
        for action, word in (
            (puzzle.others[0].action, "There is a better move."),
            (puzzle.best, "Right!"),
        ):
            page.fill("input[placeholder='Type a move']", action)
            page.keyboard.press("Enter")
            page.wait_for_selector(f".answer:has-text('{word}')")
            if action != puzzle.best:  # it may be tried again: nothing is given away
                assert page.locator(".answer p").count() == 1
                assert page.locator("[data-do=solution]").is_visible()
                assert page.get_attribute(".board", "data-kind") != "solved"
            assert settled(page) == "mine"
        assert fits(page)
        assert not serious(page)
        page.click("[data-do=next]")
    page.goto("/")
    page.click("[data-game=connect_four] button:has-text('Puzzles')")
    page.wait_for_selector(".puzzle h2:has-text('Puzzle 3 of')")
    page.click(".board .open >> nth=0")
    page.wait_for_selector(".answer p")


def test_a_theme_that_repeats_the_question_is_not_offered(visit: Any) -> None:
    page = visit()
    themes = [puzzle.theme for puzzle in load_puzzles("connect_four")]
    for theme, offered in (("find the best", 0), ("the only move", 1)):
        number = themes.index(theme) + 1
        asked = {"game": "connect_four", "number": number}
        headers = {"origin": origin(page)}
        made = page.request.post("/api/puzzles", data=asked, headers=headers).json()
        page.goto(f"/table/{made['table']}#{made['owner']}")
        settled(page)
        assert page.locator("[data-do=theme]").count() == offered


def test_the_puzzle_of_the_day_is_named_so(visit: Any) -> None:
    page = visit()
    page.click("[data-do=daily-puzzle]")
    page.wait_for_selector(".puzzle h2:has-text('Daily puzzle: ')")


def test_a_telephone_shows_the_question_and_the_choice_without_scrolling(visit: Any) -> None:
    page = visit(size=TELEPHONE)
    page.click("[data-game=connect_four] button:has-text('Puzzles')")
    settled(page)
    for part in (".puzzle", "[data-do=theme]", "[data-do=solution]", "[data-do=next]"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= TELEPHONE[1]


def test_a_puzzle_is_not_listed_among_my_tables(visit: Any) -> None:
    page = visit()
    page.click("[data-game=relics] button:has-text('Puzzles')")
    settled(page)
    page.click("[data-do=solution]")
    page.wait_for_selector(".answer:has-text('Solution:')")
    page.goto("/")
    page.wait_for_selector(".card")
    assert page.locator(".mine").is_hidden()
