"""The position and the codes of relics, as state.pxd declares them; here they get their names."""
