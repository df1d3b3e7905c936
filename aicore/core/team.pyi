from typing import Self, final

@final
class Team:
    def __new__(cls, room: int, slots: int) -> Self: ...
