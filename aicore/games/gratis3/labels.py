"""What the board and the terminal call things."""

ENDS = {"planet": "all have landed", "chips": "the last black chip is gone", "turns": "time is up"}
