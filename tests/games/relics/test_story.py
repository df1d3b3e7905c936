"""Tests of the stories of relics: a sentence for each kind of event, true names and figures."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import aicore
from aicore.core.errors import NotationError
from aicore.core.story import Ending, Names, SeenEvent, ending
from aicore.games.relics.rules.names import (
    ARTIFACT_IDS,
    GUN_IDS,
    ITEM_IDS,
    PHASES,
    TILE_IDS,
    TURNS,
    WORDS,
)
from aicore.games.relics.words import story
from aicore.games.relics.words.nouns import artifact_name, called, some
from aicore.games.relics.words.phrases import ended
from aicore.games.relics.words.shorthand import expand
from aicore.games.relics.words.wording import platform, worth
from games.relics.scenario import Scenario, Stage, scenarios
from kit.effort import effort
from kit.positions import hear

NAMES = ("mcts", "greedy", "courier", "random")
RULES = (aicore.info("relics").folder / "RULES.md").read_text(encoding="utf-8")
CODES = re.compile(r"None|True|False|[][{}_?]|\w-ray|\w-hack|\w-gun|-pack|-of-|\bchance\b")
IDS = re.compile(r"\bp\d\d\b|\bg\d\b|\bgun\d|\d,\d")
COST = re.compile(r"(\d+ 1/2|1/2|\d+) AP(?:, [\d/ ]+ left)?\)")
PAID = ("move", "turn", "take", "patch", "net", "use")
GAME = aicore.load("relics")


def play(seats: int, seed: int, wild: int) -> tuple[list[SeenEvent], Ending]:
    """Return a game of couriers, with one action in `wild` random, as a spectator reads it.

    With `wild` 1, all actions are random, as in the golden playthrough of the seed.
    """
    game = aicore.load("relics", seats=seats)
    state, chance, rng = game.start(), aicore.Chance(seed), aicore.Rng(seed)
    found = []
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            event = game.text(chance.draw(state))
            chance.pass_over(state)
        else:
            free = wild == 1 or rng.next() % wild == 0
            event = game.text(state.sample(rng) if free else state.policy(rng))
        found.append(hear(state, event, None))
    return found, ending(state, None)


@cache
def loaded(seats: int) -> aicore.Game:
    return aicore.load("relics", seats=seats)


@cache
def games() -> list[tuple[list[SeenEvent], Ending]]:
    return [
        play(seats, seed, wild)
        for seats in (2, 3, 4)
        for seed, wild in ((1, 1), (2, 4), *effort((), ((1, 9),)))
    ]


class Recorder(Stage):
    """Stage that plays a scenario on the fast game alone and records its events."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.events: list[SeenEvent] = []
        for verb, rest in scenario.lines:
            if verb in ("given", "play"):
                getattr(self, f"do_{verb}")(rest)

    def do_play(self, rest: str) -> None:
        if self.state is None:
            self.both()
        for part in rest.split(";"):
            event, times = re.fullmatch(r"(.*?)(?: x(\d+))?", part.strip()).groups()
            for _ in range(int(times or 1)):
                self.events.append(hear(self.state, event, None))


@cache
def stages() -> list[Recorder]:
    return [Recorder(scenario) for scenario in scenarios()]


def scene(given: str, play: str, seats: str = "shield shield at N E") -> list[SeenEvent]:
    """Return the events of a small scenario."""
    lines = [("seats", seats), ("galleries", "g1 e2; g3 n2"), ("given", given), ("play", play)]
    return Recorder(Scenario("", "", lines=lines)).events


def runs() -> list[list[SeenEvent]]:
    """Return the events of whole games, and of scenarios with rare events."""
    return [*(events for events, _ in games()), *(stage.events for stage in stages())]


def names(seats: int, you: int | None = None) -> Names:
    return Names(NAMES[:seats], you)


def seats_of(events: list[SeenEvent]) -> int:
    return len(events[0].before["pos"])


def tell(each: SeenEvent, you: int | None = None) -> str:
    game = loaded(len(each.before["pos"]))
    return story.tell(game, each, names(game.seats, you))


def tell_all(events: list[SeenEvent], you: int | None = None) -> list[str]:
    game = loaded(seats_of(events))
    return story.tell_all(game, events, names(game.seats, you))


def halves(fields: dict) -> int:
    return 2 * fields["ap"] + fields["credit"]


def in_halves(text: str) -> int:
    whole, half, _ = text.partition("1/2")
    return 2 * int(whole or 0) + bool(half)


# every event


def kind(each: SeenEvent) -> str:
    word, *rest = each.words
    return f"use {rest[0]}" if word == "use" else word


def test_every_kind_of_event_has_a_sentence() -> None:
    seen = {kind(each) for lines in runs() for each in lines}
    wanted = set(WORDS) - {"", "use"} | {f"use {item}" for item in ITEM_IDS}
    assert wanted - {"use keycard", "use heat-ray"} <= seen  # no such actions
    artifacts = {each.words[1] for lines in runs() for each in lines if each.words[0] == "artifact"}
    assert artifacts == set(ARTIFACT_IDS)


def test_sentences_have_no_codes_and_name_actor_and_objects() -> None:
    for lines in runs():
        for each in lines:
            sentence = tell(each)
            well_made(sentence)
            assert not IDS.search(sentence), sentence
            assert all(name in sentence for name in named(each)), (each.text, sentence)
            if each.words[0] not in ("gallery", "platform", "weapon"):
                seat = each.actor if each.actor != "chance" else each.before["seat"]
                assert sentence.startswith(NAMES[seat]), sentence


def well_made(sentence: str) -> None:
    assert sentence.endswith("."), sentence
    assert not CODES.search(sentence), sentence
    assert not re.search(r"\.\.|\(\)|  | ,| :", sentence), sentence


def named(each: SeenEvent) -> list[str]:
    """Return the names that a sentence must contain."""
    word, *rest = each.words
    match word:
        case "artifact":
            return [artifact_name(rest[0])]
        case "item":
            return [some(rest[0])]
        case "lose":
            return [some(rest[0]).removeprefix("a ")]
        case "respond" | "overload":
            return [rest[0].replace("-", " ")]
        case "lift" | "spare" | "remove":
            return [platform(GAME.info.data, rest[0])]
        case "hit" | "shoot":
            return [rest[0].replace("gun", "gun ")]
        case "airlock":
            return [rest[0]]
        case "at" | "turn":
            return [platform(GAME.info.data, each.before["lifting"])]
        case "gallery":
            return [called(rest[0])[1:]]
        case "suffer":
            return [artifact_name(each.before["drawn"])]
        case "use" if rest[0] == "security-hack":
            return [rest[1].replace("gun", "gun ")]
        case "use" if rest[0] == "platform-hack-2":
            return [platform(GAME.info.data, rest[1])]
    return []


def test_you_are_called_you() -> None:
    wrong = re.compile(
        r"\b[Yy]ou (?:is|has|\w+[^s]s)\b|\byou's\b|\b(?:greedy|courier) (?:walk|lay)\b"
    )
    for events, _ in games():
        for you in range(seats_of(events)):
            for sentence in tell_all(events, you):
                assert not re.search(rf"\b{NAMES[you]}\b", sentence), sentence
                assert not wrong.search(sentence), sentence


# figures


def test_costs_and_the_ap_left_are_true() -> None:
    checked = 0
    for lines in runs():
        for each in lines:
            found = re.search(r"([\d/ ]+) AP, ([\d/ ]+) left\)", tell(each))
            if found:
                checked += 1
                paid, left = (in_halves(text.strip()) for text in found.groups())
                assert paid == halves(each.before) - halves(each.after) > 0, (
                    each.text,
                    tell(each),
                )
                assert left == halves(each.after), each.text
            elif each.words[0] in ("move", "turn", "take") and each.before["lifting"] is None:
                assert halves(each.before) == halves(each.after), (each.text, tell(each))
    assert checked > 500


def test_ap_and_points_at_the_ends_of_turns_are_true() -> None:
    seen = set()
    for lines in runs():
        for each in lines:
            sentence, before, after = tell(each), each.before, each.after
            if each.text == "end":
                unspent = re.search(r"with ([\d/ ]+) AP unspent", sentence)
                assert in_halves(unspent[1] if unspent else "0") == halves(before)
            if each.text == "escape":
                points = worth(before, before["seat"])
                assert f"escapes with {points or 'no'} point" in sentence
            if found := re.search(r"(\w+)'s turn begins with (\d+) AP(.*)", sentence):
                assert (found[1], int(found[2])) == (NAMES[after["seat"]], after["ap"])
                full = 13 - after["round"] == after["ap"]
                assert full == ("owed" not in found[3] and "takes 1" not in found[3]), sentence
                seen |= {
                    word for word in ("owed", "Heart takes 1", "radiation") if word in found[3]
                }
    assert seen == {"owed", "Heart takes 1", "radiation"}


def test_holes_are_shown() -> None:
    for lines in runs():
        for each in lines:
            new = each.after["holes"] - each.before["holes"]
            if each.words[0] in ("move", "hit", "shoot", "artifact", "suffer") and new > 0:
                words = "a hole" if new == 1 else f"{('two', 'three')[new - 2]} holes"
                assert f"{words} in the suit" in tell(each), (each.text, tell(each))
            if new < 0 and each.words[0] in ("patch", "use"):
                assert re.search(r"mends|patches", tell(each)), each.text


def test_traps_are_shown_with_their_figures() -> None:
    at = "at 15,6; tokens g2 0; "
    for given, artifact, words in (
        ("ap 9", "saturnian-hourglass", "takes 4 AP, 3 are left"),
        ("ap 7", "saturnian-hourglass", "takes 4 AP, 1 is left"),
        ("ap 4", "saturnian-hourglass", "takes 2 AP and 2 AP from the next turn"),
        ("ap 2", "saturnian-hourglass", "takes 4 AP from the next turn"),
        ("ap 9", "cererian-flower", "a hole in the suit and takes 3 AP from the next turn"),
        ("ap 9", "martian-spearhead", "its trap makes two holes"),
        ("ap 9; shield up", "martian-spearhead", "takes one hit and drops, the other makes a hole"),
        ("ap 9; shield up", "lunar-sickle", "the shield stops its trap and drops"),
        ("ap 9", "lunar-sickle", "doubles every cost on the north gallery"),
        ("ap 9", "uranium-gem", "a net over the north gallery"),
        ("ap 9", "neptunian-shell", "the next 4 moves cost double"),
        ("ap 9", "jovian-scepter", "locks #2 platforms until two others have been moved"),
        ("ap 9", "mercurial-salamander", "sets the north gallery on fire"),
        ("ap 9; has tape", "venusian-dragonfly", "will eat an item"),
        ("ap 9", "venusian-dragonfly", "acid makes a hole in the suit"),
    ):
        events = scene(at + given, f"take; artifact {artifact}")
        assert words in tell(events[-1]), (given, tell(events[-1]))
        (whole,) = tell_all(events)
        assert artifact_name(artifact) in whole
        assert "(2 AP" in whole
    eaten = scene(at + "ap 9; has tape", "take; artifact venusian-dragonfly; lose tape")
    assert "acid eats the tape and makes a hole in the suit" in tell_all(eaten)[0]
    kept = scene(at + "ap 9; has keycard", "take keycard; artifact uranium-gem")
    assert tell_all(kept)[0].startswith("mcts takes the Uranium Gem for 8 points (3 AP, 6 left): ")
    assert "the keycard keeps its trap shut" in tell_all(kept)[0]


def test_the_ap_owed_for_a_patch_are_double_on_the_sickles_gallery() -> None:
    # two holes cost 2 AP each; AP beyond the turn's rest are owed
    for given, owed in (("ap 1", 3), ("ap 1; sickle g2", 7), ("ap 1; sickle g1", 3)):
        (event,) = scene(f"at 15,6; tokens g2 0; holes 2; {given}", "patch")
        assert f"ends the turn: {owed} AP owed" in tell(event)


# whole turns


def test_a_turn_is_shown_in_short() -> None:
    events = scene("ap 12", "lift p07; at 15,1; turn 0; lift p07; at 15,0; turn 1; move s; end")
    assert tell_all(events[:7], you=0) == [
        "You lay a two-square platform 2 squares south of you (floor west, 2 AP), lay a two-square "
        "platform just south of you (floor north, 2 AP) and walk south onto a platform "
        "(1 AP, 7 left)."
    ]
    assert tell_all(events)[-1].endswith(
        "walks south onto a platform (1 AP) and ends the turn with 7 AP unspent."
    )


def test_whole_games_lose_nothing() -> None:
    for lines, _ in games():
        whole = " ".join(tell_all(lines))
        spent = sum(
            max(0, halves(each.before) - halves(each.after))
            for each in lines
            if each.words[0] in PAID and not ended(each)
        )
        assert sum(map(in_halves, COST.findall(whole))) == spent
        for artifact in ARTIFACT_IDS:
            times = sum(each.text == f"artifact {artifact}" for each in lines)
            assert whole.count(f"takes {artifact_name(artifact)} for ") == times
        for item in ITEM_IDS:
            times = sum(each.text == f"item {item}" for each in lines)
            assert len(re.findall(rf"finds {some(item)}\b(?! \d)", whole)) == times
        for word, verb in (("escape", "escape with|escapes with"), ("end", "ends the turn")):
            ends = sum(each.words[0] == word for each in lines)
            short = whole.count("patches the suit and ends") if word == "end" else 0
            assert len(re.findall(verb, whole)) == ends + short
        for each in lines:
            if each.words[0] == "remove":
                assert f"removes a {platform(GAME.info.data, each.words[1])}" in whole
        for number in range(2, lines[-1].after["round"] + 1):
            assert whole.count(f"Round {number} of 12") == 1
        assert not CODES.search(whole)
        assert not IDS.search(whole)
        assert len(tell_all(lines)) < len(lines) / 2


def test_any_part_of_a_game_has_a_story() -> None:
    for events, _ in games()[1::3]:
        for start in range(0, len(events), 3):
            for stop in (start + 1, start + 2, start + 4, start + 9):
                sentences = tell_all(events[start:stop])
                assert sentences
                for sentence in sentences:
                    well_made(sentence)


def test_the_set_up_is_summed_up() -> None:
    events, _ = games()[0]
    first = next(number for number, each in enumerate(events) if each.before["phase"] == "act")
    lines = tell_all(events[:first])
    assert lines[0] == "The station is laid out: eight galleries, 12 guns and 16 platforms."
    assert len(lines) == 3
    assert "two charges each" in lines[1]
    assert "airlock" in lines[2]


def test_a_lost_doorway_is_shown() -> None:
    both = "at 15,6; tokens g2 0; has doorway"
    for given, play in (
        ("", "lift p08; at 0,0; turn 0"),
        ("; has platform-hack-2", "use platform-hack-2 p08 2"),
    ):
        events = scene(both + given, f"use doorway 16,5 30,16; {play}")
        assert tell_all(events)[-1] == "The doorway is gone."
        assert tell(events[-1]).endswith("The doorway is gone.")


def test_the_last_defense_is_announced_only_if_a_round_follows() -> None:
    for given, announced in (("round 11", True), ("round 12", False)):
        (line,) = tell_all(scene(f"at 15,15; ap 2; {given}; has tape", "take"))
        assert ("the Last Defense begins" in line) == announced
        assert line.endswith("13 points in hand.")
    assert tell_all(scene("at 15,15; ap 2; round 12", "take")) == [
        "mcts takes the Heart of Sol for 12 points (2 AP, 0 left)."
    ]


def test_the_last_defense_is_shown() -> None:
    events = scene("has the Heart; at 15,15; platforms p01 p02", "end; end; remove p01; remove p02")
    whole = tell_all(events)
    assert re.search("The Last Defense: mcts removes a .* and greedy removes a ", " ".join(whole))
    assert "No platform is left to remove: everybody inside has one last turn." in whole
    assert "The Last Defense: everybody inside removes a platform." in tell_all(events[:2])


# the end


def test_every_end_has_a_sentence() -> None:
    reasons = set()
    over = [end for _, end in games()]
    over += [ending(s.state, None) for s in stages() if s.state and s.state.end]
    for end in over:
        seats = len(end.position["pos"])
        game = loaded(seats)
        text = story.end(game, end, names(seats))
        reasons.add(end.reason)
        well_made(text)
        assert end.reason not in text
        assert all(name in text for name in NAMES[:seats])
        if end.position["escaped"]:
            (winner,) = end.winners
            inside = seats - len(end.position["escaped"])
            assert text.count("did not get out") == inside
            assert f"{NAMES[winner]} wins with {end.scores[winner] or 'no'} point" in text
            for seat in end.position["escaped"]:
                assert str(end.scores[seat] or "no") in text
        else:
            assert "nobody wins" in text
    assert reasons == {"all-out", "rounds", "last-defense"}


def test_the_words_of_an_end() -> None:
    _, end = games()[0]
    fields = end.position.to_dict()
    held = {"items": [["tape", "o2"]] * 2, "round": 9, "escaped": [1, 0]}
    held["undrawn_items"] = [each for each in fields["undrawn_items"] if each not in ("tape", "o2")]

    def last(**given: object) -> aicore.State:
        return end.position.game.from_dict(fields | held | given)

    out = Ending("all-out", last(), [2, 2], [0.0, 1.0])
    assert story.end(GAME, out, names(2, 0)) == (
        "Everybody is out. greedy wins with 2 points; you have 2 points too, but got out later."
    )
    one = last(end="rounds", round=12, escaped=[1], pos=[[16, 16], None])
    late = Ending("rounds", one, [0, 2], [0.0, 1.0])
    assert story.end(GAME, late, names(2, 0)) == (
        "The station closes after round 12. greedy wins with 2 points; you carried 2 points but "
        "did not get out."
    )
    nobody = last(end="last-defense", escaped=[], pos=[[16, 16]] * 2)
    torn = Ending("last-defense", nobody, [0, 0], [0.0, 0.0])
    assert story.end(GAME, torn, names(2, 1)) == (
        "The Last Defense tears the station apart in round 9. Nobody got out, so nobody wins; "
        "mcts carried 2 points and you carried 2 points."
    )


# goal, glossary, rules


def test_the_aim_has_the_games_figures() -> None:
    lines = story.aim(aicore.load("relics", rounds=7))
    assert len(lines) == 4
    assert all(line.endswith(".") and len(line) <= 110 for line in lines)
    assert "6 to 8" in lines[0]
    assert "12" in lines[0]
    assert "round 7, you score nothing" in lines[3]


def test_the_glossary_knows_every_word() -> None:
    words = story.glossary(GAME)
    wanted = {
        *WORDS,
        *PHASES,
        *ARTIFACT_IDS,
        *ITEM_IDS,
        *TILE_IDS,
        *GUN_IDS,
        "shield",
    }
    blanks = [blank for form in GAME.grammar for blank in form.blanks]
    wanted |= {str(name).lower() for blank in blanks if blank.name not in ("SQUARE", "SEAT")
               for name in blank.values} - {*TURNS}  # fmt: skip
    wanted |= {
        "shield",
        "go",
        "to",
        "exit",
        "floor",
        "wall",
        "with",
        "heart",
        "ap",
        "fires",
        "hole",
    }
    wanted |= {*GAME.info.data["board"], "heart-of-sol", "g5"} - {"", "tokens", "lanes"}
    assert wanted - {""} <= set(words), wanted - set(words)
    for word, text in words.items():
        well_made(re.sub(r"`[^`]+`|[\w-]+-hack-1", "x", text))
        assert word == word.lower()
        assert len(text) < 260, word


def test_the_glossary_has_the_games_figures() -> None:
    words = story.glossary(aicore.load("relics", rounds=7))
    data = GAME.info.data
    for entry in data["artifacts"]:
        assert words[entry["id"]].startswith(f"{entry['points']} points. Trap: ")
        assert all(name.replace("-", " ") in words[entry["id"]] for name in entry["stopped_by"])
    assert "3 AP" in words["vitality"]
    assert "Round 7" in words["round"]
    assert "A #3 platform, 3 AP" in words["p15"]
    assert "fires south and west" in words["s2"]


def test_another_board_has_its_own_figures() -> None:
    game = aicore.load("relics", data=str(Path(__file__).with_name("other_board.toml")))
    words = story.glossary(game)
    assert not any(re.search(r"\b1 (?:points|charges|moves)", text) for text in words.values())
    assert "artifacts are worth 1 to 9, the Heart of Sol 20" in story.aim(game)[0]
    assert words["net"].count("4 AP") == 1
    assert words["venusian-dragonfly"].startswith("2 points. ")


COMMANDS = {"undo", "hint", "why", "board", "last", "odds", "help rocketpack"}
DRAWN = {"##", "A2", "i1", "o", "H", "=N", "-", "|", "**", "[]", "@0", "x,y", ";"}
PARTS = {"floor w", "floor nw", "wall ne"}  # parts of a line that lays a platform


def examples(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text)) - COMMANDS - DRAWN - PARTS


def is_a_move(view: aicore.View, line: str) -> bool:
    """Whether a line is valid notation, legal here or not."""
    try:
        if expand(view, line) is None:
            GAME.parse(line)
    except NotationError as error:
        refused = ("step ", "`", "no way leads", "you are already on")
        return str(error).startswith(refused)
    return True


def first_turn() -> aicore.State:
    """Return the first turn of a deal with p07 at airlock N and p08 at the center."""
    state = GAME.start()
    aicore.Chance(3).settle(state)
    for event in ("airlock S", "airlock N"):
        state.apply(event)
    return state


def test_examples_are_valid_notation() -> None:
    view = first_turn().view(0)
    found = examples(RULES) | {
        line for text in story.glossary(GAME).values() for line in examples(text)
    }
    assert len(found) > 50
    for line in found:
        assert is_a_move(view, line), line
    assert not is_a_move(view, "use rocketpack")
    assert not is_a_move(view, "lift to 15,0")


def test_the_first_turn_of_the_rules_can_be_played() -> None:
    state = first_turn()
    line = next(line for line in examples(RULES) if line.count(";") == 3)
    for text in expand(state.view(0), line):
        state.apply(text)
    assert state.to_dict()["ap"] == 12 - 11
    assert state.to_dict()["phase"] == "item"


def test_the_rules_have_the_figures_of_the_data() -> None:
    for entry in GAME.info.data["artifacts"]:
        name = artifact_name(entry["id"])[4:]
        row = re.search(rf"^\| {name} \| (\d+) \|.*\| (.*) \|$", RULES, flags=re.MULTILINE)
        assert row, name
        assert int(row[1]) == entry["points"]
        stops = [each.replace("-", " ") for each in entry["stopped_by"]]
        assert row[2] == ", ".join(stops) or (not stops and row[2].startswith("-"))


def test_titles_of_the_rules() -> None:
    assert RULES.startswith("# ")
    assert RULES.count("\n## ") >= 8


def test_links_lead_somewhere() -> None:
    folder = aicore.info("relics").folder
    links = re.findall(r"\]\(([\w.]+\.md)", (folder / "README.md").read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert (folder / link).exists(), link
