"""Tests of the scenarios of relics: each one passes, and every rule of the checklist has one."""

from __future__ import annotations

import pytest

from games.relics.scenario import Scenario, rules, run, scenarios

SCENARIOS = scenarios()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[s.title for s in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    run(scenario)


def test_every_rule_has_a_scenario() -> None:
    covered = {name for scenario in SCENARIOS for name in scenario.rules}
    assert set(rules()) - covered == set()
    assert covered - set(rules()) == set()


def test_titles_differ() -> None:
    assert len({scenario.title for scenario in SCENARIOS}) == len(SCENARIOS)
    assert all(scenario.rules for scenario in SCENARIOS)


def broken(*lines: str) -> Scenario:
    """Return a scenario whose last line is wrong."""
    return Scenario("broken", "here", [], [tuple(line.split(" ", 1)) for line in lines])


@pytest.mark.parametrize(
    "lines",
    [
        ("play move n",),
        ("play escape; escape", "then ap 3"),
        ("given ap 1", "then ap 2"),
        ("may take",),
        ("legal escape",),
        ("cannot move n: wall",),
        ("cannot end: whatever",),
        ("scores 1 0",),
        ("given color red",),
        ("then seat 1 at 0,0",),
    ],
)
def test_a_false_expectation_fails(lines) -> None:
    with pytest.raises(AssertionError, match="here, "):
        run(broken(*lines))
