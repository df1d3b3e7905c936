"""What actions would come to, as far as a seat can know it.

They are played in worlds that are possible for the seat: whatever the true one holds cannot show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from aicore.core.errors import IllegalAction, short
from aicore.core.game import State, View
from aicore.core.rng import Rng
from aicore.core.story import Happening, happening

WORLDS = 4  # asked where something is hidden


@dataclass
class Ahead:
    """What lies behind some actions.

    Args:
        state: the position in one of the worlds; a view of it is what may be shown.
        steps: the actions that could be foreseen.
        heard: what happens by them.
        sure: whether nothing was revealed: all worlds look alike, and the seat is still to move.
    """

    state: State
    steps: list[str] = field(default_factory=list)
    heard: list[Happening] = field(default_factory=list)
    sure: bool = True


def foresee(view: View, actions: Sequence[str]) -> Ahead:
    """Play actions until luck or another seat goes on, or something hidden would show.

    Raises IllegalAction.
    """
    seat = view.seat
    rng = Rng(view.key())
    worlds = [view.resample(rng) for _ in range(WORLDS if view.game.has_hidden else 1)]
    ahead = Ahead(worlds[0])
    for action in actions:
        if action not in ahead.state.legal() or ahead.state.turn != seat:
            raise IllegalAction(f"{short(action)} is not legal there")
        before = ahead.state.clone()
        for world in worlds:
            world.apply(action)
        looks = {bytes(world.view(seat)) for world in worlds}
        ahead.steps.append(action)
        if len(looks) > 1:
            ahead.state, ahead.sure = before, False
            break
        ahead.heard.append(happening(before, seat, action, worlds[0], seat))
        if worlds[0].turn != seat:
            ahead.sure = worlds[0].turn >= 0
            break
    return ahead
