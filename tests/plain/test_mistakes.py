"""Tests of mistakes in a game's code: raised to the caller with their line, without a crash."""

from __future__ import annotations

import pickle
import threading
import tracemalloc

import pytest

import aicore
from aicore.arena.match import Match
from aicore.arena.referee import Referee
from aicore.core.batch import Batch
from aicore.core.errors import MistakeError
from plain.conftest import EXAMPLES
from plain.made import made

GAME = '''
from aicore.plain import CHANCE, END, Game, Int, action, event
FAIL = {fail!r}
class Steps(Game):
    """Count to twenty."""
    longest = 40
    count, mover = Int(0, 30), Int(0, 1)
    @action("add N", N=(1, 2))
    def add(self, s, n):
        if FAIL == "add" and s.count > 6: 1 / 0
        s.count += n
        s.mover, s.turn = s.turn, CHANCE if s.count < 20 else END
    @add.legal
    def addable(self, s):
        if FAIL == "legal" and s.count > 6: return 1 / 0
        return [1, 2]
    @event("toss SIDE", SIDE=(0, 1))
    def toss(self, s, side):
        if FAIL == "toss" and s.count > 6: 1 / 0
        s.turn = 1 - s.mover
    @toss.chances
    def sides(self, s):
        if FAIL == "chances" and s.count > 6: return {{0: 0.5, 1: 0.6}}
        return {{0: 0.5, 1: 0.5}}
    def result(self, s):
        return 1 / 0 if FAIL == "result" else s.mover
    def estimate(self, s):
        return [s.count / 0, 0] if FAIL == "estimate" else [0.5, 0.5]
    def suggest(self, s, random):
        return "add 3" if FAIL == "suggest" else "add 1"
    def promising(self, s):
        return ["add 7"] if FAIL == "promising" else None
    def scores(self, s):
        return eval(FAIL[7:]) if FAIL.startswith("scores ") else [s.count, 0]
'''
LINES = {"add": 10, "legal": 15, "toss": 19, "chances": 21, "result": 26, "estimate": 28,
         "suggest": 29, "promising": 31}  # fmt: skip


def load(tmp_path, fail):
    file = tmp_path / "steps.py"
    file.write_text(GAME.format(fail=fail), encoding="utf-8")
    return aicore.load(file)


SEARCHES = {
    "add": ["mcts:sims=200", "flat:sims=100", "mcts:sims=200,trees=2,threads=2", "random"],
    "legal": ["mcts:sims=200", "flat:sims=100", "expectimax:depth=12,nodes=100000"],
    "toss": ["mcts:sims=200", "expectimax:depth=12,nodes=100000"],
    "chances": ["mcts:sims=200", "flat:sims=100"],
    "result": ["mcts:sims=200", "flat:sims=100"],
    "estimate": ["expectimax:depth=1", "greedy", "mcts:sims=50,cutoff=1"],
    "suggest": ["script", "mcts:sims=50,playouts=guided"],
    "promising": ["mcts:sims=50"],
}


@pytest.mark.parametrize("given", ["[1]", "[1, 1e999]", "[0, -(1e999 - 1e999)]", "[10 ** 400, 1]",
                                   "[0, 'x']", "None"])  # fmt: skip
def test_scores_are_finite_numbers(given, tmp_path):
    state = load(tmp_path, f"scores {given}").start()
    with pytest.raises(MistakeError, match="it must return a list with a finite number per seat"):
        state.scores()


@pytest.mark.parametrize("fail", SEARCHES)
def test_every_search_raises_the_mistake(fail, tmp_path):
    game = load(tmp_path, fail)
    for spec in SEARCHES[fail]:
        state = game.start()
        with pytest.raises(MistakeError) as caught:  # noqa: PT012  anywhere in the loop
            while state.turn != aicore.END:
                if state.turn == aicore.CHANCE:
                    state.settle(aicore.Rng(1))
                else:
                    player = aicore.player(spec, game, seed=1)
                    state.apply(player.decide(state.view(state.turn)).action)
            state.returns()
        assert caught.value.line == LINES[fail]
        assert str(caught.value).startswith(f"steps.py, line {LINES[fail]}, ")
        assert caught.value.state is not None
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), again.line) == (str(caught.value), caught.value.line)


def test_a_state_stays_as_it_was(tmp_path):
    state = load(tmp_path, "add").start()
    for _ in range(7):
        state.apply("add 1")
        state.apply("toss 0")
    before = bytes(state)
    with pytest.raises(MistakeError, match=r"line 10, add: ZeroDivisionError.*playing add 2"):
        state.apply("add 2")
    assert bytes(state) == before
    assert state.legal() == ["add 1", "add 2"]  # and the game continues


@pytest.mark.parametrize("fail", ["add", "legal", "toss", "chances", "result"])
def test_batches_referees_and_matches_raise_the_mistake(fail, tmp_path):
    game = load(tmp_path, fail)

    def batch():
        places = Batch(game, 8, seed=1)
        for _ in range(60):
            places.step(places.sample())

    def referee():
        players = [aicore.player("random", game)] * 2
        Referee(game).play(players, [1, 2], aicore.Chance(1))

    def match():
        match = Match(game, [aicore.player("random", game)] * 2, 1)
        while not match.over:
            match.step()
        match.state.returns()

    for way in (batch, referee, match):
        with pytest.raises(MistakeError) as caught:
            way()
        assert caught.value.line == LINES[fail]


@pytest.mark.parametrize("spec", ["mcts:sims=400", "mcts:sims=400,trees=2,threads=2",
                                  "flat:sims=200", "expectimax:depth=12,nodes=100000"])  # fmt: skip
def test_the_mistake_of_one_thread_is_not_the_answer_of_another(spec, tmp_path):
    """Two searches run on one game and meet the same mistake. Each of them must report it."""
    game = load(tmp_path, "add")
    early, late = game.start(), game.start()
    for _ in range(6):
        late.apply("add 1")
        late.apply("toss 0")
    lines = []

    def think(state):
        try:
            decision = aicore.player(spec, game, seed=1).decide(state.view(state.turn))
            lines.append(decision.action)
        except MistakeError as error:
            lines.append(error.line)

    for pair in [(early, late), (late, late)] * 30:  # threads interleave differently each time
        threads = [threading.Thread(target=think, args=(state,)) for state in pair]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert lines == [10] * 120


def test_ctrl_c_in_the_authors_code_is_ctrl_c(tmp_path):
    file = tmp_path / "interrupted.py"
    file.write_text(GAME.format(fail="add").replace("1 / 0", "raise KeyboardInterrupt", 1))
    game = aicore.load(file)
    with pytest.raises(KeyboardInterrupt):
        aicore.player("mcts:sims=300", game).decide(game.start().view(0))


KEEPER = '''
from aicore.plain import END, Array, Game, Int, action
class Keeper(Game):
    """Keeps what it should not."""
    row = Array(Int(0, 9), 4)
    kept = []
    @action("go")
    def go(self, s):
        self.kept.append((s, s.row))
        for state, row in self.kept:
            row[0], state.row[1] = 3, 4
        s.row[2] += 1
        if s.row[2] == 9: s.turn = END
    def result(self, s):
        return 0
'''


def test_a_state_that_is_kept_spoils_no_memory(tmp_path):
    file = tmp_path / "keeper.py"
    file.write_text(KEEPER, encoding="utf-8")
    game = aicore.load(file)
    for seed in range(3):
        state = game.start()
        aicore.player("mcts:sims=50", game, seed=seed).decide(state.view(0))
        state.play_out(aicore.Rng(seed))
        assert state.returns() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("value", "text"),
    [("31", "0 to 30"), ("-1", "0 to 30"), ("'x'", "a whole number"), ("2.0", "a whole number"),
     ("None", "a whole number"), ("10 ** 40", "a huge number")],
)  # fmt: skip
def test_values_beyond_their_range_are_refused_where_they_are_written(value, text, tmp_path):
    file = tmp_path / "range.py"
    file.write_text(GAME.format(fail="").replace("s.count += n", f"s.count = {value}"))
    state = aicore.load(file).start()
    with pytest.raises(MistakeError, match=f"line 11, add: ValueError: count = .*{text}"):
        state.apply("add 1")


def test_a_recursion_without_end_is_a_mistake(tmp_path):
    file = tmp_path / "deep.py"
    file.write_text(GAME.format(fail="").replace("s.count += n", "self.addable(s); self.add(s, n)"))
    state = aicore.load(file).start()
    with pytest.raises(MistakeError, match="RecursionError"):
        state.apply("add 1")


def test_the_sentence_reveals_nothing_hidden(tmp_path):
    """Players may read it; `state` is for those who inspect it in Python."""
    file = tmp_path / "leaky.py"
    text = (EXAMPLES / "liars_dice.py").read_text(encoding="utf-8")
    line = "s.cup[seat][s.cup[seat].index(0)] = face"
    assert text.count(line) == 1
    file.write_text(text.replace(line, f"{line}; s.count = seat * 99"), encoding="utf-8")
    state = aicore.load(file).start()
    for face in (1, 2, 3, 4, 5):
        state.apply(f"roll 0 {face}")
    with pytest.raises(
        MistakeError, match=r"playing roll 1 \?; state count=0, face=0, .*dice="
    ) as caught:
        state.apply("roll 1 4")
    assert "cup" not in str(caught.value).partition("; state")[2]
    assert caught.value.state["cup"][0] == [1, 2, 3, 4, 5]


def test_a_game_without_a_result_says_what_to_write(tmp_path):
    file = tmp_path / "endless.py"
    text = GAME.format(fail="")
    start = text.index("    def result")
    file.write_text(text[:start] + text[text.index("    def estimate") :])
    state = aicore.load(file).start()
    state.play_out(aicore.Rng(1))
    with pytest.raises(MistakeError, match=r"write result\(self, s\): return the winner's seat"):
        state.returns()


HUGE = """
class Huge(Game):
    ready = Flag()
    def setup(self, s):
        s.turn = {turn}
    @action("go A B", A=(1, 3000), B=(1, 3000))
    def go(self, s, a, b):
        s.turn = END
    @event("fall A B", A=(1, 3000), B=(1, 3000))
    def fall(self, s, a, b):
        s.turn = 0
    def result(self, s):
        return None
"""


@pytest.mark.parametrize(("turn", "message"), [
    ("0", "lists more than 1024 actions"), ("CHANCE", "lists more than 1024 outcomes"),
])  # fmt: skip
def test_a_form_with_too_many_actions_is_refused_before_they_are_listed(tmp_path, turn, message):
    state = made(tmp_path, HUGE.format(turn=turn)).start()
    tracemalloc.start()
    with pytest.raises(MistakeError, match=message):
        state.legal() if turn == "0" else state.outcome_actions()
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20_000_000  # the whole list has 360 MB
