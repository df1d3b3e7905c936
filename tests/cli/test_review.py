"""The graph of a game and its turning points."""

import pytest

import aicore
from aicore.arena.match import Match
from aicore.cli.review import HEIGHT, graph
from aicore.study.review import Point, points, turning_points


def course(*shares):
    return [Point(ply, 0, (share, 1 - share), ()) for ply, share in enumerate(shares)]


def test_turning_points_are_the_largest_changes_in_the_order_of_the_game():
    turns = turning_points(course(0.5, 0.9, 0.6, 0.62, 0.1, 0.3), 0)
    assert [(before.ply, after.ply) for before, after in turns] == [(0, 1), (1, 2), (3, 4)]
    assert turning_points(course(0.5, 0.52, 0.48), 0) == []


@pytest.mark.parametrize("width", [1, 7, 40, 100])
def test_a_graph_has_a_column_for_every_share_as_high_as_it_is(width):
    shares = [0.0, 1.0, 0.5, 0.25, 0.75]
    rows = graph(shares, width)
    assert len(rows) == HEIGHT
    assert all(len(row) <= max(width, 1) + 6 for row in rows)
    if width >= len(shares):
        each = min(4, width // len(shares))
        columns = [
            sum(row[6 + each * at : 7 + each * at] == "█" for row in rows) for at in range(5)
        ]
        assert columns == [round(share * HEIGHT) for share in shares]


def test_a_course_ends_with_the_result_and_tells_every_event_once():
    game = aicore.load("leduc_poker")
    match = Match(game, [aicore.player("mcts:sims=100", game), aicore.player("random", game)], "7")
    while not match.over:
        match.step()
    found = points(match.record(), viewer=None)
    assert found[-1].ply == len(match.events)
    span = game.high - game.low
    assert found[-1].shares == tuple((v - game.low) / span for v in match.state.returns())
    assert all(0 <= share <= 1 for point in found for share in point.shares)
    told = [happening.event for point in found for happening in point.happened]
    assert told == [text for _, text in match.events]
