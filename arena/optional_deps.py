"""Check for the optional package that clusters need."""

from __future__ import annotations

from importlib.util import find_spec

from aicore.core.errors import AicoreError
from aicore.core.language import gettext as _


def require_cluster() -> None:
    """Raise AicoreError unless `distributed`, from the extra `cluster`, is installed."""
    if find_spec("distributed") is None:
        raise AicoreError(
            _("`--cluster` needs the package `distributed`: pip install 'aicore-tabletop[cluster]'")
        )
