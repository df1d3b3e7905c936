"""Tests of a game in plain Python at the page: its board follows its fields, and is clickable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from web_page.conftest import served
from web_page.person import play_to_the_end, settled

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
def test_a_declared_grid_is_played_by_clicking_its_squares(visit: Any, tmp_path: Path) -> None:
    with served(tmp_path, EXAMPLES / "connect_four.py") as address:
        page = visit(f"{address}/")
        page.locator("[data-game*='connect_four.py'] .main").click()
        page.wait_for_selector(".board svg")
        assert settled(page) == "mine"
        squares = page.locator(".board .open")
        assert squares.count() == 7
        squares.nth(3).click()
        confirm = page.locator("[data-do=confirm]:visible")
        if confirm.count():
            confirm.click()
        page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) > 0")
        assert "drop d" in page.inner_text(".story")
        play_to_the_end(page)
        assert page.inner_text(".result")
        page.goto("about:blank")  # otherwise it looks for the server once that is gone
