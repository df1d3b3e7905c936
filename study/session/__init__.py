"""A game as one seat meets it, without a face: see `aicore.study.session.session`."""
