"""Lessons on the page: begun from the first page, the next step is lit, learned to the end."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.study.lesson.lesson import LessonStep, has_lesson, load_lesson
from web_page.person import TELEPHONE, WIDE, settled
from web_page.test_looks import fits, serious


def typed(step: LessonStep) -> str:
    """An action that finishes a step."""
    plain = [action for action in step.done if "*" not in action]
    return plain[0] if plain else step.do.rpartition(": ")[2]


@pytest.mark.parametrize("game", [name for name in aicore.names() if has_lesson(name)])
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
        page.fill("input[placeholder='Type a move']", typed(step))
        page.keyboard.press("Enter")
        ahead = f"Step {number + 1} of" if number < len(steps) else "You know the first turns"
        done = page.locator(f".lesson h2:has-text('{ahead}')")
        confirm = page.locator("[data-do=confirm]")
        done.or_(confirm).first.wait_for()
        if confirm.is_visible():  # what cannot be taken back
            confirm.click()
        done.wait_for()


def test_what_leads_elsewhere_is_answered_by_a_sentence(visit: Any) -> None:
    page = visit()
    page.click("[data-game=relics] button:has-text('Learn')")
    settled(page)
    page.fill("input[placeholder='Type a move']", "airlock S")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=This lesson goes in from the west.")
    assert "Step 1 of" in page.inner_text(".lesson h2")
