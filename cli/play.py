"""`aicore play`: a person against computer players, or alone."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.options import (
    GAME,
    PATH,
    SPEC,
    allow_engines,
    deal_from,
    examples,
    load_game,
    record_option,
    require_writable,
    rules_option,
    seats_option,
    seed_option,
    trust_option,
)

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.cli.session import Session
    from aicore.core.deal import Deal
    from aicore.core.game import Game
    from aicore.core.record import Record
    from aicore.players import Player


@examples(
    """
    aicore play tic_tac_toe
    aicore play booster --vs mcts:sims=5000 --vs greedy --seat 0
    aicore play booster --level 3
    aicore play booster --seats 3 --time 2 --record games.jsonl
    aicore play ransom                 alone, for the score
    aicore play ransom --vs mcts       a duel on the same deal
    aicore play --resume FILE          go on with a saved game
    """
)
@click.command()
@click.argument("game", type=GAME, required=False)
@click.option(
    "--vs",
    type=SPEC,
    multiple=True,
    metavar="SPEC",
    help="An opponent (see `aicore players`); one for each other seat, or one for all of them. "
    "Default: mcts.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 9),
    metavar="1-9",
    help="The opponents' strength, from beginner to full, instead of --vs.",
)
@seats_option
@click.option("--seat", type=int, metavar="K", help="Your seat, from 0; drawn if not given.")
@click.option("--time", "seconds", type=float, metavar="S", help="Opponents think S seconds.")
@click.option("--sims", type=int, metavar="N", help="Opponents make N simulations.")
@seed_option
@rules_option
@record_option
@click.option("--resume", type=PATH, metavar="FILE", help="Go on with the saved game in this file.")
@trust_option
def play(
    game: str | None,
    vs: tuple[str, ...],
    level: int | None,
    seats: int | None,
    seat: int | None,
    seconds: float | None,
    sims: int | None,
    seed: str | None,
    options: tuple[tuple[str, str], ...],
    record: Path | None,
    resume: Path | None,
    trust_engines: bool,
) -> None:
    """Play GAME against computer players.

    In play, type a move as it is listed, its number, or the beginnings of its words; Tab completes.
    hint, undo, why, moves, board, save, rules, quit and ? do what they say. Ctrl-C leaves; while an
    opponent thinks it asks for a move now. The game is kept. Without GAME you are asked for one.
    A game for one seat is played alone, or with --vs as a duel: both play the same deal.
    """
    from aicore.players import player

    if seconds is not None and sims is not None:
        raise click.UsageError("--time and --sims: give one of them")
    if level is not None:
        if vs or seconds is not None or sims is not None or resume is not None:
            raise click.UsageError("--level stands for --vs, --time and --sims: give it alone")
        vs = _level_spec(game, level)
    bound = ("time", seconds) if seconds is not None else ("sims", sims)
    saved = None
    if resume is not None:
        fixed = {"--seats": seats, "--seat": seat, "--seed": seed, "--option": options or None}
        for name, value in fixed.items():
            if value is not None:
                raise click.UsageError(f"{name} does not go with --resume: the saved game has it")
        saved = _read_save(resume, game)
        rules = saved.load()
        if rules.seats > 1 and (vs or bound[1] is not None):
            raise click.UsageError("--vs, --time and --sims do not go with --resume here")
        specs = [_known(spec, rules) for spec in saved.players]
        allow_engines(resume, specs, trust_engines)
        deal = saved.deal
    else:
        if game is None:
            game, seats, vs = _ask_what(seats, vs)
        rules = load_game(game, _seats(game, seats, vs), options)
        deal = deal_from(seed)
        seat = _choose_seat(rules, seat, deal)
        specs = _seat_specs(rules, seat, [_bounded(spec, bound) for spec in vs or ("mcts",)])
    duel = _duel_spec(vs, bound) if rules.seats == 1 else None
    require_writable(record)
    players = [player(spec, rules) for spec in specs]
    rival = player(duel, rules) if duel else None
    plan: _Plan | None = _Plan(
        rules, deal, seed, specs.index("human"), players, rival, record, resume, saved
    )
    while plan is not None:
        plan = _play(plan)


@dataclass
class _Plan:
    """What was asked for, checked and complete.

    Args:
        seed: as it was given; None for a deal that nobody knows.
        seat: the person's.
        rival: who plays the same deal after the person, in a game for one.
    """

    rules: Game
    deal: Deal
    seed: str | None
    seat: int
    players: list[Player]
    rival: Player | None
    record: Path | None
    resume: Path | None = None
    saved: Record | None = None

    def another(self, swap: bool) -> _Plan:
        """The same table with a new deal; with `swap` everybody moves on by a seat."""
        step = 1 if swap else 0
        seats = self.rules.seats
        return replace(
            self,
            deal=deal_from(None),
            seed=None,
            seat=(self.seat + step) % seats,
            players=[self.players[(seat - step) % seats] for seat in range(seats)],
            resume=None,
            saved=None,
        )


def _read_save(resume: Path, game: str | None) -> Record:
    from aicore.cli.saves import read_save

    saved = read_save(resume)
    if game not in (None, saved.game):
        raise click.UsageError(f"{resume} holds a game of {saved.game}, not of {game}")
    return saved


def _known(spec: str, rules: Game) -> str:
    """A saved player's spec, or its name alone where an earlier version had keys of its own."""
    from aicore.cli.streams import say
    from aicore.core.errors import SpecError
    from aicore.players import player
    from aicore.players.spec import split

    try:
        player(spec, rules)
    except SpecError as error:
        name = split(spec)[0]
        player(name, rules)
        say(f"{error}; {name} plays on as it is now", error=True)
        return name
    return spec


def _level_spec(game: str | None, level: int) -> tuple[str, ...]:
    from aicore.core.registry import info
    from aicore.players.defaults import levels_of

    if game is None:
        return ()
    ladder = levels_of(info(game))
    if not ladder:
        raise click.UsageError(f"{game} has no levels: name an opponent with --vs")
    return (ladder[level - 1],)


def _seats(game: str, seats: int | None, vs: tuple[str, ...]) -> int | None:
    """The number of seats, if the command line says it: several opponents each need one."""
    from aicore.core.registry import info

    if seats is None and len(vs) > 1 and info(game).seats[1] > 1:
        return len(vs) + 1
    return seats


def _choose_seat(rules: Game, seat: int | None, deal: Deal) -> int:
    if seat is None:
        return deal.seat_for_person(rules.seats)  # drawn, and yet the same for the same seed
    if not 0 <= seat < rules.seats:
        raise click.UsageError(f"--seat {seat}: {rules.name} has seats 0 to {rules.seats - 1} here")
    return seat


def _bounded(spec: str, bound: tuple[str, float | None]) -> str:
    """The spec with this bound on its search, if the player knows it and the spec sets none."""
    from aicore.players import player_class
    from aicore.players.spec import split

    name, given = split(spec)
    key, value = bound
    bounds = [parameter.name for parameter in player_class(name).PARAMETERS if parameter.bound]
    if value is None or key not in bounds or any(other in given for other in bounds):
        return spec
    return f"{spec}{',' if given else ':'}{key}={value}"


def _seat_specs(rules: Game, seat: int, vs: list[str]) -> list[str]:
    """The specs of all seats, the person's among them."""
    others = rules.seats - 1
    if any(spec.partition(":")[0].strip() == "human" for spec in vs):
        raise click.UsageError("--vs human: there is one person in a game")
    if rules.seats > 1 and len(vs) not in (1, others):
        raise click.UsageError(
            f"{len(vs)} times --vs for {others} other {'seats' if others > 1 else 'seat'}: "
            "give one for each, or one for all"
        )
    specs = vs * others if len(vs) == 1 else list(vs)
    return [*specs[:seat], "human", *specs[seat:]] if rules.seats > 1 else ["human"]


def _duel_spec(vs: tuple[str, ...], bound: tuple[str, float | None]) -> str | None:
    if len(vs) > 1:
        raise click.UsageError("a duel has one opponent: give --vs once")
    return _bounded(vs[0], bound) if vs else None


def _ask_what(seats: int | None, vs: tuple[str, ...]) -> tuple[str, int, tuple[str, ...]]:
    """The game, the seats and the opponents, from a person at a terminal."""
    from aicore.cli.lobby import Lobby
    from aicore.cli.screen import is_interactive, make_console
    from aicore.core.registry import info
    from aicore.players.defaults import levels_of

    if not is_interactive():
        raise click.UsageError("name a GAME (see `aicore games`), or --resume FILE")
    lobby = Lobby(make_console())
    try:
        game = info(lobby.game())
        seats = seats or lobby.seats(game)
        spec = None if vs else lobby.opponent(game, levels_of(game))
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None
    return game.name, seats, vs or ((spec,) if spec else ())


def _play(plan: _Plan) -> _Plan | None:
    """Play a game. Returns what the person wants to play next, if anything."""
    from aicore.arena.match import Match
    from aicore.cli.screen import make_console
    from aicore.cli.session import Session
    from aicore.core.errors import AicoreError
    from aicore.players.human import Human

    console = make_console()
    match = Match(plan.rules, plan.players, plan.deal)
    saved = plan.saved.to_line() if plan.saved is not None else None
    session = Session(console, match, plan.seat, plan.resume, saved)
    person = plan.players[plan.seat]
    assert isinstance(person, Human)
    person.ask = session.ask
    session.teller.title(plan.rules, plan.seed)
    if plan.rival is not None:
        console.print(f"  {plan.rival.name} plays the same deal after you", style="dim")
    if plan.saved is not None:
        match.restore(plan.saved.events)
        console.print(f"  resumed after {len(plan.saved.events)} plies", style="dim")
    else:
        session.teller.aim(plan.rules)
    try:
        session.get_ready()
        if not session.run():
            _leave(console, plan, session)
            return None
    except EOFError:
        console.print()
        if session.prompt.interactive:
            _leave(console, plan, session)
        else:
            _end_of_input(console, plan, session)
        return None
    except KeyboardInterrupt:
        console.print()
        _leave(console, plan, session)
        raise SystemExit(130) from None
    except Exception as error:  # a mistake of ours must not cost the game
        _leave(console, plan, session)
        raise AicoreError(f"the game stopped: {type(error).__name__}: {error}") from error
    _finish(console, plan, session)
    return _what_next(console, plan, session) if session.prompt.interactive else None


def _leave(console: Console, plan: _Plan, session: Session) -> None:
    """Save the game and say how to go on."""
    file = session.rescue()
    command = session.resume_command()
    if plan.rival:
        command += f" --vs {shlex.quote(plan.rival.spec)}"
    if plan.record:
        command += f" --record {shlex.quote(str(plan.record))}"
    console.print(f"  The game is saved in {file}", soft_wrap=True)
    console.print(f"  To go on:  {command}", soft_wrap=True)


def _end_of_input(console: Console, plan: _Plan, session: Session) -> None:
    if plan.record is None:
        console.print("End of input: the game stops unfinished, not saved (--record FILE would).")
        return
    file = session.rescue(plan.record)
    console.print(f"End of input: the game stops unfinished, saved in {file}", soft_wrap=True)


def _finish(console: Console, plan: _Plan, session: Session) -> None:
    """Show the result, keep the record, and let the rival of a duel play."""
    match = session.match
    session.teller.result(match.state)
    if session.prompt.interactive:  # what was kept at each decision has the end now, too
        kept = session.rescue()
        if not plan.record:
            done = "recorded" if plan.resume else "kept"
            console.print(f"  {done} in {kept}", style="dim", soft_wrap=True)
    file = plan.record or (None if session.prompt.interactive else plan.resume)
    if file is not None:
        console.print(f"  recorded in {session.rescue(file)}", style="dim", soft_wrap=True)
    if plan.seed is None and isinstance(match.deal.seed, str):
        console.print(f"  the same deal again: --seed {match.deal.seed}", style="dim")
    if plan.rival is not None:
        from aicore.cli.duel import duel

        duel(console, match, plan.rival)


def _what_next(console: Console, plan: _Plan, session: Session) -> _Plan | None:
    """Ask what a person who has finished a game would like."""
    from rich.text import Text

    from aicore.cli.review import show_review
    from aicore.cli.thinking import thinking
    from aicore.study.review import points

    choices = {
        "again": "the same table, a new deal",
        "swap": "the same, a seat further",
        "review": "who stood how, and where it turned",
        "quit": "leave",
    }
    if plan.rules.seats == 1:
        del choices["swap"]
    console.print()
    for name, about in choices.items():
        console.print(Text.assemble("  ", (f"{name:8}", "bold"), about))
    while True:
        try:
            typed = session.prompt.read("what next > ", list(choices)).casefold()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        chosen = [name for name in choices if typed and name.startswith(typed)]
        if chosen == ["review"]:
            with thinking(console, "the review"):
                course = points(session.match.record(), plan.seat)
            show_review(console, plan.rules, course, plan.seat, session.teller.cast)
        elif chosen in (["again"], ["swap"]):
            return plan.another(swap=chosen == ["swap"])
        elif chosen == ["quit"] or typed in ("q", "exit"):
            return None
        else:
            console.print(f"  one of {', '.join(choices)}", style="red")
