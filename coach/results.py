"""Expected results and their differences, as people read them.

In most games an expected result is a win chance: "61 %". In a game for stakes the size of a win
counts, so the result is the expected return in the game's unit: "+0.85 points". A solo game without
stakes has a share of the best result.

All functions take shares (0 to 1) of the range of returns, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from aicore.core.language import fill

if TYPE_CHECKING:
    from aicore.core.game import Game

SURE = 1.96  # standard errors in half a 95 % interval
STEPS = 1000  # minimum steps of the last decimal in the range of returns, up to MAX_DECIMALS
MAX_DECIMALS = 2
EPSILON = 1e-6  # in units of returns; rounding errors are smaller


def stakes(game: Game) -> str:
    """Return the unit of a game for stakes in the language spoken here; "" for other games."""
    return game.info.stakes


def speaks_of_chances(game: Game) -> bool:
    """Whether an expected result is a win chance."""
    return game.seats > 1 and not stakes(game)


def as_message(game: Game) -> dict[str, Any] | None:
    """Return the stakes of a game as the page reads them; None for other games.

    The page writes results itself, as `figure`, `result`, `size` and `axis` do.
    """
    unit = stakes(game)
    if not unit:
        return None
    return {"unit": unit, "low": game.low, "high": game.high, "decimals": decimals(game)}


def decimals(game: Game) -> int:
    """Return the number of decimals of returns in a game for stakes."""
    return min(max(ceil(log10(STEPS / game.stake)), 0), MAX_DECIMALS)


def figure(game: Game, share: float, digits: int = 0) -> str:
    """Return an expected result without its unit: "61 %" or "+0.85".

    A fitted share may lie beyond 0 and 1; the nearest possible result is shown for it.

    Args:
        digits: the number of decimals of a percentage.
    """
    return summand(game, min(max(share, 0.0), 1.0), digits)


def summand(game: Game, share: float, digits: int = 0) -> str:
    """Return an expected result as `figure` does, without limits, so that a sum is right."""
    if stakes(game):
        return _written(game, _return(game, share), "+z")
    return _percent(share, digits)


def result(game: Game, share: float, digits: int = 0) -> str:
    """Return an expected result: "61 %" or "+0.85 points". `digits` is as in `figure`."""
    return _with_unit(game, figure(game, share, digits))


def size(game: Game, difference: float) -> str:
    """Return the size of a difference: "4 %" or "0.24 points"."""
    if stakes(game):
        return _with_unit(game, _written(game, difference * game.stake, "z"))
    return _percent(difference, 0)


def bare_size(game: Game, difference: float) -> str:
    """Return the size of a difference without its unit: "4.0" or "0.24"."""
    if stakes(game):
        return _written(game, difference * game.stake, "z")
    return fill("{percent:.1f}", percent=100.0 * difference)


def change(game: Game, difference: float, percent: str = "") -> str:
    """Return a difference with its sign, without its unit: "+4.0" or "+0.24".

    Args:
        percent: the end of a percentage.
    """
    if stakes(game):
        return _written(game, difference * game.stake, "+z")
    return fill("{percent:+.1f}", percent=100 * difference) + percent


def half_width(game: Game, error: float) -> str:
    """Return half a 95 % interval without its unit, such as "3.9" or "0.31".

    Args:
        error: the standard error, in units of returns.
    """
    digits, half = 1, 100.0 * SURE * error / game.stake
    if stakes(game):
        digits, half = decimals(game), SURE * error
    if 0.0 < half < 0.5 * 10**-digits:
        return fill(f"<{{least:.{digits}f}}", least=10**-digits)  # 0.0 would mean that it is exact
    return fill(f"{{half:.{digits}f}}", half=half)


def sized(game: Game, difference: float, error: float, bare: bool = False) -> str:
    """Return the size of a difference with its interval: "4.0 % ±3.9" or "0.24 ±0.31 points".

    Args:
        difference, error: the difference and its standard error, in units of returns.
        bare: whether to leave out the unit of a game for stakes.
    """
    half = half_width(game, error)
    if stakes(game):
        text = f"{_written(game, difference, 'z')} ±{half}"
        return text if bare else _with_unit(game, text)
    return fill("{percent:.1f} % ±{half}", percent=100.0 * difference / game.stake, half=half)


def limit(game: Game, difference: float) -> str:
    """Return a limit on differences: "7.5 %" or "0.45 points"."""
    if stakes(game):
        return size(game, difference)
    return fill("{percent:.3g} %", percent=100 * difference)


def axis(game: Game, shares: Sequence[float]) -> tuple[float, float]:
    """Return the lowest and the highest return on the axis of a graph, in a game for stakes.

    They are whole numbers around all shares, so that a game for one point out of many does not look
    flat. If a seat can lose as much as it can win, 0 lies in the middle.
    """
    low = max(floor(_return(game, min(shares)) + EPSILON), game.low)
    high = min(ceil(_return(game, max(shares)) - EPSILON), game.high)
    if game.low == -game.high:
        high = min(max(-low, high, 1.0), game.high)
        low = -high
    elif low == high:
        low, high = game.low, game.high
    return low, high


def marks(game: Game, low: float, high: float) -> tuple[str, str, str]:
    """Return the labels at the bottom, in the middle and at the top of the axis of a graph."""
    bottom, middle, top = (
        fill("{value:+z.4g}", value=value) if value else "0"
        for value in (low, (low + high) / 2, high)
    )
    return bottom, middle, top


def _percent(share: float, digits: int) -> str:
    return fill(f"{{percent:.{digits}f}} %", percent=100 * share)


def _written(game: Game, value: float, sign: str) -> str:
    return fill(f"{{value:{sign}.{decimals(game)}f}}", value=value)


def _return(game: Game, share: float) -> float:
    return game.low + share * game.stake


def _with_unit(game: Game, text: str) -> str:
    unit = stakes(game)
    return f"{text} {unit}" if unit else text
