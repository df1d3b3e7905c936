"""Tests of the page's looks, at both sizes and in both colors, and of its accessibility."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from web_page.person import TELEPHONE, WIDE, click_choice, play_to_the_end, settled, sit

SIZES = {"wide": WIDE, "telephone": TELEPHONE}
AXE = os.environ.get("AICORE_AXE", "")  # axe-core's script, which CI installs
# axe checks that accessible names contain the visible text only if asked
SERIOUS = """async () => (await axe.run({rules: {'label-content-name-mismatch': {enabled: true}}}))
  .violations
  .filter((one) => ['serious', 'critical'].includes(one.impact))
  .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)}`))"""


def fits(page: Any) -> bool:
    """Whether nothing overflows horizontally."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def serious(page: Any) -> list[str]:
    """Return axe's findings; nothing if it is not installed.

    It runs once in each color and at each size, not for all pairs, because it takes seconds.
    """
    size = page.viewport_size or {}
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    if not AXE or dark != (size.get("width") == TELEPHONE[0]):
        return []
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    return list(page.evaluate(SERIOUS))


@pytest.mark.parametrize(
    ("scheme", "size"),
    [
        ("dark", "telephone"),  # with the next pair, what axe sees
        pytest.param("light", "wide", marks=pytest.mark.slow),
        pytest.param("light", "telephone", marks=pytest.mark.slow),
        pytest.param("dark", "wide", marks=pytest.mark.slow),
    ],
)
def test_the_pages_fit_and_are_accessible(visit: Any, size: str, scheme: str) -> None:
    page = visit("/", SIZES[size], scheme)
    page.wait_for_selector(".card")
    assert fits(page)
    assert not serious(page)
    page.click("[aria-label='Set up Booster']")
    page.click("dialog summary")
    assert fits(page)
    assert not serious(page)
    for game in ("booster", "relics", "gratis3", "trader", "ransom"):
        solo = game in ("trader", "ransom")
        sit(page, game, ["me"] if solo else ["me", "random"], seed="7")
        settled(page)
        click_choice(page, 0.0)
        assert fits(page)
        page.click("#tab-rules")
        page.wait_for_selector(".help details")
        assert fits(page)
        assert not serious(page)


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_end_of_a_game_is_accessible(visit: Any, scheme: str) -> None:
    page = visit("/", TELEPHONE, scheme)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    play_to_the_end(page)
    page.click("[data-do=review]")
    page.wait_for_selector(".graph polyline")
    assert fits(page)
    assert not serious(page)


def test_the_theme_follows_the_system_until_one_is_chosen(visit: Any) -> None:
    page = visit("/", WIDE, "dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("[aria-label='Switch light or dark']")
    light = page.evaluate(ground)
    assert light != dark
    page.reload()
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="light")
    page.click("[aria-label='Switch light or dark']")
    assert page.evaluate(ground) == dark


def test_pictures_fit_the_window(visit: Any) -> None:
    page = visit("/", WIDE)
    sit(page, "connect_four", ["me", "random"])
    width = "document.querySelector('.board svg').viewBox.baseVal.width"
    assert page.evaluate(width) > 800
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_function(f"() => {width} < 400")


def test_a_board_at_rest_does_not_move(visit: Any) -> None:
    page = visit("/", WIDE)
    page.emulate_media(reduced_motion="no-preference")
    sit(page, "connect_four", ["me", "random"], seed="7")
    settled(page)
    page.wait_for_function("() => !document.getAnimations().length", timeout=10_000)


@pytest.mark.parametrize("game", ["gratis3", "relics"])
def test_a_table_fits_its_window_with_a_hint_and_without(visit: Any, game: str) -> None:
    """No scrollbar of the page stands beside a table, and no advice lies on the board."""
    page = visit("/", (1280, 800))
    sit(page, game, ["me", "random"], seed="7")
    settled(page)
    over = "document.documentElement.scrollHeight - innerHeight"
    assert page.evaluate(over) <= 0
    page.click("[data-do=hint]")
    page.wait_for_selector(".hint-bar .main")
    page.wait_for_function(f"() => {over} <= 0")
    gap = """() => document.querySelector('.hint-bar').getBoundingClientRect().top
      >= document.querySelector('.board svg').getBoundingClientRect().bottom"""
    page.wait_for_function(gap)


def test_a_hint_does_not_shrink_the_board_of_a_telephone(visit: Any) -> None:
    page = visit("/", TELEPHONE)
    sit(page, "gratis3", ["me", "random"], seed="7")
    settled(page)
    width = "document.querySelector('.board svg').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.click("[data-do=hint]")
    page.wait_for_selector(".hint-bar .main")
    assert page.evaluate(width) == before
    seen = """() => {
      const advised = document.querySelector('.board [data-actions] .hint').getBoundingClientRect();
      const bar = document.querySelector('.hint-bar').getBoundingClientRect();
      return advised.bottom <= bar.top && advised.top >= 0;
    }"""
    page.wait_for_function(seen)


def test_a_telephone_leads_to_choices_below_it(visit: Any) -> None:
    page = visit("/", TELEPHONE)
    sit(page, "gratis3", ["me", "random"], seed="7")
    settled(page)
    page.wait_for_selector(".below:visible")  # the cards lie below the map
    page.click(".below")
    page.wait_for_selector(".below", state="hidden")
    seen = "document.querySelector('.board .open').getBoundingClientRect().top < innerHeight"
    assert page.evaluate(seen)


def test_a_telephone_shows_newcomers_the_goal_above_the_board(visit: Any) -> None:
    page = visit("/", TELEPHONE)
    sit(page, "connect_four", ["me", "random"], seed="7")
    settled(page)
    assert page.inner_text(".last-news").startswith("Goal. Get four")
    click_choice(page, 0.0)
    settled(page)
    news = "document.querySelector('.last-news').textContent"
    page.wait_for_function(f"() => !{news}.startsWith('Goal')")
    sit(page, "connect_four", ["me", "random"], seed="7")
    settled(page)
    assert not page.inner_text(".last-news").startswith("Goal")
