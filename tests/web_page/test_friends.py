"""Tests of two friends at a table: invited, seen, heard, asked, renamed."""

from __future__ import annotations

from typing import Any

import pytest

from web_page.person import TELEPHONE, WIDE, settled
from web_page.test_looks import fits, serious

GAME = "pig"


def invited(page: Any) -> str:
    """Set up a game with a friend and a clock; return the link for the friend."""
    page.click(f"[data-game={GAME}] [aria-label^='Set up']")
    page.select_option("#seat-1", "friend")
    page.select_option("#clock", label="10 minutes a turn")
    page.click(".setup button.main")
    page.wait_for_selector(".square svg")
    link = page.locator(".invite-link textarea")
    assert link.evaluate("one => one.scrollHeight <= one.clientHeight + 1")  # all of it can be read
    return str(link.input_value())


@pytest.mark.parametrize("size", [WIDE, pytest.param(TELEPHONE, marks=pytest.mark.slow)])
def test_a_friend_is_invited_and_both_see_and_hear_each_other(
    visit: Any, size: tuple[int, int]
) -> None:
    me = visit(size=size)
    link = invited(me)
    assert "The link works only on this computer" in me.inner_text(".invite")
    assert fits(me)
    assert not serious(me)
    friend = visit(size=size)
    friend.goto(link)
    me.wait_for_selector(".invite", state="hidden")
    for page in (me, friend):
        page.wait_for_selector(".player .there")
        assert page.locator(".clock.limit").count() == 2
    settled(me)
    assert not friend.locator(".invite").count()

    friend.click("summary:has-text('Say something')")
    assert not serious(friend)
    friend.click("[data-emote=hello]")
    me.wait_for_selector(".emote:has-text('Hello!')")
    me.click("summary:has-text('Say something')")
    me.click("[data-do=mute]")
    friend.click("summary:has-text('Say something')")
    friend.click("[data-emote=wow]")
    friend.wait_for_selector(".emote:has-text('Wow!')")

    friend.click("summary:has-text('More')")
    friend.click("text=Change my name")
    friend.fill("dialog[open] input", "Ann")
    friend.click("dialog[open] button:has-text('Done')")
    me.wait_for_selector(".player:has-text('Ann')")
    assert not me.locator(".emote:has-text('Wow!')").count()  # muted, and sent before the name

    me.fill("input[placeholder='Type a move']", "roll")
    me.keyboard.press("Enter")
    me.wait_for_selector("[data-ply='2']")
    me.click("summary:has-text('More')")
    me.click("text=Ask to undo")
    friend.click("[data-do=agree-takeback]")
    for page in (me, friend):
        page.wait_for_selector("[data-ply='0']")
    friend.close()
    me.wait_for_selector(".player .away")
