"""Tests of Free Trader: the odds shown in play are exact."""

from __future__ import annotations

import copy
import io
import re
from collections import Counter
from fractions import Fraction

import pytest
from rich.console import Console

import aicore
from aicore.core.drawing import plain
from aicore.games.trader.picture.odds import EXTRA, RESULTS, chances, odds
from games.trader.table import GAME, combat, position
from games.trader.twin import Twin
from kit.effort import effort


def shown(table):
    """Return a table as a terminal of 80 columns shows it."""
    console = Console(width=80, file=io.StringIO())
    console.print(table)
    return console.file.getvalue()


def nonzero(found):
    return {name: chance for name, chance in found.items() if chance}


SAFE = {row[0]: row[8] == "safe" for row in GAME.info.data["cards"]["events"]}
FIVE = ["e01", "e02", "e05", "e09", "e15"]


def test_striking_back_by_hand():
    # weapons 3 and the card's attack against pirate 2 (e06) and its defense: e01 6 > 4, e02 5 = 5,
    # e05 6 > 3, e09 5 > 4, e15 7 > 5. After e02 it attacks: e01 5 > 4, e05 5 > 3, e09 4 = 4, e15
    # 6 > 5. Fleeing: all five cards jump safely; of the four left each time, only e09 is an enemy.
    state = combat(enemy="e06", undrawn_events=FIVE)
    rows = dict(chances(state))
    assert nonzero(rows["counterattack"]) == {
        "destroyed": Fraction(4, 5),
        "missed": Fraction(1, 20),
        "hit": Fraction(3, 20),
    }
    # e09 comes with 1/5 and attacks; its attack draws the third card, which ends the month. Fleeing
    # has left 4 of 5 V, so the payment of 5 is not made.
    assert nonzero(rows["flee 0,1"]) == {
        "calm": Fraction(4, 5),
        "lost": Fraction(1, 5),
        "month": Fraction(1, 5),
    }
    text = shown(odds(state))
    assert "80.0 %" in text
    assert "3/20" in text


def test_damage_is_judged_by_the_next_answer():
    # Without a weapon, 2: e01 5 > 4, e02 4 < 5, e05 5 > 3, e09 4 = 4, e15 6 > 5.
    shot = combat(
        enemy="e06", phase="damage", face_up=["e06", "e03"], undrawn_events=FIVE,
    )  # fmt: skip
    rows = dict(chances(shot))
    assert rows["damage weapons"]["destroyed"] == Fraction(3, 5)
    assert rows["damage engines"]["destroyed"] == Fraction(4, 5)
    assert "if you strike back next" in shown(odds(shot))


def test_jumps_of_equal_chances_share_a_row():
    planets = {"earth": (0, 0), "verdant": (0, 1), "foundry": (1, 0)}
    text = shown(odds(position(phase="jump", planets=planets)))
    assert "jump 0,1 / 1,0" in text


def test_prices_to_come():
    # industrials sell for 4, 5, 3, 4 by e01 to e04, and for 1 more on verdant: mean 5
    state = position(hold={"industrials": 1}, undrawn_events=["e01", "e02", "e03", "e04"])
    assert "5.0  4-6" in shown(odds(state))


def test_there_are_no_odds_without_chance():
    assert odds(position(phase="upgrade")) is None
    assert odds(aicore.load("trader").start()) is None
    assert odds(position(hold={})) is None


def enumerated(twin, start, chance=Fraction(1), marks=()):
    """Return the probabilities of results and marks, from the model's outcomes."""
    if twin.turn != "chance":
        found = Counter(dict.fromkeys(marks, chance))
        stolen = start.phase != "damage" and twin.hold["illegals"] < start.hold["illegals"]
        if twin.end:
            found["won" if twin.end == "paid" else "lost"] += chance
        elif twin.enemy:
            found["hit" if twin.phase == "damage" else "missed"] += chance
        elif twin.phase == "place":
            found["found"] += chance
        elif twin.phase == "fine" or stolen:
            found["fined"] += chance
        else:
            found["destroyed" if start.enemy and twin.ship == start.ship else "calm"] += chance
        return found
    total = Counter()
    for text, share in twin.outcomes():
        after = copy.deepcopy(twin)
        after.apply(text)
        new = set(marks)
        if after.month > twin.month or after.end in ("paid", "payment"):
            new.add("month")
        jumping = twin.drawing == "jump" and twin.phase == "event" and not after.end
        if jumping and not SAFE[text.split()[1]]:
            new.add("misjump")
        total += enumerated(after, start, chance * share, tuple(new))
    return total


@pytest.mark.slow
def test_every_table_agrees_with_the_model_of_the_rules():
    game = aicore.load("trader")
    rng = aicore.Rng(21)
    checked = Counter()
    for _ in range(effort(6, 20)):
        state, twin = game.start(), Twin()
        while state.turn != aicore.END:
            phase = state.to_dict()["phase"]
            if phase in ("jump", "combat", "damage") and rng.below(4) == 0:
                checked[phase] += 1
                for action, found in chances(state):
                    after = copy.deepcopy(twin)
                    after.apply(action)
                    if phase == "damage":
                        after.apply("counterattack")
                    assert nonzero(found) == nonzero(enumerated(after, twin)), action
                    assert sum(found[name] for name in RESULTS) == 1
                    assert all(found[name] <= 1 for name in EXTRA)
            guided = state.turn >= 0 and rng.below(10) < 8
            event = state.policy(rng) if guided else state.sample(rng)
            twin.apply(game.text(event))
            state.apply(event)
    assert min(checked[phase] for phase in ("jump", "combat", "damage")) > 3


def test_two_cards_side_by_side_show_every_price():
    """At 80 columns, a session indents the drawing by two."""
    rows = {row[0]: row for row in GAME.info.data["cards"]["events"]}
    enemies = [name for name, row in rows.items() if row[1] in ("pirate", "invader")]
    pairs = [(first, second) for first in enemies for second in rows if first != second]
    for first, second in pairs[:: effort(11, 1)]:
        state = combat(enemy=first, phase="damage", face_up=[first, second])
        text = plain(state, 78)
        for row in (rows[first], rows[second]):
            for prices in row[3:5]:
                assert re.search(rf"\W{' '.join(map(str, prices))} *\W", text)
        assert "agriculturals" in text


def test_every_table_fits_80_columns():
    game = aicore.load("trader")
    rng = aicore.Rng(22)
    for _ in range(effort(2, 8)):
        state = game.start()
        while state.turn != aicore.END:
            table = odds(state) if state.turn >= 0 and rng.below(5) == 0 else None
            if table is not None:
                text = shown(table)
                assert max(map(len, text.splitlines())) <= 80
                assert "…" not in text
            state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
