from aicore.plain.playing import PlainRules

class PlainGame(PlainRules): ...

GAME = PlainGame
