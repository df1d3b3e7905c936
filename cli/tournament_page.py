"""Page with a tournament's report, rewritten while games are played."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from aicore.arena.page import page
from aicore.arena.summary import summarize
from aicore.cli.outputs import outputs_of, write_all

if TYPE_CHECKING:
    from aicore.arena.store import Store

EVERY = 5.0  # minimum seconds between two pages
SHARE = 20  # writing pages takes at most 1 / SHARE of the time


class LivePage:
    """Page at a path, which a browser reloads by itself.

    Raises click.ClickException if the file must not be replaced, OSError.
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
            refresh: seconds after which a browser reloads it; None for never.
        """
        text = page(summarize(self.store, anchor=self.anchor), refresh)
        write_all(self.outputs, {"--html": lambda target: target.write(text)})
