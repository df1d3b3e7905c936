"""Plain model of trader, for checking the fast one move by move.

Everything is lists, dicts and text. Speed is no concern: an action or outcome is accepted if its
text is listed, and every list is computed again on each request.

The awaited event: `phase` names it. In the phases explore (`planet NAME`) and event (`event ID`)
chance is to move, in all others but end the player. `drawing` gives the purpose of the event card:
"buy" (step 2), "arrive" (step 4), "fine", "attack", "counterattack", "jump" (an emergency jump).
It is None in every other phase, with one exception. From `flee` without a destination on, it is
"jump" in the phases explore and place too, which marks that emergency jump as under way.

Event cards: a card drawn leaves `undrawn_events`, becomes `last_event` and the last of `face_up`.
Then the month ends if two are left undrawn, and only then the card takes effect. It stays face up
until all its effects are over:
- the buy card until `done`;
- the arrival card until step 5 begins, or until `flee`;
- an attack card until the damage is chosen, or at once if there is none;
- a counterattack card until it has been compared;
- a fine card until the fine is paid, when the police card goes with it;
- a jump card until the ship has arrived.
No card is face up in the phases sell and upgrade. Discarded cards are those in neither list. A
reshuffle makes all cards undrawn that are not face up. With `reshuffle="all"` the face-up ones are
shuffled in too, so none is face up afterwards; they keep their effect, which is known from `enemy`,
`last_event` and `debt`.

Other keys: `target` is set from `flee X,Y`, or from the `place` that follows `flee`, until the ship
has arrived. `previous` is the planet that the ship left by any jump, None at the start and after a
misjump. `enemy` is the arrival card from being drawn until destroyed or fled from. `debt` is the
rest of a fine when the vectorium is used up. Illegals stay aboard until the fine card takes effect.
`month` increases when a month ends. A payment that ends the game leaves `month` unchanged, and
nothing is reshuffled. When the game ends every key keeps its value, except `phase` and `drawing`.
"""

from __future__ import annotations

from fractions import Fraction

from games.trader.twin.cards import EVENTS, GOODS, PLANETS, Event, Planet

Cell = tuple[int, int]

FIRST_MODULES = {"weapons": 3, "defenses": 2, "engines": 3, "cargo": 3}
MODULE_PRICES = {"weapons": 4, "defenses": 5, "engines": 3, "cargo": 5}
PAYMENTS = (5, 10, 10, 15)
SALVAGE = {"pirate-1": 1, "pirate-2": 3, "pirate-3": 4}
FIRST_VECTORIUM = 5
MAX_VECTORIUM = 20
MAX_BONUS = 3
REMOVED = 2  # event cards left undrawn each month


def beside(cell: Cell) -> list[Cell]:
    """Return the four orthogonal neighbors."""
    x, y = cell
    return [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)]


def across(cell: Cell) -> list[Cell]:
    """Return the four diagonal neighbors."""
    x, y = cell
    return [(x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)]


def to_text(cell: Cell) -> str:
    """Return a cell as actions write it."""
    return f"{cell[0]},{cell[1]}"


def to_cell(text: str) -> Cell:
    """Return the cell in an action."""
    x, y = text.split(",")
    return int(x), int(y)


class Twin:
    """One solo game of trader from the first planet to its end.

    Args:
        seats: 1.
        payment: time at which a payment falls due: "immediate" or "turn_end".
        reshuffle: the cards of a new month: "all_but_face_up" or "all".

    Raises:
        ValueError: an argument is not one of these.
    """

    def __init__(
        self, seats: int = 1, payment: str = "immediate", reshuffle: str = "all_but_face_up"
    ) -> None:
        if seats != 1:
            raise ValueError(f"seats must be 1, not {seats}")
        if payment not in ("immediate", "turn_end"):
            raise ValueError(f"payment must be immediate or turn_end, not {payment!r}")
        if reshuffle not in ("all_but_face_up", "all"):
            raise ValueError(f"reshuffle must be all_but_face_up or all, not {reshuffle!r}")
        self.payment = payment
        self.reshuffle = reshuffle
        self.phase = "explore"
        self.drawing: str | None = None
        self.month = 1
        self.vectorium = FIRST_VECTORIUM
        self.modules = dict(FIRST_MODULES)
        self.hold = dict.fromkeys(GOODS, 0)
        self.planets: dict[Cell, str] = {(0, 0): "earth"}
        self.ship: Cell = (0, 0)
        self.previous: Cell | None = None
        self.pile = [name for name in PLANETS if name != "earth"]
        self.undrawn = list(EVENTS)
        self.face_up: list[str] = []
        self.last_event: str | None = None
        self.enemy: str | None = None
        self.placing: str | None = None
        self.target: Cell | None = None
        self.debt = 0
        self.paid = 0
        self.due = False
        self.end: str | None = None

    @property
    def turn(self) -> int | str:
        """Seat 0 if it is to decide, or "chance", or "end"."""
        if self.phase in ("explore", "event"):
            return "chance"
        return "end" if self.phase == "end" else 0

    def legal(self) -> list[str]:
        """Return the texts of the actions open now."""
        match self.phase:
            case "place":
                return [f"place {to_text(cell)}" for cell in self._sites()]
            case "buy":
                return [f"buy {good}" for good in GOODS if self._can_buy(good)] + ["done"]
            case "jump":
                return self._jumps() or self._escapes()
            case "fine":
                return self._losses("sell-module")
            case "damage":
                return self._losses("damage")
            case "combat":
                return ["counterattack"] + (self._escapes() if self.vectorium else [])
            case "sell":
                return [f"sell {good}" for good in GOODS if self.hold[good]] + ["done"]
            case "upgrade":
                prices = MODULE_PRICES.items()
                affordable = [module for module, price in prices if price <= self.vectorium]
                return [f"upgrade {module}" for module in affordable] + ["done"]
        return []

    def _sites(self) -> list[Cell]:
        """Return the cells where the drawn planet may go."""
        for near in (beside(self.ship), across(self.ship)):
            if free := [cell for cell in near if cell not in self.planets]:
                return free
        return sorted({cell for one in self.planets for cell in beside(one)} - set(self.planets))

    def _can_buy(self, good: str) -> bool:
        on_sale = self._card().buying[good] != 0 and self._planet().modifiers[good] != 0
        price = self._price(self._card().buying[good], good)
        return on_sale and price <= self.vectorium and self._free_holds() > 0

    def _neighbors(self) -> list[Cell]:
        return [cell for cell in beside(self.ship) if cell in self.planets]

    def _jumps(self) -> list[str]:
        """Return the regular jumps."""
        reach = self.modules["engines"]
        cells = [cell for cell in self._neighbors() if cell != self.previous]
        near = [cell for cell in cells if PLANETS[self.planets[cell]].distance <= reach]
        return [f"jump {to_text(cell)}" for cell in near]

    def _escapes(self) -> list[str]:
        """Return the emergency jumps."""
        return [f"flee {to_text(cell)}" for cell in self._neighbors()] or ["flee"]

    def _losses(self, verb: str) -> list[str]:
        """Return every way to lose one module, a hold free or loaded."""
        others = [name for name in self.modules if name != "cargo"]
        texts = [f"{verb} {name}" for name in others if self.modules[name]]
        if self._free_holds():
            texts.append(f"{verb} cargo")
        return texts + [f"{verb} cargo {good}" for good in GOODS if self.hold[good]]

    def _card(self) -> Event:
        """Return the event card drawn last."""
        assert self.last_event is not None
        return EVENTS[self.last_event]

    def _planet(self) -> Planet:
        """Return the planet under the ship."""
        return PLANETS[self.planets[self.ship]]

    def _price(self, figure: int, good: str) -> int:
        return max(1, figure + self._planet().modifiers[good])

    def _free_holds(self) -> int:
        return self.modules["cargo"] - sum(self.hold.values())

    def outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the texts of the possible chance outcomes with their probabilities."""
        if self.turn != "chance":
            return []
        verb, cards = ("planet", self.pile) if self.phase == "explore" else ("event", self.undrawn)
        return [(f"{verb} {card}", Fraction(1, len(cards))) for card in cards]

    def apply(self, text: str) -> None:
        """Play an action or an outcome.

        Raises:
            ValueError: the text is not among those offered now.
        """
        if text not in self.legal() + [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not possible now: {text!r}")
        match text.split():
            case ["planet", name]:
                self.pile.remove(name)
                self.placing = name
                self.phase = "place"
            case ["place", cell]:
                self._place(to_cell(cell))
            case ["event", card]:
                self._draw(card)
            case ["buy", good]:
                self.vectorium -= self._price(self._card().buying[good], good)
                self.hold[good] += 1
            case ["jump", cell]:
                self.vectorium -= 1
                self.previous, self.ship = self.ship, to_cell(cell)
                self._await_event("arrive")
            case ["flee", *cells]:
                self._flee(to_cell(cells[0]) if cells else None)
            case ["sell-module", module, *goods]:
                self._lose(module, goods)
                self._pay_fine(MODULE_PRICES[module] // 2)
            case ["damage", module, *goods]:
                self._lose(module, goods)
                self._end_attack()
            case ["counterattack"]:
                self._await_event("counterattack")
            case ["sell", good]:
                self.hold[good] -= 1
                self._gain(self._price(self._card().selling[good], good))
            case ["upgrade", module]:
                self.vectorium -= MODULE_PRICES[module]
                self.modules[module] += 1
                self._end_turn()
            case ["done"]:
                self._done()

    def _await_event(self, drawing: str) -> None:
        self.phase, self.drawing = "event", drawing

    def _stop(self, end: str) -> None:
        self.phase, self.drawing, self.end = "end", None, end

    def _gain(self, amount: int) -> None:
        self.vectorium = min(MAX_VECTORIUM, self.vectorium + amount)

    def _lose(self, module: str, goods: list[str]) -> None:
        """Remove a module, with the good in it if one is named."""
        self.modules[module] -= 1
        for good in goods:
            self.hold[good] -= 1

    def _place(self, cell: Cell) -> None:
        """Place the drawn planet; the ship goes there if it flees, else step 2 follows."""
        assert self.placing is not None
        self.planets[cell] = self.placing
        self.placing = None
        if self.drawing == "jump":
            self.target = cell
            self._await_event("jump")
        else:
            self._await_event("buy")

    def _done(self) -> None:
        if self.phase == "buy":
            self.face_up = []
            self.phase = "jump"
            if self.vectorium == 0:
                self._stop("fuel")
        elif self.phase == "sell":
            self.phase = "upgrade"
        else:
            self._end_turn()

    def _flee(self, cell: Cell | None) -> None:
        """Make an emergency jump; without a cell, to a planet yet to be found."""
        self.vectorium -= 1
        self.face_up = []
        self.enemy = None
        self.target = cell
        self._await_event("jump")
        if cell is None:
            self.phase = "explore"

    def _draw(self, name: str) -> None:
        """Draw an event card: end the month if it is the last, then apply the card."""
        self.undrawn.remove(name)
        self.face_up.append(name)
        self.last_event = name
        drawing, self.drawing = self.drawing, None
        if len(self.undrawn) == REMOVED:
            self._end_month()
        if self.phase == "end":
            return
        match drawing:
            case "buy":
                self.phase = "buy"
            case "arrive":
                self._meet(name)
            case "fine":
                self.hold["illegals"] = 0
                self.debt = self._planet().law * self._card().fine
                self._pay_fine(0)
            case "attack":
                self._attack()
            case "counterattack":
                self._counterattack()
            case "jump":
                self._arrive()

    def _end_month(self) -> None:
        """Make the payment, unless it may wait, then begin a harder month with a new pile."""
        if self.payment == "immediate" or self.due:
            self._pay()
        if self.phase == "end":
            return
        self.due = self.payment == "turn_end"
        self.month += 1
        if self.reshuffle == "all":
            self.face_up = []
        self.undrawn = [name for name in EVENTS if name not in self.face_up]

    def _pay(self) -> None:
        """Make the next payment, which may end the game."""
        if self.vectorium < PAYMENTS[self.paid]:
            self._stop("payment")
            return
        self.vectorium -= PAYMENTS[self.paid]
        self.paid += 1
        self.due = False
        if self.paid == len(PAYMENTS):
            self._stop("paid")

    def _meet(self, name: str) -> None:
        """Apply the card of step 4."""
        if EVENTS[name].value:
            self.enemy = name
            self._await_event("attack")
        elif EVENTS[name].kind == "police" and self.hold["illegals"]:
            self._await_event("fine")
        else:
            self._end_event()

    def _end_event(self) -> None:
        self.face_up = []
        self.enemy = None
        self.phase = "sell"

    def _pay_fine(self, proceeds: int) -> None:
        """Pay the fine from the vectorium and a module's proceeds."""
        self._gain(proceeds)
        part = min(self.debt, self.vectorium)
        self.vectorium -= part
        self.debt -= part
        if not self.debt:
            self._end_event()
        elif any(self.modules.values()):
            self.phase = "fine"
        else:
            self._stop("fine")

    def _strength(self) -> tuple[Event, int]:
        """Return the enemy, and its value with the bonus of the month."""
        assert self.enemy is not None
        enemy = EVENTS[self.enemy]
        return enemy, enemy.value + min(MAX_BONUS, self.month - 1)

    def _attack(self) -> None:
        enemy, strength = self._strength()
        times = 2 if enemy.kind.startswith("invader") else 1
        defense = self.modules["defenses"] + self._card().defense
        if strength + times * self._card().attack <= defense:
            self._end_attack()
        elif any(self.modules.values()):
            self.phase = "damage"
        else:
            self._stop("destroyed")

    def _discard_last(self) -> None:
        self.face_up = [name for name in self.face_up if name != self.last_event]

    def _end_attack(self) -> None:
        self._discard_last()
        self.phase = "combat"

    def _counterattack(self) -> None:
        enemy, strength = self._strength()
        if self.modules["weapons"] + self._card().attack > strength + self._card().defense:
            self._gain(SALVAGE.get(enemy.kind, 0))
            self._end_event()
        else:
            self._discard_last()
            self._await_event("attack")

    def _arrive(self) -> None:
        """End an emergency jump; a misjump removes all other planets."""
        assert self.target is not None
        self.previous, self.ship, self.target = self.ship, self.target, None
        if not self._card().safe:
            self.previous = None
            self.planets = {self.ship: self.planets[self.ship]}
            self.pile = [name for name in PLANETS if name not in self.planets.values()]
        self.face_up = []
        self._await_event("arrive")

    def _end_turn(self) -> None:
        if self.due:
            self._pay()
        if self.phase == "end":
            return
        if self.pile:
            self.phase = "explore"
        else:
            self._await_event("buy")

    def scores(self) -> list[int]:
        """Return the number of payments made, then the vectorium."""
        return [self.paid, self.vectorium]

    def returns(self) -> list[float]:
        """Return 1 if everything is paid, else 0."""
        return [1.0 if self.end == "paid" else 0.0]

    def to_dict(self) -> dict[str, object]:
        """Return the whole state in plain values."""
        cells = {name: cell for cell, name in self.planets.items()}
        return {
            "phase": self.phase,
            "drawing": self.drawing,
            "month": self.month,
            "vectorium": self.vectorium,
            "modules": dict(self.modules),
            "hold": dict(self.hold),
            "planets": [[name, *cells[name]] for name in PLANETS if name in cells],
            "ship": list(self.ship),
            "previous": None if self.previous is None else list(self.previous),
            "pile": list(self.pile),
            "undrawn_events": list(self.undrawn),
            "face_up": list(self.face_up),
            "last_event": self.last_event,
            "enemy": self.enemy,
            "placing": self.placing,
            "target": None if self.target is None else list(self.target),
            "debt": self.debt,
            "paid": self.paid,
            "due": self.due,
            "end": self.end,
        }
