"""Matches and tournaments: who plays whom, how strong they are and how sure that is."""
