"""Tests of `aicore check GAME --against FILE`: equal games agree, and differences are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import aicore
from aicore.core import registry
from aicore.core.language import speaking
from aicore.plain.twins import Differs, Twins, check_against, lock_step
from kit.command import fails, run, works
from plain.conftest import EXAMPLES

FILES = {
    "pig": EXAMPLES / "pig.py",
    "connect_four": EXAMPLES.parent / "bench/ports/connect_four.py",
    "kuhn_poker": Path(__file__).parent / "twins/kuhn_poker.py",
}
"""Plain twins of compiled games: with dice, with a board and with hidden cards."""


def against(name, file, games=6):
    return check_against(name, file, games, lambda text: None)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one == "pig" else ()) for one in FILES]
)
def test_the_compiled_games_play_as_their_twins_do(name):
    line = against(name, FILES[name], 30)[-1]
    found = re.fullmatch(
        rf"{name} plays exactly like {name}\.py: (\S+) games, (\S+) positions, (\S+) decisions",
        line,
    )
    games, positions, decisions = (int(count.replace(",", "")) for count in found.groups())
    # Pig: 30 games of the default variant; 7 each with 3 seats, 4 seats, target 2, target 1000.
    assert games == {"pig": 58}.get(name, 30)
    assert positions > decisions > games
    if name == "connect_four":
        assert positions == decisions + games  # all but the ends


PLANTED = {
    # case: game, the changed line, its replacement, the required text of the report
    "legal actions": (
        "pig", "lambda self, s: s.total > 0", "lambda self, s: s.total > 2",
        ["differ: the legal actions of seat", "hold only here; 1 in both",
         "none only here; 1 in both"],
    ),
    "outcomes": (
        "pig", "N=(1, 6)", "N=(1, 5)",
        ["differ: the chance events", "rolls 6 only here; 5 in both"],
    ),
    "probabilities": (
        "pig", "    def result",
        "    face.chances(lambda self, s: {n: 1 + n // 6 for n in range(1, 7)})\n\n    def result",
        ["differ: the probability of 'rolls 1'", "0.16666", "0.1428"],
    ),
    "the end": (
        "pig", '>= self.options["target"]', '> self.options["target"]',
        ["differ: whose turn it is", "nobody's: the game is over"],
    ),
    "returns": (
        "pig", "return s.mover", "return self.after(s.mover)",
        ["differ: the returns", "[1.0, 0.0]", "[0.0, 1.0]"],
    ),
    "an entry": (
        "pig", "s.turn = CHANCE", "s.turn, s.total = CHANCE, s.total + 1",
        ["differ: total", "moves   roll"],
    ),
    "a card in the open": (
        "kuhn_poker", "seats=True, hidden=True", "seats=True",
        ["differ: whether seat 0 can distinguish two games", "kuhn_poker     no",
         "yes: hand[1] is '", "or moves"],
    ),
    "a card that is not shown": (
        "kuhn_poker", 's.shown = s.hand\n        self.say(s, "call"', 'self.say(s, "call"',
        ["can distinguish two games", "kuhn_poker     yes: cards[", "kuhn_poker.py  no"],
    ),
    "an event in the open": (
        "kuhn_poker", ' seen_by="SEAT",', "",
        ["differ: the text that seat 1 reads for 'deal 0 ", "'deal 0 ?'"],
    ),
    "an author's mistake": (
        "pig", "s.turn = CHANCE", "s.trun = CHANCE",
        ["pig.py, line ", "roll: AttributeError"],
    ),
}  # fmt: skip


def planted(what, folder):
    name, line, wrong, parts = PLANTED[what]
    text = FILES[name].read_text(encoding="utf-8")
    assert text.count(line) == 1, "plant it elsewhere"
    file = folder / f"{name}.py"
    file.write_text(text.replace(line, wrong), encoding="utf-8")
    return name, file, parts


@pytest.mark.parametrize("what", PLANTED)
def test_planted_differences_are_found(what, tmp_path):
    name, file, parts = planted(what, tmp_path)
    with pytest.raises(Differs) as caught:
        against(name, file, 40)
    block = str(caught.value)
    assert all(part in block for part in parts), block
    assert re.search(r"\n  game +\d seats(, target=\d+)?, seed \d+\n  moves ", block), block


def test_a_difference_can_be_reproduced(tmp_path):
    name, file, _ = planted("legal actions", tmp_path)
    with pytest.raises(Differs) as caught:
        against(name, file)
    moves = " ".join(str(caught.value).partition("  moves ")[2].split()).split("; ")
    states = aicore.load(name).start(), aicore.load(file).start()
    for state in states:
        for text in moves:
            state.apply(text)
    assert [state.legal() for state in states] == [["roll", "hold"], ["roll"]]


def test_estimates_of_a_compiled_game_are_its_own(tmp_path):
    """Estimates are heuristics, not rules; a port uses those of its file."""
    file = tmp_path / "pig.py"
    file.write_text(
        FILES["pig"].read_text()
        + "\n    def estimate(self, s):\n        return [0.5] * self.seats\n"
    )
    twins = Twins(aicore.load("pig"), aicore.load(file))
    twins.play(0)
    twins.ported = True
    with pytest.raises(Differs, match="differ: the estimate"):
        twins.play(0)


def test_parts_of_only_one_game_are_noted(tmp_path):
    file = tmp_path / "pig.py"
    text = FILES["pig"].read_text().replace("(2, 4)", "(2, 3)")
    file.write_text(
        text.replace('"target": Option(100', '"goal": Option(100').replace('["target"]', '["goal"]')
    )
    assert against("pig", file, 2)[:2] == [
        "note: only pig has: 4 seats, option target, entry scores",
        "note: only pig.py has: option goal, entry points",
    ]
    file.write_text(text.replace("(2, 3)", "5"))
    with pytest.raises(aicore.AicoreError, match="share no number of seats"):
        against("pig", file)


def test_lock_step_counts_positions():
    assert lock_step("connect_four", FILES["connect_four"], games=3) > 3 * 7


def test_the_command_prints_the_comparison(tmp_path):
    out = works("check", "pig", "--against", FILES["pig"], "--games", "4")
    assert out.splitlines()[-1].startswith("pig plays exactly like pig.py: ")
    out = works("check", FILES["pig"], "--against", FILES["pig"], "--games", "1")
    assert out.startswith("pig.py plays exactly like pig.py: ")
    name, file, parts = planted("returns", tmp_path)
    result = run("check", name, "--against", file)
    assert result.exit_code == 1
    assert all(part in result.stdout for part in parts)


def test_bad_input_is_one_line(tmp_path):
    assert 'there is no game "pog"' in fails("check", "pog", "--against", FILES["pig"])
    assert "No such file" in fails("check", "pig", "--against", tmp_path / "none.py")
    assert "--against" in fails("check", "pig")
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken(")
    assert "SyntaxError" in fails("check", "pig", "--against", broken)
    assert not any("broken.py" in name for name in registry._REGISTERED)


def test_a_comparison_is_in_german(tmp_path):
    file = tmp_path / "pig.py"
    text = FILES["pig"].read_text()
    file.write_text(text.replace("lambda self, s: s.total > 0", "lambda self, s: s.total > 2"))
    with speaking("de"):
        with pytest.raises(Differs) as found:
            against("pig", file)
        *notes, line = against("kuhn_poker", FILES["kuhn_poker"])
    told = " ".join(str(found.value).split())
    assert "unterscheiden sich: die erlaubten Züge von Platz" in told
    assert "nur hier; 1 in beiden" in told
    assert "Spiel " in told
    assert "only" not in told
    assert all(note.startswith("Hinweis: nur ") for note in notes)
    assert line.startswith("kuhn_poker spielt genau wie kuhn_poker.py: ")
