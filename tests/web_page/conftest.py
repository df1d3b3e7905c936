"""Server of `aicore web`, and a Chromium that views it; every page must be free of errors."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from web_page.person import WIDE

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MUST = "AICORE_BROWSER"  # set where these tests may not be skipped
BUILT = os.environ.get("AICORE_SITE", "")  # the page without a server: see tools/site.py
READY = "() => document.documentElement.dataset.engine === 'ready'"
PAGES = pytest.StashKey[list[tuple[Any, list[str]]]]()  # of a test, with lost requests
KEPT = "() => navigator.serviceWorker.controller"


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests with a message without a browser; where they are required they fail."""
    for item in items:
        if item.path.name.startswith("test_static") and not BUILT:
            item.add_marker(pytest.mark.skip(reason="no static page was built: see docs/static.md"))
    if os.environ.get(MUST) or (_chromium() and find_spec("playwright") and find_spec("starlette")):
        return
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.skip(reason="there is no Chromium or Playwright here"))


@contextlib.contextmanager
def served(data: Path, *files: Path) -> Iterator[str]:
    """Run a separate server, which also offers games in plain Python; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (data / "log").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", "aicore", "web", "--no-open", "--port", str(port), *map(str, files)],
        env=os.environ | {"AICORE_DATA": str(data), "XDG_DATA_HOME": str(data)},
        stdout=log,
        stderr=log,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                assert server.poll() is None, (data / "log").read_text()
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=10)
        log.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a separate server; yield its address."""
    with served(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=_chromium(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach a failed test's page output and lost requests to its report."""
    report = yield
    if report.when == "call" and report.failed:
        for page, lost in item.stash.get(PAGES, []):
            report.sections.append((f"what did not come to {page.url}", "\n".join(lost)))
            with contextlib.suppress(Exception):  # it may be gone
                report.sections.append((f"the page {page.url}", page.inner_text("body")))
    return report


def watch(page: Any, test: pytest.Item, wrong: list[str]) -> None:
    """Append a test page's errors to a list."""
    lost: list[str] = []

    def logged(message: Any) -> None:
        # NOWHERE is a picture, not a page, so the browser asks for the site's icon there.
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
            wrong.append(message.text)

    test.stash.setdefault(PAGES, []).append((page, lost))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", logged)
    page.on("requestfailed", lambda asked: lost.append(f"{asked.url}: {asked.failure}"))


def new_context(browser: Any, site: str, touch: bool = False, locale: str = "en-US") -> Any:
    """Open a browser context: a person with a device."""
    context = browser.new_context(
        base_url=site, reduced_motion="reduce", has_touch=touch, locale=locale
    )
    context.set_default_timeout(60_000)
    return context


@pytest.fixture(scope="session")
def device(browser: Any, site: str) -> Iterator[Any]:
    """Yield a context for each test's first page: to open a window takes longer than a page."""
    context = new_context(browser, site)
    context.new_page()  # keeps the window open
    yield context
    context.close()


def forget(context: Any, site: str) -> None:
    """Close a context's pages but the first, and forget all that they stored."""
    first, *others = context.pages
    for page in others:
        with contextlib.suppress(Exception):  # not every address has a storage
            page.evaluate("localStorage.clear()")
        page.close()
    context.set_offline(False)
    context.clear_permissions()
    context.clear_cookies()
    everything = {"origin": site, "storageTypes": "all"}
    context.new_cdp_session(first).send("Storage.clearDataForOrigin", everything)


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, browser: Any, device: Any, site: str
) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page for another person; page errors fail the test.

    `errors` is the number of refusals that the browser is expected to report.
    """
    wrong: list[str] = []
    foreseen: list[int] = []
    contexts: list[Any] = []

    def open_page(
        path: str = "/",
        size: tuple[int, int] = WIDE,
        scheme: str = "light",
        errors: int = 0,
        touch: bool = False,
    ) -> Any:
        foreseen.append(errors)
        context = device if not contexts and not touch else new_context(browser, site, touch)
        contexts.append(context)
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        watch(page, request.node, wrong)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        if context is device:
            forget(context, site)
        else:
            context.close()
    assert len(wrong) == sum(foreseen), wrong


class Plain(http.server.SimpleHTTPRequestHandler):
    """`python -m http.server`, without its log, one folder deeper."""

    def translate_path(self, path: str) -> str:
        assert path.startswith("/some/where/"), f"asked for {path}"
        return super().translate_path(path.removeprefix("/some/where"))

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


class Patient(http.server.ThreadingHTTPServer):
    """HTTP server with a longer queue: on a slow machine a browser asks for many files at once."""

    request_queue_size = 128


@contextlib.contextmanager
def static_files() -> Iterator[http.server.ThreadingHTTPServer]:
    """Serve the page that needs no other server, with a plain HTTP server."""
    handler = functools.partial(Plain, directory=BUILT)
    with Patient(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def address_of(server: http.server.ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/some/where/"


@pytest.fixture(scope="session")
def alone_address() -> Iterator[str]:
    """Yield the address of the page without a server."""
    with static_files() as server:
        yield address_of(server)


@pytest.fixture(scope="session")
def visited(browser: Any, alone_address: str) -> Iterator[Any]:
    """Yield a browser context that has visited the page, so that all its files are cached."""
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(alone_address)
    page.wait_for_function(READY)
    page.wait_for_function(KEPT)
    page.close()
    yield context
    context.close()


@pytest.fixture
def alone(browser: Any, request: Any, alone_address: str) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens the page without a server; page errors fail the test.

    The context has visited it before, unless `fresh`; one page at a time owns the tables.
    """
    wrong: list[str] = []
    opened = []

    def open_page(
        size: tuple[int, int] = WIDE, fresh: bool = False, address: str = alone_address
    ) -> Any:
        if fresh:
            context = browser.new_context(reduced_motion="reduce")
            context.set_default_timeout(60_000)
        page = (context if fresh else request.getfixturevalue("visited")).new_page()
        opened.append(context if fresh else page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        watch(page, request.node, wrong)
        page.on("request", lambda asked: _ours(asked.url, wrong))
        page.goto(address)
        return page

    yield open_page
    for one in opened:
        one.close()
    assert not wrong


def _ours(url: str, wrong: list[str]) -> None:
    if not url.startswith("http://127.0.0.1:"):
        wrong.append(f"the page asks for {url}")
