"""The doors through which input comes in, by name; imported when they are used."""

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
    """The door of a name, not yet prepared."""
    module, kind = DOORS[name]
    made: Door = getattr(import_module(f"fuzz.doors.{module}"), kind)()
    return made
