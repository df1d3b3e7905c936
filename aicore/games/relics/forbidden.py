"""Which rule forbids an action, in one line for the person who tried it."""

from __future__ import annotations

from typing import Any

from aicore.games.relics.chart import (
    AIRLOCK_AT,
    CENTRE,
    STEPS,
    Chart,
    Square,
    read,
    spell,
)
from aicore.games.relics.text import PLAIN, SIZE

BELONGS = {  # the phase in which a word is said; the others are said in "act"
    "airlock": "airlocks",
    "at": "at",
    "turn": "turn",
    "shoot": "guns",
    "hit": "guns",
    "respond": "trap",
    "suffer": "trap",
    "lose": "lose",
    "remove": "defense",
}
ALWAYS = ("end", "suffer")  # possible whenever they are said in their phase
CHANCE = ("gallery", "platform", "weapon", "artifact", "item", "spare")
DUE = {  # what has to be said in a phase
    "airlocks": "choose an airlock first",
    "at": "{lifting} is in hand: say where it goes, such as `at 14,10` (or `undo`)",
    "turn": "{lifting} is in hand: say how it lies, `turn 0` to `turn 3` (or `undo`)",
    "guns": "gun{gun} is about to fire: `hit gun{gun}`, or shoot it",
    "trap": "the trap of the {drawn} comes first: `suffer`, or respond",
    "lose": "the acid comes first: `lose` an item",
    "defense": "the Last Defense comes first: `remove` a platform",
    "end": "the game is over",
}
EARLY = {  # why a word is not said in "act"
    "airlock": "the airlocks are chosen; `escape` leaves by one",
    "at": "no platform is in hand: `lift` one first",
    "turn": "no platform is in hand: `lift` one first",
    "shoot": "no gun is about to fire",
    "hit": "no gun is about to fire",
    "respond": "no trap is sprung",
    "suffer": "no trap is sprung",
    "lose": "there is no item to be lost now",
    "remove": "only the Last Defense removes platforms",
}


def reason(fields: dict[str, Any], data: dict[str, Any], text: str) -> str | None:
    """The rule that forbids a well-formed event; None where none does."""
    word, *rest = text.split()
    phase = fields["phase"]
    if word in CHANCE:
        return f"chance says `{word}`, nobody chooses it"
    if fields["turn"] == "chance":
        return "chance comes first"
    if phase != BELONGS.get(word, "act"):
        due = DUE.get(phase)
        if due is None:
            return EARLY[word]
        return due.format(**fields, gun=(fields["queue"] or [0])[0])
    turn = Forbidden(fields, data)
    if phase == "act" and (first := turn.first(text)) is not None:
        return first
    told: str | None = getattr(turn, f"no_{word}")(*rest) if word not in ALWAYS else None
    return told


class Forbidden:
    """What forbids the actions of one position: for each word a method, None where nothing does."""

    def __init__(self, fields: dict[str, Any], data: dict[str, Any]) -> None:
        self.fields, self.figures = fields, data["figures"]
        self.stops = {entry["id"]: entry["stopped_by"] for entry in data["artifacts"]}
        self.chart = Chart(fields, data)
        self.seat: int = fields["seat"]
        self.here = self.chart.pieces.get(self.seat, (0, 0))
        self.items: list[str] = fields["items"][self.seat]
        self.charge: dict[str, int] = fields["charge"][self.seat]
        self.halves: int = 2 * fields["ap"] + fields["credit"]

    # Costs

    def doubled(self, square: Square) -> bool:
        """Whether the Sickle makes the seat on turn pay double on a square."""
        sickle = self.fields["sickle"][self.seat]
        return sickle is not None and self.chart.tile.get(square) == sickle

    def unpaid(self, what: str, ap: int) -> str | None:
        """Whether the AP left do not pay for something."""
        if self.doubled(self.here):
            what, ap = f"{what} on the Sickle's gallery", 2 * ap
        return None if ap <= self.fields["ap"] else f"{self.left()}, {what} takes {ap}"

    def left(self) -> str:
        """The AP left, in words."""
        return f"{_ap(self.halves)} AP left"

    def move_halves(self, start: Square, before: int = 0) -> int:
        """The cost in half AP of a move from a square, after some others."""
        halves = 1 if self.fields["adrenaline"] else 2
        if self.doubled(start):
            halves *= 2
        return 2 * halves if self.fields["shell"][self.seat] > before else halves

    # Squares and pieces

    def other_at(self, square: Square) -> int | None:
        """Another seat whose piece stands there."""
        others = [seat for seat, at in self.chart.pieces.items() if at == square]
        return next((seat for seat in others if seat != self.seat), None)

    def netted(self, square: Square) -> str | None:
        """Whether a net keeps the seat from a square."""
        net = self.fields["net"][self.seat]
        if net is None or self.chart.tile.get(square) == net:
            return None
        return f"the net holds you on {net} until it is off: `net pay`, or shoot it"

    def lacking(self, item: str) -> str | None:
        """Whether the seat does not have an item, or no charge for it."""
        if item not in self.items and item not in self.charge:
            return f"you have no {item}"
        return f"the {item} is empty" if self.charge.get(item, 1) == 0 else None

    # What comes before everything else

    def first(self, text: str) -> str | None:
        """Holes, and squares that are shared."""
        gains = ("overload", "use power-pack suit", "use vitality", "use o2")
        mends = ("patch", "use tape", "use foam-gun hole")
        if self.fields["holes"]:
            if text.startswith((*gains, *mends)):
                return None
            return f"a hole in the suit comes first: {', '.join(mends)} (or gain AP)"
        other = self.other_at(self.here)
        if other is None or text.split()[0] in ("move", "escape"):
            return None
        if text == "end" and all(self.no_move(way) for way in STEPS):
            return None
        return f"nobody stops on a shared square, seat {other} is here: move on first"

    # The actions of a turn

    def no_move(self, way: str) -> str | None:
        """A step needs floor, AP, no net, and a square that is free or can be left again."""
        ahead, end = self.chart.ahead(self.here, way), self.chart.step(self.here, way)
        if end is None:
            if ahead in self.chart.wall:
                return f"wall at {spell(ahead)} ({self.chart.tile[ahead]})"
            if not (0 <= ahead[0] < SIZE and 0 <= ahead[1] < SIZE):
                return f"the board ends at {spell(self.here)}"
            return f"empty space at {spell(ahead)}"
        cost = self.move_halves(self.here)
        if cost > self.halves:
            slow = " (slowed)" if cost > (1 if self.fields["adrenaline"] else 2) else ""
            return f"{self.left()}, a move takes {_ap(cost)}{slow}"
        other = self.other_at(end)
        if other is not None and end not in AIRLOCK_AT:
            onward = self.move_halves(end, before=1)
            if self.halves - cost < onward:
                return (
                    f"seat {other} is on {spell(end)}: nobody stops on a shared square, "
                    "and there is no AP to move on"
                )
        return self.netted(end)

    def no_lift(self, platform: str) -> str | None:
        """A platform is lifted from the board, empty, for its number in AP."""
        number = self.chart.number(platform)
        left = self.fields["scepter"][self.seat]
        if missing := self.missing(platform):
            return missing
        if number == 2 and left:
            return f"the Scepter: no #2 before {left} other{'s' if left > 1 else ''} moved"
        return self.unpaid(f"lifting {platform}, a #{number},", number)

    def missing(self, platform: str, own: bool = False) -> str | None:
        """Whether a platform is off the board or somebody stands on it."""
        if platform in self.fields["removed"]:
            return f"{platform} is gone, the Last Defense took it"
        if platform not in self.fields["platforms"]:
            return f"{platform} is not on the board"
        on_it = self.chart.stood_on(platform)
        if on_it and not (own and self.seat in on_it):
            return f"{platform} has somebody on it: seat {on_it[0]}"
        return None

    def no_at(self, square: str) -> str | None:
        """A platform takes four free squares."""
        lifting = self.fields["lifting"]
        blocked = self.chart.blocked(lifting, *read(square))
        if blocked is None:
            return None
        tile = self.chart.tile.get(blocked)
        taken = f"{tile} lies on {blocked[0]},{blocked[1]}" if tile else "it leaves the board"
        return f"no room for {lifting} there: {taken}; {square} is its top left square"

    def no_turn(self, turns: str) -> str | None:
        """It may not come to lie as it lay."""
        lay = self.fields["platforms"].get(self.fields["lifting"])
        if lay == [*self.fields["spot"], int(turns)]:
            return f"{self.fields['lifting']} lay just so: place it or turn it otherwise"
        return None

    def no_take(self, *keycard: str) -> str | None:
        """An artifact is taken from its large square."""
        gallery = self.chart.tile.get(self.here, "")
        if self.here != self.chart.large.get(gallery):
            return "artifacts are taken on the large square of a gallery"
        there = self.fields["heart_on"] if gallery == CENTRE else self.lies_on(gallery)
        if not there:
            return f"no artifact is left on {gallery}"
        if not keycard:
            return self.unpaid("taking it", self.figures["take"])
        if gallery == CENTRE:
            return "a keycard does not help with the Heart"
        return self.lacking("keycard") or self.unpaid(
            "taking it by keycard", self.figures["take_with_keycard"]
        )

    def lies_on(self, gallery: str) -> bool:
        """Whether an artifact lies on a gallery."""
        return gallery in self.fields["artifact_on"]

    def no_raise(self) -> str | None:
        """A shield is raised once at a time."""
        if self.fields["shield_up"][self.seat]:
            return "the shield is up already"
        return self.lacking("shield")

    def no_overload(self, ray: str) -> str | None:
        return self.lacking(ray)

    def no_patch(self) -> str | None:
        return None if self.fields["holes"] else "there is no hole to mend"

    def no_net(self, how: str) -> str | None:
        """A net goes for a charge or AP."""
        if self.fields["net"][self.seat] is None:
            return "no net holds you"
        if how != "pay":
            return self.lacking(how)
        return self.unpaid("the net", self.figures["net"])

    def no_escape(self) -> str | None:
        return None if self.here in AIRLOCK_AT else "you are not on an airlock"

    # Items

    def no_use(self, item: str, *how: str) -> str | None:
        """What forbids the use of an item."""
        if lacking := self.lacking(item):
            return lacking
        if item in ("tape", "foam-gun") and how != ("fires",):
            return self.no_patch()
        if item in PLAIN and item not in ("adrenaline", "platform-hack-1"):
            return None
        forbids = getattr(self, f"no_{item.replace('-', '_')}")
        told: str | None = forbids(*how)
        return told

    def no_foam_gun(self, _: str) -> str | None:
        """Fires are put out from their gallery."""
        tiles = {self.chart.tile.get((x, y)) for x, y in self.fields["fires"]}
        burning = self.chart.tile.get(self.here) in tiles
        return None if burning else "nothing burns on your gallery"

    no_freeze_ray = no_foam_gun

    def no_power_pack(self, what: str) -> str | None:
        return None if what == "suit" or what in self.items else f"you have no {what}"

    def no_adrenaline(self) -> str | None:
        running = self.fields["adrenaline"]
        return "adrenaline runs already this turn" if running else None

    def no_security_hack(self, gun: str) -> str | None:
        working = int(gun.removeprefix("gun")) in self.chart.guns
        return None if working else f"{gun} does not work any more"

    def no_rocketpack(self, square: str) -> str | None:
        return self.unpaid("the rocketpack", self.figures["rocket"]) or self.no_leap(
            read(square), 1, self.figures["rocket_reach"], diagonally=True
        )

    def no_grapple_gun(self, square: str) -> str | None:
        return self.no_leap(read(square), 2, self.figures["grapple_reach"], diagonally=False)

    def no_leap(self, end: Square, least: int, most: int, diagonally: bool) -> str | None:
        """A leap goes straight, over squares without walls, onto free floor."""
        dx, dy = end[0] - self.here[0], end[1] - self.here[1]
        far = max(abs(dx), abs(dy))
        straight = dx == 0 or dy == 0 or (diagonally and abs(dx) == abs(dy))
        if not straight or not least <= far <= most:
            ways = "straight or diagonal" if diagonally else "straight"
            return f"{spell(end)} is not {least} to {most} squares {ways} from {spell(self.here)}"
        way = (dx // far, dy // far)
        if end not in list(self.chart.flight(self.here, way, far)):
            return f"a wall is in the way to {spell(end)}"
        if end not in self.chart.floor:
            return f"no floor to land on at {spell(end)}"
        other = self.other_at(end)
        return self.netted(end) if other is None else f"seat {other} is on {spell(end)}"

    def no_doorway(self, start: str, end: str) -> str | None:
        """Doorways go on two tiles' walls next to their floor."""
        own = self.chart.tile.get(self.here)
        if own is None or own == CENTRE:
            return "there is no wall for a doorway where you stand"
        if read(start) not in self.chart.sites(own):
            return f"{start} is no wall next to floor of {own}, where you stand"
        other = self.chart.tile.get(read(end))
        if other == own:
            return f"the second doorway goes on another tile than {own}"
        if other is None or read(end) not in self.chart.sites(other):
            return f"{end} is no wall next to floor of its tile"
        return None

    def no_platform_hack_1(self) -> str | None:
        if not self.fields["spare"]:
            return "there is no spare platform left"
        return None if self.chart.room() else "there is no room for another platform"

    def no_platform_hack_2(self, platform: str, turns: str) -> str | None:
        """The own platform or an empty one is turned."""
        if missing := self.missing(platform, own=True):
            return missing
        as_it_lies = self.fields["platforms"][platform][2] == int(turns)
        return f"{platform} lies like that already" if as_it_lies else None

    # Other decisions

    def no_airlock(self, name: str) -> str | None:
        taken = [seat for seat, at in self.chart.pieces.items() if AIRLOCK_AT.get(at) == name]
        return f"seat {taken[0]} starts from {name}" if taken else None

    def no_hit(self, gun: str) -> str | None:
        due = f"gun{self.fields['queue'][0]}"
        return None if gun == due else f"{due} fires first"

    def no_shoot(self, gun: str, _: str, weapon: str) -> str | None:
        return self.no_hit(gun) or self.lacking(weapon)

    def no_respond(self, ray: str) -> str | None:
        helps = ray in self.stops[self.fields["drawn"]]
        return self.lacking(ray) if helps else f"no {ray} stops the {self.fields['drawn']}"

    def no_lose(self, item: str) -> str | None:
        return None if item in self.items else f"you have no {item}"

    def no_remove(self, platform: str) -> str | None:
        return self.missing(platform)


def _ap(halves: int) -> str:
    """AP from half AP, in words."""
    return f"{halves // 2 or ''}{' ' if halves > 1 else ''}1/2" if halves % 2 else str(halves // 2)
