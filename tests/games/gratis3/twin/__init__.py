"""Plain model of gratis3, for checking the fast one move by move.

Everything is lists, dicts and text. Speed is no concern: an action or outcome is accepted if its
text is listed, and every list is computed again on each request.

The state in plain values
    seat is the seat on turn. During the deal it is the seat to be dealt to, and at the end the
    seat whose turn it was. actor is None at chance and at the end. Before its deal a seat has an
    empty queue and all nine cards in hand. turns counts completed turns: one cut short by the
    last chip is not counted. systems and system_black are in the order nav, ravs, defense,
    weapons. The key pending holds

    - started_at_planet: whether the Carrier was on the last Location when this turn began,
    - ravs_overridden: whether `override ravs` was played this turn,
    - launches, bombers: RAVs and Bombers among them launched so far (phase launch; else 0),
    - to_move: Spaces of own RAVs that have not moved yet, blocked ones too (rav-moves; else []),
    - attackers: Spaces of own RAVs that have attacked (from rav-attacks to its end; else []),
    - attacked: targets attacked with RAVs and still present, Spaces in map order, then seats, all
      as text (as attackers),
    - attack: the attack in progress: guns, fire, emp, nuke, ravs (on a Carrier), rav (on a RAV)
      or None; target: its seat or Space as text, None for guns,
    - dice: number to be rolled; in phase evade the number without evasion; else 0,
    - hits: hits not used up yet; two are used up as soon as their `systems` dice are known,
    - again: NUKE dice to roll again once the hits are used up,
    - shown: in phase knock the two systems to choose from, in order; else [],
    - last_arrival: the seat whose Carrier was the latest to reach the last Location, or None,
    - end: planet, chips or turns, None before the end.

    At the end, everything in pending but the last two is reset: False, 0, None or []. Other
    seats' knowledge of face-down cards is not part of the state: see Twin.could_be and
    Side.assignments.

Rulings where the rules leave a choice
    1. The ranges of locations, black_chips and max_turns are 2 to 12, 1 to 200 and 1 to 1000.
    2. `override ravs` needs an own RAV on the board. Weapons are overridden for `fire` only.
    3. A Carrier with neither shield nor Online system may still be a target, which uses up the
       RAVs and the target of step 4. If an EMP takes the last thing it had, nothing is rolled.
    4. A system die of 5 or 6 shows no system. The two hits are used up whatever is shown.
    5. The chip of a system marked black is a black trophy that does not come from the stockpile.
    6. A turn that is the last by both counts ends the game as planet.
    7. A Fighter may end where it started. A RAV that has moved does not move again even if others
       are still to move; the step ends when none of these can.
    8. `attack` may name any set of own RAVs that can attack the target, also for over 8 dice.
    9. A card played face up is ruled out for the face-down cards when no copy is left in the
       owner's hand and under the queue. This counts copies that came back there since they were
       laid.
"""

from __future__ import annotations

from collections.abc import Callable

from games.gratis3.twin.parts import QUEUE, SYSTEMS, Rav
from games.gratis3.twin.position import FIRE_DICE, MISSILE_DICE, Pending, Position

GUN_DICE = 8
MAX_DICE = 8
EVADED_DICE = 2
MAX_SHIELDS = 4
RAISED_SHIELDS = 2


class LastChip(Exception):
    """Signal that the last black chip has been placed; nothing further happens."""


class Twin(Position):
    """One game of gratis3 from the first queue to its end.

    Args:
        seats: 2 to 4.
        locations: number of the Location at the planet, 2 to 12.
        black_chips: chips in the stockpile at the start, 1 to 200.
        destroyed_ravs: "return" to their owner's supply, or "removed" from the game.
        max_turns: turns per seat after which the game is stopped, 1 to 1000.

    Raises:
        ValueError: an argument is outside its range.
    """

    APART = ("pending",)  # keys whose form differs from the game's

    def apply(self, text: str) -> None:
        """Play an action or an outcome, and then everything that is forced.

        Raises:
            ValueError: the text is not among those offered now.
        """
        if text not in self.legal() + [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not possible now: {text!r}")
        try:
            self._play(text)
            while len(forced := self.legal()) == 1:
                self._play(forced[0])
        except LastChip:
            self._finish("chips")

    def _play(self, text: str) -> None:
        """Carry out one event."""
        verb, *words = text.replace(":", "").split()
        events: dict[str, Callable[..., None]] = {
            "queue": self._deal,
            "repair": self._repair_step,
            "no-repair": self._repair_step,
            "play": self._command,
            "launch": self._launch,
            "launched": self._launch_over,
            "shields": self._raise_shields,
            "guns": self._shoot_guns,
            "hit": self._hit,
            "hits-done": self._attack_over,
            "fire": self._fire,
            "emp": lambda seat: self._declare("emp", seat, MISSILE_DICE["emp"]),
            "nuke": lambda seat: self._declare("nuke", seat, MISSILE_DICE["nuke"]),
            "override": self._override,
            "evade": self._evade,
            "no-evade": self._strike,
            "roll": self._roll,
            "systems": self._systems,
            "knock": self._knock,
            "rav": self._move_rav,
            "attack": self._attack,
            "attacks-done": self._attacks_over,
            "return": self._return,
        }
        events[verb](*words)

    def _deal(self, _seat: str, cards: str) -> None:
        for card in cards.split(","):
            self._me().put(card)
        if self.seat + 1 < len(self.sides):
            self.seat += 1
        else:
            self._begin_turn(0)

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.phase = "repair"
        self.pending = Pending(started_at_planet=self._me().location == self.map.last)
        if self.pending.started_at_planet:
            self._trophy()

    def _take_black(self) -> None:
        """Count a black chip as taken; it is in its place already."""
        self.stockpile -= 1
        if self.stockpile == 0:
            raise LastChip

    def _trophy(self) -> None:
        self._me().black_trophies += 1
        self._take_black()

    def _repair_step(self, system: str | None = None) -> None:
        if system is not None:
            self._repair(system)
        self.phase = "command"

    def _repair(self, system: str) -> None:
        me, i = self._me(), SYSTEMS.index(system)
        me.online[i] = True
        if me.supply:
            me.supply -= 1
        else:
            me.black[i] = True
            self._take_black()

    def _advance(self) -> None:
        """Move the Carrier, unless it is at the planet."""
        me = self._me()
        if me.location == self.map.last:
            return
        me.location += 1
        if me.location == self.map.last:
            self.last_arrival = self.seat
            self._trophy()

    def _advance_if_online(self) -> None:
        if self._me().runs("nav"):
            self._advance()

    def _command(self, card: str) -> None:
        """Play a card and begin its steps; skip a step that is not possible."""
        me = self._me()
        me.put(card)
        if card == "launch-move":
            self._begin_launch()
        elif card == "move-launch":
            self._advance_if_online()
            self._begin_launch()
        elif card == "shields-guns":
            self.phase = "shields-guns"
        elif card == "short-range" and me.runs("weapons") and self._in_range():
            self.phase = "fire"
        elif card == "missile" and me.runs("weapons") and self._missiles():
            self.phase = "missile"
        elif card == "override":
            self.phase = "override"
        else:
            self._begin_rav_moves()

    def _begin_launch(self) -> None:
        self.phase = "launch"  # only `launched` is left if there is nothing to launch
        if not self._me().runs("ravs"):
            self._launch_over()

    def _launch(self, kind: str, space: str) -> None:
        self._me().bank[kind] -= 1
        self.ravs[space] = Rav(self.seat, kind)
        self.pending.launches += 1
        self.pending.bombers += kind == "bomber"

    def _launch_over(self) -> None:
        self.pending.launches = self.pending.bombers = 0
        if self._me().queue[-1] == "launch-move":
            self._advance_if_online()
        self._begin_rav_moves()

    def _raise_shields(self) -> None:
        me = self._me()
        if me.runs("defense"):
            for _ in range(min(RAISED_SHIELDS, MAX_SHIELDS - me.shields)):
                me.shields += 1
                if me.supply:
                    me.supply -= 1
                else:
                    me.shield_black += 1
                    self._take_black()
        self._advance_if_online()
        self._begin_rav_moves()

    def _shoot_guns(self, overridden: bool = False) -> None:
        if (overridden or self._me().runs("defense")) and self._enemies_beside():
            self.phase = "guns-roll"
            self.pending.attack = "guns"
            self.pending.dice = GUN_DICE
        else:
            self._begin_rav_moves()

    def _hit(self, space: str) -> None:
        self.pending.hits -= self._defense(space)
        self._destroy(space)

    def _destroy(self, space: str) -> None:
        rav = self.ravs.pop(space)
        if self.destroyed_ravs == "return":
            self.sides[rav.seat].bank[rav.kind] += 1
        self._trophy()

    def _override(self, use: str, what: str = "") -> None:
        if use == "fire":
            self._fire(what)
        elif use == "guns":
            self._shoot_guns(overridden=True)
        else:
            if use == "repair":
                self._repair(what)
            elif use == "move":
                self._advance()
            elif use == "ravs":
                self.pending.ravs_overridden = True
            self._begin_rav_moves()

    # Attacks on Carriers

    def _fire(self, seat: str) -> None:
        self._declare("fire", seat, FIRE_DICE[self._distance(int(seat))])

    def _declare(self, attack: str, seat: str, dice: int) -> None:
        """Name a Carrier as the target; its owner may evade if it has anything to lose."""
        self.pending.attack = attack
        self.pending.target = seat
        self.pending.dice = dice
        if self.sides[int(seat)].helpless():
            self._strike()
        else:
            self.phase = "evade"

    def _evade(self, card: str) -> None:
        self.sides[self._target_seat()].lay(card)
        self.pending.dice -= EVADED_DICE
        self._strike()

    def _strike(self) -> None:
        """Strip shields for an EMP, then roll, unless there are no dice or nothing to lose."""
        target = self.sides[self._target_seat()]
        if self.pending.attack == "emp":
            for side in self.sides:
                while side.location == target.location and side.shields:
                    self.stockpile += side.drop_shield()
        if self.pending.dice > 0 and not target.helpless():
            self.phase = "carrier-roll"
        else:
            self._attack_over()

    def _roll(self, _dice: str, numbers: str) -> None:
        """Turn a roll into hits, whatever attack it belongs to."""
        singles, doubles = (int(number) for number in numbers.split(","))
        step = self.pending
        step.dice = 0
        step.hits = singles + 2 * doubles
        if self.phase == "guns-roll":
            self.phase = "hits"
        elif self.phase == "rav-roll":
            assert step.target is not None
            if step.hits >= self._defense(step.target):
                step.attacked.remove(step.target)
                self._destroy(step.target)
            self._attack_over()
        else:
            step.again = singles + doubles if step.attack == "nuke" else 0
            self._hit_carrier()

    def _hit_carrier(self) -> None:
        target = self.sides[self._target_seat()]
        while self.pending.hits and target.shields:
            self.pending.hits -= 1
            self.stockpile += target.drop_shield()
        self._hit_systems()

    def _hit_systems(self) -> None:
        """Roll two dice for every two hits; then a NUKE continues with the dice that hit."""
        target = self.sides[self._target_seat()]
        step = self.pending
        if step.hits >= 2 and any(target.online):
            self.phase = "systems"
            return
        step.hits = 0
        if step.again and not target.helpless():
            step.dice, step.again = step.again, 0
            self.phase = "carrier-roll"
        else:
            self._attack_over()

    def _systems(self, numbers: str) -> None:
        """Let the attacker choose between two different Online systems; a single one goes Down."""
        self.pending.hits -= 2
        target = self.sides[self._target_seat()]
        shown = numbers.split(",")
        systems = [name for number, name in enumerate(SYSTEMS, 1) if str(number) in shown]
        online = [name for name in systems if target.runs(name)]
        if len(online) == 2:
            self.pending.shown = online
            self.phase = "knock"
        elif online:
            self._knock(online[0])
        else:
            self._hit_systems()

    def _knock(self, system: str) -> None:
        target, i = self.sides[self._target_seat()], SYSTEMS.index(system)
        self.pending.shown = []
        target.online[i] = False
        if target.black[i]:
            target.black[i] = False
            self._me().black_trophies += 1
        else:
            self._me().colored_trophies += 1
        self._hit_systems()

    def _attack_over(self) -> None:
        """Continue after an attack of any kind: to RAV moves, or to further RAV attacks."""
        step = self.pending
        with_ravs = step.attack in ("rav", "ravs")
        step.attack = step.target = None
        step.dice = step.hits = step.again = 0
        if with_ravs:
            self.phase = "rav-attacks"
        else:
            self._begin_rav_moves()

    # The rest of the turn

    def _begin_rav_moves(self) -> None:
        if self._me().runs("ravs") or self.pending.ravs_overridden:
            self.pending.to_move = self._own_ravs()
            self._go_on_moving()
        else:
            self.phase = "return"

    def _go_on_moving(self) -> None:
        self.phase = "rav-moves"
        if not self._rav_moves():
            self.pending.to_move = []
            self.phase = "rav-attacks"

    def _move_rav(self, start: str, _to: str, end: str, _tail: str, left: str) -> None:
        self.pending.to_move.remove(start)
        rav = self.ravs.pop(start)
        self.ravs[end] = Rav(rav.seat, rav.kind, left)
        self._go_on_moving()

    def _attack(self, target: str, _with: str, group: str) -> None:
        spaces = group.split(",")
        step = self.pending
        step.attackers = self.map.in_order(step.attackers + spaces)
        step.attacked = [t for t in self._targets_in_order() if t in [*step.attacked, target]]
        kinds = [self.ravs[space].kind for space in spaces]
        fighters = kinds.count("fighter")
        dice = 3 * kinds.count("bomber") + (2 * fighters - 1 if fighters else 0)
        dice = min(dice, MAX_DICE)
        if target in self.ravs:
            step.attack, step.target, step.dice = "rav", target, dice
            self.phase = "rav-roll"
        else:
            self._declare("ravs", target, dice)

    def _attacks_over(self) -> None:
        self.pending.attackers = []
        self.pending.attacked = []
        self.phase = "return"

    def _return(self, override: str | None = None) -> None:
        """Take back a card and end the turn, and the game if it is over."""
        self._me().take_back(0 if override is None else QUEUE)
        self.turns += 1
        everyone = all(side.location == self.map.last for side in self.sides)
        if everyone and self.pending.started_at_planet and self.last_arrival == self.seat:
            self._finish("planet")
        elif self.turns == self.max_turns * len(self.sides):
            self._finish("turns")
        else:
            self._begin_turn((self.seat + 1) % len(self.sides))

    def _finish(self, reason: str) -> None:
        self.pending = Pending()
        self.phase, self.end = "end", reason
