"""The same people and computers again, with a new deal."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from aicore.core.deal import fresh_seed
from aicore.web.store import Key
from aicore.web.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aicore.web.asks import Asks
    from aicore.web.hub import Hub


def rematch(hub: Hub, table: Table, viewer: Asks, seat: int, swap: bool) -> None:
    """Open the one table where all who sit here play again, and tell those who are here.

    With `swap` everybody moves on by a seat. Who asks later goes to the same table, after a restart
    with a new token of their seat. Raises Full.
    """
    seats = table.facts.seats
    there = table.facts.rematch
    lines: Iterable[Asks] = [viewer]
    if there is None or hub.store.facts(there[0]) is None:
        step = int(swap)
        came = [(to - step) % seats for to in range(seats)]  # from which seat
        viewer.budget.open_table()
        facts = replace(
            table.facts, seed=fresh_seed(), since=time.time(), known="", rematch=None,
            players=[table.facts.players[old] for old in came],
            names=[table.facts.names[old] for old in came],
        )  # fmt: skip
        made = hub.add(facts, (seat + step) % seats, viewer.budget)
        there = table.facts.rematch = [made["table"], step]
        table.next = {
            old: token for old, token in zip(came, made["tokens"], strict=True) if token is not None
        }
        hub.store.change(table.id, table.facts)
        lines = list(hub.crowd.at.get(table.id, ()))
    name, step = there
    for other in lines:
        if other.seat is not None and table.sits(other.seat):
            token = table.next.get(other.seat)
            if token is None:
                token = table.next[other.seat] = secrets.token_urlsafe(24)
                to = (other.seat + step) % seats
                hub.store.let_in({token: Key(name, to, hub.store.owns(name, to))})
            other.send({"type": "table", "table": name, "token": token})
