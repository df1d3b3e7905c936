"""State and codes of relics as declared in state.pxd; this module makes them known to Python."""
