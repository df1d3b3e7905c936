"""Tests of Space Ransom in words: a sentence for every event, with its positions' figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

import aicore
from aicore.core.story import Names, SeenEvent, ending
from aicore.games.ransom.rules.names import ammo_names, target_names
from aicore.games.ransom.words import story
from games.conftest import Say
from kit import playthroughs
from kit.positions import hear

DATA = aicore.info("ransom").data
FORCED = ("new", "any", "none")
GAMES = {forced: aicore.load("ransom", forced=forced) for forced in FORCED}
GAME = GAMES["new"]
VERBS = {form.parts[0] for form in GAME.grammar}
FACTIONS = dict(zip(DATA["factions"]["ids"], DATA["factions"]["names"], strict=True))
MEMBERS = dict(zip(DATA["factions"]["ids"], ("Siren", "Baron", "Pirate", "Cursed"), strict=True))
SYMBOLS = "helium lithium beryllium boron carbon nitrogen oxygen fluorine neon"  # 2 to 10
ELEMENTS = dict(zip(DATA["ammo"]["ids"], SYMBOLS.split(), strict=True))
POINTS = {
    kind: points
    for part in ("targets", "ammo")
    for kind, points in zip(DATA[part]["ids"], DATA[part]["points"], strict=True)
}
YOU, MCTS = Names(["mcts"], 0), Names(["mcts"])
CODES = re.compile(r"None|[?{}\[\]_]|  |\.\.")

Walk = tuple[aicore.Game, list[SeenEvent], aicore.State]


def called(card: str) -> str:
    """Return the name of a card: its faction's people, and its element or kind of target."""
    kind, _, faction = card.partition(".")
    return f"{MEMBERS[faction]} {ELEMENTS.get(kind, kind)}" if faction else "a merchant"


def worth(*cards: str) -> int:
    return sum(POINTS.get(card.split(".")[0], 0) for card in cards)


def played(state: aicore.State, *events: str) -> list[SeenEvent]:
    return [hear(state, event, 0) for event in events]


@cache
def games() -> tuple[Walk, ...]:
    """Return games by the policy, some with random actions, and the golden playthrough."""
    found: list[Walk] = []
    for seed in range(30):
        game = GAMES[FORCED[seed % 3]]
        state, chance, rng = game.start(), aicore.Chance(seed), aicore.Rng(seed)
        plies = []
        while state.turn != aicore.END:
            if state.turn == aicore.CHANCE:
                event = chance.draw(state)
                chance.pass_over(state)
            else:
                event = state.sample(rng) if seed % 2 and not rng.below(6) else state.policy(rng)
            plies.append(hear(state, game.text(event), 0))
        found.append((game, plies, state))
    state, chance, rng = GAME.start(), aicore.Chance(1), aicore.Rng(1)
    golden = []
    while state.turn != aicore.END:
        golden.append(hear(state, GAME.text(playthroughs.next_event(state, chance, rng)), 0))
    return (*found, (GAME, golden, state))


def every() -> Iterator[tuple[aicore.Game, SeenEvent]]:
    for game, plies, _ in games():
        for each in plies:
            yield game, each


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds: Counter[str] = Counter()
    for game, each in every():
        kinds[each.words[0]] += 1
        for names, name in ((YOU, "you"), (MCTS, "mcts")):
            text = story.tell(game, each, names)
            assert text.endswith("."), each.text
            assert not CODES.search(text), text
            if each.actor == 0 or each.words[0] == "draw":
                assert name in text.lower()
    assert set(kinds) == VERBS


def test_the_note_beside_a_move_names_its_cost_and_gain() -> None:
    seen: Counter[str] = Counter()
    for game, each in every():
        text = story.note(game, each.before, each.text) if each.actor == 0 else ""
        verb, *rest = each.words
        if verb not in ("capture", "boost"):
            merchant = verb == "merchant" and not each.before["boost"]
            assert bool(text) == (merchant or verb == "keep")
            continue
        spent = [card for card in each.before["hand"] if card not in each.after["hand"]]
        points, goal = worth(*spent), worth(rest[0])
        if verb == "boost":
            (used,) = set(each.before["held"]) - set(each.after["held"])
            expected = f"{points} + {worth(used)} for {goal}"
        else:
            three = f"three {MEMBERS[rest[0].split('.')[1]]} cards"
            expected = f"{points if points >= goal else three} for {goal}"
        assert text == expected
        seen[text.split()[0] if text.startswith("three") else verb] += 1
    assert set(seen) == {"capture", "boost", "three"}


def test_cards_are_named_by_faction_and_kind() -> None:
    for game, each in every():
        text = story.tell(game, each, YOU)
        if each.words[0] == "reveal":
            kind, faction = each.words[1].split(".")
            assert f"{kind} of the {FACTIONS[faction]} ({worth(kind)})" in text
            continue
        for word in each.words[1:]:
            if word not in ("with", "using"):
                assert all(called(card) in text for card in word.split(",")), text


def test_points_fuel_and_ammo_agree_with_the_positions() -> None:
    seen: Counter[str] = Counter()
    for game, each in every():
        verb, before, after = each.words[0], each.before, each.after
        if verb not in ("capture", "boost"):
            continue
        text = story.tell(game, each, YOU)
        target, ammo = each.words[1], each.words[3].split(",")
        more = after["fuel"] - before["fuel"]
        assert f": {worth(*after['held'])} points, {after['fuel']} fuel" in text
        assert (f"(+{more})" in text) == (more > 0)
        assert "shield up" in text
        assert f"{called(target)} ({worth(target)})" in text
        assert f"({worth(*ammo)})" in text
        faction = verb == "capture" and worth(*ammo) < worth(target)
        assert ("three of the" in text) == faction
        assert ("goes under the deck" in text) == (verb == "boost")
        seen["faction" if faction else verb] += 1
        if verb == "boost":
            held = each.words[5]
            assert called(held) in text
            assert held in after["under_deck"]
    assert set(seen) == {"capture", "boost", "faction"}


def test_the_cost_of_a_turn_is_shown_when_it_is_paid() -> None:
    seen: Counter[str] = Counter()
    for game, each in every():
        before, after = each.before, each.after
        text = story.tell(game, each, YOU)
        assert (f"Turn {after['turns']}: " in text) == (after["turns"] > before["turns"])
        paid = after["fuel"] < before["fuel"]
        free = before["shield"] and not after["shield"]
        if after["end"] == "fuel":
            seen["end"] += 1
            assert "last fuel is spent" in text
        elif paid or free:
            seen["free" if free else "paid"] += 1
            assert f"{after['fuel']} fuel left" in text
        else:
            assert "fuel left" not in text
        assert free == ("shield pays" in text)
        assert (after["phase"] == "merchant") == ("merchant may be played" in text)
        reshuffled = after["ammo_pass"] > before["ammo_pass"]
        seen["reshuffled"] += reshuffled
        assert reshuffled == ("discard pile becomes" in text)
        unlocked = after["boost"] and not before["boost"]
        assert unlocked == ("boosts are possible for" in text)
        seen["alphas"] += "three alphas" in text.lower()
        seen["empty"] += "deck is empty" in text
    assert min(seen[kind] for kind in ("end", "free", "paid", "reshuffled", "alphas", "empty")) > 0


def test_a_duty_is_shown_when_there_is_one() -> None:
    """A duty forbids discards; a duty to take the new target allows no other target."""
    seen: Counter[tuple[str, str]] = Counter()
    for game, plies, _ in games():
        forced = str(game.options["forced"])
        for each in plies:
            if each.after["phase"] != "act":
                continue
            legal = each.after.legal()
            sentence = story.tell(game, each, YOU)
            duty = not any(text.startswith("discard") for text in legal)
            assert duty == ("must be taken" in sentence), sentence
            goals = {text.split()[1] for text in legal}
            new = each.after["new"]
            if duty and new and f"{called(new)} must" in sentence:
                assert goals == {new}
                seen[forced, "new"] += 1
            elif duty:
                seen[forced, "any"] += 1
                assert f"worth {worth(*each.after['hand'])}" in sentence
    assert set(seen) == {("new", "new"), ("new", "any"), ("any", "any")}


def test_the_last_turn_is_shown_before_it_is_too_late() -> None:
    seen, asked_at = 0, set()
    for game, plies, _ in games():
        for number, each in enumerate(plies):
            text = story.tell(game, each, YOU)
            last = each.after["phase"] == "act" and each.after["fuel"] == 1
            assert last == ("this turn is the last" in text)
            assert last == ("this turn is the last" in story.tell_all(game, [each], YOU)[-1])
            asked = "the last fuel" in story.danger(game, each)
            ends = each.words[0] == "discard" and each.before["fuel"] == 1
            verbs = {action.split()[0] for action in each.before.legal()}
            assert asked == (ends and verbs != {"discard"})
            asked_at.add((asked, ends))
            if last and plies[number + 1].words[0] == "discard":
                assert plies[-1].after["end"] == "fuel"
                assert plies[-1].after["turns"] == each.after["turns"] + 1
                seen += 1
    assert seen
    assert asked_at == {(False, False), (False, True), (True, True)}


def test_a_game_in_few_sentences_loses_nothing() -> None:
    for game, plies, _ in games():
        lines = story.tell_all(game, plies, MCTS)
        whole = " ".join(lines)
        assert not CODES.search(whole)
        assert all(one.endswith(".") for one in lines)
        assert len(lines) < len(plies)
        moves = Counter(each.words[0] for each in plies)
        assert len(re.findall(r"mcts (?:captures|boosts) ", whole)) == (
            moves["capture"] + moves["boost"]
        )
        assert len(re.findall(r"mcts discards ", whole)) == moves["discard"]
        assert len(re.findall(r"mcts plays a merchant", whole)) == moves["merchant"]
        assert len(re.findall(r"mcts keeps a merchant", whole)) == moves["keep"]
        assert len(re.findall(r"\) warps in|warps in, ", whole)) == moves["reveal"]
        turns = re.findall(r"Turn (\d+)", whole)
        assert list(map(int, turns)) == list(range(1, plies[-1].after["turns"] + 1))
        scores = [
            worth(*each.after["held"]) for each in plies if each.words[0] in ("capture", "boost")
        ]
        assert list(map(int, re.findall(r": (\d+) points, ", whole))) == scores
        passes = plies[-1].after["ammo_pass"]
        assert whole.count("The discard pile becomes the ammo deck.") == passes
        assert whole.count("boosts are possible for") == plies[-1].after["boost"]
        drawn = [each.words[1] for each in plies if each.words[0] == "draw"]
        listed = re.findall(r"mcts draws ([^.]*)\.", whole)
        names = re.findall(r"a merchant|[A-Z][a-z]+ [a-z]+(?= \()", " ".join(listed))
        assert names == [called(card) for card in drawn]


def test_any_part_of_a_game_has_a_story() -> None:
    game, plies, _ = games()[3]
    for start in range(len(plies)):
        for size in (1, 2, 3, 7):
            lines = story.tell_all(game, plies[start : start + size], YOU)
            assert lines
            assert all(one.endswith(".") for one in lines)
            assert not CODES.search(" ".join(lines))
    assert story.tell_all(game, [], YOU) == []


def test_turns_in_few_sentences(say: Say) -> None:
    state = GAME.start()
    found = played(state, "draw ne.sr", "draw f.sr", "draw li.k", "reveal delta.ba")
    drawn, come, forced = map(say, story.tell_all(GAME, found, YOU))
    assert re.search(r"You.*Siren neon \(10\).*Siren fluorine \(9\).*Pirate lithium \(3\)", drawn)
    assert re.search(r"Turn 1.*3 fuel.*delta of the Barium Barons \(12\)", come)
    assert re.search(r"22.*12.*Baron delta must be taken", forced)
    found = played(state, "capture delta.ba with li.k,f.sr", "draw merchant-2", "draw he.ca")
    taken, drawn, turn = map(say, story.tell_all(GAME, found, YOU))
    assert re.search(
        r"You capture the Baron delta \(12\).*Pirate lithium.*Siren fluorine \(12\).*12 points.*"
        "3 fuel.*shield up",
        taken,
    )
    assert re.search(r"You.*a merchant.*Cursed helium \(2\)", drawn)
    assert re.search("Turn 2.*merchant", turn)
    found = played(state, "merchant", "reveal gamma.k", "boost gamma.k with ne.sr using delta.ba")
    played_by, boosted = map(say, story.tell_all(GAME, found, MCTS))
    assert re.search("mcts plays a merchant.*boost.*shield pays.*3 fuel", played_by)
    assert re.search(
        r"gamma of the Potassium Pirates \(15\).*mcts boosts.*neon \(10\).*Baron delta \(12\).*"
        "under the deck.*15 points.*3 fuel",
        boosted,
    )


def test_every_end_has_a_sentence() -> None:
    seen = set()
    for game, _, state in games():
        over = ending(state, 0)
        seen.add(over.reason)
        points = worth(*over.position["held"])
        for names, name in ((YOU, "You "), (MCTS, "mcts ")):
            text = story.end(game, over, names)
            assert text.endswith(".")
            assert not CODES.search(text)
            assert name in text
            assert f"{points} of 288 points" in text
            assert re.search(rf"\b{over.position['turns']}\b", text)
        if over.reason == "cleared":
            assert f"with {over.position['fuel']} fuel left" in text
    assert seen == {"cleared", "fuel"}


def test_the_ends_say_why() -> None:
    state = GAME.start()
    played(state, "draw ne.sr", "draw he.sr", "draw li.k", "reveal beta.ba", "discard ne.sr")
    played(state, "draw he.k", "reveal alpha.ba", "discard li.k", "draw he.ba")
    played(state, "reveal alpha.k", "discard he.ba")
    found = played(state, "draw c.ba")
    assert story.tell_all(GAME, found, YOU) == [
        "You draw Baron carbon (6).",
        "Turn 4, the last fuel is spent.",
    ]
    assert story.end(GAME, ending(state, 0), YOU) == (
        "The fuel is gone in turn 4. You hold none of the 16 targets: 0 of 288 points."
    )


@pytest.mark.parametrize("forced", FORCED)
def test_aim_and_glossary(forced: str) -> None:
    game = GAMES[forced]
    aim = story.aim(game)
    assert 3 <= len(aim) <= 4
    assert "288" in aim[0]
    words = story.glossary(game)
    typed = {word for form in game.grammar for word in form.parts if word.islower()}
    assert typed | {
        *target_names(),
        *ammo_names(),
        *POINTS,
        *FACTIONS,
    } <= set(words)
    for word, about in words.items():
        assert word == word.lower()
        assert about.endswith("."), word
        assert not CODES.search(about), about
        kind = word.split(".")[0]
        if kind in POINTS:
            assert f"worth {POINTS[kind]}" in about


def test_examples_of_words_and_rules_are_of_the_notation() -> None:
    rules = (GAME.info.folder / "RULES.md").read_text(encoding="utf-8")
    known = {*POINTS, *FACTIONS, *target_names(), *ammo_names()}
    known |= {"forced=any", "forced=none", "hint", "help WORD"}
    texts = set(re.findall(r"`([a-z][^`\n]*)`", rules)) - known
    assert {text.split()[0] for text in texts} == VERBS - {"draw", "reveal"}
    examples = set(re.findall(r"`([^`]*)`", " ".join(story.glossary(GAME).values())))
    assert examples
    for text in texts | examples:
        assert GAME.text(GAME.parse(text)) == text
