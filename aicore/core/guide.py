"""Weights of a game's network, which a script in bench/fit wrote."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def read_guide(folder: Path) -> dict[str, Any]:
    """The network in guide.json: its features, its layers, and the command that made it."""
    guide: dict[str, Any] = json.loads((folder / "guide.json").read_text(encoding="utf-8"))
    return guide
