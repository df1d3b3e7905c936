"""Saved games: unfinished records, in a file that the person names or in the user's data folder."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from aicore.core.errors import AicoreError, RecordError, short
from aicore.core.files import data_folder, private_folder, replace_line
from aicore.core.language import gettext as _
from aicore.core.record import Record, not_records, read_records, replay


def saves_folder() -> Path:
    """Return the default folder for saved games. Raises AicoreError if there is none."""
    return data_folder() / "saves"


def is_saved_game(file: Path) -> bool:
    """Whether a file is in the folder of saved games, where `aicore saves` lists it."""
    try:
        return file.parent == saves_folder()
    except AicoreError:
        return False


def new_save(game: str) -> Path:
    """Return a file for a game's save: in the data folder, or in the current one if that fails."""
    # games saved in the same second need different names
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.jsonl"
    try:
        folder = private_folder(saves_folder())
        if os.access(folder, os.W_OK):
            return folder / name
    except (AicoreError, OSError):
        pass
    return Path.cwd() / name


def read_save(path: Path, look: Callable[[Record], None] | None = None) -> Record:
    """Check and return a file's last game that a person can continue. Raises RecordError, OSError.

    Args:
        look: called with the record before anything that it names is loaded.
    """
    last = unfinished = None
    for last in read_records(path):
        if not last.over and last.players.count("human") == 1:
            unfinished = last  # other programs may have added games later
    name = short(path)
    if last is None:
        raise RecordError(_("{file} contains no record", file=name))
    if unfinished is None and last.over:
        raise RecordError(
            _("the last game in {file} is over; view it with `aicore replay`", file=name)
        )
    if unfinished is None:
        raise RecordError(_("the last game in {file} has no person to continue it", file=name))
    if look is not None:
        look(unfinished)
    try:
        for _ply in replay(unfinished, unfinished=True):
            pass
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from error
    return unfinished


def write_save(record: Record, path: Path, earlier: str | None = None) -> str:
    """Replace a game's earlier record in a file by its new one, or append the new one.

    Args:
        earlier: line of the earlier record: what saving it returned, or `Record.to_line` of the
            game read from the file; None for the first save.

    Return the new line in the file. Raises AicoreError, OSError; the file is unchanged then.
    """
    line = record.to_line()
    replace_line(path, earlier, line, not_records)
    return line
