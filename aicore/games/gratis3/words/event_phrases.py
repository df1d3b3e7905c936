"""A whole event of gratis3 as phrases: the action and all its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from aicore.core.language import gettext as _
from aicore.games.gratis3.words.phrases import Craft, Phrase, score, titled, way
from aicore.games.gratis3.words.repair_phrases import Orders


class Teller(Orders):
    """Phrases for one event."""

    def phrases(self) -> list[Phrase]:
        """Return the phrases for the event and its effects, in order."""
        if self.words[0] == "queue":
            return list(self._queue())
        phrases = list(METHODS[self.words[0]](self))
        if self.words[0] != "roll":
            phrases += self._losses()
        last = phrases[-1]
        if not any(phrase.named for phrase in phrases):
            phrases[-1] = replace(last, gains=self._gains())
        flights = [self._flight(way) for way in self._unasked()]
        return [*phrases, *flights, *self._turn_ends()]

    def _fly(self) -> Iterator[Phrase]:
        start, to, tail = self.words[1::2]
        kind = self._kind(self.before, start)
        yield self._flight(way(kind, start, to, "" if tail == start else tail))

    def _flight(self, flight: Craft) -> Phrase:
        return Phrase("fly", self.seat, _("{who:fly|flies} {what}"), flight)

    def _return(self) -> Iterator[Phrase]:
        if len(self.words) > 1:
            yield self._back(titled("override"))
        else:
            yield self._taken_back()

    def _taken_back(self) -> Phrase:
        """Return the phrase for the return of the queue's leftmost card."""
        card = titled(self.before["queue"][self.seat][0])
        if not self.before["pending"]["can_be"][self.seat][0]:
            return self._back(card)
        below = self.before["evasion"][self.seat][0]
        other = titled(below) if below else _("the hidden card on it")
        text = _(
            "{card} and {other} return to {whose:your|*'s} hand",
            card=card,
            other=other,
            whose=self.who,
        )
        return Phrase("return", None, text)

    def _back(self, card: str) -> Phrase:
        """Return the phrase for the return of a card."""
        text = _("{card} returns to {whose:your|*'s} hand", card=card, whose=self.who)
        return Phrase("return", None, text)

    def _turn_ends(self) -> Iterator[Phrase]:
        old, now = self.before["pending"], self.after["pending"]
        ended = self.after["turns"] > self.before["turns"]
        if ended and self.words[0] != "return":
            yield replace(self._taken_back(), small=self.seat != self.names.you)
        if now["last_arrival"] is not None and old["last_arrival"] is None:
            text = _(
                "all Carriers are at the planet: the game ends after {whose:your|*'s} next turn",
                whose=self.names[now["last_arrival"]],
            )
            yield Phrase("landed", None, text)
        later = self.after["seat"] != self.seat
        if self.drawing is not None and ended:
            gain = (self.drawing, 1, score(self.after, self.drawing))
            text = _("{who:draw|draws} a black chip at the planet", who=self.names[self.drawing])
            yield Phrase("planet", self.drawing, text, gains=(gain,), later=True)
        if now["last_turn"] and not old["last_turn"]:
            yield Phrase("last", None, _("this is the last turn of the game"), later=True)
        if self.over:
            text = (
                _("that was the last black chip")
                if now["end"] == "chips"
                else _("the game is over")
            )
            yield Phrase("over", None, text, later=later)

    def _gains(self) -> tuple[tuple[int, int, int], ...]:
        """Return the points that seats win, except the chip at the beginning of the next turn."""
        gains = []
        for seat in range(len(self.before["locations"])):
            drawn = seat == self.drawing and self.after["turns"] > self.before["turns"]
            total = score(self.after, seat) - drawn
            if total > score(self.before, seat):
                gains.append((seat, total - score(self.before, seat), total))
        return tuple(gains)

    def _unasked(self) -> Iterator[Craft]:
        """Yield flights of RAVs that had only one way, so that no player was asked."""
        old = {name: (kind, tail) for name, seat, kind, tail in self.before["ravs"]
               if seat == self.seat}  # fmt: skip
        new = {name: (kind, tail) for name, seat, kind, tail in self.after["ravs"]
               if seat == self.seat}  # fmt: skip
        if self.words[0] == "rav":
            kind = old.pop(self.words[1])[0]
            old[self.words[3]] = kind, self.words[5]
        elif self.words[0] == "launch":
            old[self.words[2]] = self.words[1], None
        if old == new:
            return
        for kind in ("fighter", "bomber"):
            left = [name for name in old if old[name][0] == kind and new.get(name, "-")[0] != kind]
            come = [name for name in new if new[name][0] == kind and old.get(name, "-")[0] != kind]
            for start, to in zip(left, come, strict=True):
                yield way(kind, start, to)
        for name in new:
            if name in old and old[name][0] == new[name][0] and old[name] != new[name]:
                yield way(new[name][0], name, name)


METHODS: dict[str, Callable[[Teller], Iterator[Phrase]]] = {
    "roll": Teller._roll,
    "systems": Teller._systems,
    "no-repair": Teller._no_repair,
    "repair": Teller._repair,
    "play": Teller._play,
    "launch": Teller._launch,
    "launched": Teller._launched,
    "shields": Teller._shields,
    "guns": Teller._guns,
    "hit": Teller._hit,
    "hits-done": Teller._hits_done,
    "fire": Teller._fire,
    "emp": Teller._missile,
    "nuke": Teller._missile,
    "override": Teller._override,
    "evade": Teller._evade,
    "no-evade": Teller._no_evade,
    "knock": Teller._knock,
    "rav": Teller._fly,
    "attack": Teller._attack,
    "attacks-done": Teller._attacks_done,
    "return": Teller._return,
}
"""Method for each kind of event, by the event's first word."""
