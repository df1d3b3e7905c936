"""Digests of external engines, because a changed program is another player."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from aicore.core.errors import SpecError
from aicore.players.external import split_command
from aicore.players.external_resources import external_resources

CHUNK = 1 << 20  # bytes read at a time
DIGITS = 16  # number of digits of a digest


def program_digests(specs: Iterable[str]) -> dict[str, str]:
    """Return a digest for each engine's spec, made from the files that its command names.

    The files are the program, if the command gives its path, and all arguments that are files. A
    program without a path, such as python3, belongs to the system and does not count.
    """
    digests = {}
    for spec in specs:
        for resource in external_resources([spec]):
            if resource.program:
                digests[spec] = _digest(resource.name)
    return digests


def _digest(command: str) -> str:
    total = hashlib.sha256()
    try:
        program, *arguments = split_command(command)
    except SpecError:  # the program is not on this computer
        return ""
    named = [program] if os.sep in program else []
    for word in (*named, *arguments):
        path = Path(word)
        if path.is_file():
            total.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            with path.open("rb") as file:
                while part := file.read(CHUNK):
                    total.update(part)
    return total.hexdigest()[:DIGITS]
