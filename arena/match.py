"""Match that plays one game: it draws chance events, asks the players, and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aicore.arena.log import GameLog, Step
from aicore.core.deal import Deal
from aicore.core.decision import Progress
from aicore.core.errors import AicoreError, IllegalAction
from aicore.core.game import Game
from aicore.core.record import Record
from aicore.players import Player

OnStep = Callable[[Step], None]
"""Callback with a step just before it is added; if it raises, the step is not added."""


class Match(GameLog):
    """Game in progress between players, one for each seat.

    A player sees only ``state.view(seat)`` and its seat's seed, which reveals nothing else. Before
    every decision, the match sets this seed and the number of decisions that the seat has made. So
    after an undo, or from a record, a match continues in the same way. One player object may sit at
    several seats and in several matches.

    Args:
        game: the rules.
        players: a player for each seat, in order.
        seed: any text or whole number, or a `Deal`; it determines the luck and the seats' seeds.
    """

    def __init__(self, game: Game, players: Sequence[Player], seed: int | str | Deal) -> None:
        if len(players) != game.seats:
            raise AicoreError(
                f"{game.name} needs {game.seats} player{'s' * (game.seats > 1)}, not {len(players)}"
            )
        super().__init__(game, seed)
        self.players = tuple(players)

    def ready(self) -> None:
        """Let the players prepare for the game, while no clock runs. Raises EngineError."""
        for seat, player in enumerate(self.players):
            player.ready(seat)

    def next_step(self, progress: Progress | None = None) -> Step:
        """Return the next step without adding it: the due chance event, or a seat's decision.

        Raises IllegalAction if the player chose an illegal action, or the game is over.
        """
        if self.over:
            raise IllegalAction("the game is over")
        seat = self.state.turn
        if seat < 0:
            return self.chance_step()
        player = self.players[seat]
        player.seed, player.decisions = self.due
        decision = player.decide(self.state.view(seat), progress)
        return self.action_step(decision.action, decision)

    def step(self, on_step: OnStep | None = None, progress: Progress | None = None) -> None:
        """Advance by one event; see `next_step`."""
        step = self.next_step(progress)
        if on_step is not None:
            on_step(step)
        self.add(step)

    def finish(self, on_step: OnStep | None = None) -> Record:
        """Play to the end of the game, and return its record."""
        while not self.over:
            self.step(on_step)
        return self.record()

    def _who(self) -> str:
        return f"{super()._who()} ({self.players[self.state.turn].NAME})"

    def replace(self, seat: int, player: Player) -> None:
        """Replace the player at a seat from now on."""
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])

    def record(self, players: Sequence[str] | None = None) -> Record:
        """Return the record so far; unfinished unless the game is over."""
        return super().record(players or [player.spec for player in self.players])
