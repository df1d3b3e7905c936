"""`aicore tournament merge`: the games of several files in a new one."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click

from aicore.arena.config import Config
from aicore.arena.errors import StoreError
from aicore.arena.growth import joined
from aicore.arena.plan import Plan
from aicore.arena.store import Store, missing
from aicore.arena.summary import summarize
from aicore.cli.screen import grouped, make_console
from aicore.cli.streams import aicore_command, say, shell_word
from aicore.cli.tournament_report import show
from aicore.core.language import gettext as _

DEFAULT_FILE = Path("merged.tournament")


def run(files: tuple[Path, ...], file: Path | None, quiet: bool) -> None:
    """Run `aicore tournament merge`."""
    if len(files) < 2:
        raise click.UsageError(_("name two files or more to merge"))
    for path in files:
        if not path.exists():
            raise click.FileError(str(path), _("No such file or directory"))
    config, starts = _joined(files)
    with Store.create(file or DEFAULT_FILE, config) as store:
        try:
            for path, start in zip(files, starts, strict=True):
                _copy(path, store, start)
        except BaseException:
            store.path.unlink(missing_ok=True)
            raise
        plan = Plan(config)
        complete = next(missing(plan, store.done()), None) is None
        if complete:
            store.finish(plan.blocks or 0, {"blocks": plan.blocks, "decided": ""})
        if quiet:
            return
        show(make_console(), summarize(store))
        summary = _("{n} games of {files} files are saved in {file}",
                 n=grouped(store.count()), files=len(files), file=store.path)  # fmt: skip
        say(f"  {summary}")
        if not complete:
            how = _("to play the others:")
            program = aicore_command([store.config.game, *store.config.players])
            say(f"  {how} {program} tournament --resume {shell_word(store.path)}")


def _joined(files: tuple[Path, ...]) -> tuple[Config, list[int]]:
    """Return the configuration of the merged tournament, and the first deal of each file in it."""
    starts = [0]
    with Store.open(files[0], read_only=True) as store:
        config = store.config
    for path in files[1:]:
        with Store.open(path, read_only=True) as store:
            config, start = joined(config, store.config, (str(files[0]), str(path)))
        starts.append(start)
    return config, starts


def _copy(path: Path, store: Store, start: int) -> None:
    """Copy a file's games; its first deal becomes deal `start`.

    A game that the new file already has must be the same. Raises StoreError.
    """
    done = store.done()
    with Store.open(path, read_only=True) as source:
        for block, rows in groupby(source.games(records=True), lambda row: row.block):
            games = [row._replace(block=block + start) for row in rows]
            present = done.get(block + start, 0)
            if present and not store.has(games[:present]):
                raise StoreError(
                    _(
                        "{file} cannot be merged: block {block} was played with another result. "
                        "One of the players does not repeat its decisions, so give each file its "
                        "own seed",
                        file=path,
                        block=block,
                    )
                )
            store.add(games[present:])
