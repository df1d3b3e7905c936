"""Codes of Booster's events, for Python: see state.pxd."""
