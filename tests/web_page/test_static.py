"""The page without a server: a folder of files, served by the plainest of servers from a subfolder.

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

from aicore.core.record import Record
from web_page.person import AIM, MINE, TELEPHONE, WIDE, move, play_to_the_end, settled
from web_page.test_looks import fits, serious

BUILT = os.environ.get("AICORE_SITE", "")
pytestmark = pytest.mark.skipif(not BUILT, reason="no static page was built: see docs/static.md")
PUPPETEER = os.environ.get("AICORE_PUPPETEER", "")
READY = "() => document.documentElement.dataset.engine === 'ready'"


class Plain(http.server.SimpleHTTPRequestHandler):
    """`python -m http.server`, without its log, one folder deeper."""

    def translate_path(self, path: str) -> str:
        assert path.startswith("/some/where/"), f"asked for {path}"
        return super().translate_path(path.removeprefix("/some/where"))

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[http.server.ThreadingHTTPServer]:
    handler = functools.partial(Plain, directory=BUILT)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@contextlib.contextmanager
def elsewhere(folder: Path) -> Iterator[str]:
    """The address of a page of somebody else's, on a server of its own."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}/"
        found.shutdown()


@pytest.fixture
def visit(browser: Any, server: http.server.ThreadingHTTPServer) -> Iterator[Callable[..., Any]]:
    """Opens the page in a browser of its own; what goes wrong in it fails the test."""
    wrong: list[str] = []
    contexts = []

    def open_page(size: tuple[int, int] = WIDE) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        contexts.append(context)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
        page.on("request", lambda asked: _ours(asked.url, wrong))
        page.goto(f"http://127.0.0.1:{server.server_port}/some/where/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


def _ours(url: str, wrong: list[str]) -> None:
    if not url.startswith("http://127.0.0.1:"):
        wrong.append(f"the page asks for {url}")


def sit(page: Any, game: str, *players: str) -> None:
    """Lay a table as the first page does, and go there."""
    wish = {"game": game, "seats": len(players), "players": [*players], "options": {}, "seed": "s"}
    page.wait_for_function(READY)
    page.evaluate(
        """async (wish) => {
          const at = (name) => new URL(`static/${name}.js`, location.href.split("?")[0]).href;
          const made = await (await import(at("api"))).create(wish);
          const { address, go } = await import(at("route"));
          go(address("table", made.table, made.owner));
        }""",
        wish,
    )
    page.wait_for_selector(".board svg")


def test_a_game_is_kept_and_needs_no_network(
    visit: Callable[..., Any], server: http.server.ThreadingHTTPServer
) -> None:
    page = visit()
    sit(page, "connect_four", "me", "level 1")
    for _ in range(3):
        settled(page)
        move(page, random.Random(1))
    settled(page)
    before = page.inner_text(".story")
    page.wait_for_function("async () => (await caches.keys()).length")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.wait_for_timeout(1000)  # longer than what happened takes to be kept
    server.shutdown()
    server.server_close()
    page.reload()
    page.wait_for_selector(".board svg")
    settled(page)
    assert page.inner_text(".story") == before
    play_to_the_end(page)
    page.get_by_role("link", name="All games", exact=True).click()
    page.get_by_text("Connect Four").first.wait_for()


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("booster", ["me", "level 2"], WIDE),
        ("booster", ["me", "level 2"], TELEPHONE),
        pytest.param("gratis3", ["me", "random"], WIDE, marks=pytest.mark.slow),
        pytest.param("gratis3", ["me", "random"], TELEPHONE, marks=pytest.mark.slow),
        ("relics", ["me", "random"], WIDE),
        ("relics", ["me", "random"], TELEPHONE),
    ],
)
def test_a_whole_game(
    visit: Callable[..., Any], game: str, players: list[str], size: tuple[int, int]
) -> None:
    page = visit(size)
    sit(page, game, *players)
    assert play_to_the_end(page)
    page.locator("section.end").wait_for()
    assert fits(page)
    assert not serious(page)


@pytest.mark.skipif(not PUPPETEER, reason="AICORE_PUPPETEER names no folder: see docs/static.md")
@pytest.mark.parametrize("game", ["connect_four", "booster"])
def test_a_whole_game_in_firefox(server: http.server.ThreadingHTTPServer, game: str) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "no Firefox here"
    wish = {"game": game, "seats": 2, "players": ["me", "level 2"], "options": {}, "seed": "s"}
    page = f"http://127.0.0.1:{server.server_port}/some/where/"
    given = {"page": page, "mine": MINE, "aim": AIM, "wish": wish, "firefox": firefox}
    run = subprocess.run(
        ["node", str(Path(__file__).with_name("firefox.mjs"))],
        input=json.dumps(given), capture_output=True, text=True, check=False, timeout=400,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    played = json.loads(run.stdout)
    assert not played["wrong"]
    assert played["end"]
    assert played["clicks"] > 3


def test_puzzles_and_lessons_need_no_server(visit: Callable[..., Any]) -> None:
    page = visit()
    page.wait_for_function(READY)
    page.click("[data-game=relics] button:has-text('Puzzles')")
    settled(page)
    page.click("[data-do=solution]")
    page.wait_for_selector(".answer:has-text('Solution:')")
    page.get_by_role("link", name="All games", exact=True).click()
    page.click("[data-game=booster] button:has-text('Learn')")
    page.wait_for_selector(".lesson h2:has-text('Step 1 of')")
    settled(page)
    page.locator(".board .due").first.wait_for()


def test_thinking_is_hurried_and_stopped(visit: Callable[..., Any]) -> None:
    page = visit()
    sit(page, "connect_four", "mcts:time=50", "me")
    page.wait_for_selector("[data-do=hurry]:visible")
    page.wait_for_timeout(3000)  # its worker may have to be loaded
    page.click("[data-do=hurry]")
    page.wait_for_function(
        "() => document.querySelector('main').dataset.state === 'mine'", timeout=9000
    )
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Play it").wait_for(timeout=9000)


def test_it_decides_as_everywhere(visit: Callable[..., Any]) -> None:
    page = visit()
    page.wait_for_function(READY)
    text = page.evaluate(
        """async (program) => {
          const { boot } = await import(new URL("static/engine.js", location.href).href);
          return (await boot()).runPython(program);
        }""",
        "import aicore\nfrom aicore.arena.signature import signatures\n"
        "''.join(f'{name} {spec} {digest}\\n' for name in aicore.names() "
        "for spec, digest in signatures(name).items())",
    )
    assert text == (Path(__file__).parents[1] / "signatures.txt").read_text("utf-8")


def test_another_tab_waits_its_turn(visit: Callable[..., Any]) -> None:
    page = visit()
    page.wait_for_function(READY)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("open in another tab").wait_for()
    other.get_by_role("button", name="Use it here").click()
    other.wait_for_function(READY)
    page.get_by_text("goes on in another tab").wait_for()


def test_a_recorded_game_goes_both_ways(visit: Callable[..., Any], tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    play = ("watch", "connect_four", "random", "random", "--seed", "3", "--record", str(record))
    subprocess.run([sys.executable, "-m", "aicore", *play], check=True, stdout=subprocess.DEVNULL)
    page = visit()
    page.wait_for_function(READY)
    page.set_input_files("#file", record)
    page.wait_for_selector(".board svg")
    page.locator("section.end").wait_for()
    assert "random 1 wins" in page.inner_text("section.end")
    files = {}
    for what in ("record", "picture", "replay"):
        with page.expect_download() as coming:
            page.click(f"[data-save={what}]")
        files[what] = tmp_path / what
        coming.value.save_as(files[what])
    saved, given = (Record.from_line(file.read_text("utf-8")) for file in (files["record"], record))
    assert (saved.events, saved.scores) == (given.events, given.scores)
    assert files["picture"].read_bytes().startswith(b"\x89PNG")
    assert "random 1 wins" in files["replay"].read_text("utf-8")


def test_games_and_replays_in_a_page_of_ones_own(
    visit: Callable[..., Any], server: http.server.ThreadingHTTPServer, tmp_path: Path
) -> None:
    play = ("watch", "connect_four", "random", "random", "--seed", "3", "--record")
    record = str(tmp_path / "game.jsonl")
    subprocess.run(
        [sys.executable, "-m", "aicore", *play, record], check=True, stdout=subprocess.DEVNULL
    )
    aicore_ = f"http://127.0.0.1:{server.server_port}/some/where/embed.js"
    (tmp_path / "index.html").write_text(
        f"""<!doctype html><link rel="icon" href="data:,"><script src="{aicore_}">
        </script><aicore-game game="connect_four" vs="random" seed="s"></aicore-game>
        <aicore-game record="game.jsonl"></aicore-game><aicore-game record="none"></aicore-game>"""
    )
    page = visit()
    with elsewhere(tmp_path) as address:
        page = page.context.new_page()
        page.goto(address)
        game, replay, none = [
            page.locator(f"aicore-game:nth-of-type({place})").frame_locator("iframe")
            for place in (1, 2, 3)
        ]
        replay.get_by_text("random 1 wins").first.wait_for()
        none.get_by_text("none cannot be read").wait_for()
        game.locator(".board .open").first.click()
        game.locator("[data-do=confirm]:visible, .story li").first.wait_for()


def test_a_browser_that_cannot_is_told_what_it_needs(visit: Callable[..., Any]) -> None:
    page = visit()
    page.add_init_script("WebAssembly.validate = () => false")
    page.reload()
    page.get_by_text("too old for the games").wait_for()
    page.get_by_role("button", name="Play Pig").wait_for()  # what there is can be looked at
