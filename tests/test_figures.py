"""Tests that figures in the README and the documentation are their commands' present output.

Every run checks figures that take a second; `-m slow` checks those that take some minutes. Nothing
checks figures of speed, which depend on the machine, or figures that take hours.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import aicore
from aicore.arena.exploit import exploit
from aicore.arena.intervals import Bounded
from aicore.search.exact import solve
from bench.strength import exact_moves, pig_regret
from bench.strength.against_random import losses
from bench.study import coverage
from bench.study import luck as luck_of_games
from kit.command import works

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def docs(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def cells(text: str, *beginning: str) -> list[str]:
    """Return the other cells of the table's row that begins with these."""
    start = "| " + " | ".join(beginning) + " |"
    (row,) = (line for line in text.splitlines() if line.startswith(start))
    return [cell.strip() for cell in row.removeprefix(start).strip("| ").split("|")]


def test_the_readme_counts_its_games_and_levels() -> None:
    assert cells(README, "games that come with it")[0] == str(len(aicore.names()))
    assert "`level:1` to `level:9`" in README


def test_intervals_of_shares_are_as_the_documentation_says() -> None:
    text = docs("tournaments.md")
    for blocks, ends in (
        ([1.0] * 10, "ten blocks has 66 to 100 %"),
        ([1.0] * 100, "of a hundred 96 to 100 %"),
        ([1.0] * 19 + [0.5], "`97.5 % (82.1 to 99.7)`"),
    ):
        low, high = Bounded.of(blocks).interval()
        assert ends in " ".join(text.split())
        digits = 1 if "." in ends else 0
        for end in (low, high):
            assert f"{100 * end:.{digits}f}" in ends


@pytest.mark.parametrize(
    ("name", "iterations"), [("kuhn_poker", 100), ("kuhn_poker", 500), ("leduc_poker", 100)]
)
def test_the_equilibria_of_cfr(name: str, iterations: int) -> None:
    table = aicore.player(f"cfr:iterations={iterations}", aicore.load(name)).table
    place = [100, 500].index(iterations)
    text = docs("experiments.md").partition("NashConv in chips")[2].partition("###")[0]
    assert f"{table.nash_conv:.4f}" == cells(text, name)[place]


def pig_rows(sims: int) -> tuple[str, str]:
    solution = solve(aicore.load("pig", target=30))
    states = pig_regret.positions(solution.game, 150)
    return pig_regret.summary(pig_regret.regrets(solution, f"mcts:sims={sims}", states))


@pytest.mark.slow
@pytest.mark.parametrize("sims", [100, 1000, 10_000])
def test_regret_in_pig(sims: int) -> None:
    place = [100, 1000, 10_000].index(sims)
    text = docs("experiments.md").partition("--target 30 --positions 150`")[2]
    text = text.partition("In Pig to 100")[0]
    found = pig_rows(sims)
    assert cells(text, "`mcts:sims={}`")[place] == found[0]
    assert cells(text, "another action, the worst")[place] == found[1]


@pytest.mark.slow
def test_shares_of_value_preserving_moves_in_connect_four(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only fixed simulations are checked: rows with a time limit depend on the machine."""
    specs = ["mcts:net=none", "mcts"]
    monkeypatch.setattr(sys, "argv", ["exact_moves", *specs, "--positions", "208", "--jobs", "1"])
    exact_moves.main()
    lines = capsys.readouterr().out.splitlines()[2:]
    assert "\n".join(lines) in docs("experiments.md")


def test_exploitability_of_a_search_in_kuhn_poker() -> None:
    found = exploit(aicore.load("kuhn_poker"), "mcts:sims=1000", draws=20).share
    assert cells(docs("experiments.md"), "kuhn_poker", "`mcts:sims={}`")[0] == f"{found:.4f}"


@pytest.mark.parametrize(("column", "name"), [(0, "kuhn_poker"), (1, "leduc_poker")])
@pytest.mark.parametrize(
    "spec",
    ["cfr", "random", "mcts:sims=1000",
     *(pytest.param(f"mcts:sims=1000,choose=sampled{more}", marks=pytest.mark.slow) for more in
     ("", ",trees=8", ",c=0.2", ",c=2"))],
)  # fmt: skip
def test_gains_of_best_responses(column: int, name: str, spec: str) -> None:
    text = docs("experiments.md").partition("### What a best response wins")[2]
    text = text.partition("\n### ")[0]
    found = exploit(aicore.load(name), spec).share
    assert cells(text, f"`{spec}`")[column] == f"{found:.4f}"


ORACLES = [
    (game, tuple(re.findall(r"`([^`]+)`|([0-9.]{6})", row)))
    for game, row in re.findall(
        r"^\| (kuhn_poker|leduc_poker) (\| `[^`]+` \| [0-9.]{6} \| [0-9.]{6} )\|$",
        docs("experiments.md").partition("### Oracles")[2].partition("\n### ")[0],
        flags=re.MULTILINE,
    )
]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        pytest.param(*one, marks=() if one[0] == "kuhn_poker" else pytest.mark.slow)
        for one in ORACLES
    ],
)
def test_losses_of_players_against_random_play(name: str, row: tuple[tuple[str, str], ...]) -> None:
    (spec, _), *shown = row
    assert [f"{lost:.4f}" for lost in losses(name, spec)] == [figure for _, figure in shown]


def test_the_readme_repeats_what_the_experiments_found() -> None:
    """Figures of the README that take hours are those of the tables of docs/experiments.md."""
    text, readme = docs("experiments.md"), " ".join(README.split())
    pig = text.partition("In Pig to 100")[2]
    often = cells(pig.partition("\n\nPig's default")[0], "another action, the worst")[2]
    lost = cells(pig.partition("\n\nPig's default")[0], "`mcts:sims={}`")[2]
    share, half = re.findall(r"([\d.]+)%", lost)
    assert f"differ from the exact solution in {often.split('%')[0]} % of 400" in readme
    assert f"costs {float(share):.2f} % ± {float(half):.2f} of the winning chance" in readme
    match = cells(text, "by playouts (`net=none`)", "1 s a move")[1]
    points, half = re.findall(r"([\d.]+) %", match)
    assert f"takes {float(points):.0f} % ± {float(half):.0f} of the points" in readme


def test_cfr_is_as_near_to_an_equilibrium_as_the_readme_says() -> None:
    text = " ".join(README.split())
    assert "In Leduc poker the player `cfr` is within 0.001 of an equilibrium" in text
    assert aicore.player("cfr", aicore.load("leduc_poker")).table.nash_conv < 0.001


def test_the_documented_exploit_is_printed() -> None:
    command = "aicore exploit kuhn_poker mcts:sims=1000"
    found = [line.rstrip() for line in works(*command.split()[1:]).splitlines()]
    text = docs("searchers.md").partition(f"$ {command}\n")[2]
    shown = [line.rstrip() for line in text.split("```")[2].splitlines()[1:] if line.strip()]
    assert len(shown) >= 8
    for line in shown:
        assert line in found


def test_the_typeface_has_the_size_that_the_design_names() -> None:
    size = (ROOT / "web/static/figtree.woff2").stat().st_size
    assert f"one variable font of {size / 1000:.0f} kB" in " ".join(docs("design.md").split())


def test_chances_of_destroying_a_fighter_in_gratis3() -> None:
    """A die misses on 1 to 3, hits once on 4 and 5, twice on 6; two hits destroy (README)."""
    chances = [1 - 0.5**dice - dice / 3 * 0.5 ** (dice - 1) for dice in range(1, 9)]
    shown = ", ".join(f"{chance:.3f}".removeprefix("0") for chance in chances)
    text = (ROOT / "aicore/games/gratis3/STUDY.md").read_text(encoding="utf-8")
    assert f"by dice from 1 to 8: {shown} " in " ".join(text.split())


def block_of(text: str, command: str) -> list[str]:
    """Return the lines below a command in a page, up to the end of its block."""
    shown = text.partition(f"$ {command}\n")[2].partition("```")[0]
    return [line.rstrip() for line in shown.splitlines() if line.strip() and line != "..."]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "command"),
    [
        ("luck.md", "aicore tournament booster mcts:sims=30 greedy script --games 60 --seed 3"),
        ("tournaments.md", "aicore tournament kuhn_poker cfr random --games 4000 --seed 1"),
    ],
)
def test_documented_tournaments_are_printed(
    page: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = [line.rstrip() for line in works(*command.split()[1:]).splitlines()]
    shown = block_of(docs(page), command)
    assert len(shown) >= 3
    for line in shown:
        assert line in found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "pig"])
def test_variances_of_luck(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["luck", "variance", name, "--jobs", "1"])
    luck_of_games.main()
    figures = capsys.readouterr().out.splitlines()[-1].split()
    text = docs("luck.md").partition("luck variance` prints")[2].partition("**How much depends")[0]
    shown = cells(text, f"`{name}`")[1:]
    variance, whole, fitted, single = (figures[place] for place in (2, 3, 4, 8))
    assert float(shown[0]) == pytest.approx(float(variance), abs=6e-4)
    for text, value in zip(shown[1:], (whole, fitted, single), strict=True):
        assert float(text.strip("* ")) == pytest.approx(float(value), abs=0.051)


@pytest.mark.slow
def test_coverages_of_shares() -> None:
    """For two kinds of samples, the first column of the decision's table is current."""
    import random

    table = docs("decisions/021-intervals-at-the-edges.md")
    for name in ("even", "a block in five won, else split"):
        row = re.search(rf"^{re.escape(name)}\s+([\d. ]+)$", table, flags=re.MULTILINE)
        assert row is not None
        shown = float(row.group(1).split()[0])
        held = coverage.held(coverage.KINDS[name], 10, 4000, random.Random(5))
        assert 100 * held == pytest.approx(shown, abs=1.5)
