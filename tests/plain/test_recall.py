"""Tests of plain games with perfect recall: tables, best responses, and the check of recall."""

from __future__ import annotations

from pathlib import Path

import pytest

import aicore
from aicore.core.errors import OptionError
from aicore.core.registry import info
from aicore.plain.check import check_file
from aicore.plain.loading import register
from aicore.players import players_for
from aicore.search.cfr import Table
from aicore.search.responses import SmallGame, best_response, uniform

KUHN = (Path(__file__).parent / "twins" / "kuhn_poker.py").read_text(encoding="utf-8")

FORGETFUL = '''
from aicore.plain import CHANCE, END, Game, Int, action, event


class Coins(Game):
    """Seat 0 sees a coin and says three numbers; seat 1 guesses the first of these."""

    returns, longest, perfect_recall = (-1, 1), 4, True
    coin = Int(0, 2, seats=True, hidden=True)
    said = Int(0, 2)
    guess = Int(0, 2)
    count = Int(0, 3)
    first = Int(0, 2, hidden=True)

    def setup(self, s):
        s.turn = CHANCE

    @event("toss SEAT COIN", SEAT="seats", COIN=(1, 2), seen_by="SEAT")
    def toss(self, s, seat, coin):
        s.coin[seat] = coin
        s.turn = seat

    @toss.chances
    def tosses(self, s):
        return [(0, 1), (0, 2)]

    @action("say N", N=(1, 2))
    def say(self, s, n):
        s.said = n
        s.first = s.first or n
        s.count += 1
        s.turn = 0 if s.count < 3 else 1

    @say.legal
    def says(self, s):
        return [1, 2] if s.count < 3 else []

    @action("guess N", N=(1, 2))
    def guessed(self, s, n):
        s.guess = n
        s.turn = END

    @guessed.legal
    def guesses(self, s):
        return [1, 2] if s.count == 3 else []

    def result(self, s):
        won = 1 if s.guess == s.first else -1
        return [-won, won]
'''


def written(tmp_path, text):
    file = tmp_path / "own.py"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("declared", ["True", "False"])
def test_a_plain_game_has_a_table_and_best_responses(tmp_path, declared):
    text = KUHN.replace("(-2, 2), 3, True", f"(-2, 2), 3, {declared}")
    assert text.count(f"3, {declared}") == 1
    game = aicore.load(str(register(written(tmp_path, text))))
    assert game.perfect_recall == (declared == "True")
    table = Table(game, 500)
    assert table.information_sets == 12  # Kuhn 1950
    assert table.value(game.start())[0] == pytest.approx(-1 / 18, abs=0.001)  # Kuhn 1950
    # 1/2 and 5/12, as in the compiled game: see tests/search/test_oracles.py
    assert best_response(game, 0, uniform)[0] == pytest.approx(1 / 2)
    assert best_response(game, 1, uniform)[0] == pytest.approx(5 / 12)


def test_a_plain_game_offers_its_table(tmp_path):
    offer = '    players = {"cfr": {"iterations": 50}}\n    returns, longest'
    name = str(register(written(tmp_path, KUHN.replace("    returns, longest", offer))))
    assert "cfr" in players_for(info(name))
    assert aicore.player("cfr", aicore.load(name)).table.iterations == 50
    name = str(register(written(tmp_path, KUHN)))
    assert "cfr" not in players_for(info(name))


def test_a_seat_that_forgets_is_refused_whatever_is_declared(tmp_path):
    """The state shows only the last of three numbers, so seat 0 forgets the first."""
    file = written(tmp_path, FORGETFUL)
    game = aicore.load(str(register(file)))
    for solve in (Table, SmallGame):
        with pytest.raises(OptionError, match="seat 0 forgets what it knew or did"):
            solve(game)


def test_a_false_declaration_is_found(tmp_path):
    (finding,) = check_file(written(tmp_path, FORGETFUL), 20, lambda text: None).findings
    assert "sees the same after" in finding
    assert "set perfect_recall = False" in finding
    honest = FORGETFUL.replace("(-1, 1), 4, True", "(-1, 1), 4, False")
    assert not check_file(written(tmp_path, honest), 20, lambda text: None).findings
    assert not check_file(written(tmp_path, KUHN), 20, lambda text: None).findings
