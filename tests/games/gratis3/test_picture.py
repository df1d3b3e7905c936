"""Tests of Gratis-3's picture: dice, damage, shields and explanations."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

import aicore
from aicore.core.language import gettext, speaking
from aicore.core.outlines import BURST
from aicore.core.picture import Scene, drawn, wrap
from aicore.core.story import Names, in_words, seen_event
from aicore.games.gratis3.picture.cards import ABOUT
from aicore.games.gratis3.picture.svg import TAUGHT
from aicore.games.gratis3.words.notes import idle
from aicore.games.gratis3.words.phrases import turn_number
from games.gratis3.positions import play, position
from kit.positions import steps

GAME = aicore.load("gratis3")


def scenes() -> list[Scene]:
    """Return the mover's scenes of two games, each with the events since the previous decision."""
    found = []
    for seed in range(2):
        last: list[tuple[int | str, str]] = []
        for before, event, after in steps(GAME, seed, policy=0.8):
            last = [] if before.turn >= 0 else last
            last.append((before.turn if before.turn >= 0 else "chance", GAME.text(event)))
            if after.turn >= 0:
                found.append(Scene(after.view(after.turn), ("a", "b"), (), tuple(last)))
    return found


def test_damage_and_shields_are_seen_on_the_carriers() -> None:
    """A flame for each system that is Down, and a glow for each Carrier with shields."""
    seen: Counter[str] = Counter()
    for scene in scenes()[::7]:
        classes = Counter(one.get("class") for one in drawn(scene).iter())
        down = sum(systems.count(False) for systems in scene.position["systems"])
        shielded = sum(up > 0 for up in scene.position["shields"])
        assert classes["flame"] == down
        assert classes["none glow"] == shielded
        seen.update({"down": down, "shielded": shielded})
    assert min(seen.values()) > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("narrow", [False, True])
def test_every_picture_has_the_turn_and_each_seats_trophies(seats: int, narrow: bool) -> None:
    game = aicore.load("gratis3", seats=seats)
    *_, (_, _, after) = steps(game, 1, policy=0.8)
    picture = drawn(Scene(after.view(0), ("a", "b", "c", "d")[:seats], narrow=narrow))
    shown = "\n".join(picture.itertext())
    assert re.search(rf"^Turn {turn_number(after)}$", shown, re.MULTILINE)
    for seat in after["trophies"]:
        black = in_words(seat["black"], "one black chip", "{n} black chips")
        systems = in_words(seat["colored"], "one system", "{n} systems")
        assert f"\n{black} won" in shown
        assert f"\n{systems} of others knocked out" in shown


def test_the_last_roll_is_drawn_with_its_hits() -> None:
    """A die hits once, twice or not at all; `roll 5: 2,1` is two single hits and one double."""
    scene = scenes()[-1]
    picture = drawn(replace(scene, last=(("chance", "roll 5: 2,1"),)))
    dice = [one for one in picture.iter("g") if one.get("data-enters") == "roll"]
    bursts = [sum(part.get("d") == BURST for part in die) for die in dice]
    assert bursts == [2, 1, 1, 0, 0]
    assert not [
        one for one in drawn(replace(scene, last=())).iter("g") if one.get("data-enters") == "roll"
    ]


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


@pytest.mark.parametrize("narrow", [False, True])
def test_the_first_turns_explain_their_steps_to_the_mover(narrow: bool) -> None:
    why = "cools down for three turns"
    seen: Counter[bool] = Counter()
    for _before, _event, state in steps(GAME, 1, policy=0.8):
        if state.turn < 0 or state["phase"] != "command":
            continue
        for seat in range(2):
            names = ("you", "b") if seat == 0 else ("a", "you")
            scene = Scene(state.view(seat), names, tuple(state.legal()), narrow=narrow)
            text = " ".join(one.text or "" for one in drawn(scene).iter("text"))
            early = turn_number(state) <= TAUGHT
            assert (why in text) == (early and seat == state.turn)
            seen[early] += 1
    assert seen[True]
    assert seen[False]


def test_a_wide_panel_names_craft_in_words_and_only_trophies_that_were_won() -> None:
    picture = drawn(Scene(position(3, 4).view(0), ("you", "b")))
    texts = [one.text for one in picture.iter("text")]
    assert texts.count("4 Fighters") + texts.count("2 Bombers") >= 2
    assert not [text for text in texts if text and text.endswith("systems hit")]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("room", [98, 107])
def test_no_cards_effect_is_cut(language: str, room: int) -> None:
    """A card is 106 units wide on a phone, 124 elsewhere, with room for two lines of 13 units."""
    with speaking(language):
        disarmed = idle(position(3, 4, down={0: "weapons"}), "missile")
        for about in (*map(gettext, ABOUT.values()), disarmed):
            lines = wrap(about, room, 13)
            assert len(lines) <= 2, about
            assert not any("…" in line for line in lines), about


def test_cards_have_titles_and_no_codes() -> None:
    state = position(3, 4)
    picture = drawn(Scene(state.view(state.turn), ("you", "b"), tuple(state.legal())))
    labels = [one.get("aria-label", "") for one in picture.iter() if "data-actions" in one.attrib]
    assert labels
    assert not [label for label in labels if label.startswith("play ") or label.count(" x2 ")]
