"""Exact probabilities of attacks: from the multinomial of singles and doubles, roll by roll."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import factorial
from typing import Any

from aicore.core.game import Position
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.games.gratis3.rules import state
from aicore.games.gratis3.rules.board import SYSTEMS, Board


@cache
def rolls(dice: int) -> dict[tuple[int, int], float]:
    """Return the probability of each number of singles (4 and 5) and doubles (6) in a roll."""
    chances = {}
    for singles in range(dice + 1):
        for doubles in range(dice + 1 - singles):
            misses = dice - singles - doubles
            ways = factorial(dice)
            ways //= factorial(singles) * factorial(doubles) * factorial(misses)
            chances[singles, doubles] = ways * 2**singles * 3**misses / 6**dice
    return chances


@cache
def chance_of_hits(dice: int, hits: int) -> float:
    """Return the probability of at least `hits` hits."""
    return sum(share for (s, d), share in rolls(dice).items() if s + 2 * d >= hits)


Ship = tuple[int, int]
"""A Carrier under attack: its shields and the number of its Online systems."""


@cache
def after(dice: int, ship: Ship, again: bool = False) -> dict[Ship, float]:
    """Return the probability of each result of an attack on a Carrier.

    Args:
        again: whether the dice that hit are rolled again, until none hits.
    """
    if dice == 0 or ship == (0, 0):
        return {ship: 1.0}
    chances: dict[Ship, float] = defaultdict(float)
    same = 0.0  # probability that all dice hit but change nothing, as if they were not rolled
    for (singles, doubles), share in rolls(dice).items():
        for damaged, chance in _hit(singles + 2 * doubles, ship).items():
            rerolled = singles + doubles if again else 0
            if (rerolled, damaged) == (dice, ship):
                same += share * chance
                continue
            for end, later in after(rerolled, damaged, again).items():
                chances[end] += share * chance * later
    return {end: share / (1.0 - same) for end, share in chances.items()}


def _hit(hits: int, ship: Ship) -> dict[Ship, float]:
    """Return probabilities after a roll: hits take shields, then each pair shows two systems."""
    shields, online = ship
    fallen = min(hits, shields)
    chances = {online: 1.0}
    for _pair in range((hits - fallen) // 2):
        following: dict[int, float] = defaultdict(float)
        for number, share in chances.items():
            missed = ((6 - number) / 6) ** 2
            following[number] += share * missed
            if number:
                following[number - 1] += share * (1.0 - missed)
        chances = dict(following)
    return {(shields - fallen, number): share for number, share in chances.items()}


@dataclass(frozen=True)
class Odds:
    """Odds of one attack.

    Args:
        action: the text of an action that leads to the attack.
        target: the Carrier, as its sign on the board, or the craft under attack, in words.
        dice: the number of dice in the first roll.
        success: the probability of knocking a system down, or of destroying a RAV.
        gain: the expected number of systems or RAVs.
        seat: the seat whose Carrier is under attack; None for craft.
        shields: the expected number of shields that fall.
        evaded: the same attack after an evasion; None if it cannot be evaded.
    """

    action: str
    target: str
    dice: int
    success: float
    gain: float
    seat: int | None = None
    shields: float = 0.0
    evaded: Odds | None = None


def attacks(fields: Position, board: Board, legal: list[str]) -> list[Odds]:
    """Return the odds of all attacks that the actions of a position lead to, in action order.

    Args:
        fields: the position, as a seat knows it.
        legal: the legal actions of the seat to move.
    """
    if fields["phase"] == "evade":
        legal = ["evade", "no-evade"]  # the choice of card does not matter
    return [odds for action in legal for odds in _attacks(fields, board, action)]


def _attacks(fields: Position, board: Board, action: str) -> Iterator[Odds]:
    seat = fields["seat"]
    online = dict(zip(SYSTEMS, fields["systems"][seat], strict=True))
    words = action.split()
    if fields["phase"] == "evade":
        now = fields["pending"]
        dice = now["dice"] - (state.EVADED_DICE if words[0] == "evade" else 0)
        yield _on_carrier(fields, action, now["target"], max(dice, 0), now["weapon"], asked=True)
    elif words[0] == "attack":
        ravs = fields["ravs"]
        dice = rav_dice([_rav(ravs, space)[2] for space in words[3].split(",")])
        if words[1].isdigit():
            yield _on_carrier(fields, action, int(words[1]), dice)
        else:
            chance = chance_of_hits(dice, defense(ravs, board, words[1]))
            kind = _("fighter") if _rav(ravs, words[1])[2] == "fighter" else _("bomber")
            yield Odds(action, kind, dice, chance, chance)
    elif words[0] in ("emp", "nuke") or action.startswith(("fire", "override fire")):
        yield _shot(fields, action, words[-2], int(words[-1]))
    elif action in ("guns", "override guns") or action == "play shields-guns":
        if online["defense"] or action == "override guns":
            yield from _guns(fields, board, action)
    elif action == "play short-range" and online["weapons"]:
        for target in in_range(fields, near=True):
            yield _shot(fields, action, "fire", target)
    elif action == "play missile" and online["weapons"]:
        for target in in_range(fields, near=False):
            yield _shot(fields, action, "emp", target)
            yield _shot(fields, action, "nuke", target)


def in_range(fields: Position, near: bool) -> list[int]:
    """Return the seats at which guns (near) or missiles can be fired."""
    here = fields["locations"][fields["seat"]]
    return [
        seat
        for seat, place in enumerate(fields["locations"])
        if seat != fields["seat"]
        and here
        and place
        and (abs(place - here) <= 1 if near else place != here)
    ]


def _shot(fields: Position, action: str, weapon: str, target: int) -> Odds:
    """Return the odds of the Carrier's shot at another Carrier."""
    if weapon == "fire":
        same = fields["locations"][fields["seat"]] == fields["locations"][target]
        return _on_carrier(fields, action, target, state.GUNS_DICE if same else state.FAR_GUNS_DICE)
    dice = state.EMP_DICE if weapon == "emp" else state.NUKE_DICE
    return _on_carrier(fields, action, target, dice, weapon)


def _on_carrier(
    fields: Position,
    action: str,
    target: int,
    dice: int,
    weapon: str | None = None,
    asked: bool = False,
) -> Odds:
    """Return the odds of an attack on a Carrier; `evaded` is set unless its player was asked."""
    shields, online = fields["shields"][target], sum(fields["systems"][target])
    stripped = shields if weapon == "emp" else 0
    ends = after(dice, (shields - stripped, online), weapon == "nuke")
    evaded = None
    free = fields["evasion"][target][1] is None and not fields["pending"]["can_be"][target][1]
    if shields + online and free and fields["hand"][target] and not asked:
        fewer = max(dice - state.EVADED_DICE, 0)
        evaded = _on_carrier(fields, action, target, fewer, weapon, asked=True)
    name = f"[{target}]"
    if weapon in ("emp", "nuke"):
        arm = pgettext("attack", "emp") if weapon == "emp" else pgettext("attack", "nuke")
        name = f"{name}, {arm}"
    return Odds(
        action,
        name,
        dice,
        success=sum(share for (_shields, left), share in ends.items() if left < online),
        gain=sum(share * (online - left) for (_shields, left), share in ends.items()),
        seat=target,
        shields=sum(share * (shields - left) for (left, _online), share in ends.items()),
        evaded=evaded,
    )


def _guns(fields: Position, board: Board, action: str) -> Iterator[Odds]:
    """Yield the odds of the defensive guns if their hits destroy as many RAVs as possible."""
    seat = fields["seat"]
    beside = board.green[fields["locations"][seat]]
    enemies = [space for space, owner, *_ in fields["ravs"] if owner != seat and space in beside]
    if not enemies:
        return
    kills: dict[int, float] = defaultdict(float)
    for (singles, doubles), share in rolls(state.MAX_DICE).items():
        hits = singles + 2 * doubles
        kills[most_kills(fields["ravs"], board, tuple(enemies), hits)] += share
    mean = sum(number * share for number, share in kills.items())
    target = _("craft on {spaces}", spaces=", ".join(enemies))
    yield Odds(action, target, state.MAX_DICE, 1.0 - kills[0], mean)


def most_kills(ravs: list[Any], board: Board, enemies: tuple[str, ...], hits: int) -> int:
    """Return the number of RAVs that `hits` hits can destroy if used in the best order."""
    best = 0
    for space in enemies:
        cost = defense(ravs, board, space)
        if cost <= hits:
            rest = [rav for rav in ravs if rav[0] != space]
            others = tuple(other for other in enemies if other != space)
            best = max(best, 1 + most_kills(rest, board, others, hits - cost))
    return best


def _rav(ravs: list[Any], space: str) -> tuple[str, int, str, str | None]:
    """Return the RAV on a Space."""
    space, owner, kind, tail = next(rav for rav in ravs if rav[0] == space)
    return space, owner, kind, tail


def defense(ravs: list[Any], board: Board, space: str) -> int:
    """Return the number of hits that destroy the RAV on a Space."""
    _space, owner, kind, _tail = _rav(ravs, space)
    if kind == "fighter":
        return 2
    friends = [rav[0] for rav in ravs if rav[1:3] == [owner, "fighter"]]
    return 1 + sum(near in friends for near in board.near[space])


def rav_dice(kinds: list[str]) -> int:
    """Return the number of dice of attacking RAVs."""
    fighters = kinds.count("fighter")
    dice = 3 * kinds.count("bomber") + (2 * fighters - 1 if fighters else 0)
    return min(dice, state.MAX_DICE)
