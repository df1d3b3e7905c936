"""One game between players: the referee deals the luck, asks the seats and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from aicore.core.deal import Deal, deal_of
from aicore.core.decision import Decision, Progress
from aicore.core.errors import AicoreError, IllegalAction, MistakeError, RecordError, short
from aicore.core.game import Game, State
from aicore.core.record import CHANCE_ACTOR, Actor, Event, Record
from aicore.players import Player

OnEvent = Callable[[State, Actor, str, Decision | None], None]
"""Called before an event is applied: the full state, the actor, the text, the actor's decision."""


class Match:
    """A game in progress between players, one for each seat.

    A player sees ``state.view(seat)`` and its seat's number, from which nothing can be worked out,
    and nothing else. The number is set for every decision, together with the number of decisions
    that the seat has made: a match can be taken back, or continued from a record, and goes on as it
    would have. One player object may sit at several seats and in several matches.

    Args:
        game: the rules.
        players: a player of that game for each seat.
        seed: any text or whole number, or a `Deal`: the luck and the numbers of the seats.
    """

    def __init__(self, game: Game, players: Sequence[Player], seed: int | str | Deal) -> None:
        if len(players) != game.seats:
            raise AicoreError(f"{len(players)} players for the {game.seats} seats of {game.name}")
        self.game = game
        self.players = tuple(players)
        self.deal = deal_of(seed)
        self._seeds = [self.deal.player_seed(seat) for seat in range(game.seats)]
        self._clear()

    def _clear(self) -> None:
        self.state = self.game.start()
        self.events: list[Event] = []
        self._chance = self.deal.luck
        self._decisions = [0] * self.game.seats

    def ready(self) -> None:
        """Let the players get ready for the game, off the clock. Raises EngineError."""
        for seat, player in enumerate(self.players):
            player.ready(seat)

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
        player.seed, player.decisions = self.due
        decision = player.decide(self.state.view(seat), progress)
        self._happen(seat, self._spelled(decision.action), decision, on_event)

    @property
    def due(self) -> tuple[int, int]:
        """The number of the seat that is to move, and how many decisions it has made."""
        seat = self.state.turn
        return self._seeds[seat], self._decisions[seat]

    def play(self, action: str, on_event: OnEvent | None = None) -> None:
        """Let the seat that is to move do what was decided elsewhere.

        Raises IllegalAction when it is not legal, or no seat is to move; nothing happened then.
        """
        if self.state.turn < 0:
            raise IllegalAction("no seat is to move")
        text = self._spelled(action)
        if text not in self.state.legal():
            raise IllegalAction(f"{short(text)} is not legal here")
        self._happen(self.state.turn, text, None, on_event)

    def _spelled(self, action: str) -> str:
        """An action in the notation's own spelling, whatever the player wrote."""
        try:
            return self.state.event_text(action)
        except MistakeError:
            raise
        except AicoreError as error:
            seat = self.state.turn
            name = self.players[seat].NAME
            raise IllegalAction(f"seat {seat} ({name}): {error}") from error

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
        self.game.bound(len(self.events))

    def replace(self, seat: int, player: Player) -> None:
        """Let another player go on at a seat."""
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])

    def restore(self, events: Sequence[Event]) -> None:
        """Start over and take the events of a record. Raises RecordError, IllegalAction."""
        for _ in self.restoring(events):
            pass

    def restoring(self, events: Sequence[Event]) -> Iterator[int]:
        """`restore`, an event at a time: each number is yielded before its event happens."""
        self._clear()
        for number, (actor, text) in enumerate(events):
            yield number
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
            seed=self.deal.seed,
            players=[player.spec for player in self.players],
            events=list(self.events),
            scores=list(self.state.scores()) if self.over else None,
            returns=self.state.returns() if self.over else None,
            end=self.state.end,
        )


def play_match(
    game: Game,
    players: Sequence[Player],
    seed: int | str | Deal,
    on_event: OnEvent | None = None,
) -> Record:
    """Play one game to its end.

    Args:
        players: one for each seat; the caller rotates them.
        seed: of the luck and of the seats' numbers.
        on_event: is told each event before it is applied.

    Raises IllegalAction when a player chooses what is not legal.
    """
    match = Match(game, players, seed)
    match.ready()
    while not match.over:
        match.step(on_event)
    return match.record()
