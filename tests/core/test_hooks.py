"""Tests that hooks of games' Python code are found, and accept what callers pass."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.core.hooks import MODULES, hooks

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
HOOKS = [(kind, one) for kind in MODULES for one in fields(kind)]


@pytest.mark.parametrize(("kind", "hook"), HOOKS, ids=lambda part: getattr(part, "name", ""))
def test_hooks_accept_the_documented_arguments(kind: type, hook: object) -> None:
    """Each hook's own sentence begins with its arguments: ``(game, event)``, ..."""
    for name in aicore.names():
        offered = getattr(hooks(kind, name), hook.name)
        if callable(offered):
            arguments = re.search(rf"^ +{hook.name}: ``\((.*?)\)``", kind.__doc__, re.M)[1]
            given = [part.partition("=")[0] for part in arguments.split(", ")]
            inspect.signature(offered).bind(*given)


def test_each_game_offers_what_its_modules_define() -> None:
    assert aicore.info("relics").notation.expand is not None
    assert aicore.info("trader").drawing.odds is not None
    assert aicore.info("tic_tac_toe").drawing.odds is None
    assert aicore.info("tic_tac_toe").notation.LINES == ()


def test_a_missing_required_hook_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from aicore.games.tic_tac_toe.words import notation

    monkeypatch.delattr(notation, "grammar")
    kind = next(kind for kind, module in MODULES.items() if module == "words.notation")
    with pytest.raises(
        AicoreError, match=r"tic_tac_toe/words/notation\.py does not define grammar"
    ):
        hooks(kind, "tic_tac_toe")


@pytest.mark.parametrize("kind", MODULES)
def test_every_hook_is_explained(kind: type) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for one in fields(kind):
        assert re.search(rf"^ +{one.name}: ", kind.__doc__, re.M)
        assert re.search(rf"\| `{one.name}[`(]", text)
