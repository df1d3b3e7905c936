"""Tests of choosing a move: by a click, a finger or a key, typed, shown before it is made."""

from __future__ import annotations

import re
from typing import Any

from web_page.person import NOWHERE, TELEPHONE, click_choice, settled, sit


def test_a_walk_of_several_steps_is_one_click(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="3")
    for line in ("airlock E", "lift p13 to 29,15 floor n"):
        settled(page)
        ply = page.evaluate("document.querySelector('main').dataset.ply")
        page.get_by_placeholder("Type a move").fill(line)
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => document.querySelector('main').dataset.ply !== '{ply}'")
    settled(page)
    page.locator(".board [data-line='go 29,15']").click()
    page.locator(".last-news", has_text=re.compile("walk .* onto a platform")).wait_for()


def test_a_click_on_something_impossible_says_why(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    assert page.title().startswith("Your turn · ")
    page.locator(".board [data-try^=lift]").first.click(force=True)
    page.get_by_text("Choose an airlock first.").wait_for()
    sit(page, "trader", ["me"], seed="7")
    while page.locator(".board [data-why]").count() == 0:
        click_choice(page, 0.0)
        settled(page)
    why = page.locator(".board [data-why]").first
    why.click(force=True)
    page.get_by_text(why.get_attribute("data-why")).wait_for()


def test_tab_reaches_a_choice_and_focus_outlives_a_new_picture(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "connect_four", ["me", "random"], seed="5")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.board') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) >= 2")
    settled(page)
    assert page.evaluate("document.activeElement.hasAttribute('data-actions')")


def test_escape_takes_a_choice_back(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "booster", ["me", "random"], seed="7")
    card = ".board .open[data-actions*=' ']"  # by itself it settles nothing
    for _ in range(20):
        settled(page)
        if page.query_selector(card):
            break
        click_choice(page, 0.0)
    bar = page.inner_text(".choice-bar")
    page.click(card)
    assert page.query_selector(".board .chosen")
    page.keyboard.press("Escape")
    assert not page.query_selector(".board .chosen")
    assert page.inner_text(".choice-bar") == bar


def test_a_move_is_typed_and_completed(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    page.keyboard.press("/")
    page.keyboard.type("air")
    page.keyboard.press("Tab")
    assert page.input_value("#line") == "airlock "
    page.keyboard.type("Z")
    assert "No move" in page.inner_text("#moves")
    page.keyboard.press("Enter")  # the error names the mistake, and the typed text stays
    page.wait_for_selector(".note")
    assert page.input_value("#line") == "airlock Z"
    page.keyboard.press("Backspace")
    page.keyboard.type("E")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#line').value === ''")


def test_a_move_that_may_cost_the_game_must_be_confirmed(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    while not page.query_selector(".risky"):  # in an airlock one may leave with nothing
        click_choice(page, 0.0)
        settled(page)
    before = page.get_attribute("main", "data-ply")
    page.click(".risky")
    assert page.inner_text(".choice-bar .danger")
    page.wait_for_selector(".board[data-kind=preview]")
    page.keyboard.press("Escape")
    assert page.get_attribute("main", "data-ply") == before
    assert not page.query_selector(".board[data-kind=preview]")
    page.click(".risky")
    page.click("[data-do=confirm]")
    page.wait_for_function(f"() => document.querySelector('main').dataset.ply > {before}")


def test_every_move_is_previewed_if_the_person_prefers_it(visit: Any) -> None:
    page = visit()
    page.click("text=Settings")
    page.select_option("#setting-confirm", "on")
    page.keyboard.press("Escape")
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    settled(page)
    before = page.get_attribute("main", "data-ply")
    click_choice(page, 0.5)
    page.wait_for_selector(".board[data-kind=preview]")
    assert page.get_attribute("main", "data-ply") == before
    page.click("[data-do=confirm]")
    page.wait_for_function(f"() => document.querySelector('main').dataset.ply > {before}")


WHOLE = "document.querySelector('.board svg').getAttribute('viewBox')"


def test_a_finger_chooses_things_smaller_than_its_tip(visit: Any) -> None:
    page = visit(NOWHERE, size=TELEPHONE, touch=True)
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    page.locator(".board .open").first.tap()
    settled(page)
    page.fill("#line", "lift p07")
    page.press("#line", "Enter")
    page.wait_for_selector(".board .spot.open")
    whole = page.evaluate(WHOLE)

    def tap_beside(element: Any, aside: float) -> None:
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2)

    spot = page.locator(".board .spot.open:not(.near):not(.useful)").nth(200)
    named = spot.get_attribute("aria-label")
    tap_beside(spot, 3)
    page.wait_for_selector("button.far")  # several actions match: all of them larger
    assert page.evaluate(WHOLE) != whole
    page.tap("button.far")
    assert page.evaluate(WHOLE) == whole
    tap_beside(spot, 3)
    page.wait_for_selector("button.far")
    tap_beside(page.locator(f".board [aria-label='{named}']"), 5)
    page.locator(".just", has_text=str(named)).wait_for()
    assert not page.query_selector("button.far")


def test_the_best_places_for_a_platform_are_listed_first(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    for line in ("airlock E", "lift p13"):
        page.fill("#line", line)
        page.press("#line", "Enter")
        page.wait_for_function("() => document.querySelector('#line').value === ''")
        settled(page)
    first = page.inner_text("#moves li:first-child code")
    bright = page.locator(".board .useful, .board .near")
    assert first in [bright.nth(n).get_attribute("aria-label") for n in range(bright.count())]


def test_many_places_are_chosen_on_the_board_and_described_by_a_hint(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    for choice in ("airlock E", "lift p13"):
        page.click(f".board [aria-label^='{choice}']")
        page.wait_for_function(f"() => !document.querySelector(`.board [aria-label^='{choice}']`)")
        settled(page)
    assert page.inner_text("#moves").endswith("moves. Choose on the board, or type.")
    page.click("[data-do=hint]")
    page.wait_for_selector(".candidates tbody tr")
    assert not page.locator(".candidates code:visible").count()
    told = page.locator(".candidates .description").all_inner_texts()
    assert len(told) == len(set(told))
    page.focus("#line")
    assert page.inner_text("#moves li:first-child code").startswith("at ")


def test_a_discard_is_previewed_before_it_is_confirmed(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "ransom", ["me"], seed="5")
    settled(page)
    ply = page.get_attribute("main", "data-ply")
    card = page.locator(".board [data-ask].open").first
    card.click()
    page.wait_for_selector(".board[data-kind=preview]")
    assert page.get_attribute("main", "data-ply") == ply
    page.keyboard.press("Escape")
    page.wait_for_selector(".board:not([data-kind=preview])")
    card.click()
    page.click("[data-do=confirm]")
    page.wait_for_function(f"() => document.querySelector('main').dataset.ply !== '{ply}'")


def test_moves_are_described_in_words_and_in_notation_on_request(visit: Any) -> None:
    page = visit()
    sit(page, "gratis3", ["me", "level 3"], seed="7")
    settled(page)
    page.click("[data-do=hint]")
    page.wait_for_selector(".hint-bar .main")
    code = page.locator(".panel.game code, .choice-bar code").filter(visible=True)
    assert code.count() == 0
    assert "shields-guns" not in page.inner_text("main")
    page.focus("#line")  # typing shows the notation
    assert page.locator(".moves code").filter(visible=True).count() > 0
    page.reload()
    settled(page)
    assert code.count() == 0
    page.click("button:has-text('Settings')")
    page.select_option("#setting-notation", "on")
    page.click("dialog button:has-text('Done')")
    assert page.locator(".moves code").filter(visible=True).count() > 0
