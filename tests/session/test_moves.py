"""Tests of typed moves: on lists of made-up moves, the words themselves say what is expected."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

import aicore
from aicore.core.errors import AmbiguousMove, NotationError
from aicore.session.move_input import moves_meant
from aicore.session.moves import FEW, Moves, stages

VERBS = ("attack", "attach", "move", "pass")
PLACES = ("alpha", "alpine", "beta", "gamma", "delta")


def drawn(rng: random.Random) -> list[str]:
    """Return moves of one to three words."""
    found = {"end"}
    for _ in range(rng.randrange(1, 25)):
        words = [rng.choice(VERBS), *rng.sample(PLACES, rng.randrange(3))]
        found.add(" ".join(words))
    return rng.sample(sorted(found), len(found))


def starts(typed: str, move: str) -> bool:
    """Whether the words of a move begin with the typed ones, each in its place."""
    words, parts = typed.casefold().split(), move.split()
    return len(parts) >= len(words) and all(
        part[: len(word)] == word for word, part in zip(words, parts, strict=False)
    )


def test_a_typed_text_means_the_move_that_it_begins_or_ends() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(400):
        moves = Moves(drawn(rng))
        target = rng.choice(moves.moves).split()
        kind = rng.choice(("whole", "short", "tail", "upper"))
        typed = {
            "whole": " ".join(target),
            "upper": " ".join(target).upper(),
            "short": " ".join(word[: rng.randrange(2, 5)] for word in target),
            "tail": target[-1],
        }[kind]
        exact = [move for move in moves.moves if move == typed.casefold()]
        begun = [move for move in moves.moves if starts(typed, move)]
        ending = [
            move for move in moves.moves if move.split()[-len(typed.split()) :] == typed.split()
        ]
        short = [move for move in ending if len(move.split()) == len(typed.split()) + 1] or ending
        found = exact or begun or short
        if len(found) == 1:
            assert moves.find(typed) == found[0], (typed, moves.moves)
        elif found:
            with pytest.raises(AmbiguousMove):
                moves.find(typed)
        seen.add((kind, min(len(found), 2)))
    assert {
        ("whole", 1),
        ("upper", 1),
        ("short", 1),
        ("short", 2),
        ("tail", 1),
        ("tail", 2),
    } <= seen


def test_numbers_run_through_all_groups() -> None:
    rng = random.Random(6)
    grouped = 0
    for _ in range(100):
        legal = drawn(rng)
        moves = Moves(legal)
        assert sorted(moves.moves) == sorted(legal)
        assert moves.choices == moves.moves
        assert moves.moves[-1] == "end"
        for number, choice in enumerate(moves.choices, 1):
            assert moves.at_number(str(number)) == choice
            assert moves.find(str(number)) == choice
        for number in (0, len(moves.choices) + 1):
            assert moves.at_number(str(number)) is None
            with pytest.raises(NotationError, match=f"There is no move {number}."):
                moves.find(str(number))
        if len(moves.groups) > 1:
            grouped += 1
            assert len(legal) > FEW
            for word, group in moves.groups.items():
                assert all(move.split()[0] == word for move in group if word)
                assert len(group) > 1 or not word
    assert grouped > 10


@pytest.mark.parametrize(
    ("legal", "numbered"),
    [
        (["take 1", "take 2"], False), (["1", "2"], False), (["take 1", "pass"], True),
        (["take a", "take b"], True), (["take 1 2", "take 3 4"], True),
    ],
)  # fmt: skip
def test_moves_that_are_numbers_have_no_other_numbers(legal: list[str], numbered: bool) -> None:
    moves = Moves(legal)
    assert moves.numbered == numbered
    assert (moves.at_number("1") is not None) == numbered


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("moev alpha", 'You cannot play "moev alpha" here. Did you mean "move alpha"?'),
        ("move alpah", 'You cannot play "move alpah" here. Did you mean "move alpha"?'),
        ("mvoe", 'You cannot play "mvoe" here. Did you mean "move"?'),
        ("attakc the moon", 'You cannot play "attakc" here. Did you mean "attack"?'),
        ("attack the moon with everything", 'You cannot play "attack the moon with everything" '
         "here. You can play: move alpha, attack beta, move gamma, end."),
        ("xyzzy", 'You cannot play "xyzzy" here. You can play: move alpha, attack beta, '
         "move gamma, end."),
    ],
)  # fmt: skip
def test_an_unknown_text_gets_a_suggestion(typed: str, error: str) -> None:
    moves = Moves(["move alpha", "attack beta", "end", "move gamma"])
    with pytest.raises(NotationError) as raised:
        moves.find(typed)
    assert str(raised.value) == error


def test_the_moves_of_an_error_fit_in_a_line() -> None:
    moves = Moves([f"move {place} {other}" for place in PLACES for other in PLACES])
    with pytest.raises(NotationError) as raised:
        moves.find("xyzzy")
    text = str(raised.value).partition("You can play: ")[2]
    assert text.endswith(", ...")
    listed = text.removesuffix(", ...").split(", ")
    assert len(", ".join(listed)) <= 60
    assert listed == moves.moves[: len(listed)]
    assert len(", ".join(moves.moves[: len(listed) + 1])) > 60


def test_lists_mean_the_moves_that_have_their_parts() -> None:
    parts = ("ale", "bun", "cod", "dip")
    alone = [f"eject {part}" for part in parts]
    pairs = [f"eject {a},{b}" for a in parts for b in parts if a < b]
    triples = [f"eject {a},{b},{c}" for a in parts for b in parts for c in parts if a < b < c]
    moves = Moves([*triples, *pairs, *alone, "eject ale,bun,cod,dip", "jump far", "end"])
    assert len(pairs) + len(triples) + 1 <= FEW  # too few to be taken apart
    assert not moves.lists["eject"]
    assert moves.find("eject ale") == "eject ale"  # the others only add to it
    assert moves.find("eject ale,cod") == "eject ale,cod"
    with pytest.raises(NotationError):
        moves.find("eject cod,ale")
    more = (*parts, "egg", "fig")
    pairs = [f"eject {a},{b}" for a in more for b in more if a < b]
    moves = Moves([*pairs, *(f"eject {part}" for part in more), "jump far", "jump near", "end"])
    assert len(moves.lists["eject"]) == 15 > FEW
    assert moves.groups["eject"][:6] == [f"eject {part}" for part in more]  # lists come last
    for one, two in (("ale", "fig"), ("cod", "egg")):
        numbers = [moves.choices.index(f"eject {part}") + 1 for part in (two, one)]
        for typed in (f"eject {two},{one}", f"ej {one[0]},{two[:2]}", f"{two},{one}",
                      f"{numbers[0]},{numbers[1]}", f"eject {one},{numbers[0]}"):  # fmt: skip
            assert moves.find(typed) == f"eject {one},{two}", typed
    with pytest.raises(NotationError):
        moves.find("jump ale,fig")
    with pytest.raises(NotationError):
        moves.find("eject ale,99")


def test_a_list_of_beginnings_means_the_same_as_all_its_readings() -> None:
    rng, found = random.Random(3), 0
    parts = ("ale", "alp", "bun", "bud", "cod")
    lists = [sorted(pick) for size in (2, 3) for pick in combinations(parts, size)]
    alone = [f"eject {part}" for part in parts]
    moves = Moves([*(f"eject {','.join(each)}" for each in lists), *alone, "jump"])
    for _ in range(300):
        typed = [
            rng.choice(("a", "al", "ale", "b", "bu", "c", "")) for _ in range(rng.choice((2, 3)))
        ]
        options = [[part for part in parts if part.startswith(each)] for each in typed]
        readings = [set(chosen) for chosen in product(*options)]
        meant = {f"eject {','.join(each)}" for each in lists if set(each) in readings}
        assert set(moves._listed(["eject", ",".join(typed)])) == meant, typed
        found += len(meant)
    assert found > 300


@pytest.mark.parametrize("lists", [False, True])
def test_a_line_of_commas_is_refused_at_once(lists: bool) -> None:
    alone = [f"eject {one}{two}" for one in "abcdefgh" for two in "abcdefgh"]
    pairs = [f"eject aa,{move.split()[1]}" for move in alone[1:]] if lists else []
    moves = Moves([*alone, *pairs, "end"])
    for typed in ("," * 400, "eject " + "a," * 200, "9" * 5000, "9" * 5000 + ",1"):
        with pytest.raises(NotationError):
            moves.find(typed)


def test_words_in_any_order_find_the_moves_that_have_them_all() -> None:
    moves = Moves(["move alpha beta", "move beta", "attack alpha"])
    assert moves.with_words(["BETA", "mo"]) == ["move alpha beta", "move beta"]
    assert moves.with_words(["alp"]) == ["move alpha beta", "attack alpha"]
    assert moves.with_words(["alp", "gamma"]) == []


def test_stages_are_beginnings_of_four_words() -> None:
    moves = ["lay a b d 1 x", "lay a b c 2", "lay a b c 3", "lay a e c"]
    assert stages(moves) == ["lay a b c", "lay a b d", "lay a e c"]
    staged = Moves([*moves, *(f"go {k} away" for k in range(FEW)), "end"], {"lay"})
    assert [choice for choice in staged.choices if choice[:3] == "lay"] == stages(moves)
    number = staged.choices.index("lay a e c") + 1
    assert staged.find(str(number)) == "lay a e c"
    number = staged.choices.index("lay a b d") + 1
    assert staged.find(str(number)) == "lay a b d 1 x"  # the only one that begins this way
    with pytest.raises(AmbiguousMove):
        staged.find(str(staged.choices.index("lay a b c") + 1))


@pytest.mark.parametrize(("word", "checked"), [("holt", True), ("rol", False)])
def test_later_moves_of_a_line_are_checked_for_typos_unless_they_are_short(
    word: str, checked: bool
) -> None:
    """A word of three letters may be the beginning of anything."""
    view = aicore.load("pig").start().view(0)
    if checked:
        with pytest.raises(NotationError, match=word):
            moves_meant(f"roll; {word}", view)
    else:
        assert moves_meant(f"roll; {word}", view) == ["roll", word]
