"""Tests of the end of a game: resigned, reviewed, tried again, played again."""

from __future__ import annotations

from typing import Any

import pytest

from web_page.person import (
    NOWHERE,
    TELEPHONE,
    ask_why_and_try,
    click_choice,
    play_to_the_end,
    settled,
    sit,
)


def test_the_end_is_told_in_few_words_and_a_review_moves_nothing(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    play_to_the_end(page)
    assert page.inner_text(".turn") in ("You won", "You lost", "A draw")
    page.click(".after summary")
    assert page.inner_text(".seed code") == "5"
    before = page.locator(".end [data-do=review]").bounding_box()
    for shown in (True, False):
        page.click("[data-do=review]")
        page.wait_for_selector(".graph polyline", state="visible" if shown else "hidden")
        assert page.locator(".end [data-do=review]").bounding_box() == before


def test_looking_back_and_playing_on_from_there(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    play_to_the_end(page)
    page.click("[data-do=review]")
    page.wait_for_selector(".graph polyline")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".looking:not([hidden])")
    page.keyboard.press("Home")
    page.wait_for_function(
        "() => document.querySelector('.looking').textContent.includes('Start of the game')"
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('.looking').textContent.includes('Step 1 of')"
    )
    before = page.url
    page.click("[data-do=fork]")
    page.wait_for_url(lambda url: url != before)
    page.wait_for_function("() => document.querySelector('main').dataset.ply >= 1")


def test_a_review_is_in_view_on_a_telephone(visit: Any) -> None:
    page = visit(NOWHERE, size=TELEPHONE)
    sit(page, "gratis3", ["me", "random"], seed="5")
    settled(page)
    click_choice(page, 0.0)
    page.click(".manners summary")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-yes]")
    page.click(".end [data-do=review]")
    top = "document.querySelector('{}').getBoundingClientRect().top"
    page.wait_for_selector(".graph polyline")
    page.wait_for_function(f"() => Math.abs({top.format('.graph')}) < 40")
    page.click(".tools [aria-label='Step back']")  # in reach, wherever the page is scrolled to
    page.wait_for_selector(".looking .said:not(:empty)")
    page.wait_for_function(f"() => {top.format('.board')} < innerHeight / 2")
    assert page.locator(".looking").bounding_box()["y"] < TELEPHONE[1]


def test_friends_agree_on_hints_and_one_resigns(visit: Any) -> None:
    page, other = visit(), visit(size=TELEPHONE)
    table = sit(page, "connect_four", ["me", "friend"])
    other.goto(f"/table/{table['table']}#{table['tokens'][1]}")
    other.wait_for_selector(".board svg")
    assert page.is_disabled("[data-do=hint]")
    page.click(".manners summary")
    page.click("text=Ask to allow hints")
    other.click("[data-do=refuse-help]")
    page.wait_for_selector(".asks:has-text('friend declined hints.')")
    for each in (page, other):
        each.reload()
        each.wait_for_selector(".board svg")
    assert other.is_hidden(".asks")  # it is not asked again
    page.click("[data-do=heard-help]")
    page.wait_for_selector(".asks", state="hidden")
    page.click(".manners summary")
    page.click("text=Ask to allow hints")
    other.click("[data-do=agree-help]")
    page.click("[data-do=hint]:enabled")
    other.click(".manners summary")
    other.click("[data-do=resign]")
    other.click("[data-do=resign-yes]")
    page.wait_for_selector("section.end:has-text('friend resigned: you win.')")
    for each in (page, other):
        each.wait_for_selector("section.end")
    page.click("text=Play again")
    for each in (page, other):  # and the game continues there
        each.wait_for_url(lambda url: table["table"] not in url)
        each.wait_for_selector(".board svg")
        assert each.is_hidden("section.end")
    page.wait_for_function("() => document.querySelector('main').dataset.state === 'mine'")


def test_playing_again_after_resigning_begins_a_game(visit: Any) -> None:
    page = visit(NOWHERE, size=TELEPHONE)
    table = sit(page, "connect_four", ["me", "random"])
    page.click(".manners summary")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-yes]")
    page.click("text=Play again")
    page.wait_for_url(lambda url: table["table"] not in url)
    page.wait_for_function("() => document.querySelector('main').dataset.state === 'mine'")
    assert page.is_hidden("section.end")
    assert click_choice(page, 0.5)


SECOND = "() => document.querySelectorAll('.trial .step')[1].ariaCurrent === 'step'"


@pytest.mark.slow
def test_a_mistake_is_explained_and_other_moves_are_tried(visit: Any) -> None:
    page = visit(NOWHERE, size=(1280, 800))
    page.set_default_timeout(90_000)  # a review and both futures are computed meanwhile
    sit(page, "connect_four", ["me", "greedy"], seed="5")
    play_to_the_end(page)
    page.click("[data-do=review]")
    ask_why_and_try(page)
    page.click(".trial .step >> nth=1")  # back, then another move: a branch
    page.wait_for_function(SECOND)
    tried = page.locator(".trial .step").all_inner_texts()
    other = next(letter for letter in "abcdefg" if letter not in tried[2])
    page.fill("#line", other)
    page.keyboard.press("Enter")
    page.wait_for_selector(".trial .branches .step")
    page.click("[data-do=leave-trial]")
    page.wait_for_selector(".looking")
    assert page.get_attribute("main", "data-state") == "over"
    assert page.is_hidden(".trial")


def test_again_with_the_seats_swapped(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    play_to_the_end(page)
    before = page.url
    page.click(".after summary")
    page.click("text=Swap seats")
    page.wait_for_url(lambda url: url != before)
    settled(page)
    assert page.inner_text(".players li:nth-child(2) .name").endswith("you")


def test_the_headline_of_a_trial_names_the_player_to_move(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    play_to_the_end(page)
    page.keyboard.press("Home")
    page.click(".looking [data-do=explore]")
    page.locator(".turn", has_text="What if … your turn").wait_for()
    assert click_choice(page, 0.1)
    page.locator(".turn", has_text="What if … Random to move").wait_for()
