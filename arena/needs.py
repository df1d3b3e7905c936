"""What clusters need beyond the base install, and a plain word when it is missing."""

from __future__ import annotations

from importlib.util import find_spec

from aicore.core.errors import AicoreError


def cluster() -> None:
    """Raises AicoreError unless the package of the extra `cluster` is there."""
    if find_spec("distributed") is None:
        raise AicoreError("--cluster needs distributed: pip install 'aicore-tabletop[cluster]'")
