CARDS: int
OF_TYPE: int
TAG_SHIFT: int
PASS_TAG: int
DRAW_TAG: int
DEAL_TAG: int
MELD_TAG: int
EJECT_TAG: int
