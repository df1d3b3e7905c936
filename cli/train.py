"""`aicore train`: a network that learns a game by self-play."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from aicore.arena import optional_deps
from aicore.arena.cluster import require_scheduler
from aicore.cli.game_arguments import load_game
from aicore.cli.outputs import outputs_of, require_file, write_all
from aicore.cli.prompt import whole_number
from aicore.cli.screen import make_console
from aicore.cli.streams import aicore_command, say, shell_word
from aicore.core.errors import AicoreError, short
from aicore.core.language import gettext as _
from aicore.core.processors import processors

if TYPE_CHECKING:
    from aicore.cli.train_live import Live
    from aicore.core.game import Game
    from aicore.train.course import Course
    from aicore.train.run import Run

DEFAULT_MINUTES = 10.0


def run(
    game: str | None,
    minutes: float | None,
    hours: float | None,
    generations: int | None,
    resume: Path | None,
    start: str | None,
    seats: int | None,
    options: tuple[tuple[str, str], ...],
    seed: int,
    out: Path | None,
    folder: Path | None,
    jobs: int | None,
    cluster: str | None,
    sims: int | None,
    widths: str | None,
    match: bool | None,
    html: str | None,
    quiet: bool,
) -> int:
    """Run `aicore train`."""
    require_numpy()
    if cluster is not None and jobs is not None:
        raise click.UsageError(_("--jobs cannot be used with --cluster, which has its own workers"))
    if (game is None) == (resume is None):
        raise click.UsageError(
            _("name either a GAME to train, or a run to continue with --resume RUN")
        )
    if resume is not None:
        fixed = {
            "--minutes": minutes, "--hours": hours, "--generations": generations, "--from": start,
            "--seats": seats, "--option": options or None, "--out": out, "--run": folder,
            "--sims": sims, "--widths": widths, "--match": match,
        }  # fmt: skip
        for name, value in fixed.items():
            if value is not None:
                raise click.UsageError(
                    _("{option} cannot be used with --resume: the run sets it", option=name)
                )
    outputs = outputs_of({"--html": html})
    if out is not None:
        require_file("--out", out)
    if cluster is not None:
        optional_deps.require_cluster()
        require_scheduler(cluster)
    # late, all of them: NumPy is an extra
    from aicore.train.page import page  # late
    from aicore.train.run import Run, Settings  # late

    if resume is not None:
        training_run = Run(resume)
    else:
        assert game is not None
        if sum(given is not None for given in (minutes, hours, generations)) > 1:
            raise click.UsageError(
                _("--minutes, --hours and --generations cannot be combined: choose one")
            )
        rules = load_game(game, seats, options)
        _check_start(start, rules)
        seconds = 3600 * hours if hours is not None else 60 * (minutes or DEFAULT_MINUTES)
        file = out or _file_of(rules)
        settings = Settings(
            game=rules.name,
            seats=rules.seats,
            options=dict(rules.options),
            seed=seed,
            seconds=0.0 if generations else seconds,
            generations=generations or 0,
            start=start or "auto",
            course=_course(rules, sims, widths),
            out=str(file.absolute()),
            match=not generations if match is None else match,
        )
        training_run = Run.begin(folder or Path(f"{file.stem}.run"), settings)
    live = _train_live(training_run, jobs, cluster, quiet)
    write_all(outputs, {"--html": lambda file: file.write(page(training_run))})
    if not quiet:
        live.sum_up()
    return 0


def train_own(game: Game, minutes: float, jobs: int | None, quiet: bool) -> None:
    """Train a game's own network, and store it where the game's players look for it."""
    require_numpy()
    from aicore.train.run import Run, Settings  # late: NumPy is an extra

    file = _file_of(game)
    settings = Settings(
        game=game.name,
        seats=game.seats,
        options=dict(game.options),
        seed=1,
        seconds=60 * minutes,
        generations=0,
        start="auto",
        course=_course(game, None, None),
        out=str(file.absolute()),
        match=False,
    )
    with TemporaryDirectory() as folder:
        run = Run.begin(Path(folder) / file.stem, settings)
        _train_live(run, jobs, None, quiet, kept=False)


def require_numpy() -> None:
    """Raise AicoreError if NumPy is missing."""
    if find_spec("numpy") is None:
        command = "pip install 'aicore-tabletop[train]'"
        raise AicoreError(_("training needs NumPy: {command}", command=command))


def _train_live(
    training_run: Run, jobs: int | None, cluster: str | None, quiet: bool, kept: bool = True
) -> Live:
    """Train until the run ends, and return its live display.

    Args:
        kept: whether an interrupted run stays on the disk, to be resumed.
    """
    # late: NumPy is an extra
    from aicore.cli.train_live import Live
    from aicore.train.selfplay_pool import selfplay_pool

    live = Live(make_console(), training_run, quiet)
    try:
        with live, selfplay_pool(training_run.game, jobs or processors(), cluster) as players:
            training_run.go(players, live.watch)
    except KeyboardInterrupt:
        if kept:
            folder = training_run.folder
            told = _(
                "Stopped. Continue with `{aicore} train --resume {folder}`.",
                aicore=aicore_command([training_run.game.name]),
                folder=shell_word(folder),
            )
            say(told, error=True)
        raise click.Abort from None
    return live


def _file_of(game: Game) -> Path:
    """Return the network's path: beside a game from a file, else in the current folder."""
    from aicore.core.net_file import place_of  # late: --help needs none of it

    place = place_of(game.info, game.seats, game.options)
    return place if game.scripted else Path(place.name)


def _check_start(start: str | None, game: Game) -> None:
    """Raise AicoreError if the option --from does not name a start that fits the game."""
    # late: a resumed run needs none of it
    from aicore.core.net_file import read_net
    from aicore.players.defaults import script_of
    from aicore.train.run import SCRIPT, STARTS

    if start is None or start in STARTS:
        if start == SCRIPT and script_of(game.info) is None:
            raise AicoreError(
                _("--from script: {game} has no script to start from", game=game.name)
            )
        return
    if not start.endswith(".net"):
        raise AicoreError(
            _(
                "--from {start} is not a start: choose {starts}, or a file NAME.net",
                start=short(start),
                starts=", ".join(STARTS),
            )
        )
    read_net(start, game)


def _course(game: Game, sims: int | None, widths: str | None) -> Course:
    """Return the settings of the training. Raises AicoreError, click.UsageError."""
    # late: --help needs none of it
    from aicore.core.policy_net import LANE, MAX_WIDTH
    from aicore.train.course import course_of

    course = course_of(game)
    if sims is not None:
        if not course.plan.searches:
            raise AicoreError(
                _("--sims: {game} is learned without a search; leave it out", game=game.name)
            )
        course = replace(course, plan=replace(course.plan, sims=sims, fast=max(2, sims // 4)))
    if widths is not None:
        parts = widths.split(",")
        if not all(
            (width := whole_number(part, 1, MAX_WIDTH)) is not None and width % LANE == 0
            for part in parts
        ):
            raise click.UsageError(
                _(
                    "--widths {widths}: use multiples of {lane} up to {most}, as 64,64,32",
                    widths=short(widths),
                    lane=LANE,
                    most=MAX_WIDTH,
                )
            )
        course = replace(course, widths=tuple(map(int, parts)))
    return course
