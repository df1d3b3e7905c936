"""Growth of tournaments by games, by players, and by other tournaments' games.

A larger plan has every block of a smaller one (see `aicore.arena.plan.Plan`). So a tournament that
grew has the same games as one that was as large from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aicore.arena.config import Config
from aicore.arena.errors import StoreError
from aicore.arena.names import distinct, numbered
from aicore.arena.plan import Plan, completed, rounds_of, teams, with_session
from aicore.arena.programs import program_digests
from aicore.arena.report import whole
from aicore.core.game import Game
from aicore.core.language import fill
from aicore.core.language import gettext as _


def grown(
    config: Config,
    game: Game,
    added: Sequence[str] = (),
    games: int | None = None,
    introduce: bool = False,
    rounds: int | None = None,
) -> Config:
    """Return a tournament's configuration with more players, or more games.

    Args:
        config: the configuration so far.
        game: the tournament's game.
        added: specs of players who join.
        games: number of games in all, rounded up to whole rounds; None for as many rounds as
            before, with the new players.
        introduce: whether to start engines to learn their names.
        rounds: number of rounds of a Swiss tournament; None for as many as before.

    Raises StoreError if a game that was already planned would change, and SpecError for invalid
    specs.
    """
    larger = config
    if added:
        _require_open(config)
        if len(added) % config.team:
            raise StoreError(_("players join in teams of {size}", size=config.team))
        specs, names = completed(game, added, introduce)
        larger = replace(
            config,
            players=(*config.players, *specs),
            names=tuple(numbered([*config.names, *distinct(teams(names, config.team))])),
            programs={**config.programs, **program_digests(specs)},
        )
    if rounds is not None:
        larger = _with_rounds(larger, rounds)
    if games is None:
        return larger
    if config.format == "ladder":
        active, until = config.sessions[-1]
        known = {player for players, _games in config.sessions for player in players}
        newcomers = [player for player in range(len(larger.names)) if player not in known]
        if games < until:
            text = _("`--games {games}`: {planned} games are planned already")
            raise StoreError(fill(text, games=games, planned=whole(until)))
        return (
            with_session(larger, (*active, *newcomers), games - until) if games > until else larger
        )
    if config.adaptive:
        text = _(
            "`--games {games}` would change the pairings of this {format} tournament: use {how}"
        )
        how = "--rounds N" if config.format == "swiss" else _("a new tournament")
        raise StoreError(fill(text, games=games, format=config.format, how=how))
    if config.deals is None:
        raise StoreError(_("this test has no limit of games, so it cannot be extended"))
    deals = rounds_of(larger, games)
    if deals < config.deals:
        plan = Plan(larger)
        text = _(
            "`--games {games}`: {rounds} rounds are planned already, and a round has {size} games. "
            "Ask for {least} games or more"
        )
        planned, size = whole(config.deals), whole(plan.round)
        least = whole(plan.round * config.deals)
        raise StoreError(fill(text, games=games, rounds=planned, size=size, least=least))
    return replace(larger, deals=deals)


def _with_rounds(config: Config, rounds: int) -> Config:
    if config.rounds is None:
        text = _("`--rounds {rounds}`: only a Swiss tournament has a number of rounds")
        raise StoreError(fill(text, rounds=rounds))
    if rounds < config.rounds:
        text = _("`--rounds {rounds}`: {planned} rounds are planned already")
        raise StoreError(fill(text, rounds=rounds, planned=config.rounds))
    return replace(config, rounds=rounds)


def _require_open(config: Config) -> None:
    """Raise StoreError if further players would change games that are already planned."""
    if config.adaptive and config.format != "ladder":
        text = _("the players of a {format} tournament are paired from the first round on")
        raise StoreError(fill(text, format=config.format))
    if config.format == "sprt":
        raise StoreError(_("a sequential test compares two players, so no other can join it"))
    if config.seats > len(config.players):
        text = _(
            "{players} players share {seats} seats, so another one would change every line-up. "
            "Start a new tournament"
        )
        raise StoreError(fill(text, players=len(config.players), seats=config.seats))


def joined(first: Config, second: Config, names: Sequence[str]) -> tuple[Config, int]:
    """Return the merged configuration, and in it the number of the second one's first deal.

    With equal seeds, both have the same deals, and each game counts once. With different seeds, the
    second tournament's deals follow the first one's.

    Args:
        first, second: the configurations.
        names: names of both files, for error messages.

    Raises StoreError if they cannot be joined; its text says why.
    """
    here, there = names
    alike = replace(second, seed=first.seed, merged=first.merged, deals=first.deals)
    if differences := first.differences(alike):
        text = _("{there} cannot be merged into {here}, which has {differences}")
        raise StoreError(fill(text, there=there, here=here, differences="; ".join(differences)))
    if first.adaptive:
        text = _(
            "the pairings of a {format} tournament depend on its results, so it cannot be merged"
        )
        raise StoreError(fill(text, format=first.format))
    if first.deals is None or second.deals is None or first.format == "sprt":
        text = _("{here} and {there} are sequential tests, which cannot be merged")
        raise StoreError(fill(text, here=here, there=there))
    mine, theirs = _seeds(first), _seeds(second)
    if mine == theirs:
        return replace(first, deals=max(first.deals, second.deals)), 0
    if common := {seed for _deal, seed in mine} & {seed for _deal, seed in theirs}:
        text = _(
            "{here} and {there} cannot be merged: both hold deals of seed {seed}, which would "
            "count twice"
        )
        raise StoreError(fill(text, here=here, there=there, seed=min(common)))
    later = ((first.deals + deal, seed) for deal, seed in theirs)
    merged = replace(first, merged=(*first.merged, *later), deals=first.deals + second.deals)
    return merged, first.deals


def _seeds(config: Config) -> list[tuple[int, str]]:
    return [(0, config.seed), *config.merged]
