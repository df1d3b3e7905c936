"""Probability that the ship will be paid for, by a small network.

Its inputs are the features that a merchant would weigh. It evaluates positions where a chance
event is due: at a turn's start, on the way to a planet, at a counterattack or an emergency jump.
It has one hidden layer. bench/fit/trader.py fitted it to games of its own greedy player, by
temporal differences (Tesauro 1992; Sutton 1988).
"""

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest
from aicore.core.game cimport END
from aicore.core.maths cimport exp
from aicore.games.trader.rules.legal cimport around
from aicore.games.trader.rules.state cimport (
    CARGO, DEFENSES, ENGINES, EVENTS, EXPLORE, FOR_ARRIVE, FOR_JUMP, GOODS, ILLEGALS, INVADER,
    PAID_END, PAYMENTS, PIRATE, PLANETS, POLICE, REMOVED, WEAPONS, Tables, TraderState, bonus,
    cargo, destroyed_by, hit_by,
)

from aicore.core.weights import network_of

cdef enum:
    EVEN = ADVANTAGES // 2


def feature_names():
    """Return the names of the inputs in order: the constants listed in value.pxd."""
    places = sorted([(place, name) for name, place in globals().items() if name.startswith("X_")])
    return tuple([name.removeprefix("X_").lower() for _, name in places])


cdef class Value:
    """Value network; its weights are in judgment/value.json."""

    cdef int prepare(self, const Tables* t, dict network, bint at_once) except -1:
        """Compute averages and load the weights. Raises ValueError."""
        cdef int planet, goal, good, card, i
        cdef double price, number
        cdef double[PLANETS][GOODS] cost
        self.net = network_of(network, feature_names(), FEATURES)
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
                    cost[planet][good] = 99.0  # stands for a good that is not for sale
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
        """Return the probability that all four payments will be made."""
        cdef float[FEATURES] x
        cdef float total
        if s.turn == END:
            return s.end == PAID_END
        self.features(t, s, x)
        self.net.run(x, &total)
        return 1.0 / (1.0 + exp(-total))

    cdef void features(self, const Tables* t, const TraderState* s, float* x) noexcept nogil:
        """Fill in the network's inputs in the order of their names, each roughly 0 .. 1."""
        cdef int here = s.ship if s.target < 0 else s.target
        cdef int origin = s.previous if s.target < 0 else s.ship
        cdef int i
        for i in range(FEATURES):
            x[i] = 0.0
        self.of_payments(t, s, here, x)
        self.of_ship(t, s, here, x)
        self.of_map(t, s, here, origin, x)
        self.of_dangers(t, s, x)

    cdef void of_payments(
            self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil:
        """Fill in money, and the number of sales possible before the next payment."""
        cdef int left = count(s.undrawn) - REMOVED
        cdef int need = t.payment[s.paid if s.paid < PAYMENTS else PAYMENTS - 1]
        cdef bint under_way = s.drawing == FOR_ARRIVE or s.enemy >= 0
        cdef int sales, fuel, good
        cdef double gap
        # If nothing else happens, a turn takes one card for the market and one for the arrival.
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
            x[X_PAID_1 + s.paid - 1] = 1.0
        x[X_DUE] = s.due
        x[X_LEFT] = left / 14.0
        x[X_SALES] = sales / 7.0
        if sales < 3:
            x[X_NO_SALE + sales] = 1.0
        x[X_VECTORIUM] = s.vectorium / 20.0
        x[X_BROKE] = s.vectorium == 0
        x[X_LACKING] = max(0, need - s.vectorium) / 15.0
        x[X_SURPLUS] = max(0, s.vectorium - need) / 20.0
        gap = s.vectorium - fuel - need
        if sales:
            for good in range(GOODS):
                gap += s.hold[good] * self.sale[here][good]
        x[X_GAP_NO_SALE + min(sales, 3)] = min(2.0, max(-2.0, gap / 10.0))
        x[X_TURN_END] = not self.at_once

    cdef void of_ship(
            self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil:
        """Fill in modules and cargo."""
        cdef u32 near = around(s, s.cell[here])
        cdef int holds = s.modules[CARGO]
        cdef int planet, good
        cdef double value
        cdef double best = 0.0
        for good in range(GOODS):
            x[X_WEAPONS_ABOARD + good] = s.hold[good] / 3.0
            x[X_LOAD_HERE] += s.hold[good] * self.sale[here][good] / 20.0
        x[X_FREE_HOLDS] = (holds - cargo(s)) / 3.0
        if cargo(s):
            while near:
                planet = lowest(near)
                near &= near - 1
                value = 0.0
                if t.distance[planet] <= s.modules[ENGINES]:
                    for good in range(GOODS):
                        value += s.hold[good] * self.sale[planet][good]
                best = max(best, value)
        x[X_LOAD_NEAR] = best / 20.0
        x[X_WEAPONS] = s.modules[WEAPONS] / 10.0
        x[X_DEFENSES] = s.modules[DEFENSES] / 5.0
        x[X_NO_DEFENSES] = s.modules[DEFENSES] == 0
        x[X_ENGINES] = s.modules[ENGINES] / 5.0
        x[X_FEW_ENGINES] = s.modules[ENGINES] < 3
        x[X_MANY_ENGINES] = s.modules[ENGINES] > 3
        x[X_CARGO] = holds / 4.0
        x[X_ONE_HOLD] = holds < 2
        x[X_TWO_HOLDS] = holds == 2

    cdef void of_map(
            self, const Tables* t, const TraderState* s, int here, int origin, float* x
    ) noexcept nogil:
        """Fill in the destinations from here and their profit."""
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
        x[X_IN_TRANSIT] = s.drawing == FOR_ARRIVE
        x[X_FLEEING] = s.drawing == FOR_JUMP
        x[X_UNEXPLORED] = s.phase == EXPLORE
        x[X_PILE] = count(s.pile) / 15.0
        x[X_NO_EXIT] = exits == 0
        x[X_ONE_EXIT] = exits == 1
        x[X_EXITS] = exits / 4.0
        x[X_TRADE] = best / 5.0
        x[X_SECOND_TRADE] = second / 5.0
        x[X_TRAFFIC] = traffic / 5.0
        x[X_LAW] = t.law[here] * s.hold[ILLEGALS] / 9.0
        x[X_REACHABLE] = reachable / <float> count(s.pile) if s.pile else 0.0

    cdef void of_dangers(self, const Tables* t, const TraderState* s, float* x) noexcept nogil:
        """Fill in the current enemy and later ones."""
        cdef u32 rest = s.undrawn
        cdef int cards = count(s.undrawn)
        cdef int strength = s.modules[WEAPONS] - bonus(s) + EVEN
        cdef int exposure = bonus(s) - s.modules[DEFENSES] + EVEN
        cdef int enemies = 0
        cdef int police = 0
        cdef int card, misjumps, kind
        misjumps = 0
        x[X_FIGHTING] = s.enemy >= 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            misjumps += t.misjump[card]
            if s.enemy >= 0:
                x[X_ODDS] += destroyed_by(t, s, card) / <float> cards
                x[X_HITS] += hit_by(t, s, card) / <float> cards
            kind = t.kind[card]
            police += kind == POLICE
            if kind == PIRATE or kind == INVADER:
                enemies += 1
                x[X_DEFEATS] += self.defeat[within(strength - t.value[card])]
                x[X_WOUNDS] += self.wound[kind == INVADER][within(exposure + t.value[card])]
        if s.enemy >= 0 and t.kind[s.enemy] == PIRATE:
            x[X_SALVAGE] = t.salvage[t.value[s.enemy]] / 4.0
        x[X_ENEMIES] = enemies / <float> cards
        x[X_POLICE] = police * s.hold[ILLEGALS] / <float> (3 * cards)
        if enemies:
            x[X_DEFEATS] /= enemies
            x[X_WOUNDS] /= enemies
        # Compare with the average enemy of the last month, whose value is about 2.
        x[X_LATER_DEFEATS] = self.defeat[within(s.modules[WEAPONS] - 3 - 2 + EVEN)]
        x[X_LATER_WOUNDS] = self.wound[0][within(3 + 2 - s.modules[DEFENSES] + EVEN)]
        x[X_MISJUMPS] = misjumps / <float> cards if s.drawing == FOR_JUMP else 0.0
        x[X_STRENGTH] = min(10, max(-5, s.modules[WEAPONS] - bonus(s))) / 10.0
        x[X_PROTECTION] = min(5, max(-5, s.modules[DEFENSES] - bonus(s))) / 5.0


cdef inline int within(int advantage) noexcept nogil:
    """Clamp an advantage to an index of the tables."""
    return min(max(advantage, 0), ADVANTAGES - 1)
