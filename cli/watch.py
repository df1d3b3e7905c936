"""`aicore watch`: games between computer players."""

from __future__ import annotations

from pathlib import Path

import click

from aicore.arena.match import Match
from aicore.cli.game_arguments import deal_from, load_game, require_writable
from aicore.cli.streams import say
from aicore.core.errors import AicoreError, SpecError
from aicore.core.language import gettext as _
from aicore.players import player


def run(
    game: str,
    specs: tuple[str, ...],
    levels: tuple[int, ...],
    seats: int | None,
    seed: str | None,
    options: tuple[tuple[str, str], ...],
    record: Path | None,
    delay: float,
    scroll: bool,
    as_json: bool,
) -> None:
    """Run `aicore watch`."""
    specs = (*specs, *(f"level:{level}" for level in levels))
    if not specs:
        raise click.UsageError(_("Missing argument 'SPEC...'."))
    if seats is None and len(specs) > 1:
        seats = len(specs)
    rules = load_game(game, seats, options)
    if len(specs) not in (1, rules.seats):
        raise click.UsageError(
            _("{given} players for {n} seats: name one for each seat, or a single one",
              given=len(specs), n=rules.seats)
        )  # fmt: skip
    players = [player(spec, rules) for spec in (specs if len(specs) > 1 else specs * rules.seats)]
    if any(one.NAME == "human" for one in players):
        raise SpecError(_("player human does not watch: people play with `aicore play`"))
    require_writable(record)

    match = Match(rules, players, deal_from(seed))
    match.ready()
    if as_json:
        match.finish()
    else:
        from aicore.cli.playback import show_match  # late: --json draws nothing

        show_match(match, delay, scroll)
    if record is not None:
        try:
            match.record().write(record)
        except (AicoreError, OSError):
            say(match.record().to_line())  # so that it can still be saved
            raise
    if as_json:
        say(match.record().to_line())
    elif record is not None:
        where = _("recorded in {file}", file=record)
        say(f"  {where}")
