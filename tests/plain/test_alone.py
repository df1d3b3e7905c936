"""Tests of a solo game with information hidden from everybody."""

from __future__ import annotations

import pytest

import aicore

LUCKY = '''
from aicore.plain import CHANCE, END, Game, Int, action, event
class Lucky(Game):
    """Guess a card that lies face down."""
    seats = 1
    card, points = Int(0, 3, hidden=True), Int(0, 1)
    def setup(self, s):
        s.turn = CHANCE
    @event("lay CARD", CARD=(1, 3), seen_by="nobody")
    def lay(self, s, card):
        s.card, s.turn = card, 0
    @action("guess CARD", CARD=(1, 3))
    def guess(self, s, card):
        s.points, s.turn = int(card == s.card), END
    def result(self, s):
        return [s.points]
'''


@pytest.mark.parametrize("opponents", ["informed", "blind", "random"])
def test_it_is_searched_with_any_kind_of_opponents(opponents, tmp_path):
    file = tmp_path / "lucky.py"
    file.write_text(LUCKY, encoding="utf-8")
    game = aicore.load(file)
    state = game.start()
    state.apply("lay 2")
    decision = aicore.player(f"mcts:sims=60,opponents={opponents}", game).decide(state.view(0))
    assert decision.action in state.legal()
