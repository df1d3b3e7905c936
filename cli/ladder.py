"""`aicore ladder`: a folder of players, rated over time."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import click

import aicore
from aicore.arena import ladder_page
from aicore.arena.block_runner import GameRow
from aicore.arena.config import Config
from aicore.arena.errors import StoreError
from aicore.arena.figures import Summary
from aicore.arena.growth import grown
from aicore.arena.ladder_page import Shown, curves
from aicore.arena.plan import Plan, completed, configure, rules_digest, with_session
from aicore.arena.programs import program_digests
from aicore.arena.report import halves
from aicore.arena.results import points
from aicore.arena.schedules import played_rounds, scores_of
from aicore.arena.store import Store, check_same
from aicore.arena.summary import anchored, summarize
from aicore.arena.tournament import blocks_of
from aicore.arena.tournament import run as play
from aicore.arena.workers import Workers
from aicore.cli.game_arguments import load_game
from aicore.cli.options import DEFAULT_MOVE_TIME
from aicore.cli.screen import grouped, make_console
from aicore.cli.streams import say
from aicore.cli.tournament_lines import Lines
from aicore.cli.tournament_live import Live
from aicore.cli.tournament_report import show_ladder
from aicore.core.files import atomic_write
from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.processors import processors
from aicore.core.record import Record
from aicore.core.schema import parse
from aicore.core.sources import called
from aicore.players.files import register

PLAYER_LIST = Path("players.txt")
NETWORKS = (".net", ".onnx")
DEFAULT_OPENING_PLIES = 4  # random moves that begin a game without luck


def run(
    game: str,
    folder: Path,
    games: int,
    anchor: tuple[str, float] | None,
    seats: int | None,
    seed: str | None,
    options: tuple[tuple[str, str], ...],
    move_time: float | None,
    opening_plies: int | None,
    replays: int,
    jobs: int | None,
    quiet: bool,
) -> int:
    """Run `aicore ladder`."""
    if not folder.is_dir():
        raise click.ClickException(
            _(
                "there is no folder {folder}. Make it, and put players in: players.txt with a SPEC "
                "per line, *.py, *.net, *.onnx or executable engines",
                folder=folder,
            )
        )
    if seed == "":
        raise click.UsageError(_("--seed needs a number or a word"))
    with contextlib.chdir(folder):
        rules = load_game(game, seats, options)
        path = Path(f"{called(game)}.tournament")
        specs = list(players_in(Path()))
        given = {"seed": seed, "move_time": move_time, "drawn": opening_plies, "seats": seats}
        store = _open(path, rules, specs, games, given)
        with store:
            if anchor is not None:
                anchored(store.config, *anchor)  # raises for a name that does not play
            if (code := _play(store, jobs, quiet, anchor)) != 0:
                return code
            figures = summarize(store, anchor=anchor)
            page = _write(store, figures, anchor, Path(called(game)), replays)
            if not quiet:
                show_ladder(make_console(), figures)
                summary = _("{n} games; the page is {file}",
                         n=grouped(figures.games), file=folder / page)  # fmt: skip
                say(f"  {summary}")
    return 0


def players_in(folder: Path) -> Iterator[str]:
    """Yield the specs of the players in a folder. Raises AicoreError, OSError."""
    if (folder / PLAYER_LIST).exists():
        for line in (folder / PLAYER_LIST).read_text(encoding="utf-8").splitlines():
            if (spec := line.strip()) and not spec.startswith("#"):
                yield spec
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        if path.suffix == ".py":
            yield register(str(path))
        elif path.suffix in NETWORKS:
            yield f"mcts:net={path.name}"
        elif path.suffix not in (".txt", ".tournament") and _executable(path):
            yield f"engine:.{os.sep}{path.name}"


def _executable(path: Path) -> bool:
    if sys.platform == "win32":
        return path.suffix in (".exe", ".bat", ".cmd")
    return os.access(path, os.X_OK)


def _open(path: Path, rules: Game, specs: list[str], games: int, given: Mapping[str, Any]) -> Store:
    """Open the ladder's file, or make it, and add `games` games to it. Raises AicoreError.

    Args:
        given: the values of --seed, --move-time, --opening-plies (as "drawn") and --seats; None
            for absent ones.
    """
    complete, _names = completed(rules, specs)
    players: dict[str, str] = {}  # specs by their complete specs: each plays once
    for full, spec in zip(complete, specs, strict=True):
        players.setdefault(full, spec)
    if not path.exists():
        if len(players) <= rules.seats:
            raise click.ClickException(
                _(
                    "{given} players were found here, but a ladder at {n} seats needs {least}",
                    given=len(players),
                    n=rules.seats,
                    least=rules.seats + 1,
                )
            )
        return Store.create(path, _new(rules, list(players.values()), max(games, 1), given))
    store = Store.open(path)
    try:
        config = store.config
        _check(config, rules, path, given)
        wanted = _with_players(store, rules, players, games)
        if wanted != config:
            store.grow(wanted)
    except BaseException:
        store.close()
        raise
    return store


def _new(rules: Game, specs: list[str], games: int, given: Mapping[str, Any]) -> Config:
    luck = rules.has_chance or rules.has_hidden
    drawn = (0 if luck else DEFAULT_OPENING_PLIES) if given["drawn"] is None else given["drawn"]
    move_time = given["move_time"]
    return configure(
        rules,
        specs,
        format="ladder",
        games=games,
        seed=given["seed"],
        move_time=DEFAULT_MOVE_TIME if move_time is None else move_time,
        introduce=True,
        drawn=drawn,
    )


def _check(config: Config, rules: Game, path: Path, given: Mapping[str, Any]) -> None:
    """Refuse rules or settings that differ from the file's. Raises StoreError."""
    if config.format != "ladder":
        raise StoreError(
            _("{file} is a {format}, not a ladder: move it away", file=path, format=config.format)
        )
    asked = replace(
        config, aicore=aicore.__version__, game=rules.name, options=dict(rules.options),
        seats=rules.seats if given["seats"] is not None else config.seats,
        rules=rules_digest(rules),
        **{name: given[name] for name in ("seed", "move_time", "drawn") if given[name] is not None},
    )  # fmt: skip
    check_same(config, asked, path)


def _with_players(store: Store, rules: Game, players: Mapping[str, str], games: int) -> Config:
    """Return the configuration with the players now in the folder, and `games` more games.

    Args:
        players: the specs of the players, by their complete specs.
    """
    config = store.config
    digests = program_digests(list(players))
    for spec, digest in digests.items():
        if config.programs.get(spec, digest) != digest:
            raise StoreError(
                _(
                    "{player} has changed. Give the new version another file name, so that both "
                    "can be rated",
                    player=called(spec),
                )
            )
    known = {spec: k for k, spec in enumerate(config.players)}
    added = [spec for full, spec in players.items() if full not in known]
    active = [known[full] for full in players if full in known]
    larger = grown(config, rules, added, introduce=True) if added else config
    active += range(len(config.players), len(larger.players))
    if len(active) < rules.seats:
        raise StoreError(
            _("{left} players are left here; {n} seats need more", left=len(active), n=rules.seats)
        )
    same = set(active) == set(config.sessions[-1][0])
    if store.finished is None:
        if same:
            return config  # the session continues where it was interrupted
        larger = replace(larger, sessions=_cut(store))
    return larger if not games else with_session(larger, active, games)


def _cut(store: Store) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the sessions; the last one ends with the step that it was interrupted in."""
    config = store.config
    scores = {number: scores_of(rows) for number, rows in blocks_of(store)}
    plan = Plan(config)
    begun = sum(len(one.blocks) for one in played_rounds(plan, scores))
    *before, (active, until) = config.sessions
    games = min(until, begun * len(plan.line_ups[0]))
    if before and games <= before[-1][1]:
        return tuple(before)
    return (*before, (active, max(games, 1)))


def _play(store: Store, jobs: int | None, quiet: bool, anchor: tuple[str, float] | None) -> int:
    config = store.config
    console = make_console()
    workers = Workers(config, jobs or processors(), store.note)
    as_lines = not quiet and not console.is_terminal
    watcher: Live | Lines = (
        Lines(store, anchor) if as_lines else Live(console, store, quiet, anchor)
    )
    try:
        with watcher:
            play(store, workers, watcher.watch)
    except KeyboardInterrupt:
        store.commit()
        stopped = _("stopped after {n} games; the same command goes on", n=store.count())
        say(f"  {stopped}")
        return 130
    return 0


def _write(
    store: Store, figures: Summary, anchor: tuple[str, float] | None, folder: Path, replays: int
) -> Path:
    """Write the page and its replays. Return the page's path."""
    from aicore.web.replay_page import render_replay  # late: it needs all pictures

    config = store.config
    blocks = {
        number: list(rows)
        for number, rows in groupby(store.games(timing=False), lambda row: row.block)
    }
    names = config.names
    playing = config.sessions[-1][0]
    retired = [names[k] for k in range(len(names)) if k not in playing]
    chosen = list(_chosen(figures, names, blocks, replays))
    texts: dict[Path, str] = {}
    shown = []
    for row in chosen:
        seated = [names[player] for player in parse(row.seating)]
        name = f"{row.block}-{row.game}.html"
        record = Record.from_line(store.record(row.block, row.game))
        texts[folder / "replays" / name] = render_replay(record, called=seated)
        shown.append(Shown(seated, _result(row, seated), f"replays/{name}"))
    page = folder / "index.html"
    lines = curves(config, blocks, anchor)
    texts[page] = ladder_page.page(figures, lines, retired, shown)
    (folder / "replays").mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        with atomic_write(path) as file:
            file.write(text.encode())
    for old in (folder / "replays").glob("*.html"):
        if old not in texts:
            old.unlink()
    return page


def _chosen(
    figures: Summary, names: tuple[str, ...], blocks: dict[int, list[GameRow]], limit: int
) -> Iterator[GameRow]:
    """Yield games to show: the last game of each pair of neighbors on the ladder, then of others.

    Args:
        blocks: the games, by block.
        limit: maximum number of games.
    """
    order = figures.ladder()
    pairs = [*pairwise(order), (order[0], order[-1]), *zip(order, order[2:], strict=False)]
    last: dict[frozenset[int], GameRow] = {}
    for rows in blocks.values():
        for row in rows:
            last[frozenset(parse(row.seating))] = row
    chosen: list[GameRow] = []
    for pair in pairs:
        for members, row in last.items():
            if members.issuperset(pair) and row not in chosen and len(chosen) < limit:
                chosen.append(row)
                break
    yield from chosen


def _result(row: GameRow, names: list[str]) -> str:
    if row.loser is not None:
        return _("{who} forfeited", who=names[row.loser])
    won = points(parse(row.returns or "[]"), None, len(names))
    return " : ".join(map(halves, won))
