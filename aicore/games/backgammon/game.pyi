def __getattr__(name: str) -> int: ...  # the codes of game.pyx
