"""Session that runs searches at once in this process, and does not save its game."""

from __future__ import annotations

from aicore.core.errors import AicoreError, one_line
from aicore.session.effects import Effects, Signal, Think
from aicore.session.jobs import JOBS
from aicore.session.requests import request
from aicore.session.seated_game import SeatedGame
from aicore.session.session import Session
from aicore.session.viewer_presenter import Message


def respond(session: Session, message: Message) -> tuple[list[Message], bool]:
    """Carry out a request and everything that follows from it.

    Computers decide until a person is to move. An AicoreError becomes an `error` message.

    Returns the messages for the viewer, and whether the game's state has changed.
    """
    table = session.table
    before = table.ply, table.undone
    messages: list[Message]
    try:
        messages, refresh = _carry_out(request(session, message))
    except AicoreError as error:
        messages, refresh = [_error(error)], False
    messages += advance(table)
    return messages, refresh or before != (table.ply, table.undone)


def advance(table: SeatedGame) -> list[Message]:
    """Let chance and the computers act until a person is to move; replace computers that fail.

    Return an `error` message for each replaced computer.
    """
    errors: list[Message] = []
    table.settle()
    while (seat := table.thinks) is not None:
        try:
            decision = JOBS["decide"](None, *table.due(seat))
            table.play(seat, decision.action, decision)
        except AicoreError as error:
            errors.append(_error(table.stand_in(seat, error)))
        table.settle()
    return errors


def _carry_out(effects: Effects) -> tuple[list[Message], bool]:
    """Carry out effects. Return the messages, and whether to send the viewer the state."""
    messages: list[Message] = []
    refresh = False
    for effect in effects:
        if isinstance(effect, dict):
            messages.append(effect)
        elif isinstance(effect, Think):
            message = effect.then(JOBS[effect.job](None, *effect.arguments))
            messages += [message] if message is not None else []
        elif effect is Signal.REFRESH:
            refresh = True
    return messages, refresh


def _error(error: object) -> Message:
    return {"type": "error", "message": one_line(error)}
