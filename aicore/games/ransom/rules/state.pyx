"""Codes of Space Ransom's events, for Python; see rules/state.pxd."""
