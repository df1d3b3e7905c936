"""Actions of a seat as clauses without their subject, and results: the parts of sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.language import gettext as _
from aicore.core.language import ngettext, pgettext
from aicore.core.story import Names, SeenEvent, in_words, listed
from aicore.games.relics.words.nouns import artifact_name, called, some, the
from aicore.games.relics.words.wording import (
    ap_text,
    charges_left,
    gallery_at,
    goal,
    gun_name,
    half_ap,
    near,
    offset,
    owed,
    platform,
    points,
    shape,
    some_holes,
    step,
    trap_effects,
    worth,
)


@dataclass(frozen=True)
class Phrase:
    """Action of a seat: "walks north onto a platform (1 AP)", and its result."""

    seat: int
    deed: str
    result: str = ""


def phrase(game: Game, group: Sequence[SeenEvent], names: Names, left: bool) -> Phrase:
    """Return one phrase for events that belong together.

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
    return gun_name(name.removeprefix("gun"))


class _Teller:
    """Writer of one phrase.

    Attributes:
        before, after: positions before the first event and after the last.
        word, words: first word of the first event, and its other words.
    """

    def __init__(self, game: Game, group: Sequence[SeenEvent], names: Names, left: bool) -> None:
        self.game, self.group, self.names, self.left = game, group, names, left
        self.before, self.after = group[0].before, group[-1].after
        self.word, *self.words = group[0].words
        self.seat = int(group[0].actor if self.word == "remove" else self.before["seat"])
        self.who = names[self.seat]
        self.data, self.figures = game.info.data, game.info.data["figures"]
        self.charge: dict[str, int] = self.after["charge"][self.seat]

    def phrase(self) -> Phrase:
        tellers: dict[str, Callable[[], tuple[str, str]]] = {
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
        deed, result = tellers.get(self.word, self.plain)()
        return Phrase(self.seat, deed, result)

    # Figures

    def ap(self, *facts: str) -> str:
        """Return the cost after other facts, and the AP left if wanted: " (3 AP, 2 left)"."""
        parts = [*facts, *self.paid(self.paid_until(self.after), half_ap(self.after))]
        return f" ({', '.join(parts)})" if parts else ""

    def paid_until(self, position: Position) -> int:
        """Return the half AP paid from the first event to a position."""
        return half_ap(self.before) - half_ap(position)

    def paid(self, paid: int, now: int) -> list[str]:
        """Return a cost and the AP left if wanted, from half AP; [] if nothing was paid."""
        if paid <= 0:
            return []
        left = [_("{ap} left", ap=ap_text(now))] if self.left else []
        return [_("{ap} AP", ap=ap_text(paid)), *left]

    def charges(self, name: str) -> str:
        """Return the charges left: " (one charge left)"."""
        return f" ({charges_left(self.charge.get(name, 0))})"

    def goal(self, fields: Position) -> str:
        """Return where a way to the square of the seat's piece leads."""
        return goal(self.game, fields, fields["pos"][self.seat])

    def way(self, *, single: bool = False) -> str:
        """Return the way that the seat's piece went: "3 squares north to the center gallery".

        Args:
            single: whether it went a single step: "north".
        """
        start, end = self.before["pos"][self.seat], self.after["pos"][self.seat]
        reached = self.goal(self.after)
        way = step(start, end) if single else offset(start, end)
        return way if reached == self.goal(self.before) else f"{way} {reached}"

    def by(self, fields: Position, spot: Sequence[int], size: int = 2) -> str:
        """Return where something lies from the seat's piece."""
        return near(fields, spot, self.seat, self.names, size)

    # Walking and fire

    def walk(self) -> tuple[str, str]:
        slots = {"who": self.who, "cost": self.ap()}
        if self.before["pos"][self.seat] == self.after["pos"][self.seat]:
            return _("{who:walk|walks} around and back{cost}", **slots), self.harm()
        way = self.way(single=len(self.group) == 1)
        return _("{who:walk|walks} {way}{cost}", way=way, **slots), self.harm()

    def harm(self, named: int = 0) -> str:
        """Return the effects of guns (except `named`) and flames, and what is about to happen."""
        before, after = self.before, self.after
        lines = []
        fired = [gun for gun in after["fired"] if gun not in before["fired"]]
        burned = len(before["fires"]) > len(after["fires"])
        shielded = before["shield_up"][self.seat] and not after["shield_up"][self.seat]
        if fired and fired != [named]:
            guns = listed([gun_name(gun) for gun in fired])
            lines.append(ngettext("{guns} fires", "{guns} fire", len(fired), guns=guns))
        if shielded:
            lines.append(_("the shield takes a hit and drops"))
        if burned:
            lines.append(_("the flames bite"))
        holes = after["holes"] - before["holes"]
        if holes:
            lines.append(some_holes(holes))
        if after["phase"] == "guns" and self.left:
            lines.append(_("{gun} is about to fire", gun=gun_name(after["queue"][0])))
        elif after["phase"] == "item" and self.left:
            lines.append(_("an item lies there"))
        return ", ".join(lines)

    # Platforms

    def lay(self) -> tuple[str, str]:
        name = self.before["lifting"] or self.after["lifting"]
        if name is None:  # the platform lies again: the event that lifted or drew it names it
            name = next(each.words[1] for each in self.group if each.words[0] in ("lift", "spare"))
        slots = {"who": self.who, "platform": platform(self.data, name)}
        if self.after["phase"] == "at":
            if self.group[-1].words[0] == "spare":
                return _("{who:draw|draws} a spare {platform}", **slots), ""
            slots["where"] = self.place(name)
            return _("{who:lift|lifts} the {platform} {where}", **slots), ""
        if self.after["phase"] == "turn":
            slots["where"] = self.by(self.before, self.after["spot"])
            return _("{who:hold|holds} the {platform} {where}", **slots), ""
        x, y, turns = self.after["platforms"][name]
        lain = self.before["platforms"].get(name)
        slots["where"] = self.by(self.before, (x, y))
        slots["cost"] = self.ap(shape(self.data, name, turns))
        if lain is None:
            deed = _("{who:lay|lays} a spare {platform} {where}{cost}", **slots)
        elif lain[:2] == [x, y]:
            deed = _("{who:turn|turns} the {platform} {where}{cost}", **slots)
        else:
            deed = _("{who:lay|lays} a {platform} {where}{cost}", **slots)
        return deed, self.unlocked()

    def unlocked(self) -> str:
        """Return what the Scepter still asks for, in words; "" if that has not changed."""
        more = self.after["scepter"][self.seat]
        if self.before["scepter"][self.seat] == more:
            return ""
        if not more:
            return _("the Scepter unlocks the #2 platforms")
        return ngettext(
            "the Scepter asks for {n} more platform",
            "the Scepter asks for {n} more platforms",
            more,
        )

    def place(self, name: str) -> str:
        """Return where a platform on the board lies."""
        return self.by(self.before, self.before["platforms"][name][:2])

    # Artifacts

    def take(self) -> tuple[str, str]:
        slots: dict[str, Any] = {"who": self.who, "cost": self.ap()}
        if self.after["heart"] == self.seat != self.before["heart"]:
            heart = self.figures["heart_points"]
            result = ""
            if self.after["round"] < self.game.options["rounds"]:
                result = _("the Last Defense begins with {who:your|*'s} next turn", who=self.who)
            deed = _(
                "{who:take|takes} the Heart of Sol for {points}{cost}",
                points=points(heart),
                **slots,
            )
            return deed, f"{result}{self.in_hand(heart)}".removeprefix("; ")
        drawn = next((each for each in self.group if each.words[0] == "artifact"), None)
        if drawn is None:
            gallery = gallery_at(self.game, self.before["pos"][self.seat])
            assert gallery is not None, "artifacts lie in galleries"
            slots["gallery"] = called(gallery)
            if self.words == ["keycard"]:
                text = _(
                    "{who:reach|reaches} for the artifact in {gallery} with a keycard{cost}",
                    **slots,
                )
                return text, ""
            return _("{who:reach|reaches} for the artifact in {gallery}{cost}", **slots), ""
        name = drawn.words[1]
        value = next(each["points"] for each in self.data["artifacts"] if each["id"] == name)
        slots["cost"] = self.paid_for_take() if self.word == "take" else ""
        deed = _(
            "{who:take|takes} {artifact} for {points}{cost}",
            artifact=artifact_name(name),
            points=points(value),
            **slots,
        )
        return deed, f"{self.trap(name, drawn)}{self.in_hand(value)}"

    def paid_for_take(self) -> str:
        """Return the cost of the take, without its trap."""
        facts = [_("{ap} AP", ap=ap_text(self.paid_until(self.group[0].after)))]
        if self.left:
            facts.append(_("{ap} left", ap=ap_text(half_ap(self.after))))
        return f" ({', '.join(facts)})"

    def in_hand(self, new: int) -> str:
        """Return the points that the seat carries, if there are more than the new ones."""
        total = worth(self.after, self.seat)
        return "; " + _("{n} points in hand", n=total) if total != new else ""

    def trap(self, name: str, drawn: SeenEvent) -> str:
        """Return the outcome of an artifact's trap, or that it can still be stopped."""
        last = self.group[-1]
        if drawn.before["phase"] == "keycard":
            return _("the keycard keeps its trap shut")
        if last.words[0] == "respond":
            ray = last.words[1]
            return _("{ray} stops its trap{left}", ray=the(ray), left=self.charges(ray))
        if last.after["phase"] == "trap":
            return _("its trap can still be stopped")
        event = next((each for each in self.group if each.words[0] == "suffer"), drawn)
        return self.trap_effects(name, event)

    def suffer(self) -> tuple[str, str]:
        name = self.before["drawn"]
        deed = _(
            "{who:suffer|suffers} the trap of {artifact}",
            who=self.who,
            artifact=artifact_name(name),
        )
        return deed, self.trap_effects(name, self.group[0])

    def trap_effects(self, name: str, event: SeenEvent) -> str:
        """Return the effect of a trap, with the item that acid ate and the AP that are left."""
        last = self.group[-1].words
        eaten = last[1] if last[0] == "lose" else ""
        text = trap_effects(self.game, name, self.seat, event.before, event.after, eaten)
        hit = name == "saturnian-hourglass" and event.before["ap"] > event.after["ap"] > 0
        if hit and not (self.left and self.word == "take"):
            text += ", " + ngettext("{n} is left", "{n} are left", event.after["ap"])
        return text

    # Items

    def use(self) -> tuple[str, str]:
        item, *how = self.words
        slots: dict[str, Any] = {
            "who": self.who,
            "item": some(item),
            "left": self.charges(item) if item in self.charge else "",
        }
        match item, how:
            case "tape", _:
                return _("{who:mend|mends} a hole with {item}", **slots), self.still_open()
            case "foam-gun", ["hole"]:
                slots["item"] = the(item)
                return _("{who:mend|mends} a hole with {item}{left}", **slots), self.still_open()
            case (("foam-gun" | "freeze-ray"), _):
                slots["item"] = the(item)
                return _("{who:put|puts} out the fires with {item}{left}", **slots), ""
            case "power-pack", [ray] if ray != "suit":
                slots["ray"], slots["left"] = the(ray), self.charges(ray)
                return _("{who:load|loads} {ray} with {item}{left}", **slots), ""
            case (("vitality" | "o2" | "power-pack"), _):
                return pgettext("relics", "{who:use|uses} {item}", **slots), self.gain()
            case "adrenaline", _:
                result = _("moves cost half this turn, and no gun fires at them")
                return pgettext("relics", "{who:use|uses} {item}", **slots), result
            case "security-hack", _:
                slots["gun"] = _gun(how[0])
                return _("{who:switch|switches} {gun} off for good with {item}", **slots), ""
            case "grapple-gun", _:
                slots["way"] = self.way()
                return _("{who:swing|swings} {way} by grapple gun{left}", **slots), self.harm()
            case "rocketpack", _:
                slots["way"], slots["cost"] = self.way(), self.ap()
                return _("{who:fly|flies} {way} by rocketpack{cost}", **slots), self.harm()
            case "doorway", _:
                one, other = (self.by(self.before, tuple(map(int, at.split(","))), 1) for at in how)
                slots["one"], slots["other"] = one, other
                text = _(
                    "{who:open|opens} a doorway between the wall {one} and the wall {other}",
                    **slots,
                )
                return text, ""
            case "platform-hack-2", _:
                slots["platform"], slots["where"] = platform(self.data, how[0]), self.place(how[0])
                slots["shape"] = shape(self.data, how[0], int(how[1]))
                deed = _("{who:turn|turns} the {platform} {where} with {item} ({shape})", **slots)
                return deed, self.carried_along()
        if len(self.group) > 2:
            return self.lay()
        if len(self.group) > 1:
            kind = platform(self.data, self.group[1].words[1])
            result = _("it brings a {platform}", platform=kind)
        else:
            result = _("it brings a platform")
        return pgettext("relics", "{who:use|uses} {item}", **slots), result

    def gain(self) -> str:
        """Return the AP gained, and the AP now."""
        gained = self.after["ap"] - self.before["ap"]
        now = ap_text(half_ap(self.after))
        return _("{gained} more AP, {now} now", gained=gained, now=now)

    def still_open(self) -> str:
        """Return a clause with the number of holes left; "" if there are none."""
        more = self.after["holes"]
        return in_words(more, "one hole is left", "{n} holes are left") if more else ""

    def carried_along(self) -> str:
        """Return the pieces that turned with a platform, in words."""
        old, new = self.before["pos"], self.after["pos"]
        moved = [
            pgettext("accusative", "{who:you|*}", who=self.names[seat])
            for seat in range(self.game.seats)
            if old[seat] != new[seat]
        ]
        return _("it carries {who} along", who=listed(moved)) if moved else ""

    # All other actions

    def plain(self) -> tuple[str, str]:
        before, seat = self.before, self.seat
        slots: dict[str, Any] = {"who": self.who, "cost": self.ap()}
        match self.word, self.words:
            case "item", [name]:
                slots["item"] = some(name)
                if name not in self.charge:
                    return pgettext("relics", "{who:find|finds} {item}", **slots), ""
                held = in_words(
                    self.charge[name],
                    "{who:find|finds} {item} with one charge",
                    "{who:find|finds} {item} with {n} charges",
                    **slots,
                )
                return held, ""
            case "respond", [ray]:
                slots["ray"], slots["left"] = the(ray), self.charges(ray)
                return _("{who:stop|stops} the trap with {ray}{left}", **slots), ""
            case "lose", [name]:
                return _("{who:lose|loses} {item} to the acid", item=the(name), **slots), ""
            case "shoot", [gun, _, weapon]:
                slots["gun"], slots["weapon"] = _gun(gun), the(weapon)
                slots["left"] = self.charges(weapon)
                return _("{who:destroy|destroys} {gun} with {weapon}{left}", **slots), self.harm()
            case "hit", [gun]:
                deed = _("{who:let|lets} {gun} fire", gun=_gun(gun), **slots)
                return deed, self.harm(int(gun.removeprefix("gun")))
            case "raise", _:
                slots["left"] = self.charges("shield")
                return _("{who:raise|raises} the shield{left}", **slots), ""
            case "overload", [ray]:
                return _("{who:overload|overloads} {ray}", ray=the(ray), **slots), self.overloaded()
            case "patch", _ if not ended(self.group[-1]):
                return _("{who:patch|patches} a hole{cost}", **slots), self.still_open()
            case "patch", _:
                deed = _("{who:patch|patches} the suit and {who:end|ends} the turn", **slots)
                return deed, _("{ap} AP owed", ap=owed(self.game, before))
            case "net", ["pay"]:
                return _("{who:cut|cuts} the net{cost}", **slots), ""
            case "net", [weapon]:
                slots["weapon"], slots["left"] = the(weapon), self.charges(weapon)
                return _("{who:burn|burns} the net with {weapon}{left}", **slots), ""
            case "escape", _:
                slots["points"] = points(worth(before, seat))
                return _("{who:escape|escapes} with {points}", **slots), ""
            case "remove", [name]:
                slots["platform"], slots["where"] = platform(self.data, name), self.place(name)
                text = _(
                    "{who:remove|removes} the {platform} {where} for the Last Defense", **slots
                )
                return text, ""
        halves = half_ap(before)
        if halves:
            ap = ap_text(halves)
            return _("{who:end|ends} the turn with {ap} AP unspent", ap=ap, **slots), ""
        return _("{who:end|ends} the turn", **slots), ""

    def overloaded(self) -> str:
        """Return the AP gained from the charges of a ray, and the AP now."""
        gained = self.after["ap"] - self.before["ap"]
        return _("{gained} more AP, {now} now", gained=gained, now=self.after["ap"])
