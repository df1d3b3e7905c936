"""What a game is like between strong players: fair, long, tense, lucky, and made of what."""
