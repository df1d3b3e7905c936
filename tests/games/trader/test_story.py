"""Tests of Free Trader in words: a sentence for every event, with its positions' figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import aicore
from aicore.core.picture import Scene, drawn
from aicore.core.story import Ending, Names, SeenEvent, ending, seen_event
from aicore.games.trader.words import story
from aicore.games.trader.words.labels import fight
from aicore.games.trader.words.vocabulary import titled
from aicore.games.trader.words.wording import Words
from games.conftest import Say
from games.trader.table import EVENTS, GAME, MODULES, PLANETS, combat, drawing, month_ends, position
from kit import playthroughs
from kit.effort import effort
from kit.positions import hear, steps

Fields = dict[str, Any]

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"payment": "turn_end"},
    {"reshuffle": "all"},
    {"payment": "turn_end", "reshuffle": "all"},
)
DATA = GAME.info.data
CARDS = {row[0]: row for row in DATA["cards"]["events"]}
WORLD = {planet["name"]: planet for planet in DATA["cards"]["planets"]}
GOODS = DATA["goods"]["ids"]
YOU, MCTS = Names(["mcts"], 0), Names(["mcts"])
CODES = re.compile(r"None|[?{}\[\]_]|\be\d\d\b|  |\.\.|\d,-?\d")
MAX_V = DATA["vectorium"]["most"]
VERBS = {form.parts[0] for form in GAME.grammar}
ALONE = {"earth": (0, 0)}


def played(state: aicore.State, *events: str) -> list[SeenEvent]:
    return [hear(state, event, 0) for event in events]


def walk(seed: int, mixed: bool, **options: str) -> tuple[list[SeenEvent], aicore.State]:
    """Return the events and the end of a game by policy, mixed with random actions on request."""
    game = aicore.load("trader", **options)
    state, chance, rng = game.start(), aicore.Chance(seed), aicore.Rng(seed)
    found = []
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            event = chance.draw(state)
            chance.pass_over(state)
        else:
            event = state.sample(rng) if mixed and rng.below(4) == 0 else state.policy(rng)
        found.append(hear(state, game.text(event), 0))
    return found, state


@cache
def games() -> tuple[tuple[list[SeenEvent], aicore.State], ...]:
    found = [walk(seed, seed % 3 > 0, **OPTIONS[seed % 4]) for seed in range(effort(24, 60))]
    game = GAME
    state = game.start()
    seed = playthroughs.SEEDS["trader"]
    chance, rng, golden = aicore.Chance(seed), aicore.Rng(seed), []
    while state.turn != aicore.END:
        golden.append(hear(state, game.text(playthroughs.next_event(state, chance, rng)), 0))
    return (*found, (golden, state))


def rare() -> Iterator[SeenEvent]:
    """Yield events that are rare in play."""
    yield from played(combat(planets=ALONE), "flee", "planet forge", "place 0,1", "event e01")
    yield from played(
        drawing(
            "fine", hold={"illegals": 2, "weapons": 1}, face_up=["e08"], vectorium=0, modules={}
        ),
        "event e04",
        "sell-module cargo weapons",
    )
    bare = dict.fromkeys(MODULES, 0)
    yield from played(
        drawing("attack", modules=bare, enemy="e12", face_up=["e12"]),
        "event e07",
    )
    yield from played(
        drawing("fine", modules=bare | {"cargo": 1}, hold={"illegals": 1}, face_up=["e08"]),
        "event e10",
        "sell-module cargo",
    )
    yield from played(
        combat(hold={"illegals": 1}, phase="damage", face_up=["e12", "e05"]),
        "damage cargo illegals",
    )
    yield from played(
        drawing("arrive", planets={"bazaar": (0, 0)}, ship="bazaar", hold={"illegals": 1}),
        "event e08",
        "event e10",
    )


def every() -> Iterator[SeenEvent]:
    for found, _ in games():
        yield from found
    yield from rare()


def kind_of(event: SeenEvent) -> tuple[str, str]:
    """Return the kind of an event: its first word, and its purpose."""
    verb, before = event.words[0], event.before
    if verb in ("event", "planet", "place"):
        return verb, before["drawing"] or ""
    return verb, before["phase"] if verb in ("done", "flee") else ""


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = Counter()
    for each in every():
        kinds[kind_of(each)] += 1
        for names, name in ((YOU, "you"), (MCTS, "mcts")):
            text = story.tell(GAME, each, names)
            assert text.endswith("."), each.text
            assert not CODES.search(text), text
            if each.actor == 0:
                assert name in text.lower()
    assert set(kinds) == {
        *(("event", purpose) for purpose in ("buy", "arrive", "fine", "attack")),
        *(("event", purpose) for purpose in ("counterattack", "jump")),
        *((verb, purpose) for verb in ("planet", "place") for purpose in ("", "jump")),
        *(("done", phase) for phase in ("buy", "sell", "upgrade")),
        *(("flee", phase) for phase in ("jump", "combat")),
        *((verb, "") for verb in ("buy", "sell", "jump", "sell-module", "damage", "upgrade")),
        ("counterattack", ""),
    }


def test_sentences_name_the_objects_of_events() -> None:
    for each in every():
        verb, *rest = each.words
        text = story.tell(GAME, each, YOU)
        if verb == "planet":
            assert titled(rest[0]) in text
        elif verb in ("buy", "sell", "upgrade"):
            assert rest[0] in text
        elif verb == "place":
            assert re.search("(north|south|east|west) of the ship", text)
        elif rest and verb in ("jump", "flee"):
            named = [name for name, x, y in each.before["planets"] if f"{x},{y}" == rest[0]]
            assert all(titled(name) in text for name in named)
        elif verb in ("damage", "sell-module"):
            assert rest[-1] in text or "hold" in text
            assert ("empty hold" in text) == (rest == ["cargo"])
        elif verb == "event" and each.before["drawing"] == "arrive" and not each.after["end"]:
            assert CARDS[rest[0]][1] in text


def left(text: str) -> int:
    """Return the vectorium that a sentence says is left."""
    return int(re.findall(r"(\d+) V (?:left|now)", text)[-1])


def test_vectorium_agrees_with_the_positions() -> None:
    named = Counter()
    for each in every():
        verb, before, after = each.words[0], each.before, each.after
        text = story.tell(GAME, each, YOU)
        if verb in ("buy", "sell", "jump", "flee", "upgrade"):
            named[verb] += 1
            assert left(text) == after["vectorium"], text
        change = abs(after["vectorium"] - before["vectorium"])
        if verb in ("buy", "sell", "jump", "flee"):
            assert f"for {change} V" in text
        if verb == "upgrade" and before["paid"] == after["paid"]:
            assert f"for {change} V" in text
            assert f"{each.words[1]} {after['modules'][each.words[1]]}" in text
    assert set(named) == {"buy", "sell", "jump", "flee", "upgrade"}


def test_the_note_beside_a_sale_names_its_proceeds() -> None:
    limited = 0
    for each in every():
        if each.words[0] == "sell":
            change = each.after["vectorium"] - each.before["vectorium"]
            offer = story.note(GAME, each.before, each.text)
            assert offer.split()[:2] == [str(change), "V"]
            limited += "the limit" in offer
    assert limited


def test_payments_are_shown_when_they_are_made_or_due() -> None:
    ordinals = ("first", "second", "third", "fourth")
    payments = DATA["vectorium"]["payments"]
    seen = set()
    for each in every():
        before, after = each.before, each.after
        text = story.tell(GAME, each, YOU)
        made = after["paid"] - before["paid"]
        assert made in (0, 1)
        found = re.findall(r"make the (\w+) payment, (\d+) V: (\d+) V left", text)
        assert len(found) == made
        if made:
            number = before["paid"]
            assert found[0][:2] == (ordinals[number], str(payments[number]))
            seen.add(number)
            if each.words[0] == "done":
                assert int(found[0][2]) == after["vectorium"]
        if after["end"] == "payment":
            assert f"{payments[after['paid']]} V are due, and you have {after['vectorium']}" in text
        if after["due"] and not before["due"]:
            assert "are due when this turn ends" in text
        ended = after["month"] > before["month"] or (
            each.words[0] == "event" and after["end"] in ("paid", "payment")
        )
        assert ended == (f"Month {before['month']} ends" in text), text
    assert seen == {0, 1, 2, 3}


def test_fights_are_shown_with_the_sums_that_decide_them() -> None:
    seen = Counter()
    for each in every():
        before, after, purpose = each.before, each.after, each.before["drawing"]
        if purpose not in ("attack", "counterattack") or after["end"] in ("paid", "payment"):
            continue
        text = story.tell(GAME, each, YOU)
        card, foe = CARDS[each.words[1]], CARDS[before["enemy"]]
        bonus = min(3, after["month"] - 1)
        if purpose == "attack":
            twice = 2 if foe[1] == "invader" else 1
            sums = foe[2] + twice * card[5] + bonus, before["modules"]["defenses"] + card[6]
            result = "hits" if after["phase"] == "damage" else "misses"
            result = "destroyed" if after["end"] else result
            assert (sums[0] > sums[1]) == (result != "misses")
        else:
            sums = before["modules"]["weapons"] + card[5], foe[2] + card[6] + bonus
            result = "and miss" if after["enemy"] else "and destroy"
            assert (sums[0] > sums[1]) == (result == "and destroy")
        assert f"{sums[0]} against {sums[1]} (" in text
        assert result in text
        seen[purpose, result] += 1
        if got := re.search(r"leaves (\d+) V", text):
            made = sum(DATA["vectorium"]["payments"][before["paid"] : after["paid"]])
            assert int(got[1]) == after["vectorium"] - before["vectorium"] + made
        elif result == "and destroy" and foe[1] == "pirate":
            assert after["vectorium"] == DATA["vectorium"]["most"]
    assert len(seen) == 5


def test_a_sale_cut_by_the_limit_names_its_full_price() -> None:
    cut = 0
    for each in every():
        if each.words[0] != "sell" or each.after["end"]:
            continue
        made = sum(DATA["vectorium"]["payments"][each.before["paid"] : each.after["paid"]])
        got = each.after["vectorium"] - each.before["vectorium"] + made
        price = Words(GAME, YOU).price(each.before, each.words[1])
        text = story.tell(GAME, each, YOU)
        if got < price and not made:
            assert f"for {got} V instead of {price} (you can hold 20):" in text
            cut += 1
        elif got == price:
            assert f"for {got} V:" in text
    assert cut


def test_spending_what_the_next_card_demands_is_a_danger() -> None:
    """After a warning the payment cannot be made: the game ends this month."""
    warnings = 0
    for seed in range(120):
        plies = [
            seen_event(before, 0, GAME.text(event), after, 0)
            for before, event, after in steps(GAME, seed, policy=0.8)
            if before.turn == 0 or after.turn == aicore.END
        ]
        for each in plies:
            if "ends the month" not in story.danger(GAME, each):
                continue
            warnings += 1
            assert plies[-1].after["end"] == "payment"
            assert plies[-1].after["month"] == each.before["month"]
    assert warnings > 3


def test_fleeing_with_what_the_next_card_demands_is_a_danger() -> None:
    """5 V are due: fleeing with 5 leaves 4; with 6 it is no danger, nor is it with 4."""
    for vectorium, warned in ((4, False), (5, True), (6, False)):
        state = combat(vectorium=vectorium, **month_ends("e01", face_up=["e12"]))
        (fled,) = played(state, "flee 0,1")
        assert ("ends the month" in story.danger(GAME, fled)) == warned
        assert (played(state, "event e01")[0].after["end"] == "payment") == (vectorium < 6)


@pytest.mark.parametrize("month", [1, 2, 3])
@pytest.mark.parametrize("enemy", ["e06", "e07", "e12"])
def test_the_figures_of_a_fight_are_those_of_the_next_card(month: int, enemy: str) -> None:
    """The last card of a month already meets the bonus of the next one."""
    for fields in (month_ends("e01", face_up=[enemy]), {}):
        state = combat(
            enemy=enemy, vectorium=20, month=month, paid=month - 1, modules={"weapons": 4}, **fields
        )
        strength = CARDS[enemy][2] + month - (not fields)  # value, and a bonus of month - 1
        cards = state["undrawn_events"]
        good = 0
        for card in cards:
            after = state.clone()
            played(after, "counterattack", f"event {card}")
            good += after["enemy"] is None
            assert (after["enemy"] is None) == (4 + CARDS[card][5] > strength + CARDS[card][6])
        note = story.note(GAME, state, "counterattack")
        assert note == f"{good} of {len(cards)} cards destroy it"
        assert f"you hit: 4 + att > {strength} + def" in fight(state, DATA)
        shown = "\n".join(drawn(Scene(state.view(0), ("you",))).itertext())
        assert f"4 + the card's attack is more than {strength} + the card's defense" in shown


def test_the_last_vectorium_is_shown() -> None:
    """A player without V at the start of a turn, or in the market, can no longer jump."""
    warnings = 0
    for found, _ in games():
        for place, each in enumerate(found):
            lost = "that was the last v" in story.tell(GAME, each, YOU).lower()
            assert lost == ("That was the last V" in story.tell_all(GAME, [each], YOU)[-1])
            warnings += lost
            if lost:
                assert found[-1].after["end"] in ("fuel", "payment")
                assert len(found) - place < 7
    assert warnings > 5


def test_the_prices_shown_are_the_prices_paid() -> None:
    for found, _ in games()[:12]:
        for before, after in pairwise(found):
            if before.before["drawing"] == "buy" and after.words[0] == "buy":
                price = after.before["vectorium"] - after.after["vectorium"]
                assert f"{after.words[1]} {price} V" in story.tell(GAME, before, YOU)


def test_a_game_in_few_sentences_loses_nothing() -> None:
    for found, _ in games():
        lines = story.tell_all(GAME, found, MCTS)
        whole = " ".join(lines)
        assert not CODES.search(whole), CODES.search(whole)
        assert all(one.endswith(".") for one in lines)
        assert len(lines) < len(found)
        moves = Counter(each.words[0] for each in found)
        earned = sum(
            each.after["vectorium"]
            - each.before["vectorium"]
            + sum(DATA["vectorium"]["payments"][each.before["paid"] : each.after["paid"]])
            for each in found
            if each.words[0] == "sell"
        )
        sums = re.findall(r"sells [a-z0-9 ,-]*? for (\d+) V", whole)
        refunds = sum(
            DATA["modules"]["prices"][list(MODULES).index(each.words[1])] // 2
            for each in found
            if each.words[0] == "sell-module"
        )
        assert sum(map(int, sums)) == earned + refunds
        spent = sum(
            each.before["vectorium"] - each.after["vectorium"]
            for each in found
            if each.words[0] == "buy"
        )
        assert (
            sum(map(int, re.findall(r"buys (?:a load|\w+ loads) of [\w ,]*? for (\d+) V", whole)))
            == spent
        )
        assert "strikes back at" not in whole  # the sentence about the result says it
        assert whole.count(" payment, ") == found[-1].after["paid"]
        assert len(re.findall(r"jumps? to ", whole)) >= moves["jump"]
        assert len(re.findall(r"flees from|makes an emergency jump", whole)) == moves["flee"]
        assert len(re.findall(r"buys an? \w+ module", whole)) == moves["upgrade"]


def test_any_part_of_a_game_has_a_story() -> None:
    found, _ = games()[4]
    for start in range(len(found)):
        for size in (1, 2, 3, 7):
            part = found[start : start + size]
            lines = story.tell_all(GAME, part, YOU)
            assert lines, [each.text for each in part]
            assert all(one.endswith(".") for one in lines)
            assert not CODES.search(" ".join(lines))
    assert story.tell_all(GAME, [], YOU) == []


def test_a_turn_is_a_few_sentences(say: Say) -> None:
    state = position(phase="explore", planets={"earth": (0, 0)})
    events = ("planet forge", "place 0,1", "event e05", "buy industrials", "buy industrials")
    found = played(state, *events, "done", "jump 0,1", "event e10", "event e07")
    jump, attack = map(say, story.tell_all(GAME, found, YOU))
    placed = "Forge north of the ship.*two.*industrials.*2 V.*jump to Forge.*pirate of value 1"
    assert re.search(placed, jump)
    assert re.search("pirate attacks.*5 against 6.*1 and.*4; defenses 2 and.*4.*misses you", attack)
    found = played(state, "counterattack", "event e01", "sell industrials", "done")
    strike, sale = map(say, story.tell_all(GAME, found, YOU))
    assert re.search("You strike back.*6 against 3.*weapons 3.*3;.*1 and.*2.*destroy.*1 V", strike)
    assert re.search("You sell.*industrials.*6 V.*9 V", sale)


def test_an_emergency_jump_is_shown_with_its_end() -> None:
    state = combat(planets=ALONE)
    found = played(state, "flee", "planet forge", "place 0,1", "event e03")
    assert story.tell_all(GAME, found, MCTS) == [
        "mcts flees from the pirate to the unknown and places Forge north of the ship.",
        "A misjump: mcts reaches Forge, and all other planets are off the map.",
    ]


def endings() -> Iterator[Ending]:
    bare = dict.fromkeys(MODULES, 0)
    lost = drawing("attack", modules=bare, enemy="e12", face_up=["e12"])
    lost.apply("event e07")
    fined = drawing("fine", modules=bare | {"cargo": 1}, hold={"illegals": 1}, face_up=["e08"])
    played(fined, "event e10", "sell-module cargo")
    for state in (lost, fined, *(state for _, state in games())):
        yield ending(state, 0)


def test_every_end_has_a_sentence() -> None:
    seen = set()
    for each in endings():
        seen.add(each.reason)
        fields = each.position
        for names, name in ((YOU, "You "), (MCTS, "mcts ")):
            text = story.end(GAME, each, names)
            assert text.endswith(".")
            assert not CODES.search(text)
            assert name.strip() in text or name.lower().strip() in text
            assert ("win" in text) == (each.reason == "paid")
            assert f"month {fields['month']}" in text
    assert seen == {"paid", "payment", "fuel", "fine", "destroyed"}


def test_the_ends_say_why(say: Say) -> None:
    def end(state: aicore.State, event: str) -> str:
        state.apply(event)
        return say(story.end(state.game, ending(state, 0), YOU))

    bare = dict.fromkeys(MODULES, 0)
    text = end(position(phase="buy", face_up=["e05"], vectorium=0), "done")
    assert re.search("no V to jump.*stranded at Earth.*You lose in month 1.*none of the four", text)
    state = drawing("fine", modules=bare | {"cargo": 1}, hold={"illegals": 1}, face_up=["e08"])
    state.apply("event e10")
    text = end(state, "sell-module cargo")
    assert re.search("police at Earth 2 V more.*no module.*You lose in month 1.*none of the", text)
    state = drawing("attack", modules=bare, enemy="e12", face_up=["e12"], paid=2, month=3)
    text = end(state, "event e07")
    assert re.search(
        "pirate of value 3.*Earth.*You lose in month 3.*two of the four.*15 of 40", text
    )
    state = drawing("buy", paid=1, month=2, vectorium=15, **month_ends("e05"))
    state.apply("event e05")
    assert state.end is None
    state = drawing("buy", paid=1, month=2, vectorium=9, **month_ends("e05"))
    text = end(state, "event e05")
    assert state.end == "payment"
    assert re.search("second payment is 10 V.*you have 9.*You lose in month 2", text)
    state = drawing("buy", paid=3, month=4, vectorium=17, **month_ends("e05"))
    assert re.search("paid for.*you win in month 4.*four.*40 V.*2 V", end(state, "event e05"))


def test_aim_and_glossary() -> None:
    for options in OPTIONS:
        game = aicore.load("trader", **options)
        aim = story.aim(game)
        assert 3 <= len(aim) <= 4
        assert "5, 10, 10 and 15" in aim[0]
        words = story.glossary(game)
        typed = {word for form in game.grammar for word in form.parts if word.islower()}
        assert typed <= set(words)
        assert {*PLANETS, *EVENTS, *GOODS, *MODULES} <= set(words)
        assert {row[1] for row in CARDS.values()} | {"safe", "misjump"} <= set(words)
        for word, about in words.items():
            assert word == word.lower()
            assert about.endswith("."), word
            assert not re.search(r"None|[{}]|  ", about), about
        assert "x3; an emergency jump is safe" in words["e04"]
        assert str(DATA["modules"]["prices"][2]) in words["engines"]


def test_the_note_beside_a_move_names_its_cost_or_gain() -> None:
    seen: Counter[str] = Counter()
    for found, _ in games():
        for each in found:
            if each.actor != 0:
                continue
            text = story.note(GAME, each.before, each.text)
            verb, *rest = each.words
            change = each.after["vectorium"] - each.before["vectorium"]
            if each.after["paid"] > each.before["paid"] or each.after["vectorium"] == MAX_V:
                continue  # a payment, or the limit, came in between
            if verb in ("buy", "upgrade"):
                assert text == f"{-change} V"
            elif verb in ("sell", "sell-module"):
                paid = each.before["debt"] - each.after["debt"]
                assert text == f"{change + paid} V"
            elif verb in ("jump", "flee"):
                assert text.endswith(", 1 V")
                there = [n for n, x, y in each.before["planets"] if f"{x},{y}" in rest]
                assert f"{titled(there[0]) if there else 'the unknown'}, " in text
                assert ("emergency" in text) == (verb == "flee" and not each.before["enemy"])
            elif verb == "damage":
                left = each.after["modules"][rest[0]]
                assert text.startswith(f"{left} ")
                assert ("hold" in text) == (rest[0] == "cargo")
            elif verb == "place":
                assert text in story.tell(GAME, each, YOU)
            else:
                assert bool(text) == (verb in ("done", "counterattack"))
            seen[verb] += 1
    assert set(seen) >= VERBS - {"planet", "event"}


def test_examples_of_the_rules_are_of_the_notation() -> None:
    rules = (GAME.info.folder / "RULES.md").read_text(encoding="utf-8")
    texts = re.findall(r"`([a-z][^`\n]*)`", rules)
    verbs = {text.split()[0] for text in texts}
    assert VERBS - {"planet", "event"} <= verbs
    others = {
        *MODULES,
        "left",
        "too far",
        "odds",
        "hint",
        "help WORD",
        "payment=turn_end",
        "reshuffle=all",
    }
    examples = re.findall(r"`([^`]*)`", " ".join(story.glossary(GAME).values()))
    assert len(examples) > len(VERBS) - 4
    for text in {*texts, *examples} - others:
        assert GAME.text(GAME.parse(text)) == text


def test_names_and_figures_of_data_files(tmp_path: Any) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(
        '[goods]\nids = ["ore", "tea", "eggs", "secrets"]\n'
        "[vectorium]\nstart = 7\nmost = 30\npayments = [1, 2, 3, 4]\nsalvage = [1, 1, 1]\n"
    )
    game = aicore.load("trader", data=str(path))
    state = game.start()
    found = played(state, "planet forge", "place 0,1", "event e05", "buy eggs")
    assert story.tell(game, found[-1], YOU) == (
        "You buy a load of eggs for 6 V: 1 V left, two free holds."
    )
    assert "1, 2, 3 and 4" in story.aim(game)[0]
    assert {"ore", "tea", "eggs", "secrets"} <= set(story.glossary(game))


@pytest.mark.parametrize("names", [YOU, MCTS])
def test_a_story_depends_on_its_events_alone(names: Names) -> None:
    found, state = games()[0]
    copied = [SeenEvent(h.actor, h.text, copy(h.before), copy(h.after)) for h in found]
    assert story.tell_all(GAME, copied, names) == story.tell_all(GAME, found, names)
    assert story.end(GAME, ending(state, 0), names)
