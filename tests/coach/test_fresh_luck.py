"""Tests that a puzzle's proof does not repeat the deals that suggested its solution."""

from __future__ import annotations

import pytest

import aicore
from aicore.arena import rollout
from aicore.coach.puzzles import making
from aicore.core.record import Record


def test_the_proof_of_a_puzzle_has_other_deals_than_its_first_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = aicore.load("tic_tac_toe")
    state = game.start()
    events = [(number % 2, square) for number, square in enumerate(("a1", "b1", "a2", "b2"))]
    for _, square in events:
        state.apply(square)
    deals: dict[str, set[int]] = {}

    def play_on(deal: rollout.RolledDeal) -> list[rollout.Played]:
        _, _, luck, seeds, _ = rollout._dealt(deal)
        deals.setdefault(deal.by, set()).update((luck, *seeds))
        return played(deal)

    played = rollout.play_on
    monkeypatch.setattr(rollout, "play_on", play_on)
    plan = making.MakingPlan(game.name, None, "random", "random", 32)
    record = Record(game.name, 2, game.options, "1", ["random"] * 2, events)
    making.puzzle_from(plan, record, len(events), state.view(0), "a3", seed=5)  # a3 wins
    assert len(deals) == 2
    first, proof = deals.values()
    assert not first & proof
