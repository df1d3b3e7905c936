"""Hostile input through every door: whatever comes in, it is taken or refused in one line."""
