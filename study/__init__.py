"""Explanations of games for people, shared by all interfaces. Prints nothing."""
