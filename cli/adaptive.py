"""`level:auto`: an opponent whose level follows from the person's saved games."""

from __future__ import annotations

import click

from aicore.cli.saved_games import SavedGame, saved_games
from aicore.coach.adapt import next_level
from aicore.core.errors import SpecError
from aicore.core.language import gettext as _
from aicore.core.registry import info
from aicore.players.defaults import levels_of
from aicore.players.spec import AUTO
from aicore.session.seat_labels import level_of


def auto_level(game: str) -> int:
    """Return the level to play next, from the person's finished games of `game`.

    Raises click.UsageError for a game without levels, or with one seat.
    """
    about = info(game)
    if not levels_of(about):
        raise click.UsageError(_("{game} has no levels: name an opponent with --vs", game=game))
    if about.seats[1] == 1:
        raise click.UsageError(
            _("{auto}: you play {game} alone, so choose a level from 1 to 9", auto=AUTO, game=game)
        )
    played = [
        saved for saved in reversed(saved_games()) if saved.record.game == game
    ]  # oldest first
    return next_level([result for result in map(outcome, played) if result is not None])


def outcome(saved: SavedGame) -> tuple[int, float] | None:
    """Return the opponents' mean level, and the share of them that the person beat.

    Return None if the game is unfinished, or an opponent has no level.
    """
    record = saved.record
    if not record.over:
        return None
    about = info(record.game)
    try:
        levels = [level_of(spec, about) for spec in record.players if spec != "human"]
    except SpecError:  # a player of an earlier version
        return None
    known = [level for level in levels if level is not None]
    if not known or len(known) < len(levels):
        return None
    level = round(sum(known) / len(known))
    if record.returns is None:  # somebody resigned
        return level, float(record.resigned != saved.seat)
    mine = record.returns[saved.seat]
    others = [value for seat, value in enumerate(record.returns) if seat != saved.seat]
    beaten = sum((mine > other) + (mine == other) / 2 for other in others)
    return level, beaten / len(others)
