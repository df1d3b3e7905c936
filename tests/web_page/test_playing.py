"""Tests of a game from its first move to its end: by clicks, by keys, with others."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from web_page.person import NOWHERE, click_choice, keys_to_the_end, play_to_the_end, settled, sit

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


def test_a_lost_connection_is_reported_and_a_move_is_not_lost(visit: Any) -> None:
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


def test_answers_that_a_lost_connection_took_are_not_awaited(visit: Any) -> None:
    page = visit()
    lines, lost = [], set[str]()

    def through(line: Any) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: json.loads(text)["type"] in lost or server.send(text))
        lines.append(line)

    page.route_web_socket("**/socket/*", through)
    sit(page, "tic_tac_toe", ["me", "random"], seed="5")
    play_to_the_end(page)
    lost |= {"at", "save", "review"}
    page.click(".after summary")
    page.click("[data-save=record]")
    page.click("[data-do=turning]")
    page.keyboard.press("ArrowLeft")
    assert page.is_disabled("[data-save=record]")
    lost.clear()
    lines[-1].close(code=1012)
    page.wait_for_selector(".lost:not([hidden])")
    page.wait_for_selector(".lost", state="hidden")
    assert page.is_enabled("[data-save=record]")
    page.click(".end [data-do=review]")
    page.wait_for_selector(".graph polyline")
    assert page.is_hidden(".looking")  # it does not go to the turning point
    lost.add("why")
    why = page.locator("[data-do=why] >> nth=0")
    why.click()
    assert why.is_disabled()
    lines[-1].send('{"type":"error","message":"it failed"}')
    page.wait_for_selector(".note:has-text('it failed')")
    assert why.is_enabled()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".looking:not([hidden])")


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


def test_the_goal_stands_beside_the_board_until_the_person_has_played(visit: Any) -> None:
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


# A motion ends soon, and a busy machine may look later: each is recorded as it begins.
NOTE_MOTIONS = """() => {
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.motions.push(how.duration);
    return animate.call(this, frames, how);
  };
}"""


def test_things_move_from_picture_to_picture_unless_motion_is_reduced(visit: Any) -> None:
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
    assert page.locator(".players .avatar svg").count() == 2  # the reader's is no letter
