PLANET_CARD: int
EVENT_CARD: int
PLACE_AT: int
JUMP_TO: int
FLEE_TO: int
FLEE: int
BUY_GOOD: int
SELL_GOOD: int
DONE: int
SELL_PART: int
LOSE_PART: int
COUNTERATTACK: int
IMPROVE: int
KIND_SHIFT: int
FIELD: int
CENTER: int
NORTH: int
EAST: int
MAX_BONUS: int
WEAPONS: int
DEFENSES: int
ENGINES: int
CARGO: int

def cost(card: int, planet: int) -> int: ...
def sale(card: int, planet: int) -> int: ...
def fine_value(price: int) -> int: ...
def enemy_bonus(month: int) -> int: ...
