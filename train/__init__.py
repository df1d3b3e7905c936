"""Training: networks that learn a game by playing it, from its arrays alone."""
