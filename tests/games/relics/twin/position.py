"""Position of relics: its fields, their meaning, and costs.

`Position.to_dict` gives, with squares as [x, y] (an airlock's is off the board: N [15, -1],
E [31, 15], S [15, 31], W [-1, 15]), seats as numbers and lists by seat unless noted:

- phase: "galleries", "platforms", "weapons" (chance), "airlocks"; "act"; "at", "turn" (of a lifted
  platform); "guns"; "item", "artifact", "keycard" (an artifact drawn after a keycard), "spare"
  (chance); "trap", "lose"; "defense"; "end".
- turn: the decider: a seat, "chance" or "end".
- round: 1 until the first turn; at the end, the last turn's round.
- seat: the seat on turn, in "airlocks" the choosing one, in "defense" the taker; 0 before; at the
  end the seat of the last turn.
- ap: whole AP left; holes: in the suit of `seat`; credit: 1 for a half AP paid and unused;
  adrenaline: whether it runs; fired: numbers of guns that fired at it this turn, sorted.
  All are 0, false or empty once a turn is over.
- queue: in "guns" the guns still to fire, by number; in "defense" the seats still to remove a
  platform, the deciding one first; else empty.
- lifting: the platform in hand in "at" and "turn", else null. A lifted one is in `platforms` until
  it is put down; a spare one is neither there nor in `spare`.
- spot: [x, y] chosen by `at`, in "turn" only, else null.
- drawn: the artifact whose trap is being settled ("trap" and "lose"), else null.
- galleries: {id: tile}, without the center; platforms: {id: [x, y, r]}, those on the board.
- spare: ids never drawn (in "platforms", all still to be drawn); removed: ids that the Last Defense
  took. Both by id.
- guns: numbers of working guns; they are added as galleries are laid.
- fires: burning squares, sorted; doorways: none or two, in the order given.
- artifact_on: ids of galleries with an artifact, in order; heart_on: whether the Heart is there.
- tokens: {id: tokens} for the eight galleries, 0 included.
- undrawn_artifacts, undrawn_items: names in table order, copies repeated.
- pos: [x, y], or null before the airlock is chosen and once escaped.
- escaped: the seats that are out, in that order.
- weapon: "blaster", "shield" or null before it is dealt; shield_up.
- items: names in table order, copies repeated.
- charge: {name: charges} of the weapon, of rays, foam and grapple gun held, 0 included.
- artifacts: names in table order, without the Heart; carried: AP taken off at the next turn.
- sickle: the gallery where the seat pays double, or null; net: the gallery that holds the seat, or
  null; shell: moves still to cost double; scepter: other platforms still to move before a #2.
- heart: the seat that took it, or null; final: whether the last turns have begun.
- end: "all-out", "rounds", "last-defense" or null.
"""

from __future__ import annotations

from collections.abc import Iterable

from .board import Board
from .data import (
    AIRLOCKS,
    ARTIFACTS,
    HEART_POINTS,
    ITEMS,
    LARGE,
    PLATFORMS,
    RANK,
    SIDES,
    WALLED,
    Square,
)


def in_order(names: Iterable[str]) -> list[str]:
    """Return artifacts or items in table order."""
    return sorted(names, key=RANK.__getitem__)


class Position:
    """All facts of a game at one moment."""

    def __init__(self, seats: int, rounds: int) -> None:
        self.seats = seats
        self.rounds = rounds
        self.phase = "galleries"
        self.round = 1
        self.seat = 0
        self.end: str | None = None
        # The turn
        self.ap = 0
        self.holes = 0
        self.adrenaline = False
        self.credit = 0
        self.fired: list[int] = []
        self.queue: list[int] = []
        self.lifting: str | None = None
        self.spot: Square | None = None
        self.drawn: str | None = None
        # The board and everything on it
        self.board = Board()
        self.spare = list(PLATFORMS)
        self.removed: list[str] = []
        self.fires: set[Square] = set()
        self.artifact_on = list(WALLED)
        self.heart_on = True
        self.tokens = {gallery: 2 if gallery in SIDES else 1 for gallery in WALLED}
        self.undrawn_artifacts = list(ARTIFACTS)
        self.undrawn_items = [name for name, item in ITEMS.items() for _ in range(item.copies)]
        # The seats
        self.pos: list[Square | None] = [None] * seats
        self.escaped: list[int] = []
        self.weapon: list[str | None] = [None] * seats
        self.shield_up = [False] * seats
        self.items: list[list[str]] = [[] for _ in range(seats)]
        self.charge: list[dict[str, int]] = [{} for _ in range(seats)]
        self.artifacts: list[list[str]] = [[] for _ in range(seats)]
        self.carried = [0] * seats
        self.sickle: list[str | None] = [None] * seats
        self.net: list[str | None] = [None] * seats
        self.shell = [0] * seats
        self.scepter = [0] * seats
        self.heart: int | None = None
        self.final = False

    @property
    def turn(self) -> int | str:
        """Seat to decide, or "chance", or "end"."""
        if self.phase in ("galleries", "platforms", "weapons"):
            return "chance"
        if self.phase in ("item", "artifact", "keycard", "spare"):
            return "chance"
        if self.phase == "defense":
            return self.queue[0]
        return "end" if self.phase == "end" else self.seat

    @property
    def here(self) -> Square:
        """Square of the piece of the seat on turn."""
        square = self.pos[self.seat]
        assert square is not None
        return square

    @property
    def gallery(self) -> str | None:
        """Gallery under the piece of the seat on turn, or None."""
        tile = self.board.tile.get(self.here)
        return tile if tile in LARGE else None

    @property
    def burning(self) -> set[Square]:
        """Fires on the gallery under the piece of the seat on turn."""
        return {square for square in self.fires if self.board.tile[square] == self.gallery}

    def occupied(self, square: Square) -> bool:
        """Whether another piece is there."""
        return any(pos == square for seat, pos in enumerate(self.pos) if seat != self.seat)

    def empty_platforms(self) -> list[str]:
        """Return the platforms without a piece, by id."""
        stood_on = {self.board.tile.get(pos) for pos in self.pos if pos is not None}
        return [platform for platform in sorted(self.board.platforms) if platform not in stood_on]

    def inside(self, first: int) -> list[int]:
        """Return the seats that are not out, from this one on."""
        seats = [(first + n) % self.seats for n in range(self.seats)]
        return [seat for seat in seats if seat not in self.escaped]

    def holds(self, item: str) -> bool:
        """Whether the seat on turn has this item."""
        return item in self.items[self.seat]

    def charged(self, *names: str) -> list[str]:
        """Return the given weapons and items that have a charge for the seat on turn."""
        return [name for name in names if self.charge[self.seat].get(name, 0) > 0]

    def doubled(self, square: Square) -> bool:
        """Whether the Sickle makes the seat on turn pay double on this square."""
        gallery = self.sickle[self.seat]
        return gallery is not None and self.board.tile.get(square) == gallery

    def cost(self, ap: int) -> int:
        """Return the AP that the seat on turn pays where it is for a basic cost of `ap`."""
        return ap * 2 if self.doubled(self.here) else ap

    def affords(self, ap: int) -> bool:
        """Whether the seat on turn can pay a basic cost of `ap`."""
        return self.cost(ap) <= self.ap

    @property
    def halves(self) -> int:
        """Budget for moves, in half AP."""
        return 2 * self.ap + self.credit

    def move_halves(self, start: Square, moves_before: int = 0) -> int:
        """Return the cost in half AP of a move from a square, after some other moves."""
        cost = 1 if self.adrenaline else 2
        if self.doubled(start):
            cost *= 2
        if self.shell[self.seat] > moves_before:
            cost *= 2
        return cost

    def may_land(self, square: Square) -> bool:
        """Whether the seat on turn may go to a square although a net may hold it."""
        net = self.net[self.seat]
        return net is None or self.board.tile.get(square) == net

    def may_step(self, square: Square) -> bool:
        """Whether the seat on turn may and can pay to move to a walkable square."""
        left = self.halves - self.move_halves(self.here)
        if left < 0 or not self.may_land(square):
            return False
        if not self.occupied(square) or square in AIRLOCKS.values():
            return True
        return left >= self.move_halves(square, moves_before=1)

    def pay(self, ap: int) -> None:
        """Take the price of a basic cost of `ap` from the seat on turn."""
        self.ap -= self.cost(ap)

    def use_charge(self, name: str) -> None:
        """Take a charge from a weapon or item of the seat on turn."""
        self.charge[self.seat][name] -= 1

    def discard(self, item: str) -> None:
        """Take an item, with its charges, from the seat on turn for good."""
        self.items[self.seat].remove(item)
        self.charge[self.seat].pop(item, None)

    def shielded(self) -> bool:
        """Whether a raised shield takes a hit, which drops it."""
        shielded = self.shield_up[self.seat]
        self.shield_up[self.seat] = False
        return shielded

    def scores(self) -> list[int]:
        """Return the points of the seats that are out; 0 for the others."""
        points = [0] * self.seats
        for seat in self.escaped:
            points[seat] = sum(ARTIFACTS[name].points for name in self.artifacts[seat])
            points[seat] += len(self.items[seat]) + HEART_POINTS * (self.heart == seat)
        return points

    def returns(self) -> list[float]:
        """Return 1 for the winner (of equals, the earlier out); all 0 until the game ends."""
        won = [0.0] * self.seats
        if self.phase == "end" and self.escaped:
            scores = self.scores()
            won[max(self.escaped, key=lambda seat: scores[seat])] = 1.0
        return won

    def to_dict(self) -> dict[str, object]:
        """Return the whole state in plain values, as the module's docstring describes."""
        board = self.board
        return {
            "phase": self.phase,
            "turn": self.turn,
            "round": self.round,
            "seat": self.seat,
            "ap": self.ap,
            "holes": self.holes,
            "adrenaline": self.adrenaline,
            "credit": self.credit,
            "fired": sorted(self.fired),
            "queue": list(self.queue),
            "lifting": self.lifting,
            "spot": None if self.spot is None else list(self.spot),
            "drawn": self.drawn,
            "galleries": dict(board.galleries),
            "platforms": {name: list(board.platforms[name]) for name in sorted(board.platforms)},
            "spare": list(self.spare),
            "removed": sorted(self.removed),
            "guns": sorted(board.guns),
            "fires": sorted(map(list, self.fires)),
            "doorways": [list(square) for square in board.doorways],
            "artifact_on": list(self.artifact_on),
            "heart_on": self.heart_on,
            "tokens": dict(self.tokens),
            "undrawn_artifacts": list(self.undrawn_artifacts),
            "undrawn_items": list(self.undrawn_items),
            "pos": [None if square is None else list(square) for square in self.pos],
            "escaped": list(self.escaped),
            "weapon": list(self.weapon),
            "shield_up": list(self.shield_up),
            "items": [in_order(items) for items in self.items],
            "charge": [dict(charge) for charge in self.charge],
            "artifacts": [in_order(names) for names in self.artifacts],
            "carried": list(self.carried),
            "sickle": list(self.sickle),
            "net": list(self.net),
            "shell": list(self.shell),
            "scepter": list(self.scepter),
            "heart": self.heart,
            "final": self.final,
            "end": self.end,
        }
