"""Plan of a tournament: its configuration, its line-ups and its blocks.

A block is one deal, played once for every seating of one line-up. So if a deal favors one seat,
every player has that advantage equally often. Games of a block share their luck, so all statistics
count blocks, not games.

A block's number combines the numbers of its line-up and its deal. Neither changes when deals or
players join the tournament. So a larger plan has every block of a smaller one
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
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.sources import called, portable_name
from aicore.players import Player, player
from aicore.players.external_resources import external_resources

MAX_DEALS = 10**12  # maximum number of deals of a line-up


def portable(config: Config) -> Config:
    """Return a copy of a configuration for another process.

    The copy lacks the seed, and contains the files that the configuration names.
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
        game: the game to play.
        specs: specs of the players, two or more; in a game for one seat, one is enough.
        format: one of FORMATS.
        games: number of games in all, rounded up to whole rounds.
        seed: seed of all luck; None for a new secret.
        sprt: the sequential test; None for none.
        move_time: seconds for a decision; 0 for no limit.
        capped: whether a test stops undecided after `games`.
        luck: whether to measure luck, if the game has any.
        introduce: whether to start engines to learn their names.
        rounds, team, openings, drawn, adjudicate, clock: as in `Config`.

    Raises SpecError, OptionError.
    """
    if format not in FORMATS:
        text = _("format {format!r}: it must be one of {formats}")
        raise OptionError(fill(text, format=format, formats=", ".join(FORMATS)))
    if sprt is not None and len(specs) != 2:
        text = _("a sequential test compares two players, not {count}")
        raise OptionError(fill(text, count=len(specs)))
    if len(specs) < 2 * team and game.sides > 1:
        raise OptionError(
            _("a tournament needs at least two teams")
            if team > 1
            else _("a tournament needs at least two players")
        )
    _require_format(game, format, len(specs), team, rounds)
    if openings or drawn:
        require_no_luck(game)
    if adjudicate:
        require_rules(game, adjudicate)
    stakes = Stakes.of(game)
    if sprt is not None:
        sprt = _fitting(sprt, game, stakes)
    if move_time < 0:
        text = _("move time {seconds:g}: it must be a number of seconds, or 0 for no limit")
        raise OptionError(fill(text, seconds=move_time))
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
    secret_of(config.seed)  # it raises OptionError for an invalid seed
    if sprt is not None and not capped:
        return config
    if format == "ladder":
        return with_session(replace(config, deals=1), range(Plan(config).entrants), games)
    return replace(config, deals=rounds_of(config, games))


def with_session(config: Config, active: Iterable[int], games: int) -> Config:
    """Return a ladder with another session of `games` games, rounded up to whole blocks."""
    before = config.sessions[-1][1] if config.sessions else 0
    each = len(Plan(config).line_ups[0])
    until = before + -(-games // each) * each
    return replace(config, sessions=(*config.sessions, (tuple(active), until)))


def usual_rounds(players: int) -> int:
    """Return the default number of Swiss rounds: two more than it takes to find a winner."""
    return min(max(1, players - 1), math.ceil(math.log2(players)) + 2)


def _require_format(game: Game, format: str, players: int, team: int, rounds: int | None) -> None:
    """Raise OptionError if a format does not fit the game and its players."""
    if rounds is not None and format != "swiss":
        raise OptionError(_("--rounds needs --format swiss"))
    if team > 1:
        if game.sides < game.seats:
            text = _("{game} has teams of its own; one player sits at all seats of a team")
            raise OptionError(fill(text, game=game.info.title))
        if game.seats < 2 * team or game.seats % team:
            text = _("teams of {team} cannot share the {seats} seats evenly")
            raise OptionError(fill(text, team=team, seats=game.seats))
        if players % team or players // team < game.seats // team:
            text = _("{players} players cannot form {count} or more teams of {team}")
            raise OptionError(fill(text, players=players, count=game.seats // team, team=team))
        if format == "sprt":
            raise OptionError(_("a sequential test compares two players, not teams"))
    if format == "knockout" and game.sides != 2 * team:
        raise OptionError(_("a knockout needs tables of two players or two teams"))
    if format in ADAPTIVE and (game.sides == 1 or players <= game.sides):
        text = _("{format} needs more players than one table has seats")
        raise OptionError(fill(text, format=format))


def teams(names: list[tuple[str, str]], team: int) -> list[tuple[str, str]]:
    """Return the name of each team, which joins the names of its members."""
    if team == 1:
        return names
    groups = (names[k : k + team] for k in range(0, len(names), team))
    return [(" + ".join(name for name, _version in group), "") for group in groups]


def rounds_of(config: Config, games: int) -> int:
    """Return the least number of whole rounds with at least `games` games."""
    return max(1, -(-games // Plan(config).round))


def completed(
    game: Game, specs: Iterable[str], introduce: bool = False
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the complete specs of a tournament's players, and their names and versions.

    Args:
        game: the game to play.
        specs: the specs as given.
        introduce: whether to start engines to learn their names; else their specs name them.

    Raises SpecError.
    """
    complete, names = [], []
    for spec in specs:
        new = player(spec, game)
        if new.NAME == "human":
            raise SpecError(
                _("player human cannot play tournaments; people play with `aicore play`")
            )
        complete.append(new.spec)
        names.append(name_of(new, spec) if introduce else (called(spec.strip()), ""))
        new.close()
    return complete, names


def _fitting(test: Sprt, game: Game, stakes: Stakes | None) -> Sprt:
    """Return the test that fits a game; it compares returns if the game has stakes."""
    if stakes is None:
        if test.model == "returns":
            text = _("sprt: {game} has no stakes, so its tests compare Elo")
            raise OptionError(fill(text, game=game.name))
        return test
    if test.model == "normalized":
        text = _("elo normalized: tests of {game} compare {stakes}, not Elo")
        raise OptionError(fill(text, game=game.name, stakes=_(stakes.unit)))
    reach = stakes.reach(game.sides)
    if not (-reach < test.elo0 and test.elo1 < reach):
        text = _(
            "{given}: tests of {game} compare {stakes} a game, so write numbers between {low} and "
            "{high}"
        )
        given = f"sprt {test.elo0:g},{test.elo1:g}"
        low, high = f"{-reach:g}", f"{reach:g}"
        unit = _(stakes.unit)
        raise OptionError(fill(text, given=given, game=game.name, stakes=unit, low=low, high=high))
    return replace(test, model="returns")


def rules_digest(game: Game) -> str:
    """Return a short digest of the game's data, which changes with any card."""
    text = json.dumps(game.info.data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def named(specs: Iterable[str]) -> list[str]:
    """Return the specs as distinct names, without the digests of files."""
    return numbered(called(spec.strip()) for spec in specs)


@dataclass(frozen=True)
class Block:
    """One deal with one line-up.

    Args:
        number: the block's key, from 0.
        seeds: seed of the luck of each game. All are equal, unless an external program plays, which
            could remember an earlier game.
        seatings: seating of each game.
        players: the player at each seat of each game: with teams, the member who sits there; in a
            game of teams, the player of the seat's team.
        first: index of its first game. It is above 0 if players joined a solo tournament later, and
            only their games of the deal are missing.
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
        """Return the block with only its first `games` games."""
        return replace(
            self,
            seeds=self.seeds[:games],
            seatings=self.seatings[:games],
            players=self.players[:games],
        )


class Plan:
    """Numbered blocks of a tournament, as a function of its configuration.

    The number of a block is `line_up * MAX_DEALS + deal`.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.entrants = len(config.players) // config.team
        """Number of players, or of teams."""
        self.places = config.seats // config.team
        """Number of players, or of teams, at a table."""
        self.line_ups = line_ups(self.entrants, config.seats, config.format, config.team)
        # entrants with a player that may remember earlier games
        self._remembering = {
            k // config.team for k, spec in enumerate(config.players) if remembers(spec)
        }
        self._seeds = ((0, config.seed), *config.merged)

    @property
    def blocks(self) -> int | None:
        """Number of planned blocks; None for no limit. Level matches of a knockout add more."""
        return None if self.config.deals is None else self.config.deals * self._meetings

    @property
    def _meetings(self) -> int:
        """Number of meetings in a round, or in all rounds if results decide the pairings."""
        if self.config.format == "ladder":
            return self.config.sessions[-1][1] // len(self.line_ups[0])
        if self.config.format == "swiss":
            return (self.config.rounds or 0) * (self.entrants // self.places)
        return self.entrants - 1 if self.config.format == "knockout" else len(self.line_ups)

    @property
    def round(self) -> int:
        """Number of games in a round, in which every line-up that meets plays one deal."""
        if self.config.adaptive:
            return self._meetings * len(self.line_ups[0])
        return sum(map(len, self.line_ups))

    @property
    def games(self) -> int | None:
        """Number of planned games; None for no limit."""
        return None if self.config.deals is None else self.config.deals * self.round

    def line_up(self, number: int) -> int:
        """Return the index of a block's line-up."""
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
        """Return a block with its deal; no deal reveals another one.

        Args:
            number: the number of the block.
            first: the number of its games that were already played; the block has only the others.
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
        """Return the secret of the merged tournament that had a block, and its number there."""
        line_up, deal = divmod(number, MAX_DEALS)
        start, seed = max(part for part in self._seeds if part[0] <= deal)
        return secret_of(seed), line_up * MAX_DEALS + deal - start

    def _members(self, seating: Seating, game: int) -> Seating:
        """Return the player at each seat of a game; with teams, game k of a block is rotation k."""
        team = self.config.team
        if self.config.partners:
            return tuple(seating[side] for side in self.config.partners)
        if team == 1:
            return seating
        members = ((seat + game) % len(seating) // self.places for seat in range(len(seating)))
        return tuple(side * team + member for side, member in zip(seating, members, strict=True))

    def _apart(self, seating: Seating) -> bool:
        """Whether each game of a block has its own deal, because a player may remember games."""
        return self.config.seats > 1 and not self._remembering.isdisjoint(seating)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of all blocks, round by round; every line-up plays one deal a round."""
        deals = itertools.count() if self.config.deals is None else range(self.config.deals)
        for deal in deals:
            for line_up in range(len(self.line_ups)):
                yield line_up * MAX_DEALS + deal


def remembers(spec: str) -> bool:
    """Whether a player may remember earlier games, as external programs may."""
    return any(resource.program for resource in external_resources([spec]))


def make_players(config: Config, game: Game) -> dict[int, Player]:
    """Return the players by index; of a ladder, only those who still play. Raises SpecError."""
    playing: Sequence[int] = range(len(config.players))
    if config.sessions:
        teams = ([k * config.team + j for j in range(config.team)] for k in config.sessions[-1][0])
        playing = [k for team in teams for k in team]
    return {k: player(config.players[k], game) for k in playing}
