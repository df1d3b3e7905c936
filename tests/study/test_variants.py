"""Tests of studies that compare values of an option."""

import re
from pathlib import Path

from kit.command import fails, works

ROOT = Path(__file__).parents[2]


def test_values_of_an_option_are_compared_on_the_same_deals():
    text = works("study", "pig", "--seats", 2, "--option", "target=10,15,30", "--by", "random",
                 "--games", 16, "--no-ladder", "--jobs", 1)  # fmt: skip
    beside = text.partition("variants with 2 seats")[2].splitlines()
    assert beside[1].split() == ["target=10", "target=15", "target=30"]
    (rounds,) = [line for line in beside if line.startswith("rounds")]
    ten, fifteen, thirty = map(float, re.findall(r"([\d.]+) ±", rounds))
    assert ten < fifteen < thirty
    assert "several values" in fails("study", "pig", "--option", "target=10,15", "--against",
                                     "target=20")  # fmt: skip


def test_variants_are_compared_by_networks_of_their_own(tmp_path):
    file = tmp_path / "pig.py"
    file.write_text((ROOT / "examples" / "pig.py").read_text(encoding="utf-8") + "# mine\n")
    study = ("study", file, "--seats", 2, "--option", "target=8,12", "--by", "mcts:sims=10",
             "--games", 4, "--no-ladder", "--jobs", 1)  # fmt: skip
    assert "net=own" not in works(*study)
    text = works(*study, "--train", 0.05)
    assert text.count("by mcts:sims=10,net=own") == 2
    assert (tmp_path / "pig-target=8.net").exists()
    assert (tmp_path / "pig-target=12.net").exists()
    assert not (tmp_path / "pig.net").exists()
    assert works(*study).count("by mcts:sims=10,net=own") == 2
    assert "--train needs --by mcts" in fails("study", file, "--by", "random", "--train", 1)
