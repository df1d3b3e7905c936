"""Codes of booster's events, for Python: see state.pxd."""
