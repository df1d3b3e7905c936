"""Policy of a quick merchant.

It looks one jump ahead, with average prices, and near the end of the month it keeps back enough
for the next payment. It buys illegals only where they are very cheap, and spends what is left
on weapons and engines.
"""

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest, select
from aicore.core.rng cimport RngState, rng_below
from aicore.games.trader.rules.legal cimport (
    EMERGENCY, STOP, STRIKE_BACK, jumps, legal_options, neighbors, step,
)
from aicore.games.trader.rules.state cimport (
    BUY, CARGO, COMBAT, DEFENSES, EAST, ENGINES, EVENTS, FREE_HOLD, GOODS, ILLEGALS, JUMP,
    LOADED_HOLD, NORTH, PLACE, PLANETS, REMOVED, SELL, Tables, TraderState, UPGRADE,
    WEAPONS, buy_price, cargo, destroyed_by, sell_price,
)

from aicore.core.data_checks import bounded_int, number, table

WHOLE_FIGURES = ("weapons", "engines", "least_engines", "capital", "cautious", "prudent", "cushion")
FRACTIONS = ("least_profit", "risk", "supply_share", "exit_worth", "patience", "least_odds")


cdef class Policy:
    """Policy of a quick merchant, with its figures from data.toml."""

    cdef int prepare(self, const Tables* t, object data) except -1:
        """Read the figures and compute average prices. Raises DataError."""
        cdef int planet, good, card
        cdef double bought, sold, profit
        table(data, "merchant", WHOLE_FIGURES + FRACTIONS)
        for name in WHOLE_FIGURES:
            bounded_int(data[name], f"merchant.{name}", 0, 99)
        for name in FRACTIONS:
            number(data[name], f"merchant.{name}", -1000, 1000)
        self.aims = data
        for good in range(GOODS):
            bought = sold = 0.0
            for card in range(EVENTS):
                bought += t.buy[card][good] / <double> EVENTS
                sold += t.sell[card][good] / <double> EVENTS
            self.keep[good] = sold
            for planet in range(PLANETS):
                self.worth[planet][good] = max(1.0, sold + t.modifier[planet][good])
                if t.modifier[planet][good]:
                    profit = sold + 1.0 - max(1.0, bought + t.modifier[planet][good])
                    if good == ILLEGALS:
                        profit -= self.aims.risk
                    self.supply[planet] = max(self.supply[planet], profit)
        return 0

    cdef int advise(self, const Tables* t, const TraderState* s, RngState* rng) noexcept nogil:
        """Return an option (see rules/legal.pxd); -1 if any action will do."""
        cdef u32 found = legal_options(t, s)
        if found == 0:
            return -1
        if found & (found - 1) == 0:
            return lowest(found)
        if s.phase == BUY:
            return self.buy(t, s, found)
        if s.phase == JUMP:
            return self.jump(t, s, found)
        if s.phase == SELL:
            return self.sell(t, s, found)
        if s.phase == UPGRADE:
            return self.upgrade(t, s, found)
        if s.phase == COMBAT:
            return self.fight(t, s, found)
        if s.phase == PLACE:
            return self.place(t, s, found, rng)
        return self.sacrifice(s, found)

    cdef double load(self, const TraderState* s, int planet) noexcept nogil:
        """Return the worth of the goods aboard at a planet; those not sold there count as kept."""
        cdef double total = 0.0
        cdef int good
        for good in range(GOODS):
            if s.hold[good]:
                total += s.hold[good] * max(self.worth[planet][good], self.keep[good])
        return total

    cdef int buy(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil:
        """Choose the good with the greatest profit one jump away as long as the payment is safe."""
        cdef u32 reach = jumps(t, s, neighbors(s))
        cdef int money = s.vectorium - 1
        cdef int need = t.payment[s.paid]
        cdef int left = count(s.undrawn) - REMOVED
        cdef int free = s.modules[CARGO] - cargo(s)
        cdef int best = STOP
        cdef int good, price, planet, amount
        cdef double profit, risk, total
        cdef double most = 0.0
        cdef u32 rest
        if s.due or left <= 1:
            money -= need
        elif left <= self.aims.cautious and money >= need + self.aims.cushion:
            money -= need + self.aims.cushion
        for good in range(GOODS):
            if not found >> good & 1:
                continue
            price = buy_price(t, s, good)
            if price > money:
                continue
            risk = self.aims.risk if good == ILLEGALS else 0.0
            amount = min(free, money // price)
            rest = reach
            while rest:
                planet = lowest(rest)
                rest &= rest - 1
                profit = self.worth[planet][good] - price - risk
                if profit < self.aims.least_profit:
                    continue
                total = profit * amount + self.load(s, planet) + (
                    self.aims.supply_share * self.supply[planet])
                if total > most:
                    most = total
                    best = good
        return best

    cdef int exits(
            self, const Tables* t, const TraderState* s, int cell, int excluded) noexcept nogil:
        """Count the planets next to a cell that the engines can reach, except `excluded`."""
        cdef int found = 0
        cdef int planet, way
        for planet in range(PLANETS):
            way = s.cell[planet] - cell
            if way == NORTH or way == -NORTH or way == EAST or way == -EAST:
                found += planet != excluded and t.distance[planet] <= s.modules[ENGINES]
        return found

    cdef int place(
            self, const Tables* t, const TraderState* s, u32 found, RngState* rng) noexcept nogil:
        """Place a planet near others if it is within reach, and out of the way if it is not."""
        cdef int sign = 1 if t.distance[s.placing] <= s.modules[ENGINES] else -1
        cdef u32 best = 0
        cdef int most = -100
        cdef int option, value
        while found:
            option = lowest(found)
            found &= found - 1
            value = sign * self.exits(t, s, s.cell[s.ship] + step(option), s.ship)
            if value > most:
                most = value
                best = 0
            if value == most:
                best |= <u32> 1 << option
        return select(best, rng_below(rng, count(best)))

    cdef int jump(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil:
        """Jump to a planet where the goods aboard sell well and others are cheap."""
        cdef int best = lowest(found)
        cdef int option, planet
        cdef double total
        cdef double most = -1.0
        while found:
            option = lowest(found)
            found &= found - 1
            planet = option % EMERGENCY
            total = self.load(s, planet) + self.aims.supply_share * self.supply[planet]
            total += self.aims.exit_worth * min(2, self.exits(t, s, s.cell[planet], s.ship))
            if total > most:
                most = total
                best = option
        return best

    cdef int sell(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil:
        """Sell goods that bring more here than after the next jump, or that the payment needs."""
        cdef u32 reach = jumps(t, s, neighbors(s))
        cdef int need = t.payment[s.paid] + self.aims.cushion + 1
        cdef int left = count(s.undrawn) - REMOVED
        cdef bint urgent = s.vectorium < need and (left <= self.aims.prudent or s.due)
        cdef int best = STOP
        cdef int good, price, planet
        cdef double later
        cdef double gain
        cdef double most = -100.0
        cdef u32 rest
        for good in range(GOODS):
            if not found >> good & 1:
                continue
            price = sell_price(t, s, good)
            if s.vectorium + price > t.most_vectorium:
                price = t.most_vectorium - s.vectorium
            later = 0.0
            rest = reach
            while rest:
                planet = lowest(rest)
                rest &= rest - 1
                later = max(later, self.worth[planet][good])
            gain = price - later + self.aims.patience
            if (gain > 0.0 or (urgent and price > 0)) and gain > most:
                most = gain
                best = good
        return best

    cdef int upgrade(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil:
        """Choose weapons first, then engines, then cargo or defenses.

        Keep some capital, or enough for the payment if it is near.
        """
        cdef int left = count(s.undrawn) - REMOVED
        cdef int spare = s.vectorium - self.aims.capital
        cdef int module = WEAPONS
        if s.due or left <= self.aims.prudent:
            spare = s.vectorium - t.payment[s.paid] - self.aims.cushion - 1
        if s.modules[WEAPONS] >= self.aims.weapons or s.modules[ENGINES] < self.aims.least_engines:
            module = ENGINES
        if module == ENGINES and s.modules[ENGINES] >= self.aims.engines:
            module = CARGO if s.modules[CARGO] < 3 else DEFENSES
        if t.price[module] <= spare and found >> module & 1:
            return module
        return STOP

    cdef int fight(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil:
        """Strike back unless it is hopeless."""
        cdef u32 rest = s.undrawn
        cdef int hits = 0
        while rest:
            hits += destroyed_by(t, s, lowest(rest))
            rest &= rest - 1
        if hits >= self.aims.least_odds * count(s.undrawn) or s.vectorium < 2:
            return STRIKE_BACK
        found &= ~(<u32> 1 << STRIKE_BACK)
        if found >> EMERGENCY:
            return self.jump(t, s, found)
        return lowest(found)

    cdef int sacrifice(self, const TraderState* s, u32 found) noexcept nogil:
        """Give up the part of the ship that is worth the least."""
        cdef int part, good
        cdef int best = lowest(found)
        cdef double loss
        cdef double least = 1000.0
        while found:
            part = lowest(found)
            found &= found - 1
            if part == WEAPONS:
                loss = 30.0
            elif part == DEFENSES:
                loss = 2.0
            elif part == ENGINES:
                loss = 3.0 if s.modules[ENGINES] > 3 else 9.0 if s.modules[ENGINES] > 2 else 14.0
            elif part == FREE_HOLD:
                loss = 4.0 if s.modules[CARGO] > 2 else 10.0
            else:
                good = part - LOADED_HOLD
                loss = self.keep[good] + (6.0 if s.modules[CARGO] > 2 else 12.0)
            if loss < least:
                least = loss
                best = part
        return best
