"""Properties of a game between strong players: fairness, length, tension, luck and components."""
