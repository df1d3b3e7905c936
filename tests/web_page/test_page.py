"""Tests of a person at the page: play to the end, choose, undo, look back, return."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aicore.core.record import Record
from web_page.person import (
    NOWHERE,
    TELEPHONE,
    WIDE,
    ask_why_and_try,
    click_choice,
    lay,
    play_to_the_end,
    settled,
    sit,
)

GAMES = {
    "booster": ["me", "random"],
    "connect_four": ["me", "random"],
    "kuhn_poker": ["me", "random"],
    "leduc_poker": ["me", "random"],
    "pig": ["me", "random"],
    "ransom": ["me"],
    "relics": ["me", "random"],
    "relics of three": ["me", "random", "random"],
    "tic_tac_toe": ["me", "random"],
    "trader": ["me"],
}
QUICK = ("kuhn_poker", "relics", "tic_tac_toe", "trader")
"""Games that are played to their end in every run."""


@pytest.mark.parametrize(
    "game",
    [game if game in QUICK else pytest.param(game, marks=pytest.mark.slow) for game in GAMES],
)
def test_a_game_is_played_to_its_end_by_clicking(visit: Any, game: str) -> None:
    page = visit(NOWHERE)
    sit(page, game.split(" ")[0], GAMES[game], seed="7")
    assert play_to_the_end(page) > 0
    assert page.inner_text(".result")
    assert page.locator(".end [data-do=review]").is_visible()


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


def test_a_click_on_what_cannot_be_done_says_why(visit: Any) -> None:
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


def test_a_finished_game_is_saved_and_shared(visit: Any, tmp_path: Path) -> None:
    page = visit(NOWHERE)
    made = sit(page, "tic_tac_toe", ["me", "greedy"], seed="7")
    play_to_the_end(page)
    files = {}
    page.click(".after summary")
    for what in ("record", "picture", "replay"):
        with page.expect_download() as coming:
            page.click(f"[data-save={what}]")
        file = tmp_path / coming.value.suggested_filename
        coming.value.save_as(file)
        files[what] = file
    # the replay page is one file, saved by one button, and can be embedded in a person's own page
    assert page.get_by_role("button", name="Embed").count() == 0
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-do=copy-embed]")
    page.wait_for_selector("text=Line copied.")
    line = page.evaluate("navigator.clipboard.readText()")
    (tmp_path / "mine.html").write_text(f"<!doctype html><h1>Mine</h1>{line}", "utf-8")
    around = visit((tmp_path / "mine.html").as_uri())
    around.frame_locator("iframe").locator("#board svg").wait_for()
    assert Record.from_line(files["record"].read_text("utf-8")).game == "tic_tac_toe"
    assert files["picture"].read_bytes().startswith(b"\x89PNG")
    assert files["picture"].stat().st_size > 5000  # a blank one is far smaller
    alone = visit(files["replay"].as_uri())
    alone.wait_for_selector("#board svg")
    guest = visit(f"/table/{made['table']}")  # the copied link
    guest.wait_for_selector(".board svg")
    assert "wins with" in guest.inner_text(".result")
    assert not guest.query_selector("[data-do=rematch]")


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
def test_an_address_of_nothing_says_so(visit: Any, size: tuple[int, int]) -> None:
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


def test_nothing_can_be_asked_for_before_the_table_is_here(visit: Any) -> None:
    page = visit()
    made = lay(page, "connect_four", ["me", "random"])
    page.add_init_script("window.WebSocket = class { close() {} }")  # it never opens
    page.goto(f"/table/{made['table']}#{made['owner']}")
    page.wait_for_selector("[data-do=undo]")
    for name in ("hint", "undo", "chances"):
        assert page.is_disabled(f"[data-do={name}]")


CLOSE = """(hint) => {
  const told = {actions: ['c'], typed: ['c'], sentences: [], chances: [0.3, 0.7]};
  const look = (action, share) => ({action, visits: 1000, values: [share, 1 - share]});
  const candidates = [look('a', 0.3), look('b', 0.31), look('c', 0.31)];
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
  return {type: 'hint', ply: 0, picture, ...told, candidates, notes: ['b and c lead by little.']};
}"""


def test_a_hint_says_why_others_look_better(visit: Any) -> None:
    page = visit()
    page.add_init_script(
        f"""window.WebSocket = class extends WebSocket {{
          send(text) {{
            if (JSON.parse(text).type !== 'hint') return super.send(text);
            this.onmessage({{data: JSON.stringify(({CLOSE})())}});
          }}
        }}"""
    )
    sit(page, "connect_four", ["me", "random"])
    settled(page)
    page.click("[data-do=hint]")
    assert page.inner_text(".candidates p") == "b and c lead by little."
    assert page.locator(".candidates tbody tr").count() == 3


@pytest.mark.slow
def test_a_long_game_is_played_to_its_end_by_clicking(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "gratis3", ["me", "random"], seed="7")
    assert play_to_the_end(page) > 0
    assert page.inner_text(".result")


def test_two_clicks_lead_from_the_first_page_to_a_move(visit: Any) -> None:
    page = visit()
    page.click("[data-game=tic_tac_toe] .main")
    settled(page)
    click_choice(page, 0.5)
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) > 0")


def test_two_people_at_one_table(visit: Any) -> None:
    host, guest = visit(), visit()
    table = sit(host, "booster", ["me", "friend"], seed="3")
    guest.goto(f"/table/{table['table']}#{table['tokens'][1]}")
    guest.wait_for_selector(".board svg")
    rng = random.Random(2)
    for _ in range(400):
        if int(host.evaluate("document.querySelector('main').dataset.ply")) > 4:
            break
        for page in (host, guest):
            if page.evaluate("document.querySelector('main').dataset.state") == "mine":
                picks, confirm = (
                    page.query_selector(".pick"),
                    page.query_selector("[data-do=confirm]"),
                )
                if picks or confirm:
                    (picks or confirm).click()
                else:
                    click_choice(page, rng.random())
                page.wait_for_timeout(150)
    else:
        raise AssertionError("no move is made")
    assert host.inner_text(".players") != guest.inner_text(".players")  # each is "you" to itself


def test_the_seat_of_a_link_leaves_the_address(visit: Any) -> None:
    page = visit(NOWHERE)
    table = sit(page, "tic_tac_toe", ["me", "random"])
    assert "#" not in page.url
    page.reload()
    page.wait_for_selector(".board svg")
    assert settled(page) == "mine"
    page.goto("/")
    page.locator(f".mine a[href*='{table['table']}']").wait_for()  # the list comes after the page


def tab_to(page: Any, wanted: str) -> None:
    """Press Tab until one of the wanted elements has the focus."""
    for _ in range(500):  # past every move of a long list
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def keys_to_the_end(page: Any, most: int) -> None:
    """Play by keys alone until the game is over: random choices, then Enter when one is settled."""
    rng = random.Random(3)
    for _ in range(most):
        if settled(page) == "over":
            return
        if page.query_selector("[data-do=confirm], .pick"):
            tab_to(page, "[data-do=confirm], .pick")
        else:
            tab_to(page, ".board [data-actions]")
            for _ in range(rng.randrange(4)):
                arrow = rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"))
                page.keyboard.press(arrow)
        page.keyboard.press("Enter")
    raise AssertionError("the game does not end")


def test_keys_alone_play_to_the_end(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "connect_four", ["me", "random"], seed="5")
    keys_to_the_end(page, most=80)
    assert page.inner_text(".result")


@pytest.mark.slow
def test_keys_alone_play_a_long_game_to_the_end(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "relics", ["me", "random"], seed="5")
    keys_to_the_end(page, most=3000)
    assert page.inner_text(".result")


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


def test_a_move_that_may_cost_the_game_is_asked_for(visit: Any) -> None:
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


def test_every_move_is_shown_first_if_its_person_likes(visit: Any) -> None:
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


def test_a_finger_chooses_what_is_smaller_than_its_tip(visit: Any) -> None:
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


def test_turns_of_others_are_stepped_through_and_may_be_skipped(visit: Any) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('aicore.pace', 'slow')")
    sit(page, "relics", ["me", "random"], seed="7")
    settled(page)
    click_choice(page, 0.0)  # the airlock, ending the turn
    page.wait_for_function("() => document.querySelector('main').dataset.state === 'mine'")
    page.fill("#line", "end")
    page.press("#line", "Enter")
    page.click("[data-do=confirm]")  # much is unspent
    page.wait_for_selector("[data-do=skip]:not([hidden])")
    assert page.inner_text(".turn") == "Random moves"
    page.keyboard.press("Escape")
    assert not page.locator("[data-do=skip]").is_visible()
    settled(page)
    assert not page.locator("[data-do=skip]").is_visible()


def test_a_lost_connection_is_said_and_a_move_is_not_lost(visit: Any) -> None:
    page = visit()
    lines = []

    def through(line: Any) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: server.send(message))
        lines.append(line)

    page.route_web_socket("**/socket/*", through)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    settled(page)
    lines[-1].close(code=1012)
    page.wait_for_selector(".lost:not([hidden])")
    click_choice(page, 0.5)
    page.wait_for_selector(".lost", state="hidden")
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) > 0")


def test_hint_undo_and_chances(visit: Any) -> None:
    page = visit(NOWHERE)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    settled(page)
    page.keyboard.press("h")
    page.wait_for_selector(".hint-bar")
    assert page.locator(".candidates tbody tr").count() > 1
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.wait_for_selector(".chances:not([hidden])")
    click_choice(page, 0.1)
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) >= 2")
    settled(page)
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelector('main').dataset.ply === '0'")


def test_what_to_try_for_stands_beside_the_board_until_one_has_played(visit: Any) -> None:
    page = visit()
    for times in range(2):
        sit(page, "tic_tac_toe", ["me", "random"], seed="5")
        settled(page)
        assert page.locator(".aim li").first.is_visible() is (times == 0)
        click_choice(page, 0.5)
        page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) > 1")
        settled(page)
    page.click(".aim summary")
    page.locator(".aim li").first.wait_for()
    page.evaluate("() => new Promise(requestAnimationFrame)")  # until it has heard of the click
    page.reload()
    settled(page)
    assert page.locator(".aim li").first.is_visible()


def test_where_a_platform_leads_on_stands_first(visit: Any) -> None:
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


def test_the_end_is_said_in_few_words_and_nothing_moves_for_a_review(visit: Any) -> None:
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


@pytest.mark.slow
def test_a_clock_runs_for_who_is_here_and_never_back(visit: Any) -> None:
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


def test_a_running_game_is_taken_off_the_list_only_when_asked_twice(visit: Any) -> None:
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


def test_the_plain_address_of_a_table_says_what_it_is(visit: Any) -> None:
    page, other = visit(), visit()
    table = lay(page, "booster", ["me", "friend"])
    other.goto(f"/table/{table['table']}")
    other.wait_for_selector(".nothing:has-text('Booster: friend 1, friend 2')")
    assert other.inner_text("h1") == "You can't open this game"


# A motion ends soon, and a busy machine may look later: each is recorded as it begins.
NOTE_MOTIONS = """() => {
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.motions.push(how.duration);
    return animate.call(this, frames, how);
  };
}"""


def test_things_move_from_picture_to_picture_unless_one_likes_no_motion(visit: Any) -> None:
    page = visit()
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)
        sit(page, "connect_four", ["me", "friend"])
        page.evaluate(NOTE_MOTIONS)
        before = page.get_attribute("main", "data-ply")
        assert click_choice(page, 0.5)
        page.wait_for_function(f"() => document.querySelector('main').dataset.ply !== '{before}'")
        lasting = page.evaluate("() => window.motions")
        assert bool(lasting) is moves
        assert all(milliseconds <= 300 for milliseconds in lasting)


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


def test_who_looks_on_cannot_move(visit: Any) -> None:
    page, other = visit(), visit()
    table = lay(page, "connect_four", ["me", "random"])
    other.goto(f"/table/{table['table']}")
    other.wait_for_selector(".board svg")
    assert not other.query_selector(".board .open")
    assert not other.locator("#line").is_visible()


def test_a_recorded_game_is_looked_at(visit: Any, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "aicore", "watch", "tic_tac_toe", "random", "--json"]
    games = [
        subprocess.run([*command, "--seed", seed], capture_output=True, check=True, text=True)
        for seed in "12"
    ]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(game.stdout for game in games))
    page = visit()
    page.set_input_files("#file", file)
    page.click("dialog li:nth-child(2) button")
    page.wait_for_selector(".board svg")
    assert page.inner_text(".result")
    page.keyboard.press("Home")
    page.wait_for_selector(".looking:has-text('Start of the game')")


def test_a_tournament_is_looked_at(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "t.tournament"
    command = [sys.executable, "-m", "aicore", "tournament", "tic_tac_toe", "random", "greedy"]
    subprocess.run([*command, "--games", "4", "--file", file, "--quiet"], check=True)
    page = visit()
    page.wait_for_selector(".card")
    page.set_input_files("#file", file)
    page.wait_for_selector("text=Ladder")
    assert page.locator("tbody tr").count() >= 2


def test_a_file_that_is_neither_is_refused_in_a_line(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader\n")
    page = visit()
    page.set_input_files("#file", file)
    page.wait_for_selector(".note")
    assert "letter.txt" in page.inner_text(".note")


def test_a_record_that_breaks_the_rules_is_refused_in_a_line(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"format":"aicore-record/1"}\n')
    page = visit(errors=1)
    page.set_input_files("#file", file)
    page.wait_for_selector(".note")
    assert page.url.endswith("/")


def test_a_card_is_looked_at_before_it_is_discarded(visit: Any) -> None:
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


@pytest.mark.parametrize("game", ["relics", "gratis3", "booster", "backgammon", "connect_four"])
def test_each_player_is_named_once(visit: Any, game: str) -> None:
    page = visit()
    sit(page, game, ["me", "level 3" if game != "backgammon" else "greedy"], seed="7")
    settled(page)
    name = "Apprentice" if game != "backgammon" else "Greedy"
    shown = """(name) => [...document.querySelectorAll('.board text, .players .name')].filter(
      (one) => one.textContent === name && one.getBoundingClientRect().width > 1).length"""
    assert page.evaluate(shown, name) == 1
    assert page.locator(".players .avatar").count() == 2


def test_moves_are_told_in_words_and_their_notation_is_for_those_who_ask(visit: Any) -> None:
    page = visit()
    sit(page, "gratis3", ["me", "level 3"], seed="7")
    settled(page)
    page.click("[data-do=hint]")
    page.wait_for_selector(".hint-bar .main")
    code = page.locator(".panel.game code, .choice-bar code").filter(visible=True)
    assert code.count() == 0
    assert "shields-guns" not in page.inner_text("main")
    page.focus("#line")  # whoever types sees how
    assert page.locator(".moves code").filter(visible=True).count() > 0
    page.reload()
    settled(page)
    assert code.count() == 0
    page.click("button:has-text('Settings')")
    page.select_option("#setting-notation", "on")
    page.click("dialog button:has-text('Done')")
    assert page.locator(".moves code").filter(visible=True).count() > 0
