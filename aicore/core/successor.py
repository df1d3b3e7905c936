"""State that follows another one, which stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aicore.core.game import State


def successor(state: State, event: int | str) -> State:
    """Return the state after an event, as a copy. Raises IllegalAction."""
    after = state.clone()
    after.apply(event)
    return after
