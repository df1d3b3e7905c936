"""`aicore tournament`: many games between players, and conclusions about their strength."""

from __future__ import annotations

import itertools
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import aicore
from aicore.arena import optional_deps
from aicore.arena.block_runner import GameRow
from aicore.arena.cluster import Cluster, require_scheduler
from aicore.arena.config import Config, Sprt
from aicore.arena.growth import grown
from aicore.arena.openings import read_openings
from aicore.arena.plan import Plan, configure, make_players, rules_digest
from aicore.arena.programs import program_digests
from aicore.arena.report import rounds
from aicore.arena.schedules import PlayableBlocks
from aicore.arena.store import Store, TakenError, check_same, missing, taken
from aicore.arena.summary import anchored, summarize
from aicore.arena.tournament import Backend, blocks_of
from aicore.arena.tournament import run as play
from aicore.arena.workers import Blocks, Workers
from aicore.cli.game_arguments import allow, load_game
from aicore.cli.options import DEFAULT_GAMES, DEFAULT_MOVE_TIME
from aicore.cli.outputs import outputs_of
from aicore.cli.screen import grouped, make_console
from aicore.cli.streams import aicore_command, say, shell_word
from aicore.cli.tournament_lines import JsonLines, Lines, PeriodicReport
from aicore.cli.tournament_live import Live
from aicore.cli.tournament_page import LivePage
from aicore.cli.tournament_report import show
from aicore.core.errors import AicoreError
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.processors import processors
from aicore.core.sources import called
from aicore.players.spec import split

INTERRUPTED = 130  # exit code


def run(
    game: str | None,
    specs: tuple[str, ...],
    levels: tuple[int, ...],
    games: int | None,
    style: str | None,
    rounds: int | None,
    team: int | None,
    openings: Path | None,
    opening_plies: int | None,
    adjudicate: tuple[str, ...],
    clock: tuple[float, float] | None,
    sprt: tuple[float, float] | None,
    elo: str | None,
    anchor: tuple[str, float] | None,
    seats: int | None,
    seed: str | None,
    options: tuple[tuple[str, str], ...],
    move_time: float | None,
    luck: bool | None,
    file: Path | None,
    resume: Path | None,
    added: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    trust: bool,
    dry_run: bool,
    html: str | None,
    json_lines: bool,
    quiet: bool,
) -> int:
    """Run `aicore tournament`."""
    specs = (*specs, *(f"level:{level}" for level in levels))
    if cluster is not None:
        optional_deps.require_cluster()
        if jobs is not None:
            raise click.UsageError(
                _("--jobs cannot be used with --cluster, which has its own workers")
            )
        require_scheduler(cluster)
    if file is not None and resume is not None:
        raise click.UsageError(
            _("--file cannot be used with --resume, which continues an existing file")
        )
    if added and resume is None:
        raise click.UsageError(
            _("--add needs --resume FILE. In a new tournament, list all players")
        )
    if clock is not None and move_time is not None:
        raise click.UsageError(_("--clock cannot be used with --move-time, which it replaces"))
    if openings is not None and opening_plies is not None:
        raise click.UsageError(_("--openings cannot be used with --opening-plies: choose one"))
    if seed == "":
        raise click.UsageError(_("--seed needs a number or a word"))
    given = {
        "games": games, "format": style, "sprt": sprt, "elo": elo, "seats": seats, "seed": seed,
        "options": options or None, "move_time": move_time, "luck": luck, "rounds": rounds,
        "team": team, "openings": openings, "drawn": opening_plies,
        "adjudicate": tuple(dict.fromkeys(adjudicate)) or None, "clock": clock,
    }  # fmt: skip
    if dry_run:
        if file is not None and file.exists():
            raise taken(file)
        return _show_plan(file or resume, game, specs, added, given, trust, jobs, json_lines)
    outputs_of({"--html": html}, resume)  # raises for a page that must not be written
    if resume is None:
        store = _begin(file, game, specs, given)
    else:
        store = _continue(resume, game, specs, added, given, trust)
    games_played = True
    try:
        with store:
            try:
                if anchor is not None:
                    anchored(store.config, *anchor)  # raises for a name that does not play
                return _play(store, jobs, cluster, html, json_lines, quiet, games, anchor)
            finally:
                games_played = store.count() > 0
    except (AicoreError, click.ClickException):
        if resume is None and not games_played:  # leave the name to the corrected command
            store.path.unlink(missing_ok=True)
        raise


def _begin(
    file: Path | None, game: str | None, specs: tuple[str, ...], given: dict[str, Any]
) -> Store:
    if game is None:
        raise click.UsageError(_("Missing argument 'GAME'."))
    config = _configure(game, specs, given)
    if file is not None:
        return Store.create(file, config)
    for path in _file_names(game):
        try:
            return Store.create(path, config)
        except TakenError:  # possibly by another process just now
            continue
    raise AssertionError


def _file_names(game: str) -> Iterator[Path]:
    """Yield names for a new file: booster.tournament, booster-2.tournament, ..."""
    name = called(game)
    yield Path(f"{name}.tournament")
    for number in itertools.count(2):
        yield Path(f"{name}-{number}.tournament")


def _configure(game: str, specs: tuple[str, ...], given: dict[str, Any]) -> Config:
    rules = load_game(game, given["seats"], given["options"] or ())
    test = _sprt_of(given)
    if test is not None and given["format"] is not None:
        raise click.UsageError(
            _("--format cannot be used with --sprt: the first player always plays the second")
        )
    move_time = given["move_time"]
    return configure(
        rules,
        specs,
        format=given["format"] or "round-robin",
        games=given["games"] or DEFAULT_GAMES,
        seed=given["seed"],
        sprt=test,
        move_time=_move_time(move_time, given["clock"]),
        capped=given["games"] is not None or test is None,
        luck=given["luck"] is not False,
        introduce=True,
        rounds=given["rounds"],
        team=given["team"] or 1,
        openings=read_openings(given["openings"], rules) if given["openings"] else (),
        drawn=given["drawn"] or 0,
        adjudicate=given["adjudicate"] or (),
        clock=given["clock"],
    )


def _move_time(given: float | None, clock: tuple[float, float] | None) -> float:
    """Return the seconds for a decision; 0, which is no limit, with a clock."""
    if given is not None:
        return given
    return 0.0 if clock is not None else DEFAULT_MOVE_TIME


def _sprt_of(given: dict[str, Any]) -> Sprt | None:
    if given["sprt"] is None:
        if given["elo"] is not None:
            raise click.UsageError(_("--elo sets the scale of --sprt: add --sprt ELO0,ELO1"))
        return None
    low, high = given["sprt"]
    return Sprt(low, high, given["elo"] or "logistic")


def _continue(
    path: Path,
    game: str | None,
    specs: tuple[str, ...],
    added: tuple[str, ...],
    given: dict[str, Any],
    trusted: bool,
) -> Store:
    """Open a file to continue it; the command line must not contradict it, but may extend it."""
    store = Store.open(path)
    try:
        wanted = _extended(store, path, game, specs, added, given, trusted)
        if wanted != store.config:
            store.grow(wanted)
        if store.finished is None:  # the players' files may have changed
            for player in make_players(wanted, wanted.load()).values():
                player.close()
    except BaseException:
        store.close()
        raise
    return store


def _extended(
    store: Store,
    path: Path,
    game: str | None,
    specs: tuple[str, ...],
    added: tuple[str, ...],
    given: dict[str, Any],
    trusted: bool,
) -> Config:
    """Return the configuration of a file, larger if the command line asks for more."""
    stored = store.config
    growing = ("games", "rounds")
    settings = {name: value for name, value in given.items() if name not in growing}
    joining = (*specs[len(stored.players) :], *added)
    larger = bool(joining) or any(given[name] is not None for name in growing)
    if store.finished is None or larger:
        chosen = dict(given["options"] or ())
        allow(path, stored.game, stored.options, stored.players, trusted, (*specs, *added), chosen)
    if game is not None or any(value is not None for value in settings.values()):
        check_same(stored, _completed(stored, game, specs[: len(stored.players)], settings), path)
    current = replace(stored, rules=rules_digest(stored.load()), aicore=aicore.__version__)
    if store.finished is None or larger:
        current = replace(current, programs=program_digests(stored.players))
    check_same(stored, current, path)
    if not larger:
        return stored
    return grown(stored, stored.load(), joining, given["games"], True, given["rounds"])


def _completed(
    stored: Config, game: str | None, specs: tuple[str, ...], given: dict[str, Any]
) -> Config:
    """Return the configuration that the command line asks for, completed from the file."""
    name = game or stored.game
    same = name == stored.game
    options = {**(stored.options if same else {}), **dict(given["options"] or ())}
    seats = given["seats"] or (stored.seats if same else None)
    rules = load_game(name, seats, tuple((key, str(value)) for key, value in options.items()))
    test = stored.sprt
    if given["sprt"] is not None or (given["elo"] is not None and test is not None):
        low, high = given["sprt"] or (test.elo0, test.elo1)  # type: ignore[union-attr]
        test = Sprt(low, high, given["elo"] or (test.model if test else "logistic"))
    style = given["format"] or (stored.format if stored.format != "sprt" else "round-robin")
    move_time = stored.move_time if given["move_time"] is None else given["move_time"]
    asked = configure(
        rules,
        specs or stored.players,
        format=style,
        seed=stored.seed if given["seed"] is None else given["seed"],
        sprt=test,
        move_time=move_time,
        luck=stored.luck if given["luck"] is None else given["luck"],
        rounds=stored.rounds,
        team=given["team"] or stored.team,
        openings=(
            read_openings(given["openings"], rules) if given["openings"] else stored.openings
        ),
        drawn=stored.drawn if given["drawn"] is None else given["drawn"],
        adjudicate=given["adjudicate"] or stored.adjudicate,
        clock=given["clock"] or stored.clock,
    )
    return replace(asked, deals=stored.deals, merged=stored.merged)


def _show_plan(
    path: Path | None,
    game: str | None,
    specs: tuple[str, ...],
    added: tuple[str, ...],
    given: dict[str, Any],
    trusted: bool,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Print the games that would be played, and change no file."""
    from aicore.cli.tournament_dry_run import dry_run  # late: nothing else needs it

    done: dict[int, int] = {}
    played: list[tuple[int, list[GameRow]]] = []
    if path is not None and path.exists():
        with Store.open(path, read_only=True) as store:
            config = _extended(store, path, game, specs, added, given, trusted)
            done = store.done()
            played = list(blocks_of(store))
    elif game is None:
        raise click.UsageError(_("Missing argument 'GAME'."))
    else:
        config = _configure(game, specs, given)
    plan = Plan(config)
    total, remaining = plan.games, None
    if config.adaptive:
        playable = PlayableBlocks(plan)
        for _block, rows in played:
            playable.add(rows)
        remaining = list(playable)
    elif total is not None:
        remaining = list(missing(plan, done))
    if total is not None:
        total -= sum(done.values())
    console = make_console()
    if not as_json:
        console.print(f"  {_intention(config)}", style="bold")
    dry_run(console, config, remaining, total, jobs or processors(), as_json)
    return 0


def _play(
    store: Store,
    jobs: int | None,
    cluster: str | None,
    html: str | None,
    json_lines: bool,
    quiet: bool,
    games: int | None,
    anchor: tuple[str, float] | None,
) -> int:
    config = store.config
    console = make_console()
    live_page = None if html is None else LivePage(store, html, anchor)
    if not (quiet or json_lines):
        console.print(f"  {_intention(config)}", style="bold")
        if rounded := _rounded(config, games):
            console.print(f"  {rounded}", style="dim")
        where = _("saved in {file}", file=store.path)
        console.print(f"  {where}", style="dim")
    if cluster is None:
        _warn_of_clocks(config, jobs or processors())
    backend = _backend(config, jobs, cluster, store)
    start = time.monotonic()
    watcher: Live | PeriodicReport = Live(console, store, quiet, anchor)
    if json_lines:
        watcher = JsonLines(store)
    elif not (quiet or console.is_terminal):
        watcher = Lines(store, anchor)

    def watch(batch: Blocks) -> None:
        watcher.watch(batch)
        if live_page is not None:
            live_page.watch()

    try:
        with watcher:
            play(store, backend, watch)
    except KeyboardInterrupt:
        store.commit()
        if live_page is not None:
            live_page.write()
        if isinstance(watcher, JsonLines):
            watcher.end(summarize(store, anchor=anchor), INTERRUPTED)
        stopped = _(
            "stopped after {n} games; to continue: {aicore} tournament --resume {file}",
            n=store.count(),
            aicore=aicore_command([store.config.game, *store.config.players]),
            file=shell_word(store.path),
        )
        say(f"  {stopped}", error=json_lines)
        return INTERRUPTED
    if live_page is not None:
        live_page.write()
    code = _exit_code(store)
    if isinstance(watcher, JsonLines):
        watcher.end(summarize(store, anchor=anchor), code)
    elif not quiet:
        show(console, summarize(store, anchor=anchor))
        took = _("{n:.0f} s", n=time.monotonic() - start)
        console.print(f"  {took}", style="dim")
    return code


def _exit_code(store: Store) -> int:
    """Return the exit code: 0; with a test, 1 if it rejected and 3 if it is undecided."""
    if store.config.sprt is None:
        return 0
    end = store.finished
    return {"elo1": 0, "elo0": 1}.get(end["decided"] if end else "", 3)


def _backend(config: Config, jobs: int | None, cluster: str | None, store: Store) -> Backend:
    if cluster is not None:
        return Cluster(config, cluster, store.note)
    return Workers(config, jobs or processors(), store.note)


def _warn_of_clocks(config: Config, jobs: int) -> None:
    """Warn if clocks are unfair because games share processors."""
    timed = config.clock is not None or any(bounded_by_time(spec) for spec in config.players)
    if timed and jobs > (cores := processors()):
        warnings.warn(
            ngettext(
                "{jobs} jobs share {n} processor, so players have less time than their clocks say. "
                "Use --jobs {n} or fewer",
                "{jobs} jobs share {n} processors, so players have less time than their clocks "
                "say. Use --jobs {n} or fewer",
                cores,
                jobs=jobs,
            ),
            stacklevel=2,
        )


def bounded_by_time(spec: str) -> bool:
    """Whether a player searches for a number of seconds."""
    try:
        _name, given = split(spec)
    except AicoreError:
        return False
    return float(given.get("time", 0) or 0) > 0


def _intention(config: Config) -> str:
    """Return a line about the games to play."""
    games = Plan(config).games
    amount = (
        _("{n} games", n=grouped(games)) if games is not None else _("as many games as it takes")
    )
    kind = config.format
    if config.rounds is not None:
        kind = _("{format}, {n} rounds", format=kind, n=config.rounds)
    if config.sprt is not None:
        unit = "Elo"
        if config.returned is not None:
            unit = _("{unit} a game", unit=_(config.returned.unit))
        kind = _("test of {low:g} against {high:g} {unit}",
                 low=config.sprt.elo0, high=config.sprt.elo1, unit=unit)  # fmt: skip
    count = len(config.names)
    who = ngettext("{n} team", "{n} teams", count)
    if config.team < 2:
        who = _("{n} players", n=count)
    return f"{config.game.partition('#')[0]}, {_competitors(config)}: {kind}, {who}, {amount}"


def _competitors(config: Config) -> str:
    """Return the number of seats or teams at a table, in words."""
    if config.seats == 1:
        return _("everyone on the same deals")
    if config.partners:
        return ngettext("{n} team", "{n} teams", config.seats)
    return ngettext("{n} seat", "{n} seats", config.seats)


def _rounded(config: Config, games: int | None) -> str:
    """Return the reason for more games than requested; "" if there are not more."""
    planned = Plan(config).games
    if games is None or planned is None or config.deals is None or planned == games:
        return ""
    if config.adaptive:
        return _("rounded up from {n}: every match has equally many games", n=grouped(games))
    why = rounds(planned // config.deals, config.seats == 1)
    return _("rounded up from {n}: {why}", n=grouped(games), why=why)
