"""Thunder Run to Gratis-3. Carriers race to a planet and shoot at each other on the way.

README.md defines the rules.

- rules/ has the position (state), the course of a turn (command for steps 1 and 2, turn for the
  rest), the legal actions (survey, actions) and observations (arrays).
- judgment/ has the policy, which finds the most promising actions by expected points (points), and
  the value, each seat's probability of winning.
"""

cimport cython
from libc.stdlib cimport calloc, free
from aicore.core._types cimport u32, u64, u8
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE, END, Game, Head, State
from aicore.core.lead cimport lead_shares
from aicore.core.rng cimport RngState, rng_below
from aicore.games.gratis3.rules.arrays cimport (
    Tokens, action_of, fields_of, fill_meanings, fill_tokens, most_actions, observe_rest, token_of,
)
from aicore.games.gratis3.judgment.policy cimport (
    best_choice, good_attack, good_move, list_promising, mark_useless,
)
from aicore.games.gratis3.rules.actions cimport (
    FEW, attackers_of, list_attacks, list_few, list_moves, sample_attack, sample_move,
)
from aicore.games.gratis3.rules.command cimport (
    close_launch, fire, fire_guns, hit, launch, move_on, override_repair, play, raise_shields,
    repair, spend_hits,
)
from aicore.games.gratis3.rules.dice cimport (
    doubles_of, fill_dice, hits_of, list_pairs, roll, roll_pair, singles_of,
)
from aicore.games.gratis3.judgment.value cimport Value
from aicore.games.gratis3.rules.fields cimport dump_rest, flattened, layout_of, restore_rest
from aicore.games.gratis3.judgment.points cimport Points, fill_points
from aicore.games.gratis3.rules.hidden cimport rearrange
from aicore.games.gratis3.rules.map cimport MAX_BESIDE, fill_map
from aicore.games.gratis3.rules.state cimport (
    ALL_SYSTEMS, ATTACKS_DONE_TAG, ATTACK_CARRIER_TAG, ATTACK_RAV_TAG, CARDS, CARRIER_ROLL, COMMAND,
    DEAL, DEFENSE, EMP, EMP_DICE, EMP_TAG, END_PHASE, EVADE_TAG, FIRE_TAG, GUNS_TAG,
    HITS_DONE_TAG, HIT_TAG, KNOCK_TAG, LAUNCHED_TAG, LAUNCH_TAG, MAX_SEATS, NO_EVADE_TAG,
    NO_REPAIR_TAG, NUKE, NUKE_DICE, NUKE_TAG, OVERRIDE_FIRE_TAG, OVERRIDE_GUNS_TAG,
    OVERRIDE_RAVS_TAG, OVERRIDE_REPAIR_TAG, PLAY_TAG, QUEUE, QUEUE_TAG, RAV_ATTACKS, RAV_MOVES,
    RAV_ROLL, RAV_TAG, RAV_WEAPON, REPAIR_TAG, RETURN_OVERRIDE_TAG, RETURN_TAG, ROLL_TAG,
    SHIELDS_TAG, SYSTEMS_PHASE, SYSTEMS_TAG, GratisState, Ship, code, held, rest_of, score_of,
    tag_of,
)
from aicore.games.gratis3.rules.survey cimport Rules
from aicore.games.gratis3.rules.turn cimport (
    attack_dice, attack_rav, declare, evade, give_back, hit_carrier, hit_rav, knock, move_rav,
    rav_moves, show_systems, start_turn, strike, take_leftmost, take_override,
)

from aicore.core.data_checks import need
from aicore.core.weights import read_network
from aicore.games.gratis3.rules.board import check_tables, make_board
from aicore.games.gratis3.rules.fields import ENDS

cdef enum:
    LEAD = 10  # scale of a lead, in points


@cython.auto_pickle(False)  # a game pickles as its name and options
cdef class Gratis(Game):
    """Rules of Thunder Run to Gratis-3."""

    cdef readonly object board  # Board: names and drawn positions of Spaces
    cdef Rules rules
    cdef Points points
    cdef Value value_net
    cdef Ship first  # a ship at the start
    cdef int black_chips
    cdef Tokens tokens
    cdef u32* meanings  # action of each token

    def __dealloc__(self):
        free(self.meanings)

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        data = info.data
        check_tables(data)
        self.board = make_board(data["map"], options["locations"])
        need(options["locations"] in (self.board.locations, info.options["locations"].default),
             f"map.locations: it is {self.board.locations}, but the option is "
             f"{options['locations']}")
        self._options["locations"] = self.board.locations
        ship = data["ship"]
        fill_map(&self.rules.map, self.board, ship["fighters"], ship["bombers"])
        fill_dice(&self.rules.dice)
        fill_points(&self.points, data)
        self.value_net = Value(data.get("network") or read_network(info.folder))
        self.rules.seats = seats
        self.rules.last_turn = seats * options["max_turns"]
        self.rules.removed = options["destroyed_ravs"] == "removed"
        self.black_chips = options["black_chips"]
        self.first.online = ALL_SYSTEMS
        self.first.shields = ship["shields"]
        self.first.supply = ship["chips"] - 4 - ship["shields"]
        self.first.reserve = ship["fighters"] | ship["bombers"] << 4
        for card, copies in enumerate(data["cards"]["copies"]):
            self.first.hand |= copies << 2 * card
        self.layout = layout_of(&self.rules, data, self.board, self.black_chips,
                                fields_of(&self.rules, data, self.board))
        self.state_size = self.layout.size
        self.max_actions = max(FEW, self.rules.map.most_moves, self.most_attacks())
        self.max_outcomes = CARDS * CARDS * CARDS
        self.has_chance = True
        self.prunes_legal = True
        self.has_hidden = True
        self.constant_sum = True
        self.chance_sources = ("queue", "dice", "systems")
        self.number_actions()
        self.max_length = most_actions(&self.rules, ship)
        self.declare_observation(self.layout.fields)
        self.declare_facts((seats - 1) * self.value_net.net.inputs, False, True)

    cdef int number_actions(self) except -1:
        """Number the tokens, and list the action that each token stands for."""
        fill_tokens(&self.rules, &self.tokens)
        self.num_tokens = self.tokens.size
        self.meanings = <u32*> calloc(self.num_tokens, sizeof(u32))
        if self.meanings == NULL:
            raise MemoryError
        fill_meanings(&self.rules, &self.tokens, self.meanings)
        return 0

    cdef int most_attacks(self):
        """Return a bound on the number of attacks in a position.

        It assumes that the attackers stand around as few targets as possible, and that each
        target has as many lines as the Space with the most.
        """
        lines = max([count(self.rules.map.near[space]) for space in range(self.rules.map.spaces)])
        ravs = self.info.data["ship"]["fighters"] + self.info.data["ship"]["bombers"]
        enemies = self.seats - 1
        return 1 + ravs * (2 ** min(ravs, lines) - 1) + enemies * (2 ** MAX_BESIDE - 1)

    # The rules.

    cdef void begin(self, void* state) noexcept nogil:
        cdef GratisState* s = <GratisState*> state
        cdef int seat
        s.turn = CHANCE
        s.phase = DEAL
        s.stockpile = self.black_chips
        for seat in range(self.seats):
            s.ships[seat] = self.first

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        if s.phase == RAV_MOVES:
            return list_moves(&self.rules, s, out, self.max_actions)
        if s.phase == RAV_ATTACKS:
            return list_attacks(&self.rules, s, out)
        return list_few(&self.rules, s, out)

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        cdef u32[FEW] some
        if s.phase == RAV_MOVES:
            return sample_move(&self.rules, s, rng)
        if s.phase == RAV_ATTACKS:
            return sample_attack(&self.rules, s, rng)
        return some[rng_below(rng, list_few(&self.rules, s, some))]

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef GratisState* s = <GratisState*> state
        cdef const Rules* r = &self.rules
        cdef int tag = tag_of(event)
        cdef int detail = event & 0xFFFFFF
        if tag == RAV_TAG:
            move_rav(r, s, detail >> 12, detail >> 6 & 63, detail & 63)
            rav_moves(r, s)
        elif tag == ROLL_TAG:
            self.apply_roll(s, event)
        elif tag == PLAY_TAG:
            play(r, s, detail)
        elif tag == ATTACK_RAV_TAG:
            attack_rav(r, s, detail >> 8, attackers_of(r, event))
        elif tag == ATTACK_CARRIER_TAG:
            self.attack_carrier(s, detail >> 8, attackers_of(r, event))
        elif tag == ATTACKS_DONE_TAG:
            give_back(r, s)
        elif tag == EVADE_TAG:
            evade(r, s, detail)
        elif tag == NO_EVADE_TAG:
            strike(r, s)
        elif tag == SYSTEMS_TAG:
            show_systems(r, s, detail >> 4, detail & 15)
        elif tag == KNOCK_TAG:
            knock(r, s, 1 << detail)
        elif tag == REPAIR_TAG:
            repair(s, 1 << detail, COMMAND)
        elif tag == NO_REPAIR_TAG:
            s.phase = COMMAND
        elif tag == LAUNCH_TAG:
            launch(r, s, detail >> 6, detail & 63)
        elif tag == LAUNCHED_TAG:
            close_launch(r, s)
        elif tag == SHIELDS_TAG:
            raise_shields(r, s)
        elif tag == GUNS_TAG:
            if s.ships[s.seat].online & DEFENSE:
                fire_guns(r, s)
            else:
                rav_moves(r, s)
        elif tag == HIT_TAG:
            hit(r, s, detail)
        elif tag == HITS_DONE_TAG:
            s.hits = 0
            rav_moves(r, s)
        elif tag == FIRE_TAG or tag == OVERRIDE_FIRE_TAG:
            fire(r, s, detail)
        elif tag == EMP_TAG:
            declare(r, s, EMP, detail, EMP_DICE)
        elif tag == NUKE_TAG:
            declare(r, s, NUKE, detail, NUKE_DICE)
        elif tag == RETURN_TAG:
            take_leftmost(r, s)
        elif tag == RETURN_OVERRIDE_TAG:
            take_override(r, s)
        elif tag == QUEUE_TAG:
            self.deal(s, detail)
        else:
            self.apply_override(s, tag, detail)

    cdef void apply_override(self, GratisState* s, int tag, int detail) noexcept nogil:
        """Apply the effect that the seat chose for the card `override`."""
        if tag == OVERRIDE_REPAIR_TAG:
            override_repair(&self.rules, s, 1 << detail)
        elif tag == OVERRIDE_GUNS_TAG:
            fire_guns(&self.rules, s)
        elif tag == OVERRIDE_RAVS_TAG:
            s.controlled = True
            rav_moves(&self.rules, s)
        elif not move_on(&self.rules, s):  # OVERRIDE_MOVE_TAG
            rav_moves(&self.rules, s)

    cdef void apply_roll(self, GratisState* s, u32 event) noexcept nogil:
        """Apply the effects of a roll."""
        if s.phase == CARRIER_ROLL:
            hit_carrier(&self.rules, s, singles_of(event), doubles_of(event))
        elif s.phase == RAV_ROLL:
            hit_rav(&self.rules, s, hits_of(event))
        else:
            s.dice = 0
            s.hits = hits_of(event)
            spend_hits(&self.rules, s)

    cdef void attack_carrier(self, GratisState* s, int seat, u64 attackers) noexcept nogil:
        s.done |= attackers
        s.carriers |= 1 << seat
        declare(&self.rules, s, RAV_WEAPON, seat, attack_dice(s, attackers))

    cdef void deal(self, GratisState* s, int detail) noexcept nogil:
        cdef Ship* ship = &s.ships[detail >> 9]
        cdef int i, card
        for i in range(QUEUE):
            card = detail >> 3 * (QUEUE - 1 - i) & 7
            ship.queue |= (card + 1) << 4 * i
            ship.hand -= 1 << 2 * card
        s.seat += 1
        if s.seat == self.seats:
            s.seat = 0
            start_turn(&self.rules, s)

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        cdef int i
        cdef int size = 0
        if s.phase == DEAL:
            return self.list_queues(s, out, chance)
        if s.phase == SYSTEMS_PHASE:
            return list_pairs(out, chance)
        size = self.rules.dice.size[s.dice]
        for i in range(size):
            out[i] = self.rules.dice.event[s.dice][i]
            chance[i] = self.rules.dice.chance[s.dice][i]
        return size

    cdef int list_queues(self, const GratisState* s, u32* out, double* chance) noexcept nogil:
        """List all queues of three cards, dealt one by one from nine, with their probabilities.

        Return their number.
        """
        cdef const Ship* ship = &self.first
        cdef int one, two, three, seconds, thirds
        cdef int size = 0
        for one in range(CARDS):
            for two in range(CARDS):
                seconds = held(ship, two) - (one == two)
                if seconds <= 0:
                    continue
                for three in range(CARDS):
                    thirds = held(ship, three) - (one == three) - (two == three)
                    if thirds > 0:
                        out[size] = code(QUEUE_TAG, s.seat << 9 | one << 6 | two << 3 | three)
                        chance[size] = held(ship, one) * seconds * thirds / (9.0 * 8.0 * 7.0)
                        size += 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        cdef int hand = self.first.hand
        cdef int drawn = 0
        cdef int i, card, rank
        if s.phase == SYSTEMS_PHASE:
            return roll_pair(rng)
        if s.phase != DEAL:
            return roll(&self.rules.dice, s.dice, rng)
        for i in range(QUEUE):
            rank = rng_below(rng, 9 - i)
            card = 0
            while rank >= hand >> 2 * card & 3:
                rank -= hand >> 2 * card & 3
                card += 1
            hand -= 1 << 2 * card
            drawn = drawn << 3 | card
        return code(QUEUE_TAG, s.seat << 9 | drawn)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        cdef int seat, worth
        cdef int best = -1
        cdef int winners = 0
        for seat in range(self.seats):
            worth = score_of(&s.ships[seat]) << 8 | rest_of(&s.ships[seat])
            if worth > best:
                best = worth
                winners = 0
            winners += worth == best
        for seat in range(self.seats):
            worth = score_of(&s.ships[seat]) << 8 | rest_of(&s.ships[seat])
            out[seat] = 1.0 / winners if worth == best else 0.0

    # Guidance.

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        if s.phase == END_PHASE:
            self.returns(state, out)
        else:
            self.value_net.chances(&self.rules, s, self.seats, s.seat, out)

    cdef bint leads(self, const void* state, double* out) noexcept nogil:
        """Write the leads in points."""
        cdef const GratisState* s = <const GratisState*> state
        cdef double[MAX_SEATS] points
        cdef int seat
        for seat in range(self.seats):
            points[seat] = score_of(&s.ships[seat])
        lead_shares(points, self.seats, LEAD, out)
        return True

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        if s.phase == RAV_MOVES:
            return good_move(&self.rules, &self.points, s, rng)
        if s.phase == RAV_ATTACKS:
            return good_attack(&self.rules, &self.points, s)
        return best_choice(&self.rules, &self.points, s, rng)

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        cdef const GratisState* s = <const GratisState*> state
        cdef int size
        if s.stockpile == 1 or s.final or s.turns + 1 == self.rules.last_turn:
            size = Game.promising(self, state, out, weight)  # any action may win at once
            mark_useless(&self.rules, &self.points, s, out, weight, size)
            return size
        return list_promising(&self.rules, &self.points, s, out, weight)

    # Information.

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        rearrange(<GratisState*> state, self.seats, seat, NULL)

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        rearrange(<GratisState*> state, self.seats, seat, rng)

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        return tag_of(event) == EVADE_TAG and (<const GratisState*> before).turn != seat

    # Arrays.

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        return token_of(&self.rules, &self.tokens, <const GratisState*> state, action)

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return action_of(&self.rules, <const GratisState*> state, self.meanings[index])

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        observe_rest(&self.rules, <const GratisState*> state, seat, out)
        self.layout.observe(state, seat, out)

    cdef void tell_all(
        self, const void* view, int seat, float* fact, double* chance
    ) noexcept nogil:
        if (<const Head*> view).turn != END:
            self.value_net.judge(
                &self.rules, view, self.seats, (<const GratisState*> view).seat, seat, fact, chance)

    # Chance.

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        cdef int phase = (<const GratisState*> state).phase
        number[0] = -1
        return 0 if phase == DEAL else 2 if phase == SYSTEMS_PHASE else 1

    # The Python interface.

    def features(self, State state not None):
        """Return the inputs of the value network for each pair of seats, to fit the network.

        Each entry has a pair of seats, in turn order, and the pair's inputs, scaled to about 1.
        """
        self.check_same_game(state)
        return self.value_net.rows(
            &self.rules, state.data, self.seats, (<const GratisState*> state.data).seat)

    cdef list scores(self, const void* state):
        cdef const GratisState* s = <const GratisState*> state
        return [score_of(&s.ships[seat]) for seat in range(self.seats)]

    cdef str end_reason(self, const void* state):
        return ENDS[(<const GratisState*> state).end]

    cdef dict dump(self, const void* state, int seat):
        fields = self.layout.dump(state, seat)
        dump_rest(fields, &self.rules, <const GratisState*> state, seat, self.info.data, self.board)
        return fields

    cdef int restore(self, dict fields, void* state) except -1:
        fields = flattened(fields)
        self.layout.restore(fields, state)
        return restore_rest(fields, &self.rules, <GratisState*> state, self.info.data, self.board,
                            self.black_chips)


GAME = Gratis
