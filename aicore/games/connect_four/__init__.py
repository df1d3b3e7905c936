"""Connect Four: a yardstick for speed and for deep, solved tactics."""
