"""Tests of a plain game with a board: clicking on the page plays."""

from __future__ import annotations

import pytest

import aicore
from aicore.core.drawing import plain
from aicore.core.grammar import Blank, Form
from aicore.core.picture import Scene, to_svg
from aicore.plain.new import write_game
from aicore.plain.picture import ALL, pointed
from plain.made import made
from plain.test_teams import TUG

STEPS = '''
from aicore.plain import END, Enum, Game, Grid, Int, action
CELLS = [column + row for row in "12" for column in "abc"]
class Steps(Game):
    """Walk from square to square."""
    board = Grid(Enum("empty", "x", "o"), 2, 3)
    moved = Int(0, 9)
    def setup(self, s):
        s.board[0][0], s.board[1][2] = "x", "o"
    @action("go FROM TO", FROM=CELLS, TO=CELLS)
    def go(self, s, start, to):
        a, b = CELLS.index(start), CELLS.index(to)
        s.board[b // 3][b % 3], s.board[a // 3][a % 3] = s.board[a // 3][a % 3], "empty"
        s.moved += 1
        s.turn = END if s.moved == 9 else 1 - s.turn
    @go.legal
    def goes(self, s):
        here = [i for i in range(6) if s.board[i // 3][i % 3] == "xo"[s.turn]]
        free = [i for i in range(6) if s.board[i // 3][i % 3] == "empty"]
        return [(CELLS[a], CELLS[b]) for a in here for b in free]
    @action("rest")
    def rest(self, s):
        s.moved += 1
        s.turn = END if s.moved == 9 else 1 - s.turn
    def result(self, s):
        return None
'''


def choices(state, narrow=False, hint=()) -> list[tuple[str, set[str]]]:
    """Return the selectable elements: their tag, and the actions that each is a part of."""
    legal = tuple(state.legal())
    scene = Scene(state.view(0), legal=legal, narrow=narrow, hint=hint)
    drawn = state.game.info.picture.draw(scene)
    return [
        (one.tag, {legal[int(place)] for place in one.get("data-actions").split()})
        for one in drawn.iter() if one.get("data-actions")
    ]  # fmt: skip


@pytest.mark.parametrize("narrow", [False, True])
def test_columns_are_dropped_into_until_they_are_full(narrow, example):
    state = aicore.load(example("connect_four")).start()
    assert choices(state, narrow) == [("rect", {f"drop {letter}"}) for letter in "abcdefg"]
    for _ in range(6):
        state.apply("drop c")
    assert ("rect", {"drop c"}) not in choices(state, narrow)
    assert len(choices(state, narrow)) == 6


def test_every_free_square_of_a_new_game_is_a_choice(tmp_path):
    (path,), _ = write_game(str(tmp_path / "rows"), "grid")
    state = aicore.load(path).start()
    assert sorted(map(str, choices(state))) == sorted(
        str(("rect", {f"put {row} {column}"})) for row in range(1, 5) for column in range(1, 5)
    )
    state.apply("put 2 3")
    assert len(choices(state)) == 15


def test_a_move_between_squares_is_chosen_at_either_end_and_the_rest_by_buttons(tmp_path):
    path = tmp_path / "steps.py"
    path.write_text(STEPS)
    state = aicore.load(path).start()
    found = choices(state)
    assert ("g", {"rest"}) in found  # a button
    everything = {f"go a1 {to}" for to in ("b1", "c1", "a2", "b2")}
    assert ("rect", everything) in found
    assert sum(texts == {"go a1 b2"} for _, texts in found) == 1


def test_advice_and_the_last_stone_are_marked(example):
    state = aicore.load(example("connect_four")).start()
    state.apply("drop d")
    scene = Scene(state.view(1), legal=tuple(state.legal()), last=((0, "drop d"),),
                  hint=("drop e",))  # fmt: skip
    assert "last" not in to_svg(Scene(state.view(1)), alone=False)
    drawn = to_svg(scene, alone=False)
    assert drawn.count('class="none last"') == 1
    assert drawn.count("hint wash") == 1


def test_computed_scores_are_drawn_unless_a_field_has_them(example):
    def drawn(name):
        state = aicore.load(example(name)).start()
        state.settle(aicore.Rng(1))
        return plain(state), to_svg(Scene(state.view(0), legal=tuple(state.legal())), alone=False)

    text, svg = drawn("lichen")
    assert "score" in text
    assert svg.count("score: 1") == 2
    text, svg = drawn("goofspiel")  # its field `points` has the same numbers
    assert "score" not in text + svg


@pytest.mark.parametrize(("teams", "result", "headline"), [
    (2, "1", "seat 1 and seat 3 win"),
    (2, "None", "A draw"),
    (1, "False", "All of you lost together"),
    (0, "2", "seat 2 wins"),
])  # fmt: skip
def test_the_headline_names_the_winners(tmp_path, teams, result, headline):
    state = made(tmp_path, TUG.format(teams=teams, result=result, seats=4)).start()
    for _seat in range(4):
        state.apply("pull 1")
    assert f">{headline}<" in to_svg(Scene(state), alone=False)


@pytest.mark.parametrize(
    ("blanks", "args", "squares"),
    [
        ({"ROW": (1, 2), "COLUMN": "abc"}, (2, "c"), [(1, 2)]),
        ({"COLUMN": "abc", "ROW": (1, 2)}, ("a", 2), [(1, 0)]),
        ({"ROW": (1, 2)}, (1,), [(0, ALL)]),
        ({"COLUMN": "abc"}, ("b",), [(ALL, 1)]),
        ({"FROM_ROW": (1, 2), "TO_ROW": (1, 2)}, (1, 2), [(0, ALL), (1, ALL)]),
        ({"ROW": (1, 2), "SIZE": "sml", "COLUMN": "abc"}, (1, "s", "c"), [(0, ALL), (ALL, 2)]),
        ({"FROM": range(6), "TO": range(6)}, (4, 5), [(1, 1), (1, 2)]),
        ({"SIZE": "sml", "SIDE": (1, 2)}, ("s", 1), []),  # as many as columns and rows, by chance
        ({"COLOR": "br", "ROW_OF_CARDS": (1, 2, 3)}, ("b", 1), []),
    ],
)
def test_blanks_point_at_squares_rows_and_columns(blanks, args, squares):
    """The board has two rows and three columns."""
    form = Form(" ".join(["go", *blanks]), 0, [Blank(*each) for each in blanks.items()])
    assert list(pointed(form, args, 2, 3)) == squares
