"""Display of games on the terminal: recorded ones, and matches while they are played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from aicore.cli.narrator import Narrator
from aicore.cli.screen import draw, make_console
from aicore.cli.thinking import thinking
from aicore.cli.viewer import Viewer, WatchedFrame, WatchedGame, can_redraw
from aicore.coach.draws import win_probability
from aicore.core.errors import OptionError
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.record import Ply, Record, replay

if TYPE_CHECKING:
    from aicore.arena.match import Match
    from aicore.core.game import Game


def show_record(record: Record, seat: int | None, scroll: bool, person: int | None) -> None:
    """Show a recorded game. Raises OptionError."""
    console = make_console()
    game = record.load()
    if seat is not None and not 0 <= seat < game.seats:
        raise OptionError(
            _("--seat {seat}: this game has seats 0 to {last}", seat=seat, last=game.seats - 1)
        )
    narrator = Narrator(console, game.info, record.players, viewer=seat, person=person)
    # the seed reveals future luck, and with it the other seats' hidden information
    seed = None if seat is not None and not record.over else record.seed
    if can_redraw(console) and not scroll:
        last = _redraw_record(list(replay(record, unfinished=True)), game, narrator, seat)
        narrator.title(game, seed)
    else:
        narrator.title(game, seed)
        last = _scroll_record(replay(record, unfinished=True), narrator, seat)
    if record.finished:
        narrator.result(last.state)
    elif record.resigned is not None:
        narrator.resigned(game, record.resigned)
    else:
        stops = ngettext(
            "Unfinished: the record stops after {n} move.",
            "Unfinished: the record stops after {n} moves.",
            len(record.events),
        )
        console.print(stops)


def _redraw_record(plies: list[Ply], game: Game, narrator: Narrator, seat: int | None) -> Ply:
    """Show the game in one place of the screen, at the person's pace. Return its last ply."""
    left = iter(plies)

    def more() -> WatchedFrame | None:
        for ply in left:
            if ply.turn == "chance" and ply.event is not None:
                narrator.hear(ply)
                continue
            position = ply.state if seat is None else ply.state.view(seat)
            text = tuple(narrator.gathered())
            narrator.hear(ply)
            drawn = game.info.drawing.draw(position, names=narrator.names)
            judge = partial(win_probability, ply.state, seat)
            return WatchedFrame(ply.number, ply.state.turn, drawn, text, judge)
        return None

    Viewer(narrator.console, WatchedGame(game, narrator.names, more)).run()
    return plies[-1]


def _scroll_record(plies: Iterator[Ply], narrator: Narrator, seat: int | None) -> Ply:
    """Print the position before each turn, and the turn's events. Return the last ply."""
    for ply in plies:
        position = ply.state if seat is None else ply.state.view(seat)
        if ply.turn == "chance" and ply.event is not None:
            narrator.hear(ply)
            continue
        if narrator.has_turn(ply.state) or ply.event is None:
            narrator.flush()
            narrator.console.print(draw(position, names=narrator.names))
        narrator.hear(ply)
    return ply


def show_match(match: Match, delay: float, scroll: bool) -> None:
    """Show a match while it is played."""
    console = make_console()
    narrator = Narrator(console, match.game.info, [player.spec for player in match.players])
    if can_redraw(console) and not scroll:
        _redraw_match(match, narrator, delay)
        narrator.title(match.game, match.deal.seed)
    else:
        _scroll_match(match, narrator, delay)
    if match.over:
        narrator.result(match.state)
    else:
        left = ngettext("You left after {n} move.", "You left after {n} moves.", len(match.events))
        console.print(left)


def _redraw_match(match: Match, narrator: Narrator, delay: float) -> None:
    """Show the game in one place of the screen, while it is played."""
    Viewer(narrator.console, watched_match(match, narrator), delay or 1.0, playing=True).run()


def watched_match(match: Match, narrator: Narrator) -> WatchedGame:
    """Return the frames of a match, which is played only when the viewer asks for more."""

    def more() -> WatchedFrame | None:
        if match.over:
            return None
        if watched.frames:
            match.step(narrator.hear)
        while match.state.turn < 0 and not match.over:
            match.step(narrator.hear)
        text = tuple(narrator.gathered())
        state = match.state
        drawn = match.game.info.drawing.draw(state, names=narrator.names)
        return WatchedFrame(
            len(match.events), state.turn, drawn, text, partial(win_probability, state)
        )

    watched = WatchedGame(match.game, narrator.names, more)
    return watched


def _scroll_match(match: Match, narrator: Narrator, delay: float) -> None:
    """Print the position before each turn, and the turn's events."""
    narrator.title(match.game, match.deal.seed)
    while not match.over:
        seat = match.state.turn
        if seat < 0:
            match.step(narrator.hear)
            continue
        if narrator.has_turn(match.state):
            narrator.flush()
            narrator.console.print(draw(match.state, names=narrator.names))
        what = _("{who} is thinking", who=narrator.names[seat])
        with thinking(narrator.console, what, game=match.game) as progress:
            match.step(narrator.hear, progress)
        time.sleep(delay)
    narrator.flush()
    narrator.console.print(draw(match.state, names=narrator.names))
