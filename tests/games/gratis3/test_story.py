"""Tests of Gratis-3 in words: a sentence for every event, with the figures of its positions."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.game import State
from aicore.core.picture import Scene, to_svg
from aicore.core.story import NUMBERS, Ending, Names, SeenEvent, ending, seen_event
from aicore.games.gratis3.words import story
from aicore.games.gratis3.words.phrases import titled
from games.conftest import Say
from games.gratis3.positions import DATA, attacking, guns_position, play, position
from kit import playthroughs
from kit.positions import hear

NAMES = ("mcts", "greedy", "flat", "random")
FORMS = [form.pattern for form in aicore.load("gratis3").grammar]
KINDS = {re.split("[ :](?![a-z])", form)[0] for form in FORMS} - {"override nothing"}
GAINS = re.compile(r"\((\d+) points?(?: for (\w+))?, (\d+) in all\)")
TABLES = [  # seats, options, listener
    (2, {}, 0),
    (2, {"black_chips": 12}, 1),
    (3, {"max_turns": 9, "destroyed_ravs": "removed"}, 2),
    (3, {"locations": 4}, None),
    (4, {"locations": 3}, 1),
    (4, {}, 3),
]


def kind_of(event: str) -> str:
    """Return the event without the objects that it names."""
    words = event.split()
    return " ".join(words[: 2 if words[0] in ("override", "return") else 1])


def move(state: State, rng: aicore.Rng) -> str:
    """Return the captain's choice or a random one, often `override`."""
    game = state.game
    if rng.next() % 2 and "play override" in state.legal():
        return "play override"
    even = state.to_dict()["phase"] in ("override", "repair") or rng.next() % 3 == 0
    return game.text(state.sample(rng) if even else state.policy(rng))


@cache
def whole_game(number: int) -> tuple[aicore.Game, list[SeenEvent], Ending, Names]:
    """Return a game between half-random players, as a player or a spectator learns of it."""
    seats, options, seat = TABLES[number]
    game = aicore.load("gratis3", seats=seats, **options)  # type: ignore[arg-type]
    state, chance, rng = game.start(), aicore.Chance(number), aicore.Rng(number)
    events = []
    while state.turn != aicore.END:
        before, actor = state.clone(), state.turn
        if actor >= 0:
            event = move(state, rng)
            state.apply(event)
            events.append(seen_event(before, actor, event, state, seat))
        else:
            event = game.text(chance.step(state))
            events.append(seen_event(before, "chance", event, state, seat))
    return game, events, ending(state, seat), Names(NAMES[:seats], seat)


def sentence(state: State, event: str, you: int | None = 0) -> str:
    """Return the sentence for an event in a position."""
    actor = state.turn if state.turn >= 0 else "chance"
    after = play(state.clone(), event)
    names = Names(NAMES[: state.game.seats], you)
    return story.tell(state.game, seen_event(state, actor, event, after, you), names)


def sentences(state: State, *events: str, you: int | None = 0) -> list[str]:
    """Return the sentences for several events."""
    seen = [hear(state, event, you) for event in events]
    return story.tell_all(state.game, seen, Names(NAMES[: state.game.seats], you))


def gains_in(text: str, names: Names) -> tuple[int, list[int]]:
    """Return the sum of points in a text, and the totals it names."""
    found = GAINS.findall(text)
    assert all(not name or name in names for _, name, _ in found), text
    return sum(int(gain) for gain, _, _ in found), [int(total) for _, _, total in found]


def scores(fields: dict[str, Any]) -> list[int]:
    return [2 * won["colored"] + won["black"] for won in fields["trophies"]]


def check_plain(text: str) -> None:
    assert text.endswith("."), text
    assert not re.search(r"None|[?{}\[\]_]|  | [,.;:)]|\.\.|-(roll|moves|attacks|done)", text), text
    assert not re.search(r"(^|\. )you\b", text), text


def test_every_kind_of_event_occurs_in_the_games() -> None:
    found = {kind_of(each.text) for number in range(len(TABLES)) for each in whole_game(number)[1]}
    assert found == KINDS


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_event_is_shown_with_all_it_names(number: int) -> None:
    game, events, _, names = whole_game(number)
    cards = {*DATA["cards"]["ids"]}
    for each in events:
        text = story.tell(game, each, names)
        check_plain(text)
        if each.actor != "chance":
            name = names[int(each.actor)]
            if each.words[0] == "return":
                assert f"to {names.whose(int(each.actor))} hand." in text, text
            else:
                assert text.startswith("You " if name == "you" else f"{name} "), text
        for word in re.split("[ ,]", each.text)[1:]:
            if word in game.board.names:  # type: ignore[attr-defined]
                assert re.search(rf"\b{word}\b", text), (each.text, text)
            if word in cards:
                assert titled(word) in text, (each.text, text)
        if each.words[0] == "roll":
            dice = int(each.words[1][:-1])
            assert f"{NUMBERS[dice].capitalize()} di" in text, text
        if each.words[0] == "evade" and "?" in each.words:
            assert "a hidden card" in text
            assert not any(card in text.split(". ")[0] for card in cards)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_figures_agree_with_the_positions(number: int) -> None:
    game, events, _, names = whole_game(number)
    for each in events:
        text = story.tell(game, each, names)
        before, after = each.before, each.after
        old, new = scores(before), scores(after)
        gained, totals = gains_in(text, names)
        assert gained == sum(new) - sum(old), text
        assert {b for a, b in zip(old, new, strict=True) if b > a} == {*totals}, text
        for seat in range(game.seats):
            if after["locations"][seat] != before["locations"][seat]:
                assert f"Location {after['locations'][seat]}" in text, text
            fallen = before["shields"][seat] - after["shields"][seat]
            if fallen > 0:
                left = after["shields"][seat] or "none"
                lost = f"{NUMBERS[fallen]} shield{'s' * (fallen > 1)} ({left} left)"
                assert re.search(rf"{names[seat]}.* loses? {re.escape(lost)}", text, re.I), text
            for system, was, runs in zip(
                SYSTEMS, before["systems"][seat], after["systems"][seat], strict=True
            ):
                if was != runs:
                    assert f"{system} system" in text, text
            mine = {rav[0] for rav in before["ravs"] if rav[1] == seat}
            if seat != before["seat"]:
                for space in mine - {rav[0] for rav in after["ravs"]}:
                    assert re.search(rf"destroys? .*\b{space}\b", text), text


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_paragraphs_lose_nothing_important(number: int) -> None:
    game, events, last, names = whole_game(number)
    paragraphs = story.tell_all(game, events, names)
    whole = " ".join(paragraphs)
    for text in paragraphs:
        check_plain(text)
    assert gains_in(whole, names)[0] == sum(scores(last.position))
    assert paragraphs[0].startswith(
        "Everybody starts with three cards that cool down, and one comes back each turn: "
    )
    turns = [each for each in paragraphs[1:] if not each.startswith("Only ")]
    ended = last.position["turns"]
    assert ended <= len(turns) <= ended + 1  # a turn may be cut off by the last chip
    played = [titled(each.words[1]) for each in events if each.words[0] == "play"]
    cards = "|".join(map(titled, DATA["cards"]["ids"]))
    assert [card for text in turns for card in re.findall(rf"\bplays? ({cards})", text)] == played
    fights = sum(each.words[0] == "attack" for each in events)
    assert len(re.findall(r"\battacks? \S+ (?:Carrier|Fighter|Bomber)", whole)) == fights
    rolls = sum(each.words[0] == "roll" for each in events)
    assert len(re.findall(r"\b(?:die|dice) (?:hit|miss)", whole)) == rolls
    assert "that hit will be rolled" not in whole
    assert "no more" not in whole


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_paragraphs_may_begin_and_end_in_the_middle_of_a_turn(number: int) -> None:
    game, events, last, names = whole_game(number)
    total, start = 0, 0
    for place, each in enumerate(events, 1):
        if each.after["actor"] == (names.you or 0) or place == len(events):
            part = story.tell_all(game, events[start:place], names)
            assert part
            for text in part:
                check_plain(text)
            total += gains_in(" ".join(part), names)[0]
            start = place
    assert total == sum(scores(last.position))
    assert story.tell_all(game, [], names) == []


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_end_names_every_seat_with_its_points(number: int) -> None:
    game, _, last, names = whole_game(number)
    text = story.end(game, last, names)
    check_plain(text)
    for seat, points in enumerate(scores(last.position)):
        assert re.search(rf"\b{names[seat]}\b", text, re.I), text
        assert re.search(rf"\b{NUMBERS[points] if points < 11 else points}\b|\b{points}\b", text)
    assert not re.search(r"\b(planet|chips|turns)\)", text)


def test_a_turn_as_a_paragraph(say: Say) -> None:
    ravs = [("U2", 0, "bomber", None), ("U4", 1, "fighter", None)]
    state = position(2, 3, ravs=ravs, down={0: "weapons"}, phase="repair")
    (paragraph,) = sentences(
        state,
        "repair weapons",
        "play move-launch",
        "launch fighter S2",
        "launched",
        "rav S2 to U3 tail U2",
        "rav U2 to S3 tail U3",
        "attack U4 with S3",
        "roll 3: 0,1",
        "attack 1 with U3",
    )
    parts = (
        "weapons", "Move & launch", "Location 3", "Fighter onto S2", "S2 to U3", "U2 to S3",
        "greedy's Fighter on U4 with the Bomber on S3", "three dice hit twice", "1 point for you",
        "greedy's Carrier with the Fighter on U3", "one die",
    )  # fmt: skip
    assert re.search(".*".join(parts), say(paragraph))  # in this order
    evaded = say(sentences(state, "evade missile", you=1)[0])
    assert re.search("You evade.*Missile.*no dice", evaded)


MISSILES = {0: ["missile", "missile", "short-range"]}
ALL = "nav ravs defense weapons"
SYSTEMS = ("engine", "hangar", "defense", "weapons")  # named so in RULES.md
BOTH = [("U3", 0, "bomber", None), ("S3", 0, "fighter", None)]
BACK = " Missile returns to your hand."
SENTENCES = [
    (position(3, 4, down={0: "weapons"}), "play missile",
     f"You play Missile to no effect (the weapons system is Down).{BACK}"),
    (position(3, 3), "play missile",
     f"You play Missile to no effect (no Carrier is in range).{BACK}"),
    (position(3, 3), "play short-range",
     "You play Short range and fire at greedy's Carrier, five dice."),
    (position(3, 4, 4), "play short-range", "You play Short range."),
    (position(3, 4, down={1: ALL}, shields=(2, 0)), "play short-range",
     f"You play Short range to no effect (nothing is left to hit).{BACK}"),
    (position(3, 4, down={0: "nav"}, phase="repair"), "no-repair",
     "You leave the engine system Down (no target for enemies)."),
    (position(3, 4, down={0: "defense weapons"}, phase="repair"), "no-repair",
     "You leave the defense system and the weapons system Down (no target for enemies)."),
    (position(3, 4), "play override",
     "You play Override to no effect (no system is Down)."),
    (position(9, 4, down={0: "nav"}), "play override",
     "You play Override and bring the engine system Online."),
    (position(9, 4, down={0: "nav"}, spent=(12, 0), shields=(0, 2)), "play override",
     "You play Override and bring the engine system Online with a black chip."),
    (position(0, 4, queues=MISSILES), "play launch-move",
     "You play Launch & move, launch nothing (not at the Gate) and move to Location 1."
     f"{BACK}"),
    (position(0, 4, down={0: "nav"}), "play move-launch",
     "You play Move & launch, stay at the Gate (the engine system is Down) and launch nothing "
     f"(not at the Gate).{BACK}"),
    (position(8, 9, down={0: "ravs"}), "play move-launch",
     "You play Move & launch, reach the planet at Location 9 (1 point, 1 in all) and launch "
     f"nothing (the hangar system is Down).{BACK} All Carriers are at the planet: the game ends "
     "after your next turn. greedy draws a black chip at the planet (1 point, 3 in all)."),
    (position(8, 8, stockpile=1), "play move-launch",
     "You play Move & launch and reach the planet at Location 9 (1 point, 1 in all). That was the "
     "last black chip."),
    (play(position(3, 4, shields=(4, 2), down={0: "nav"}), "play shields-guns"), "shields",
     "You raise no shield (4 is the maximum) and stay on Location 3 (the engine system is Down)."
     f"{BACK}"),
    (play(position(3, 4), "play shields-guns"), "guns",
     f"You fire no guns (no enemy craft is near).{BACK}"),
    (play(position(3, 4, down={0: ALL}), "play override"), "override fire 1",
     "You override the weapons system and fire at greedy's Carrier, three dice."),
    (play(position(3, 5, 5), "play missile", "emp 1"), "evade override",
     "greedy evades with a hidden card (two dice left) and loses two shields (none left); flat "
     "loses two shields (none left)."),
    (play(position(3, 5, 5, down={1: ALL}), "play missile", "emp 1"), "evade override",
     "greedy evades with a hidden card and loses two shields (none left); flat loses two shields "
     f"(none left).{BACK}"),
    (attacking([("U4", 0, "fighter", None)], 3, 4), "attack 1 with U4",
     "You attack greedy's Carrier with the Fighter on U4, one die."),
    (play(attacking([("U4", 0, "fighter", None)], 3, 4), "attack 1 with U4"), "evade override",
     f"greedy evades with a hidden card (no dice are left).{BACK}"),
    (play(position(3, 5), "play missile", "emp 1", "no-evade", "roll 4: 1,2"), "systems 5,6",
     "The damage dice show two blanks: no damage."),
    (play(position(3, 5, down={1: "nav"}), "play missile", "emp 1", "no-evade", "roll 4: 1,2"),
     "systems 1,6", "The damage dice show engine (Down already) and one blank: no damage."),
    (play(position(3, 4, shields=(2, 1)), "play short-range", "no-evade"), "roll 3: 2,0",
     "Three dice hit twice: greedy loses one shield (none left); one hit is left and does no "
     f"damage alone.{BACK}"),
    (play(position(3, 4, shields=(2, 0)), "play short-range", "no-evade"), "roll 3: 1,0",
     f"Three dice hit once, and one hit alone does no damage.{BACK}"),
    (play(position(3, 5), "play missile", "emp 1", "no-evade", "roll 4: 1,2", "systems 1,3"),
     "knock nav", "You knock out greedy's engine system (2 points, 2 in all)."),
    (guns_position("3,0"), "hit D3", "You destroy flat's Fighter on D3 (1 point, 1 in all)."),
    (guns_position("3,0"), "hits-done", "You spend no more hits."),
    (attacking(BOTH, 2, 3), "attack 1 with U3,S3",
     "You attack greedy's Carrier with the Bomber on U3 and the Fighter on S3, four dice."),
    (attacking(BOTH, 2, 3), "attacks-done", f"You make no more attacks.{BACK}"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "event", "expected"), SENTENCES)
def test_sentences_of_positions(state: State, event: str, expected: str) -> None:
    assert sentence(state, event) == expected


def test_a_nuke_that_is_rolled_again() -> None:
    rolls = ["roll 6: 2,2", "systems 1,1", "systems 2,2", "roll 4: 0,1", "systems 6,5"]
    state = play(position(3, 5, 5), "play missile")
    assert sentences(state, "nuke 1", "no-evade", *rolls, "roll 1: 0,0") == [
        "You send a nuke at greedy's Carrier. greedy does not evade; six dice hit six times: "
        "greedy loses two shields (none left). The damage dice knock out greedy's engine "
        "and hangar systems (4 points for you, 4 in all). Rolled again, four dice hit twice. "
        f"The damage dice show two blanks: no damage. Rolled again, one die misses.{BACK}"
    ]


def test_an_attack_after_a_nuke_is_not_rolled_again() -> None:
    ravs = [("P1", 0, "fighter", None), ("P3", 1, "fighter", None)]
    state = position(3, 4, shields=(4, 0), down={1: "nav ravs defense"}, ravs=ravs)
    play(state, "play missile")
    nuke = ["nuke 1", "no-evade", "roll 6: 2,0", "systems 4,4"]  # it destroys the last system
    events = (*nuke, "rav P1 to P2 tail P1", "attack P3 with P2")
    (text,) = sentences(state.clone(), *events)
    assert text.endswith(" with the Fighter on P2, one die.")  # its roll comes next
    (text,) = sentences(state, *events, "roll 1: 1,0")
    assert "one die hits once, but it takes two hits" in text
    assert "olled again" not in text


def test_points_stand_where_they_were_won() -> None:
    state = play(position(3, 5, shields=(4, 0), down={1: "defense"}), "play missile")
    rolls = ["roll 6: 4,0", "systems 1,1", "systems 3,6", "roll 4: 0,0"]
    (text,) = sentences(state, "nuke 1", "no-evade", *rolls)
    assert (
        "The damage dice knock out greedy's engine system (2 points for you, 4 in all); the next "
        "dice show defense (Down already) and one blank: no damage."
    ) in text


def ended(reason: str, points: list[int], ships: list[int], you: int | None = 0) -> str:
    """Return the sentence for an end with these points; `ships` are the shields of each seat."""
    seats = len(points)
    game = aicore.load("gratis3", seats=seats)
    worth = [(each, ship) for each, ship in zip(points, ships, strict=True)]
    winners = worth.count(max(worth))
    fields = position(*[9] * seats).to_dict() | {
        "seat": seats - 1,
        "turns": 19 * seats + 1,
        "trophies": [{"colored": each // 2, "black": each % 2} for each in points],
        "systems": [[False] * 4 for _ in points],
        "shields": ships,
    }
    returns = [1 / winners if each == max(worth) else 0.0 for each in worth]
    return story.end(game, Ending(reason, fields, points, returns), Names(NAMES[:seats], you))


@pytest.mark.parametrize("seed", ["4".zfill(32), "5".zfill(32)])
def test_the_picture_and_the_story_name_the_last_turn(seed: str) -> None:
    """One game ends after the last seat's turn, the other after another seat's."""
    game = aicore.load("gratis3")
    match = Match(game, [aicore.player("greedy", game)] * 2, seed)
    while not match.over:
        match.step()
    told = story.end(game, ending(match.state, None), Names(NAMES[:2]))
    number = re.search(r"in turn (\d+)", told)
    assert number is not None
    shown = re.search(r"Turn (\d+)", to_svg(Scene(match.state, NAMES[:2])))
    assert shown is not None
    assert shown[1] == number[1]


def test_the_golden_playthroughs_are_shown() -> None:
    for game in playthroughs.files("gratis3").values():
        state, chance, rng = game.start(), aicore.Chance(1), aicore.Rng(1)
        events = []
        while state.turn != aicore.END:
            event = game.text(playthroughs.next_event(state, chance, rng))
            events.append(hear(state, event, None))
        names = Names(NAMES[: game.seats])
        paragraphs = story.tell_all(game, events, names)
        for text in (*paragraphs, *(story.tell(game, each, names) for each in events)):
            check_plain(text)
        assert gains_in(" ".join(paragraphs), names)[0] == sum(state.scores())
        check_plain(story.end(game, ending(state, None), names))


ENDS: list[tuple[str, list[int], list[int], int | None, str]] = [  # reason, points, ships, you
    (
        "planet",
        [9, 4],
        [2, 2],
        0,
        r"planet.* turn 20\..*You win.*nine.*4 colored.*1 black.*greedy.*4",
    ),
    ("chips", [9, 14, 3], [2, 2, 2], 2, r"You.*last black chip.*greedy wins.*14.*mcts.*9.*you.*3"),
    ("turns", [5, 12], [0, 0], None, r"60 turns.*greedy wins.*12.*6 colored.*0 black.*mcts.*5"),
    ("turns", [12, 12, 5], [1, 3, 4], 1, r"You and mcts.*12.*you win.*ship.*3 to 1.*flat.*5"),
    (
        "planet",
        [12, 12, 12],
        [1, 3, 3],
        0,
        r"You, greedy and flat.*12.*greedy and flat share.*3 to 1",
    ),
    ("planet", [6, 6], [2, 2], 0, r"You and greedy share.*six"),
]


def test_an_end_names_its_cause_the_winner_and_all_points(say: Say) -> None:
    for reason, points, ships, you, meaning in ENDS:
        assert re.search(meaning, say(ended(reason, points, ships, you=you)))


def test_the_aim_names_the_figures_of_the_game() -> None:
    text = " ".join(story.aim(aicore.load("gratis3", locations=7, black_chips=33, max_turns=44)))
    assert "Location 7" in text
    assert "33 black chips" in text
    assert "44 turns each" in text
    assert "Only 4 of your 9 cards move you" in text
    assert len(story.aim(aicore.load("gratis3"))) == 4


def test_the_glossary_knows_every_word() -> None:
    game = aicore.load("gratis3")
    words = story.glossary(game)
    for form in set(FORMS) - {"override nothing"}:
        typed = [word for word in re.split("[ :,]", form) if word and not word.isupper()]
        for word in typed:
            assert word in words, word
    for ids in (DATA["cards"]["ids"], DATA["systems"]["ids"], ["fighter", "bomber", "carrier"]):
        assert {*ids} <= {*words}
    assert {name.lower() for name in game.board.names} <= {*words}  # type: ignore[attr-defined]
    games = [whole_game(number)[1] for number in range(len(TABLES))]
    phases = {each.before["phase"] for events in games for each in events}
    assert phases <= {*words}
    for word, text in words.items():
        assert word == word.lower()
        assert text.endswith("."), word
        assert "None" not in text
    assert (
        "out of the game"
        in story.glossary(aicore.load("gratis3", destroyed_ravs="removed"))["fighter"]
    )


def test_a_board_of_the_users_own_is_shown(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```$", aicore.info("gratis3").law, re.DOTALL | re.M)
    file = tmp_path / "board.toml"
    file.write_text(text)
    game = aicore.load("gratis3", data=str(file))
    assert story.glossary(game)["x"] == "A Space beside no Location. Lines lead to A1 and B3."
    assert "Location 3" in story.aim(game)[2]
    state, chance, rng = game.start(), aicore.Chance(1), aicore.Rng(1)
    events = []
    while state.turn != aicore.END:
        before, actor = state.clone(), state.turn
        event = game.text(state.policy(rng) if actor >= 0 else chance.step(state))
        if actor >= 0:
            state.apply(event)
        events.append(seen_event(before, actor if actor >= 0 else "chance", event, state, 0))
    for paragraph in story.tell_all(game, events, Names(NAMES[:2], 0)):
        check_plain(paragraph)


def test_examples_in_the_rules_are_moves() -> None:
    game = aicore.load("gratis3")
    rules = (aicore.info("gratis3").folder / "RULES.md").read_text(encoding="utf-8")
    firsts = {form.split()[0] for form in FORMS}
    examples = [each for each in re.findall("`([^`]+)`", rules) if each.split()[0] in firsts]
    for example in examples:
        assert game.text(game.parse(example)) == example
    chance = {"queue", "roll", "systems"}
    assert {kind_of(example) for example in examples} == KINDS - chance
    options = game.options
    for figure in (options["black_chips"], options["max_turns"], options["locations"]):
        assert str(figure) in rules
