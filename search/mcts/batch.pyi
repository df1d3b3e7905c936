from typing import Self, final

from aicore.search.mcts.simulation import Simulation

MAX_THREADS: int

@final
class Leaves:
    def __new__(cls, sim: Simulation, room: int) -> Self: ...
