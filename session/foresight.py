"""Foreseeable effects of actions, from the knowledge of one seat.

The actions are played in worlds that are possible for the seat, so the true world cannot leak.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from aicore import END
from aicore.coach.fitting import Choice
from aicore.coach.review import Review
from aicore.core.errors import IllegalAction, short
from aicore.core.game import State, View
from aicore.core.language import gettext as _
from aicore.core.record import replay
from aicore.core.rng import Rng
from aicore.core.story import Names, SeenEvent

WORLDS = 4  # worlds sampled if the game hides something
ENDS = 40  # worlds sampled if the game ends; fewer might look alike by chance
SURE = 500  # worlds sampled to find that actions reveal nothing, not even something unlikely
SURE_SECONDS = 1.0  # processor time for these worlds: a server's other tables wait for it


@dataclass
class Forecast:
    """Foreseeable effects of some actions.

    Args:
        state: the position in one of the worlds; only a view of it may be shown.
        steps: the actions that can be played at once; the last one may reveal something.
        numbers: the same actions as the game's integers.
        heard: the foreseeable events, as the seat perceives them.
        sure: whether the actions reveal nothing: all worlds still look alike, and neither a chance
            event nor the end of the game follows.
    """

    state: State
    steps: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    heard: list[SeenEvent] = field(default_factory=list)
    sure: bool = True


class Foresight:
    """Lookahead from a view, for any number of queries.

    Args:
        legal: the legal actions, if the caller has them already.
    """

    def __init__(self, view: View, legal: Sequence[str] | None = None) -> None:
        self.seat, self._view = view.seat, view
        rng = Rng(view.key())
        self._worlds = [
            view.resample(rng) for _world in range(WORLDS if view.game.has_hidden else 1)
        ]
        self._legal = frozenset(view.legal() if legal is None else legal)

    def look(self, actions: Sequence[str]) -> Forecast:
        """Return the effects of actions, until chance or another seat acts.

        It stops earlier if hidden information would show. Raises IllegalAction.
        """
        seat = self.seat
        worlds = [world.clone() for world in self._worlds]
        ahead, seen = Forecast(worlds[0]), self._view
        for number, action in enumerate(actions):
            legal = worlds[0].legal() if number else self._legal
            if worlds[0].turn != seat or action not in legal:
                raise IllegalAction(_("{move} is not legal there", move=short(action)))
            before, event = worlds[0].clone(), worlds[0].game.parse(action)
            for world in worlds:
                world.apply(event)
            ahead.steps.append(action)
            ahead.numbers.append(event)
            if len({bytes(world.view(seat)) for world in worlds}) > 1:
                ahead.state, ahead.sure = before, False
                break
            if worlds[0].turn == END and self._view.game.has_hidden and not self._alike(actions):
                ahead.state, ahead.sure = before, False
                break
            after = worlds[0].view(seat)
            ahead.heard.append(SeenEvent(seat, before.event_text(event, seat), seen, after))
            seen = after
            if worlds[0].turn != seat:
                ahead.sure = worlds[0].turn >= 0
                break
        return ahead

    def told(self, action: str, names: Names) -> str:
        """Return an action as a sentence; its notation if its effect cannot be foreseen."""
        heard, game = self.look([action]).heard, self._view.game
        return game.info.story.tell(game, heard[0], names) if heard else action

    def _alike(self, actions: Sequence[str]) -> bool:
        """Whether the end of the game after the actions looks the same in many worlds."""
        rng = Rng(self._view.key())
        seen = set()
        for _world in range(ENDS):
            world = self._view.resample(rng)
            for action in actions:
                world.apply(action)
                if world.turn == END:
                    break
            seen.add(bytes(world.view(self.seat)))
        return len(seen) == 1


def reveals_nothing(view: View, actions: Sequence[str]) -> bool:
    """Whether actions of a view's seat look the same to it in all of many possible worlds.

    False if that is not certain within `SURE_SECONDS`.
    """
    rng, until = Rng(view.key()), time.process_time() + SURE_SECONDS
    first: list[bytes] | None = None
    for _world in range(SURE if view.game.has_hidden else 1):
        world = view.resample(rng)
        seen: list[bytes] = []
        for action in actions:
            try:
                world.apply(action)
            except IllegalAction:  # what came before looked different
                return False
            seen.append(bytes(world.view(view.seat)))
        if first not in (None, seen) or time.process_time() > until:
            return False
        first = seen
    return True


def tell_better(review: Review, names: Names) -> list[tuple[Choice, str]]:
    """Return a review's marked decisions, each with its better action in a sentence."""
    marked = {choice.ply: choice for choice in review.choices if choice.marked}
    return [
        (choice, Foresight(ply.state.view(choice.seat)).told(choice.best, names))
        for ply in replay(review.record, unfinished=True)
        if (choice := marked.get(ply.number)) is not None
    ]


def foresee(view: View, actions: Sequence[str]) -> Forecast:
    """Return the foreseeable effects of some actions. Raises IllegalAction."""
    return Foresight(view).look(actions)
