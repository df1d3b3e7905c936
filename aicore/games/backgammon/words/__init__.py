"""The game in words: notation, stories and explanations."""
