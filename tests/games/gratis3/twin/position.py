"""Position of gratis3: its pieces, its legal actions and its plain form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from itertools import combinations

from games.gratis3.twin.map import Map
from games.gratis3.twin.parts import (
    MIDDLE,
    REACH,
    Rav,
    Side,
    in_order,
    queue_odds,
    roll_odds,
    system_odds,
    types,
)

CHANCE_PHASES = ("deal", "guns-roll", "carrier-roll", "systems", "rav-roll")
FIRE_DICE = {0: 5, 1: 3}  # by distance
MISSILE_DICE = {"emp": 4, "nuke": 6}
MAX_LAUNCHES = 2
MAX_BOMBERS = 1  # per launch step
FIGHTER_DEFENSE = 2
RANGES = {"seats": (2, 4), "locations": (2, 12), "black_chips": (1, 200), "max_turns": (1, 1000)}


@dataclass
class Pending:
    """Memory within a turn; twin/__init__.py describes the fields."""

    started_at_planet: bool = False
    ravs_overridden: bool = False
    launches: int = 0
    bombers: int = 0
    to_move: list[str] = field(default_factory=list)
    attackers: list[str] = field(default_factory=list)
    attacked: list[str] = field(default_factory=list)
    attack: str | None = None
    target: str | None = None
    dice: int = 0
    hits: int = 0
    again: int = 0
    shown: list[str] = field(default_factory=list)


class Position:
    """Position with its legal actions; the arguments are those of Twin."""

    def __init__(
        self,
        seats: int = 2,
        locations: int = 9,
        black_chips: int = 50,
        destroyed_ravs: str = "return",
        max_turns: int = 60,
    ) -> None:
        given = (seats, locations, black_chips, max_turns)
        for value, (name, (least, most)) in zip(given, RANGES.items(), strict=True):
            if not least <= value <= most:
                raise ValueError(f"{name} must be {least} to {most}, not {value}")
        if destroyed_ravs not in ("return", "removed"):
            raise ValueError(f"destroyed_ravs must be return or removed, not {destroyed_ravs!r}")
        self.map = Map(locations)
        self.destroyed_ravs = destroyed_ravs
        self.max_turns = max_turns
        self.phase = "deal"
        self.seat = 0
        self.turns = 0
        self.sides = [Side() for _ in range(seats)]
        self.stockpile = black_chips
        self.ravs: dict[str, Rav] = {}
        self.pending = Pending()
        self.last_arrival: int | None = None
        self.end: str | None = None

    # Public interface

    @property
    def turn(self) -> int | str:
        """Seat to decide, or "chance", or "end"."""
        if self.phase == "end":
            return "end"
        if self.phase in CHANCE_PHASES:
            return "chance"
        return self._target_seat() if self.phase == "evade" else self.seat

    def legal(self) -> list[str]:
        """Return the texts of the actions open to the seat to decide."""
        lists: dict[str, Callable[[], list[str]]] = {
            "repair": lambda: [f"repair {name}" for name in self._me().down()] + ["no-repair"],
            "command": lambda: [f"play {card}" for card in types(self._me().hand)],
            "launch": lambda: [*self._launches(), "launched"],
            "shields-guns": lambda: ["shields", "guns"],
            "hits": lambda: [*self._kills(), "hits-done"],
            "fire": lambda: [f"fire {seat}" for seat in self._in_range()],
            "missile": self._missiles,
            "override": lambda: self._overrides() or ["override nothing"],
            "evade": self._evasions,
            "knock": lambda: [f"knock {name}" for name in self.pending.shown],
            "rav-moves": self._rav_moves,
            "rav-attacks": lambda: [*self._rav_attacks(), "attacks-done"],
            "return": self._takes_back,
        }
        return lists[self.phase]() if self.phase in lists else []

    def outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the texts of the possible chance outcomes with their probabilities."""
        if self.turn != "chance":
            return []
        if self.phase == "deal":
            return [(f"queue {self.seat} {cards}", odds) for cards, odds in queue_odds()]
        if self.phase == "systems":
            return [(f"systems {numbers}", odds) for numbers, odds in system_odds()]
        dice = self.pending.dice
        return [(f"roll {dice}: {hits}", odds) for hits, odds in roll_odds(dice)]

    def scores(self) -> list[int]:
        """Return the points for trophies of each seat."""
        return [side.score() for side in self.sides]

    def returns(self) -> list[float]:
        """Return each seat's return: the leaders share 1; all are 0 until the game ends."""
        if self.phase != "end":
            return [0.0] * len(self.sides)
        ranks = [(side.score(), side.status()) for side in self.sides]
        return [float(mine == max(ranks)) / ranks.count(max(ranks)) for mine in ranks]

    def to_dict(self) -> dict[str, object]:
        """Return the whole state in plain values."""
        turn = self.turn
        sides = self.sides
        return {
            "phase": self.phase,
            "seat": self.seat,
            "actor": turn if isinstance(turn, int) else None,
            "turns": self.turns,
            "locations": [side.location for side in sides],
            "systems": [list(side.online) for side in sides],
            "system_black": [list(side.black) for side in sides],
            "shields": [side.shields for side in sides],
            "shield_black": [side.shield_black for side in sides],
            "supply": [side.supply for side in sides],
            "stockpile": self.stockpile,
            "trophies": [
                {"colored": side.colored_trophies, "black": side.black_trophies} for side in sides
            ],
            "queue": [list(side.queue) for side in sides],
            "evasion": [list(side.evasion) for side in sides],
            "hand": [in_order(side.hand) for side in sides],
            "ravs": [
                [space, rav.seat, rav.kind, rav.tail]
                for space in self.map.in_order(self.ravs)
                for rav in [self.ravs[space]]
            ],
            "rav_supply": [dict(side.bank) for side in sides],
            "pending": asdict(self.pending) | {"last_arrival": self.last_arrival, "end": self.end},
        }

    def could_be(self) -> list[list[list[str]]]:
        """Return, per seat and card of its queue, the types that may lie face down on it."""
        return [[list(some) for some in side.could_be] for side in self.sides]

    # Lists of actions

    def _me(self) -> Side:
        return self.sides[self.seat]

    def _target_seat(self) -> int:
        assert self.pending.target is not None
        return int(self.pending.target)

    def _launches(self) -> list[str]:
        """Return a launch of each kind that is left, onto each free Space beside the Carrier."""
        step = self.pending
        kinds = [kind for kind, left in self._me().bank.items() if left]
        if step.bombers == MAX_BOMBERS:
            kinds = [kind for kind in kinds if kind != "bomber"]
        if step.launches == MAX_LAUNCHES:
            kinds = []
        free = [space for space in self.map.beside(self._me().location) if space not in self.ravs]
        return [f"launch {kind} {space}" for kind in kinds for space in free]

    def _enemies_beside(self) -> list[str]:
        """Return the Spaces beside the Carrier's Location with another seat's RAV."""
        spaces = self.map.in_order([s for s, rav in self.ravs.items() if rav.seat != self.seat])
        return [space for space in spaces if self._me().location in self.map.locations(space)]

    def _defense(self, space: str) -> int:
        """Return the number of hits that destroy the RAV on a Space."""
        target = self.ravs[space]
        if target.kind == "fighter":
            return FIGHTER_DEFENSE
        near = [self.ravs[other] for other in self.map.lines(space) if other in self.ravs]
        return 1 + sum(rav.seat == target.seat and rav.kind == "fighter" for rav in near)

    def _kills(self) -> list[str]:
        hits = self.pending.hits
        return [f"hit {one}" for one in self._enemies_beside() if self._defense(one) <= hits]

    def _others_off_gate(self) -> list[int]:
        """Return seats whose Carrier may be a target, none while the active one is on the Gate."""
        if self._me().location == 0:
            return []
        return [seat for seat, s in enumerate(self.sides) if seat != self.seat and s.location]

    def _distance(self, seat: int) -> int:
        return abs(self.sides[seat].location - self._me().location)

    def _in_range(self) -> list[int]:
        """Return the seats that the short range guns can fire at."""
        return [seat for seat in self._others_off_gate() if self._distance(seat) in FIRE_DICE]

    def _missiles(self) -> list[str]:
        far = [seat for seat in self._others_off_gate() if self._distance(seat) > 0]
        return [f"{kind} {seat}" for kind in MISSILE_DICE for seat in far]

    def _overrides(self) -> list[str]:
        """Return the uses of the override that have an effect."""
        me = self._me()
        texts = [f"override repair {name}" for name in me.down()]
        if not me.runs("nav") and me.location < self.map.last:
            texts.append("override move")
        if not me.runs("ravs") and self._own_ravs():
            texts.append("override ravs")
        if not me.runs("defense") and self._enemies_beside():
            texts.append("override guns")
        if not me.runs("weapons"):
            texts += [f"override fire {seat}" for seat in self._in_range()]
        return texts

    def _evasions(self) -> list[str]:
        target = self.sides[self._target_seat()]
        cards = types(target.hand) if target.evasion[MIDDLE] is None else []
        return [f"evade {card}" for card in cards] + ["no-evade"]

    def _own_ravs(self) -> list[str]:
        return self.map.in_order([s for s, rav in self.ravs.items() if rav.seat == self.seat])

    def _rav_moves(self) -> list[str]:
        """Return every way to move a RAV that has not moved yet."""
        texts = []
        for start in self.pending.to_move:
            rav = self.ravs[start]
            others = [space for space in self.ravs if space != start]
            for end, left in self.map.journeys(start, rav.tail, REACH[rav.kind], others):
                texts.append(f"rav {start} to {end} tail {left}")
        return texts

    def _attackable(self, space: str) -> list[str]:
        """Return the targets of an own RAV on a Space: Spaces and seats, as text."""
        found = [
            near
            for near in self.map.lines(space)
            if near in self.ravs
            and self.ravs[near].seat != self.seat
            and near != self.ravs[space].tail
        ]
        for seat, side in enumerate(self.sides):
            if seat != self.seat and side.location in self.map.locations(space):
                found.append(str(seat))
        return found

    def _targets_in_order(self) -> list[str]:
        """Return every text that may name a target: Spaces in map order, then seats."""
        return self.map.spaces + [str(seat) for seat in range(len(self.sides))]

    def _rav_attacks(self) -> list[str]:
        """Return every attack on a new target with RAVs that have not attacked."""
        ready = [space for space in self._own_ravs() if space not in self.pending.attackers]
        reach = {space: self._attackable(space) for space in ready}
        texts = []
        for target in self._targets_in_order():
            able = [space for space in ready if target in reach[space]]
            if target in self.pending.attacked:
                continue
            for size in range(1, len(able) + 1):
                for group in combinations(able, size):
                    texts.append(f"attack {target} with {','.join(group)}")
        return texts

    def _takes_back(self) -> list[str]:
        both = self._me().queue[-1] == "override"
        return ["return", "return override"] if both else ["return"]
