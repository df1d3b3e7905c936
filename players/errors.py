"""Errors of external programs."""

from __future__ import annotations

from aicore.core.errors import AicoreError


class EngineError(AicoreError):
    """Violation of the protocol by an external engine, or the end of its process.

    Args:
        kind: kind of problem: "crash", "time", "garbage", "flood" or "refused".
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        return EngineError, (self.kind, str(self))
