"""A whole game between players, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aicore.arena.log import Step
from aicore.arena.match import Match
from aicore.core.deal import Deal
from aicore.core.decision import Decision
from aicore.core.game import Game, State
from aicore.core.record import Actor, Record
from aicore.players import Player

OnEvent = Callable[[State, Actor, str, Decision | None], None]


def play_match(
    game: Game,
    players: Sequence[Player],
    seed: int | str | Deal,
    on_event: OnEvent | None = None,
) -> Record:
    """Play one game to its end.

    Args:
        on_event: called with each event before it is applied.
    """

    def tell(step: Step) -> None:
        if on_event is not None:
            on_event(step.before, step.actor, step.text, step.decision)

    match = Match(game, players, seed)
    match.ready()
    return match.finish(tell)
