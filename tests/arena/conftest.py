"""Fixtures for tests of tournament files: a working folder and small tournaments."""

from __future__ import annotations

import shutil

import pytest

from aicore.arena.plan import Sprt
from aicore.arena.store import Store
from aicore.arena.tournament import run as run_tournament
from kit.tournaments import Here, config_of


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """Return small tournaments of all kinds."""
    folder = tmp_path_factory.mktemp("kinds")
    configs = [
        config_of("pig", ["greedy", "random", "script"], games=20),
        config_of("ransom", ["random", "script"], games=20),
        config_of("pig", ["greedy", "random"], games=20, sprt=Sprt(0, 30)),
        config_of("booster", ["random"] * 2, seats=3, games=12),
        config_of("tic_tac_toe", ["random"] * 5, format="swiss", rounds=2, games=8, drawn=2),
        config_of("pig", ["random"] * 6, seats=4, team=2, format="ladder", games=12),
    ]
    paths = []
    for number, config in enumerate(configs):
        paths.append(folder / f"{number}")
        with Store.create(paths[-1], config) as store:
            store.note("worker", "a worker died")
            run_tournament(store, Here(config))
    return paths


@pytest.fixture
def file(kinds, here):
    shutil.copy(kinds[0], here / "pig.tournament")
    return here / "pig.tournament"
