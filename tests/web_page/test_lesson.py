"""Tests of lessons on the page: begun from the start page, next step lit, finished."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.coach.lesson import LessonStep, has_lesson, load_lesson
from web_page.person import TELEPHONE, WIDE, settled
from web_page.test_looks import fits, serious

LEARNED = "You know how to start"


def do_step(page: Any, step: LessonStep, ahead: str) -> None:
    """Type a step's move, and confirm it if asked."""
    page.fill("input[placeholder='Type a move']", step.done)
    page.keyboard.press("Enter")
    done = page.locator(f".lesson h2:has-text('{ahead}')")
    confirm = page.locator("[data-do=confirm]")
    done.or_(confirm).first.wait_for()
    if confirm.is_visible():  # it cannot be undone
        confirm.click()
    done.wait_for()


@pytest.mark.parametrize(
    "game",
    [
        name if name == "booster" else pytest.param(name, marks=pytest.mark.slow)
        for name in filter(has_lesson, aicore.names())
    ],
)
def test_a_lesson_is_learned_to_its_end(visit: Any, game: str) -> None:
    steps = load_lesson(game).steps
    page = visit(size=TELEPHONE if game in ("gratis3", "ransom") else WIDE)
    page.click(f"[data-game={game}] button:has-text('Learn')")
    for number, step in enumerate(steps, 1):
        page.wait_for_selector(f".lesson h2:has-text('Step {number} of {len(steps)}')")
        settled(page)
        assert page.locator(".board .due").count() or page.locator(".picks .pick").count()
        if number == 1:
            assert page.locator("details.aim").is_hidden()
            assert fits(page)
            assert not serious(page)
        do_step(page, step, f"Step {number + 1} of" if number < len(steps) else LEARNED)


def test_a_move_beside_the_lesson_is_answered_by_a_sentence(visit: Any) -> None:
    page = visit()
    page.click("[data-game=relics] button:has-text('Learn')")
    settled(page)
    page.fill("input[placeholder='Type a move']", "airlock N")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=In this lesson you go in from the west.")
    assert "Step 1 of" in page.inner_text(".lesson h2")


@pytest.mark.parametrize(
    ("game", "size"), [pytest.param("booster", WIDE, marks=pytest.mark.slow), ("relics", TELEPHONE)]
)
def test_a_hint_in_a_lesson_is_the_step_and_can_be_played(
    visit: Any, game: str, size: tuple[int, int]
) -> None:
    """The step's elements stay lit, also while the hint is drawn and after it is closed."""
    page = visit(size=size)
    page.click(f"[data-game={game}] button:has-text('Learn')")
    for number in (1, 2, 3):
        page.wait_for_selector(f".lesson h2:has-text('Step {number} of')")
        settled(page)
        lit = page.locator(".board .due").count()
        page.click("[data-do=hint]")
        page.wait_for_selector(".hint-bar .main")
        assert page.locator(".board .due").count() == lit
        page.click(".hint-bar button:has-text('Close')")
        assert page.locator(".board .due").count() == lit
        page.click("[data-do=hint]")
        page.click(".hint-bar .main")
    page.wait_for_selector(".lesson h2:has-text('Step 4 of')")


def test_another_legal_move_is_refused_and_the_lesson_goes_on(visit: Any) -> None:
    page = visit()
    page.click("[data-game=booster] button:has-text('Learn')")
    steps = load_lesson("booster").steps
    for number, step in enumerate(steps, 1):
        page.wait_for_selector(f".lesson h2:has-text('Step {number} of')")
        settled(page)
        if number >= 5:
            page.fill("input[placeholder='Type a move']", "1")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"text={step.clicked().refusal}")
            assert page.locator(".board .due").count()
        do_step(page, step, f"Step {number + 1} of" if number < len(steps) else LEARNED)
