"""Time until the page shows something, the games and the first board, on a slow line.

Chromium emulates the line: bytes per second, and a latency for each request. A server runs here in
its own process. Each visit has an empty cache: it opens the first page and starts a game. The last
visit opens the first page again, from the cache. Bytes count as they come over the line, with
headers, but WebSocket messages count before compression. With `--site`, a visit opens the page
without a server, from a folder made by tools/site.py. It starts no game: its engine has 10 MB.

    python -m bench.study.page_loading
    python -m bench.study.page_loading --rate 200 --latency 100 --game relics
    python -m bench.study.page_loading --language de
    python -m bench.study.page_loading --site site

This needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
ARRIVED = "() => performance.getEntriesByType('navigation')[0].responseEnd"


@contextmanager
def served() -> Iterator[str]:
    """Run a server without saved games, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "aicore", "web", "--no-open", "--port", str(port)],
            env=os.environ | {"XDG_DATA_HOME": data},
            stdout=subprocess.DEVNULL,
        )
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"{address}api/games", timeout=30).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            server.terminate()
            server.wait()


class Folder(http.server.SimpleHTTPRequestHandler):
    """Request handler that serves the files of a folder."""

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def files_served(folder: str) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    handler = functools.partial(Folder, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Line:
    """Slow line to a page, with counts of its bytes and requests.

    Args:
        rate: kilobytes per second.
        latency: milliseconds for each request.
    """

    def __init__(self, page: Any, rate: float, latency: float) -> None:
        self.bytes = self.requests = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        speeds = dict.fromkeys(("downloadThroughput", "uploadThroughput"), rate * 1000)
        how = {"offline": False, "latency": latency, **speeds}
        session.send("Network.emulateNetworkConditions", how)
        session.on("Network.loadingFinished", self._loaded)
        session.on("Network.webSocketFrameReceived", self._heard)

    def _loaded(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])
        self.requests += 1

    def _heard(self, event: dict[str, Any]) -> None:
        self.bytes += len(event["response"]["payloadData"])


def visit(page: Any, address: str, line: Line, game: str | None) -> dict[str, float]:
    """Return the seconds until each step of a first game, and the kilobytes before its board.

    Without a game the visit ends at the list of games.
    """
    begun = time.monotonic()
    page.goto(address, wait_until="commit")
    card = f"[data-game={game}]" if game else ".card"
    play = page.locator(f"{card} button.main").first
    play.wait_for()
    lobby = time.monotonic() - begun
    steps = {
        "HTML here": page.evaluate(ARRIVED) / 1000,
        "first paint": page.evaluate(PAINTED) / 1000,
    }
    steps["games"] = lobby
    if game:
        play.click()
        page.wait_for_selector(".board svg")
        steps["board"] = time.monotonic() - begun
    return steps | {"kB": line.bytes / 1000, "requests": line.requests}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rate", type=float, default=50, help="kilobytes per second (50)")
    parser.add_argument("--latency", type=float, default=400, help="milliseconds (400)")
    parser.add_argument("--visits", type=int, default=5, help="visits with an empty cache (5)")
    parser.add_argument("--game", default="connect_four", help="game to start (connect_four)")
    parser.add_argument("--language", default="en", help="language that the browser prefers (en)")
    parser.add_argument("--site", help="folder of the page without a server")
    args = parser.parse_args()
    game = None if args.site else args.game
    from playwright.sync_api import sync_playwright

    serving = files_served(args.site) if args.site else served()
    with sync_playwright() as play, serving as address:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        visits = []
        for _ in range(args.visits):
            context = browser.new_context(locale=args.language)
            page = context.new_page()
            visits.append(visit(page, address, Line(page, args.rate, args.latency), game))
            page.close()
        for name in visits[0]:
            each = [one[name] for one in visits]
            unit = "" if name in ("kB", "requests") else " s"
            middle = f"{statistics.median(each):.2f}{unit}"
            print(f"{name:<12} {middle:>8}   from {min(each):.2f} to {max(each):.2f}")
        page = context.new_page()
        again = visit(page, address, Line(page, args.rate, args.latency), game)
        print("again:", ", ".join(f"{name} {value:.2f}" for name, value in again.items()))
        browser.close()


if __name__ == "__main__":
    main()
