"""A game session without a face: see `aicore.session.session`."""
