"""What a position of Space Ransom is worth: a logistic model of some fifty features.

The model looks at positions between two actions: what the hand keeps, what can come, what is to be
captured, and above all how many turns without a capture the fuel allows. Its weights are fitted by
bench/fit_ransom.py to games of the policy that maximizes it, round after round.
"""

from libc.math cimport exp

from aicore.core._types cimport u64
from aicore.core.bits cimport count, lowest
from aicore.games.ransom.cards cimport (
    AMMO, CARDS, CLEARED, FACTIONS, HAND, KINDS, OVER, RansomState, REFILL, SETUP, TARGETS, TRADE,
)

# The features in order: name and number.
GROUPS = {
    "bias": 1,
    "lives": 1,  # number of turns left if nothing is captured
    "capture": 1,  # chance to capture some target in the next turn
    "alpha": 1,  # chance to capture an alpha
    "beta": 1,
    "boost_capture": 1,  # chance to capture by a boost, once unlocked
    "open": 4,  # unclaimed targets by kind
    "deck": 4,  # targets in the deck by kind
    "missing_squared": 1,
    "kept": 4,  # one for each number of cards in hand
    "excess": 3,  # points in hand above the mean, by number of ammo cards in hand
    "merchant": 1,  # merchants in hand
    "pair": 1,  # two cards of one faction in hand
    "ammo": 3,  # the ammo deck: mean above that of the full deck, size, merchants
    "boost": 1,  # unlocked
}


cdef class Worth:
    """The model with its weights and the tables that its features need.

    Args:
        data: the game's data; with ``worth.stages``, for each number of lives up to STAGES (the
            last stands for more, too) ``weights`` and ``fuel`` by group of features; or all 0.
    """

    def __init__(self, data):
        cdef int kind, draws, need
        model = data.get("worth", {})
        for stage in range(STAGES):
            weights, fuel = [0.0] * FEATURES, [0.0] * FEATURES
            if "stages" in model:
                weights = flat(model["stages"][stage]["weights"])
                fuel = flat(model["stages"][stage]["fuel"])
            for feature in range(FEATURES):
                self.weights[<int> stage][<int> feature] = weights[feature]
                self.fuel_weights[<int> stage][<int> feature] = fuel[feature]
        for kind in range(KINDS):
            self.values[kind] = data["targets"]["points"][kind]
            self.total += FACTIONS * self.values[kind]
        points = [value for value in data["ammo"]["points"] for _ in range(FACTIONS)]
        points += [0] * (CARDS - AMMO)
        self.mean = sum(points) / CARDS
        for draws in range(DRAWS):
            chances = sums(points, draws)
            for need in range(NEEDS):
                self.reach[draws][need] = sum(chances[need:])

    cdef int features(self, const RansomState* s, double* x) noexcept nogil:
        """Fill in the features of a position that is not over. Returns its stage, from 0."""
        cdef u64 ammo = s.hand & (<u64> 1 << AMMO) - 1
        cdef u64 stock = s.ammo_deck
        cdef int hand = count(s.hand)
        cdef int size = count(ammo)
        cdef int draws = HAND - hand if s.phase == REFILL or s.phase == SETUP else 0
        cdef int points = ammo_points(ammo)
        cdef int lives = s.fuel
        cdef int i, kind, opened, cheapest, cheapest_boost, coming, best_held
        cdef int missing = 0
        cdef double mean, drift, capture, alpha, beta, boosted
        cdef double[KINDS] come  # chance that the next turn reveals a target of the kind
        cdef double[KINDS] pay  # chance that the next hand is worth the kind
        if s.phase == REFILL or s.phase == SETUP or s.phase == TRADE:
            lives += s.shield - 1
        if lives < 1:
            lives = 1
        if count(stock) < draws:
            stock = ((<u64> 1 << CARDS) - 1) & ~s.hand
        mean = <double> ammo_points(stock & (<u64> 1 << AMMO) - 1) / count(stock) if stock else 0.0
        drift = mean - self.mean if stock else 0.0
        for i in range(FEATURES):
            x[i] = 0.0
        x[0] = 1.0
        x[1] = lives / 15.0

        coming = count(s.target_deck)
        cheapest = 99
        cheapest_boost = 99
        best_held = 0
        for kind in range(KINDS - 1, -1, -1):
            pay[kind] = self.paid(self.values[kind] - points, draws, drift)
            opened = count(s.open >> FACTIONS * kind & 0xF)
            missing += opened
            x[6 + kind] = opened
            x[10 + kind] = count(s.target_deck >> FACTIONS * kind & 0xF)
            come[kind] = x[10 + kind] / coming if coming else 0.0
            if opened:
                if cheapest == 99:
                    cheapest = kind
                if self.values[kind] - best_held < cheapest_boost:
                    cheapest_boost = self.values[kind] - best_held
            if s.held >> FACTIONS * kind & 0xF:
                best_held = self.values[kind]
        for i in range(s.below):
            kind = (s.under >> 4 * i & (TARGETS - 1)) >> 2
            x[10 + kind] += 1.0
            if i == 0 and coming == 0:
                come[kind] = 1.0
        missing += coming + s.below

        # Kinds stand from the dearest to the cheapest.
        capture = 0.0
        if coming or s.below:
            for kind in range(KINDS):
                capture += come[kind] * pay[kind if kind > cheapest or cheapest == 99 else cheapest]
        elif cheapest != 99:
            capture = pay[cheapest]
        alpha = pay[0] * (1.0 if s.open & 0xF else come[0])
        beta = pay[1] * (1.0 if s.open & 0xF0 else come[1])
        boosted = 0.0
        if s.boost and best_held and cheapest_boost != 99:
            boosted = self.paid(
                cheapest_boost - points if cheapest_boost > 2 else 2 - points, draws, drift)
        x[2] = capture
        x[3] = alpha
        x[4] = beta
        x[5] = boosted
        x[14] = missing * missing / 64.0
        x[15 + hand] = 1.0
        if size:
            x[18 + size] = (points - 6.0 * size) / 4.0
        x[22] = count(s.hand >> AMMO)
        x[23] = hand == 2 and size == 2 and one_faction(ammo)
        x[24] = drift
        x[25] = count(s.ammo_deck) / 38.0
        x[26] = count(s.ammo_deck >> AMMO)
        x[27] = s.boost
        return lives - 1 if lives < STAGES else STAGES - 1

    cdef double paid(self, int need, int draws, double drift) noexcept nogil:
        """Chance that cards drawn are worth `need`, of a deck whose mean is off by `drift`."""
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
        """Expected return of a position outside the act phase.

        Fuel left at a clear adds up to `fuel_weight`, a full ship's part.
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
        if s.phase == OVER:
            return held + (fuel_weight * s.fuel / 15.0 if s.end == CLEARED else 0.0)
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


cdef inline int ammo_points(u64 ammo) noexcept nogil:
    """What ammo cards are worth: their kinds 0 .. 8 are worth 2 .. 10."""
    return (
        2 * count(ammo)
        + count(ammo & <u64> 0x0F0F0F0F0)
        + 2 * count(ammo & <u64> 0x0FF00FF00)
        + 4 * count(ammo & <u64> 0x0FFFF0000)
        + 8 * count(ammo & <u64> 0xF00000000)
    )


cdef inline bint one_faction(u64 cards) noexcept nogil:
    return not cards & ~(<u64> 0x111111111 << (lowest(cards) & (FACTIONS - 1)))


cdef list flat(groups):
    """The weights of all groups in order. Raises ValueError when they are not as many as declared."""
    if {name: len(weights) for name, weights in groups.items()} != GROUPS:
        raise ValueError(f"ransom: the model's weights come in groups {GROUPS}")
    return [weight for name in GROUPS for weight in groups[name]]


cdef list sums(list points, int draws):
    """Chance of each sum of `draws` different cards."""
    ways = [[0] * NEEDS for _ in range(draws + 1)]
    ways[0][0] = 1
    for value in points:
        for drawn in range(draws, 0, -1):
            for total in range(NEEDS - 1, value - 1, -1):
                ways[drawn][total] += ways[drawn - 1][total - value]
    return [number / sum(ways[draws]) for number in ways[draws]]
