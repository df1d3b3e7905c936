"""Tests of how the page arrives: something at once, little of it, and in few requests."""

from __future__ import annotations

from typing import Any

import pytest

from web_page.person import NOWHERE, WIDE, click_choice, settled

MAX_BYTES = 150_000  # before the first board
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_html_shows_itself_before_styles_and_script_are_here(visit: Any, scheme: str) -> None:
    page = visit(NOWHERE, scheme=scheme)
    waiting: list[Any] = []
    page.route("**/page.*", lambda asked: waiting.append(asked))
    page.goto("/", wait_until="commit")
    page.wait_for_function(PAINTED)
    assert page.is_visible(".early-bar:has-text('aicore')")
    early = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    while len(waiting) < 2:  # the script, and the styles once
        page.wait_for_timeout(20)
    for one in waiting:
        one.continue_()
    page.wait_for_selector(".card")
    assert not page.locator(".early").count()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == early


def test_a_first_board_takes_few_bytes_and_requests(visit: Any, site: str) -> None:
    page = visit(NOWHERE, size=WIDE)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    loaded: list[tuple[float, int]] = []
    asked: set[str] = set()
    session.on("Network.requestWillBeSent", lambda one: asked.add(one["request"]["url"]))
    heard: list[tuple[float, int]] = []
    done, frame = "Network.loadingFinished", "Network.webSocketFrameReceived"
    session.on(done, lambda one: loaded.append((one["timestamp"], one["encodedDataLength"])))
    session.on(
        frame,
        lambda one: heard.append((one["timestamp"], len(one["response"]["payloadData"]))),
    )
    page.goto("/")
    page.click("[data-game=relics] button.main")
    page.wait_for_selector(".board svg")
    there, board = heard[0]  # what comes later is not waited for
    assert 20_000 < sum(size for when, size in loaded if when <= there) + board < MAX_BYTES
    assert 5 < len(asked) < 11


def test_a_browser_that_forbids_storage_plays(visit: Any) -> None:
    page = visit(NOWHERE, size=WIDE)
    forbidden = "{ get() { throw new DOMException('forbidden', 'SecurityError'); } }"
    for storage in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{storage}', {forbidden})")
    page.goto("/")
    page.click(".top button.quiet:has-text('Settings')")
    page.select_option("#setting-theme", index=1)
    page.select_option("#setting-theme", index=0)  # the default is not stored
    page.keyboard.press("Escape")
    page.click("[data-game=tic_tac_toe] .main")
    settled(page)
    click_choice(page, 0.5)
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) > 0")
