"""One game between players: the referee deals the luck, asks the seats and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aicore.core.chance import Chance
from aicore.core.decision import Decision
from aicore.core.errors import AicoreError, IllegalAction, RecordError
from aicore.core.game import Game, State
from aicore.core.record import CHANCE_ACTOR, Actor, Event, Record
from aicore.core.rng import Rng
from aicore.players import Player, Progress

OnEvent = Callable[[State, Actor, str, Decision | None], None]
"""Called before an event is applied: the full state, the actor, the text, the actor's decision."""


def player_seed(seed: int, seat: int) -> int:
    """The seed of a seat's player in a match: each seat has a random stream of its own.

    It is a hash of the match's seed and the seat, so a record's specs and seed are enough to play
    the match again.
    """
    return Rng(seed ^ Rng(seat + 1).next()).next()


class Match:
    """A game in progress between players, one for each seat.

    Luck is ``Chance(seed)``. A player sees ``state.view(seat)`` and nothing else. Its seed is
    `player_seed` and is set for every decision, together with the number of decisions that its
    seat has made: a match can be taken back, or continued from a record, and goes on as it would
    have. One player object may sit at several seats and in several matches.

    Args:
        game: the rules.
        players: a player of that game for each seat.
        seed: any integer.
    """

    def __init__(self, game: Game, players: Sequence[Player], seed: int) -> None:
        if len(players) != game.seats:
            raise AicoreError(f"{len(players)} players for the {game.seats} seats of {game.name}")
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self._seeds = [player_seed(seed, seat) for seat in range(game.seats)]
        self._clear()

    def _clear(self) -> None:
        self.state = self.game.start()
        self.events: list[Event] = []
        self._chance = Chance(self.seed)
        self._decisions = [0] * self.game.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.end is not None

    def step(self, on_event: OnEvent | None = None, progress: Progress | None = None) -> None:
        """Let one event happen: the chance event that is due, or the decision of a seat.

        Raises IllegalAction when the player chose what is not legal, or the game is over.
        """
        if self.over:
            raise IllegalAction("the game is over")
        seat = self.state.turn
        if seat < 0:
            text = self.game.text(self._chance.draw(self.state))
            self._happen(CHANCE_ACTOR, text, None, on_event)
            return
        player = self.players[seat]
        player.seed, player.decisions = self._seeds[seat], self._decisions[seat]
        decision = player.decide(self.state.view(seat), progress)
        try:
            # the notation's own spelling, whatever the player wrote
            text = self.state.event_text(decision.action)
        except AicoreError as error:
            raise IllegalAction(f"seat {seat} ({player.NAME}): {error}") from error
        self._happen(seat, text, decision, on_event)

    def _happen(
        self, actor: Actor, text: str, decision: Decision | None, on_event: OnEvent | None
    ) -> None:
        if on_event is not None:
            on_event(self.state, actor, text, decision)
        self._apply(actor, text)

    def _apply(self, actor: Actor, text: str) -> None:
        if isinstance(actor, int):
            self._decisions[actor] += 1
        else:
            self._chance.pass_over(self.state)
        self.state.apply(text)
        self.events.append((actor, text))

    def restore(self, events: Sequence[Event]) -> None:
        """Start over and take the events of a record. Raises RecordError, IllegalAction."""
        self._clear()
        for number, (actor, text) in enumerate(events):
            turn = self.state.turn
            if actor != (turn if turn >= 0 else CHANCE_ACTOR) or self.over:
                raise RecordError(f"ply {number}: {text!r} is not the turn of {actor}")
            self._apply(actor, text)

    def rewind(self, length: int) -> None:
        """Take back all events but the first `length`; the same luck lies ahead."""
        self.restore(self.events[:length])

    def record(self) -> Record:
        """The match so far; unfinished unless it is over."""
        return Record(
            game=self.game.name,
            seats=self.game.seats,
            options=dict(self.game.options),
            seed=self.seed,
            players=[player.spec for player in self.players],
            events=list(self.events),
            scores=list(self.state.scores()) if self.over else None,
            returns=self.state.returns() if self.over else None,
            end=self.state.end,
        )


def play_match(
    game: Game, players: Sequence[Player], seed: int, on_event: OnEvent | None = None
) -> Record:
    """Play one game to its end.

    Args:
        players: one for each seat; the caller rotates them. Their seeds are set from `seed`.
        seed: of the luck and, through `player_seed`, of the players.
        on_event: is told each event before it is applied.

    Raises IllegalAction when a player chooses what is not legal.
    """
    match = Match(game, players, seed)
    while not match.over:
        match.step(on_event)
    return match.record()
