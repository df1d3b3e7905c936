"""Requirements of clusters beyond the base install, and a clear error if they are missing."""

from __future__ import annotations

from importlib.util import find_spec

from aicore.core.errors import AicoreError


def require_cluster() -> None:
    """Raise AicoreError unless the package of the extra `cluster` is installed."""
    if find_spec("distributed") is None:
        raise AicoreError("--cluster needs distributed: pip install 'aicore-tabletop[cluster]'")
