"""Agreements at a table: to resign, leave, call a game off, allow help, or play again."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from aicore.core.deal import fresh_seed
from aicore.core.language import gettext as _
from aicore.web.audience import TableViewer
from aicore.web.errors import WebError
from aicore.web.hub import Hub
from aicore.web.store import Key, TableFacts
from aicore.web.tables import Table
from aicore.web.visitors import Budget


def resign(hub: Hub, table: Table, seat: int, budget: Budget) -> None:
    """Resign for a seat: the game ends, or a computer plays on for it. Raises WebError."""
    _require_player(table, seat)
    table.give_up(seat, "resigned")
    hub.driver.agree(table, budget)


def accept(hub: Hub, table: Table, seat: int, budget: Budget) -> None:
    """Accept a computer's offer to resign: the seat wins. Raises WebError."""
    _require_player(table, seat)
    if table.resigning is None:
        raise WebError(_("no computer offers to resign"))
    table.give_up(table.resigning, "resigned")
    hub.driver.agree(table, budget)


def offer(hub: Hub, table: Table, seat: int, what: str, yes: bool, budget: Budget) -> None:
    """Agree to an offer, or decline and end it. Raises WebError.

    The table stores a refusal only if another seat had agreed.
    """
    _require_player(table, seat)
    if table.people < 2:
        raise WebError(_("there is nobody else at this table"))
    if what == "takeback" and yes and not table.decided(table.asker(seat)):
        raise WebError(_("you have made no decision to undo"))
    agreed, refused = table.facts.agreed, table.facts.refused
    others = [other for other in agreed.get(what, ()) if other != seat]
    agreed[what] = [*others, seat] if yes else []
    refused.pop(what, None)
    if not yes and others:
        refused[what] = seat
    hub.driver.agree(table, budget)


def _require_player(table: Table, seat: int) -> None:
    if not table.plays(seat):
        raise WebError(_("you are not a player at this table"))


def rematch(hub: Hub, table: Table, viewer: TableViewer, seat: int, swap: bool) -> None:
    """Open the table for the rematch if there is none yet, and send the viewers there.

    The new table keeps only the game, its options, the clock, the players and their names. A
    computer that failed and was replaced here plays again there. With `swap`, each player moves on
    by one seat.

    Later requests lead to the same table; after a restart of the server, the seat gets a new token.
    A person who plays without other people gets a new table each time.

    Raises WebError, LimitReached.
    """
    if not table.sits(seat):
        raise WebError(_("you are not a player at this table"))
    old, seats = table.facts, table.facts.seats
    target = old.rematch
    others: Iterable[TableViewer] = [viewer]
    if target is None or table.people < 2 or hub.store.facts(target[0]) is None:
        step = int(swap)
        old_seats = [(to - step) % seats for to in range(seats)]  # old seat for each new one
        viewer.budget.open_table()
        facts = TableFacts(
            old.game, seats, dict(old.options), fresh_seed(),
            players=[old.failed.get(str(place), old.players[place]) for place in old_seats],
            names=[old.names[place] for place in old_seats],
            clock=list(old.clock),
        )  # fmt: skip
        created = hub.add_now(facts, (seat + step) % seats, viewer.budget)
        target = old.rematch = [created["table"], step]
        table.next = {
            place: token
            for place, token in zip(old_seats, created["tokens"], strict=True)
            if token is not None
        }
        hub.store.change(table.id, old)
        others = hub.audience.of(table.id)
    name, step = target
    for other in others:
        if other.seat is not None and table.sits(other.seat):
            token = table.next.get(other.seat)
            if token is None:
                token = table.next[other.seat] = secrets.token_urlsafe(24)
                to = (other.seat + step) % seats
                hub.store.add_keys({token: Key(name, to, hub.store.owns(name, to))})
            other.send({"type": "table", "table": name, "token": token})
