"""Saved games: unfinished records, in a file that the person names or in the user's data folder."""

from __future__ import annotations

import os
import time
from pathlib import Path

from aicore.core.errors import RecordError
from aicore.core.record import Record, read_records, replay


def saves_folder() -> Path:
    """Where games are saved unless a file is named, by the XDG base directory rules."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "aicore" / "saves"


def new_save(game: str, seed: int) -> Path:
    """A file for a game's save: in the data folder, or here when that cannot be made."""
    folder = saves_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{seed}.jsonl"
    return (folder if writable else Path.cwd()) / name


def read_save(path: Path) -> Record:
    """The unfinished game at the end of a file, checked. Raises RecordError, OSError."""
    records = list(read_records(path))
    if not records:
        raise RecordError(f"{path}: no record in it")
    last = records[-1]
    if last.finished:
        raise RecordError(f"{path}: its last game is finished; `aicore replay` shows it")
    if last.players.count("human") != 1:
        raise RecordError(f"{path}: its last game has no person to continue it")
    try:
        plies = list(replay(last, unfinished=True))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
    if plies[-1].turn == "end":
        raise RecordError(f"{path}: its last game is over")
    return last


def write_save(record: Record, path: Path, replace: bool = False) -> None:
    """Put a record at the end of a file.

    Args:
        replace: whether the file's last record is an earlier state of this game; it is replaced
            in one step, so that a failure leaves the old file.
    """
    if not replace:
        record.write(path)
        return
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    lines[-1:] = [record.to_line()]
    new = path.with_name(path.name + ".new")
    new.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    new.replace(path)
