"""Actions of a seat as verb, object and result: the parts of sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.story import Names, SeenEvent, counted, listed
from aicore.games.relics.words.glossary import ITEM_NAMES, artifact_name
from aicore.games.relics.words.wording import (
    ap_text,
    bare,
    half_ap,
    near,
    offset,
    place,
    platform,
    points,
    shape,
    some_holes,
    sprung,
    worth,
)


@dataclass(frozen=True)
class Phrase:
    """Action of a seat: "walk", "north onto a platform (1 AP)", and its result."""

    seat: int
    verb: str
    rest: str
    result: str = ""


def phrase(game: Game, group: Sequence[SeenEvent], names: Names, left: bool) -> Phrase:
    """Return one phrase for the events that belong to it.

    Args:
        left: whether to say how many AP are left.
    """
    return _Teller(game, group, names, left).phrase()


def ended(event: SeenEvent) -> bool:
    """Whether the event ends the turn of its seat."""
    before, after = event.before, event.after
    if event.words[0] == "patch":
        return (before["seat"], before["round"]) != (after["seat"], after["round"]) or after[
            "turn"
        ] == "end"
    return event.words[0] in ("end", "escape")


def _gun(name: str) -> str:
    """Return a gun by the number on the board: "gun 3"."""
    return f"gun {name.removeprefix('gun')}"


class _Teller:
    """Writer of one phrase: `before` its first event, `after` its last, `word` of the first."""

    def __init__(self, game: Game, group: Sequence[SeenEvent], names: Names, left: bool) -> None:
        self.game, self.group, self.names, self.left = game, group, names, left
        self.before, self.after = group[0].before, group[-1].after
        self.word, *self.words = group[0].words
        self.seat = int(group[0].actor if self.word == "remove" else self.before["seat"])
        self.data, self.figures = game.info.data, game.info.data["figures"]
        self.charge: dict[str, int] = self.after["charge"][self.seat]

    def phrase(self) -> Phrase:
        tellers: dict[str, Callable[[], tuple[str, str, str]]] = {
            "move": self.walk,
            "lift": self.lay,
            "spare": self.lay,
            "at": self.lay,
            "turn": self.lay,
            "take": self.take,
            "artifact": self.take,
            "suffer": self.suffer,
            "use": self.use,
        }
        verb, rest, result = tellers.get(self.word, self.plain)()
        return Phrase(self.seat, verb, rest, result)

    # Figures

    def ap(self, *facts: str) -> str:
        """Return the cost after other facts, and the AP left if wanted: " (3 AP, 2 left)"."""
        paid = half_ap(self.before) - half_ap(self.after)
        parts = [*facts, *([f"{ap_text(paid)} AP"] if paid > 0 else [])]
        if self.left and paid > 0:
            parts.append(f"{ap_text(half_ap(self.after))} left")
        return f" ({', '.join(parts)})" if parts else ""

    def charges(self, name: str) -> str:
        """Return the charges left: " (one charge left)"."""
        return f" ({counted(self.charge.get(name, 0), 'charge')} left)"

    def at(self, fields: Position) -> str:
        """Return a description of the square of the seat's piece."""
        return place(self.game, fields, fields["pos"][self.seat])

    def way(self) -> str:
        """Return the way that the seat's piece went: "3 squares north to the center gallery"."""
        start, end = self.before["pos"][self.seat], self.after["pos"][self.seat]
        reached = self.at(self.after)
        same = reached == self.at(self.before)
        onto = "" if same else f" {'onto' if reached == 'a platform' else 'to'} {reached}"
        return f"{offset(start, end)}{onto}"

    def by(self, fields: Position, spot: Sequence[int], size: int = 2) -> str:
        """Return where something lies from the seat's piece."""
        return near(fields, spot, self.seat, self.names, size)

    # Walking and fire

    def walk(self) -> tuple[str, str, str]:
        way = self.way()
        if len(self.group) == 1:
            way = way.replace("1 square ", "", 1)
        if self.before["pos"][self.seat] == self.after["pos"][self.seat]:
            way = "around and back"
        return "walk", f"{way}{self.ap()}", self.harm()

    def harm(self, named: str = "") -> str:
        """Return the effects of guns (except `named`) and flames, and what is about to happen."""
        before, after = self.before, self.after
        lines = []
        fired = [f"gun {gun}" for gun in after["fired"] if gun not in before["fired"]]
        burned = len(before["fires"]) > len(after["fires"])
        shielded = before["shield_up"][self.seat] and not after["shield_up"][self.seat]
        if fired and fired != [named]:
            lines.append(f"{listed(fired)} {'fire' if len(fired) > 1 else 'fires'}")
        if shielded:
            lines.append("the shield takes a hit and drops")
        if burned:
            lines.append("the flames bite")
        holes = after["holes"] - before["holes"]
        if holes:
            lines.append(some_holes(holes))
        if after["phase"] == "guns" and self.left:
            lines.append(f"gun {after['queue'][0]} is about to fire")
        elif after["phase"] == "item" and self.left:
            lines.append("an item lies there")
        return ", ".join(lines)

    # Platforms

    def lay(self) -> tuple[str, str, str]:
        name = self.before["lifting"] or self.after["lifting"]
        if name is None:  # complete: the event that lifts or draws the platform names it
            name = next(each.words[1] for each in self.group if each.words[0] in ("lift", "spare"))
        kind = platform(self.data, name)
        if self.after["phase"] == "at":
            if self.group[-1].words[0] == "spare":
                return "draw", f"a spare {kind}", ""
            return "lift", self.named(name), ""
        if self.after["phase"] == "turn":
            return "hold", f"the {kind} {self.by(self.before, self.after['spot'])}", ""
        x, y, turns = self.after["platforms"][name]
        lain = self.before["platforms"].get(name)
        verb, what = "lay", f"a {'spare ' if lain is None else ''}{kind}"
        where = self.by(self.before, (x, y))
        if lain and lain[:2] == [x, y]:
            verb, what = "turn", f"the {kind}"
        result = ""
        freed = self.before["scepter"][self.seat] - self.after["scepter"][self.seat]
        if freed:
            more = self.after["scepter"][self.seat]
            asked = f"the Scepter asks for {more} more platform{'s' * (more > 1)}"
            result = asked if more else "the Scepter unlocks the #2 platforms"
        return verb, f"{what} {where}{self.ap(shape(self.data, name, turns))}", result

    def named(self, name: str) -> str:
        """Return a platform on the board by its kind and place."""
        spot = self.before["platforms"][name][:2]
        return f"the {platform(self.data, name)} {self.by(self.before, spot)}"

    # Artifacts

    def take(self) -> tuple[str, str, str]:
        here = self.at(self.before).removeprefix("the middle of ")
        if self.after["heart"] == self.seat != self.before["heart"]:
            heart = self.figures["heart_points"]
            whose = self.names.whose(self.seat)
            result = f"the Last Defense begins with {whose} next turn{self.in_hand(heart)}"
            return "take", f"the Heart of Sol for {points(heart)}{self.ap()}", result
        opened = f" with a keycard{self.ap()}" if self.words == ["keycard"] else self.ap()
        drawn = next((each for each in self.group if each.words[0] == "artifact"), None)
        if drawn is None:
            return "reach", f"for the artifact in {here}{opened}", ""
        name = drawn.words[1]
        worthy = next(each["points"] for each in self.data["artifacts"] if each["id"] == name)
        paid = self.paid_for_take() if self.word == "take" else ""
        result = f"{self.trap(name, drawn)}{self.in_hand(worthy)}"
        return "take", f"{artifact_name(name)} for {points(worthy)}{paid}", result

    def paid_for_take(self) -> str:
        """Return the cost of the take, without its trap."""
        paid = half_ap(self.before) - half_ap(self.group[0].after)
        left = f", {ap_text(half_ap(self.after))} left" if self.left else ""
        return f" ({ap_text(paid)} AP{left})"

    def in_hand(self, new: int) -> str:
        """Return the points that the seat carries, if there are more than the new ones."""
        total = worth(self.after, self.seat)
        return f"; {total} points in hand" if total != new else ""

    def trap(self, name: str, drawn: SeenEvent) -> str:
        """Return the outcome of an artifact's trap, or that it can still be stopped."""
        last = self.group[-1]
        if drawn.before["phase"] == "keycard":
            return "the keycard keeps its trap shut"
        if last.words[0] == "respond":
            return f"the {bare(last.words[1])} stops its trap{self.charges(last.words[1])}"
        if last.after["phase"] == "trap":
            return "its trap can still be stopped"
        spring = next((each for each in self.group if each.words[0] == "suffer"), drawn)
        return self.sprung(name, spring)

    def suffer(self) -> tuple[str, str, str]:
        name = self.before["drawn"]
        return "suffer", f"the trap of {artifact_name(name)}", self.sprung(name, self.group[0])

    def sprung(self, name: str, spring: SeenEvent) -> str:
        """Return the effect of a trap, with the item that acid ate and the AP that are left."""
        last = self.group[-1].words
        eaten = last[1] if last[0] == "lose" else ""
        text = sprung(self.game, name, self.seat, spring.before, spring.after, eaten)
        hit = name == "saturnian-hourglass" and spring.before["ap"] > spring.after["ap"] > 0
        if hit and not (self.left and self.word == "take"):
            text += f", {spring.after['ap']} {'is' if spring.after['ap'] == 1 else 'are'} left"
        return text

    # Items

    def use(self) -> tuple[str, str, str]:
        item, *how = self.words
        after, named = self.after, ITEM_NAMES[item]
        gained = after["ap"] - self.before["ap"]
        charges = self.charges(item) if item in self.charge else ""
        match item, how:
            case "tape", _:
                return "mend", f"a hole with {named}", self.still_open()
            case "foam-gun", ["hole"]:
                return "mend", f"a hole with the foam gun{charges}", self.still_open()
            case (("foam-gun" | "freeze-ray"), _):
                return "put", f"out the fires with the {bare(item)}{charges}", ""
            case "power-pack", [ray] if ray != "suit":
                return "load", f"the {bare(ray)} with {named}{self.charges(ray)}", ""
            case (("vitality" | "o2" | "power-pack"), _):
                return "use", f"{named}", f"{gained} more AP, {ap_text(half_ap(after))} now"
            case "adrenaline", _:
                return "use", named, "moves cost half this turn, and no gun fires at them"
            case "security-hack", _:
                return "switch", f"{_gun(how[0])} off for good with {named}", ""
            case "grapple-gun", _:
                return "swing", f"{self.way()} by grapple gun{charges}", self.harm()
            case "rocketpack", _:
                return "fly", f"{self.way()} by rocketpack{self.ap()}", self.harm()
            case "doorway", _:
                ends = [
                    f"the wall {self.by(self.before, tuple(map(int, at.split(','))), 1)}"
                    for at in how
                ]
                return "open", f"a doorway between {listed(ends)}", ""
            case "platform-hack-2", _:
                lies = shape(self.data, how[0], int(how[1]))
                text = f"{self.named(how[0])} with {named} ({lies})"
                return "turn", text, self.carried_along()
        if len(self.group) > 2:
            return self.lay()
        kind = platform(self.data, self.group[1].words[1]) if len(self.group) > 1 else "platform"
        return "use", named, f"it brings a {kind}"

    def still_open(self) -> str:
        """Return a clause with the number of holes left; "" if there are none."""
        more = self.after["holes"]
        return f"{counted(more, 'hole')} {'is' if more == 1 else 'are'} left" if more else ""

    def carried_along(self) -> str:
        """Return the pieces that turned with a platform, in words."""
        old, new = self.before["pos"], self.after["pos"]
        moved = [self.names[seat] for seat in range(self.game.seats) if old[seat] != new[seat]]
        return f"it carries {listed(moved)} along" if moved else ""

    # All other actions

    def plain(self) -> tuple[str, str, str]:
        before, after, seat = self.before, self.after, self.seat
        match self.word, self.words:
            case "item", [name]:
                charges = (
                    f" with {counted(self.charge[name], 'charge')}" if name in self.charge else ""
                )
                return "find", f"{ITEM_NAMES[name]}{charges}", ""
            case "respond", [ray]:
                return "stop", f"the trap with the {bare(ray)}{self.charges(ray)}", ""
            case "lose", [name]:
                return "lose", f"the {bare(name)} to the acid", ""
            case "shoot", [gun, _, weapon]:
                text = f"{_gun(gun)} with the {bare(weapon)}{self.charges(weapon)}"
                return "destroy", text, self.harm()
            case "hit", [gun]:
                return "let", f"{_gun(gun)} fire", self.harm(_gun(gun))
            case "raise", _:
                return "raise", f"the shield{self.charges('shield')}", ""
            case "overload", [ray]:
                gained = after["ap"] - before["ap"]
                return "overload", f"the {bare(ray)}", f"{gained} more AP, {after['ap']} now"
            case "patch", _ if not ended(self.group[-1]):
                return "patch", f"a hole{self.ap()}", self.still_open()
            case "patch", _:
                game: Any = self.game
                price = game.price(before, game.parse("patch"))[1] // 2
                text = f"the suit and {self.names.verb(seat, 'end')} the turn"
                owed = price * before["holes"] - before["ap"]
                return "patch", text, f"{owed} AP owed"
            case "net", ["pay"]:
                return "cut", f"the net{self.ap()}", ""
            case "net", [weapon]:
                return "burn", f"the net with the {bare(weapon)}{self.charges(weapon)}", ""
            case "escape", _:
                carried = points(worth(before, seat))
                return "escape", f"with {carried}", ""
            case "remove", [name]:
                return "remove", f"{self.named(name)} for the Last Defense", ""
        halves = half_ap(before)
        return "end", f"the turn{f' with {ap_text(halves)} AP unspent' if halves else ''}", ""
