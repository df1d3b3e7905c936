"""Tests that the programs of docs/research.md run; those that need extra packages are slow."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
PROGRAMS = {  # by section; the name of a section's second program ends in 2
    section.partition("\n")[0] + (f" {number}" if number > 1 else ""): code
    for section in TEXT.split("\n## ")[1:]
    for number, code in enumerate(
        re.findall(r"^```python\n(.*?)^```$", section, flags=re.DOTALL | re.MULTILINE), 1
    )
}
SLOW = (
    "Features 2",
    "Networks in C",
    "Stable-Baselines3",
    "OpenSpiel",
    "OpenSpiel 2",
    "A network that learns",
)


def run(name: str) -> dict[str, Any]:
    scope: dict[str, Any] = {}
    exec(compile(PROGRAMS[name], name, "exec"), scope)
    return scope


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in SLOW])
def test_quick_programs(name: str) -> None:
    run(name)


def test_the_table_of_openings_learns_that_the_middle_is_best() -> None:
    found = run("Many games at once")
    assert (found["won"] / found["played"]).argmax() == 3


@pytest.mark.slow
def test_a_learner_of_sb3_takes_the_vector() -> None:
    assert len(run("Stable-Baselines3")["learner"].ep_info_buffer) == 100  # finished games


@pytest.mark.slow
def test_rows_of_one_table_go_into_pytorch() -> None:
    pytest.importorskip("torch", reason="needs the extra `research`")
    assert run("Features 2")["hidden"].shape == (64, 32)


@pytest.mark.slow
def test_openspiel_learns_leduc() -> None:
    found = run("OpenSpiel")
    policy = found["solver"].average_policy()
    assert found["exploitability"].nash_conv(found["game"], policy) < 2.0  # 4.75 at first


@pytest.mark.slow
def test_openspiel_searches_kuhn() -> None:
    assert sum(run("OpenSpiel 2")["state"].returns()) == 0.0


@pytest.mark.slow
def test_a_network_learns_to_beat_random_play() -> None:
    pytest.importorskip("sb3_contrib", reason="needs the extra `research`")
    found = run("A network that learns")
    assert found["won"] / found["games"] >= 0.91  # 94.2 % of 400 games, ± 2.3; even is 50 %
