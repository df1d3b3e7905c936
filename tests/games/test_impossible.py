"""Tests of `from_dict` with positions changed in one place: it explains impossible ones."""

from __future__ import annotations

from collections import Counter

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

IMPLIED = {
    "booster": {"deck_number", "drawn_from"},
    "connect_four": {"turn"},
    "gratis3": {"actor"},
    "kuhn_poker": {"betting", "cards", "turn"},
    "leduc_poker": {"betting", "cards", "chips", "turn"},
    "relics": {"heart_on", "seat", "turn"},
    "tic_tac_toe": {"turn"},
}
"""Fields that no rule checks by itself: a position has them as its other fields imply."""

CHECKS = [
    conformance.check_turn_and_events,
    conformance.check_chance_sums_to_one,
    conformance.check_texts,
    conformance.check_promising,
    conformance.check_dict_round_trip,
    knowledge.check_views_are_canonical,
]


def restored(game: aicore.Game, fields: dict[str, object]) -> tuple[str, aicore.State | None]:
    """Return a position with these fields, or the reason why there is none."""
    try:
        return "", game.from_dict(fields)
    except StateError as error:
        return str(error), None


@pytest.mark.parametrize("name", aicore.names())
def test_a_position_changed_in_one_place_is_refused_in_words_or_can_be_played(name: str) -> None:
    game = aicore.load(name)
    tried = 0
    for state in sample_of(visited(game), effort(4, 30)):
        played: Counter[str] = Counter()
        for path, fields in changed(state.to_dict()):
            tried += 1
            reason, other = restored(game, fields)
            assert "Error:" not in reason, path  # the rules explain it, not an error of Python
            assert "imply" not in reason or path[0] in IMPLIED.get(name, ()), path
            if other is None:
                continue
            assert path[0] in FREE.get(name, set(fields)), path
            played[path[0]] += 1
            if played[path[0]] > effort(1, 100):
                continue
            for check in CHECKS:
                check(other)
            if game.num_tokens:
                arrays.check_observation(other)
            other.play_out(aicore.Rng(1), MAX_PLIES)
            assert other.turn == aicore.END
            conformance.check_returns(other)
    assert tried
