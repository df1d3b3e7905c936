"""Registration of games from files under names in Gymnasium and OpenSpiel."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from aicore.core.errors import AicoreError
from aicore.plain.loading import register as register_file


class Registered(NamedTuple):
    """Names of a game from a file.

    Args:
        name: name for `aicore.load`, with a digest of the file's text.
        gymnasium: id for `gymnasium.make`; "" if Gymnasium is not installed.
        openspiel: name for `pyspiel.load_game`; "" if OpenSpiel is not installed.
    """

    name: str
    gymnasium: str
    openspiel: str


def register(path: str | Path) -> Registered:
    """Run the file of a game in plain Python, and give the game a name in other libraries.

    A changed file gets the same names again in other libraries. Raises AicoreError and OSError.
    """
    name = register_file(Path(path))
    short = Path(path).stem
    if not short.isidentifier():
        raise AicoreError(f"{path}: rename the file; other libraries need a name such as hearts.py")
    gym, spiel = (
        import_module(f"aicore.envs.{ours}").register_as(short, str(name))
        if find_spec(theirs) is not None
        else ""
        for ours, theirs in (("gymnasium", "gymnasium"), ("openspiel", "pyspiel"))
    )
    return Registered(str(name), gym, spiel)
