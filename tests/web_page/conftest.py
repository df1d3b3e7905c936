"""A server of `aicore web` and a Chromium that looks at it; every page must be free of errors."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
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
MUST = "AICORE_BROWSER"  # set where these tests may not be left out


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser these tests say so; where they must run they fail instead."""
    if os.environ.get(MUST) or (_chromium() and find_spec("playwright") and find_spec("starlette")):
        return
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.skip(reason="there is no Chromium or Playwright here"))


@contextlib.contextmanager
def served(data: Path, *files: Path) -> Iterator[str]:
    """The address of a server of its own, which offers games in plain Python as well."""
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
    """The address of a server of its own."""
    with served(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=_chromium(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Any, site: str) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser of its own; what goes wrong in it fails the test.

    Where `errors` are announced, the browser reports as many answers that refuse.
    """
    wrong: list[str] = []
    foreseen: list[int] = []
    contexts = []

    def open_page(
        path: str = "/",
        size: tuple[int, int] = WIDE,
        scheme: str = "light",
        errors: int = 0,
        touch: bool = False,
    ) -> Any:
        foreseen.append(errors)
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion="reduce",
            has_touch=touch,
            base_url=site,
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert len(wrong) == sum(foreseen), wrong
