"""Tests that play random games on a fast game and its slow model in lockstep, and compare them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from kit.effort import effort
from kit.lockstep import Case, Lockstep, play

LOCKSTEPS = [
    import_module(f"games.{path.parent.name}.lockstep").LOCKSTEP
    for path in sorted(Path(__file__).parent.glob("*/lockstep.py"))
]
CASES = [
    pytest.param(
        lockstep,
        case,
        id="-".join([lockstep.name, str(case.seats), *map(str, case.options.values())]),
    )
    for lockstep in LOCKSTEPS
    for case in lockstep.cases
]


@pytest.mark.parametrize(("lockstep", "case"), CASES)
def test_lockstep(lockstep: Lockstep, case: Case) -> None:
    play(lockstep, case, range(effort(-(-case.games // 6), case.games)))


@pytest.mark.slow
@pytest.mark.parametrize(("lockstep", "case"), CASES)
def test_lockstep_long(lockstep: Lockstep, case: Case) -> None:
    games = case.slow or 200 * case.games
    play(lockstep, case, range(case.games, effort(-(-games // 10), games)))
