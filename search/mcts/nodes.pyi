from typing import Self, final

@final
class NodeArena:
    def __new__(
        cls, limit: int = 536870912, bounded: bool = False, shared: bool = False
    ) -> Self: ...
