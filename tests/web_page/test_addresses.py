"""Tests of the addresses of tables: of nothing, without a seat, left and found again."""

from __future__ import annotations

from typing import Any

import pytest

from web_page.person import NOWHERE, TELEPHONE, WIDE, create, settled, sit

NOTHING = {
    "/table/none": "Game not found",
    "/table/none#token": "Game not found",
    "/table/none#%": "Game not found",
    "/table/%25": "Game not found",
    "/table/%": "Game not found",
    f"/table/{'n' * 100}": "Game not found",
    "/tournament/none": "Tournament not found",
}
"""Addresses of nothing, with the titles that they get."""


@pytest.mark.parametrize("size", [WIDE, pytest.param(TELEPHONE, marks=pytest.mark.slow)])
def test_the_address_of_no_table_says_so(visit: Any, size: tuple[int, int]) -> None:
    answers = sum(1 + address.startswith("/table") for address in NOTHING)  # the page reports it
    page = visit(size=size, errors=answers)
    for address, title in NOTHING.items():
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector(f"h1:has-text('{title}')")
        assert page.get_by_role("button").filter(has_text="Undo").count() == 0
        page.keyboard.press("u")
        page.click("main >> text=All games")
        page.wait_for_selector("h1:has-text('Play against computers that never cheat.')")


def test_a_broken_token_does_not_cost_the_seat(visit: Any) -> None:
    page = visit(NOWHERE)
    made = sit(page, "connect_four", ["me", "random"])
    page.goto("about:blank")
    page.goto(f"/table/{made['table']}#%E0%A4%A")
    page.wait_for_selector(".board svg")
    assert settled(page) == "mine"
    assert "#" not in page.url


def test_no_tool_is_enabled_before_the_table_arrives(visit: Any) -> None:
    page = visit()
    made = create(page, "connect_four", ["me", "random"])
    page.add_init_script("window.WebSocket = class { close() {} }")  # it never opens
    page.goto(f"/table/{made['table']}#{made['owner']}")
    page.wait_for_selector("[data-do=undo]")
    for name in ("hint", "undo", "chances"):
        assert page.is_disabled(f"[data-do={name}]")


def test_the_seat_of_a_link_leaves_the_address(visit: Any) -> None:
    page = visit(NOWHERE)
    table = sit(page, "tic_tac_toe", ["me", "random"])
    assert "#" not in page.url
    page.reload()
    page.wait_for_selector(".board svg")
    assert settled(page) == "mine"
    page.goto("/")
    row = page.locator(".mine-row", has=page.locator(f"a[href*='{table['table']}']"))
    row.locator(".whose", has_text="your turn").wait_for()  # the list comes after the page


@pytest.mark.slow
def test_a_clock_runs_for_people_who_are_here_and_never_back(visit: Any) -> None:
    page, other = visit(), visit()
    table = sit(page, "connect_four", ["me", "friend"])
    other.goto(f"/table/{table['table']}#{table['tokens'][1]}")
    other.wait_for_selector(".board svg")
    clock = "() => document.querySelector('.players .clock').textContent"
    later = "(time) => document.querySelector('.players .clock').textContent > time"
    for each in (page, other):
        each.wait_for_function(later, arg="0:01")
    before = other.evaluate(clock)
    page.goto("about:blank")
    other.wait_for_selector(".players .away")
    stopped = other.evaluate(clock)
    other.wait_for_timeout(2500)
    assert other.evaluate(clock) == stopped >= before
    page.goto(f"/table/{table['table']}")
    page.wait_for_selector(".board svg")
    assert page.evaluate(clock) >= stopped
    other.wait_for_function(later, arg=stopped)


def test_a_running_game_is_removed_from_the_list_only_after_confirmation(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "connect_four", ["me", "random"])
    page.goto("/")
    page.click(".mine-row >> [title=Remove]")
    assert page.locator(".mine-row").count() == 1
    page.click("text=Remove game")
    assert page.locator(".mine-row").count() == 0
    page.click(".note >> text=Undo")
    assert page.locator(".mine-row").count() == 1
    page.reload()
    page.wait_for_selector(".mine-row")


def test_games_stay_listed_although_the_server_does_not_describe_them(visit: Any) -> None:
    page = visit(NOWHERE, errors=1)
    sit(page, "connect_four", ["me", "random"])
    page.route("**/api/tables/mine", lambda asked: asked.abort())
    with page.expect_event("requestfailed"):
        page.goto("/")
    page.wait_for_selector(".card")
    page.wait_for_timeout(200)
    assert page.locator(".mine-row a").inner_text() == "Connect Four"


def test_the_plain_address_of_a_table_says_what_it_is(visit: Any) -> None:
    page, other = visit(), visit()
    table = create(page, "booster", ["me", "friend"])
    other.goto(f"/table/{table['table']}")
    other.wait_for_selector(".nothing:has-text('Booster: friend 1, friend 2')")
    assert other.inner_text("h1") == "You can't open this game"


def test_a_spectator_cannot_move(visit: Any) -> None:
    page, other = visit(), visit()
    table = create(page, "connect_four", ["me", "random"])
    other.goto(f"/table/{table['table']}")
    other.wait_for_selector(".board svg")
    assert not other.query_selector(".board .open")
    assert not other.locator("#line").is_visible()
