from typing import Any

def __getattr__(name: str) -> Any: ...  # the `cpdef enum` of legal.pxd, as enum.IntEnum
