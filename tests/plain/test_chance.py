"""Tests that a deal by a seed calls the author's code as often as a deal by random numbers."""

from __future__ import annotations

import pytest

import aicore
from aicore.plain import forms
from aicore.plain.loading import load

DEALT = 40
GAME = f"""
from aicore.plain import CHANCE, END, Cards, Game, Int, action, event

CARDS = [f"c{{number}}" for number in range({DEALT})]
asked = []


class Dealt(Game):
    \"\"\"All cards are dealt, each counted when it is asked for.\"\"\"

    seats = 2
    hand = Cards(CARDS, seats=True, hidden=True)
    given = Int(0, {DEALT})

    def setup(self, s):
        s.turn = CHANCE

    @event("deal SEAT CARD", SEAT="seats", CARD=CARDS, seen_by="SEAT", deck="CARD")
    def deal(self, s, seat, card):
        s.hand[seat][card] = 1
        s.given += 1

    @deal.chances
    def deals(self, s):
        if s.given == {DEALT}:
            return None
        asked.append(s.given)
        return [
            (s.given % 2, card) for card in CARDS if not s.hand[0][card] and not s.hand[1][card]
        ]

    @event("roll FACE", FACE=(1, 6))
    def roll(self, s, face):
        s.turn = 0

    @roll.chances
    def rolls(self, s):
        return s.given == {DEALT}

    @action("stop")
    def stop(self, s):
        s.turn = END

    def result(self, s):
        return None
"""


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "dealt.py"
    path.write_text(GAME, encoding="utf-8")
    return load(str(path))


def asked_of(game):
    return type(game.author).deals.__globals__["asked"]


def dealt(game, luck):
    state = game.start()
    luck.settle(state) if isinstance(luck, aicore.Chance) else state.settle(luck)
    return state


@pytest.mark.parametrize("luck", [aicore.Rng(3), aicore.Chance(3)], ids=["rng", "chance"])
def test_an_author_is_asked_once_for_each_card(game, luck):
    asked = asked_of(game)
    asked.clear()
    dealt(game, luck)
    assert asked == list(range(DEALT))


def test_the_cards_of_events_are_computed_once(game, monkeypatch):
    dealt(game, aicore.Chance(1))
    calls = []
    args = forms.PlainForm.args
    monkeypatch.setattr(
        forms.PlainForm, "args", lambda self, number: calls.append(number) or args(self, number)
    )
    dealt(game, aicore.Chance(2))
    assert len(calls) <= DEALT + 7  # one for each event, plus the faces, which are asked again


def test_seeds_deal_alike_whatever_was_listed_in_between(game):
    """The outcomes listed last belong to another position, so they are listed again."""
    whole = game.start()
    while whole["given"] < DEALT:
        whole.apply(whole.outcomes()[0][0])
    state, chance = game.start(), aicore.Chance(5)
    while state.turn == aicore.CHANCE:
        assert whole.outcomes()  # of the die, listed last
        assert state.chance_source() == (("deal", 0) if state["given"] < DEALT else ("roll", None))
        chance.step(state)
    assert state == dealt(game, aicore.Chance(5))


@pytest.mark.parametrize(
    "made", ["numpy.array([2, 5])", "range(2, 6, 3)", "(2, 5)", "{2: 1, 5: 1}"]
)
def test_outcomes_may_be_any_sequence(tmp_path, made):
    """The truth of an array is ambiguous, so only lists, tuples and tables are asked for it."""
    path = tmp_path / "array.py"
    given = f"return s.given == {DEALT}"
    changed = GAME.replace(given, f"return {made} if s.given == {DEALT} else None")
    path.write_text(f"import numpy\n{changed}", encoding="utf-8")
    state = load(str(path)).start()
    aicore.Chance(1).settle(state)
    assert state.turn == 0
