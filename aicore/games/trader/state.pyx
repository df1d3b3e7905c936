"""The codes of Free Trader's events, for Python: see state.pxd."""
