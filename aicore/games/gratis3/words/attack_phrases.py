"""Attacks of gratis3 as phrases: shots, evasions, dice and damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aicore.core.language import fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import in_words, listed
from aicore.games.gratis3.rules.board import SYSTEMS
from aicore.games.gratis3.rules.state import EVADED_DICE
from aicore.games.gratis3.words.odds import defense
from aicore.games.gratis3.words.phrases import (
    Event,
    Phrase,
    System,
    in_dice,
    named,
    result,
    titled,
    together,
)


class Shots(Event):
    """Phrases for attacks."""

    def _fire(self) -> Iterator[Phrase]:
        yield from self._guns_at(int(self.words[1]))

    def _guns_at(self, target: int) -> Iterator[Phrase]:
        """Yield the phrases of a shot with the short-range guns."""
        act = _(
            "{who:fire|fires} at {whose:your|*'s} Carrier", who=self.who, whose=self.names[target]
        )
        yield from self._shot(act, target)

    def _missile(self) -> Iterator[Phrase]:
        target = int(self.words[1])
        act = (
            _("{who:send|sends} an EMP at {whose:your|*'s} Carrier")
            if self.words[0] == "emp"
            else _("{who:send|sends} a nuke at {whose:your|*'s} Carrier")
        )
        yield from self._shot(fill(act, who=self.who, whose=self.names[target]), target)

    def _attack(self) -> Iterator[Phrase]:
        target = self.words[1]
        craft = together([self._craft(space, "use") for space in self.words[3].split(",")])
        if target.isdigit():
            act = _(
                "{who:attack|attacks} {whose:your|*'s} Carrier with {craft}",
                who=self.who,
                whose=self.names[int(target)],
                craft=craft,
            )
            for phrase in self._shot(act, int(target)):
                yield replace(phrase, group=f"attack {target}")
            return
        act = _(
            "{who:attack|attacks} {target} with {craft}",
            who=self.who,
            target=together([self._craft(target, "hit")]),
            craft=craft,
        )
        full = _("{attacks}, {dice}", attacks=act, dice=in_dice(self.after["pending"]["dice"]))
        yield Phrase(f"attack {target}", self.seat, act, full=full, waits=True)

    def _attacks_done(self) -> Iterator[Phrase]:
        act = _("{who:make|makes} no more attacks", who=self.who)
        yield Phrase("done", self.seat, act, small=True)

    def _hit(self) -> Iterator[Phrase]:
        craft = self._craft(self.words[1], "hit")
        left = self.after["pending"]["hits"]
        if left:
            full = in_words(
                left,
                "{space} with one hit left",
                "{space} with {n} hits left",
                space=self.words[1],
            )
            craft = replace(craft, full=full)
        yield Phrase("guns", self.seat, _("{who:destroy|destroys} {what}"), craft, follows=True)

    def _hits_done(self) -> Iterator[Phrase]:
        act = _("{who:spend|spends} no more hits", who=self.who)
        yield Phrase("guns", self.seat, act, small=True)

    def _shot(self, act: str, target: int) -> Iterator[Phrase]:
        """Yield the declaration of an attack on a Carrier."""
        dice = self.after["pending"]["dice"]
        due = self.after["phase"] in ("evade", "carrier-roll")
        full = _("{attacks}, {dice}", attacks=act, dice=in_dice(dice)) if due else ""
        yield Phrase("command", self.seat, act, full=full, waits=due)
        if not self.before["shields"][target] and not any(self.before["systems"][target]):
            yield Phrase("command", None, _("nothing is left to hit"), follows=True)

    def _evade(self) -> Iterator[Phrase]:
        target, left = self.before["pending"]["target"], self.after["pending"]["dice"]
        who = self.names[target]
        if self.words[1] == "?":
            act = _("{who:evade|evades} with a hidden card", who=who)
        else:
            act = _("{who:evade|evades} with {card} face down", who=who, card=titled(self.words[1]))
        full = ""
        if left:
            full = _("{evades} ({dice} left)", evades=act, dice=in_dice(left))
        elif self.before["pending"]["dice"] <= EVADED_DICE:  # else an EMP has left nothing to hit
            act = _("{evades} (no dice are left)", evades=act)
        yield Phrase(self._strike(left), target, act, full=full)

    def _no_evade(self) -> Iterator[Phrase]:
        left, target = self.after["pending"]["dice"], self.before["pending"]["target"]
        act = _("{who:do|does} not evade", who=self.names[target])
        yield Phrase(self._strike(left), target, act)

    def _roll(self) -> Iterator[Phrase]:
        dice = int(self.words[1].rstrip(":"))
        singles, doubles = map(int, self.words[2].split(","))
        text = result(dice, singles + 2 * doubles)
        phase, now = self.before["phase"], self.before["pending"]
        if phase == "guns-roll":
            if singles + doubles and self.after["phase"] != "hits" and not self.over:
                text = _("{dice_hit}, too few for any craft", dice_hit=text)
            yield Phrase("guns", None, text)
        elif phase == "rav-roll":
            yield from self._roll_at_rav(text, now["target"], singles + 2 * doubles, dice)
        else:
            shields = self.before["shields"][now["target"]]
            hits = singles + 2 * doubles - shields
            if hits == 1 and not shields:
                text = _("{dice_hit}, and one hit alone does no damage", dice_hit=text)
            yield Phrase(self._strike(dice), None, text, rolls=True)
            yield from self._losses()
            if hits == 1 and shields:
                text = _("one hit is left and does no damage alone")
                yield Phrase(self._strike(dice), None, text)
            again = self.after["pending"]["again"] or self.after["pending"]["dice"]
            if again:
                text = in_words(
                    again,
                    "one die that hit will be rolled again",
                    "{n} dice that hit will be rolled again",
                )
                yield Phrase(self._strike(dice), None, text, small=True, again=True)

    def _roll_at_rav(self, text: str, target: str, hits: int, dice: int) -> Iterator[Phrase]:
        needed = defense(self.before["ravs"], self.board, target)
        brief = ""
        if hits >= needed:
            brief = ngettext(
                "{dice_hit} and destroys it", "{dice_hit} and destroy it", dice, dice_hit=text
            )
            text = ngettext(
                "{dice_hit} and destroys {craft}",
                "{dice_hit} and destroy {craft}",
                dice,
                dice_hit=text,
                craft=together([self._craft(target, "hit")]),
            )
        elif hits:
            text = in_words(
                needed,
                "{dice_hit}, but it takes one hit",
                "{dice_hit}, but it takes {n} hits",
                dice_hit=text,
            )
        yield Phrase(f"attack {target}", None, text, brief=brief, follows=True)

    def _systems(self) -> Iterator[Phrase]:
        target = self.before["pending"]["target"]
        down, choice = self._changed(target, online=False), self.after["pending"]["choice"]
        group = self._strike(0)
        if down:
            knocked = System(self.names[target], down[0])
            yield Phrase(group, None, _("the damage dice knock out {what}"), knocked)
        elif choice:
            text = _(
                "the damage dice show {systems}, and one of them goes Down",
                systems=listed([named(system) for system in choice]),
            )
            yield Phrase(group, None, text, small=True, waits=True)
        else:
            faces = self._faces()
            text = _("the damage dice show {faces}: no damage", faces=faces)
            brief = _("the next dice show {faces}: no damage", faces=faces)
            yield Phrase(group, None, text, brief=brief)

    def _faces(self) -> str:
        """Return, in words, the faces of damage dice that do no damage."""
        shown = [int(die) for die in self.words[1].split(",")]
        down = dict.fromkeys(SYSTEMS[die - 1] for die in shown if die <= len(SYSTEMS))
        blanks = len(shown) - sum(die <= len(SYSTEMS) for die in shown)
        faces = [_("{system} (Down already)", system=named(system)) for system in down]
        if blanks:
            faces.append(in_words(blanks, "one blank", "{n} blanks"))
        return listed(faces)

    def _knock(self) -> Iterator[Phrase]:
        whose = self.names[self.before["pending"]["target"]]
        knocked = System(whose, self.words[1])
        yield Phrase(self._strike(0), self.seat, _("{who:knock|knocks} out {what}"), knocked)

    def _losses(self) -> Iterator[Phrase]:
        """Yield the losses of shields: by a roll, or by an EMP before it."""
        group = "command"
        if self.words[0] == "roll":
            group = self._strike(self.before["pending"]["dice"])
        elif self.words[0] != "emp":
            group = self._strike(self.after["pending"]["dice"])
        for seat, (old, new) in enumerate(
            zip(self.before["shields"], self.after["shields"], strict=True)
        ):
            if new < old:
                act = in_words(
                    old - new,
                    "{who:lose|loses} one shield ({left} left)",
                    "{who:lose|loses} {n} shields ({left} left)",
                    who=self.names[seat],
                    left=new or pgettext("shields", "none"),
                )
                yield Phrase(group, seat, act, follows=self.words[0] == "roll")
