"""Tests that levels of gratis3 waste no card and leave no system Down."""

from __future__ import annotations

import aicore
from aicore.core.story import Names, seen_event
from kit.positions import visited

LEVELS = ("level:1", "level:4")


def told(state: aicore.State, action: str) -> str:
    """Return the story's sentence about an action."""
    after = state.clone()
    after.apply(action)
    heard = seen_event(state, state.turn, action, after, None)
    assert heard is not None
    names = Names(["first", "second"], None)
    return str(state.game.info.story.tell(state.game, heard, names))


def test_no_card_is_wasted_while_another_has_an_effect() -> None:
    game = aicore.load("gratis3")
    players = [aicore.player(spec, game) for spec in LEVELS]
    wasteful = 0
    for state in visited(game, 8, 40):
        if state.turn < 0 or state.to_dict()["phase"] != "command":
            continue
        cards = state.legal()
        wasted = {one for one in cards if "to no effect" in told(state, one)}
        if not wasted or not set(cards) - wasted - {"play shields-guns"}:
            continue  # with all shields up, that card does nothing either
        wasteful += 1
        for player in players:
            assert player.decide(state.view(state.turn)).action not in wasted
    assert wasteful > 10


def test_no_system_is_left_down() -> None:
    game = aicore.load("gratis3")
    players = [aicore.player(spec, game) for spec in LEVELS]
    repairs = 0
    for state in visited(game, 8, 60):
        if state.turn < 0 or state.to_dict()["phase"] != "repair":
            continue
        if any(one.startswith("repair") for one in state.legal()):
            repairs += 1
            for player in players:
                assert player.decide(state.view(state.turn)).action != "no-repair"
    assert repairs > 5


def test_guns_do_not_fire_at_nothing_while_shields_have_an_effect() -> None:
    """Eight games of level 3 against itself had 11 such shots before policies avoided them."""
    game = aicore.load("gratis3")
    players = [aicore.player(spec, game) for spec in LEVELS]
    chosen = 0
    for state in visited(game, 8, 60):
        if state.turn < 0 or state.to_dict()["phase"] != "shields-guns":
            continue
        shields, guns = (told(state, action) for action in ("shields", "guns"))
        if "no guns" not in guns or "no shield" in shields:
            continue
        chosen += 1
        for player in players:
            assert player.decide(state.view(state.turn)).action == "shields"
    assert chosen > 5
