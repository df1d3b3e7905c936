"""Value of a position of Space Ransom: logistic models of forty features.

They evaluate positions between two actions by the cards kept in hand, the cards that can come,
and the targets to capture. The main feature is the number of turns without a capture that the
fuel allows; each number has its own weights. bench/fit/ransom.py fits them, in several rounds, to
games of the policy that maximizes their values.
"""

from aicore.core._types cimport u64
from aicore.core.bits cimport count
from aicore.core.maths cimport exp, log
from aicore.games.ransom.rules.state cimport (
    AMMO, CARDS, CLEARED_END, END_PHASE, FACTIONS, HAND, KINDS, MERCHANT_PHASE, REFILL, SETUP,
    TARGETS, RansomState, same_faction,
)

from math import fsum

# Mean share of missing points won, by the number of turns left; `ahead` uses it.
cdef double[6] SURVIVAL = [0.0, 0.6, 0.87, 0.97, 0.994, 0.999]


cdef class Value:
    """The model with its weights and the tables that its features need.

    Args:
        data: the game's data. ``worth.stages`` has ``weights`` and ``fuel`` by group of features,
            for each number of turns left up to STAGES; the last also stands for more turns.
            Without ``worth``, all weights are 0.
    """

    def __init__(self, data):
        cdef int draws, need
        stages = data.get("worth", {}).get("stages")
        if stages:
            self.weights = [flat(stage["weights"]) for stage in stages]
            self.fuel_weights = [flat(stage["fuel"]) for stage in stages]
        self.values = data["targets"]["points"]
        self.total = FACTIONS * sum(data["targets"]["points"])
        points = [value for value in data["ammo"]["points"] for _ in range(FACTIONS)]
        points += [0] * (CARDS - AMMO)
        self.mean = sum(points) / CARDS
        for draws in range(DRAWS):
            chances = sums(points, draws)
            for need in range(NEEDS):
                self.reach[draws][need] = fsum(chances[need:])

    cdef int features(self, const RansomState* s, double* x) noexcept nogil:
        """Fill in the features of a position that is not over. Return its stage, from 0."""
        cdef u64 ammo = s.hand & (<u64> 1 << AMMO) - 1
        cdef u64 stock = s.ammo_deck
        cdef int hand = count(s.hand)
        cdef int size = count(ammo)
        cdef int draws = HAND - hand if s.phase == REFILL or s.phase == SETUP else 0
        cdef int points = ammo_points(ammo)
        cdef int lives = s.fuel
        cdef int coming = count(s.target_deck)
        cdef bint boosting = s.boost or s.hand >> AMMO
        cdef int cheapest = -1  # cheapest kind of open target
        cdef int missing = coming + s.below
        cdef int least = NEEDS  # least ammo points that capture an open target, with any boost
        cdef int best_held = 0  # points of the best booster for a kind
        cdef int i, kind, need, opened
        cdef double drift, capture, claim, alpha, beta, chance
        cdef double[KINDS] come  # probability that the next turn reveals a target of the kind
        cdef double[KINDS] pay  # probability that the next hand can pay for the kind
        cdef double[KINDS] lift  # probability that the next hand and a boost can pay for it
        cdef int[KINDS] needs
        if s.phase == REFILL or s.phase == SETUP or s.phase == MERCHANT_PHASE:
            lives += s.shield - 1
        if lives < 1:
            lives = 1
        if count(stock) < draws:
            stock = ((<u64> 1 << CARDS) - 1) & ~s.hand
        drift = 0.0
        if stock:
            drift = <double> ammo_points(stock & (<u64> 1 << AMMO) - 1) / count(stock) - self.mean
        for i in range(FEATURES):
            x[i] = 0.0

        # Kinds are numbered from the most expensive to the cheapest.
        for kind in range(KINDS - 1, -1, -1):
            need = self.values[kind]
            pay[kind] = self.paid(need - points, draws, drift)
            lift[kind] = pay[kind]
            if boosting and best_held:
                need = need - best_held if need - best_held > 2 else 2
                lift[kind] = self.paid(need - points, draws, drift)
            needs[kind] = need
            if s.held >> FACTIONS * kind & 0xF:
                best_held = self.values[kind]
            opened = count(s.open >> FACTIONS * kind & 0xF)
            x[X_OPEN + kind] = opened
            x[X_DECK + kind] = count(s.target_deck >> FACTIONS * kind & 0xF)
            come[kind] = x[X_DECK + kind] / coming if coming else 0.0
            missing += opened
            if opened:
                if cheapest < 0:
                    cheapest = kind
                if need < least:
                    least = need
        for i in range(s.below):
            kind = (s.under >> 4 * i & (TARGETS - 1)) >> 2
            x[X_DECK + kind] += 1.0
            if i == 0 and coming == 0:
                come[kind] = 1.0
        capture = pay[cheapest] if cheapest >= 0 else 0.0
        claim = self.paid(least - points, draws, drift)
        if coming or s.below:
            chance = capture
            capture = 0.0
            for kind in range(KINDS):
                capture += come[kind] * (pay[kind] if kind > cheapest else chance)
            chance = claim
            claim = 0.0
            for kind in range(KINDS):
                claim += come[kind] * (lift[kind] if needs[kind] < least else chance)
        alpha = lift[0] * (1.0 if s.open & 0xF else come[0])
        beta = lift[1] * (1.0 if s.open & 0xF0 else come[1])

        x[X_BIAS] = 1.0
        x[X_LIVES] = lives / 15.0
        x[X_CAPTURE] = capture
        x[X_CLAIM] = claim
        x[X_ALPHA] = alpha
        x[X_BETA] = beta
        if lives < STAGES:
            x[X_LOG_ODDS] = log_odds(capture)
            x[X_LOG_ODDS + 1] = log_odds(claim)
            x[X_LOG_ODDS + 2] = log_odds(ahead(lives, alpha, beta, claim))
        x[X_MISSING_SQUARED] = missing * missing / 64.0
        x[X_KEPT + hand] = 1.0
        if size:
            x[X_EXCESS + size - 1] = (points - 6.0 * size) / 4.0
        x[X_MERCHANT] = count(s.hand >> AMMO)
        x[X_PAIR] = hand == 2 and size == 2 and same_faction(ammo) >= 0
        x[X_AMMO] = drift
        x[X_AMMO + 1] = count(s.ammo_deck) / 38.0
        x[X_AMMO + 2] = count(s.ammo_deck >> AMMO)
        if cheapest >= 0:
            x[X_CHEAPEST + cheapest] = 1.0
        if s.boost:
            x[X_BOOST] = 1.0
            for kind in range(KINDS):
                x[X_BOOST_OPEN + kind] = x[X_OPEN + kind]
            x[X_BOOST_MISSING_SQUARED] = x[X_MISSING_SQUARED]
        return lives - 1 if lives < STAGES else STAGES - 1

    cdef double paid(self, int need, int draws, double drift) noexcept nogil:
        """Return the probability that drawn cards are worth `need`; `drift` shifts their mean."""
        cdef double shifted
        cdef int whole
        if need <= 0:
            return 1.0
        if draws == 0:
            return 0.0
        shifted = need - draws * drift
        if shifted <= 0.0:
            return 1.0
        if shifted >= NEEDS - 1:
            return 0.0
        whole = <int> shifted
        shifted -= whole
        return (1.0 - shifted) * self.reach[draws][whole] + shifted * self.reach[draws][whole + 1]

    cdef double share(self, const RansomState* s, double fuel_weight) noexcept nogil:
        """Return the expected return of a position outside the act phase.

        If all targets are captured, the fuel left adds up to `fuel_weight`, in proportion.
        """
        cdef double[FEATURES] x
        cdef int i, kind, stage
        cdef int points = 0
        cdef double held, won, chance
        cdef double fuel = 0.0
        cdef double logit = 0.0
        for kind in range(KINDS):
            points += self.values[kind] * count(s.held >> FACTIONS * kind & 0xF)
        held = <double> points / self.total
        if s.phase == END_PHASE:
            return held + (fuel_weight * s.fuel / 15.0 if s.end == CLEARED_END else 0.0)
        if s.phase == REFILL and s.fuel == 1 and not s.shield:
            return held  # the fuel runs out before the next action
        stage = self.features(s, x)
        for i in range(FEATURES):
            logit += self.weights[stage][i] * x[i]
        chance = 1.0 / (1.0 + exp(-logit))
        won = held + (1.0 - held) * chance
        if fuel_weight > 0.0:
            for i in range(FEATURES):
                fuel += self.fuel_weights[stage][i] * x[i]
            won += fuel_weight * fuel * chance
        return won


cdef inline double log_odds(double chance) noexcept nogil:
    """Return the log odds of a probability, after clipping it to 0.02 .. 0.98."""
    chance = 0.02 if chance < 0.02 else 0.98 if chance > 0.98 else chance
    return log(chance / (1.0 - chance))


cdef inline double ahead(int lives, double alpha, double beta, double claim) noexcept nogil:
    """Return the expected share of missing points won, looking one turn ahead.

    A hand that can pay for an alpha can pay for every target. An alpha adds two turns and a beta
    one, and any capture makes the turn itself free.
    """
    cdef double second = beta - alpha if beta > alpha else 0.0
    cdef double other = claim - alpha - second if claim > alpha + second else 0.0
    cdef double none = 1.0 - alpha - second - other
    return (
        alpha * SURVIVAL[lives + 2 if lives < 4 else 5]
        + second * SURVIVAL[lives + 1 if lives < 5 else 5]
        + other * SURVIVAL[lives]
        + none * SURVIVAL[lives - 1]
    )


cdef inline int ammo_points(u64 ammo) noexcept nogil:
    """Return the points of ammo cards; kinds 0 .. 8 are worth 2 .. 10."""
    return (
        2 * count(ammo)
        + count(ammo & <u64> 0x0F0F0F0F0)
        + 2 * count(ammo & <u64> 0x0FF00FF00)
        + 4 * count(ammo & <u64> 0x0FFFF0000)
        + 8 * count(ammo & <u64> 0xF00000000)
    )


def group_sizes():
    """Return the groups of features in order, with their sizes."""
    starts = sorted([(start, name) for name, start in globals().items() if name.startswith("X_")])
    return {
        name.removeprefix("X_").lower(): end - start
        for (start, name), (end, _) in zip(starts, [*starts[1:], (FEATURES, "")], strict=True)
    }


cdef list flat(groups):
    """Return the weights of all groups in order. Raises ValueError if a group's size is wrong."""
    sizes = group_sizes()
    if {name: len(weights) for name, weights in groups.items()} != sizes:
        raise ValueError(f"ransom: the model's weights must come in groups {sizes}")
    return [weight for name in sizes for weight in groups[name]]


cdef list sums(list points, int draws):
    """Return the probability of each sum of `draws` different cards."""
    ways = [[0] * NEEDS for _ in range(draws + 1)]
    ways[0][0] = 1
    for value in points:
        for drawn in range(draws, 0, -1):
            for total in range(NEEDS - 1, value - 1, -1):
                ways[drawn][total] += ways[drawn - 1][total - value]
    return [number / sum(ways[draws]) for number in ways[draws]]
