"""What people at a table agree on: giving up, leaving, calling a game off, allowing help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.players import player
from aicore.study.session.jobs import STAND_IN
from aicore.study.session.sitting import NAMELESS
from aicore.web.errors import WebError

if TYPE_CHECKING:
    from aicore.web.hub import Hub
    from aicore.web.tables import Table

OFFERS = ("abort", "help")
"""What needs everybody who plays: to call the game off; hints and win chances."""


def plays(table: Table, seat: int) -> bool:
    """Whether somebody plays there who may give up."""
    private = table.facts.puzzle is not None or table.facts.lesson
    return table.sits(seat) and not table.over and not private


def ends(table: Table) -> bool:
    """Whether the game is over when one person gives it up."""
    return table.people == 1 or table.facts.seats == 2


def resign(hub: Hub, table: Table, seat: int) -> None:
    """Give up for a seat: the game ends, or a computer plays on for it. Raises WebError."""
    _require(table, seat)
    if ends(table):
        table.facts.closed, table.facts.by = "resigned", seat
    else:
        table.seat_another(seat, player(STAND_IN, table.game).spec)
        for seats in table.facts.agreed.values():
            if seat in seats:
                seats.remove(seat)
        _settle(table)
    _done(hub, table)


def offer(hub: Hub, table: Table, seat: int, what: str, yes: bool) -> None:
    """Agree to something, or agree no longer. Raises WebError."""
    _require(table, seat)
    if table.people < 2:
        raise WebError("nobody else plays here")
    seats = set(table.facts.agreed.get(what, ()))
    seats = seats | {seat} if yes else set() if what == "abort" else seats - {seat}
    table.facts.agreed[what] = sorted(seats)
    _settle(table)
    _done(hub, table)


def agreed(table: Table, what: str) -> bool:
    """Whether all who play want it."""
    seats = [seat for seat in range(table.facts.seats) if table.sits(seat)]
    return bool(seats) and set(seats) <= set(table.facts.agreed.get(what, ()))


def sentence(table: Table, listener: int | None, nameless: str = NAMELESS) -> str:
    """How people ended the game before its end; "" where they did not."""
    facts = table.facts
    if facts.closed != "resigned" or facts.by is None:
        return "The game was called off." if facts.closed else ""
    names = table.names(listener, nameless)
    who = "You" if facts.by == listener else names[facts.by]
    text = f"{who} resigned"
    if facts.seats != 2:
        return f"{text}."
    other = 1 - facts.by
    return f"{text}: {names[other]} {'win' if other == listener else 'wins'}."


def _require(table: Table, seat: int) -> None:
    if not plays(table, seat):
        raise WebError("you do not play here")


def _settle(table: Table) -> None:
    if agreed(table, "abort"):
        table.facts.closed = "called off"


def _done(hub: Hub, table: Table) -> None:
    table.store.change(table.id, table.facts)
    hub.driver.rethink(table)
    hub.changed(table)
    hub.driver.drive(table)
