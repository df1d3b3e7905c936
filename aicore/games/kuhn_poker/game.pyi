CHECK: int
BET: int
CALL: int
FOLD: int
DEAL: int
