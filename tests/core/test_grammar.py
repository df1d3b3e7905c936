"""Tests of grammars: numbers and texts of events, and errors for texts that denote none."""

from __future__ import annotations

import pytest

from aicore.core.errors import NotationError
from aicore.core.grammar import Blank, Form, Grammar

LETTER, DIGIT = Blank("LETTER", "xyz"), Blank("DIGIT", range(1, 3))


@pytest.mark.parametrize(
    ("letter", "digit", "numbers"),
    [
        (LETTER, DIGIT, {"x 1": 10, "x 2": 11, "y 1": 12, "y 2": 13, "z 1": 14, "z 2": 15}),
        (Blank("LETTER", "xy", 4), Blank("DIGIT", [1, 2], 4),
         {"x 1": 10, "x 2": 11, "y 1": 26, "y 2": 27}),
        (Blank("LETTER", "xy", 4, (0, 3)), Blank("DIGIT", [1], 2), {"x 1": 10, "y 1": 22}),
        (Blank("LETTER", "xy"), Blank("DIGIT", [1, 2], codes=(0, 4)),
         {"x 1": 10, "x 2": 14, "y 1": 15, "y 2": 19}),
        (Blank("LETTER", "xy"), Blank("DIGIT", [1, 2], codes=(2, 1)),
         {"x 1": 12, "x 2": 11, "y 1": 15, "y 2": 14}),
    ],
)  # fmt: skip
def test_values_determine_the_number(letter: Blank, digit: Blank, numbers: dict[str, int]) -> None:
    form = Form("put LETTER DIGIT", 10, [digit, letter])
    texts = {f"put {words}": number for words, number in numbers.items()}
    grammar = Grammar([form])
    assert {grammar.to_text(number): number for number in form.events()} == texts
    assert {text: Grammar([form]).from_text(text) for text in texts} == texts
    assert form.size == len(texts)
    named = {number for number in range(8, form.last + 3) if form.text(number) is not None}
    assert named == set(texts.values())


def test_blanks_joined_by_commas_are_one_word() -> None:
    grammar = Grammar([Form("put LETTER,DIGIT", 0, [LETTER, DIGIT]), Form("pass", 6)])
    assert [grammar.to_text(number) for number in (0, 5, 6)] == ["put x,1", "put z,2", "pass"]
    assert grammar.from_text("put  y , 2") == 3
    assert grammar.form_of(5).pattern == "put LETTER,DIGIT"
    for number in (-1, 7):
        with pytest.raises(NotationError, match=f"{number} is not an event"):
            grammar.to_text(number)
        with pytest.raises(NotationError, match=f"{number} is not an event"):
            grammar.form_of(number)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("put x 3", 'There is no DIGIT "3". Write a number from 1 to 2.'),
        ("put w 1", 'There is no LETTER "w". Write one of x, y, z.'),
        ("put x", '"put x" is not complete. Write it as put LETTER DIGIT.'),
        ("pu", '"pu" is not a whole word. Write put.'),
        ("jump", "Moves begin with put, pass."),
    ],
)
def test_errors_explain_texts_that_denote_no_event(text: str, message: str) -> None:
    grammar = Grammar([Form("put LETTER DIGIT", 0, [LETTER, DIGIT]), Form("pass", 6)])
    with pytest.raises(NotationError) as caught:
        grammar.from_text(text)
    assert message in str(caught.value)
