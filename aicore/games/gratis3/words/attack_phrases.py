"""Attacks of gratis3 as phrases: shots, evasions, dice and damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aicore.core.story import counted, listed
from aicore.games.gratis3.rules.board import SYSTEMS
from aicore.games.gratis3.words.odds import defense
from aicore.games.gratis3.words.phrases import NAMES, Event, Phrase, result, titled, together


class Shots(Event):
    """Phrases for attacks."""

    def _fire(self) -> Iterator[Phrase]:
        yield from self._shot("fire", "at", int(self.words[1]))

    def _missile(self) -> Iterator[Phrase]:
        named = "an EMP at" if self.words[0] == "emp" else "a nuke at"
        yield from self._shot("send", named, int(self.words[1]))

    def _attack(self) -> Iterator[Phrase]:
        target = self.words[1]
        ravs = [self._rav(self.before, space) for space in self.words[3].split(",")]
        armed = f" with {together(ravs)}"
        if target.isdigit():
            for phrase in self._shot("attack", "", int(target)):
                rest = f"{phrase.rest}{armed}" if phrase.seat is not None else phrase.rest
                yield replace(phrase, group=f"attack {target}", rest=rest)
            return
        named = self._rav(self.before, target, whose=True)
        dice = counted(self.after["pending"]["dice"], "die", "dice")
        yield Phrase(
            f"attack {target}", self.seat, "attack", named + armed, f", {dice}", waits=True
        )

    def _attacks_done(self) -> Iterator[Phrase]:
        yield Phrase("done", self.seat, "attack", "no more", small=True)

    def _hit(self) -> Iterator[Phrase]:
        rav = self._rav(self.before, self.words[1], whose=True)
        left = self.after["pending"]["hits"]
        more = f" with {counted(left, 'hit')} left" if left else ""
        yield Phrase("guns", self.seat, "destroy", rav, more, follows=True)

    def _hits_done(self) -> Iterator[Phrase]:
        yield Phrase("guns", self.seat, "spend", "no more hits", small=True)

    def _shot(self, verb: str, preposition: str, target: int) -> Iterator[Phrase]:
        """Yield the declaration of an attack on a Carrier."""
        goal = f"{preposition} {self.names.whose(target)} Carrier".strip()
        dice = self.after["pending"]["dice"]
        due = self.after["phase"] in ("evade", "carrier-roll")
        more = f", {counted(dice, 'die', 'dice')}" if due else ""
        yield Phrase("command", self.seat, verb, goal, more, waits=due)
        if not self.before["shields"][target] and not any(self.before["systems"][target]):
            yield Phrase("command", None, "", "nothing is left to hit", follows=True)

    def _evade(self) -> Iterator[Phrase]:
        target, left = self.before["pending"]["target"], self.after["pending"]["dice"]
        card = "a hidden card" if self.words[1] == "?" else f"{titled(self.words[1])} face down"
        if left:
            more = f" ({counted(left, 'die', 'dice')} left)"
            yield Phrase(self._strike(left), target, "evade", f"with {card}", more)
        else:
            yield Phrase(self._strike(left), target, "evade", f"with {card} (no dice are left)")

    def _no_evade(self) -> Iterator[Phrase]:
        left = self.after["pending"]["dice"]
        yield Phrase(self._strike(left), self.before["pending"]["target"], "do", "not evade")

    def _roll(self) -> Iterator[Phrase]:
        dice = int(self.words[1].rstrip(":"))
        singles, doubles = map(int, self.words[2].split(","))
        text = f"{counted(dice, 'die', 'dice')} {result(dice, singles + 2 * doubles)}"
        phase, now = self.before["phase"], self.before["pending"]
        if phase == "guns-roll":
            few = singles + doubles and self.after["phase"] != "hits" and not self.over
            yield Phrase("guns", None, "", text + (", too few for any craft" if few else ""))
        elif phase == "rav-roll":
            yield from self._roll_at_rav(text, now["target"], singles + 2 * doubles, dice)
        else:
            hits = singles + 2 * doubles - self.before["shields"][now["target"]]
            if hits == 1 and not self.before["shields"][now["target"]]:
                text += ", and one hit alone does no damage"
            yield Phrase(self._strike(dice), None, "", text)
            yield from self._losses()
            if hits == 1 and self.before["shields"][now["target"]]:
                yield Phrase(
                    self._strike(dice), None, "", "one hit is left and does no damage alone"
                )
            again = self.after["pending"]["again"] or self.after["pending"]["dice"]
            if again:
                text = f"{counted(again, 'die', 'dice')} that hit will be rolled again"
                yield Phrase(self._strike(dice), None, "", text, small=True, again=True)

    def _roll_at_rav(self, text: str, target: str, hits: int, dice: int) -> Iterator[Phrase]:
        needed = defense(self.before["ravs"], self.board, target)
        rav = self._rav(self.before, target, whose=True)
        brief = ""
        if hits >= needed:
            text += " and destroys" if dice == 1 else " and destroy"
            text, brief = f"{text} {rav}", f"{text} it"
        elif hits:
            text += f", but it takes {counted(needed, 'hit')}"
        yield Phrase(f"attack {target}", None, "", text, brief=brief, follows=True)

    def _systems(self) -> Iterator[Phrase]:
        target = self.before["pending"]["target"]
        down, choice = self._changed(target, online=False), self.after["pending"]["choice"]
        group, shown = self._strike(0), [NAMES[system] for system in choice or ()]
        if down:
            text = f"{self.names.whose(target)} {down[0]} system"
            yield Phrase(group, None, "the damage dice knock out", text)
        elif choice:
            text = f"the damage dice show {listed(shown)}, and one of them goes Down"
            yield Phrase(group, None, "", text, small=True, waits=True)
        else:
            text = f"{self._faces()}: no damage"
            yield Phrase(
                group, None, "", f"the damage dice show {text}", brief=f"the next dice show {text}"
            )

    def _faces(self) -> str:
        """Return the faces of damage dice that do nothing, in words."""
        shown = [int(die) for die in self.words[1].split(",")]
        down = dict.fromkeys(SYSTEMS[die - 1] for die in shown if die <= len(SYSTEMS))
        blanks = len(shown) - sum(die <= len(SYSTEMS) for die in shown)
        faces = [f"{NAMES[system]} (Down already)" for system in down]
        return listed(faces + ([counted(blanks, "blank")] if blanks else []))

    def _knock(self) -> Iterator[Phrase]:
        whose = self.names.whose(self.before["pending"]["target"])
        system = f"{whose} {NAMES[self.words[1]]} system"
        yield Phrase(self._strike(0), self.seat, "knock out", system)

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
                rest = f"{counted(old - new, 'shield')} ({new or 'none'} left)"
                yield Phrase(group, seat, "lose", rest, follows=self.words[0] == "roll")
