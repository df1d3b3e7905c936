"""Plain model of relics, for checking the fast one move by move.

It follows the rules page line by line, with descriptive names and no regard for speed. The
components are in `data`, the geometry in `board`, the form of a state in `position`, the possible
events in `legal`; this module implements each event.
"""

from __future__ import annotations

from fractions import Fraction

from . import legal
from .board import read, turned
from .data import (
    AIRLOCKS,
    ARTIFACTS,
    CENTER,
    FIRST_AP,
    FLOWER_PENALTY,
    GAINS,
    HOURGLASS_LOSS,
    ITEMS,
    KEYCARD_COST,
    LANES,
    LARGE,
    NET_COST,
    PACK_GAIN,
    PATCH_COST,
    ROCKET_COST,
    SCEPTER_MOVES,
    SHELL_SQUARES,
    SQUARES_OF,
    TAKE_COST,
    WALLED,
    WEAPON_CHARGES,
    Square,
)
from .position import Position


class Twin(Position):
    """One game of relics from setup to its end.

    Args:
        seats: 2 to 4.
        rounds: the last round, 1 to 12.

    Raises:
        ValueError: an argument is outside its range.
    """

    def __init__(self, seats: int = 2, rounds: int = 12) -> None:
        if not 2 <= seats <= 4:
            raise ValueError(f"seats must be 2 to 4, not {seats}")
        if not 1 <= rounds <= FIRST_AP:
            raise ValueError(f"rounds must be 1 to {FIRST_AP}, not {rounds}")
        super().__init__(seats, rounds)

    def legal(self) -> list[str]:
        """Return the texts of the actions open to the seat to decide."""
        return legal.legal(self)

    def outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the texts of the possible chance outcomes with their probabilities."""
        return legal.outcomes(self)

    def apply(self, text: str) -> None:
        """Play an action or an outcome.

        Raises:
            ValueError: the text is not among those offered now.
        """
        if text not in self.legal() + [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not possible now: {text!r}")
        self.happen(text)

    def happen(self, text: str) -> None:
        """Play an event known to be possible; long tests skip the check, which takes most time."""
        match text.split():
            case ["gallery", gallery, tile]:
                self.board.set_gallery(gallery, tile)
                if len(self.board.galleries) == len(WALLED):
                    self.phase = "platforms"
            case ["platform", anchor, platform]:
                self._lay_first(platform, read(anchor))
            case ["weapon", seat, weapon]:
                self._arm(int(seat), weapon)
            case ["airlock", name]:
                self._enter(AIRLOCKS[name])
            case ["move", way]:
                self._move(way)
            case ["lift", platform]:
                self.lifting, self.phase = platform, "at"
            case ["spare", platform]:
                self.spare.remove(platform)
                self.lifting, self.phase = platform, "at"
            case ["at", square]:
                self.spot, self.phase = read(square), "turn"
            case ["turn", turns]:
                self._put_down(int(turns))
            case ["take", *keycard]:
                self._take(bool(keycard))
            case ["artifact", name]:
                self._swipe(name)
            case ["respond", ray]:
                self.use_charge(ray)
                self._after_trap()
            case ["suffer"]:
                self._spring()
            case ["lose", item]:
                self.discard(item)
                self._after_trap()
            case ["item", item]:
                self._find(item)
            case ["shoot", gun, "with", weapon]:
                self.use_charge(weapon)
                del self.board.guns[int(gun.removeprefix("gun"))]
                self.queue.pop(0)
                self._resolve_step()
            case ["hit", _]:
                self._be_shot()
                self._resolve_step()
            case ["raise"]:
                self.use_charge("shield")
                self.shield_up[self.seat] = True
            case ["overload", ray]:
                self.ap += self.charge[self.seat][ray]
                self.charge[self.seat][ray] = 0
            case ["patch"]:
                self._patch()
            case ["net", how]:
                self._disable_net(how)
            case ["use", item, *how]:
                self._use(item, how)
            case ["remove", platform]:
                self.board.remove(platform)
                self.removed.append(platform)
                self.queue.pop(0)
                self._defend()
            case ["escape"]:
                self.pos[self.seat] = None
                self.escaped.append(self.seat)
                self._end_turn()
            case ["end"]:
                self._end_turn()

    # Setup

    def _lay_first(self, platform: str, anchor: Square) -> None:
        self.spare.remove(platform)
        self.board.place(platform, (*anchor, 0))
        if len(self.board.platforms) == len(LANES):
            self.phase = "weapons"

    def _arm(self, seat: int, weapon: str) -> None:
        self.weapon[seat] = weapon
        self.charge[seat][weapon] = WEAPON_CHARGES
        if seat == self.seats - 1:
            self.phase, self.seat = "airlocks", seat

    def _enter(self, airlock: Square) -> None:
        self.pos[self.seat] = airlock
        if self.seat:
            self.seat -= 1
        else:
            self._begin_turn()

    # Turns

    def _begin_turn(self) -> None:
        """Settle the AP: a deficit stays with the seat for its next turn."""
        self.phase = "act"
        ap = FIRST_AP + 1 - self.round - self.carried[self.seat]
        if self.heart == self.seat and not self.shielded():
            ap -= 1
        self.ap, self.carried[self.seat] = max(ap, 0), max(-ap, 0)

    def _end_turn(self) -> None:
        """Clear the turn's fields, and determine the next seat, if there is one."""
        self.ap = self.credit = 0
        self.adrenaline = False
        self.fired = []
        if len(self.escaped) == self.seats:
            self._finish("all-out")
            return
        seat, round_ = self.seat, self.round
        while True:
            seat += 1
            if seat == self.seats:
                seat, round_ = 0, round_ + 1
            if round_ > self.rounds:
                self._finish("rounds")
                return
            if seat == self.heart and self.final:
                self._finish("last-defense")
                return
            if seat == self.heart or seat not in self.escaped:
                break
        self.seat, self.round = seat, round_
        if seat == self.heart:
            self.phase = "defense"
            self.queue = self.inside(seat)
            self._defend()
        else:
            self._begin_turn()

    def _defend(self) -> None:
        """Continue the Last Defense; the last turns begin when it has nothing left to take."""
        if not self.empty_platforms():
            self.queue = []
            self.final = True
        if self.queue:
            return
        if self.seat in self.escaped:
            self._end_turn()
        else:
            self._begin_turn()

    def _finish(self, reason: str) -> None:
        self.phase, self.end = "end", reason

    # Moving and its consequences

    def _move(self, way: str) -> None:
        start, end = self.here, self.board.step(self.here, way)
        self.ap, self.credit = divmod(self.halves - self.move_halves(start), 2)
        self.shell[self.seat] = max(self.shell[self.seat] - 1, 0)
        assert end is not None
        self.pos[self.seat] = end
        if not self.adrenaline:
            self.queue = [gun for gun in self.board.guns_at(start, end) if gun not in self.fired]
        self._resolve_step()

    def _leap(self, square: Square) -> None:
        """Land by rocketpack or grapple gun; no gun fires."""
        self.pos[self.seat] = square
        self._resolve_step()

    def _resolve_step(self) -> None:
        """Resolve guns by number, then fire, then an item; stop where a decision is due."""
        while self.queue:
            if self.charged("blaster", "heat-ray"):
                self.phase = "guns"
                return
            self._be_shot()
        if self.here in self.fires:
            self.fires.remove(self.here)
            self.holes += 1
        self.phase = "act"
        gallery = self.gallery
        if gallery is not None and self.here == LARGE[gallery] and self.tokens.get(gallery):
            self.tokens[gallery] -= 1
            self.phase = "item"

    def _be_shot(self) -> None:
        self.fired.append(self.queue.pop(0))
        if not self.shielded():
            self.holes += 1

    def _find(self, item: str) -> None:
        self.undrawn_items.remove(item)
        self.items[self.seat].append(item)
        if ITEMS[item].charges:
            self.charge[self.seat][item] = ITEMS[item].charges
        self.phase = "act"

    def _patch(self) -> None:
        """Patch one hole; without the AP for it, patch all of them at the next turn's expense."""
        if self.affords(PATCH_COST):
            self.pay(PATCH_COST)
            self.holes -= 1
            return
        self.carried[self.seat] += self.cost(PATCH_COST) * self.holes - self.ap
        self.holes = 0
        self._end_turn()

    # Platforms

    def _put_down(self, turns: int) -> None:
        platform, spot = self.lifting, self.spot
        assert platform is not None
        assert spot is not None
        if platform in self.board.platforms:
            self.pay(SQUARES_OF[platform])
            if SQUARES_OF[platform] != 2:
                self.scepter[self.seat] = max(self.scepter[self.seat] - 1, 0)
        self.board.place(platform, (*spot, turns))
        self.lifting = self.spot = None
        self.phase = "act"

    def _rotate(self, platform: str, turns: int) -> None:
        """Turn a platform in place with everyone on it."""
        x, y, before = self.board.platforms[platform]
        for seat, square in enumerate(self.pos):
            if square is not None and self.board.tile.get(square) == platform:
                self.pos[seat] = turned(square, (x, y), 2, (turns - before) % 4)
        self.board.place(platform, (x, y, turns))

    # Artifacts

    def _take(self, keycard: bool) -> None:
        self.pay(KEYCARD_COST if keycard else TAKE_COST)
        gallery = self.gallery
        if gallery == CENTER:
            self.heart_on = False
            self.heart = self.seat
            return
        assert gallery is not None
        self.artifact_on.remove(gallery)
        if keycard:
            self.discard("keycard")
        self.phase = "keycard" if keycard else "artifact"

    def _swipe(self, name: str) -> None:
        """Keep a drawn artifact; then spring its trap, unless a keycard or a defense stops it."""
        self.undrawn_artifacts.remove(name)
        self.artifacts[self.seat].append(name)
        stopped_by = ARTIFACTS[name].stopped_by
        if self.phase == "keycard" or ("shield" in stopped_by and self.shielded()):
            self.phase = "act"
            return
        self.drawn = name
        if self.charged(*(means for means in stopped_by if means != "shield")):
            self.phase = "trap"
        else:
            self._spring()

    def _after_trap(self) -> None:
        self.drawn = None
        self.phase = "act"

    def _spring(self) -> None:
        """Apply the trap of the drawn artifact to the seat on turn."""
        seat, gallery = self.seat, self.gallery
        assert gallery is not None
        match self.drawn:
            case "mercurial-salamander":
                floor = {sq for sq in self.board.floor if self.board.tile[sq] == gallery}
                self.fires |= floor - {LARGE[gallery]}
            case "venusian-dragonfly":
                self.holes += 1
                if self.items[seat]:
                    self.phase = "lose"
                    return
            case "lunar-sickle":
                self.sickle[seat] = gallery
            case "cererian-flower":
                self.holes += 1
                self.carried[seat] += FLOWER_PENALTY
            case "martian-spearhead":
                self.holes += 1 if self.shielded() else 2
            case "jovian-scepter":
                self.scepter[seat] = SCEPTER_MOVES
            case "saturnian-hourglass":
                self.carried[seat] += max(HOURGLASS_LOSS - self.ap, 0)
                self.ap = max(self.ap - HOURGLASS_LOSS, 0)
            case "uranium-gem":
                self.net[seat] = gallery
            case "neptunian-shell":
                self.shell[seat] = SHELL_SQUARES
        self._after_trap()

    def _disable_net(self, how: str) -> None:
        if how == "pay":
            self.pay(NET_COST)
        else:
            self.use_charge(how)
        self.net[self.seat] = None

    # Items

    def _use(self, item: str, how: list[str]) -> None:
        match item, how:
            case "foam-gun", ["hole"]:
                self.use_charge(item)
                self.holes -= 1
            case (("foam-gun" | "freeze-ray"), ["fires"]):
                self.use_charge(item)
                self.fires -= self.burning
            case "grapple-gun", [square]:
                self.use_charge(item)
                self._leap(read(square))
            case "rocketpack", [square]:
                self.pay(ROCKET_COST)
                self._leap(read(square))
            case _:
                self.discard(item)
                self._use_up(item, how)

    def _use_up(self, item: str, how: list[str]) -> None:
        """Apply the effect of an item that is discarded for it."""
        match item, how:
            case "tape", []:
                self.holes -= 1
            case (("vitality" | "o2"), []):
                self.ap += GAINS[item]
            case "power-pack", ["suit"]:
                self.ap += PACK_GAIN
            case "power-pack", [ray]:
                self.charge[self.seat][ray] += PACK_GAIN
            case "adrenaline", []:
                self.adrenaline = True
            case "security-hack", [gun]:
                del self.board.guns[int(gun.removeprefix("gun"))]
            case "doorway", [start, end]:
                self.board.doorways = [read(start), read(end)]
            case "platform-hack-1", []:
                self.phase = "spare"
            case "platform-hack-2", [platform, turns]:
                self._rotate(platform, int(turns))
