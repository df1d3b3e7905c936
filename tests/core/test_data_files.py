"""Tests of users' data files: tables of game data replaced, checked, and named in records."""

from __future__ import annotations

import copy
import gc
import os
import random
import re
import tomllib
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.core import registry
from aicore.core.data_files import FIXED_TABLES, replace_tables
from aicore.core.errors import MAX_LENGTH, DataError, OptionError
from aicore.core.game import Game
from aicore.players.defaults import script_of
from kit.effort import effort


class Priced:
    """Stand-in for a game that checks its data as games do."""

    def __init__(self, info, seats, options):
        if info.data["prices"]["fuel"] < 1:
            raise DataError(f"prices.fuel: {info.data['prices']['fuel']}, it takes 1 or more")
        self.info = info
        self.options = options


@pytest.fixture
def priced(monkeypatch):
    """Give pig an option for a data file, and prices."""
    data = tomllib.loads("""
        [options.data]
        default = ""
        file = true
        help = "other prices"
        [prices]
        fuel = 3
        [map]
        size = 4
    """)
    about = registry.info("pig")
    about = replace(about, data={"game": about.data["game"], **data})
    monkeypatch.setattr(registry, "info", lambda name: about)
    monkeypatch.setattr("aicore.games.pig.game.GAME", Priced)


def load(**options):
    return registry.load("pig", **options)


@pytest.mark.parametrize("name", [
    name for name in aicore.names() if any(o.file for o in registry.info(name).options.values())
])  # fmt: skip
def test_a_game_with_a_users_file_is_freed(tmp_path: Path, name: str) -> None:
    """A server loads a game with its own data for each table."""
    game = aicore.load(name)
    option = next(key for key, each in game.info.options.items() if each.file)
    file = tmp_path / "own.toml"
    file.write_text("", encoding="utf-8")
    game = aicore.load(name, **{option: str(file)})
    about = weakref.ref(game.info)
    assert game.info.options
    del game
    gc.collect()
    assert about() is None


@pytest.mark.usefixtures("priced")
def test_a_file_replaces_whole_tables(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("prices = {fuel = 5}")
    game = load(data=str(file))
    assert game.info.data["prices"] == {"fuel": 5}
    assert game.info.data["map"] == {"size": 4}
    assert load().info.data["prices"] == {"fuel": 3}
    assert load().options["data"] == ""


@pytest.mark.usefixtures("priced")
def test_the_option_names_the_content(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("prices = {fuel = 5}")
    full = load(data=str(file)).options["data"]
    assert full.startswith(f"{file}#")
    assert load(data=full).options["data"] == full
    file.write_text("prices = {fuel = 6}")
    with pytest.raises(OptionError, match=r"prices\.toml: the file has changed"):
        load(data=full)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (
            "prices = {fuel = 0}",
            r"^option data=.*prices\.toml: prices\.fuel: 0, it takes 1 or more$",
        ),
        ("prices = ", "prices.toml: not TOML: "),
        ("[cards]", "cards cannot be replaced; only prices, map"),
        ("[players.mcts]", "players cannot be replaced; only prices, map can"),
        (None, "No such file or directory"),
    ],
)
@pytest.mark.usefixtures("priced")
def test_errors_are_one_line(tmp_path: Path, content: str | None, error: str) -> None:
    file = tmp_path / "prices.toml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(OptionError, match=error) as caught:
        load(data=str(file))
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("priced")
def test_a_long_path_leaves_room_for_the_reason(tmp_path: Path) -> None:
    """A long path keeps its end, with the file's name."""
    folder = tmp_path / ("x" * 200)
    folder.mkdir()
    file = folder / "prices.toml"
    known = {f"table{number}": 1 for number in range(22)}
    file.write_text("\n".join(f"{table} = 1" for table in ("cards", *known)))
    reason = f"cards cannot be replaced; only {', '.join(known)} can"
    with pytest.raises(OptionError) as caught:
        replace_tables(known, "data", str(file))
    line = str(caught.value)
    assert re.fullmatch(rf"option data=\.\.\.x+/prices\.toml: {re.escape(reason)}", line)
    assert len(line) == MAX_LENGTH
    file.write_text("prices = {fuel = 0}")
    with pytest.raises(OptionError, match=r"x{200}/prices\.toml: prices\.fuel"):
        load(data=str(file))


@pytest.mark.usefixtures("priced")
def test_binary_content_is_not_toml(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(OptionError, match="not TOML"):
        load(data=str(file))


# Contents of hostile files: each is refused in one line, and quickly.
HOSTILE = {
    "deep lists": ("cards = " + "[\n" * 30_000, "nested too deeply"),
    "deep tables": ("cards = " + "{a=" * 4000, "nested too deeply"),
    "a list of nine": ("cards = [[[[[[[[[1]]]]]]]]]", "nested too deeply"),
    "a long line": ("cards = " + "[" * 17_000, "line 1 is longer than 16384 bytes"),
    "a dotted key": ("a." * 300 + "b = 1", "line 1 has more than 200 dots"),
    "a large file": ("#" * 70_000, "too large; the limit is 64 KiB"),
    "many digits": ("merchant = 1" + "0" * 5000, "not TOML"),
    "many hexadecimal digits": ("merchant = 0x" + "f" * 5000, "merchant: int too large to show"),
    "no number": (
        "merchant = {risk = nan}",
        "merchant.risk: nan is out of range; the limit is 2147483647",
    ),
    "infinity": ("merchant = {risk = -inf}", "merchant.risk: -inf is out of range"),
    "too large": ("merchant = {risk = 4294967297}", "merchant.risk: 4294967297 is out of range"),
    "a date": ("merchant = 1979-05-27", "merchant must be a number, string, list or table"),
    "an escape": ('cards = "\\u001b[31m"', "cards contains unprintable characters"),
    "a long text": (f"cards = '{'x' * 201}'", "cards: 201 characters are too many; at most 200"),
    "a long key": ("x" * 10_000 + " = 1", "xxx... cannot be replaced; only goods, modules"),
    "no table": ("merchant = 1", "merchant: found 1, expected a table of weapons"),
    "a long list": (f"merchant = {[0] * 5000}", "0, 0..., expected a table of weapons"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(tmp_path: Path, name: str) -> None:
    content, error = HOSTILE[name]
    file = tmp_path / "cards.toml"
    file.write_text(content)
    with pytest.raises(OptionError, match=re.escape(error)) as caught:
        registry.load("trader", data=str(file))
    assert len(str(caught.value)) <= MAX_LENGTH


@pytest.mark.parametrize(
    ("file", "error"),
    [
        ("~nobody-of-that-name/x", "that user has no home folder"),
        ("/dev/zero", "a pipe or a device, not a file"),
        ("/", "Is a directory"),
        ("a\0b", "it contains a NUL character"),
        ("\ud800", "not valid text"),
        ("x" * 100_000, "File name too long"),
    ],
)
def test_invalid_paths_are_refused(file: str, error: str) -> None:
    with pytest.raises(OptionError, match=f"^option data=.*{error}"):
        registry.load("trader", data=file)


def test_a_pipe_that_nobody_writes_to_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OptionError, match="a pipe or a device"):
        registry.load("trader", data=str(tmp_path / "pipe"))


@pytest.mark.usefixtures("priced")
def test_unexpected_errors_of_a_game_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("prices = {fuel = 'much'}")
    with pytest.raises(OptionError, match=r"prices\.toml: the data do not fit pig: TypeError"):
        load(data=str(file))


def toml(value: object) -> str:
    """Return a value in TOML, with inline tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every table and list with each of its keys, at any depth."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


ODD = [0, -1, 1.5, 255, 256, 2**31 - 1, "", "a b", "x" * 100, True, [], [[]], ["n"], {}, [0] * 500]


def mutate(data: dict[str, Any], rng: random.Random) -> None:
    """Change one value or three: delete, copy, replace or modify each."""
    for _ in range(rng.choice((1, 1, 1, 3))):
        holder, key = rng.choice(list(places(data)))
        value, kind = holder[key], rng.randrange(6)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(value))
        elif kind == 2:
            other, place = rng.choice(list(places(data)))
            holder[key] = copy.deepcopy(other[place])
        elif kind == 3 and isinstance(value, str):
            holder[key] = value[1:] + rng.choice("#. Z")
        elif kind in (3, 4) and isinstance(value, (int, float)):
            holder[key] = value + rng.choice((-3, -1, 0.5, 1, 3))
        else:
            holder[key] = copy.deepcopy(rng.choice(ODD))


@pytest.mark.parametrize("name", ["gratis3", "relics", "trader"])
def test_mutated_data_are_refused_by_key_or_playable(tmp_path: Path, name: str) -> None:
    about = registry.info(name)
    own = {table: value for table, value in about.data.items() if table not in FIXED_TABLES}
    rng = random.Random(1)
    file = tmp_path / "data.toml"
    loaded = 0
    attempts = effort(25, 400)
    for _ in range(attempts):
        data = copy.deepcopy(own)
        mutate(data, rng)
        file.write_text("\n".join(f"{table} = {toml(value)}" for table, value in data.items()))
        try:
            game = registry.load(name, seats=rng.randint(*about.seats), data=str(file))
        except OptionError as error:
            line = str(error)
            assert len(line) <= MAX_LENGTH, line
            assert "the data do not fit" not in line, line
            assert re.search(rf"toml: ({'|'.join(own)})\b", line), line
            continue
        loaded += 1
        if loaded % 10 == 0:
            play(game, rng)
    assert loaded > attempts // 25


def play(game: Game, rng: random.Random) -> None:
    """Play a game's first events, sometimes drawing and evaluating the position."""
    state = game.start()
    for number in range(80):
        if state.turn == aicore.END:
            return
        if state.turn < 0:
            event = rng.choice(state.outcomes())[0]
        else:
            event = rng.choice(state.legal())
            if number % 20 == 10:
                spec = rng.choice((script_of(game.info), "mcts:sims=20", "greedy:samples=1"))
                event = aicore.player(str(spec), game).decide(state.view(state.turn)).action
        if number % 20 == 0:
            assert str(state)
            assert game.from_dict(state.to_dict()) == state
        state.apply(event)
