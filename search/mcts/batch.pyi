from typing import Self, final

from aicore.search.mcts.simulation import Simulation

@final
class Leaves:
    def __new__(cls, sim: Simulation, room: int) -> Self: ...
