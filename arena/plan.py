"""Plan of a tournament: its line-ups and its blocks, and how one is configured.

A block is the unit of luck: one deal, played once for every seating of one line-up. All statistics
count blocks, not games; any advantage that a deal gives to one seat goes to every player in turn.

A block's number is made of its line-up's and its deal's. Neither changes when a tournament grows by
deals or by players, so a larger plan holds every block of the smaller one
(docs/decisions/081-tournaments-grow.md).
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import aicore
from aicore.arena.adjudication import require as require_rules
from aicore.arena.config import ADAPTIVE, FORMATS, Config, Sprt, Stakes
from aicore.arena.line_ups import Seating, line_ups
from aicore.arena.names import distinct, name_of, numbered
from aicore.arena.openings import require_no_luck
from aicore.arena.programs import program_digests
from aicore.core.deal import derive, fresh_seed, secret_of
from aicore.core.errors import OptionError, SpecError
from aicore.core.game import Game
from aicore.core.sources import called, portable_name
from aicore.players import Player, player
from aicore.players.external_resources import external_resources

MAX_DEALS = 10**12  # deals of a line-up: the numbers of its blocks


def portable(config: Config) -> Config:
    """Return a configuration for another process.

    It lacks the seed, and holds the texts of the files it names.
    """
    return replace(
        config,
        seed="",
        merged=(),
        game=portable_name(config.game),
        players=tuple(map(portable_name, config.players)),
    )


def configure(
    game: Game,
    specs: Sequence[str],
    format: str = "round-robin",
    games: int = 400,
    seed: str | int | None = None,
    sprt: Sprt | None = None,
    move_time: float = 0.0,
    capped: bool = True,
    luck: bool = True,
    introduce: bool = False,
    rounds: int | None = None,
    team: int = 1,
    openings: tuple[tuple[str, ...], ...] = (),
    drawn: int = 0,
    adjudicate: tuple[str, ...] = (),
    clock: tuple[float, float] | None = None,
) -> Config:
    """Return the configuration of a tournament.

    Args:
        specs: specs of the players, two or more; one suffices in a game for one seat.
        games: number of games in all, rounded up to whole rounds of every line-up.
        seed: seed of all luck; None: a new secret.
        capped: whether a test stops undecided after `games`.
        luck: whether luck is measured, if the game has any.
        introduce: whether engines are started to hear their names.
        rounds, team, openings, drawn, adjudicate, clock: as in `Config`.

    Raises SpecError, OptionError.
    """
    if format not in FORMATS:
        raise OptionError(f"format {format!r}: it must be one of {', '.join(FORMATS)}")
    if sprt is not None and len(specs) != 2:
        raise OptionError(f"a sequential test compares two players, not {len(specs)}")
    if len(specs) < 2 * team and game.sides > 1:
        raise OptionError(f"a tournament needs at least two {'teams' if team > 1 else 'players'}")
    _require_format(game, format, len(specs), team, rounds)
    if openings or drawn:
        require_no_luck(game)
    if adjudicate:
        require_rules(game, adjudicate)
    stakes = Stakes.of(game)
    if sprt is not None:
        sprt = _fitting(sprt, game, stakes)
    if move_time < 0:
        raise OptionError(
            f"move time {move_time:g}: it must be a number of seconds, or 0 for no limit"
        )
    complete, names = completed(game, specs, introduce)
    config = Config(
        aicore=aicore.__version__,
        game=game.name,
        seats=game.sides,
        partners=game.teams if game.sides < game.seats else (),
        options=dict(game.options),
        rules=rules_digest(game),
        names=tuple(distinct(teams(names, team))),
        players=tuple(complete),
        format="sprt" if sprt is not None else format,
        sprt=sprt,
        deals=None,
        seed=fresh_seed() if seed is None else str(seed),
        move_time=move_time,
        luck=luck and game.has_chance,
        stakes=stakes,
        programs=program_digests(complete),
        rounds=(rounds or usual_rounds(len(specs) // team)) if format == "swiss" else None,
        team=team,
        openings=openings,
        drawn=drawn,
        adjudicate=adjudicate,
        clock=clock,
    )
    secret_of(config.seed)  # raises for an invalid seed
    if sprt is not None and not capped:
        return config
    if format == "ladder":
        return with_session(replace(config, deals=1), range(Plan(config).entrants), games)
    return replace(config, deals=rounds_of(config, games))


def with_session(config: Config, active: Iterable[int], games: int) -> Config:
    """Return a ladder with another session, of so many games rounded up to whole blocks."""
    before = config.sessions[-1][1] if config.sessions else 0
    each = len(Plan(config).line_ups[0])
    until = before + -(-games // each) * each
    return replace(config, sessions=(*config.sessions, (tuple(active), until)))


def usual_rounds(players: int) -> int:
    """Return a number of rounds of a Swiss tournament that finds a winner, and some more."""
    return min(max(1, players - 1), math.ceil(math.log2(players)) + 2)


def _require_format(game: Game, format: str, players: int, team: int, rounds: int | None) -> None:
    """Raise OptionError if a format does not fit the game and its players."""
    if rounds is not None and format != "swiss":
        raise OptionError("rounds are for --format swiss")
    if team > 1:
        if game.sides < game.seats:
            raise OptionError(
                f"{game.info.title} has teams of its own; one player sits at all seats of a team"
            )
        if game.seats < 2 * team or game.seats % team:
            raise OptionError(f"teams of {team} cannot share the {game.seats} seats evenly")
        if players % team or players // team < game.seats // team:
            raise OptionError(
                f"{players} players are not {game.seats // team} teams of {team} or more"
            )
        if format == "sprt":
            raise OptionError("a sequential test compares two players, not teams")
    if format == "knockout" and game.sides != 2 * team:
        raise OptionError("a knockout needs tables of two players or two teams")
    if format in ADAPTIVE and (game.sides == 1 or players <= game.sides):
        raise OptionError(f"{format} needs more players than one table has seats")


def teams(names: list[tuple[str, str]], team: int) -> list[tuple[str, str]]:
    """Return the names of teams: those of their members."""
    if team == 1:
        return names
    groups = (names[k : k + team] for k in range(0, len(names), team))
    return [(" + ".join(name for name, _ in group), "") for group in groups]


def rounds_of(config: Config, games: int) -> int:
    """Return the number of whole rounds that have at least so many games."""
    return max(1, -(-games // Plan(config).round))


def completed(
    game: Game, specs: Iterable[str], introduce: bool = False
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the complete specs of a tournament's players, and their names and versions.

    Args:
        introduce: whether engines are started to hear their names; else they are called by specs.

    Raises SpecError.
    """
    found, names = [], []
    for spec in specs:
        made = player(spec, game)
        if made.NAME == "human":
            raise SpecError("player human cannot play tournaments; people play with `aicore play`")
        found.append(made.spec)
        names.append(name_of(made, spec) if introduce else (called(spec.strip()), ""))
        made.close()
    return found, names


def _fitting(test: Sprt, game: Game, stakes: Stakes | None) -> Sprt:
    """Return the test of a game: of returns if it has stakes. Raises OptionError."""
    if stakes is None:
        if test.model == "returns":
            raise OptionError(f"sprt: {game.name} has no stakes, so its tests compare Elo")
        return test
    if test.model == "normalized":
        raise OptionError(f"elo normalized: tests of {game.name} compare {stakes.unit}, not Elo")
    reach = stakes.reach(game.sides)
    if not (-reach < test.elo0 and test.elo1 < reach):
        raise OptionError(
            f"sprt {test.elo0:g},{test.elo1:g}: tests of {game.name} compare {stakes.unit} a game, "
            f"so write numbers between {-reach:g} and {reach:g}"
        )
    return replace(test, model="returns")


def rules_digest(game: Game) -> str:
    """Return a short digest of the game's data: a changed card changes the configuration."""
    text = json.dumps(game.info.data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def named(specs: Iterable[str]) -> list[str]:
    """Return the specs as names, files without their digests; repeated names get a number."""
    return numbered(called(spec.strip()) for spec in specs)


@dataclass(frozen=True)
class Block:
    """One deal with one line-up.

    Args:
        number: the block's key, from 0.
        seeds: seeds of the luck of its games, in order. They are the same for all games, except
            with external programs, which could remember an earlier game.
        seatings: seatings of its games, in order.
        players: the player at each seat of each game: with teams, the member who sits there; in a
            game of teams, the player of the seat's team.
        first: number of its first game. Players who joined later play only their own games of a
            deal that all play alone.
        opening: moves that begin every game.
        draw: seed of the random moves that begin every game.
    """

    number: int
    seeds: tuple[str, ...]
    seatings: tuple[Seating, ...]
    players: tuple[Seating, ...]
    first: int = 0
    opening: tuple[str, ...] = ()
    draw: int = 0

    def only(self, games: int) -> Block:
        """Return the block's first games."""
        return replace(
            self,
            seeds=self.seeds[:games],
            seatings=self.seatings[:games],
            players=self.players[:games],
        )


class Plan:
    """The blocks of a tournament, numbered, as a function of its configuration.

    The number of a block is `line_up * MAX_DEALS + deal`.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.entrants = len(config.players) // config.team
        """Number of players, or of teams."""
        self.places = config.seats // config.team
        """Number of players, or of teams, at a table."""
        self.line_ups = line_ups(self.entrants, config.seats, config.format, config.team)
        self._remembering = {
            k // config.team for k, spec in enumerate(config.players) if remembers(spec)
        }
        self._seeds = ((0, config.seed), *config.merged)

    @property
    def blocks(self) -> int | None:
        """Number of blocks; None: until a test is decided. A level knockout has more."""
        return None if self.config.deals is None else self.config.deals * self._meetings

    @property
    def _meetings(self) -> int:
        """Number of line-ups that meet, and how often they do."""
        if self.config.format == "ladder":
            return self.config.sessions[-1][1] // len(self.line_ups[0])
        if self.config.format == "swiss":
            return (self.config.rounds or 0) * (self.entrants // self.places)
        return self.entrants - 1 if self.config.format == "knockout" else len(self.line_ups)

    @property
    def round(self) -> int:
        """Number of games in which every line-up that meets plays one deal."""
        if self.config.adaptive:
            return self._meetings * len(self.line_ups[0])
        return sum(map(len, self.line_ups))

    @property
    def games(self) -> int | None:
        """Number of games in all; None: until a test is decided."""
        return None if self.config.deals is None else self.config.deals * self.round

    def line_up(self, number: int) -> int:
        """Return the line-up of a block."""
        return number // MAX_DEALS

    def seatings(self, number: int) -> tuple[Seating, ...]:
        """Return the seatings of a block's games."""
        return self.line_ups[self.line_up(number)]

    def holds(self, number: int) -> bool:
        """Whether a block is part of the tournament."""
        line_up, deal = divmod(number, MAX_DEALS)
        deals = self.config.deals
        if deals is None or self.config.adaptive:
            deals = MAX_DEALS
        return 0 <= line_up < len(self.line_ups) and deal < deals

    def block(self, number: int, first: int = 0) -> Block:
        """Return the block of a number, with its deals: none can be worked out from another.

        Args:
            first: the number of its games that were played before; the block is of the others.
        """
        seatings = self.seatings(number)
        seed, own = self._own(number)
        secret = derive(seed, "deal", own)
        seeds = [
            derive(secret, "game", game) if game and self._apart(seatings[0]) else secret
            for game in range(len(seatings))
        ]
        deal = own % MAX_DEALS
        openings = self.config.openings
        return Block(
            number,
            tuple(seed.hex() for seed in seeds[first:]),
            seatings[first:],
            tuple(self._members(seating, game) for game, seating in enumerate(seatings))[first:],
            first,
            openings[deal % len(openings)] if openings else (),
            int.from_bytes(derive(seed, "opening", deal, 8), "little"),
        )

    def _own(self, number: int) -> tuple[bytes, int]:
        """Return a tournament's secret, and a block's number in the one that it is from."""
        line_up, deal = divmod(number, MAX_DEALS)
        start, seed = max(part for part in self._seeds if part[0] <= deal)
        return secret_of(seed), line_up * MAX_DEALS + deal - start

    def _members(self, seating: Seating, game: int) -> Seating:
        """Return the players at the seats of a game: game k of a block of teams is rotation k."""
        team = self.config.team
        if self.config.partners:
            return tuple(seating[side] for side in self.config.partners)
        if team == 1:
            return seating
        places = ((seat + game) % len(seating) // self.places for seat in range(len(seating)))
        return tuple(one * team + member for one, member in zip(seating, places, strict=True))

    def _apart(self, members: Seating) -> bool:
        """Whether each game of a block has a deal of its own, because a player may remember it."""
        return self.config.seats > 1 and not self._remembering.isdisjoint(members)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of all blocks, round by round: in each, every line-up plays a deal."""
        deals = itertools.count() if self.config.deals is None else range(self.config.deals)
        for deal in deals:
            for line_up in range(len(self.line_ups)):
                yield line_up * MAX_DEALS + deal


def remembers(spec: str) -> bool:
    """Whether a player may remember one game in the next: external programs may."""
    return any(one.program for one in external_resources([spec]))


def make_players(config: Config, game: Game) -> dict[int, Player]:
    """Return the players by number, of a ladder those who still play. Raises SpecError."""
    playing: Sequence[int] = range(len(config.players))
    if config.sessions:
        teams = ([k * config.team + j for j in range(config.team)] for k in config.sessions[-1][0])
        playing = [k for team in teams for k in team]
    return {k: player(config.players[k], game) for k in playing}
