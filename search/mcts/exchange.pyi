from typing import Self, final

@final
class Outbox:
    def __new__(cls) -> Self: ...
    @property
    def sheets(self) -> int: ...
