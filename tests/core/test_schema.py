"""Tests of kinds and messages: which values are read or refused, and with what text."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

import aicore
from aicore.core.errors import DataError, StateError
from aicore.core.schema import (
    Either,
    Fields,
    Flag,
    ListOf,
    Maybe,
    NotJson,
    Number,
    OneOf,
    Shape,
    TableOf,
    Text,
    Whole,
    WrongField,
    bounded_int,
    is_whole,
    number,
    of,
    parse,
    parse_object,
    read,
    through_json,
)


@dataclass(frozen=True)
class Inner:
    name: str = of(Text(5))


@dataclass(frozen=True)
class Outer:
    count: int = of(Whole(1, 9))
    inner: list[Inner] = of(ListOf(Shape(Inner), 2), ())
    word: str | None = of(Maybe(OneOf(("a", "b"))), None)


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (Whole(1, 9), [1, 9, 3.0], [0, 10, 2.5, True, "3", None, float("nan"), 10**400]),
        (Number(0, 1), [0, 1, 0.5], [-0.1, 1.1, True, "0", float("inf"), float("nan"), 10**400]),
        (Text(3), ["", "abc", "\n"], ["abcd", 3, None]),
        (Text(3, line=True), ["abc"], ["", "  ", "a\n", "\x1b"]),
        (Text(3, line=True, blank=True), ["", " "], ["\n"]),
        (Flag(), [True, False], [1, 0, "true", None]),
        (OneOf(("a", "b")), ["a"], ["c", "", None, ["a"]]),
        (Maybe(Whole(1, 9)), [None, 1], [0, "1"]),
        (ListOf(Text(2), 2, 1), [["a"], ["a", "b"]], [[], ["a"] * 3, ["abc"], "ab", None]),
        (Either(Text(2), Whole(0, 5)), ["ab", 5], ["abc", 6, None, []]),
        (TableOf(Whole(0, 5), 2, Text(2)), [{}, {"ab": 5}], [{"abc": 1}, {"a": 6}, [], None]),
        (Fields(), [{}, {"x": 1}], [[], None, 1]),
    ],
)
def test_a_kind_accepts_its_values_and_no_others(kind: Any, right: list[Any], wrong: list[Any]):
    for value in right:
        assert kind.read(value, "x") == value
    for value in wrong:
        with pytest.raises(WrongField, match=r"^x[.:]? ?"):
            kind.read(value, "x")


@pytest.mark.parametrize(
    ("value", "found"),
    [(0, ", not 0"), (7, ", not 7"), (True, ", not True"), (3.0, ", not 3.0"), ("3", ", not '3'"),
     (None, ""), ([3], ", not [3]"), (1 << 64, ", not a huge number"),
     (object(), ", not an object of type object")],
)  # fmt: skip
def test_bounded_int_refuses_all_other_values(value: object, found: str):
    """Data, positions and calls refuse 3.0. `Whole` accepts it: some languages write it for 3."""
    assert not is_whole(value, 1, 6)
    with pytest.raises(DataError) as caught:
        bounded_int(value, "key", 1, 6, DataError)
    assert str(caught.value) == f"key: it must be a whole number from 1 to 6{found}"


@pytest.mark.parametrize("value", [-1, 99, True, 3.0, "0", None, 10**30])
def test_positions_follow_the_same_rule_in_c(value: object):
    game = aicore.load("booster")
    with pytest.raises(StateError, match=r"^seat: it must be a whole number from 0 to 1"):
        game.from_dict({**game.start().to_dict(), "seat": value})


def test_number_refuses_all_other_values():
    assert number(3, "key", 0, 3.5) == 3
    for value in (True, "1", math.nan, 4, -math.inf, [], 10**5000):
        with pytest.raises(DataError, match=r"^key: it must be a number from 0 to 3\.5, not "):
            number(value, "key", 0, 3.5, DataError)


def test_a_range_of_one_number_is_that_number():
    with pytest.raises(WrongField, match=r"^x: it must be 2, not 3$"):
        Whole(2, 2).read(3, "x")


def test_through_json_turns_tuples_into_lists():
    assert through_json({"a": (1, (2.5, None))}) == {"a": [1, [2.5, None]]}


def test_a_message_is_read_with_defaults_and_inner_messages():
    assert read(Outer, {"count": 3}) == Outer(3, (), None)
    found = read(Outer, {"count": 3, "inner": [{"name": "abc"}], "word": "b"})
    assert found == Outer(3, [Inner("abc")], "b")


@pytest.mark.parametrize(
    ("given", "message", "field"),
    [
        ({}, "count: missing", "count"),
        ({"count": 0}, "count: it must be a whole number from 1 to 9", "count"),
        ({"count": 1, "inner": [{}]}, "inner.name: missing", "inner"),
        (
            {"count": 1, "inner": [{"name": 5}]},
            "inner.name: it must be a string of at most 5",
            "inner",
        ),
        ({"count": 1, "inner": [7]}, "inner: it must be an object", "inner"),
        ({"count": 1, "z": 1}, "z: no such field; the fields are count, inner, word", "z"),
    ],
)
def test_errors_name_the_wrong_field(given: dict[str, Any], message: str, field: str):
    with pytest.raises(WrongField) as caught:
        read(Outer, given)
    assert str(caught.value).startswith(message)
    assert caught.value.field == field


def test_open_messages_ignore_unknown_fields():
    assert read(Inner, {"name": "a", "more": 1}, open=True) == Inner("a")


@pytest.mark.parametrize(
    "text",
    ["{", "NaN", "1e999", "1" * 5000, '{"a":1,"a":2}', "[" * 100_000, '"\\ud800"', b"\xff", ""],
)
def test_invalid_json_is_refused_in_one_line(text: str | bytes):
    with pytest.raises(NotJson) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_lenient_parsing_accepts_infinite_numbers():
    assert parse_object('{"id":1,"x":Infinity}', lenient=True)["id"] == 1
    for text in ("[1]", "3", "{", "[" * 100_000, b"\xff"):
        with pytest.raises(NotJson):
            parse_object(text, lenient=True)
