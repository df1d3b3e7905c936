from typing import Self, final

from aicore.search.mcts.batch import Leaves
from aicore.search.mcts.simulation import Simulation

@final
class LeafEvaluation:
    def __new__(cls, sim: Simulation, batch: Leaves) -> Self: ...
