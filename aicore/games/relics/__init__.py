"""Relics: a boarded space station, a race in action points, artifacts with traps."""
