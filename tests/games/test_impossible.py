"""Tests of `from_dict` with positions changed in one place: it accepts only possible ones."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import StateError
from kit import arrays, conformance, knowledge
from kit.effort import effort
from kit.impossible import changed
from kit.positions import MAX_PLIES, sample_of, visited

FREE = {
    "booster": {"deck_number", "scores"},
    "connect_four": set(),
    "gratis3": {"locations", "pending"},
    "kuhn_poker": {"betting"},
    "leduc_poker": {"betting"},  # raised or not
    "pig": {"mover", "scores", "total"},
    "ransom": {"ammo_pass", "boost", "fuel", "shield", "turns"},
    "relics": {
        "adrenaline", "ap", "artifact_on", "carried", "charge", "credit", "final", "guns", "holes",
        "items", "platforms", "pos", "round", "scepter", "seat", "shell", "shield_up", "spot",
        "tokens", "undrawn_items",
    },
    "tic_tac_toe": set(),
    "trader": {
        "debt", "face_up", "hold", "modules", "planets", "ship", "undrawn_events", "vectorium",
    },
}  # fmt: skip
"""Fields that may differ while all others stay the same, because no other field implies them."""

CHECKS = [
    conformance.check_turn_and_events,
    conformance.check_chance_sums_to_one,
    conformance.check_texts,
    conformance.check_promising,
    conformance.check_dict_round_trip,
    knowledge.check_views_are_canonical,
]


@pytest.mark.parametrize("name", aicore.names())
def test_a_position_changed_in_one_place_is_refused_or_can_be_played(name: str) -> None:
    game = aicore.load(name)
    tried = 0
    for state in sample_of(visited(game), effort(3, 30)):
        for path, fields in changed(state.to_dict()):
            tried += 1
            try:
                other = game.from_dict(fields)
            except StateError:
                continue
            assert path[0] in FREE.get(name, set(fields)), path
            for check in CHECKS:
                check(other)
            if game.num_tokens:
                arrays.check_observation(other)
            other.play_out(aicore.Rng(1), MAX_PLIES)
            assert other.turn == aicore.END
            conformance.check_returns(other)
    assert tried
