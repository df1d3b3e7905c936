"""Tests of Relics in arrays: the fields, and the words that actions share."""

from __future__ import annotations

import random

import aicore
from aicore.games.relics.rules.names import (
    ARTIFACT_IDS,
    CENTER,
    ENDS,
    GALLERY_IDS,
    ITEM_IDS,
    PHASES,
    PLATFORM_IDS,
    SIZE,
    TILE_IDS,
    WALLED,
    WAYS,
    WEAPONS,
)
from games.relics.positions import first_turn
from games.relics.twin import Twin
from games.relics.twin.scenes import choose, scatter
from kit.effort import effort
from kit.fields import decoded, some

CHARGED = ("grapple-gun", "foam-gun", "heat-ray", "freeze-ray")  # after the weapon, in this order


def square(number: int) -> list[int] | None:
    """Return column and row for the number of a square; planes count from 1, and 0 is none."""
    return [(number - 1) % (SIZE + 2) - 1, (number - 1) // (SIZE + 2) - 1] if number else None


def corner(gallery: int) -> list[int]:
    return aicore.info("relics").data["board"]["galleries"][gallery]


def read(game, seat: int, observation: bytes) -> dict:
    """Return a seat's dict decoded from its observation; planes and guns are checked elsewhere."""
    seen = decoded(game, observation)
    seats = [*range(seat, game.seats), *range(seat)]  # in the viewer's order
    order = [seats.index(other) for other in range(game.seats)]
    phase = PHASES[seen["phase"]]
    turn = (None, *seats)[seen["seat to decide"]]
    chance = phase in PHASES[:3] or phase in ("item", "artifact", "keycard", "spare")
    on_turn = (None, *seats)[seen["seat on turn"]]

    def by_seat(name, how=lambda value: value):
        return [how(seen[name][place]) for place in order]

    def charge(place):
        weapon = WEAPONS[seen["weapon"][place]]
        numbers = seen["charges"][place]
        found = {weapon: numbers[0]} if weapon else {}
        for name, number in zip(CHARGED, numbers[1:], strict=True):
            if seen["items"][place][ITEM_IDS.index(name)]:
                found[name] = number
        return found

    remove = {seats[place] for place, due in enumerate(seen["seats to remove"]) if due}
    queue = [other for i in range(game.seats) if (other := (on_turn + i) % game.seats) in remove]
    gallery = seen["burning gallery"]
    assert (gallery > 0) == any(map(any, seen["fires"]))
    artifacts_on = some(seen["artifacts on galleries"], GALLERY_IDS)
    platforms = {
        name: [*square(place), turns]
        for name, place, turns in zip(
            PLATFORM_IDS, seen["platform places"], seen["platform turns"], strict=True
        )
        if square(place)
    }
    return {
        "phase": phase,
        "turn": "end" if phase == "end" else "chance" if chance else turn,
        "round": seen["round"],
        "seat": on_turn,
        "ap": seen["AP"],
        "holes": seen["holes"],
        "adrenaline": seen["adrenaline"] == 1,
        "credit": seen["half AP"],
        "fired": some(seen["guns that fired"], range(1, 13)),
        "queue": queue or some(seen["guns to fire"], range(1, 13)),
        "lifting": (None, *PLATFORM_IDS)[seen["platform in hand"]],
        "spot": square(seen["its place"]),
        "drawn": (None, *ARTIFACT_IDS)[seen["drawn artifact"]],
        "galleries": {
            name: TILE_IDS[tile - 1]
            for name, tile in zip(GALLERY_IDS, seen["gallery tiles"], strict=True)
            if tile
        },
        "platforms": platforms,
        "spare": some(seen["spare platforms"], PLATFORM_IDS),
        "removed": some(seen["removed platforms"], PLATFORM_IDS),
        "guns": some(seen["working guns"], range(1, 13)),
        "fires": sorted(
            [corner(gallery - 1)[0] + x, corner(gallery - 1)[1] + y]
            for y, row in enumerate(seen["fires"])
            for x in some(row, range(5))
        ),
        "doorways": [square(place) for place in seen["doorways"] if square(place)],
        "artifact_on": [name for name in artifacts_on if name != CENTER],
        "heart_on": CENTER in artifacts_on,
        "tokens": {
            name: number
            for name, number in zip(GALLERY_IDS, seen["tokens"], strict=True)
            if name in WALLED
        },
        "undrawn_artifacts": some(seen["undrawn artifacts"], ARTIFACT_IDS),
        "undrawn_items": some(seen["undrawn items"], ITEM_IDS),
        "pos": by_seat("place", square),
        "escaped": sorted(
            (other for other in seats if seen["out"][seats.index(other)]),
            key=lambda other: seen["out"][seats.index(other)],
        ),
        "weapon": by_seat("weapon", lambda weapon: WEAPONS[weapon]),
        "shield_up": by_seat("shield up", lambda up: up == 1),
        "items": by_seat("items", lambda copies: some(copies, ITEM_IDS)),
        "charge": [charge(place) for place in order],
        "artifacts": by_seat("artifacts", lambda marks: some(marks, ARTIFACT_IDS)),
        "carried": by_seat("AP less"),
        "sickle": by_seat("sickle", lambda gallery: (None, *GALLERY_IDS)[gallery]),
        "net": by_seat("net", lambda gallery: (None, *GALLERY_IDS)[gallery]),
        "shell": by_seat("double moves"),
        "scepter": by_seat("moves before a #2"),
        "heart": (None, *seats)[seen["Heart"]],
        "final": seen["last turns"] == 1,
        "end": ENDS[seen["end"]],
    }


def marked(plane: list[list[int]]) -> set[tuple[int, int]]:
    """Return the nonzero squares of a plane, as column and row of the board."""
    assert len(plane) == len(plane[0]) == SIZE + 2
    return {(x - 1, y - 1) for y, row in enumerate(plane) for x, value in enumerate(row) if value}


def check_planes(state, seat: int, observation: bytes) -> None:
    """Check that planes and guns match the board."""
    game = state.game
    seen, board, fields = decoded(game, observation), game.board(state), state.to_dict(seat)
    floor = marked(seen["floor"])
    assert floor == board["floor"]
    assert marked(seen["wall"]) == set(board["tile"]) - floor
    covered = [place for line in board["lines"].values() for place in line]
    assert marked(seen["line of fire"]) == set(covered)
    assert board["guns"] == {
        i + 1: (tuple(square(seen["gun places"][i])), WAYS[seen["gun ways"][i]])
        for i in some(seen["working guns"], range(12))
    }
    own = {tuple(fields["pos"][seat])} if fields["pos"][seat] else set()
    assert marked(seen["own piece"]) == own
    assert seen["last round"] == game.options["rounds"]


def scenes(seats: int, seed: int, **options):
    """Yield the positions of a game that is scattered into an unlikely scene at its first turn."""
    game = aicore.load("relics", seats=seats, **options)
    dice = random.Random(seed)
    state, twin = game.start(), Twin(seats, **options)
    waiting = True
    while state.turn != aicore.END:
        if waiting and twin.phase == "act" and state.turn >= 0:
            waiting = False
            if scatter(twin, seed, dice):
                state = game.from_dict(twin.to_dict())
        yield state
        events = state.legal() or [text for text, _ in state.outcomes()]
        event = choose(sorted(events), dice)
        state.apply(event)
        if waiting:
            twin.apply(event)
    yield state


# Together, these seats and seeds cover every phase, fires, doorways, nets, the Heart and escapes.
GAMES = [(2, 1), (2, 13), (3, 2), (3, 11), (3, 13), (4, 2), (4, 8)]


def test_observations_hold_all_that_a_seat_knows():
    seen = set()
    for seats, seed in GAMES:
        for ply, state in enumerate(scenes(seats, seed, rounds=10 - seats)):
            fields = state.to_dict()
            news = {name for name in ("doorways", "fires", "escaped") if fields[name]}
            news |= {"net"} if any(fields["net"]) else set()
            news |= {"heart"} if fields["heart"] is not None else set()
            news.add(fields["phase"])
            if ply % effort(120, 40) == 0 or not news <= seen:
                seen |= news
                for seat in range(seats):
                    observation = bytes(state.observation(seat))
                    assert read(state.game, seat, observation) == state.to_dict(seat)
                    check_planes(state, seat, observation)
    assert seen == {*PHASES, "doorways", "fires", "escaped", "net", "heart"}


def acting(pos: list[int], *items: str):
    """Return a first turn with the piece on a square and items in hand."""
    fields = first_turn().to_dict()
    seat = fields["seat"]
    fields["pos"][seat] = pos
    for item in items:
        fields["undrawn_items"].remove(item)
    fields["items"][seat] = sorted(items, key=ITEM_IDS.index)
    fields["charge"][seat] |= {item: 2 for item in items if item in CHARGED}
    return first_turn().game.from_dict(fields)


def test_a_leap_is_encoded_by_its_way_and_length():
    # The middle of the center is all floor: its top left square is 13,13.
    words = {}
    for x, y in ((15, 15), (14, 15), (15, 14)):
        state = acting([x, y], "rocketpack", "grapple-gun")
        for text in state.legal():
            if text.startswith(("use rocketpack", "use grapple-gun")):
                _, item, end = text.split()
                column, row = map(int, end.split(","))
                words.setdefault((item, column - x, row - y), set()).add(state.encode(text))
    assert all(len(tokens) == 1 and len(*tokens) == 1 for tokens in words.values())
    assert len({word for tokens in words.values() for word in tokens}) == len(words) > 20
    first = {}  # numbers go up with the length
    for (item, x, y), ((word,),) in words.items():
        length = max(abs(x), abs(y))
        first.setdefault((item, x // length, y // length), set()).add(word - length)
    assert all(len(numbers) == 1 for numbers in first.values())


def test_a_doorway_is_encoded_by_its_two_squares():
    state = acting([10, 6], "doorway")
    uses = [text for text in state.legal() if text.startswith("use doorway")]
    assert len(uses) > 100
    for text in uses:
        cells = [y * SIZE + x for x, y in (map(int, at.split(",")) for at in text.split()[2:])]
        assert state.encode(text, full=True) == tuple(cells)


def test_guns_that_are_due_need_no_number():
    """The answers have the same words for every gun."""
    tokens = set()
    for seed in range(1, 5):
        fields = first_turn(seed).to_dict()
        seat, game = fields["seat"], first_turn(seed).game
        fields["undrawn_items"].remove("heat-ray")
        fields["items"][seat] = ["heat-ray"]
        fields["charge"][seat]["heat-ray"] = 1
        for gun in fields["guns"]:
            state = game.from_dict(fields | {"phase": "guns", "queue": [gun]})
            tokens |= {
                (text.replace(f"gun{gun}", "gun"), state.encode(text)) for text in state.legal()
            }
    names = {name for name, _ in tokens}
    assert names == {"hit gun", "shoot gun with blaster", "shoot gun with heat-ray"}
    assert len(tokens) == len({words for _, words in tokens}) == len(names)
