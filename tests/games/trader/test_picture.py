"""Tests of Free Trader's picture: fights, prices and jumps."""

from __future__ import annotations

import re
from collections import Counter

from rich.console import Console

import aicore
from aicore.core.picture import Scene, drawn
from aicore.games.trader.picture.terminal import draw_whole
from aicore.games.trader.words.vocabulary import cards
from kit.effort import effort
from kit.positions import pictured, steps

GAME = aicore.load("trader")
VERDICTS = {"A hit!", "It missed", "You destroyed it!"}


def test_the_last_blow_of_a_fight_is_shown() -> None:
    """After a hit the ship loses something; after a miss it may answer (RULES.md: Fights)."""
    seen: Counter[str] = Counter()
    for seed in range(effort(6, 12)):
        for after, events in pictured(GAME, seed, policy=0.8):
            if after.turn < 0:
                continue
            picture = drawn(Scene(after.view(0), ("you",), tuple(after.legal()), events))
            shown = VERDICTS & {one.text or "" for one in picture.iter("text")}
            attacked = events[-1][0] == "chance" and after["enemy"]
            struck = events[0][1] == "counterattack"
            expected = (
                {"A hit!": after["phase"] == "damage", "It missed": after["phase"] == "combat"}
                if attacked
                else {"You destroyed it!": struck and not after["enemy"]}
            )
            assert shown == {text for text, is_so in expected.items() if is_so}, events
            seen.update(shown)
    assert set(seen) == VERDICTS


def written(view: aicore.View) -> list[str]:
    """Return the texts of the picture of a decision."""
    picture = drawn(Scene(view, ("you",), tuple(view.legal())))
    return [one.text or "" for one in picture.iter("text")]


def test_a_card_that_sets_prices_is_not_shown_as_a_visitor() -> None:
    for seed in range(6):
        for before, _, _ in steps(GAME, seed, policy=0.8):
            if before.turn < 0 or before["phase"] not in ("buy", "sell"):
                continue
            shown = written(before.view(0))
            assert f"Prices to {before['phase']}" in shown
            assert not [text for text in shown if text.startswith(("Pirate", "Invader", "Police"))]
            console = Console(width=80, no_color=True)
            with console.capture() as capture:
                console.print(draw_whole(before.view(0)))
            table = capture.get()
            assert re.search(r"\bprices\b", table)
            assert not re.search(r"\b(pirate|invader|police) \d", table)


def test_fleeing_has_a_button_where_it_is_legal() -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        for before, _, _ in steps(GAME, seed, policy=0.2):
            if before.turn < 0:
                continue
            verbs = {text.split()[0] for text in before.legal()}
            verb = "Flee" if before["enemy"] else "Emergency jump"
            found = [text for text in written(before.view(0)) if text.startswith(verb)]
            assert len(found) == ("flee" in verbs), before.legal()
            seen.update(found)
    assert {"Flee (1 V)", "Emergency jump (1 V)"} <= set(seen)


def test_the_picture_says_why_only_an_emergency_jump_is_left() -> None:
    """Rule of the README: outside a fight, only where no other jump is possible."""
    seen: Counter[bool] = Counter()
    for seed in range(effort(20, 40)):
        for _before, _event, state in steps(GAME, seed, policy=0.8):
            if state.turn < 0 or state["phase"] != "jump":
                continue
            legal = tuple(state.legal())
            forced = all(action.startswith("flee ") for action in legal)
            texts = " ".join(
                one.text or "" for one in drawn(Scene(state.view(0), ("you",), legal)).iter("text")
            )
            assert ("only an emergency jump" in texts) == forced
            seen[forced] += 1
    assert seen[True]
    assert seen[False]


def test_cards_still_to_come_are_counted_in_words() -> None:
    assert cards("pirate", 1) == "1 pirate"
    assert [cards(kind, 2) for kind in ("pirate", "starport", "invader", "police")] == [
        "2 pirates",
        "2 starports",
        "2 invaders",
        "2 police",
    ]
