"""Tests of the match runner: it is fair to the seats, and the same seed gives the same match."""

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.deal import Deal
from aicore.core.errors import AicoreError, IllegalAction, RecordError, SpecError
from aicore.core.game import View
from kit.tournaments import Scripted


def randoms(game):
    return [aicore.player("random", game) for _ in range(game.seats)]


@pytest.mark.parametrize("name", aicore.names())
def test_a_match_is_reproducible_from_its_record(name):
    game = aicore.load(name)
    record = Match(game, randoms(game), seed=11).finish()
    players = [aicore.player(spec, game, seed=99) for spec in record.players]
    assert Match(record.load(), players, record.seed).finish() == record
    assert Match(game, randoms(game), seed=12).finish().events != record.events


def test_a_searching_match_is_reproducible():
    game = aicore.load("leduc_poker")
    specs = ["mcts:sims=50", "flat:sims=50"]
    records = [
        Match(game, [aicore.player(spec, game) for spec in specs], seed=3).finish()
        for _ in range(2)
    ]
    assert records[0] == records[1]


def test_player_seeds_differ_by_seat_and_match():
    deals = [Deal(f"{number:032x}") for number in range(100)]
    seeds = {deal.player_seed(seat) for deal in deals for seat in range(6)}
    assert len(seeds) == 600
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_seat_thinks_with_its_seed_and_its_count_of_decisions():
    game = aicore.load("tic_tac_toe")
    lines = []

    def choose(view):
        lines.append((view.seat, player.seed, player.decisions))
        return view.legal()[0]

    player = Scripted(game, choose)
    Match(game, [player, player], seed=6).finish()
    assert lines == [
        (ply % 2, Deal("6").player_seed(ply % 2), ply // 2) for ply in range(len(lines))
    ]


def test_one_player_object_may_take_every_seat():
    game = aicore.load("pig")
    one = aicore.player("random", game)
    assert (
        Match(game, [one, one], 5).finish().events == Match(game, randoms(game), 5).finish().events
    )


def test_players_see_their_own_view_and_nothing_else():
    game = aicore.load("kuhn_poker")
    seen = []

    def choose(view):
        seen.append(view)
        return view.legal()[0]

    Match(game, [Scripted(game, choose), Scripted(game, choose)], seed=1).finish()
    assert seen
    assert all(type(view) is View and view.seat == view.turn for view in seen)
    assert {view.seat for view in seen} == {0, 1}


def test_a_step_is_reported_before_it_is_added():
    game = aicore.load("pig")
    lines = []

    def on_step(step):
        assert match.state is step.before
        assert match.events == lines
        lines.append((step.actor, step.text))
        assert (step.decision is None) == (step.actor == "chance")

    match = Match(game, randoms(game), 4)
    assert match.finish(on_step).events == lines


def test_the_seed_determines_the_luck():
    game = aicore.load("kuhn_poker")
    state = game.start()
    deal = Deal("21").luck.settle(state)
    match = Match(game, randoms(game), 21)
    while match.state.turn < 0:
        match.step()
    assert [text for _, text in match.events] == deal


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "leduc_poker"])
def test_a_rewound_match_continues_in_the_same_way(name):
    game = aicore.load(name)
    whole = Match(game, randoms(game), seed=8).finish()
    match = Match(game, randoms(game), seed=8)
    for length in (len(whole.events) // 2, 1, 0):
        while not match.over:
            match.step()
        match.restore(match.events[:length])
        assert match.events == whole.events[:length]
        assert not match.over
    while not match.over:
        match.step()
    assert match.record() == whole


def test_a_restored_match_continues_in_the_same_way():
    game = aicore.load("pig")
    whole = Match(game, randoms(game), seed=8).finish()
    for length in (0, 1, 7, 20):
        match = Match(game, randoms(game), seed=8)
        match.restore(whole.events[:length])
        while not match.over:
            match.step()
        assert match.record() == whole


def test_restore_checks_the_actor():
    game = aicore.load("tic_tac_toe")
    with pytest.raises(RecordError, match="ply 0"):
        Match(game, randoms(game), 1).restore([(1, "b2")])


def test_an_unfinished_match_has_an_unfinished_record():
    game = aicore.load("tic_tac_toe")
    match = Match(game, randoms(game), 1)
    match.step()
    record = match.record()
    assert not record.finished
    assert record.scores is None
    assert record.returns is None
    assert len(record.events) == 1


def test_an_illegal_choice_names_the_seat_and_changes_nothing():
    game = aicore.load("tic_tac_toe")
    match = Match(game, [Scripted(game, lambda view: "b2"), Scripted(game, lambda view: "b2")], 1)
    match.step()
    with pytest.raises(IllegalAction, match=r"seat 1 \(scripted\): 'b2' is not a possible action"):
        match.step()
    assert match.events == [(0, "b2")]


def test_no_step_after_the_end():
    game = aicore.load("tic_tac_toe")
    match = Match(game, randoms(game), 1)
    while not match.over:
        match.step()
    with pytest.raises(IllegalAction, match="over"):
        match.step()


def test_every_seat_needs_a_player():
    game = aicore.load("pig", seats=3)
    with pytest.raises(AicoreError, match="pig needs 3 players, not 2"):
        Match(game, randoms(game)[:2], 1)


def test_a_human_needs_somebody_to_ask():
    game = aicore.load("tic_tac_toe")
    human = aicore.player("human", game)
    with pytest.raises(SpecError, match="no one to ask"):
        Match(game, [human, human], 1).finish()
    human.ask = lambda view: view.legal()[-1]
    assert Match(game, [human, human], 1).finish().finished
