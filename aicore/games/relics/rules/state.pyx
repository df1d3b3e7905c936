"""The state and the codes of relics, declared in state.pxd; this module names them for Python."""
