"""Tests of random games on a fast game and its slow model in lockstep: both show the same."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from kit.effort import effort
from kit.lockstep import Case, Lockstep, play

HOW = [
    import_module(f"games.{path.parent.name}.lockstep").LOCKSTEP
    for path in sorted(Path(__file__).parent.glob("*/lockstep.py"))
]
CASES = [
    pytest.param(
        how, case, id="-".join([how.name, str(case.seats), *map(str, case.options.values())])
    )
    for how in HOW
    for case in how.cases
]


@pytest.mark.parametrize(("how", "case"), CASES)
def test_lock_step(how: Lockstep, case: Case) -> None:
    play(how, case, range(effort(-(-case.games // 6), case.games)))


@pytest.mark.slow
@pytest.mark.parametrize(("how", "case"), CASES)
def test_lock_step_long(how: Lockstep, case: Case) -> None:
    games = case.slow or 200 * case.games
    play(how, case, range(case.games, effort(-(-games // 10), games)))
