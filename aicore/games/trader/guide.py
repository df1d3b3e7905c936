"""The weights of the estimate's network, which bench/fit/trader.py writes."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def read_guide(folder: Path) -> dict[str, Any]:
    """The network in guide.toml: its features and its layers."""
    with (folder / "guide.toml").open("rb") as file:
        return tomllib.load(file)
