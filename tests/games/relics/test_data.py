"""Tests of data files for relics: another board passes all checks; errors are one clear line."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path

import pytest

import aicore
from aicore.core.errors import DataError, OptionError
from aicore.games.relics.rules.chart import Chart
from aicore.games.relics.rules.check import check
from aicore.games.relics.words.forbidden import why_illegal
from kit import command
from kit import conformance as kit
from kit.effort import effort
from kit.positions import sample_of, visited

OTHER = Path(__file__).with_name("other_board.toml")
OWN = aicore.info("relics").data
CHECKS = [
    kit.check_turn_and_events,
    kit.check_apply_on_a_copy,
    kit.check_chance_sums_to_one,
    kit.check_returns,
    kit.check_estimates,
    kit.check_texts,
    kit.check_dict_round_trip,
    kit.check_sampling,
    kit.check_drawing,
]


@pytest.fixture(params=[2, 4], scope="module")
def other(request):
    return aicore.load("relics", seats=request.param, data=str(OTHER))


@pytest.mark.parametrize("checked", CHECKS, ids=lambda checked: checked.__name__)
def test_another_board_is_played(other, checked):
    for state in [*sample_of(visited(other), effort(2, 60)), visited(other)[-1]]:  # and the end
        checked(state)


def test_another_board_is_another_game(other):
    state = other.start()
    aicore.Chance(1).settle(state)
    state.apply("airlock N")
    fields = state.to_dict()
    assert len(fields["guns"]) == 12  # 0 + 3 + 1 + 2 + 1 + 2 + 1 + 2
    assert fields["undrawn_items"].count("adrenaline") == 3
    assert set(fields["platforms"]) <= {f"p{number:02}" for number in range(1, 21)}
    while state.turn >= 0 and state.to_dict()["phase"] == "airlocks":
        state.apply(state.legal()[0])
    assert state.to_dict()["ap"] == 14


def test_why_not_agrees_with_the_rules_on_another_board(other):
    known = sorted({text for state in visited(other) for text in state.legal()})
    for state in sample_of(visited(other), effort(4, 40)):
        legal = set(state.legal())
        for text in known:
            assert (why_illegal(state, text) is None) == (text in legal), text


@pytest.mark.parametrize("data", ["", str(OTHER)], ids=["own", "other"])
def test_doorways_stay_within_the_bound_on_actions(data):
    game = aicore.load("relics", data=data)
    state = game.start()
    aicore.Chance(3).settle(state)
    state.apply("airlock N")
    state.apply("airlock E")
    fields = state.to_dict()
    fields["undrawn_items"].remove("doorway")
    fields["items"][0].append("doorway")
    chart = Chart(state)
    sites_of = {tile: sites(chart, tile) for tile in {*chart.tile.values()} - {"g5"}}
    most = 0
    for tile, own in sites_of.items():
        fields["pos"][0] = next(list(at) for at in chart.floor if chart.tile[at] == tile)
        legal = game.from_dict(fields).legal()
        doorways = [text for text in legal if text.startswith("use doorway")]
        others = sum(map(len, sites_of.values())) - len(own)
        assert len(doorways) == len(own) * others
        assert len(legal) <= game.max_actions
        most = max(most, len(legal))
    assert most > 300  # most of the bound is for doorways


def sites(chart, tile):
    """Return the walls of a tile next to its own floor."""
    own = {square for square, owner in chart.tile.items() if owner == tile}
    return {
        square
        for square in own & chart.wall
        if any(chart.ahead(square, way) in own & chart.floor for way in "nesw")
    }


# wrong data


def put(data, key, value):
    """Return data with one entry replaced or removed; `key` is a path such as board.lanes.3."""
    data = copy.deepcopy(data)
    *path, last = [int(part) if part.isdigit() else part for part in key.split(".")]
    place = data
    for part in path:
        place = place[part]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return data


TILE = {"rows": ["##.##", "##.##", ".....", "##.##", "##.##"], "guns": []}
WRONG = [
    ("figures.patch", 0, "figures.patch: it must be a whole number from 1 to 20, not 0"),
    ("figures.patch", None, "figures.patch: missing"),
    ("figures.first_ap", 11, "figures.first_ap: it must be a whole number from 12 to 20, not 11"),
    (
        "figures.rocket_reach",
        7,
        "figures.rocket_reach: it must be a whole number from 1 to 6, not 7",
    ),
    ("figures.color", 3, "figures.color: no such key; the keys are first_ap, take"),
    ("figures", 3, "figures: found 3, expected a table"),
    (
        "judgment.detour",
        "wide",
        "judgment.detour: it must be a number from -10000 to 10000, not 'wide'",
    ),
    ("judgment.margin", [1, 2], "judgment.margin: found 2 entries, expected 3"),
    ("board.galleries", [[4, 4]], "board.galleries: found 1 entries, expected 9"),
    ("board.galleries.1", [8, 4], "board.galleries.g2: it lies on g1 at 8,4"),
    ("board.galleries.8", [27, 22], "board.galleries.g9: it must be a whole number from 0"),
    ("board.tokens.4", 1, "board.tokens.g5: found 1, expected 0, since the Heart lies there"),
    ("board.tokens.0", 9, None),  # 12 + 8 = 20 tokens for 22 items are allowed
    (
        "board.tokens",
        [9, 9, 1, 2, 0, 2, 1, 2, 1],
        "items: found 22 copies, expected one for each of 27",
    ),
    ("board.lanes.3", [8, 8], "board.lanes[3]: it lies on g1 at 8,8"),
    ("board.lanes.3", [14, 1], "board.lanes[3]: it lies on lane 0 at 15,1"),
    ("board.lanes.3", [30, 1], "board.lanes[3]: it must be a whole number from 0 to 29, not 30"),
    ("board.lanes.3", [1, True], "board.lanes[3]: it must be a whole number"),
    ("board.lanes", [[1, 1]] * 15, "board.lanes: found 15 entries, expected 16"),
    ("gallery.north", ["#####"] * 5, "gallery.north[2]: found #, expected `.` in its middle"),
    ("gallery.north.1", "##x##", "gallery.north[1]: found ##x##, expected five squares"),
    ("gallery.guns.0", [2, 2, "n"], "gallery.guns[0]: found 2,2 is floor, expected a wall square"),
    ("gallery.guns.0", [2, 0, "up"], "gallery.guns[0]: found up, expected a direction"),
    (
        "gallery.guns.0",
        [4, 0, "w"],
        "gallery.guns[0]: found w from 4,0 is wall, expected a way out",
    ),
    ("gallery.guns", [[2, 0, "n"]], "gallery.guns: found 1 entries, expected 2"),
    (
        "gallery.north",
        None,
        "gallery.north: missing, expected a value, unless gallery.tiles lists all tiles",
    ),
    ("gallery.tiles", {"n3": TILE}, "gallery.tiles.n3: found n3, expected one of n1, n2"),
    ("gallery.tiles", {"n1": {"rows": TILE["rows"]}}, "gallery.tiles.n1.guns: missing"),
    (
        "gallery.tiles",
        {"n1": TILE | {"guns": [[0, 0, "n"], [1, 0, "n"], [3, 0, "n"]]}},
        "gallery: found 14 guns on all tiles, expected 12 at most",
    ),
    (
        "platforms.floors.6",
        "NW XX",
        "platforms.floors.p07: found XX, expected quarters of NW NE SE SW",
    ),
    (
        "platforms.floors.6",
        "NW NW",
        "platforms.floors.p07: found NW NW, expected each quarter once",
    ),
    ("platforms.floors.6", "", "platforms.floors.p07: found 0 floor squares, expected 1 to 3"),
    (
        "platforms.floors.6",
        "NW NE SE SW",
        "platforms.floors.p07: found 4 floor squares, expected 1 to 3",
    ),
    ("artifacts.2.id", "moon", "artifacts[2].id: found moon, expected lunar-sickle"),
    ("artifacts.2.points", 100, "artifacts.lunar-sickle.points: it must be a whole number"),
    (
        "artifacts.2.stopped_by",
        ["tape"],
        "artifacts.lunar-sickle.stopped_by: found tape, expected one of",
    ),
    ("artifacts.2", None, "artifacts: found 8 entries, expected 9"),
    ("items.9.copies", 2, "items.doorway.copies: it must be a whole number from 0 to 1, not 2"),
    ("items.11.copies", 2, "items.heat-ray.copies: it must be a whole number"),
    ("items.11.charges", None, "items.heat-ray.charges: missing"),
    ("items.0.charges", 2, "items.power-pack.charges: no such key; the keys are id, copies"),
    ("items.0", 2, "items[0]: found 2, expected a table"),
]


@pytest.mark.parametrize(("key", "value", "message"), WRONG, ids=range(len(WRONG)))
def test_errors_name_the_key(key, value, message):
    data = put(OWN, key, value)
    if message is None:
        check(data)
        return
    with pytest.raises(DataError) as caught:
        check(data)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_own_and_other_data_are_valid():
    check(OWN)
    check({**OWN, **tomllib.loads(OTHER.read_text())})


def test_the_command_line_names_file_and_key(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(OTHER.read_text().replace('"SE", "SE", "SE", "SE"', '"SE", "SE", "SE", "SX"'))
    with pytest.raises(
        OptionError, match=r"mine\.toml: platforms\.floors\.p04: found SX, expected"
    ):
        aicore.load("relics", data=str(file))
    result = command.run("play", "relics", "--option", f"data={file}", input="")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "platforms.floors.p04: found SX" in result.stderr
