CHECK: int
BET: int
CALL: int
FOLD: int
RAISE: int
DEAL: int
PUBLIC: int
