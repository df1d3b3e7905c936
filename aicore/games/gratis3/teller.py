"""A whole event of gratis3 as deeds: what is done, and all that it brings about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from aicore.games.gratis3.deeds import Deed, score, way
from aicore.games.gratis3.orders import Orders


class Teller(Orders):
    """Tells one event."""

    def deeds(self) -> list[Deed]:
        """What the event brings about, in order."""
        if self.words[0] == "queue":
            return list(self._queue())
        deeds = list(TELLS[self.words[0]](self))
        if self.words[0] != "roll":
            deeds += self._losses()
        last = deeds[-1]
        if not any(deed.verb == "reach" for deed in deeds):  # which tells its point itself
            deeds[-1] = replace(last, gains=self._gains())
        flights = [Deed("fly", self.seat, "fly", way) for way in self._unasked()]
        return [*deeds, *flights, *self._turn_ends()]

    def _fly(self) -> Iterator[Deed]:
        _, start, _, to, _, tail = self.words
        kind = self._kind(self.before, start)
        yield Deed("fly", self.seat, "fly", way(kind, start, to), f", its tail to {tail}")

    def _return(self) -> Iterator[Deed]:
        if len(self.words) > 1:
            yield Deed("return", self.seat, "take", "back override")
        else:
            yield self._taken_back()

    def _taken_back(self) -> Deed:
        """The leftmost card of the queue comes back."""
        card = self.before["queue"][self.seat][0]
        if self.before["pending"]["can_be"][self.seat][0]:
            below = self.before["evasion"][self.seat][0]
            card += f" and {below or 'the hidden card on it'}"
        return Deed("return", self.seat, "take", f"back {card}")

    def _turn_ends(self) -> Iterator[Deed]:
        old, now = self.before["pending"], self.after["pending"]
        ended = self.after["turns"] > self.before["turns"]
        if ended and self.words[0] != "return":
            yield replace(self._taken_back(), small=self.seat != self.names.you)
        if now["last_arrival"] is not None and old["last_arrival"] is None:
            whose = self.names.whose(now["last_arrival"])
            text = f"all Carriers are at the planet: the game ends after {whose} next turn"
            yield Deed("landed", None, "", text)
        later = self.after["seat"] != self.seat
        if self.drawing is not None and ended:
            gain = (self.drawing, 1, score(self.after, self.drawing))
            rest = "a black chip at the planet"
            yield Deed("planet", self.drawing, "draw", rest, gains=(gain,), later=True)
        if now["last_turn"] and not old["last_turn"]:
            yield Deed("last", None, "", "this is the last turn of the game", later=True)
        if self.over:
            text = "that was the last black chip" if now["end"] == "chips" else "the game is over"
            yield Deed("over", None, "", text, later=later)

    def _gains(self) -> tuple[tuple[int, int, int], ...]:
        """The points that seats win, but for the chip at the next turn's beginning."""
        gains = []
        for seat in range(len(self.before["locations"])):
            drawn = seat == self.drawing and self.after["turns"] > self.before["turns"]
            total = score(self.after, seat) - drawn
            if total > score(self.before, seat):
                gains.append((seat, total - score(self.before, seat), total))
        return tuple(gains)

    def _unasked(self) -> Iterator[str]:
        """Flights of RAVs that had one way only, so that nobody was asked."""
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


TELLS: dict[str, Callable[[Teller], Iterator[Deed]]] = {
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
