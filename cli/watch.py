"""`aicore watch`: computer players among themselves."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.options import (
    GAME,
    SPEC,
    Number,
    deal_from,
    examples,
    levels_option,
    load_game,
    record_option,
    require_writable,
    rules_option,
    seats_option,
    seed_option,
)
from aicore.cli.streams import say

if TYPE_CHECKING:
    from aicore.arena.match import Match
    from aicore.cli.telling import Teller
    from aicore.cli.viewer import WatchedGame


@examples(
    """
    aicore watch tic_tac_toe mcts random
    aicore watch booster mcts greedy random --delay 1
    aicore watch booster mcts mcts --option target=15 --record games.jsonl
    aicore watch connect_four level:3 level:5
    aicore watch ransom mcts:sims=500 --seed 7 --json
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.argument("specs", type=SPEC, nargs=-1, metavar="[SPEC...]")
@levels_option
@seats_option
@seed_option
@rules_option
@record_option
@click.option(
    "--delay", type=Number(0, 60), default=0.0, metavar="S", help="Seconds between moves."
)
@click.option("--scroll", is_flag=True, help="Print one position below the other, as in a pipe.")
@click.option("--json", "as_json", is_flag=True, help="Print only the game's record.")
def watch(
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
    """Watch computer players play GAME, all cards open.

    There is a SPEC for each seat; a single one plays every seat. On a terminal the game is drawn in
    place: space plays and stops, the arrows step, n goes to the next turn, q leaves.
    """
    from aicore.arena.match import Match
    from aicore.core.errors import AicoreError, SpecError
    from aicore.players import player

    specs = (*specs, *(f"level:{level}" for level in levels))
    if not specs:
        raise click.UsageError("Missing argument 'SPEC...'.")
    if seats is None and len(specs) > 1:
        seats = len(specs)
    rules = load_game(game, seats, options)
    if len(specs) not in (1, rules.seats):
        raise click.UsageError(
            f"{len(specs)} players for {rules.seats} seats: name one for each seat, or a single one"
        )
    players = [player(spec, rules) for spec in (specs if len(specs) > 1 else specs * rules.seats)]
    if any(one.NAME == "human" for one in players):
        raise SpecError("player human does not watch: people play with `aicore play`")
    require_writable(record)

    match = Match(rules, players, deal_from(seed))
    match.ready()
    if as_json:
        match.finish()
    else:
        _show(match, delay, scroll)
    if record is not None:
        try:
            match.record().write(record)
        except (AicoreError, OSError):
            say(match.record().to_line())  # it can still be kept
            raise
    if as_json:
        say(match.record().to_line())
    elif record is not None:
        say(f"  recorded in {record}")


def _show(match: Match, delay: float, scroll: bool) -> None:
    from aicore.cli.screen import make_console
    from aicore.cli.telling import Teller
    from aicore.cli.viewer import can_redraw

    console = make_console()
    teller = Teller(console, [player.spec for player in match.players])
    if can_redraw(console) and not scroll:
        _redraw(match, teller, delay)
        teller.title(match.game, match.deal.seed)
    else:
        _scroll(match, teller, delay)
    if match.over:
        teller.result(match.state)
    else:
        console.print(f"Left after {len(match.events)} moves.")


def _redraw(match: Match, teller: Teller, delay: float) -> None:
    """Show the game in place, as it is played."""
    from aicore.cli.viewer import Viewer

    Viewer(teller.console, course_of(match, teller), delay or 1.0, playing=True).run()


def course_of(match: Match, teller: Teller) -> WatchedGame:
    """The course of a match that is played as far as somebody looks."""
    from aicore.cli.viewer import WatchedFrame, WatchedGame
    from aicore.study.draws import win_probability

    def more() -> WatchedFrame | None:
        if match.over:
            return None
        if course.frames:
            match.step(teller.hear)
        while match.state.turn < 0 and not match.over:
            match.step(teller.hear)
        text = tuple(teller.gathered())
        state = match.state
        drawn = match.game.info.drawing.draw(state, names=teller.names)
        return WatchedFrame(
            len(match.events), state.turn, drawn, text, partial(win_probability, state)
        )

    course = WatchedGame(match.game, teller.names, more)
    return course


def _scroll(match: Match, teller: Teller, delay: float) -> None:
    """Print where each turn begins, and what happens in it."""
    from aicore.cli.screen import draw
    from aicore.cli.thinking import thinking

    teller.title(match.game, match.deal.seed)
    while not match.over:
        seat = match.state.turn
        if seat < 0:
            match.step(teller.hear)
            continue
        if teller.has_turn(match.state):
            teller.flush()
            teller.console.print(draw(match.state, names=teller.names))
        with thinking(teller.console, teller.names[seat]) as progress:
            match.step(teller.hear, progress)
        time.sleep(delay)
    teller.flush()
    teller.console.print(draw(match.state, names=teller.names))
