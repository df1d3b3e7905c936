from collections.abc import Mapping, Sequence
from typing import Any

class Net:
    inputs: int
    outputs: int
    def __init__(self, layers: Sequence[Mapping[str, Any]]) -> None: ...
    def __call__(self, x: Sequence[float]) -> list[float]: ...
