"""A whole event of gratis3 as phrases: the action and all its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from aicore.games.gratis3.words.phrases import Phrase, score, titled, way
from aicore.games.gratis3.words.repair_phrases import Orders


class Teller(Orders):
    """Phrases for one event."""

    def phrases(self) -> list[Phrase]:
        """Return the phrases for the event and its effects, in order."""
        if self.words[0] == "queue":
            return list(self._queue())
        phrases = list(TELLS[self.words[0]](self))
        if self.words[0] != "roll":
            phrases += self._losses()
        last = phrases[-1]
        if not any(phrase.verb == "reach" for phrase in phrases):  # "reach" itself names its point
            phrases[-1] = replace(last, gains=self._gains())
        flights = [Phrase("fly", self.seat, "fly", way) for way in self._unasked()]
        return [*phrases, *flights, *self._turn_ends()]

    def _fly(self) -> Iterator[Phrase]:
        _, start, _, to, _, tail = self.words
        kind = self._kind(self.before, start)
        bend = "" if tail == start else f" by way of {tail}"
        yield Phrase("fly", self.seat, "fly", way(kind, start, to), bend)

    def _return(self) -> Iterator[Phrase]:
        if len(self.words) > 1:
            yield Phrase(
                "return", None, "", f"Override returns to {self.names.whose(self.seat)} hand"
            )
        else:
            yield self._taken_back()

    def _taken_back(self) -> Phrase:
        """Return the phrase for the return of the queue's leftmost card."""
        card = titled(self.before["queue"][self.seat][0])
        if self.before["pending"]["can_be"][self.seat][0]:
            below = self.before["evasion"][self.seat][0]
            card += f" and {titled(below) if below else 'the hidden card on it'} return"
        else:
            card += " returns"
        return Phrase("return", None, "", f"{card} to {self.names.whose(self.seat)} hand")

    def _turn_ends(self) -> Iterator[Phrase]:
        old, now = self.before["pending"], self.after["pending"]
        ended = self.after["turns"] > self.before["turns"]
        if ended and self.words[0] != "return":
            yield replace(self._taken_back(), small=self.seat != self.names.you)
        if now["last_arrival"] is not None and old["last_arrival"] is None:
            whose = self.names.whose(now["last_arrival"])
            text = f"all Carriers are at the planet: the game ends after {whose} next turn"
            yield Phrase("landed", None, "", text)
        later = self.after["seat"] != self.seat
        if self.drawing is not None and ended:
            gain = (self.drawing, 1, score(self.after, self.drawing))
            rest = "a black chip at the planet"
            yield Phrase("planet", self.drawing, "draw", rest, gains=(gain,), later=True)
        if now["last_turn"] and not old["last_turn"]:
            yield Phrase("last", None, "", "this is the last turn of the game", later=True)
        if self.over:
            text = "that was the last black chip" if now["end"] == "chips" else "the game is over"
            yield Phrase("over", None, "", text, later=later)

    def _gains(self) -> tuple[tuple[int, int, int], ...]:
        """Return the points that seats win, except the chip at the beginning of the next turn."""
        gains = []
        for seat in range(len(self.before["locations"])):
            drawn = seat == self.drawing and self.after["turns"] > self.before["turns"]
            total = score(self.after, seat) - drawn
            if total > score(self.before, seat):
                gains.append((seat, total - score(self.before, seat), total))
        return tuple(gains)

    def _unasked(self) -> Iterator[str]:
        """Yield flights of RAVs that had only one way, so that no player was asked."""
        old = {name: (kind, tail) for name, seat, kind, tail in self.before["ravs"]
               if seat == self.seat}  # fmt: skip
        new = {name: (kind, tail) for name, seat, kind, tail in self.after["ravs"]
               if seat == self.seat}  # fmt: skip
        if self.words[0] == "rav":
            kind, _ = old.pop(self.words[1])
            old[self.words[3]] = kind, self.words[5]
        elif self.words[0] == "launch":
            old[self.words[2]] = self.words[1], None
        if old == new:
            return
        for kind in ("fighter", "bomber"):
            left = [name for name in old if old[name][0] == kind and new.get(name, "-")[0] != kind]
            come = [name for name in new if new[name][0] == kind and old.get(name, "-")[0] != kind]
            for start, to in zip(left, come, strict=True):
                yield way(kind.title(), start, to)
        for name in new:
            if name in old and old[name][0] == new[name][0] and old[name] != new[name]:
                yield way(new[name][0].title(), name, name)


TELLS: dict[str, Callable[[Teller], Iterator[Phrase]]] = {
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
