"""Tests of Gratis-3's picture: cards that would do nothing say so, and flights say their way."""

from __future__ import annotations

import aicore
from aicore.core.picture import Scene, drawn
from aicore.core.story import Names, seen_event
from games.gratis3.positions import play, position

GAME = aicore.load("gratis3")


def texts(state: aicore.State) -> str:
    scene = Scene(state.view(0), ("you", "other"), tuple(state.legal()))
    return " ".join(one.text or "" for one in drawn(scene).iter("text"))


def test_a_card_says_when_it_would_do_nothing() -> None:
    assert "nothing is Down" in texts(position(3, 4))
    assert "nothing is Down" not in texts(position(3, 4, down={0: "nav"}))
    free = {0: ["missile", "missile", "override"]}  # so that "Launch & move" is in hand
    assert "(no launch" in texts(position(0, 4, queues=free))
    assert "(no launch" not in texts(position(1, 4, queues=free))


def test_a_flight_that_bends_names_its_way() -> None:
    state = position(3, 4, ravs=[("U1", 0, "fighter", None)])
    state = play(state, "play shields-guns", "shields")
    told = {}
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        event = seen_event(state, 0, action, after, 0)
        told[action] = GAME.info.story.tell(GAME, event, Names(("you", "other"), 0))
    assert told["rav U1 to S1 tail U1"].startswith("You fly a Fighter from U1 to S1.")
    assert told["rav U1 to P2 tail U2"].startswith("You fly a Fighter from U1 to P2 by way of U2")
    assert len({text.partition(".")[0] for text in told.values()}) == len(told)
