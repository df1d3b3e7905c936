"""Tests of declared fields: redrawn decks, numbers of any range, and observed tokens."""

from __future__ import annotations

from collections import Counter

import pytest

import aicore
from aicore.plain.loading import load
from kit.chi2 import p_value

GAME = """
from aicore.plain import END, Game, Int, action


class Dealt(Game):
    \"\"\"Cards 1 to 6: one for each of three seats, one face up, two that nobody sees.\"\"\"

    seats = 3
    hand = Int(0, 6, seats=True, hidden=True, deck="cards")
    shown = Int(0, 6, deck="cards")
    level = Int(-1, 200)

    def setup(self, s):
        s.hand[0], s.hand[1], s.hand[2], s.shown = 4, 2, 5, 3
        s.turn = 0

    @action("move FROM TO", FROM=(0, 99), TO=(0, 99))
    def move(self, s, source, target):
        s.turn = END

    @move.legal
    def moves(self, s):
        return [(source, target) for source in range(3) for target in range(3)]

    @action("raise to LEVEL", LEVEL=(-1, 200))
    def raise_to(self, s, level):
        s.level = level

    @action("stop")
    def stop(self, s):
        s.turn = END

    def result(self, s):
        return None
"""


@pytest.fixture
def state(tmp_path):
    path = tmp_path / "dealt.py"
    path.write_text(GAME, encoding="utf-8")
    return load(str(path)).start()


@pytest.mark.parametrize(("seat", "own"), [(0, 4), (1, 2), (2, 5)])
def test_hidden_cards_are_redrawn_from_those_a_seat_does_not_see(state, seat, own):
    rng = aicore.Rng(3)
    hands = Counter(tuple(state.resample(seat, rng)["hand"]) for _ in range(1200))
    assert all(hand[seat] == own and len({*hand, 3}) == 4 for hand in hands)
    assert len(hands) == 4 * 3  # two of the four other cards, in order
    assert p_value(list(hands.values())) > 1e-6


@pytest.mark.parametrize("level", [-1, 127, 128, 200])
def test_a_number_of_any_range_is_kept(state, level):
    state.apply(f"raise to {level}")
    assert state["level"] == state.to_dict()["level"] == level


def test_the_first_token_of_an_action_is_observed(state):
    before = bytes(state.observation(0))
    prefixes = [], [0], [0, 1], [0, 2], [201]
    assert [len(state.legal_tokens(prefix)) for prefix in prefixes] == [204, 3, 3, 3, 0]
    seen = [bytes(state.observation(0, prefix)) for prefix in prefixes]
    assert seen[0] == before
    assert len({*seen}) == 5


def test_each_token_stands_for_one_thing(state):
    """Token 0 is "move", with 10,000 actions; then come FROM and TO, and the 203 other actions."""
    assert state.game.num_tokens == 1 + 100 + 100 + 202 + 1
    assert state.encode("move 2 1", full=True) == (0, 1 + 2, 101 + 1)
    assert state.encode("raise to -1", full=True) == (201,)
    assert state.encode("stop", full=True) == (403,)
    legal = [state.encode(action, full=True) for action in state.legal()]
    assert len({*legal}) == len(legal) == 9 + 202 + 1


@pytest.mark.parametrize(
    "field", ["Seat(start=1)", 'Enum("a", "b", start="b")', "Array(Int(0, 3), 2, start=1)"]
)
def test_a_start_that_would_be_ignored_is_refused(tmp_path, field):
    path = tmp_path / "dealt.py"
    path.write_text(
        GAME.replace("import END", "import END, Array, Enum, Seat").replace(
            "level = Int(-1, 200)", f"level = Int(-1, 200)\n    more = {field}"
        )
    )
    with pytest.raises(aicore.AicoreError, match="only Int, Rational and Flag take start=; write"):
        load(str(path))
