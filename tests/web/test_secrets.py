"""Tests that messages to a viewer do not depend on hidden information, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aicore.core.game import Game
from aicore.core.record import Event
from aicore.session import jobs
from aicore.web.page_presenter import PagePresenter
from aicore.web.store import TableFacts, TableStore
from aicore.web.tables import Table
from kit.alike import LEAST, twins
from kit.effort import effort
from kit.hiding import HIDING, load
from kit.web import serving, sitting, table


def all_messages(base: Path, game: Game, events: list[Event], seat: int) -> list[str]:
    """Return all messages that a viewer at a seat can now be sent, as sent."""
    store = TableStore(base)
    try:
        players = ["human" if other == seat else "random" for other in range(game.seats)]
        facts = TableFacts(
            game.name, game.seats, dict(game.options), "secret", players, [""] * game.seats, since=0
        )
        store.add("t", facts, {}, events)
        at = Table("t", facts, store)
        for _ in at.reading():
            pass
        presenter = PagePresenter(at, seat, True, frozenset([seat]), narrow=False)
        state = presenter.state() | {"clock": None}
        found = [state, replace_narrow(presenter).state() | {"clock": None}]
        found += [presenter.at(ply) for ply in range(0, len(events) + 1, 11)]
        # by a shared link
        onlooker = PagePresenter(at, None, False, frozenset([seat]), narrow=False)
        assert onlooker.blind
        assert not {"explore", "fork", "save", "review", "others"} & set(onlooker.can())
        found.append(onlooker.state() | {"clock": None})
        for action in state["legal"][:4]:
            found.append(presenter.preview([action]))
        view, quiet = at.state.view(seat), lambda choice, value: None
        found.append(presenter.hint(*jobs.hint(quiet, view, at.names(seat))))
        judged = presenter.judge()
        assert judged is not None
        found.append({"shares": jobs.chances(quiet, judged)})
        return [json.dumps(message) for message in found]
    finally:
        store.close()


def replace_narrow(presenter: PagePresenter) -> PagePresenter:
    return PagePresenter(
        presenter.table, presenter.seat, presenter.owner, presenter.here, narrow=True
    )


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.usefixtures("quick")
def test_nothing_hidden_changes_a_byte(name: str, tmp_path: Path) -> None:
    game = load(name)
    compared = 0
    wanted = LEAST.get(name, effort(2, 100))
    for seed in range(1000):
        seat = seed % game.seats
        first, second, shared = twins(game, seat, seed)
        if not shared:
            continue
        assert first != second
        one = all_messages(tmp_path / f"{seed}-1.sqlite", game, first, seat)
        two = all_messages(tmp_path / f"{seed}-2.sqlite", game, second, seat)
        for sent, other in zip(one, two, strict=True):
            assert sent == other
        compared += 1
        if compared == wanted:
            break
    assert compared == wanted


def test_no_message_holds_the_seed_or_a_token(tmp_path: Path) -> None:
    """Neither the messages nor the file that the server restarts from give a seat away."""
    with serving(tmp_path) as client:
        made = table(client, "leduc_poker", "me", "mcts:sims=50")
        with sitting(client, made) as person:
            seen = person.turn()
            while seen["result"] is None:
                sent = "".join(person.heard)
                assert made["owner"] not in sent
                assert seen["seed"] is None
                seen = person.act(seen["legal"][0])
            seed = seen["seed"]
        assert seed not in sent
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert made["owner"].encode() not in everything


def test_a_running_game_that_hides_something_cannot_be_forked(tmp_path: Path) -> None:
    """In a fork, one could take others' seats, and the end would show everything."""
    with (
        serving(tmp_path) as client,
        sitting(client, table(client, "booster", "me", "random")) as me,
    ):
        seen = me.turn()
        assert "fork" not in seen["can"]
        me.say("fork", ply=seen["ply"], players=["random", "me"])
        assert "over" in me.hear("error")["message"]


def test_a_computer_s_failure_is_explained_only_where_nothing_is_hidden(tmp_path: Path) -> None:
    for name, tells in (("leduc_poker", False), ("connect_four", True)):
        store = TableStore(tmp_path / name)
        facts = TableFacts(name, 2, {}, "1", ["human", "mcts"], ["", ""])
        store.add("t", facts, {}, [])
        message = Table("t", facts, store).replace_failed(1, ValueError("king of spades"))
        assert ("king" in message) is tells
        assert "Greedy takes over" in message
        store.close()


def test_a_search_s_current_choice_is_shown_only_where_nothing_is_hidden(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for game, tells in (("connect_four", True), ("leduc_poker", False)):
            with sitting(client, table(client, game, "mcts:time=0.6", "me")) as person:
                thinking = person.hear("thinking")
                assert ("choice" in thinking) is tells
                assert ("value" in thinking) is tells
                person.say("hurry")
                person.turn()
