"""Skill that a game rewards, measured on a ladder from random play to the study's player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

from aicore.arena.config import Stakes
from aicore.arena.figures import SHARES, Mean
from aicore.arena.intervals import LEVEL, t_quantile, t_tail
from aicore.arena.referee import Referee
from aicore.arena.results import points
from aicore.core.deal import Deal
from aicore.core.language import SOURCE, fill, speaking
from aicore.core.language import gettext as _
from aicore.players import player
from aicore.players.defaults import levels_of
from aicore.session.seat_labels import level_of
from aicore.study.finding import Finding, Question, format_mean, mean
from aicore.study.naming import score_called
from aicore.study.played_game import Design

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.players import Player

FLAT = 200.0  # Elo from the bottom to the top of the ladder below which skill hardly counts
FLAT_STAKES = 0.01  # FLAT in games for stakes, as a share of the range of returns
MIN_WON = 0.5  # games that count as won, or as lost, even if none was, so that Elo is finite


@dataclass(frozen=True)
class SkillStep:
    """Comparison of a player with the next weaker one.

    Args:
        better, worse: the specs of the two players.
        shares: the better player's share of the points on each deal. On a deal, it takes each seat
            once, and the worse player takes all other seats. Partners are one player. In a game
            for stakes, a share is its gain above the table's mean; in a solo game, the scores of
            both players; if all seats play together, the success of both, from 0 to 1.
    """

    better: str
    worse: str
    shares: tuple[float, ...] | tuple[tuple[float, float], ...]


def rungs(design: Design) -> list[str]:
    """Return the players of a ladder, weakest first; the last is the study's own player.

    Some levels below the study's player come in between.
    """
    about = design.load().info
    levels = levels_of(about)
    own = level_of(design.by, about) or len(levels)
    between = levels[2 : own - 1 : 2] if levels else ("greedy",)
    return [*dict.fromkeys(["random", *between, design.by])]


def called(design: Design, spec: str) -> str:
    """Return a short name of a player on the ladder, such as "level 3", or its spec."""
    level = level_of(spec, design.load().info) or 1  # level 1 may be `random` itself
    return _("level {level}", level=level) if level > 1 else spec


def _step(design: Design, step: SkillStep) -> str:
    """Return the name of a step's finding, the same in all languages."""
    with speaking(SOURCE):
        return f"step {called(design, step.worse)} to {called(design, step.better)}"


@lru_cache(maxsize=4)
def _referee(design: Design) -> Referee:
    return Referee(design.load())


@lru_cache(maxsize=32)
def _player(spec: str, game: Game) -> Player:
    return player(spec, game)


def games_of_deal(design: Design) -> int:
    """Return the number of games that `meet` plays."""
    return max(design.load().sides, 2)


def meet(design: Design, better: str, worse: str, deal: int | str) -> float | tuple[float, float]:
    """Play a deal, and return the better player's result, as in `SkillStep.shares`."""
    referee = _referee(design)
    game = referee.game
    luck = Deal(deal)
    seeds = [luck.player_seed(seat) for seat in range(game.seats)]

    def play(specs: Sequence[str]) -> list[float]:
        outcome = referee.play([_player(spec, game) for spec in specs], seeds, luck.luck)
        return list(map(float, outcome.scores if game.seats == 1 else outcome.returns or []))

    if game.seats == 1:
        return play([better])[0], play([worse])[0]
    if game.cooperative:
        one, other = (play([spec] * game.seats)[0] for spec in (better, worse))
        return game.share(one), game.share(other)
    stakes = bool(game.info.stakes)
    taken = []
    for side in range(game.sides):
        returns = play([better if team == side else worse for team in game.teams])
        by_side = [returns[game.teams.index(team)] for team in range(game.sides)]
        if stakes:
            taken.append(by_side[side] - fmean(by_side))
        else:
            taken.append(points(by_side, None, game.sides)[side])
    return math.fsum(taken) / game.sides


def elo(share: float, sides: int, games: int) -> float:
    """Return a player's Elo advantage over equal opponents, from its share of the points."""
    share = min(max(share, MIN_WON / games), 1 - MIN_WON / games)
    return 400 * math.log10(share * (sides - 1) / (1 - share))


def skill(design: Design, steps: Sequence[SkillStep]) -> list[Finding]:
    """Return findings about each step of the ladder, and then about the whole ladder.

    If a player won all games, its interval has an open end.
    """
    game = design.load()
    if game.sides == 1:
        return _alone(design, steps)
    stakes = Stakes.of(game)
    if stakes is not None:
        return _paid(design, steps, stakes)
    findings = []
    whole, below, above = 0.0, 0.0, 0.0
    for step in steps:
        shares = [float(share) for share in step.shares if not isinstance(share, tuple)]
        share = mean(list(shares), SHARES)
        games = len(shares) * game.sides
        up = 0.0 if share.value is None else elo(share.value, game.sides, games)
        low = None if share.low in (None, 0.0) else elo(share.low, game.sides, games)
        high = None if share.high in (None, 1.0) else elo(share.high, game.sides, games)
        better, worse = called(design, step.better), called(design, step.worse)
        whole += up
        below = math.hypot(below, math.inf if low is None else up - low)
        above = math.hypot(above, math.inf if high is None else high - up)
        findings.append(Finding(
            "Skill", _step(design, step), up, low, high, "Elo",
            _("{better} wins {share} against {others}.", better=better,
              share=format_mean(share, "%"), others=_opponents(design, worse)),
        ))  # fmt: skip
    low, high = (None if math.isinf(end) else end for end in (whole - below, whole + above))
    around = Mean(whole, low, high)
    one, other = called(design, steps[-1].better), called(design, steps[0].worse)
    if round(whole, 1) < 0.0:  # the ladder goes down
        one, other = other, one
        around = Mean(-whole, None if high is None else -high, None if low is None else -low)
    deals = min(len(step.shares) for step in steps)
    findings.append(Finding(
        "Skill", "ladder", whole, low, high, "Elo",
        _("{better} is {elo} Elo stronger than {worse}.", better=one,
          elo=format_mean(around, "Elo"), worse=other),
        question=None if high is None else _flat(whole, above, deals),
    ))  # fmt: skip
    return findings


def _paid(design: Design, steps: Sequence[SkillStep], stakes: Stakes) -> list[Finding]:
    """Return findings about the ladder of a game for stakes, as gains in stakes."""
    reach = stakes.reach(design.load().sides)
    findings = []
    whole, below, above = 0.0, 0.0, 0.0
    for step in steps:
        gains = [float(gain) for gain in step.shares if not isinstance(gain, tuple)]
        gain = mean(list(gains), (-reach, reach))
        up = gain.value or 0.0
        better, worse = called(design, step.better), called(design, step.worse)
        whole += up
        below = math.hypot(below, math.inf if gain.low is None else up - gain.low)
        above = math.hypot(above, math.inf if gain.high is None else gain.high - up)
        findings.append(Finding(
            "Skill", _step(design, step), up, gain.low, gain.high, stakes.unit,
            _("{better} gains {gain} {stakes} a game against {others}.", better=better,
              gain=format_mean(gain, stakes.unit, "+"), stakes=_(stakes.unit),
              others=_opponents(design, worse)),
        ))  # fmt: skip
    low, high = (None if math.isinf(end) else end for end in (whole - below, whole + above))
    around = Mean(whole, low, high)
    deals = min(len(step.shares) for step in steps)
    line = FLAT_STAKES * (stakes.high - stakes.low)
    findings.append(Finding(
        "Skill", "ladder", whole, low, high, stakes.unit,
        _("{better} gains {gain} {stakes} a game over {worse}, step by step.",
          better=called(design, steps[-1].better), gain=format_mean(around, stakes.unit, "+"),
          stakes=_(stakes.unit), worse=called(design, steps[0].worse)),
        question=None if high is None else _flat(whole, above, deals, line),
    ))  # fmt: skip
    return findings


def _flat(whole: float, above: float, deals: int, line: float = FLAT) -> Question:
    """Return the question whether skill hardly counts, from the ladder's upper margin `above`."""
    error = above / t_quantile(0.5 + 0.5 * LEVEL, deals - 1)
    return Question("skill", _("skill hardly counts"), t_tail((line - whole) / error, deals - 1))


def _opponents(design: Design, worse: str) -> str:
    """Return the better player's opponents at a table, in words."""
    others = design.load().sides - 1
    return worse if others == 1 else _("{count} of {who}", count=others, who=worse)


def _alone(design: Design, steps: Sequence[SkillStep]) -> list[Finding]:
    """Return findings about each step in a game without rivals: solo or cooperative."""
    solo = design.seats == 1
    unit, bounds = ("points", None) if solo else ("%", SHARES)
    findings = []
    for step in steps:
        better_one, worse_one = called(design, step.better), called(design, step.worse)
        pairs = [share for share in step.shares if isinstance(share, tuple)]
        better = format_mean(mean([one for one, _ in pairs], bounds), unit)
        gain = mean([one - other for one, other in pairs], None if solo else (-1.0, 1.0))
        text = (
            _("{better} scores {score} {points}, {gain} compared with {worse}.")
            if solo
            else _("{better} has {score} success, {gain} compared with {worse}.")
        )
        text = fill(text, better=better_one, score=better, points=score_called(design),
                    gain=format_mean(gain, unit, "+"), worse=worse_one)  # fmt: skip
        findings.append(Finding(
            "Skill", _step(design, step), gain.value or 0.0, gain.low, gain.high, unit, text,
        ))  # fmt: skip
    return findings
