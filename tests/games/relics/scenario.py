"""Scenarios of relics in plain text: a position, events, and the facts afterwards.

A file of tests/games/relics/scenarios/ holds scenarios with empty lines between:

    = A hit is a hole that is mended first
    rule gun-once; hole-first
    galleries g1 e2; g3 n2
    given at 15,6; has o2; has adrenaline
    play move w
    then ap 11; holes 1; fired 1
    legal patch; use o2
    cannot move w: mend the hole in your suit first

`rule` names lines of rules.txt. A game before its first turn is set up from `seats` (weapons and
airlocks), `rounds`, `galleries` and `lanes`. The last two name the differences from the quiet
board, where no gun covers a side gallery's large square. `given` changes that position, and `play`
plays events
(`move s x7`: seven times).

`then` states facts, `legal` lists all actions, `may` some of them, and `cannot` one that is
refused, with the beginning of its reason. Facts are about the seat on turn, or `seat 1 ...`.
Everything is played on the plain model and on the fast game, which must agree after every event.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":  # as a script: the tests' folder holds the packages
    sys.path[0] = str(Path(__file__).resolve().parents[2])

import aicore
from games.relics.twin import Twin
from games.relics.twin.board import read
from games.relics.twin.data import ARTIFACTS, ITEMS, LANES, SQUARES_OF, WALLED
from kit.lockstep import compare

FOLDER = Path(__file__).with_name("scenarios")
# No gun covers a side gallery's large square or its outer lane.
QUIET = dict(zip(WALLED, ["n2", "e1", "e2", "n1", "s1", "w2", "w1", "s2"], strict=True))
LANE_PLATFORMS = {"15,1": "p07", "28,15": "p08", "14,28": "p01"}
# Scenarios begin with the platforms of the airlocks' lanes moved up to the airlocks.
MOVED_UP = {(15, 1): "15,0", (28, 15): "29,15", (14, 28): "14,29", (1, 14): "0,14"}
BY_SEAT = ("carried", "sickle", "net", "shell", "scepter")
WORDS = {"none": None, "yes": True, "no": False}


@dataclass
class Scenario:
    """One scenario: its title, the rules it tests, and its lines in order."""

    title: str
    file: str
    rules: list[str] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)


def scenarios() -> list[Scenario]:
    """Return all scenarios of all files."""
    found: list[Scenario] = []
    for path in sorted(FOLDER.glob("*.txt")):
        if path.name == "rules.txt":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            text = line.partition("  #")[0].strip()
            verb, _, rest = text.partition(" ")
            if verb == "=":
                found.append(Scenario(rest, f"{path.name}:{number}"))
            elif verb == "rule":
                found[-1].rules += parts(rest)
            elif text and not text.startswith("#"):
                found[-1].lines.append((verb, rest))
    return found


def rules() -> dict[str, str]:
    """Return the checklist of rules, by name."""
    listed = {}
    for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines():
        name, _, about = line.partition(": ")
        if about:
            assert name not in listed, name
            listed[name] = about
    return listed


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";")]


def run(scenario: Scenario) -> None:
    """Play a scenario on the model and on the game. Raises AssertionError."""
    stage = Stage(scenario)
    for verb, rest in scenario.lines:
        try:
            getattr(stage, f"do_{verb}")(rest)
        except Exception as error:
            raise AssertionError(f"{scenario.file}, {verb} {rest}: {error!r}") from error


class Stage:
    """Position on the plain model, and on the fast game once something is played."""

    def __init__(self, scenario: Scenario) -> None:
        setup = {verb: rest for verb, rest in scenario.lines if verb in SETUP}
        weapons, _, airlocks = setup.get("seats", "blaster shield at N E").partition(" at ")
        tiles = QUIET | dict(part.split() for part in parts(setup.get("galleries", "g1 n2")))
        lanes = LANE_PLATFORMS | dict(
            part.split() for part in parts(setup.get("lanes", "15,1 p07"))
        )
        self.twin = Twin(len(airlocks.split()), int(setup.get("rounds", 12)))
        self.state: aicore.State | None = None
        others = [name for name in SQUARES_OF if name not in lanes.values()]
        for gallery in WALLED:
            self.twin.apply(f"gallery {gallery} {tiles[gallery]}")
        for x, y in LANES:
            self.twin.apply(f"platform {x},{y} {lanes.get(f'{x},{y}') or others.pop(0)}")
        for seat, weapon in enumerate(weapons.split()):
            self.twin.apply(f"weapon {seat} {weapon}")
        if "setup" not in scenario.rules:
            for airlock in reversed(airlocks.split()):
                self.twin.apply(f"airlock {airlock}")
            for name, (x, y, _) in list(self.twin.board.platforms.items()):
                if (x, y) in MOVED_UP:
                    self.give(0, ["platform", name, "at", MOVED_UP[x, y], "turn", "0"])

    def do_seats(self, _: str) -> None:
        """Do nothing: the setup has read this line already."""

    do_galleries = do_lanes = do_rounds = do_seats

    # Positions

    def do_given(self, rest: str) -> None:
        """Change the position."""
        assert self.state is None, "given comes before play"
        for part in parts(rest):
            seat, words = whose(part, self.twin.seat)
            self.give(seat, words)

    def give(self, seat: int, words: list[str]) -> None:
        twin = self.twin
        match words:
            case ["at", square]:
                twin.pos[seat] = read(square)
            case ["out"]:
                twin.pos[seat] = None
                twin.escaped.append(seat)
            case ["has", item] if item in ITEMS:
                twin.undrawn_items.remove(item)
                twin.items[seat].append(item)
                if ITEMS[item].charges:
                    twin.charge[seat][item] = ITEMS[item].charges
            case ["has", artifact, "from", gallery]:
                assert artifact in ARTIFACTS
                twin.undrawn_artifacts.remove(artifact)
                twin.artifact_on.remove(gallery)
                twin.artifacts[seat].append(artifact)
            case ["has", "the", "Heart"]:
                twin.heart, twin.heart_on = seat, False
            case ["charge", name, charges]:
                twin.charge[seat][name] = int(charges)
            case ["shield", "up"]:
                twin.shield_up[seat] = True
            case ["platform", platform, "at", square, "turn", turns]:
                if platform in twin.spare:
                    twin.spare.remove(platform)
                twin.board.place(platform, (*read(square), int(turns)))
            case ["platforms", *kept]:
                for platform in list(twin.board.platforms):
                    if platform not in kept:
                        twin.board.remove(platform)
                        twin.removed.append(platform)
            case ["doorways", start, end]:
                twin.board.doorways = [read(start), read(end)]
            case ["fires", *squares]:
                twin.fires = set(map(read, squares))
            case ["tokens", gallery, number]:
                twin.tokens[gallery] = int(number)
            case [name, value] if name in BY_SEAT:
                getattr(twin, name)[seat] = plain(value)
            case [name, value]:
                assert name in ("ap", "holes", "credit", "round", "seat", "final", "adrenaline")
                setattr(twin, name, plain(value))
            case _:
                raise ValueError(f"unknown fact: {' '.join(words)!r}")

    # Playing

    def do_play(self, rest: str) -> None:
        """Play events on the model and on the game."""
        for part in parts(rest):
            event, times = re.fullmatch(r"(.*?)(?: x(\d+))?", part).groups()
            for _ in range(int(times or 1)):
                self.both()
                self.twin.apply(event)
                self.state.apply(event)
                self.both()

    def both(self) -> list[str]:
        """Return the possible events, after checking that model and game agree."""
        if self.state is None:
            game = aicore.load("relics", seats=self.twin.seats, rounds=self.twin.rounds)
            self.state = game.from_dict(self.twin.to_dict())
        return compare(self.state, self.twin)

    # Expectations

    def do_legal(self, rest: str) -> None:
        """Check the full list of legal actions; at chance, of outcomes."""
        assert self.both() == sorted(parts(rest))

    def do_may(self, rest: str) -> None:
        """Check that these are among the legal actions."""
        missing = set(parts(rest)) - set(self.both())
        assert not missing, missing

    def do_cannot(self, rest: str) -> None:
        """Check that an action is illegal, and how the reason shown to a person begins."""
        text, _, reason = rest.partition(": ")
        assert text not in self.both()
        sentence = self.state.game.info.notation.why_not(self.state, text)
        assert reason, "`cannot` needs a reason after a colon"
        assert (sentence or "").startswith(reason), sentence

    def do_then(self, rest: str) -> None:
        """Check facts about the position."""
        self.both()
        fields = self.state.to_dict()
        for part in parts(rest):
            seat, words = whose(part, fields["seat"])
            found, wanted = fact(fields, seat, words)
            assert found == wanted, f"{part}: it is {found}"

    def do_scores(self, rest: str) -> None:
        self.both()
        assert self.state.scores() == [int(score) for score in rest.split()]

    def do_returns(self, rest: str) -> None:
        self.both()
        assert self.state.returns() == [float(value) for value in rest.split()]


SETUP = ("seats", "galleries", "lanes", "rounds")


def whose(part: str, seat: int) -> tuple[int, list[str]]:
    """Return the seat that a fact is about, and its words."""
    words = part.split()
    if words[0] == "seat" and len(words) > 2:
        return int(words[1]), words[2:]
    return seat, words


def plain(text: str) -> object:
    """Return a value as it is stored in a state."""
    if text in WORDS:
        return WORDS[text]
    return int(text) if text.isdigit() else text


def fact(fields: dict, seat: int, words: list[str]) -> tuple[object, object]:
    """Return the actual and the expected value of a fact."""
    match words:
        case ["at", square]:
            return fields["pos"][seat], list(read(square))
        case ["out"]:
            return seat in fields["escaped"], True
        case ["has", "no", name]:
            return name in [*fields["items"][seat], *fields["artifacts"][seat]], False
        case ["has", name]:
            return name in [*fields["items"][seat], *fields["artifacts"][seat]], True
        case ["charge", name, charges]:
            return fields["charge"][seat].get(name), int(charges)
        case ["shield", "up" | "down" as how]:
            return fields["shield_up"][seat], how == "up"
        case [gun, "works" | "gone" as how] if gun.startswith("gun"):
            return int(gun.removeprefix("gun")) in fields["guns"], how == "works"
        case ["platform", platform, "at", square, "turn", turns]:
            return fields["platforms"].get(platform), [*read(square), int(turns)]
        case ["fires", number]:
            return len(fields["fires"]), int(number)
        case ["no", "doorways"]:
            return fields["doorways"], []
        case ["tokens", gallery, number]:
            return fields["tokens"][gallery], int(number)
        case ["fired" | "queue" as name, *numbers]:
            return fields[name], [int(number) for number in numbers]
        case ["taker", taker]:
            return fields["heart"], plain(taker)
        case [name, value] if name in BY_SEAT:
            return fields[name][seat], plain(value)
        case [name, value]:
            return fields[name], plain(value)
    raise ValueError(f"unknown fact: {' '.join(words)!r}")


def listing() -> Iterator[str]:
    """Yield every rule with its scenarios: `python tests/games/relics/scenario.py`."""
    known = scenarios()
    for name, about in rules().items():
        yield f"{name}: {about}"
        for scenario in known:
            if name in scenario.rules:
                yield f"    {scenario.file}  {scenario.title}"


if __name__ == "__main__":
    print("\n".join(listing()))


def stands(given="ap 12", setup=("galleries g1 n2",), weapons="blaster blaster"):
    """Return a position on the scenarios' quiet board."""
    lines = [tuple(line.split(" ", 1)) for line in (*setup, f"seats {weapons} at N E")]
    stage = Stage(Scenario("", "", lines=lines))
    stage.do_given(given)
    stage.both()
    return stage.state
