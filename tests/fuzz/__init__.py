"""Hostile input through every door: each input is accepted, or refused in one line."""
