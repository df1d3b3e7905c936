"""Requests about a table, beside a session's requests about its game."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from aicore.core.language import gettext as _
from aicore.session.exploring import Exploration
from aicore.session.seated_game import STRANGER
from aicore.session.session import Session
from aicore.session.viewer_presenter import ViewerPresenter
from aicore.web import agreements
from aicore.web.audience import TableViewer
from aicore.web.client_messages import SAVED
from aicore.web.errors import WebError
from aicore.web.hub import Hub
from aicore.web.page_presenter import PagePresenter

NOT_IN_PUZZLES = frozenset(
    (
        "undo", "hint", "chances", "hurry", "review", "why", "explore", "others", "fork",
        "rematch", "save", "resign", "accept", "offer", "emote",
    )
)  # fmt: skip
"""Messages that a table with a puzzle does not answer."""


class Requester(TableViewer, Protocol):
    """Viewer that makes a request."""

    hub: Hub
    session: Session

    @property
    def presenter(self) -> PagePresenter:
        """View of the table for this viewer."""

    def think(self, then: Callable[[Any], Any], job: str, *arguments: object) -> None:
        """Run a job in a worker, and call `then` with its result."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run long work in the background."""

    async def turn(self, work: Callable[[], None]) -> None:
        """Run a short piece of work when it is the visitor's turn."""


def hurry(viewer: Requester) -> None:
    """Make the computer decide now."""
    viewer.session.seated()
    if viewer.table.lesson is not None:  # its steps rely on the moves of an unhurried computer
        raise WebError(_("you cannot hurry the computer in a lesson"))
    if viewer.table.task is not None:
        viewer.hub.pool.hurry(viewer.table.task)


async def fork(viewer: Requester, ply: int, players: list[str]) -> None:
    """Open a table that continues from a position."""
    if not viewer.presenter.may_fork():
        raise WebError(_("you can continue from this game once it is over"))
    created = await viewer.hub.fork(viewer.table, ply, players, viewer.budget)
    message = {"type": "table", "table": created["table"], "token": created["owner"]}
    invited = [
        [seat, token]
        for seat, (word, token) in enumerate(zip(players, created["tokens"], strict=True))
        if word == "friend"
    ]
    viewer.send(message | ({"invites": invited} if invited else {}))


def explore(
    viewer: Requester, ply: int, moves: list[str], line: str | None, advise: bool | None
) -> None:
    """Show a branch of the game, or a search's advice there."""
    if not viewer.presenter.may_explore():
        raise WebError(_("you can try other moves once the game is over"))
    trial = _trial(viewer, ply)
    narrow = viewer.session.narrow

    def advised() -> None:
        seat = trial.turn
        if seat is None:
            raise WebError(_("the game is over there, so there is no move to suggest"))
        presenter = ViewerPresenter(trial, seat, narrow)
        view, names = trial.state.view(seat), trial.names()
        viewer.think(lambda result: viewer.send(presenter.hint(*result)), "hint", view, names)

    async def work() -> None:
        run_steps = partial(viewer.hub.scheduler.run_steps, viewer.budget)
        await run_steps(trial.reading())
        await run_steps(trial.running(moves, line))
        if advise:
            await viewer.turn(advised)
        else:
            viewer.send(await run_steps(trial.explored(narrow)))

    viewer.spawn(work())


def why(viewer: Requester, ply: int, better: str) -> None:
    """Explain the consequences of a decision and of a better one."""
    table = viewer.table
    if not table.over:
        raise WebError(_("the game is not over"))
    if not 1 <= ply <= table.ply:
        raise WebError(_("this game has no event {ply}", ply=ply))
    trial = _trial(viewer, ply - 1)
    actor, played = table.log.events[ply - 1]

    def compare() -> None:
        if actor != trial.turn or better == played or better not in trial.state.legal():
            raise WebError(_("there is no such decision"))
        view = trial.state.view(actor)
        message = {"type": "why", "ply": ply, "played": played, "better": better}

        def then(reasons: tuple[list[str], str]) -> None:
            sentences, picture = reasons
            viewer.send(message | {"sentences": sentences, "picture": picture})

        names = list(table.names(viewer.seat))
        viewer.think(then, "why", view, better, played, names, viewer.session.narrow)

    async def work() -> None:
        await viewer.hub.scheduler.run_steps(viewer.budget, trial.reading())
        await viewer.turn(compare)

    viewer.spawn(work())


def _trial(viewer: Requester, ply: int) -> Exploration:
    if not 0 <= ply <= viewer.table.ply:
        raise WebError(_("this game has only {n} events", n=viewer.table.ply))
    return Exploration(viewer.table, ply, viewer.seat)


def others(viewer: Requester) -> None:
    """Send the scores of computers in the same deal of a solo game."""
    table = viewer.table
    if not table.log.over or table.game.seats > 1:
        raise WebError(_("scores are compared only in solo games, once they are over"))
    own = table.state.scores()[0]

    def then(rows: list[tuple[str, float]]) -> None:
        viewer.send({"type": "others", "own": own, "rows": rows})

    viewer.think(then, "others", table.game.name, dict(table.game.options), table.log.deal.seed)


def save(viewer: Requester, what: str) -> None:
    """Send the whole game as a file: its record, last picture or replay page."""
    table, presenter = viewer.table, viewer.presenter
    if not presenter.may_save():
        raise WebError(_("you can save the game once it is over"))

    def then(text: str) -> None:
        viewer.send({"type": "file", "what": what, "name": name, "text": text})

    name = f"{table.game.name}-{table.id[:6]}.{SAVED[what]}"
    if what == "picture":
        then(presenter.poster())
    elif what == "record":
        then(table.record().to_line() + "\n")
    else:
        called, ended = list(table.names(nameless=STRANGER)), table.ended(None, STRANGER)
        viewer.think(then, "replay_page", table.record(), called, ended)


def rematch(viewer: Requester, swap: bool) -> None:
    """Open a table for a rematch."""
    if not viewer.table.over or viewer.table.still:
        raise WebError(_("the game is not over"))
    agreements.rematch(viewer.hub, viewer.table, viewer, viewer.session.seated(), swap)


def resign(viewer: Requester) -> None:
    """Resign; if others play on, a computer takes the seat."""
    agreements.resign(viewer.hub, viewer.table, viewer.session.seated(), viewer.budget)


def accept(viewer: Requester) -> None:
    """Accept a computer's offer to resign."""
    agreements.accept(viewer.hub, viewer.table, viewer.session.seated(), viewer.budget)


def offer(viewer: Requester, what: str, yes: bool) -> None:
    """Agree to an offer that all players must accept, or decline it."""
    seat = viewer.session.seated()
    agreements.offer(viewer.hub, viewer.table, seat, what, yes, viewer.budget)


def sit(viewer: Requester, name: str) -> None:
    """Set the viewer's name."""
    if not viewer.budget.names.may():
        raise WebError(_("you changed your name too often; wait a moment"))
    viewer.table.call(viewer.session.seated(), " ".join(name.split()))
    viewer.hub.audience.changed(viewer.table)


def emote(viewer: Requester, what: str) -> None:
    """Say one of a few things to everybody at the table."""
    seat, table = viewer.session.seated(), viewer.table
    if not table.sits(seat) or table.people < 2:
        raise WebError(_("there is nobody else at this table"))
    if not viewer.budget.emotes.may():
        raise WebError(_("too many emotes; wait a moment"))
    viewer.hub.audience.tell(table, {"type": "emote", "seat": seat, "what": what})


TABLE_REQUESTS: dict[str, Callable[..., None]] = {
    "hurry": hurry,
    "explore": explore,
    "why": why,
    "others": others,
    "save": save,
    "rematch": rematch,
    "resign": resign,
    "accept": accept,
    "offer": offer,
    "sit": sit,
    "emote": emote,
}
"""Requests by type of message. `fork` is missing: it takes many turns, and the viewer runs it."""
