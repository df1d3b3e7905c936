"""Design studies: whether a game between strong players is fair, long, tense or lucky."""
