"""Random games on a fast game and its slow model in lock-step: the same in everything both show."""

from __future__ import annotations

import pytest

from games.booster import twin as booster
from games.gratis3 import twin as gratis3
from games.ransom import twin as ransom
from games.relics import twin as relics
from games.trader import twin as trader
from kit.lockstep import play

# game, seats, options, model, games in the quick suite
CASES = [
    ("ransom", 1, {"forced": "new"}, ransom.Twin, 150),
    ("ransom", 1, {"forced": "any"}, ransom.Twin, 150),
    ("ransom", 1, {"forced": "none"}, ransom.Twin, 150),
    ("booster", 2, {}, booster.Twin, 30),
    ("booster", 3, {"target": 15}, booster.Twin, 30),
    ("booster", 6, {"max_turns": 60}, booster.Twin, 30),
    ("trader", 1, {}, trader.Twin, 300),
    ("trader", 1, {"payment": "turn_end"}, trader.Twin, 300),
    ("trader", 1, {"reshuffle": "all"}, trader.Twin, 300),
    ("trader", 1, {"payment": "turn_end", "reshuffle": "all"}, trader.Twin, 300),
    ("gratis3", 2, {}, gratis3.Twin, 5),
    ("gratis3", 3, {"locations": 5, "black_chips": 12}, gratis3.Twin, 20),
    ("gratis3", 4, {"locations": 7, "destroyed_ravs": "removed"}, gratis3.Twin, 5),
    ("gratis3", 2, {"locations": 2, "max_turns": 20}, gratis3.Twin, 20),
    ("relics", 2, {}, relics.Twin, 50),
    ("relics", 3, {"rounds": 7}, relics.Twin, 50),
    ("relics", 4, {}, relics.Twin, 50),
]
LABELS = ["-".join([case[0], str(case[1]), *map(str, case[2].values())]) for case in CASES]
LONGER = 60  # times as many games in the slow suite
# 100,000 games in all rows of a game
EVEN_LONGER = {"relics": 666, "gratis3": 2000, "trader": 84, "ransom": 222}


@pytest.mark.parametrize(("name", "seats", "options", "model", "games"), CASES, ids=LABELS)
def test_lock_step(name, seats, options, model, games):
    play(name, seats, options, model, range(games))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options", "model", "games"), CASES, ids=LABELS)
def test_lock_step_long(name, seats, options, model, games):
    play(name, seats, options, model, range(games, games * (1 + EVEN_LONGER.get(name, LONGER))))
