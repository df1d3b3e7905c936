"""Configuration of a tournament: everything that determines its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from aicore.arena.errors import StoreError
from aicore.core.errors import AicoreError, OptionError
from aicore.core.game import Game
from aicore.core.language import N_, SOURCE, fill, speaking
from aicore.core.language import gettext as _
from aicore.core.registry import load_with
from aicore.core.schema import through_json

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout", "ladder", "sprt")
ADAPTIVE = ("swiss", "knockout", "ladder")
"""Formats in which results decide the next pairings."""

MAX_ELO = 4000
"""Largest bound of a sequential test, in Elo or in stakes."""

MODELS = ("logistic", "normalized", "returns")

LABELS = {
    "aicore": N_("version"),
    "deals": N_("deals per line-up"),
    "move_time": N_("move time"),
    "rules": N_("rules digest"),
    "programs": N_("programs' digests"),
    "team": N_("players in a team"),
    "partners": N_("teams of the seats"),
    "drawn": N_("drawn moves"),
}
"""Readable names of settings, where they differ from the field's name."""


@dataclass(frozen=True)
class Stakes:
    """Returns of a game in which the amount won counts.

    Args:
        unit: unit of the returns, such as "chips".
        low, high: the least and the greatest return of a seat.
    """

    unit: str
    low: float
    high: float

    @classmethod
    def of(cls, game: Game) -> Stakes | None:
        """Return the stakes that a game declares; None if only the places of the seats count."""
        with speaking(SOURCE):  # a file keeps the unit; reports translate it
            unit = game.info.stakes
        return cls(unit, game.low, game.high) if unit else None

    def reach(self, seats: int) -> float:
        """Return the most a seat can win above its table's mean; solo, above two seats' mean."""
        size = max(seats, 2)
        return (self.high - self.low) * (size - 1) / size

    def paid(self, returns: Sequence[float] | None, loser: int | None, seats: int) -> list[float]:
        """Return each seat's return; a forfeit costs the maximum, shared among the other seats.

        If no return can be below 0, the other seats get the greatest return.

        Args:
            returns: return of each seat; None after a forfeit.
            loser: the seat that forfeited, if `returns` is None.
            seats: number of seats.
        """
        if returns is not None:
            return list(returns)
        others = -self.low / max(seats - 1, 1) if self.low < 0.0 else self.high
        return [self.low if seat == loser else min(others, self.high) for seat in range(seats)]


@dataclass(frozen=True)
class Sprt:
    """Sequential test of the first of two players against the second.

    Args:
        elo0, elo1: the two hypotheses about the first player's advantage in strength.
        model: the unit of the hypotheses: "logistic" Elo, as ladders show it; "normalized" Elo,
            divided by the spread of results; or "returns", the first player's stakes above the mean
            of its table.
        alpha, beta: the probability of an error if elo0 is true, and if elo1 is true.
    """

    elo0: float
    elo1: float
    model: str = "logistic"
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        given = f"sprt {self.elo0:g},{self.elo1:g}"
        if not self.elo0 < self.elo1:
            text = _("{given}: give two bounds in Elo or in stakes, the lower one first")
            raise OptionError(fill(text, given=given))
        if self.elo0 < -MAX_ELO or self.elo1 > MAX_ELO:
            text = _("{given}: both must lie between {low} and {high}")
            raise OptionError(fill(text, given=given, low=-MAX_ELO, high=MAX_ELO))


@dataclass(frozen=True)
class Config:
    """Everything that determines the results of a tournament.

    Args:
        aicore: the version of aicore that plays the tournament.
        game, seats, options: the rules, with all options. In a game of teams, `seats` is the
            number of teams, because one player decides for all seats of a team.
        rules: a digest of the game's data (cards, maps, defaults).
        names: the names of the players.
        players: the players' complete specs, independent of later defaults.
        format: one of FORMATS.
        sprt: the test, in the format "sprt"; else None.
        deals: number of deals for each line-up; None if the tournament ends when the test is
            decided.
        seed: seed of all luck, a text; empty for workers, which receive the deals with their
            blocks.
        move_time: seconds for a decision, or 0 for no limit; a seat that takes three times as long
            forfeits.
        luck: whether the luck of each game is measured.
        stakes: the stakes, if the tournament compares returns; None if it compares points.
        merged: the first deal and the seed of each tournament that was merged into this one.
        programs: digests of the engines' files, by spec.
        rounds: number of rounds of a Swiss tournament; else None.
        team: number of players in a team. If it is above 1, `names` are the names of the teams, and
            `players` lists the members of each team in turn.
        openings: openings, which the deals use in turn; empty for none.
        drawn: number of random moves that begin a deal.
        adjudicate: rules by which games end early; see `aicore.arena.adjudication`.
        clock: seconds for a seat's whole game, and seconds that every decision adds; None for no
            clock.
        partners: in a game of teams, the team of each seat; else empty.
        sessions: the players of each session of a ladder, and the number of games at its end; else
            empty.
    """

    aicore: str
    game: str
    seats: int
    options: dict[str, int | str]
    rules: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    format: str
    sprt: Sprt | None
    deals: int | None
    seed: str
    move_time: float
    luck: bool = False
    stakes: Stakes | None = None
    merged: tuple[tuple[int, str], ...] = ()
    programs: dict[str, str] = field(default_factory=dict)
    rounds: int | None = None
    team: int = 1
    openings: tuple[tuple[str, ...], ...] = ()
    drawn: int = 0
    adjudicate: tuple[str, ...] = ()
    clock: tuple[float, float] | None = None
    sessions: tuple[tuple[tuple[int, ...], int], ...] = ()
    partners: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the configuration in plain types."""
        return through_json(asdict(self))  # type: ignore[no-any-return]

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Config:
        """Return the configuration that a dictionary describes. Raises StoreError."""
        try:
            values = {f.name: given[f.name] for f in fields(cls) if f.name in given}
            stakes = given.get("stakes")
            values["stakes"] = Stakes(**stakes) if stakes is not None else None
            values["merged"] = tuple((deal, seed) for deal, seed in given.get("merged", ()))
            sprt = values["sprt"]
            values["sprt"] = Sprt(**sprt) if sprt is not None else None
            values["openings"] = tuple(map(tuple, given.get("openings", ())))
            values["adjudicate"] = tuple(given.get("adjudicate", ()))
            values["sessions"] = tuple(
                (tuple(active), games) for active, games in given.get("sessions", ())
            )
            values["partners"] = tuple(given.get("partners", ()))
            clock = given.get("clock")
            values["clock"] = None if clock is None else (clock[0], clock[1])
            values["names"] = tuple(values["names"])
            values["players"] = tuple(values["players"])
            config = cls(**values)
            return config if "stakes" in given else replace(config, stakes=config._declared())
        except (KeyError, TypeError, ValueError) as error:
            text = _("not a tournament configuration: {why!r}", why=error)
            raise StoreError(text) from error

    def differences(self, other: Config) -> list[str]:
        """Return the differences from `other`, such as "seed 1, not 2" (the seed of `other`)."""
        mine, theirs = self.to_dict(), other.to_dict()
        texts = []
        if self.game != other.game:  # the other differences follow from this one
            return [_("game {one}, not {two}", one=self.game, two=other.game)]
        for name in mine:
            if mine[name] == theirs[name] or name == "names":
                continue
            if name == "players" and len(mine[name]) == len(theirs[name]):
                pairs = enumerate(zip(mine[name], theirs[name], strict=True), 1)
                texts += [
                    _("player {number} {one}, not {two}", number=k, one=a, two=b)
                    for k, (a, b) in pairs
                    if a != b
                ]
                continue
            label, shown = LABELS.get(name, name), "names" if name == "players" else name
            text = _("{label} {one}, not {two}")
            values = _shown(mine[shown]), _shown(theirs[shown])
            texts.append(fill(text, label=_(label), one=values[0], two=values[1]))
        return texts

    def _declared(self) -> Stakes | None:
        """Return the game's stakes, for files without this field; None if the game is missing."""
        try:
            return Stakes.of(self.load())
        except AicoreError:
            return None

    @property
    def returned(self) -> Stakes | None:
        """Stakes that the test compares; None without a test, or for one that compares points."""
        return self.stakes if self.sprt is not None and self.sprt.model == "returns" else None

    @property
    def limit(self) -> float:
        """Seconds after which a decision is a forfeit; 0 if only a clock limits it, or nothing."""
        return 3.0 * self.move_time

    @property
    def adaptive(self) -> bool:
        """Whether results decide the next pairings."""
        return self.format in ADAPTIVE

    def spec(self, entrant: int) -> str:
        """Return the spec of a player, or the specs of a team's members."""
        return " + ".join(self.players[entrant * self.team : (entrant + 1) * self.team])

    @property
    def table(self) -> str:
        """Number of seats or teams at a table, in words."""
        if self.seats == 1:
            return _("everyone on the same deals")
        if self.partners:
            return _("{count} teams", count=self.seats)
        return _("{count} seats", count=self.seats)

    def load(self) -> Game:
        """Return the game with its rules. Raises UnknownGame, OptionError."""
        return load_with(self.game, len(self.partners) or self.seats, self.options)


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
