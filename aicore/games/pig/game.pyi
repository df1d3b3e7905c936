ROLL: int
HOLD: int
FIRST_FACE: int
FACES: int
