"""Requests of a game's viewer, one function each; page, terminal and lessons share them.

| request | meaning |
| --- | --- |
| `look {narrow}` | draw for a small screen, or not; null: as before; answered by `state` |
| `act {actions, ply}` | play actions from the position after `ply` events |
| `type {line, ply}` | play what a person typed: a move, or several |
| `preview {actions, ply}` | show the effects of actions; answered by `preview` |
| `undo` | take back what the viewer's last request played |
| `hint`, `chances`, `review` | answered by the message of the same name, once it is computed |
| `solution` | show a puzzle's solution; answered by `answer` |
| `at {ply}` | show the position after `ply` events; null: the current one |

In a lesson, the viewer can play only the actions of the current step. In a puzzle, an action is
judged instead of played, and answered by `answer`. All answers are JSON; see docs/web-protocol.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aicore.coach.advice import one_step
from aicore.coach.draws import WinProbability
from aicore.coach.results import stakes
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError, IllegalAction, NotationError, one_line, sentence, short
from aicore.core.game import Game
from aicore.core.language import capital, fill, pgettext
from aicore.core.language import gettext as _
from aicore.session import lessons
from aicore.session.effects import Confirm, Effects, Signal, Think
from aicore.session.move_input import Forbidden, Series, moves_meant, why_not
from aicore.session.puzzle_attempt import PuzzleAnswer, PuzzleAttempt
from aicore.session.session import Refused, Session
from aicore.session.viewer_presenter import Message

MAX_REVIEWED = 5000  # events


class NotConfirmed(Refused):
    """Action that the person did not confirm."""


class Interrupted(Refused):
    """Interruption of a series of typed moves.

    Attributes:
        lines: the reason, and the line to type to continue, as sentences.
    """

    lines: Sequence[str] = ()


def request(session: Session, message: Message) -> Effects:
    """Return the effects of a message: its `type`, and the fields of the request of this type.

    Raises AicoreError, also while the effects run.
    """
    fields = dict(message)
    kind = fields.pop("type")
    if kind not in REQUESTS:
        raise Refused(_("unknown message: {kind}", kind=one_line(kind, 40)))
    return REQUESTS[kind](session, **fields)


def look(session: Session, narrow: bool | None) -> Effects:
    """Draw for the size of a changed window."""
    session.narrow = session.narrow if narrow is None else narrow
    yield Signal.REFRESH


def act(session: Session, actions: list[str], ply: int) -> Effects:
    """Play actions, or answer a puzzle with the first."""
    table, seat = session.table, session.moving(ply)
    if table.puzzle is not None:
        if actions[0] not in table.state.view(seat).legal():
            raise Refused(_("{move} is not legal here", move=short(actions[0])))
        yield _verdict(PuzzleAttempt(table.puzzle, table).answer(actions[0]))
        return
    actions = _follow_lesson(session, actions)
    if len(actions) > 1:
        ahead = table.foresee(actions)
        if len(ahead.steps) < len(actions):
            text = _("only the first {count} of these moves can be played at once")
            raise Refused(fill(text, count=len(ahead.steps)))
    if session.presenter.unwarned(actions[0]) and session.warning(actions[0]):
        session.warn(actions[0])
        yield session.presenter.preview(actions[:1])
        return
    table.begin()
    for action in actions:
        yield from table.playing(seat, action)


def type_line(session: Session, line: str, ply: int) -> Effects:
    """Play a typed line, or answer a puzzle with it."""
    table, seat = session.table, session.moving(ply)
    if table.puzzle is not None:
        yield _verdict(PuzzleAttempt(table.puzzle, table).typed(line))
        return
    moves = _follow_lesson(session, moves_meant(line, table.state.view(seat)))
    table.begin()
    yield from play_series(session, Series(line, moves, ply))


def play_series(session: Session, series: Series) -> Effects:
    """Play typed moves, each with the chance events that follow it.

    If a move fails, raises Interrupted if earlier moves were played, else the move's own error.
    """
    seat = session.moving(series.start)
    while series.left:
        try:
            yield from _play_next(session, series, seat)
        except (IllegalAction, NotationError, NotConfirmed) as reason:
            if not series.played:
                raise
            lines = list(_interruption(session.table.game, series, reason))
            interrupted = Interrupted(" ".join(lines))
            interrupted.lines = lines
            raise interrupted from reason


def _interruption(game: Game, series: Series, reason: Exception) -> Iterator[str]:
    """Yield the lines of `Interrupted`."""
    why, shorten = sentence(str(reason)), game.info.notation.shorten
    done = _("You have played {played} of {count} moves.")
    done = fill(done, played=series.played, count=len(series.steps))
    yield f"{capital(why)} {done}"
    if not isinstance(reason, Forbidden):
        left = series.left if shorten is None else shorten(series.left)
        yield _("To continue, type: {moves}", moves="; ".join(left))


def _play_next(session: Session, series: Series, seat: int) -> Effects:
    table = session.table
    if table.turn != seat:
        raise NotationError(_("something unexpected happened"))
    action = series.next(table.state.view(seat), table.ply)
    try:
        yield from _confirm(session, action)
        yield from table.playing(seat, action)
    except AicoreError:
        series.back()
        raise
    yield from table.settling()


def _confirm(session: Session, action: str) -> Effects:
    """Ask the person before an action that may be a mistake. Raises NotConfirmed."""
    if lessons.due(session.table) is not None or not (warning := session.warning(action)):
        return
    danger = session.table.question(action).danger
    may_undo = bool(danger) and not session.table.game.has_hidden
    answer = yield Confirm(action, warning, back=may_undo)
    if answer is None:
        session.warn(action)
        raise NotConfirmed(_("{question} Type it again to play it.", question=warning))
    if not answer:
        raise NotConfirmed(_("you did not confirm the next move"))


def _follow_lesson(session: Session, actions: list[str]) -> list[str]:
    """Return actions with a lesson's repetitions. Raises Refused if they depart from the lesson."""
    if refusal := lessons.refusal(session.table, actions):
        raise Refused(refusal)
    return lessons.with_repetitions(session.table, actions)


def _verdict(answer: PuzzleAnswer) -> Message:
    return {
        "type": "answer",
        "action": answer.action,
        "right": answer.right,
        "sentences": answer.sentences,
    }


def solution(session: Session) -> Effects:
    """Send a puzzle's solution."""
    session.moving()
    table = session.table
    if table.puzzle is None:
        raise Refused(_("this is not a puzzle"))
    yield _verdict(PuzzleAttempt(table.puzzle, table).solution())


def preview(session: Session, actions: list[str], ply: int) -> Effects:
    """Show the foreseeable effects of actions."""
    seat = session.moving(ply)
    try:
        message = session.presenter.preview(actions)
    except IllegalAction as error:
        reason = why_not(actions[0], session.table.state.view(seat)) or str(error)
        clicked = pgettext("move", "this")  # a person who clicked has typed no move
        reason = reason.replace(f"`{actions[0]}`", clicked)
        raise Refused(sentence(capital(reason))) from None
    yield message


def undo(session: Session) -> Effects:
    """Take back what the viewer's last request played."""
    length = session.table.back_to(session.seated())
    if length is None:
        raise Refused(_("this cannot be undone"))
    yield Signal.STOP
    yield from session.table.rewinding(length)


def hint(session: Session) -> Effects:
    """Send advice."""
    table, seat = session.table, session.moving()
    if not table.helped:
        raise Refused(_("here, hints are for all players or for none: ask the others"))
    asked_at, view, names = (table.ply, table.undone), table.state.view(seat), table.names(seat)
    if (step := lessons.due(table)) is not None:  # a lesson's step needs no search
        yield session.presenter.hint(Decision(step.done), one_step(view, step.done, names))
        return

    def then(result: Any) -> Message | None:
        late = asked_at != (table.ply, table.undone)
        return None if late else session.presenter.hint(*result)

    yield Think("hint", (view, names), then)


def chances(session: Session) -> Effects:
    """Send the win chances, or the expected results in a game for stakes."""
    table, presenter = session.table, session.presenter
    ply, undone, view = table.ply, table.undone, presenter.judge()

    def message(shares: list[float], draw: float | None) -> Message:
        return {"type": "chances", "ply": ply, "shares": shares, "draw": draw}

    def then(result: Any) -> Message | None:
        late = undone != table.undone  # with other events, `ply` means another position
        return None if late else message(*result)

    if table.log.over:
        end = WinProbability(table.game.shares(table.state.returns()), presenter.drawn())
        yield message(list(end.wins), end.draw)
    elif view is None:
        raise Refused(
            _("you cannot see expected results here")
            if stakes(table.game)
            else _("you cannot see win chances here")
        )
    else:
        yield Think("chances", (view,), then)


def at(session: Session, ply: int | None) -> Effects:
    """Show an earlier position."""
    if ply is None:
        yield Signal.REFRESH
        return
    if session.presenter.blind:
        raise Refused(_("you need a seat to look back in this game"))
    if ply > session.table.ply:
        raise Refused(_("the game has only {count} events", count=session.table.ply))
    yield session.presenter.at(ply)


def review(session: Session) -> Effects:
    """Send the review of a finished game."""
    table, presenter = session.table, session.presenter
    if not table.over:
        raise Refused(_("the game is not over"))
    record = table.record()
    if len(record.events) > MAX_REVIEWED:
        text = _("this game is too long to review here: {count} events")
        raise Refused(fill(text, count=len(record.events)))
    arguments = record, session.seat, table.names(session.seat)
    yield Think("review", arguments, lambda result: presenter.review(*result))


REQUESTS: dict[str, Callable[..., Effects]] = {
    "look": look,
    "act": act,
    "type": type_line,
    "preview": preview,
    "undo": undo,
    "hint": hint,
    "chances": chances,
    "solution": solution,
    "at": at,
    "review": review,
}
"""Requests by their message's type."""
