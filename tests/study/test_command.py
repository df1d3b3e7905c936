"""Tests of `aicore study`: its figures, its page, its errors, and two boards of relics."""

import json
import re
from pathlib import Path

import pytest

from aicore.cli import live
from kit.command import fails, run, works

STUDY = ("study", "booster", "--by", "greedy", "--games", 12, "--quiet")


@pytest.mark.slow
def test_the_same_figures_with_any_number_of_workers():
    one = works(*STUDY, "--seats", 2, "--jobs", 1, "--json", "-")
    assert works(*STUDY, "--seats", 2, "--jobs", 2, "--json", "-") == one
    (report,) = json.loads(one)
    assert report["games"] == 12
    wins = [each["value"] for each in report["findings"] if each["name"].startswith("seat ")]
    assert sum(wins) == pytest.approx(1.0)
    assert sum(
        each["value"] for each in report["findings"] if each["section"] == "Ends"
    ) == pytest.approx(1.0)


@pytest.mark.slow
def test_a_variant_and_a_page(tmp_path):
    page = tmp_path / "study.html"
    shown = works(
        "study", "gratis3", "--by", "captain", "--seats", 2, "--games", 60, "--no-ladder",
        "--against", "locations=7", "--jobs", 1, "--html", page,
    )  # fmt: skip
    assert "gratis3, 2 seats" in shown
    assert "compared with locations=7" in shown
    assert "rounds" in shown.split("compared with locations=7")[1]  # two Locations less on the way
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "locations=7" in text
    assert text.count("<svg") >= 3


@pytest.mark.slow
def test_a_game_for_one(tmp_path):
    page, data = tmp_path / "page.html", tmp_path / "data.json"
    shown = works(
        "study", "ransom", "--by", "greedy", "--games", 30, "--no-ladder", "--html", page,
        "--json", data,
    )  # fmt: skip
    (report,) = json.loads(data.read_text())
    found = {each["name"]: each for each in report["findings"]}
    assert {"score", "rounds", "end cleared"} <= set(found)
    (header,) = [line for line in shown.splitlines() if line.startswith("Things")]
    assert " ".join(header.split()) == "Things in games points gained by it"  # no seats to separate
    assert re.search(
        r"^\w+ with \w+ of the \w+ \w+ ", shown, re.MULTILINE
    )  # the "(5)" of a name may wrap
    _, _, worth = page.read_text(encoding="utf-8").partition("<h3>Worth</h3>")
    assert "points more in games with more of it" in worth
    drawn = re.findall(r"<title>(.+?): (\S+), 95 % interval (\S+) to (\S+)</title>", worth)
    assert drawn
    for thing, value, low, high in drawn:
        assert float(value) == pytest.approx(found[f"worth {thing}"]["value"], abs=0.5)
        assert float(low) < float(high)  # a figure without an interval is not drawn


@pytest.mark.parametrize("ladder", [True, False])
def test_a_pipe_gets_a_line_now_and_then(monkeypatch, ladder):
    """Two values of an option make two designs, whose ladders have 20 deals of two games each."""
    monkeypatch.setattr(live, "FIRST", 0.0)
    monkeypatch.setattr(live, "LONGEST", 0.0)
    asked = ["study", "pig", "--by", "greedy", "--seats", 2, "--games", 6, "--jobs", 1]
    asked += ["--option", "target=20,30", *([] if ladder else ["--no-ladder"])]
    whole = 2 * (6 + 20 * 2 if ladder else 6)
    lines = [line for line in works(*asked).splitlines() if " of " in line and "left" in line]
    assert re.fullmatch(rf"  pig, 2 seats, target=20: 1 of {whole} games \(\d %\), .*", lines[0])
    assert re.fullmatch(rf"  pig, 2 seats, target=30: {whole} of {whole} games.*", lines[-1])
    result = run(*asked, "--json", "-")
    assert len(json.loads(result.stdout)) == 2
    assert result.stderr.splitlines()[-1].startswith(f"  pig, 2 seats, target=30: {whole} of")
    assert works(*asked, "--quiet") == ""


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("nothing",), "nothing"),
        (("booster", "--seats", 9), "seats, not 9"),
        (("booster", "--by", "human"), "people play"),
        (("booster", "--by", "nobody"), "nobody"),
        (("booster", "--games", 0), "--games"),
        (("booster", "--jobs", 2, "--cluster", "tcp://x:1"), "--jobs cannot be used with"),
        (("gratis3", "--option", "locations=99"), "locations"),
        (("gratis3", "--against", "wings=2"), "wings"),
        (("booster", "--html", "/no/such/folder/page.html"), "/no/such/folder/page.html"),
    ],
)
def test_errors(args, word):
    assert word in fails("study", *args)


@pytest.mark.slow
def test_the_former_board_of_relics_is_marked():
    """With four seats the owner of the Heart wins, and this is too often the third seat."""
    file = Path(__file__).with_name("former_board.toml")
    (report,) = json.loads(works(
        "study", "relics", "--by", "mcts:sims=50", "--games", 150, "--seats", 4,
        "--option", f"data={file}", "--no-ladder", "--quiet", "--json", "-",
    ))  # fmt: skip
    marks = {each["name"]: each["mark"] for each in report["findings"] if each["mark"]}
    assert marks == {"worth heart": "the game depends on it", "seat 2": "favored"}


@pytest.mark.slow
def test_the_current_board_has_no_marks():
    for report in json.loads(works(
        "study", "relics", "--by", "mcts:sims=50", "--games", 200, "--no-ladder", "--quiet",
        "--json", "-",
    )):  # fmt: skip
        assert not [each["sentence"] for each in report["findings"] if each["mark"]]
