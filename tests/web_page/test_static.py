"""Tests of the page without a server: a folder of files, on a plain server, in a subfolder.

`tools/site.py` builds it; AICORE_SITE names the folder.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web_page.alone import sit
from web_page.conftest import KEPT, READY, address_of, static_files
from web_page.person import AIM, MINE, move, play_to_the_end, settled

PUPPETEER = os.environ.get("AICORE_PUPPETEER", "")


@contextlib.contextmanager
def elsewhere(folder: Path) -> Iterator[str]:
    """Run a separate server with somebody else's page; yield its address."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}/"
        found.shutdown()


def test_a_game_is_kept_and_needs_no_network(alone: Callable[..., Any]) -> None:
    with static_files() as server:
        page = alone(fresh=True, address=address_of(server))
        sit(page, "connect_four", "me", "level 1")
        for _ in range(3):
            settled(page)
            move(page, random.Random(1))
        settled(page)
        before = page.inner_text(".story")
        page.wait_for_function(KEPT)
        page.wait_for_timeout(1000)  # longer than it takes to save the latest events
    page.reload()
    page.wait_for_selector(".board svg")
    settled(page)
    assert page.inner_text(".story") == before
    play_to_the_end(page)
    page.get_by_role("link", name="All games", exact=True).click()
    page.get_by_text("Connect Four").first.wait_for()


def test_progress_is_kept_and_shown_without_a_server(alone: Callable[..., Any]) -> None:
    page = alone()
    sit(page, "connect_four", "me", "level 2")
    settled(page)
    page.click("summary:has-text('More')")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-yes]")
    page.wait_for_selector(".end:not([hidden])")
    page.get_by_role("link", name="Your progress").click()
    page.wait_for_selector("[data-game=connect_four] .strength")
    assert page.url.endswith("?progress")
    page.reload()
    page.wait_for_selector(".levels:has-text('0 of 1 won')")


BREAK = """async () => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const [broken] = (await cache.keys()).filter((one) => one.url.endsWith("snapshot.packed"));
  await cache.put(broken, new Response("no memory of Python"));
}"""


@pytest.mark.parametrize("broken", [False, True])
def test_a_second_visit_starts_from_the_snapshot_if_it_can(
    alone: Callable[..., Any], broken: bool
) -> None:
    page = alone(fresh=broken)
    page.wait_for_function(KEPT)
    if broken:
        page.evaluate(BREAK)
    warned, asked = [], []
    page.on("console", lambda message: warned.append(message.text))
    page.context.on("request", lambda one: asked.append(one.url.rsplit("/", 1)[-1]))
    page.reload()
    page.wait_for_function(READY)
    assert "snapshot.packed" in asked
    assert any("no snapshot" in text for text in warned) is broken
    deals = []
    for _ in range(2):
        sit(page, "booster", "me", "random", seed=None)
        deals.append(page.inner_text(".board"))
    assert deals[0] != deals[1]


@pytest.mark.skipif(not PUPPETEER, reason="AICORE_PUPPETEER names no folder: see docs/static.md")
@pytest.mark.parametrize("game", ["connect_four", "booster"])
def test_a_whole_game_in_firefox(alone_address: str, game: str) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "no Firefox here"
    wish = {"game": game, "seats": 2, "players": ["me", "level 2"], "options": {}, "seed": "1"}
    learn = game == "connect_four"
    given = {
        "page": alone_address, "mine": MINE, "aim": AIM,
        "wish": wish, "learn": learn, "firefox": firefox,
    }  # fmt: skip
    run = subprocess.run(
        ["node", str(Path(__file__).with_name("firefox.mjs"))],
        input=json.dumps(given), capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    played = json.loads(run.stdout)
    assert not played["wrong"]
    assert played["end"]
    assert played["clicks"] > 3
    assert bool(played["because"]) is learn
    assert (len(played["tried"]) > 2) is learn


def test_thinking_is_hurried_and_stopped(alone: Callable[..., Any]) -> None:
    page = alone()
    sit(page, "connect_four", "mcts:time=60", "me")
    page.wait_for_selector("[data-do=hurry]:visible")
    page.wait_for_timeout(3000)  # its worker may have to be loaded
    page.click("[data-do=hurry]")
    page.wait_for_function(
        "() => document.querySelector('main').dataset.state === 'mine'", timeout=25_000
    )
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Play it").wait_for(timeout=25_000)


DECISIONS = """
import aicore
from aicore.arena.signature import signatures

"".join(
    f"{name} {spec} {digest}\\n"
    for name in aicore.names()
    for spec, digest in signatures(name).items()
)
"""


@pytest.mark.parametrize("kept", [False, True])
def test_its_decisions_are_the_same_as_everywhere(alone: Callable[..., Any], kept: bool) -> None:
    page = alone()
    page.wait_for_function(READY)
    text = page.evaluate(
        """async ([program, kept]) => {
          const { boot } = await import(new URL("static/engine.js", location.href).href);
          return (await boot(undefined, kept)).runPython(program);
        }""",
        [DECISIONS, kept],
    )
    assert text == (Path(__file__).parents[1] / "signatures.txt").read_text("utf-8")


def test_another_tab_waits_its_turn(alone: Callable[..., Any]) -> None:
    page = alone(fresh=True)
    page.wait_for_function(READY)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("open in another tab").wait_for()
    other.get_by_role("button", name="Use it here").click()
    other.wait_for_function(READY)
    page.get_by_text("running in another tab").wait_for()


def test_a_waiting_tab_begins_when_the_other_closes(alone: Callable[..., Any]) -> None:
    page = alone(fresh=True)
    page.wait_for_function(READY)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("open in another tab").wait_for()
    page.close()
    other.wait_for_function(READY)


def test_games_puzzles_and_replays_are_embedded_in_another_page(
    alone: Callable[..., Any], alone_address: str, tmp_path: Path
) -> None:
    play = ("watch", "connect_four", "random", "random", "--seed", "3", "--record")
    record = str(tmp_path / "game.jsonl")
    subprocess.run(
        [sys.executable, "-m", "aicore", *play, record], check=True, stdout=subprocess.DEVNULL
    )
    (tmp_path / "index.html").write_text(
        f"""<!doctype html><link rel="icon" href="data:,"><script src="{alone_address}embed.js">
        </script><aicore-game game="connect_four" vs="random" seed="s"></aicore-game>
        <aicore-game record="game.jsonl"></aicore-game>"""
    )
    page = alone(fresh=True)
    with elsewhere(tmp_path) as address:
        page = page.context.new_page()
        page.goto(address)
        first, second = [page.locator("aicore-game").nth(place) for place in (0, 1)]
        game, replay = [one.frame_locator("iframe") for one in (first, second)]
        replay.get_by_text("random 1 wins").first.wait_for()
        game.locator(".board .open").first.click()
        game.locator(
            "[data-do=confirm]:visible, main[data-ply]:not([data-ply='0'])"
        ).first.wait_for()
        second.evaluate("one => one.setAttribute('record', 'none')")
        replay.get_by_text("none cannot be read").wait_for()
        first.evaluate("one => one.setAttribute('puzzle', '3')")
        game.get_by_text("Puzzle 3 of").wait_for()
        game.locator("[data-do=solution]").click()
        game.locator(".answer:has-text('Solution:')").wait_for()
        first.evaluate("one => one.setAttribute('puzzle', '999')")
        game.get_by_text("but no 999").wait_for()


def test_an_old_browser_is_shown_what_it_needs(alone: Callable[..., Any]) -> None:
    page = alone()
    page.add_init_script("WebAssembly.validate = () => false")
    page.reload()
    page.get_by_text("too old for the games").wait_for()
    page.get_by_role("button", name="Play Pig").wait_for()  # cached parts can be viewed
