"""What a browser's tokens open: its tables, those that cannot be read among them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from aicore.core.errors import AicoreError, one_line
from aicore.web.errors import NotFound, unforeseen
from aicore.web.hub import Hub
from aicore.web.sight import PageSight
from aicore.web.store import Key
from aicore.web.tables import Table
from aicore.web.visitors import Budget


async def listed(hub: Hub, budget: Budget, tokens: Sequence[str]) -> list[dict[str, Any]]:
    """The tables that tokens open; one that cannot be read is there with the reason."""
    found = []
    for token in tokens:
        key = await hub.turns.do(budget, partial(hub.store.key, token))
        if key is None:
            continue
        entry: dict[str, Any] = {"table": key.table, "token": token}
        try:
            table = await hub.find(key.table, budget)
            text = await hub.turns.do(budget, partial(_summary, hub, table, key))
            json.dumps(text, ensure_ascii=False).encode()
        except NotFound:
            continue
        except Exception as error:  # of a game that is here no more, or of another version
            why = one_line(error, 100) if isinstance(error, AicoreError) else unforeseen(error)
            text = {
                "game": "", "title": "", "players": [], "turn": None, "over": True,
                "result": None, "since": 0.0, "unreadable": why,
            }  # fmt: skip
        found.append(entry | text)
    return found


def _summary(hub: Hub, table: Table, key: Key) -> dict[str, Any]:
    table.settle()
    sight = PageSight(table, key.seat, key.owner, hub.crowd.here(table.id), False)
    return {
        "game": table.game.name,
        "title": table.game.info.title,
        "players": list(table.names(key.seat)),
        "turn": table.turn,
        "over": table.over,
        "result": sight.result(),
        "since": table.facts.since,
    }
