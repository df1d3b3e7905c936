from typing import Any

def __getattr__(name: str) -> Any: ...  # the `cpdef enum`s of state.pxd, as enum.IntEnum
