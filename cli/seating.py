"""Seats and deal of a person's game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.adaptive import auto_level
from aicore.cli.game_arguments import deal_from
from aicore.cli.streams import say
from aicore.core.errors import SpecError
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.registry import info
from aicore.players import Player, player, player_class
from aicore.players.defaults import levels_of
from aicore.players.spec import AUTO, split

if TYPE_CHECKING:
    from aicore.core.deal import Deal
    from aicore.core.game import Game
    from aicore.core.record import Record


@dataclass
class SeatPlan:
    """Validated and complete plan of a game.

    Args:
        seed: the seed as given; None for a deal that nobody knows.
        seat: the person's seat.
        players: the players of all seats, including the person.
        rival: player that plays the same deal after the person, in a game for one.
        record: file to which the game's record is added, if any.
        resume: file of the saved game that the person continues, if any.
        saved: that game, as saved.
        auto: seats of opponents whose level follows the person's strength.
    """

    rules: Game
    deal: Deal
    seed: str | None
    seat: int
    players: list[Player]
    rival: Player | None
    record: Path | None
    resume: Path | None = None
    saved: Record | None = None
    auto: frozenset[int] = frozenset()

    def another(self, swap: bool) -> SeatPlan:
        """Return the same table with a new deal; with `swap`, everybody moves up one seat."""
        step = 1 if swap else 0
        seats = self.rules.seats
        players = list(self.players)
        if self.auto:
            spec = auto_spec(self.rules.name)
            for seat in self.auto:
                players[seat] = player(spec, self.rules)
        return replace(
            self,
            deal=deal_from(None),
            seed=None,
            seat=(self.seat + step) % seats,
            players=[players[(seat - step) % seats] for seat in range(seats)],
            auto=frozenset((seat + step) % seats for seat in self.auto),
            resume=None,
            saved=None,
        )


def current_spec(spec: str, rules: Game) -> str:
    """Return a saved player's spec, or just its name if an earlier version had other keys."""
    try:
        player(spec, rules)
    except SpecError as error:
        name = split(spec)[0]
        player(name, rules)
        wrong = _("{error}; {name} continues with its current settings", error=error, name=name)
        say(wrong, error=True)
        return name
    return spec


def level_spec(game: str | None, level: int | str) -> tuple[str, ...]:
    """Return the spec of a level, or of the automatic one; () without a game."""
    if game is None:
        return ()
    if not levels_of(info(game)):
        raise click.UsageError(_("{game} has no levels: name an opponent with --vs", game=game))
    return (f"level:{level}",)


def auto_spec(game: str) -> str:
    """Return the spec of the level that suits the person's saved games, and print the level."""
    level = auto_level(game)
    note = _("Based on your games, your opponent plays at level {level}.", level=level)
    say(f"  {note}")
    return f"level:{level}"


def without_auto(game: str, vs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the opponents' specs, with the person's level in place of level:auto."""
    if not any(spec.strip() == AUTO for spec in vs):
        return vs
    level = auto_spec(game)
    return tuple(level if spec.strip() == AUTO else spec for spec in vs)


def seats_named(game: str, seats: int | None, vs: tuple[str, ...]) -> int | None:
    """Return the number of seats, if given, or implied by several named opponents."""
    if seats is None and len(vs) > 1 and info(game).seats[1] > 1:
        return len(vs) + 1
    return seats


def choose_seat(rules: Game, seat: int | None, deal: Deal) -> int:
    """Return the person's seat: as given, or drawn with the deal. Raises UsageError."""
    if seat is None:
        return deal.seat_for_person(rules.seats)  # random, but the same for the same seed
    if not 0 <= seat < rules.seats:
        raise click.UsageError(
            _("--seat {seat}: this game has seats 0 to {last}", seat=seat, last=rules.seats - 1)
        )
    return seat


def bounded(spec: str, bound: tuple[str, float | None]) -> str:
    """Return the spec with this search limit, if the player has it and the spec sets none."""
    name, given = split(spec)
    key, value = bound
    bounds = [parameter.name for parameter in player_class(name).PARAMETERS if parameter.bound]
    if value is None or key not in bounds or any(other in given for other in bounds):
        return spec
    return f"{spec}{',' if given else ':'}{key}={value}"


def seat_specs(rules: Game, seat: int, vs: list[str]) -> list[str]:
    """Return the specs of all seats, including the person's."""
    others = rules.seats - 1
    if any(spec.partition(":")[0].strip() == "human" for spec in vs):
        raise click.UsageError(_("--vs human: only one person can play; name a computer player"))
    if rules.seats > 1 and len(vs) not in (1, others):
        raise click.UsageError(
            ngettext(
                "{given} opponents for {n} other seat: give one --vs for each, or one for all",
                "{given} opponents for {n} other seats: give one --vs for each, or one for all",
                others,
                given=len(vs),
            )
        )
    specs = vs * others if len(vs) == 1 else list(vs)
    return [*specs[:seat], "human", *specs[seat:]] if rules.seats > 1 else ["human"]


def duel_spec(vs: tuple[str, ...], bound: tuple[str, float | None]) -> str | None:
    """Return the opponent of a duel, or None without one. Raises UsageError for more than one."""
    if len(vs) > 1:
        raise click.UsageError(_("a duel has one opponent: give --vs once"))
    return bounded(vs[0], bound) if vs else None
