"""Tests of puzzles: shipped ones, their making, and the texts for their solver."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import aicore
from aicore.arena.match import Match
from aicore.coach.puzzles import making
from aicore.coach.puzzles.futures import NOTABLE, Change, changes, futures, phrases, sign_test
from aicore.coach.puzzles.making import LEAD, SURE, MakingPlan, make
from aicore.coach.puzzles.puzzle import (
    NoPuzzle,
    Other,
    Puzzle,
    has_puzzles,
    load_puzzles,
    read_puzzles,
)
from aicore.core.deal import Deal
from aicore.core.record import Record
from aicore.session.puzzle_attempt import PuzzleAttempt
from kit.alike import twins
from kit.hiding import SEATS

EXAMPLES = Path(__file__).parents[2] / "examples"

FULL = [name for name in aicore.names() if has_puzzles(name)]
EACH = 30  # minimum per game


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL)
def test_shipped_puzzles_can_be_solved(name):
    puzzles = load_puzzles(name)
    assert len(puzzles) >= EACH
    assert len({(one.record.seed, len(one.record.events)) for one in puzzles}) == len(puzzles)
    assert [one.level for one in puzzles] == sorted(one.level for one in puzzles)
    for puzzle in puzzles:
        solving = PuzzleAttempt(puzzle)
        assert solving.game.name == name
        assert puzzle.lead >= LEAD
        assert all(one.behind > SURE * one.error for one in puzzle.others)
        assert solving.solution().right
        wrong = solving.answer(puzzle.others[0].action)
        assert not wrong.right
        assert "gives away" in wrong.sentences[0]
        assert not solving.typed(puzzle.others[-1].action).right
        assert Puzzle.from_line(puzzle.to_line()) == puzzle


@pytest.mark.parametrize("name", FULL)
def test_shipped_puzzles_have_several_themes_and_levels(name):
    themes = Counter(one.theme for one in load_puzzles(name))
    assert len(themes) > 1
    assert len({one.level for one in load_puzzles(name)}) > 1


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles_with_the_promised_lead():
    plan = MakingPlan("connect_four", None, "mcts:sims=100,net=none", "mcts:sims=20,net=none", 96)
    made = list(make(plan, 5))
    assert made
    assert made == list(make(plan, 5))
    for puzzle in made:
        legal = PuzzleAttempt(puzzle).view.legal()
        assert {puzzle.best, *(one.action for one in puzzle.others)} <= set(legal)
        assert puzzle.lead >= LEAD
        assert all(one.behind > SURE * one.error for one in puzzle.others)


@pytest.mark.parametrize(
    ("one", "other", "chance"),
    [(5, 0, 2 / 32), (0, 0, 1.0), (1, 9, 2 * 11 / 1024), (3, 3, 1.0)],  # sums of binomials
)
def test_the_sign_test_is_exact(one, other, chance):
    assert sign_test(one, other) == pytest.approx(chance)
    assert sign_test(other, one) == pytest.approx(chance)


def _planted(rng, count, shares):
    return [
        frozenset((word, True) for word, share in shares.items() if rng.random() < share)
        for _ in range(count)
    ]


def test_only_significant_changes_are_reported():
    rng = random.Random(1)
    best = _planted(rng, 100, {"escape": 0.9, "take": 0.5})
    other = _planted(rng, 100, {"escape": 0.2, "take": 0.5})
    (found,) = changes(best, other)
    assert (found.word, found.own, found.games) == ("escape", True, 100)
    assert found.after_best == sum(("escape", True) in one for one in best)
    assert found.after_other == sum(("escape", True) in one for one in other)


def test_equal_actions_differ_in_one_of_twenty_pairs_at_most():
    rng = random.Random(2)
    words = dict.fromkeys("abcdefgh", 0.5)
    pairs = 400
    found = sum(
        bool(changes(_planted(rng, 100, words), _planted(rng, 100, words))) for _ in range(pairs)
    )
    assert found <= 0.05 * pairs + 3 * (pairs * 0.05 * 0.95) ** 0.5


def test_a_small_difference_is_not_shown_however_sure():
    best = [frozenset({("take", True)})] * 1000
    other = [frozenset({("take", True)})] * 880 + [frozenset()] * 120
    assert NOTABLE > 0.12
    assert not changes(best, other)


@pytest.mark.parametrize("name", [one for one in aicore.names() if phrases(aicore.load(one))])
def test_sentences_name_words_that_the_game_knows(name):
    game = aicore.load(name)
    words = {pattern.split()[0] for pattern in patterns(game)}
    assert set(phrases(game)) <= words
    for text in phrases(game).values():
        assert len(text) == 2
    for word in phrases(game):
        change = Change(word, False, 7, 0, 9)
        later = "in none of 9 games, less often than after the best move"
        assert change.afterwards(game).endswith(later)
        sentence = change.sentence(game, "this", "that")
        assert sentence.endswith("in 7 of 9 games; after that in none.")
    assert set(game.info.data["puzzles"]["themes"]) <= words


def patterns(game):
    return [form.pattern for form in game.info.notation.grammar(game).forms]


def test_futures_come_from_the_same_deals():
    game = aicore.load("relics")
    view = _decision(game, 5)
    legal = view.legal()
    one, two = futures(view, [legal[0], legal[0]], "script", 6, 3)
    assert one == two
    assert any(one)


def _decision(game, seed):
    rng = random.Random(seed)
    match = Match(game, [aicore.player("script", game)] * game.seats, Deal(seed))
    record = match.finish()
    state = game.start()
    choices = []
    for actor, text in record.events:
        if isinstance(actor, int) and len(state.legal()) > 1:
            choices.append(state.view(actor))
        state.apply(text)
    return rng.choice(choices)


@pytest.mark.parametrize("name", SEATS)
def test_the_solver_sees_nothing_hidden(name):
    game = aicore.load(name, seats=SEATS[name])
    for seed in range(40):
        for seat in range(game.seats):
            one, two, length = twins(game, seat, seed)
            if not length:
                continue
            shown = [_shown(game, seat, events) for events in (one, two)]
            assert shown[0] == shown[1]
            if one != two:
                return
    pytest.fail("no two games that differ in what is hidden")


def _shown(game, seat, events):
    """Return all texts about a position that the solver reads, for every answer."""
    players = ["human" if other == seat else "random" for other in range(game.seats)]
    record = Record(
        game.name, game.seats, dict(game.options), "secret", players, events, None, None, None
    )
    state = game.start()
    for _, text in events:
        state.apply(text)
    best, *others = state.view(seat).legal()
    if not others:
        return []
    sentence = tuple(Other(action, 0.3, 0.01) for action in others)
    solving = PuzzleAttempt(Puzzle(record, "a theme", 1, best, 0.5, sentence, {}, "random", 100))
    answers = [solving.answer(action).sentences for action in (best, *others)]
    return [solving.question, solving.story(), bytes(solving.view), answers]


def test_lines_that_are_no_puzzle_are_named(tmp_path):
    path = tmp_path / "some.jsonl"
    for line in ("{}", "nonsense", "[1]", json.dumps({"format": "aicore-puzzle/9"})):
        path.write_text(line + "\n")
        with pytest.raises(NoPuzzle, match="line 1"):
            read_puzzles(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(NoPuzzle, match="not a puzzle file"):
        read_puzzles(path)
    path.write_text("")
    with pytest.raises(NoPuzzle, match="no puzzles"):
        read_puzzles(path)


def test_a_puzzle_whose_moves_are_not_legal_is_refused():
    game = aicore.load("connect_four")
    record = Record(
        game.name, 2, dict(game.options), "1", ["human", "random"], [], None, None, None
    )
    puzzle = Puzzle(record, "win", 1, "d", 0.9, (Other("z", 0.5, 0.01),), {}, "random", 100)
    with pytest.raises(NoPuzzle, match="not legal"):
        PuzzleAttempt(puzzle)


def test_rollouts_in_plain_python_are_quick(monkeypatch):
    """A search took minutes for each decision of a game in plain Python."""
    plain = aicore.load(str(EXAMPLES / "nim.py"))
    compiled = aicore.load("connect_four")
    assert making.judge_of(plain) == making.judge_of(compiled) == "mcts:sims=50"
    assert making.slow(plain, "mcts:sims=50")
    assert not making.slow(compiled, "mcts:sims=50")
    assert making._quick(plain) == "random"
    assert making._quick(compiled) == "mcts:sims=50"
    monkeypatch.setattr(making, "trained", lambda game: True)
    assert making.judge_of(plain) == making._quick(plain) == "policy"
    assert making.judge_of(compiled) == "mcts:sims=50"


@pytest.mark.parametrize(
    ("games", "before", "after", "told"),
    [
        (200, 100, 131, True),  # 15.5 % of the futures
        (200, 100, 130, True),  # exactly 15 %
        (200, 100, 129, False),
        (200, 131, 100, True),
        (20, 5, 10, False),  # 25 %, but of few futures: p = 1 / 16
        (20, 4, 12, True),  # p = 1 / 128
    ],
)
def test_a_change_is_reported_if_it_is_notable_and_significant(games, before, after, told):
    """The futures of both actions agree, except those in which only one has the event."""
    mark = ("hit", True)
    one, two = ([frozenset({mark} if k < n else ()) for k in range(games)] for n in (before, after))
    wanted = (Change("hit", True, before, after, games),) if told else ()
    assert changes(one, two) == wanted


def test_at_most_two_changes_are_reported_the_largest_first():
    sizes = {"a": 30, "b": 90, "c": 60, "d": 60}
    other = [frozenset((word, True) for word, n in sizes.items() if k < n) for k in range(100)]
    found = changes([frozenset()] * 100, other)
    reported = [(one.word, one.after_best, one.after_other) for one in found]
    assert reported == [("b", 0, 90), ("c", 0, 60)]
