"""What tournaments need beyond the base install, and a plain word when it is missing."""

from __future__ import annotations

from importlib.util import find_spec

from aicore.core.errors import AicoreError

STATISTICS = ("numpy", "choix")


def statistics() -> None:
    """Raises AicoreError unless the packages of the extra `tournament` are there."""
    _need(STATISTICS, "tournament", "tournaments need")


def cluster() -> None:
    """Raises AicoreError unless the package of the extra `cluster` is there."""
    _need(("distributed",), "cluster", "--cluster needs")


def _need(packages: tuple[str, ...], extra: str, who: str) -> None:
    absent = [name for name in packages if find_spec(name) is None]
    if absent:
        listed = ", ".join(absent)
        raise AicoreError(f"{who} {listed}: pip install 'aicore[{extra}]'")
