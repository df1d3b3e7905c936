"""Tests of one caller at a time: threads, callbacks and interruptions do players no harm."""

from __future__ import annotations

import signal
import threading
from typing import Any

import pytest

import aicore
from aicore.core.errors import (
    AicoreError,
    IllegalAction,
)
from aicore.core.rng import Rng
from aicore.search.mcts import Mcts
from kit.callers import choice, load, refused, states_of

LONG = (
    "flat:time=0.15",
    "mcts:time=0.15",
    "mcts:time=0.15,trees=2,threads=2",
    "expectimax:time=0.15",
)


@pytest.mark.parametrize("spec", LONG)
def test_threads_cannot_share_a_player(spec: str) -> None:
    view = choice("booster")
    player = aicore.player(spec, view.game)
    begin = threading.Barrier(4)
    answers: list[str] = []

    def think() -> None:
        begin.wait()
        try:
            answers.append(player.decide(view).action)
        except AicoreError as error:
            answers.append(str(error))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    thoughts = [answer for answer in answers if answer in view.legal()]
    assert thoughts
    assert set(answers) - set(thoughts) <= {
        "this player is already thinking: give each thread its own player"
    }
    assert player.decide(view).action in view.legal()


@pytest.mark.parametrize("spec", LONG)
def test_a_callback_cannot_ask_its_own_player(spec: str) -> None:
    view = choice("booster")
    player = aicore.player(spec, view.game)
    lines: list[str] = []

    def progress(action: str, value: float) -> None:
        lines.append(refused(player.decide, view))

    assert player.decide(view, progress).action in view.legal()
    assert lines
    assert set(lines) == {"this player is already thinking: give each thread its own player"}


@pytest.mark.parametrize("spec", LONG)
def test_an_interrupted_search_can_be_repeated(spec: str) -> None:
    view = choice("booster")
    player = aicore.player(spec, view.game)

    def stop(*_: object) -> None:
        raise InterruptedError

    for _ in range(3):
        with pytest.raises(InterruptedError):
            player.decide(view, stop)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for _ in range(3):
            signal.setitimer(signal.ITIMER_REAL, 0.06)
            with pytest.raises(InterruptedError):
                player.decide(view)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert player.decide(view).action in view.legal()


def test_a_callback_that_sets_another_root_does_no_harm() -> None:
    """The callback sets another view as the root; the search finds its actions gone."""
    game, view = load("connect_four"), choice("connect_four")
    mcts = Mcts(game, time=0.2)
    other = states_of("connect_four")[-2]

    def progress(action: str, value: float) -> None:
        mcts.trees[0].set_root(other.view(other.turn), Rng(1))

    assert mcts.search(view, Rng(1), progress).action in {*view.legal(), *other.legal()}


def test_a_state_that_threads_share_stays_valid() -> None:
    """Playouts, moves and reads run on one state at once. Some are refused; none does harm."""
    for name in aicore.names():
        game = load(name)
        shared, end = game.start(), threading.Event()

        def play(number: int, shared: Any = shared, end: Any = end) -> None:
            rng = Rng(number)
            while not end.is_set():
                try:
                    if number % 3 == 0:
                        shared.play_out(rng, 30)
                    elif number % 3 == 1:
                        shared.apply(shared.sample(rng))
                    else:
                        shared.to_dict(0)
                        shared.legal()
                except IllegalAction:
                    if shared.turn == aicore.END:
                        end.set()

        threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        end.wait(0.2)
        end.set()
        for thread in threads:
            thread.join()
        assert shared.turn in (aicore.CHANCE, aicore.END, *range(game.seats))
        assert game.from_dict(shared.to_dict()).to_dict() == shared.to_dict()
