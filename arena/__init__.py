"""Matches and tournaments: the players' results and strength, and the uncertainty of both."""
