"""Time until the first move on the page without a server, and its search speed.

The script serves the folder at 20 Mbit/s in all, with a delay of 40 ms. A Chromium with an empty
cache loads it, and then loads it again. The time counts from entering the address to the first
stone of Connect Four on the board. This takes a click in the lobby and a click on the board. Then
the script measures the simulations of `mcts` per second, in turn here and in a worker of the page.

    python tools/site.py site
    python -m bench.study.static_page site

This needs Chromium and Playwright. `--mbit 0` serves at full speed.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import shutil
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import aicore
from bench.study.page_loading import FLAGS

PART = 16384  # bytes sent at once
ENGINE = """async (program) => {
  const { boot } = await import(new URL("static/engine.js", location.href).href);
  globalThis.python = await boot();
  python.runPython(program);
}"""
SPEED = """
import aicore

def simulations(name, seconds):
    game = aicore.load(name)
    state, rng = game.start(), aicore.Rng(1)
    while len(state.legal_actions()) < 2:
        state.apply(state.sample(rng))
    decision = aicore.player(f"mcts:time={seconds}", game).decide(state.view(state.turn))
    return decision.simulations / decision.seconds
"""


class Line:
    """Line with a bandwidth in megabits per second, which all answers share."""

    def __init__(self, mbit: float, delay: float) -> None:
        self.delay = delay
        self._second = mbit * 125_000
        self._free = 0.0
        self._lock = threading.Lock()

    def carry(self, source: BinaryIO, target: BinaryIO) -> None:
        """Copy data at the line's speed."""
        while part := source.read(PART):
            if self._second:
                with self._lock:
                    self._free = max(self._free, time.monotonic()) + len(part) / self._second
                    until = self._free
                time.sleep(max(0.0, until - time.monotonic()))
            target.write(part)


class DelayedHandler(http.server.SimpleHTTPRequestHandler):
    """Request handler with a delay, as from a distant server."""

    protocol_version = "HTTP/1.1"

    def __init__(self, line: Line, *given: Any, **more: Any) -> None:
        self.line = line
        super().__init__(*given, **more)

    def do_GET(self) -> None:
        """Serve a file after the delay."""
        time.sleep(self.line.delay)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Copy a file at the line's speed."""
        self.line.carry(source, outputfile)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def served(folder: str, line: Line) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    handler = functools.partial(DelayedHandler, line, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def first_move(page: Any, address: str) -> dict[str, float]:
    """Return the seconds until each step of a first game."""
    begun = time.monotonic()
    steps = {}

    def step(name: str) -> None:
        steps[name] = time.monotonic() - begun

    page.goto(address)
    play = page.get_by_role("button", name="Play Connect Four")
    play.wait_for()
    step("lobby")
    play.click()
    page.wait_for_selector(".board .open")
    step("board")
    page.locator(".board .open").first.click()
    confirm = page.locator("[data-do=confirm]:visible")
    page.locator("[data-do=confirm]:visible, main[data-ply]:not([data-ply='0'])").first.wait_for()
    if confirm.count():
        confirm.click()
    page.wait_for_selector("main[data-ply]:not([data-ply='0'])")
    step("move")
    return steps


def speeds(page: Any, games: list[str], seconds: float, turns: int) -> None:
    """Print the simulations per second, here and in the browser."""
    page.evaluate(ENGINE, SPEED)
    native: dict[str, Any] = {}
    exec(SPEED, native)
    print(f"{'game':<16}{'here':>10}{'browser':>10}{'ratio':>8}")
    for name in games:
        here, there, ratios = [], [], []
        for _ in range(turns):
            here.append(native["simulations"](name, seconds))
            asked = f"simulations({name!r}, {seconds})"
            there.append(page.evaluate("(asked) => python.runPython(asked)", asked))
            ratios.append(there[-1] / here[-1])
        middle = statistics.median
        print(f"{name:<16}{middle(here):>10,.0f}{middle(there):>10,.0f}{middle(ratios):>8.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", help="folder made by tools/site.py")
    parser.add_argument("--mbit", type=float, default=20, help="speed of the connection (20)")
    parser.add_argument("--delay", type=float, default=0.04, help="seconds of latency (0.04)")
    parser.add_argument("--visits", type=int, default=3, help="visits with an empty cache (3)")
    parser.add_argument("--seconds", type=float, default=1, help="seconds per search (1)")
    parser.add_argument("--turns", type=int, default=5, help="searches per game (5)")
    parser.add_argument("games", nargs="*", default=[*aicore.names()])
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play, served(args.site, Line(args.mbit, args.delay)) as address:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for visit in range(args.visits):
            context = browser.new_context()
            for cache in ("empty", "warm"):
                page = context.new_page()
                took = first_move(page, address)
                text = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in took.items())
                print(f"visit {visit + 1}, cache {cache}: {text}", flush=True)
                page.wait_for_function("() => navigator.serviceWorker.controller")  # all cached
                page.wait_for_timeout(1000)
                page.close()
            context.close()
        if args.turns:
            page = browser.new_page()
            page.goto(address)
            speeds(page, args.games, args.seconds, args.turns)
        browser.close()


if __name__ == "__main__":
    main()
