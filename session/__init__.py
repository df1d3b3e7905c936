"""Game session without an interface of its own: see `aicore.session.session`."""
