"""A game from one seat's perspective, without interface: see `aicore.study.session.session`."""
