from typing import Self, final

from aicore.search.mcts.simulation import Simulation

@final
class Batch:
    def __new__(cls, sim: Simulation, room: int) -> Self: ...
