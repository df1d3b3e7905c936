"""Repairs and command cards of gratis3 as phrases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.story import in_words, listed
from aicore.games.gratis3.rules.board import SYSTEMS
from aicore.games.gratis3.words.attack_phrases import Shots
from aicore.games.gratis3.words.odds import in_range
from aicore.games.gratis3.words.phrases import (
    DEFENSE,
    MAX_SHIELDS,
    NAV,
    RAVS,
    WEAPONS,
    Craft,
    Phrase,
    down,
    score,
    the_system,
    titled,
)


class Orders(Shots):
    """Phrases for steps 1 and 2 of a turn."""

    def _queue(self) -> Iterator[Phrase]:
        whose = self.names[int(self.words[1])]
        cards = listed(list(map(titled, self.words[2].split(","))))
        text = _("{whose:your|*'s} queue is {cards}", whose=whose, cards=cards)
        yield Phrase("deal", None, text)

    def _no_repair(self) -> Iterator[Phrase]:
        """Yield the phrase for systems that stay Down; only an Online system can be hit."""
        left = [
            f"{the_system(system):acc}"
            for system, online in zip(SYSTEMS, self.before["systems"][self.seat], strict=True)
            if not online
        ]
        text = _(
            "{who:leave|leaves} {systems} Down (no target for enemies)",
            who=self.who,
            systems=listed(left),
        )
        yield self._act(text)

    def _repair(self) -> Iterator[Phrase]:
        system = the_system(self.words[1])
        if self.before["supply"][self.seat]:
            yield self._act(_("{who:repair|repairs} {system}", who=self.who, system=system))
        else:
            text = _("{who:repair|repairs} {system} with a black chip", who=self.who, system=system)
            yield self._act(text)

    def _play(self) -> Iterator[Phrase]:
        card, phase = self.words[1], self.after["phase"]
        if card in ("short-range", "missile"):
            yield from self._aim(card, phase)
        elif card == "override":
            yield from self._play_override()
        else:
            yield self._played(card)
        if card == "launch-move" and phase != "launch":
            yield self._unlaunched()
            yield from self._move()
        elif card == "move-launch":
            yield from self._move()
            if phase != "launch" and not self.over:
                yield self._unlaunched()

    def _played(self, card: str) -> Phrase:
        return self._act(_("{who:play|plays} {card}", who=self.who, card=titled(card)))

    def _in_vain(self, card: str, why: str) -> Phrase:
        """Return the phrase for a card that does nothing, with the reason."""
        text = _(
            "{who:play|plays} {card} to no effect ({why})", who=self.who, card=titled(card), why=why
        )
        return self._act(text)

    def _aim(self, card: str, phase: str) -> Iterator[Phrase]:
        """Yield the phrases of a command that shoots: at once if only one target is in range."""
        if phase in ("fire", "missile") or self.after["pending"]["weapon"] == "guns":
            yield self._played(card)
            if self.after["pending"]["weapon"] == "guns":
                yield from self._guns_at(self.after["pending"]["target"])
            return
        why = down(WEAPONS)
        if self.before["systems"][self.seat][WEAPONS]:
            bare = card == "short-range" and in_range(self.before, near=True)
            why = _("nothing is left to hit") if bare else _("no Carrier is in range")
        yield self._in_vain(card, why)

    def _play_override(self) -> Iterator[Phrase]:
        """Yield the phrases of the card `override`; a lone choice is carried out at once."""
        if all(self.before["systems"][self.seat]):
            yield self._in_vain("override", _("no system is Down"))
            return
        yield self._played("override")
        for system in self._changed(self.seat, online=True):
            yield self._brought(system)

    def _brought(self, system: str) -> Phrase:
        """Return the phrase for a system that Override repairs."""
        text = (
            _("{who:bring|brings} {system} Online")
            if self.before["supply"][self.seat]
            else _("{who:bring|brings} {system} Online with a black chip")
        )
        return self._act(fill(text, who=self.who, system=the_system(system)))

    def _overrides(self, system: str) -> Phrase:
        """Return the phrase for a system that works although it is Down."""
        text = _("{who:override|overrides} {system}", who=self.who, system=the_system(system))
        return self._act(text)

    def _override(self) -> Iterator[Phrase]:
        what = self.words[1]
        if what == "repair":
            yield self._brought(self.words[2])
        elif what == "move":
            yield self._overrides("nav")
            yield from self._move()
        elif what == "ravs":
            text = _(
                "{who:override|overrides} {system} (the craft obey this turn)",
                who=self.who,
                system=the_system("ravs"),
            )
            yield self._act(text)
        elif what == "guns":
            yield self._overrides("defense")
            yield self._guns_fire()
        elif what == "fire":
            yield self._overrides("weapons")
            yield from self._guns_at(int(self.words[2]))

    def _launch(self) -> Iterator[Phrase]:
        craft = Craft("launch", self.words[1], self.words[2])
        yield self._act(_("{who:launch|launches} {what}"), craft)
        yield from self._launch_ends()

    def _launched(self) -> Iterator[Phrase]:
        some = self.before["pending"]["launched"] is not None
        text = (
            _("{who:launch|launches} no more", who=self.who)
            if some
            else _("{who:launch|launches} nothing", who=self.who)
        )
        yield replace(self._act(text), small=some)
        yield from self._launch_ends()

    def _launch_ends(self) -> Iterator[Phrase]:
        if self.after["phase"] != "launch" and self.before["queue"][self.seat][-1] == "launch-move":
            yield from self._move()

    def _unlaunched(self) -> Phrase:
        """Return a phrase saying that nothing can be launched, and why."""
        place = self.after["locations"][self.seat]
        if self.words[1] == "launch-move":
            place = self.before["locations"][self.seat]
        why = _("no Space is free")
        if not self.before["systems"][self.seat][RAVS]:
            why = down(RAVS)
        elif place == 0:
            why = _("not at the Gate")
        elif not any(self.before["rav_supply"][self.seat].values()):
            why = _("no craft is left")
        return self._act(_("{who:launch|launches} nothing ({why})", who=self.who, why=why))

    def _move(self) -> Iterator[Phrase]:
        """Yield a phrase for the Carrier's move, or for the reason why it does not move."""
        old, new = (side["locations"][self.seat] for side in (self.before, self.after))
        if new == self.board.locations and new > old:
            text = _(
                "{who:reach|reaches} the planet at Location {place} (1 point, {total} in all)",
                who=self.who,
                place=new,
                total=score(self.after, self.seat),
            )
            yield replace(self._act(text), named=True)
        elif new > old:
            yield self._act(_("{who:move|moves} to Location {place}", who=self.who, place=new))
        elif new < self.board.locations and not self.over:
            text = (
                _(
                    "{who:stay|stays} on Location {place} ({why})",
                    who=self.who,
                    place=old,
                    why=down(NAV),
                )
                if old
                else _("{who:stay|stays} at the Gate ({why})", who=self.who, why=down(NAV))
            )
            yield self._act(text)

    def _shields(self) -> Iterator[Phrase]:
        old, new = (side["shields"][self.seat] for side in (self.before, self.after))
        if new > old:
            text = in_words(
                new - old,
                "{who:raise|raises} one shield ({now} now)",
                "{who:raise|raises} {n} shields ({now} now)",
                who=self.who,
                now=new,
            )
        else:
            why = (
                _("{most} is the maximum", most=MAX_SHIELDS)
                if old == MAX_SHIELDS
                else down(DEFENSE)
            )
            text = _("{who:raise|raises} no shield ({why})", who=self.who, why=why)
        yield self._act(text)
        yield from self._move()

    def _guns(self) -> Iterator[Phrase]:
        if self.after["phase"] == "guns-roll":
            yield self._guns_fire()
            return
        online = self.before["systems"][self.seat][DEFENSE]
        why = _("no enemy craft is near") if online else down(DEFENSE)
        yield self._act(_("{who:fire|fires} no guns ({why})", who=self.who, why=why))

    def _guns_fire(self) -> Phrase:
        text = _("{who:fire|fires} the defensive guns at the craft around", who=self.who)
        return self._act(text)
