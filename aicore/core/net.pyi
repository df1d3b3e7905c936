from collections.abc import Mapping, Sequence
from typing import Any, Self, final

@final
class Net:
    inputs: int
    outputs: int
    def __new__(cls, layers: Sequence[Mapping[str, Any]]) -> Self: ...
    def __call__(self, x: Sequence[float]) -> list[float]: ...
