"""Configuration of a tournament: everything that determines its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from aicore.arena.errors import StoreError
from aicore.core.errors import AicoreError, OptionError
from aicore.core.game import Game
from aicore.core.registry import load_with
from aicore.core.schema import through_json

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout", "ladder", "sprt")
ADAPTIVE = ("swiss", "knockout", "ladder")
"""Formats in which results decide who meets next."""


MODELS = ("logistic", "normalized", "returns")

LABELS = {
    "aicore": "version",
    "deals": "deals per line-up",
    "move_time": "move time",
    "rules": "rules digest",
    "programs": "programs' digests",
    "team": "players in a team",
    "partners": "teams of the seats",
    "drawn": "drawn moves",
}
"""Names of settings for people, where they differ from the field."""


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
        """Return the stakes that a game declares; None where only placing counts."""
        unit = game.info.stakes
        return cls(unit, game.low, game.high) if unit else None

    def reach(self, seats: int) -> float:
        """Return the most that a seat can get above its table's mean; solo, of two on one deal."""
        size = max(seats, 2)
        return (self.high - self.low) * (size - 1) / size

    def paid(self, returns: Sequence[float] | None, loser: int | None, seats: int) -> list[float]:
        """Return each seat's return; a forfeit costs the maximum, which the others share."""
        if returns is not None:
            return list(returns)
        others = -self.low / max(seats - 1, 1) if self.low < 0.0 else self.high
        return [self.low if seat == loser else min(others, self.high) for seat in range(seats)]


@dataclass(frozen=True)
class Sprt:
    """Sequential test of the first of two players against the second.

    Args:
        elo0, elo1: the two hypotheses on how much stronger the first is.
        model: "logistic" Elo, as ladders show it, or "normalized" by the spread of results, or
            "returns": how much the first gets above the mean of its table, in stakes.
        alpha, beta: the error probabilities if elo0, and if elo1, holds.
    """

    elo0: float
    elo1: float
    model: str = "logistic"
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -4000 <= self.elo0 < self.elo1 <= 4000:
            raise OptionError(
                f"sprt {self.elo0:g},{self.elo1:g}: write two Elo or stakes, lower first"
            )


@dataclass(frozen=True)
class Config:
    """Everything that determines the results of a tournament.

    Args:
        aicore: the version that plays it.
        game, seats, options: the rules; the options complete. In a game of teams, `seats` is the
            number of teams, because one player decides for all seats of a team.
        rules: a digest of the game's data (cards, maps, defaults).
        names: the players as the user named them.
        players: the players' complete specs, independent of later defaults.
        format: one of FORMATS.
        sprt: the test, for that format.
        deals: number of deals for each line-up; None: until the test is decided.
        seed: seed of all luck, a text; empty for workers, which receive blocks with deals of their
            own.
        move_time: seconds for a decision; three times as long is a forfeit. 0: no limit.
        luck: whether the luck of each game is measured.
        stakes: the returns, where these are compared and not points.
        merged: deals of other seeds, for each the number of its first deal and the seed. A
            tournament that was merged with another one has that one's deals there.
        programs: digests of the engines' files, by spec.
        rounds: number of rounds, of a Swiss tournament.
        team: number of players in a team. `names` are then those of the teams, and `players` holds
            the members of one team after the other.
        openings: openings of the deals, in turn; empty: none.
        drawn: number of random moves that begin a deal.
        adjudicate: rules by which games end early; see `aicore.arena.adjudication`.
        clock: seconds for a seat's whole game, and seconds that every decision adds.
        partners: in a game of teams, the team of each seat; else empty.
        sessions: of a ladder, the players of each session and the number of games at its end.
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
            raise StoreError(f"not a tournament configuration: {error!r}") from error

    def differences(self, other: Config) -> list[str]:
        """Return the differences, one entry each, as "seed 1, not 2"; `other` comes second."""
        mine, theirs = self.to_dict(), other.to_dict()
        found = []
        if self.game != other.game:  # all else follows from that
            return [f"game {self.game}, not {other.game}"]
        for name in mine:
            if mine[name] == theirs[name] or name == "names":
                continue
            if name == "players" and len(mine[name]) == len(theirs[name]):
                pairs = enumerate(zip(mine[name], theirs[name], strict=True), 1)
                found += [f"player {k} {a}, not {b}" for k, (a, b) in pairs if a != b]
                continue
            label, shown = LABELS.get(name, name), "names" if name == "players" else name
            found.append(f"{label} {_shown(mine[shown])}, not {_shown(theirs[shown])}")
        return found

    def _declared(self) -> Stakes | None:
        """Return the game's stakes, for files older than stakes; None if it is unknown here."""
        try:
            return Stakes.of(self.load())
        except AicoreError:
            return None

    @property
    def returned(self) -> Stakes | None:
        """Stakes that a test compares; None for a test of points, as in older files."""
        return self.stakes if self.sprt is not None and self.sprt.model == "returns" else None

    @property
    def limit(self) -> float:
        """Seconds after which a decision is a forfeit; 0: never, or by the clock."""
        return 3.0 * self.move_time

    @property
    def adaptive(self) -> bool:
        """Whether results decide who meets next."""
        return self.format in ADAPTIVE

    def spec(self, entrant: int) -> str:
        """Return the spec of a player, or those of a team."""
        return " + ".join(self.players[entrant * self.team : (entrant + 1) * self.team])

    @property
    def table(self) -> str:
        """Number of those who compete at a table, in words."""
        if self.seats == 1:
            return "everyone on the same deals"
        return f"{self.seats} {'teams' if self.partners else 'seats'}"

    def load(self) -> Game:
        """Load the rules. Raises UnknownGame, OptionError."""
        return load_with(self.game, len(self.partners) or self.seats, self.options)


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
