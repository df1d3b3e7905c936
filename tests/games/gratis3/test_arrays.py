"""Tests of Gratis-3 in arrays: the fields of observations, and the numbers of actions."""

from __future__ import annotations

import pytest

import aicore
from aicore.games.gratis3.rules.board import KINDS
from aicore.games.gratis3.rules.fields import ATTACKS, ENDS, PHASES
from games.gratis3.positions import COOLING, attacking, position
from kit.fields import decoded, some
from kit.positions import walk

CARDS = aicore.info("gratis3").data["cards"]["ids"]
SYSTEMS = aicore.info("gratis3").data["systems"]["ids"]


def read(game, seat: int, observation: bytes) -> dict:
    """Return a seat's dict decoded from its observation."""
    seen = decoded(game, observation)
    seats = [*range(seat, game.seats), *range(seat)]  # in the viewer's order
    order = [seats.index(other) for other in range(game.seats)]
    who = [None, *seats]
    board = game.board
    names = board.names

    def by_seat(name, how=lambda value: value):
        return [how(seen[name][place]) for place in order]

    def shown(cards):
        return [(None, *CARDS)[card] for card in cards]

    def can_be(place):
        return [some(marks, CARDS) for marks in seen["evasion can be"][place]]

    def evasion(place, queue):
        lying = shown(seen["own evasion"]) if place == 0 else [None] * 2
        return [*lying, None, None][: len(queue)]

    def hand(place):
        if place == 0:
            return some(seen["own hand"], CARDS)
        cards = some(seen["hand and evasion"][place], CARDS)
        lying = sum(map(bool, can_be(place)))
        return [None] * (len(cards) - lying) if lying else cards

    queues = by_seat("queue", lambda cards: [card for card in shown(cards) if card])
    ravs = []
    for i, name in enumerate(names):
        for other in range(game.seats):
            for kind, field in zip(KINDS, ("Fighters", "Bombers"), strict=True):
                if seen[field][order[other]][i]:
                    ravs.append([name, other, kind, (None, *board.near[name])[seen["tails"][i]]])
    target = who[seen["target"]]
    if seen["target RAV"]:
        target = names[seen["target RAV"] - 1]
    return {
        "phase": PHASES[seen["phase"]],
        "seat": who[seen["seat on turn"]],
        "actor": who[seen["seat to decide"]],
        "turns": game.seats * game.options["max_turns"] - seen["turns left"],
        "stockpile": seen["stockpile"],
        "locations": by_seat("Location"),
        "systems": by_seat("systems", lambda marks: [mark == 1 for mark in marks]),
        "system_black": by_seat("black systems", lambda marks: [mark == 1 for mark in marks]),
        "shields": by_seat("shields"),
        "shield_black": by_seat("black shields"),
        "supply": by_seat("supply"),
        "trophies": by_seat("trophies", lambda two: {"colored": two[0], "black": two[1]}),
        "rav_supply": by_seat("RAVs in supply", lambda two: dict(zip(KINDS, two, strict=True))),
        "queue": queues,
        "hand": [hand(place) for place in order],
        "evasion": [evasion(place, cards) for place, cards in zip(order, queues, strict=True)],
        "ravs": ravs,
        "pending": {
            "launched": (None, *KINDS)[seen["launched"]],
            "weapon": ATTACKS[seen["weapon"]],
            "target": target,
            "dice": seen["dice"],
            "hits": seen["hits"],
            "again": seen["dice again"],
            "choice": some(seen["choice"], SYSTEMS),
            "done": some(seen["done RAVs"], names),
            "attacked_ravs": some(seen["attacked RAVs"], names),
            "attacked_carriers": sorted(some(seen["attacked Carriers"], seats)),
            "override_ravs": seen["override ravs"] == 1,
            "last_arrival": who[seen["last arrival"]],
            "last_turn": seen["last turn"] == 1,
            "can_be": [
                [*can_be(place), [], []][: len(cards)]
                for place, cards in zip(order, queues, strict=True)
            ],
            "end": ENDS[seen["end"]],
        },
    }


GAMES = [
    (2, {}),
    (3, {"locations": 4, "black_chips": 60}),
    (4, {"locations": 12, "destroyed_ravs": "removed", "max_turns": 20}),
]


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=lambda value: str(value))
def test_observations_hold_all_that_a_seat_knows(seats, options):
    game = aicore.load("gratis3", seats=seats, **options)
    for seed in range(2):
        for ply, state in enumerate(walk(game, seed, policy=0.5 * (seed == 1))):
            if ply % 13 == 0 or state.turn == aicore.END:
                for seat in range(seats):
                    seen = read(game, seat, state.observation(seat))
                    assert seen == state.to_dict(seat)
    removed = decoded(game, state.observation(0))["destroyed RAVs removed"]
    assert removed == (game.options["destroyed_ravs"] == "removed")


def crowded(path) -> str:
    """Write a board file with 64 Spaces in four rows, and up to eight lines from each."""
    rows, columns = (2, 1, -1, -2), [1 + i / 2 for i in range(16)]
    lines = [
        f"{'ABCD'[r]}{c} {'ABCD'[r + down]}{c + right}"
        for r in range(4)
        for c in range(16)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if r + down < 4 and 0 <= c + right < 16
    ]
    spaces = [
        f"{letter}{c} = [{column}, {row}]"
        for letter, row in zip("ABCD", rows, strict=True)
        for c, column in enumerate(columns)
    ]
    green = [f'{i} = ["B{2 * i - 2}", "C{2 * i - 2}"]' for i in range(1, 9)] + ['9 = ["B15"]']
    tables = [
        f"[map]\nlocations = 9\nlines = {lines}",
        "[map.spaces]",
        *spaces,
        "[map.green]",
        *green,
    ]
    path.write_text("\n".join(tables).replace("'", '"'))
    return str(path)


def test_every_number_decodes_to_its_action_on_any_board(tmp_path):
    board = crowded(tmp_path / "board.toml")
    for options in ({"seats": 3}, {"seats": 2, "data": board}):
        for state in walk(aicore.load("gratis3", **options), 5, policy=0.5):
            assert read(state.game, 1, state.observation(1)) == state.to_dict(1)
            for action in state.legal_actions() if state.turn >= 0 else ():
                assert state.decode(state.encode(action)) == action


def test_seats_are_counted_from_the_movers_place():
    played = [*COOLING, "short-range"]
    first = position(2, 2, 2, phase="fire", queues={0: played})
    last = position(2, 2, 2, phase="fire", queues={2: played}, seat=2)
    assert first.encode("fire 1") == last.encode("fire 0")
    assert first.encode("fire 2") == last.encode("fire 1") != first.encode("fire 1")


def test_attackers_are_counted_from_where_their_target_is():
    # S1 is beside Locations 1 and 2: the notation uses the lower one, the number its own.
    ravs = [("S1", 0, "fighter", None), ("U2", 0, "bomber", None)]
    state = attacking(ravs, 1, 2)
    words = {text: state.encode(text) for text in state.legal()}
    assert len(set(words.values())) == len(words) == 4
    for text, tokens in words.items():
        assert state.game.text(state.decode(tokens)) == text
