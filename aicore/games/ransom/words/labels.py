"""What the board and the terminal call things."""

MAX_FUEL = 15
PHASES = {
    "setup": "dealing the first hand",
    "merchant": "play a merchant?",
    "reveal": "a target warps in",
    "act": "capture, boost or discard",
    "refill": "refilling the hand",
}
ENDS = {"cleared": "all sixteen captured", "fuel": "out of fuel"}
