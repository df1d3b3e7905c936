from aicore.plain.playing import PlainRules

MAX_SCORE: float

class PlainGame(PlainRules): ...

GAME = PlainGame
