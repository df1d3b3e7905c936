"""Tests that former public names still work, with warnings that give the new names."""

from __future__ import annotations

import pytest

import aicore
from aicore.core import decision


def test_enough_is_stop_search() -> None:
    with pytest.warns(DeprecationWarning, match="StopSearch"):
        assert decision.Enough is decision.StopSearch
    with pytest.raises(AttributeError, match="nothing"):
        _ = decision.nothing


@pytest.mark.parametrize("name", ["relics", "pig"])
def test_fenced_is_prunes_legal(name: str) -> None:
    game = aicore.load(name)
    with pytest.warns(DeprecationWarning, match="prunes_legal"):
        assert game.fenced == game.prunes_legal == (name == "relics")
    with pytest.raises(AttributeError, match="once the observation is declared"):
        game.fenced = not game.prunes_legal
