"""`aicore play`: a person against computer players, or alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.arena.match import Match
from aicore.cli.game_arguments import allow, deal_from, load_game, require_writable
from aicore.cli.lobby import Lobby
from aicore.cli.post_game import end_of_input, finish, leave, what_next
from aicore.cli.saved_games import latest_unfinished
from aicore.cli.saves import read_save
from aicore.cli.screen import make_console
from aicore.cli.seating import (
    SeatPlan,
    bounded,
    choose_seat,
    current_spec,
    duel_spec,
    level_spec,
    seat_specs,
    seats_named,
    without_auto,
)
from aicore.cli.session import TerminalSession
from aicore.cli.streams import is_interactive
from aicore.cli.typed_commands import Leave
from aicore.core.errors import AicoreError, MistakeError
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.registry import info
from aicore.players import player
from aicore.players.defaults import levels_of
from aicore.players.spec import AUTO
from aicore.session.seat_labels import player_title

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.core.record import Record


def run(
    game: str | None,
    vs: tuple[str, ...],
    level: int | str | None,
    seats: int | None,
    seat: int | None,
    seconds: float | None,
    sims: int | None,
    seed: str | None,
    options: tuple[tuple[str, str], ...],
    record: Path | None,
    resume: Path | None,
    trust: bool,
) -> None:
    """Run `aicore play`."""
    if seconds is not None and sims is not None:
        raise click.UsageError(_("--time and --sims cannot be combined: choose one"))
    for spec in vs:
        if spec.isdecimal():
            raise click.UsageError(
                _("--vs {spec}: --vs takes a player; for a level, use --level {spec}", spec=spec)
            )
    if level is not None:
        if vs or seconds is not None or sims is not None or resume is not None:
            raise click.UsageError(
                _("--level cannot be combined with --vs, --time, --sims or --resume")
            )
        vs = level_spec(game, level)
    given = (game, vs, level, seats, seat, seconds, sims, seed, options, record, resume)
    if all(value in (None, ()) for value in given):
        resume = _unfinished()
    bound = ("time", seconds) if seconds is not None else ("sims", sims)
    saved = None
    auto: frozenset[int] = frozenset()
    if resume is not None:
        fixed = {"--seats": seats, "--seat": seat, "--seed": seed, "--option": options or None}
        for name, value in fixed.items():
            if value is not None:
                raise click.UsageError(
                    _("{option} cannot be used with --resume: the saved game sets it", option=name)
                )
        saved = _read_save(resume, game, vs, trust)
        rules = saved.load()
        if rules.seats > 1 and (vs or bound[1] is not None):
            raise click.UsageError(
                _("--vs, --time and --sims cannot be used with --resume: the saved game sets them")
            )
        specs = [current_spec(spec, rules) for spec in saved.players]
        if saved.rival is not None and not vs:
            vs = (current_spec(saved.rival, rules),)
        deal = saved.deal
    else:
        if game is None:
            game, seats, vs = _ask_for_game(seats, vs, level)
        rules = load_game(game, seats_named(game, seats, vs), options)
        named, vs = vs or ("mcts",), without_auto(game, vs)
        deal = deal_from(seed)
        seat = choose_seat(rules, seat, deal)
        specs = seat_specs(rules, seat, [bounded(spec, bound) for spec in vs or ("mcts",)])
        by_seat = seat_specs(rules, seat, list(named)) if rules.seats > 1 else []
        auto = frozenset(seat for seat, spec in enumerate(by_seat) if spec.strip() == AUTO)
    duel = duel_spec(vs, bound) if rules.seats == 1 else None
    require_writable(record)
    players = [player(spec, rules) for spec in specs]
    rival = player(duel, rules) if duel else None
    plan: SeatPlan | None = SeatPlan(
        rules, deal, seed, specs.index("human"), players, rival, record, resume, saved, auto
    )
    while plan is not None:
        plan = _play(plan)


def _read_save(resume: Path, game: str | None, named: tuple[str, ...], trust: bool) -> Record:
    """Return the saved game to resume, once the person allows the programs that it names."""

    def look(record: Record) -> None:
        rival = [record.rival] if record.rival is not None and not named else []
        allow(resume, record.game, record.options, [*record.players, *rival], trust)

    saved = read_save(resume, look)
    if game not in (None, saved.game):
        raise click.UsageError(
            _("{file} contains a game of {game}, not of {other}",
              file=resume, game=saved.game, other=game)
        )  # fmt: skip
    return saved


def _unfinished() -> Path | None:
    """Return the file of an unfinished game that a person at a terminal wants to continue."""
    saved = latest_unfinished(begun=True) if is_interactive() else None
    if saved is None:
        return None
    try:
        return saved.file if Lobby(make_console()).wants_to_continue(saved.summary) else None
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


def _ask_for_game(
    seats: int | None, vs: tuple[str, ...], level: int | str | None
) -> tuple[str, int, tuple[str, ...]]:
    """Return the game, the seats and the opponents that a person at a terminal chooses."""
    if not is_interactive():
        raise click.UsageError(_("name a GAME (see `aicore games`), or use --resume FILE"))
    lobby = Lobby(make_console())
    try:
        game = info(lobby.game())
        seats = seats or lobby.seats(game)
        vs = vs or (level_spec(game.name, level) if level is not None else ())
        spec = None if vs else lobby.opponent(game, levels_of(game))
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None
    return game.name, seats, vs or ((spec,) if spec else ())


def _play(plan: SeatPlan) -> SeatPlan | None:
    """Play a game. Return the person's next plan, if any."""
    console = make_console()
    match = Match(plan.rules, plan.players, plan.deal)
    saved = plan.saved.to_line() if plan.saved is not None else None
    rival = plan.rival.spec if plan.rival is not None else None
    session = TerminalSession(console, match, plan.seat, plan.resume, saved, rival)
    session.narrator.title(plan.rules, plan.seed)
    if plan.rival is not None:
        name = player_title(plan.rival.spec, plan.rules.info)
        note = _("{who} plays the same deal after you", who=name)
        console.print(f"  {note}", style="dim")
    if plan.saved is not None:
        match.restore(plan.saved.events)
        moves = sum(isinstance(actor, int) for actor, _event in plan.saved.events)
        note = ngettext("resumed after {n} move", "resumed after {n} moves", moves)
        how = _("? lists the commands")
        console.print(f"  {note}; {how}", style="dim")
    else:
        session.narrator.aim(plan.rules)
    while _play_to_end(console, plan, session):
        finish(console, plan, session)
        following = what_next(console, plan, session) if session.prompt.interactive else None
        if following is not plan:
            return following
        session.take_back()
    return None


def _play_to_end(console: Console, plan: SeatPlan, session: TerminalSession) -> bool:
    """Play the game. Return whether it reached its end.

    Otherwise save it and print the command that resumes it.

    Raises AicoreError if the game fails, SystemExit(130) for Ctrl-C.
    """
    try:
        session.get_ready()
        if session.run():
            return True
        leave(console, plan, session)
    except Leave:  # before the first move: an opponent could not start
        leave(console, plan, session)
    except EOFError:
        console.print()
        if session.prompt.interactive:
            leave(console, plan, session)
        else:
            end_of_input(console, plan, session)
    except KeyboardInterrupt:
        console.print()
        leave(console, plan, session)
        raise SystemExit(130) from None
    except MistakeError:  # the author's mistake: the error names the line
        leave(console, plan, session)
        raise
    except Exception as error:  # a bug of ours must not lose the game
        leave(console, plan, session)
        what = f"{type(error).__name__}: {error}"
        raise AicoreError(_("the game stopped: {error}", error=what)) from error
    return False
