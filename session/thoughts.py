"""Decisions of players, and whether another seat may read about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aicore.core.decision import Decision
    from aicore.core.game import State


@dataclass(frozen=True)
class Thought:
    """An opponent's decision, to be explained when the person asks why."""

    before: State
    seat: int
    decision: Decision


def keeps_secret(before: State, decision: Decision, viewer: int) -> bool:
    """Whether a decision's reasons could tell `viewer` something hidden: what the player knew, or
    the choice itself. The answer depends only on what the viewer knows."""
    action = decision.action
    return hides(before, viewer) or before.event_text(action, viewer) != before.event_text(action)


def hides(state: State, viewer: int) -> bool:
    """Whether the position hides a value from `viewer`, so that it is None only in their view.

    The answer depends only on what the viewer knows.
    """
    return state.game.has_hidden and _covers(state.to_dict(), state.to_dict(viewer))


def _covers(whole: object, seen: object) -> bool:
    """Whether a viewer's dump lacks a part of the whole dump."""
    if isinstance(whole, dict) and isinstance(seen, dict):
        return any(_covers(part, seen[name]) for name, part in whole.items())
    if isinstance(whole, list) and isinstance(seen, list):
        return any(map(_covers, whole, seen))
    return seen is None and whole is not None
