"""Runner of blocks: it plays their games and returns them in the form in which they are stored."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from aicore.arena.adjudication import Adjudicator
from aicore.arena.config import Config
from aicore.arena.line_ups import Seating
from aicore.arena.luck import Meter
from aicore.arena.luck_value import network_value
from aicore.arena.openings import draw
from aicore.arena.openings import play as play_opening
from aicore.arena.plan import Block, make_players
from aicore.arena.referee import ADJUDICATED, Forfeit, Outcome, Referee
from aicore.core.deal import Deal, derive, secret_of
from aicore.core.errors import one_line
from aicore.core.record import FORMAT
from aicore.players import Player, player
from aicore.players.errors import EngineError


class GameRow(NamedTuple):
    """Stored form of a game; lists are JSON.

    Args:
        block, game: the key: the number of the block, and the index of the game in it.
        seating: the player, or the team, at each seat. In a game of teams, this and all other
            sequences have one entry for each team of the game.
        seed: seed of the deal, as in records.
        scores: score of each seat when the game stopped.
        returns: return of each seat; null after a forfeit.
        luck: luck of each seat until the game stopped, in units of returns; null if not measured.
        standing: score and tie breakers in a game for one seat, most important first; else null.
        end: reason of the end; null after a forfeit.
        plies: number of events.
        decisions: number of decisions of each seat.
        loser, kind, reason: the seat that forfeited, the kind of forfeit, and the reason in words;
            null without a forfeit.
        record: the whole game as a compressed line of a record file.
        seconds: thinking time of each seat; the only field that differs from run to run.
    """

    block: int
    game: int
    seating: str
    seed: str
    scores: str
    returns: str | None
    luck: str | None
    standing: str | None
    end: str | None
    plies: int
    decisions: str
    loser: int | None
    kind: str | None
    reason: str | None
    record: bytes
    seconds: str


Verdicts = Mapping[int, Forfeit]
"""Forfeits that the caller has already decided, by the number of the game in its block."""


class BlockRunner:
    """Rules, players and referee of a tournament; each worker makes one runner and keeps it.

    Args:
        config: the configuration of the tournament.
        slot: memory in which the referee notes the decision in progress; see `Referee`.
    """

    def __init__(self, config: Config, slot: Any = None) -> None:
        self.config = config
        self.game = config.load()
        # by a player's index and the number of seats that it already has in the same game
        self._clones = {(k, 0): one for k, one in make_players(config, self.game).items()}
        for one in self.players:
            one.give_time(config.move_time, config.limit)
        meter = Meter(self.game, network_value(self.game)) if config.luck else None
        judge = Adjudicator(self.game, config.adjudicate) if config.adjudicate else None
        self.referee = Referee(self.game, config.limit, slot, meter, config.clock, judge)
        options = _json(dict(self.game.options))
        name = _json(self.game.name)
        start = f'{{"format":"{FORMAT}","game":{name},"seats":{self.game.seats},'
        self._head = f'{start}"options":{options},"seed":'

    def play(self, block: Block, verdicts: Verdicts | None = None) -> list[GameRow]:
        """Play a block. Return its games as rows."""
        number = block.number
        opening = play_opening(self.game, block.opening)
        if self.config.drawn:
            opening = draw(self.game, self.config.drawn, block.draw)
        rows = []
        for game, (seating, sitting, seed) in enumerate(
            zip(block.seatings, block.players, block.seeds, strict=True), block.first
        ):
            deal = Deal(seed)
            seeds = [deal.player_seed(seat) for seat in range(self.game.seats)]
            players = [self._seat(k, sitting[:seat].count(k)) for seat, k in enumerate(sitting)]
            verdict = (verdicts or {}).get(game) or _get_ready(players)
            outcome = self.referee.play(
                players, seeds, deal.luck, number, game, verdict, _sample_seed(seed), opening
            )
            if outcome.forfeit is not None:
                players[outcome.forfeit.seat].close()  # an engine must leave no process behind
            rows.append(self._row(number, game, seating, sitting, seed, outcome))
        return rows

    @property
    def players(self) -> list[Player]:
        """All player objects."""
        return list(self._clones.values())

    def _seat(self, k: int, before: int) -> Player:
        """Return an object of player k, which already has `before` seats in the same game."""
        if (k, before) not in self._clones:
            twin = player(self.config.players[k], self.game)
            twin.give_time(self.config.move_time, self.config.limit)
            self._clones[k, before] = twin
        return self._clones[k, before]

    def _row(
        self,
        block: int,
        game: int,
        seating: Seating,
        sitting: Seating,
        seed: str,
        outcome: Outcome,
    ) -> GameRow:
        scores = _json(outcome.scores)
        returns = None if outcome.returns is None else _json(outcome.returns)
        forfeit = outcome.forfeit
        standing: list[Any] | None = None
        if len(seating) == 1 and forfeit is None:
            standing = outcome.state.standing()
        by_side = [list(outcome.scores), outcome.returns, outcome.luck]
        if self.game.cooperative and outcome.returns is not None:
            standing = by_side[0] = outcome.returns[:1]
        scores_kept, returns_kept, luck_kept = (
            None if values is None else self._first(values) for values in by_side
        )
        return GameRow(
            block,
            game,
            _json(seating),
            seed,
            _json(scores_kept),
            None if returns_kept is None else _json(returns_kept),
            None if luck_kept is None else _json([round(luck, 9) for luck in luck_kept]),
            None if standing is None else _json(standing),
            outcome.end if forfeit is None else None,
            outcome.plies,
            _json(self._summed(outcome.decisions)),
            None if forfeit is None else self._side(forfeit.seat),
            None if forfeit is None else forfeit.kind,
            None if forfeit is None else readable(forfeit.reason),
            zlib.compress(self._record(sitting, seed, outcome, scores, returns).encode(), 1),
            _json([round(seconds, 9) for seconds in self._summed(outcome.seconds)]),
        )

    def _first(self, values: Sequence[Any]) -> list[Any]:
        """Return the values of the first seat of each team; without teams, of each seat."""
        partners = self.config.partners
        if not partners or len(values) != len(partners):
            return list(values)
        return [values[partners.index(side)] for side in range(self.config.seats)]

    def _summed(self, values: Sequence[Any]) -> list[Any]:
        """Return the sums of each team; without teams, the values."""
        if not self.config.partners or not values:
            return list(values)
        sums = [0] * self.config.seats
        for side, value in zip(self.config.partners, values, strict=True):
            sums[side] += value
        return sums

    def _side(self, seat: int) -> int:
        """Return the team of a seat; without teams, the seat."""
        return self.config.partners[seat] if self.config.partners else seat

    def _record(
        self, sitting: Seating, seed: str, outcome: Outcome, scores: str, returns: str | None
    ) -> str:
        players = _json([self.config.players[k] for k in sitting])
        head = f'{self._head}"{seed}","players":{players},"events":{outcome.events}'
        if returns is None or outcome.end == ADJUDICATED:  # an unfinished record
            return f'{head},"scores":null,"returns":null,"end":null}}'
        return f'{head},"scores":{scores},"returns":{returns},"end":{json.dumps(outcome.end)}}}'

    def close(self) -> None:
        """Close the players."""
        for one in self.players:
            one.close()


def _sample_seed(seed: str) -> int:
    """Return a seed for the samples that measure a deal's luck, independent of the luck itself.

    Equal deals have equal samples, so that sampling errors cancel within a block, too.
    """
    return int.from_bytes(derive(secret_of(seed), "samples", 0, 8), "little")


def _get_ready(players: list[Player]) -> Forfeit | None:
    """Let the players prepare, off the clock. Return a forfeit if one cannot; else None."""
    for seat, one in enumerate(players):
        try:
            one.ready(seat)
        except EngineError as error:
            return Forfeit(seat, error.kind, str(error))
        except Exception as error:
            return Forfeit(seat, "error", one_line(f"{type(error).__name__}: {error}"))
    return None


def readable(text: str) -> str:
    """Return a reason without control characters, safe for any terminal."""
    return re.sub(r"[^\x20-\x7e\u00a1-\ud7ff\ue000-\ufffd\U00010000-\U0003ffff]", "?", text)


_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
