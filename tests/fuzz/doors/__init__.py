"""Doors for input, by name; each is imported on first use."""

from __future__ import annotations

from importlib import import_module

from fuzz.door import Door

DOORS = {
    "face": ("face", "Face"),
    "states": ("states", "States"),
    "pickles": ("pickles", "Pickles"),
    "arrays": ("arrays", "Arrays"),
    "evaluators": ("evaluators", "Evaluators"),
    "networks": ("networks", "Networks"),
    "sessions": ("sessions", "Sessions"),
    "records": ("records", "Records"),
    "saves": ("records", "Saves"),
    "tournament": ("tournament", "Tournament"),
    "server": ("engine", "Server"),
    "stream": ("engine", "Stream"),
    "client": ("engine", "Client"),
    "data": ("data", "Data"),
    "specs": ("specs", "Specs"),
    "options": ("specs", "Options"),
    "prompt": ("prompt", "Prompt"),
    "paths": ("paths", "Paths"),
}


def door(name: str) -> Door:
    """Return the door of a name, not yet prepared."""
    module, kind = DOORS[name]
    made: Door = getattr(import_module(f"fuzz.doors.{module}"), kind)()
    return made
