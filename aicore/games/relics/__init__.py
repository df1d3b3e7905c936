"""Relics: seats race through a boarded space station for artifacts that may be trapped."""
