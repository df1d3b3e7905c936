"""What a command line says of a game: its rules, deal, programs and the file of its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.streams import is_interactive, say
from aicore.core.deal import Deal, fresh_seed, secret_of
from aicore.core.errors import short
from aicore.core.files import require_appendable
from aicore.core.record import not_records
from aicore.core.registry import load_with
from aicore.players.spec import WHOLE, split

if TYPE_CHECKING:
    from aicore.core.game import Game


def load_game(name: str, seats: int | None, options: tuple[tuple[str, str], ...]) -> Game:
    """The rules of a game by what the command line says. Raises UnknownGame, OptionError."""
    return load_with(name, seats, dict(options))


def deal_from(seed: str | None) -> Deal:
    """The deal of the seed that was given, or one that nobody can guess. Raises OptionError."""
    if seed is not None:
        secret_of(seed)  # refuses what is no seed
    return Deal(fresh_seed() if seed is None else seed)


def allow_engines(
    file: Path, players: Iterable[str], trusted: bool, named: Iterable[str] = ()
) -> None:
    """Start no program because a file says so: the command line must, or who sits here.

    Args:
        players: the specs in the file.
        trusted: whether the command line trusts the file.
        named: the specs that the command line names itself.

    Raises ClickException.
    """
    programs = sorted(set(_programs(players)) - set(_programs(named)))
    if not programs or trusted:
        return
    if not is_interactive():
        raise click.ClickException(
            f"{short(file)} runs programs on this computer, such as {short(programs[0])!r}: "
            "say --trust-engines if you trust them"
        )
    say(f"{file} runs these programs on this computer:")
    for program in programs:
        say(f"  {program}")
    if not click.confirm("Start them?", default=False):
        raise click.ClickException(f"{short(file)} is not continued: its programs are not wanted")


def _programs(specs: Iterable[str]) -> Iterator[str]:
    """The programs that players are."""
    for spec in specs:
        if spec.strip().partition(":")[0] in WHOLE:
            yield from split(spec)[1].values()


def require_writable(path: Path | None) -> None:
    """Find out before a game, not after it, that its record cannot be added to a file.

    Raises AicoreError, OSError.
    """
    if path is not None:
        require_appendable(path, not_records)
