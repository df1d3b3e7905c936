"""Person at the page without a server."""

from __future__ import annotations

from typing import Any

from web_page.conftest import READY


def sit(page: Any, game: str, *players: str, seed: str | None = "s") -> None:
    """Create a table as the start page does, and go there."""
    wish = {"game": game, "seats": len(players), "players": [*players], "options": {}, "seed": seed}
    page.wait_for_function(READY)
    page.evaluate(
        """async (wish) => {
          const page = new URL("static/page.js", location.href.split("?")[0]);
          const { api, route } = await import(page);
          const made = await api.create(wish);
          const { address, go } = route;
          go(address("table", made.table, made.owner));
        }""",
        wish,
    )
    page.wait_for_selector(".board svg")
