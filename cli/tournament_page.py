"""A tournament's report as a page that is written again and again while games are played."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from aicore.arena.page import page
from aicore.arena.summary import summarize
from aicore.cli.outputs import outputs_of, write_all

if TYPE_CHECKING:
    from aicore.arena.store import Store

EVERY = 5.0  # seconds between two pages
SHARE = 20  # pages may take 1 / SHARE of the time


class LivePage:
    """Page at a path, for a browser that loads it again by itself.

    Raises click.ClickException if it must not be written there, OSError.
    """

    def __init__(self, store: Store, path: str, anchor: tuple[str, float] | None) -> None:
        self.store = store
        self.anchor = anchor
        self.outputs = outputs_of({"--html": path}, store.path)
        self._next = 0.0

    def watch(self) -> None:
        """Write the page if it is time."""
        if time.monotonic() >= self._next:
            self.store.commit()
            before = time.monotonic()
            self.write(EVERY)
            taken = time.monotonic() - before
            self._next = time.monotonic() + max(EVERY, SHARE * taken)

    def write(self, refresh: float | None = None) -> None:
        """Write the page.

        Args:
            refresh: seconds after which a browser loads it again; None: never.
        """
        text = page(summarize(self.store, anchor=self.anchor), refresh)
        write_all(self.outputs, {"--html": lambda target: target.write(text)})
