"""Matches and tournaments: players' results, their strength, and its uncertainty."""
