"""How likely the ship is paid for in the end: a small network over what a merchant would weigh.

The network judges positions where chance is due: at the start of a turn, on the way to a planet, at
a counterattack and at an emergency jump. Its one hidden layer was fitted by bench/fit/trader.py to
games of its own greedy player, by temporal differences (Tesauro 1992; Sutton 1988).
"""

from libc.math cimport exp

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest
from aicore.core.game cimport END
from aicore.games.trader.moves cimport around
from aicore.games.trader.state cimport (
    CARGO, DEFENSES, ENGINES, EVENTS, EXPLORE, FOR_ARRIVE,
    FOR_JUMP, GOODS, ILLEGALS, INVADER, PAID, PAYMENTS, PIRATE, PLANETS, POLICE, REMOVED, Tables,
    TraderState, WEAPONS, bonus, cargo, destroyed_by, hit_by,
)

PAYMENT_NAMES = (
    "paid_1", "paid_2", "paid_3", "due", "left", "sales", "no_sale", "one_sale", "two_sales",
    "vectorium", "broke", "lacking", "surplus", "gap_no_sale", "gap_one_sale", "gap_two_sales",
    "gap_later", "turn_end",
)
SHIP_NAMES = (
    "weapons_aboard", "industrials_aboard", "agriculturals_aboard", "illegals_aboard", "free_holds",
    "load_here", "load_near", "weapons", "defenses", "no_defenses", "engines", "few_engines",
    "many_engines", "cargo", "one_hold", "two_holds",
)
MAP_NAMES = (
    "in_transit", "fleeing", "unexplored", "pile", "no_exit", "one_exit", "exits", "trade",
    "second_trade", "traffic", "law", "reachable",
)
DANGER_NAMES = (
    "fighting", "odds", "hits", "salvage", "enemies", "police", "defeats", "wounds",
    "later_defeats", "later_wounds", "misjumps", "strength", "protection",
)
FEATURE_NAMES = PAYMENT_NAMES + SHIP_NAMES + MAP_NAMES + DANGER_NAMES

cdef enum:  # where the parts begin
    OF_SHIP = 18
    OF_MAP = 34
    OF_DANGERS = 46
    EVEN = ADVANTAGES // 2


cdef class Estimate:
    """The network; its weights are in guide.toml."""

    cdef int prepare(self, const Tables* t, dict guide, bint at_once) except -1:
        """Work out averages, and take over the weights. Raises ValueError."""
        cdef int planet, goal, good, card, i, j
        cdef double price, number
        cdef double[PLANETS][GOODS] cost
        if tuple(guide["features"]) != FEATURE_NAMES or len(guide["hidden"]) != HIDDEN:
            raise ValueError("guide.toml: a network for other features")
        for j, unit in enumerate(guide["hidden"]):
            self.threshold[<int> j] = unit["threshold"]
            self.output[<int> j] = unit["output"]
            for i in range(FEATURES):
                self.input[i][<int> j] = unit["input"][i]
        self.bias = guide["bias"]
        self.at_once = at_once
        for planet in range(PLANETS):
            for good in range(GOODS):
                self.sale[planet][good] = cost[planet][good] = number = 0.0
                for card in range(EVENTS):
                    price = t.sell[card][good] + t.modifier[planet][good]
                    self.sale[planet][good] += max(1.0, price) / EVENTS
                    if t.buy[card][good]:
                        price = t.buy[card][good] + t.modifier[planet][good]
                        cost[planet][good] += max(1.0, price)
                        number += 1.0
                if t.modifier[planet][good] == 0 or number == 0.0:
                    cost[planet][good] = 99.0  # not for sale
                else:
                    cost[planet][good] /= number
        for planet in range(PLANETS):
            for goal in range(PLANETS):
                self.trade[planet][goal] = self.traffic[planet][goal] = 0.0
                for good in range(GOODS):
                    price = self.sale[goal][good] - cost[planet][good]
                    self.traffic[planet][goal] = max(self.traffic[planet][goal], price)
                    if good != ILLEGALS:
                        self.trade[planet][goal] = max(self.trade[planet][goal], price)
        for i in range(ADVANTAGES):
            self.defeat[i] = self.wound[0][i] = self.wound[1][i] = 0.0
            for card in range(EVENTS):
                number = i - EVEN + t.attack[card] - t.defense[card]
                self.defeat[i] += (number > 0) / <double> EVENTS
                self.wound[0][i] += (number > 0) / <double> EVENTS
                self.wound[1][i] += (number + t.attack[card] > 0) / <double> EVENTS
        return 0

    cdef double chance(self, const Tables* t, const TraderState* s) noexcept nogil:
        """The chance that all four payments will be made."""
        cdef float[FEATURES] x
        cdef float[HIDDEN] unit
        cdef float total = self.bias
        cdef int i, j
        if s.turn == END:
            return s.end == PAID
        self.features(t, s, x)
        for j in range(HIDDEN):
            unit[j] = self.threshold[j]
        for i in range(FEATURES):
            if x[i] != 0.0:
                for j in range(HIDDEN):
                    unit[j] += x[i] * self.input[i][j]
        for j in range(HIDDEN):
            total += self.output[j] * (unit[j] if unit[j] > 0.0 else 0.0)
        return 1.0 / (1.0 + exp(-total))

    cdef void features(self, const Tables* t, const TraderState* s, float* x) noexcept nogil:
        """What the network weighs, in the order of FEATURE_NAMES, each about 0 .. 1."""
        cdef int here = s.ship if s.target < 0 else s.target
        cdef int origin = s.previous if s.target < 0 else s.ship
        cdef int i
        for i in range(FEATURES):
            x[i] = 0.0
        self.of_payments(t, s, here, x)
        self.of_ship(t, s, here, x + OF_SHIP)
        self.of_map(t, s, here, origin, x + OF_MAP)
        self.of_dangers(t, s, x + OF_DANGERS)

    cdef void of_payments(
            self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil:
        """Money, and how often goods can be sold before the next payment."""
        cdef int left = count(s.undrawn) - REMOVED
        cdef int need = t.payment[s.paid if s.paid < PAYMENTS else PAYMENTS - 1]
        cdef bint under_way = s.drawing == FOR_ARRIVE or s.enemy >= 0
        cdef int sales, fuel, good
        cdef double gap
        # A turn takes a card for the market and one for the arrival, if nothing else happens.
        if s.due:
            sales = 1
            fuel = 0
        elif under_way:
            sales = left // 2
            fuel = (left - 1) // 2
        else:
            sales = (left - 1) // 2
            fuel = left // 2
        if not self.at_once and not s.due:  # the turn in which the month ends still counts
            sales = (left + 1 + under_way) // 2
            fuel = sales - under_way
        if s.paid:
            x[s.paid - 1] = 1.0
        x[3] = s.due
        x[4] = left / 14.0
        x[5] = sales / 7.0
        if sales < 3:
            x[6 + sales] = 1.0
        x[9] = s.vectorium / 20.0
        x[10] = s.vectorium == 0
        x[11] = max(0, need - s.vectorium) / 15.0
        x[12] = max(0, s.vectorium - need) / 20.0
        gap = s.vectorium - fuel - need
        if sales:
            for good in range(GOODS):
                gap += s.hold[good] * self.sale[here][good]
        x[13 + min(sales, 3)] = min(2.0, max(-2.0, gap / 10.0))
        x[17] = not self.at_once

    cdef void of_ship(
            self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil:
        """Modules, and what is aboard."""
        cdef u32 near = around(s, s.cell[here])
        cdef int holds = s.modules[CARGO]
        cdef int planet, good
        cdef double value
        cdef double best = 0.0
        for good in range(GOODS):
            x[good] = s.hold[good] / 3.0
            x[5] += s.hold[good] * self.sale[here][good] / 20.0
        x[4] = (holds - cargo(s)) / 3.0
        if cargo(s):
            while near:
                planet = lowest(near)
                near &= near - 1
                value = 0.0
                if t.distance[planet] <= s.modules[ENGINES]:
                    for good in range(GOODS):
                        value += s.hold[good] * self.sale[planet][good]
                best = max(best, value)
        x[6] = best / 20.0
        x[7] = s.modules[WEAPONS] / 10.0
        x[8] = s.modules[DEFENSES] / 5.0
        x[9] = s.modules[DEFENSES] == 0
        x[10] = s.modules[ENGINES] / 5.0
        x[11] = s.modules[ENGINES] < 3
        x[12] = s.modules[ENGINES] > 3
        x[13] = holds / 4.0
        x[14] = holds < 2
        x[15] = holds == 2

    cdef void of_map(
            self, const Tables* t, const TraderState* s, int here, int origin, float* x
    ) noexcept nogil:
        """Where to go from here, and what for."""
        cdef u32 near = around(s, s.cell[here])
        cdef u32 rest = s.pile
        cdef int exits = 0
        cdef int reachable = 0
        cdef int planet
        cdef double best = 0.0
        cdef double second = 0.0
        cdef double traffic = 0.0
        while near:
            planet = lowest(near)
            near &= near - 1
            if planet == origin or t.distance[planet] > s.modules[ENGINES]:
                continue
            exits += 1
            if self.trade[here][planet] > best:
                second = best
                best = self.trade[here][planet]
            else:
                second = max(second, self.trade[here][planet])
            traffic = max(traffic, self.traffic[here][planet])
        while rest:
            reachable += t.distance[lowest(rest)] <= s.modules[ENGINES]
            rest &= rest - 1
        x[0] = s.drawing == FOR_ARRIVE
        x[1] = s.drawing == FOR_JUMP
        x[2] = s.phase == EXPLORE
        x[3] = count(s.pile) / 15.0
        x[4] = exits == 0
        x[5] = exits == 1
        x[6] = exits / 4.0
        x[7] = best / 5.0
        x[8] = second / 5.0
        x[9] = traffic / 5.0
        x[10] = t.law[here] * s.hold[ILLEGALS] / 9.0
        x[11] = reachable / <float> count(s.pile) if s.pile else 0.0

    cdef void of_dangers(self, const Tables* t, const TraderState* s, float* x) noexcept nogil:
        """The enemy, and those to come."""
        cdef u32 rest = s.undrawn
        cdef int cards = count(s.undrawn)
        cdef int strength = s.modules[WEAPONS] - bonus(s) + EVEN
        cdef int exposure = bonus(s) - s.modules[DEFENSES] + EVEN
        cdef int enemies = 0
        cdef int police = 0
        cdef int card, misjumps, kind
        misjumps = 0
        x[0] = s.enemy >= 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            misjumps += t.misjump[card]
            if s.enemy >= 0:
                x[1] += destroyed_by(t, s, card) / <float> cards
                x[2] += hit_by(t, s, card) / <float> cards
            kind = t.kind[card]
            police += kind == POLICE
            if kind == PIRATE or kind == INVADER:
                enemies += 1
                x[6] += self.defeat[within(strength - t.value[card])]
                x[7] += self.wound[kind == INVADER][within(exposure + t.value[card])]
        if s.enemy >= 0 and t.kind[s.enemy] == PIRATE:
            x[3] = t.salvage[t.value[s.enemy]] / 4.0
        x[4] = enemies / <float> cards
        x[5] = police * s.hold[ILLEGALS] / <float> (3 * cards)
        if enemies:
            x[6] /= enemies
            x[7] /= enemies
        # Against the average enemy of the last month, whose value is about 2.
        x[8] = self.defeat[within(s.modules[WEAPONS] - 3 - 2 + EVEN)]
        x[9] = self.wound[0][within(3 + 2 - s.modules[DEFENSES] + EVEN)]
        x[10] = misjumps / <float> cards if s.drawing == FOR_JUMP else 0.0
        x[11] = min(10, max(-5, s.modules[WEAPONS] - bonus(s))) / 10.0
        x[12] = min(5, max(-5, s.modules[DEFENSES] - bonus(s))) / 5.0


cdef inline int within(int advantage) noexcept nogil:
    """An index of the tables by advantage."""
    return min(max(advantage, 0), ADVANTAGES - 1)
