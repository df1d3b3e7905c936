"""Training of networks, which learn a game by playing it, and need only its arrays."""
