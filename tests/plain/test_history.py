"""Tests of `history = K`: the last public events of a game in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import AicoreError
from kit.fields import decoded
from kit.positions import sample_of, walk
from plain.conftest import EXAMPLES
from plain.test_conformance import EVERY_STATE, SOME_STATES

LENGTH = 4

SECRET = '''
from aicore.plain import CHANCE, END, Enum, Game, Int, action, event


class Notes(Game):
    """Each writes a secret number and says another; then a die is rolled for all to see."""

    history = 5
    note = Int(0, 3, seats=True, hidden=True)
    said, rolled = Int(0, 30), Int(0, 6)

    @action("write N", N=(1, 3), secret=True)
    def write(self, s, n):
        s.note[s.turn] = n

    @write.legal
    def writes(self, s):
        return [] if s.note[s.turn] else [1, 2, 3]

    @action("say N", N=(1, 3))
    def say(self, s, n):
        s.said += n
        s.turn = CHANCE if s.turn else 1

    @say.legal
    def says(self, s):
        return [1, 2, 3] if s.note[s.turn] else []

    @event("roll N", N=(1, 6))
    def roll(self, s, n):
        s.rolled = n
        s.note = [0, 0]
        s.turn = END if s.said > 20 else 0

    @roll.chances
    def rolls(self, s):
        return [1, 2, 3, 4, 5, 6]

    def result(self, s):
        return s.rolled % 2
'''


@pytest.fixture(params=["liars_dice", "notes"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> aicore.Game:
    file = tmp_path / f"{request.param}.py"
    text = SECRET
    if request.param == "liars_dice":
        text = (EXAMPLES / "liars_dice.py").read_text()
        text = text.replace("    cup = ", f"    history = {LENGTH}\n    cup = ", 1)
    file.write_text(text)
    return aicore.load(file)


def told(game: aicore.Game, event: int) -> tuple[str, list[int]] | None:
    """Return the public part of an event: its form, and the numbers of its words from 1 on."""
    form = game.grammar.form_of(event)
    if form.seen_by:
        return None
    codes = [code + 1 for code in form.codes_of(event)]
    return form.pattern, [*codes[:-1], 0] if form.secret else codes


def test_it_holds_the_last_public_events(game: aicore.Game) -> None:
    length = len(game.start().to_dict()["history_seats"])
    for seed in range(8):
        past: list[tuple[int, str, list[int]]] = []
        state, rng = game.start(), aicore.Rng(seed)
        while state.turn != aicore.END:
            event = state.sample(rng)
            actor = state.turn
            state.apply(event)
            if (public := told(game, event)) is not None:
                past.insert(0, (max(actor, -1), *public))
            fields = state.to_dict()
            for place in range(length):
                seat, form, words = past[place] if place < len(past) else (-1, "none", [])
                assert fields["history_seats"][place] == seat
                assert fields["history_forms"][place] == form
                shown = fields["history_words"][place]
                assert shown == words + [0] * (len(shown) - len(words))
            for viewer in range(game.seats):
                seen = decoded(game, bytes(state.observation(viewer)))
                seats = [0 if seat < 0 else 1 + (seat - viewer) % game.seats
                         for seat in fields["history_seats"]]  # fmt: skip
                assert seen["history seats"] == seats
                assert seen["history words"] == fields["history_words"]
    assert len(past) > length


@pytest.mark.parametrize("check", EVERY_STATE + SOME_STATES, ids=lambda check: check.__name__)
def test_a_game_with_history_passes_the_kit(
    game: aicore.Game, check: Callable[[aicore.State], None]
) -> None:
    states = list(walk(game, 3))
    for state in [*sample_of(states, 6), states[-1]]:  # including the end
        check(state)


def test_a_search_plays_a_legal_action(game: aicore.Game) -> None:
    state, rng = game.start(), aicore.Rng(1)
    while state.turn < 0 or len(state.legal_actions()) < 3:
        state.apply(state.sample(rng))
    player = aicore.player("mcts:sims=40", game, seed=1)
    decision = player.decide(state.view(state.turn))
    assert game.parse(decision.action) in state.legal_actions()


@pytest.mark.parametrize(("length", "says"), [("-1", "history"), ("101", "100"), ("'x'", "whole")])
def test_wrong_lengths_are_refused(tmp_path: Path, length: str, says: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(SECRET.replace("history = 5", f"history = {length}"))
    with pytest.raises(AicoreError, match=says):
        aicore.load(file)
