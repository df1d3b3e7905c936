"""Repairs and command cards of gratis3 as phrases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aicore.core.story import counted, listed
from aicore.games.gratis3.words.attack_phrases import Shots
from aicore.games.gratis3.words.phrases import (
    DEFENSE,
    FULL,
    NAMES,
    RAVS,
    WEAPONS,
    Phrase,
    score,
    titled,
)


class Orders(Shots):
    """Phrases for steps 1 and 2 of a turn."""

    def _queue(self) -> Iterator[Phrase]:
        whose = self.names.whose(int(self.words[1]))
        cards = listed(list(map(titled, self.words[2].split(","))))
        yield Phrase("deal", None, "", f"{whose} queue is {cards}")

    def _no_repair(self) -> Iterator[Phrase]:
        yield self._act("repair", "nothing")

    def _repair(self) -> Iterator[Phrase]:
        chip = "" if self.before["supply"][self.seat] else " with a black chip"
        yield self._act("repair", f"the {NAMES[self.words[1]]} system{chip}")

    def _play(self) -> Iterator[Phrase]:
        card, phase = self.words[1], self.after["phase"]
        if card in ("short-range", "missile"):
            yield from self._aim(card, phase)
        elif card == "override":
            yield from self._play_override()
        else:
            yield self._act("play", titled(card))
        if card == "launch-move" and phase != "launch":
            yield self._unlaunched()
            yield from self._move()
        elif card == "move-launch":
            yield from self._move()
            if phase != "launch" and not self.over:
                yield self._unlaunched()

    def _aim(self, card: str, phase: str) -> Iterator[Phrase]:
        """Yield the phrases of a command that shoots: at once if only one target is in range."""
        if phase in ("fire", "missile") or self.after["pending"]["weapon"] == "guns":
            yield self._act("play", titled(card))
            if self.after["pending"]["weapon"] == "guns":
                yield from self._shot("fire", "at", self.after["pending"]["target"])
            return
        why = "the weapons system is Down"
        if self.before["systems"][self.seat][WEAPONS]:
            bare = card == "short-range" and self._in_range()
            why = "nothing is left to hit" if bare else "no Carrier is in range"
        yield self._act("play", f"{titled(card)} to no effect ({why})")

    def _play_override(self) -> Iterator[Phrase]:
        """Yield the phrases of the card `override`; a lone choice is carried out at once."""
        if all(self.before["systems"][self.seat]):
            yield self._act("play", "Override to no effect (no system is Down)")
            return
        yield self._act("play", "Override")
        for system in self._changed(self.seat, online=True):
            yield self._act("bring", f"the {system} system Online")

    def _override(self) -> Iterator[Phrase]:
        what = self.words[1]
        if what == "repair":
            yield self._act("bring", f"the {NAMES[self.words[2]]} system Online")
        elif what == "move":
            yield self._act("override", "the engine system")
            yield from self._move()
        elif what == "ravs":
            yield self._act("override", "the hangar system (the craft obey this turn)")
        elif what == "guns":
            yield self._act("override", "the defense system")
            yield self._act("fire", "the defensive guns at the craft around")
        elif what == "fire":
            yield self._act("override", "the weapons system")
            yield from self._shot("fire", "at", int(self.words[2]))

    def _launch(self) -> Iterator[Phrase]:
        yield self._act("launch", f"a {self.words[1].title()} onto {self.words[2]}")
        yield from self._launch_ends()

    def _launched(self) -> Iterator[Phrase]:
        some = self.before["pending"]["launched"] is not None
        yield replace(self._act("launch", "no more" if some else "nothing"), small=some)
        yield from self._launch_ends()

    def _launch_ends(self) -> Iterator[Phrase]:
        if self.after["phase"] != "launch" and self.before["queue"][self.seat][-1] == "launch-move":
            yield from self._move()

    def _unlaunched(self) -> Phrase:
        """Return a phrase saying that nothing can be launched, and why."""
        place = self.after["locations"][self.seat]
        if self.words[1] == "launch-move":
            place = self.before["locations"][self.seat]
        why = "no Space is free"
        if not self.before["systems"][self.seat][RAVS]:
            why = "the hangar system is Down"
        elif place == 0:
            why = "not at the Gate"
        elif not any(self.before["rav_supply"][self.seat].values()):
            why = "no craft is left"
        return self._act("launch", f"nothing ({why})")

    def _move(self) -> Iterator[Phrase]:
        """Yield a phrase for the Carrier's move, or for the reason why it does not move."""
        old, new = (side["locations"][self.seat] for side in (self.before, self.after))
        if new == self.board.locations and new > old:
            total = score(self.after, self.seat)
            yield self._act("reach", f"the planet at Location {new} (1 point, {total} in all)")
        elif new > old:
            yield self._act("move", f"to Location {new}")
        elif new < self.board.locations and not self.over:
            where = f"on Location {old}" if old else "at the Gate"
            yield self._act("stay", f"{where} (the engine system is Down)")

    def _shields(self) -> Iterator[Phrase]:
        old, new = (side["shields"][self.seat] for side in (self.before, self.after))
        if new > old:
            yield self._act("raise", f"{counted(new - old, 'shield')} ({new} now)")
        else:
            full = f"{FULL} is the maximum" if old == FULL else "the defense system is Down"
            yield self._act("raise", f"no shield ({full})")
        yield from self._move()

    def _guns(self) -> Iterator[Phrase]:
        if self.after["phase"] == "guns-roll":
            yield self._act("fire", "the defensive guns at the craft around")
            return
        online = self.before["systems"][self.seat][DEFENSE]
        why = "no enemy craft is near" if online else "the defense system is Down"
        yield self._act("fire", f"no guns ({why})")
