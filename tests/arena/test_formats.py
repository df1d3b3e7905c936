"""Tests of formats, openings, adjudication and clocks."""

from __future__ import annotations

import itertools
import json
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

import pytest

import aicore
from aicore.arena.adjudication import Adjudicator
from aicore.arena.errors import StoreError
from aicore.arena.growth import grown, joined
from aicore.arena.line_ups import line_ups
from aicore.arena.match import Match
from aicore.arena.openings import draw, play, read_openings
from aicore.arena.plan import MAX_DEALS, Plan, configure
from aicore.arena.referee import Referee, advised
from aicore.arena.schedules import PlayableBlocks, bracket, played_rounds, swiss
from aicore.arena.store import Store
from aicore.arena.tournament import run
from aicore.arena.workers import Workers
from aicore.core.decision import Candidate, Decision
from aicore.core.errors import AicoreError, OptionError
from aicore.core.record import Record
from aicore.search.exact import minimax
from kit.command import fails, works
from kit.command import run as command
from kit.tournaments import Here, Scripted, config_of, games_of, played, results_of

pytestmark = pytest.mark.usefixtures("here")

SIX = ["mcts:sims=40", "greedy", "script", "flat:sims=4", "random", "random"]


def adaptive(format, specs=SIX, name="tic_tac_toe", **given):
    given.setdefault("games", 60)
    return config_of(name, specs, format=format, **given)


class Half:
    """Backend that stops after some blocks, as a killed program does."""

    def __init__(self, config, blocks):
        self.here, self.left = Here(config), blocks

    def run(self, blocks):
        for batch in self.here.run(blocks):
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield batch


# Swiss and knockout


@pytest.mark.parametrize("format", ["swiss", "knockout"])
def test_an_interrupted_tournament_ends_with_the_same_games(here, format):
    config = adaptive(format)
    whole = played("whole", config)
    assert whole.finished
    with Store.create("cut", config) as store:
        for blocks in (0, 3, 7):
            with pytest.raises(KeyboardInterrupt):
                run(store, Half(config, blocks))
        run(store, Here(config))
    assert games_of("cut") == games_of("whole")
    assert results_of("cut") == results_of("whole")
    played("workers", config, Workers(config, 2))
    assert games_of("workers") == games_of("whole")


def rounds_in(path):
    with Store.open(path) as store:
        playable = PlayableBlocks(Plan(store.config))
        for _, rows in itertools.groupby(store.games(), lambda row: row.block):
            playable.add(list(rows))
    return list(played_rounds(playable.plan, playable.scores)), playable


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 4), (9, 8)])
def test_swiss_pairs_everybody_once_and_nobody_twice(here, players, rounds):
    config = adaptive("swiss", ["random"] * players, rounds=rounds, games=1)
    played("t", config)
    found, _ = rounds_in("t")
    assert len(found) == rounds
    met = Counter()
    for one in found:
        seats = [k for meeting in one.meetings for k in meeting.players]
        assert sorted(seats) == list(range(players))
        met.update(meeting.players for meeting in one.meetings)
    assert set(met.values()) == {1}


def test_swiss_pairs_players_with_equally_many_points():
    """Stronger players have smaller numbers, and always win."""
    plan = Plan(adaptive("swiss", ["random"] * 8, rounds=3, games=1))
    scores = {}
    found = []
    for one in swiss(plan, scores):
        found.append([meeting.players for meeting in one.meetings])
        for meeting in one.meetings:
            for block in meeting.blocks:
                scores[block] = {meeting.players[0]: 2.0, meeting.players[1]: 0.0}
    assert found[0] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert found[1] == [(0, 1), (2, 3), (4, 5), (6, 7)]  # winners and losers apart
    assert found[2] == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_a_swiss_tournament_grows_by_rounds(here):
    config = adaptive("swiss", rounds=2, games=12)
    played("t", config)
    with Store.open("t") as store:
        store.grow(grown(config, config.load(), rounds=4))
        run(store, Here(store.config))
    longer = adaptive("swiss", rounds=4, games=24)
    played("whole", longer)
    assert games_of("t") == games_of("whole")
    for given, text in (
        ({"games": 900}, "would change the pairings of this swiss tournament: use --rounds N"),
        ({"added": ["random"]}, "the players of a swiss tournament are paired"),
        ({"rounds": 1}, "2 rounds are planned already"),
    ):
        with pytest.raises(StoreError, match=text):
            grown(config, config.load(), **given)
    with pytest.raises(StoreError, match="depend on its results"):
        joined(config, adaptive("swiss", rounds=2, games=12, seed="2"), ("a", "b"))


def test_a_bracket_keeps_the_best_apart():
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert bracket(5) == [0, None, 3, 4, 1, None, 2, None]
    for size in (2, 4, 16, 64):
        alive = bracket(size)
        while len(alive) > 1:  # the better seed always wins
            alive = [min(pair) for pair in zip(alive[::2], alive[1::2], strict=True)]
            assert sorted(alive) == list(range(len(alive)))


def test_winners_of_a_knockout_advance(here):
    found = played("t", adaptive("knockout"))
    last = max(one.round for one in found.matches)
    assert last == 3
    beaten = {
        name for one in found.matches for name in one.players
        if one.winner and name != one.winner
    }  # fmt: skip
    final = [one for one in found.matches if one.round == last]
    assert len(final) == 1
    assert len(beaten) == 5
    assert final[0].winner not in beaten
    for one in found.matches:
        most = max(one.points)
        assert one.points[one.players.index(one.winner)] == most
    text = works("tournament", "report", "t")
    assert f"winner: {final[0].winner}" in text


def test_a_level_match_goes_on_and_the_better_seed_wins_in_the_end(here):
    """Two perfect players of tic-tac-toe always draw."""
    config = adaptive("knockout", ["expectimax:depth=9"] * 3, games=4)
    found = played("t", config)
    assert [one.winner for one in found.matches] == ["expectimax:depth=9 #2", "expectimax:depth=9"]
    assert found.games == 2 * 2 * (1 + 10)
    with Store.open("t") as store:
        assert {number % MAX_DEALS for number in store.done()} == set(range(11))


def test_formats_that_do_not_fit_are_refused():
    for given, text in (
        ({"format": "swiss", "specs": ["random"] * 2}, "swiss needs more players than one table"),
        ({"format": "swiss", "name": "ransom"}, "swiss needs more players than one table"),
        ({"format": "knockout", "name": "pig", "seats": 3}, "a knockout needs tables of two"),
        ({"format": "gauntlet", "rounds": 3}, "--rounds needs --format swiss"),
        ({"format": "gauntlet", "team": 2}, "teams of 2 cannot share the 2 seats"),
    ):
        with pytest.raises(OptionError, match=text):
            adaptive(**given)


def test_three_at_a_table(here):
    config = config_of("pig", ["random"] * 7, seats=3, format="swiss", rounds=3, games=1)
    found = played("t", config)
    assert found.games == 3 * 2 * 6
    assert sum(len(one.players) == 1 for one in found.matches) == 3  # a bye in each round
    assert len({one.players[0] for one in found.matches if len(one.players) == 1}) == 3


# Teams


def test_partners_sit_opposite_each_other_and_everyone_sits_everywhere():
    config = config_of("pig", ["random", "greedy", "script", "flat"], seats=4, team=2, games=1)
    assert config.names == ("random + greedy", "script + flat")
    block = Plan(config).block(0)
    assert block.seatings == ((0, 1, 0, 1), (1, 0, 1, 0)) * 2
    assert block.players == ((0, 2, 1, 3), (2, 1, 3, 0), (1, 3, 0, 2), (3, 0, 2, 1))
    for seat in range(4):
        assert sorted(players[seat] for players in block.players) == [0, 1, 2, 3]


def test_teams_have_line_ups_like_players():
    assert len(line_ups(4, 6, "round-robin", team=3)) == 6
    assert len(line_ups(4, 6, "gauntlet", team=3)) == 3
    assert line_ups(3, 6, "round-robin", team=2)[0][0] == (0, 1, 2, 0, 1, 2)
    with pytest.raises(AicoreError, match="more than 10000 line-ups"):
        line_ups(500, 8, "round-robin", team=2)


def test_a_team_is_rated_as_one(here):
    specs = ["greedy", "greedy", "random", "random", "random", "script"]
    found = played("t", config_of("pig", specs, seats=4, team=2, games=60))
    assert [one.name for one in found.players] == [
        "greedy + greedy", "random + random", "random + script"
    ]  # fmt: skip
    assert found.ladder()[0] == 0
    assert found.players[2].spec.startswith("random + script")
    with Store.open("t") as store:
        for line, row in zip(store.records(), store.games(), strict=True):
            members = Counter(spec.partition(":")[0] for spec in json.loads(line)["players"])
            teams = sorted(set(json.loads(row.seating)))
            wanted = Counter(spec for team in teams for spec in specs[2 * team : 2 * team + 2])
            assert members == wanted
    works("tournament", "--resume", "t", "--add", "flat:sims=2", "--add", "random", "--jobs", 1)
    assert "players join in teams of 2" in fails("tournament", "--resume", "t", "--add", "random")


# Openings


def openings_of(path):
    """Return the first three moves of every game, by deal."""
    found = {}
    with Store.open(path) as store:
        for line, row in zip(store.records(), store.games(), strict=True):
            moves = tuple(text for _, text in json.loads(line)["events"][:3])
            found.setdefault(row.block % MAX_DEALS, set()).add(moves)
    return found


def test_a_drawn_opening_is_the_same_for_everybody_and_from_both_sides(here):
    specs = ["random", "greedy", "script"]
    config = config_of("connect_four", specs, games=60, drawn=3)
    played("t", config)
    found = openings_of("t")
    assert len(found) == 10
    assert all(len(moves) == 1 for moves in found.values())
    assert len(set.union(*found.values())) >= 8
    played("again", grown(config, config.load(), ["flat:sims=2"], games=120))
    assert openings_of("again") == found


@pytest.mark.parametrize("plies", [4, 40, 80, 1000])
def test_an_opening_is_drawn_although_games_are_shorter(plies):
    game = aicore.load("connect_four")
    for seed in range(4):
        moves = draw(game, plies, seed)
        assert 0 < len(moves) <= plies
        play(game, [game.text(move) for move in moves])  # legal, and the game goes on


def test_a_match_from_the_same_opening_gives_the_same_record(here):
    specs = ["mcts:sims=30,net=none", "script"]
    runner = Here(config_of("connect_four", specs, games=2, drawn=4))
    for row in runner.play(0):
        record = Record.from_line(zlib.decompress(row.record).decode())
        players = [aicore.player(spec, record.load()) for spec in record.players]
        match = Match(record.load(), players, record.seed)
        match.restore(record.events[:4])
        assert match.finish() == record


def test_openings_from_a_file_are_played_in_turn(here):
    start = aicore.load("connect_four").start()
    first, second = start.legal()[:2]
    Path("book").write_text(
        f"# two openings\n{first};{first};{second}\n\n{second} ; {first};{first}\n"
    )
    works("tournament", "connect_four", "random", "greedy", "--openings", "book", "--games", 8,
          "--jobs", 1, "--file", "t", "--quiet")  # fmt: skip
    one, two = (first, first, second), (second, first, first)
    assert openings_of("t") == {0: {one}, 1: {two}, 2: {one}, 3: {two}}
    with Store.open("t") as store:
        Path("records").write_text("\n".join(store.records()))
    Path("bad").write_text(f"{first};nonsense\n")
    base = ["tournament", "connect_four", "random", "greedy"]
    assert "bad, line 1: " in fails(*base, "--openings", "bad")
    assert "it ends the game" in fails(*base, "--openings", "records")
    assert "No such file" in fails(*base, "--openings", "nothing")
    Path("empty").write_text("# nothing\n")
    assert "empty has no openings" in fails(*base, "--openings", "empty")
    (here / "large").write_text("#" * (1 << 20))
    assert "large has no openings" in fails(*base, "--openings", "large")
    (here / "large").write_text("#" * ((1 << 20) + 1))
    assert "large is too long: openings may take 1 MiB" in fails(*base, "--openings", "large")
    assert "choose one" in fails(*base, "--openings", "book", "--opening-plies", 2)
    assert "openings are for games" in fails("tournament", "pig", "random", "greedy",
                                             "--opening-plies", 2)  # fmt: skip


def test_records_may_be_openings(here):
    game = aicore.load("connect_four")
    match = Match(game, [aicore.player("random", game)] * 2, 1)
    for _ in range(3):
        match.step()
    Path("book").write_text(match.record().to_line() + "\n")
    assert read_openings(Path("book"), game) == (tuple(text for _, text in match.events),)


# Adjudication


def test_a_proven_result_is_the_value_by_minimax():
    """Every game that the referee ends has the result that perfect play has."""
    game = aicore.load("tic_tac_toe")
    known = {}
    here = Here(configure(game, ["random", "greedy"], games=40, seed="1", adjudicate=("proven",)))
    ended = 0
    for number in range(20):
        for row in here.play(number):
            record = Record.from_line(zlib.decompress(row.record).decode())
            if row.end != "adjudicated":
                continue
            ended += 1
            assert record.end is None
            state = game.start()
            for _, text in record.events:
                state.apply(text)
            assert json.loads(row.returns) == list(minimax(state, known))
    assert ended > 30


def certain(game, values):
    """Return a player that expects these returns after any action."""

    def think(view, rng, progress):
        action = view.legal()[0]
        return Decision(action, (Candidate(action, 1, values),))

    player = Scripted(game, None)
    player.think = think
    return player


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [((1.0, 0.0), (0.99, 0.01), [1.0, 0.0]), ((0.0, 1.0), (0.0, 1.0), [0.0, 1.0]),
     ((1.0, 0.0), (0.9, 0.1), None), ((1.0, 0.0), (0.0, 1.0), None), ((0.5, 0.5),) * 2 + (None,)],
)  # fmt: skip
def test_a_game_ends_when_all_agree_who_wins(first, second, expected):
    game = aicore.load("connect_four")
    referee = Referee(game, adjudicator=Adjudicator(game, ("agree",)))
    players = [certain(game, first), certain(game, second)]
    outcome = referee.play(players, [0, 0], aicore.Chance(1))
    if expected is None:
        assert outcome.end != "adjudicated"
        return
    assert (outcome.end, outcome.returns) == ("adjudicated", expected)
    assert outcome.plies == 6  # three decisions of each seat


def test_adjudicated_games_are_reported(here):
    text = works("tournament", "tic_tac_toe", "random", "greedy", "--games", 8, "--jobs", 1,
                 "--adjudicate", "proven", "--adjudicate", "agree")  # fmt: skip
    assert "by adjudication" in text
    assert "no search can prove" in fails("tournament", "pig", "random", "greedy", "--adjudicate",
                                          "proven")  # fmt: skip
    assert "two seats that win" in fails("tournament", "leduc_poker", "random", "cfr",
                                         "--adjudicate", "agree")  # fmt: skip


# Clocks


def test_a_clock_runs_down_and_an_increment_adds():
    game = aicore.load("connect_four")
    given = []

    def player(seconds):
        one = Scripted(game, lambda view: time.sleep(seconds) or view.legal()[0])
        one.give_time = lambda move, limit: given.append((seconds, move, limit))
        return one

    slow = [player(0.05), player(0.0)]
    outcome = Referee(game, clock=(0.14, 0.0)).play(slow, [0, 0], aicore.Chance(1))
    assert (outcome.forfeit.seat, outcome.forfeit.kind) == (0, "time")
    assert "its clock ran out" in outcome.forfeit.reason
    assert outcome.plies <= 4  # the third decision of 0.05 s is too much, on any machine
    left = [limit for seconds, _, limit in given if seconds]
    assert left[0] == 0.14
    assert left == sorted(left, reverse=True)
    given.clear()
    outcome = Referee(game, clock=(0.5, 0.2)).play(slow, [0, 0], aicore.Chance(1))
    assert outcome.forfeit is None
    assert {seconds for seconds, _, _ in given} == {0.05, 0.0}
    assert all(0 < move <= 0.5 * limit for _, move, limit in given)
    assert advised(60.0, 0.5) == pytest.approx(2.4)


def test_a_player_that_hangs_loses_on_its_clock(here, monkeypatch):
    monkeypatch.setattr("aicore.arena.workers.GRACE", 0.2)
    config = config_of("connect_four", ["mcts:sims=1000000000,net=none", "random"], games=2,
                       clock=(0.3, 0.0))  # fmt: skip
    found = played("t", config, Workers(config, 1))
    assert found.players[0].timeouts == 2
    assert "the limit is 0.30 s" in found.reasons[0][2]


ENGINE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message.get("id"), "type": "ready", "protocol": "aicore-engine/1", "name": "e"}
    if message["type"] == "decide":
        answer = {"id": message["id"], "action": message["legal"][0]}
        with open("clocks", "a") as file:
            print(json.dumps(message["clock"]), file=file)
    print(json.dumps(answer), flush=True)
"""


def test_engines_get_their_clock_and_too_many_jobs_give_a_warning(here, monkeypatch):
    Path("engine.py").write_text(ENGINE)
    monkeypatch.setattr("aicore.cli.tournament.processors", lambda: 1)
    result = command("tournament", "tic_tac_toe", f"engine:{sys.executable} engine.py", "random",
                     "--games", 2, "--clock", "60+0.5", "--jobs", 2)  # fmt: skip
    assert result.exit_code == 0
    assert "2 jobs share 1 processor, so players have less time than" in result.stderr
    clocks = [json.loads(line) for line in Path("clocks").read_text().splitlines()]
    assert clocks[0] == {"move": pytest.approx(2.4), "limit": 60.0}
    assert 60.0 < clocks[1]["limit"] <= 60.5
    base = ["tournament", "pig", "random", "greedy"]
    assert "is not a clock" in fails(*base, "--clock", "a+b")
    assert "which it replaces" in fails(*base, "--clock", "60", "--move-time", 1)
