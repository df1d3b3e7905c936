"""Codes of the events of Thunder Run to Gratis-3, for Python: see state.pxd."""
