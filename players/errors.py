"""What can go wrong with programs from outside."""

from __future__ import annotations

from aicore.core.errors import AicoreError


class EngineError(AicoreError):
    """An external engine broke the protocol, or died.

    Args:
        kind: what it did, one word: "crash", "time", "garbage", "flood" or "refused".
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        return EngineError, (self.kind, str(self))
