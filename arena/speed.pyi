from aicore.core.game import Game

MAX_NUMBER: float
MAX_THREADS: int
MAX_TOTAL: int

def measure(
    game: Game, seconds: float = 1.0, threads: int = 1, sims: int = 0
) -> dict[str, str | int | float]: ...
