"""Tests of Gratis-3: refusals name the rule, and only illegal actions are refused."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import aicore
from aicore.core.errors import NotationError
from aicore.core.game import State
from aicore.games.gratis3.rules.board import board_of
from aicore.games.gratis3.words.forbidden import UNKNOWN, why_not
from aicore.session.move_input import moves_meant
from games.gratis3.positions import COOLING, attacking, guns_position, play, position
from kit.effort import effort
from kit.positions import walk

RAVS = [("U3", 0, "bomber", "U2"), ("S3", 0, "fighter", None), ("D4", 1, "fighter", "D3")]
FLYING = {"ravs": RAVS, "phase": "rav-moves", "queues": {0: [*COOLING, "short-range"]}}

REFUSALS = [
    (position(3, 4, queues={0: ["launch-move", "missile", "missile"]}), "play launch-move",
     "launch-move is cooling down: it comes back at the end of this turn"),
    (position(3, 4, queues={0: ["launch-move", "missile", "missile"]}), "missile",
     "missile is cooling down: it comes back at the end of your next turn"),
    (position(3, 4), "launch-move", "launch-move is cooling down: it comes back in two turns"),
    (play(position(3, 4), "play short-range"), "evade launch-move",
     "launch-move is cooling down: it comes back in three turns"),
    (play(position(3, 4, queues={1: ["override", "missile", "missile"]}), "play short-range"),
     "evade override", "override is cooling down: it comes back at the end of your next turn"),
    (position(3, 4), "rav U3 to U4 tail S3", "that step comes later in the turn; now play a card"),
    (position(3, 4), "repair nav", "that step is over; now play a card"),
    (position(3, 4), "fire 1", "that needs the card short-range; now play a card"),
    (position(3, 4), "roll 3: 0,0", "chance decides that, not you"),
    (position(3, 4, down={0: "nav ravs"}, phase="repair"), "repair weapons",
     "the weapons system is Online"),
    (play(position(3, 4), "play move-launch"), "launch fighter U9",
     "U9 is not beside Location 4: U4, D4, S3 and S4 are"),
    (play(position(3, 4), "play move-launch", "launch bomber U4"), "launch bomber D4",
     "only one of the two may be a Bomber"),
    (play(position(3, 4, 5), "play missile"), "nuke 0", "that is your own Carrier"),
    (guns_position("3,0"), "hit P3", "P3 is not beside your Location"),
    (guns_position("2,0"), "hit U3", "it takes 3 hits, and you have 2"),
    (position(3, 4, **FLYING), "U3 U6", "a Bomber on U3 cannot reach U6 in 2 lines"),
    (position(3, 4, **FLYING), "U3 S3", "a craft stands on S3"),
    (position(3, 4, **FLYING), "D4 D5", "the craft on D4 is seat 1's"),
    (position(3, 4, **FLYING), "U1 U2", "no craft stands on U1"),
    (attacking(RAVS, 3, 3), "attack 1 with U3,D4",
     "these are not all green Spaces beside one Location"),
    (attacking([*RAVS, ("U5", 0, "fighter", None)], 3, 5), "attack 1 with D5",
     "no craft stands on D5"),
    (attacking([*RAVS, ("U5", 0, "fighter", None)], 3, 5), "attack 1 with S3",
     "S3 is not beside Location 5"),
    (attacking(RAVS, 3, 3), "attack D4 with U3", "U3 is not next to D4"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "typed", "why"), REFUSALS)
def test_a_refusal_names_the_rule(state: State, typed: str, why: str) -> None:
    with pytest.raises(NotationError, match=re.escape(why)):
        moves_meant(typed, state.view(state.turn))


def test_between_decisions_a_refusal_names_chance_or_the_end() -> None:
    dealt = aicore.load("gratis3").start()
    rolled = play(position(3, 4), "play short-range", "no-evade")
    over = list(walk(aicore.load("gratis3"), 1))[-1]
    for state, why in ((dealt, "chance comes first"), (rolled, "chance comes first"),
                       (over, "the game is over")):  # fmt: skip
        for text in texts(state, random.Random(1)):
            assert why_not(state, text) == why_not(state.view(0), text) == why, text
        assert why_not(state, "systems 1,2") == "chance decides that, not you"


def texts(state: State, rng: random.Random) -> Iterator[str]:
    """Yield well-formed actions, most of them illegal."""
    data = state.game.info.data
    mine = [rav[0] for rav in state.to_dict()["ravs"]] or ["U1"]
    spaces = [*board_of(state.game).names, *(4 * mine)]
    for form in (form.pattern for form in state.game.grammar):
        if re.search("DICE|DIE|CARD,", form):
            continue
        for _ in range(2):
            words = {
                "CARD": rng.choice(data["cards"]["ids"]),
                "SYSTEM": rng.choice(data["systems"]["ids"]),
                "KIND": rng.choice(["fighter", "bomber"]),
                "SEAT": str(rng.randrange(state.game.seats)),
                "SPACES": ",".join(sorted(set(rng.choices(mine, k=2)))),
            }
            parts = [rng.choice(spaces) if w == "SPACE" else words.get(w, w) for w in form.split()]
            try:
                yield state.game.text(state.game.parse(" ".join(parts)))
            except NotationError:
                continue


def test_only_illegal_actions_have_a_reason() -> None:
    """Along games by the policy, each refusal names a rule, and a legal action has none."""
    words, refused = random.Random(1), 0
    for seats in (2, 4):
        state = aicore.load("gratis3", seats=seats, locations=4).start()
        rng = aicore.Rng(seats)
        for _ in range(effort(80, 160)):
            if state.turn < 0:
                state.apply(state.sample(rng))
                continue
            for text in texts(state, words):
                why = why_not(state, text)
                assert (why is None) == (text in state.legal())
                assert why != UNKNOWN, text
                refused += why is not None
            state.apply(state.policy(rng))
            if state.turn == aicore.END:
                break
    assert refused > effort(1000, 2000)
