"""Relics. Two to four seats build ways through a station, swipe artifacts, get out in time.

Rules: README.md. The position and the codes of events: state.pxd; the board: board.pxd; what is
possible: legal.pxd; what events do: turns.pxd; judgement: routes.pxd, sight.pxd,
bridges.pxd, rivals.pxd, courier.pxd, promising.pxd, outlook.pxd.
"""

from aicore.core._types cimport u32
from aicore.core.bits cimport count, lowest, select
from aicore.core.game cimport CHANCE, END, Game, State
from aicore.core.rng cimport Luck, RngState, rng_below
from aicore.games.relics.board cimport anchors, empty_platforms, lay, lay_centre, lay_gallery
from aicore.games.relics.courier cimport Plan, advise
from aicore.games.relics.fields cimport dump_fields
from aicore.games.relics.legal cimport Survey, survey_act, survey_event, survey_list, survey_size
from aicore.games.relics.outlook cimport gather, outlook, survey_all
from aicore.games.relics.promising cimport promising_actions
from aicore.games.relics.restore cimport restore_fields
from aicore.games.relics.sight cimport Sight
from aicore.games.relics.state cimport (
    ACT, AIRLOCK_PHASE, AIRLOCK_TAG, ARTIFACTS, ARTIFACT_TAG, AT, AT_TAG, BLASTER, BY_HEAT, CENTRE,
    DEFENSE, END_TAG, ESCAPE_TAG, FACTS, FIRE_BLASTER, FREEZE_RAY, GALLERIES, GALLERY_PHASE,
    GALLERY_TAG, GUN_PHASE, HEAT_RAY, HIT_TAG, ITEMS, ITEM_PHASE, ITEM_TAG, LANES, LIFT_TAG, LOSE,
    LOSE_TAG, MOVE_TAG, NET_TAG, NO_ONE, OF_HEAT, OF_WEAPON, OVERLOAD_TAG, PATCH_TAG, PLATFORMS,
    PLATFORM_PHASE, PLATFORM_TAG, RAISE_TAG, REMOVE_TAG, RESPOND_TAG, SHIELD, SHOOT_TAG, SIZE,
    SPARE_PHASE, SPARE_TAG, SUFFER_TAG, TAG_SHIFT, TAKE_TAG, TILES, TRAP, TURN, TURN_TAG, USE_TAG,
    WEAPON_PHASE, WEAPON_TAG, RelicsState, Tables, airlock, cell_of, charge_place, code, square_of,
)
from aicore.games.relics.tables cimport fill_tables
from aicore.games.relics.turns cimport (
    after_trap, be_shot, begin_turn, disable_net, discard, end_turn, escape, find, go_on,
    helpful_rays, move, overload, patch, put_down, remove, resolve_step, shoot, spring, swipe, take,
    use_item,
)

from aicore.games.relics.fields import ENDS

cdef enum:
    # Moves, leaps and the like one by one, lifts, rotations, guns; the ways to use a doorway, which
    # depend on the data, come to these. Places for a platform are fewer than 30 x 30.
    MOST_BUT_DOORWAYS = 96 + 20 + 60 + 12
    MOST_PLACES = 30 * 30
    FEW_ACTIONS = 24  # more than any phase but ACT and AT offers
    TILE_SOURCE = 0
    WEAPON_SOURCE = 1
    ARTIFACT_SOURCE = 2
    ITEM_SOURCE = 3
    TILE_ITEMS = 32  # where galleries begin among what the tiles can show


cdef class Relics(Game):
    """The rules of relics."""

    cdef Tables tables

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(RelicsState)
        self.max_outcomes = PLATFORMS
        self.has_chance = True
        self.chance_sources = ("tiles", "weapons", "artifacts", "items")
        fill_tables(&self.tables, info.data)
        self.max_actions = max(MOST_BUT_DOORWAYS + self.tables.doorways, MOST_PLACES)
        self.tables.rounds = options["rounds"]
        self.tables.seats = seats

    # The rules.

    cdef void begin(self, void* state) noexcept nogil:
        cdef RelicsState* s = <RelicsState*> state
        cdef const Tables* t = &self.tables
        cdef int i
        s.turn = CHANCE
        s.round = 1
        s.heart = NO_ONE
        s.lifting = -1
        s.drawn = -1
        s.artifact_on = (1 << GALLERIES) - 1
        s.undrawn_artifacts = (1 << ARTIFACTS) - 1
        s.spare = (1 << PLATFORMS) - 1
        for i in range(GALLERIES):
            s.tokens[i] = t.tokens[i]
        for i in range(ITEMS):
            s.undrawn[i] = t.copies[i]
        lay_centre(t, s)

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        cdef const Tables* t = &self.tables
        cdef Survey survey
        cdef u32 columns
        cdef int row
        cdef int size = 0
        if s.phase == ACT:
            survey_act(s, t, &survey)
            return survey_list(s, t, &survey, out)
        if s.phase != AT:
            return self.choices(s, out)
        for row in range(1, SIZE):
            columns = anchors(s, row, s.lifting)
            while columns:
                out[size] = code(AT_TAG, (row - 1) * SIZE + lowest(columns) - 1)
                size += 1
                columns &= columns - 1
        return size

    cdef int choices(self, const RelicsState* s, u32* out) noexcept nogil:
        """The few actions of the phases between: at most FEW_ACTIONS."""
        cdef int size = 0
        cdef int i, seat, gun
        cdef u32 rest
        if s.phase == AIRLOCK_PHASE:
            for i in range(4):
                for seat in range(self.seats):
                    if s.pos[seat] == airlock(i):
                        break
                else:
                    out[size] = code(AIRLOCK_TAG, i)
                    size += 1
        elif s.phase == TURN:
            for i in range(4):
                if s.anchor[s.lifting] != s.spot or s.rotation[s.lifting] != i:
                    out[size] = code(TURN_TAG, i)
                    size += 1
        elif s.phase == GUN_PHASE:
            gun = lowest(s.queue)
            if s.weapon[s.seat] == BLASTER and s.charge[s.seat][OF_WEAPON]:
                out[size] = code(SHOOT_TAG, gun << 4 | FIRE_BLASTER)
                size += 1
            if s.charge[s.seat][OF_HEAT]:
                out[size] = code(SHOOT_TAG, gun << 4 | HEAT_RAY)
                size += 1
            out[size] = code(HIT_TAG, gun)
            size += 1
        elif s.phase == TRAP:
            rest = helpful_rays(&self.tables, s, s.drawn)
            while rest:
                out[size] = code(RESPOND_TAG, HEAT_RAY if rest & BY_HEAT else FREEZE_RAY)
                size += 1
                rest &= rest - 1
            out[size] = code(SUFFER_TAG, 0)
            size += 1
        elif s.phase == LOSE:
            for i in range(ITEMS):
                if s.items[s.seat][i]:
                    out[size] = code(LOSE_TAG, i)
                    size += 1
        elif s.phase == DEFENSE:
            rest = empty_platforms(s)
            while rest:
                out[size] = code(REMOVE_TAG, lowest(rest))
                size += 1
                rest &= rest - 1
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        cdef const Tables* t = &self.tables
        cdef Survey survey
        cdef u32[FEW_ACTIONS] few
        cdef int row, rank
        cdef int size = 0
        if s.phase == ACT:
            survey_act(s, t, &survey)
            return survey_event(s, t, &survey, rng_below(rng, survey_size(&survey)))
        if s.phase != AT:
            size = self.choices(s, few)
            return few[rng_below(rng, size)]
        for row in range(1, SIZE):
            size += count(anchors(s, row, s.lifting))
        rank = rng_below(rng, size)
        row = 1
        size = count(anchors(s, row, s.lifting))
        while rank >= size:
            rank -= size
            row += 1
            size = count(anchors(s, row, s.lifting))
        return code(AT_TAG, (row - 1) * SIZE + select(anchors(s, row, s.lifting), rank) - 1)

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef RelicsState* s = <RelicsState*> state
        cdef const Tables* t = &self.tables
        cdef int tag = event >> TAG_SHIFT
        cdef int detail = event & 0xFFFFFF
        if tag == MOVE_TAG:
            move(t, s, detail)
        elif tag == LIFT_TAG or tag == SPARE_TAG:
            if tag == SPARE_TAG:
                s.spare &= ~(<u32> 1 << detail)
            s.lifting = detail
            go_on(s, AT)
        elif tag == AT_TAG:
            s.spot = square_of(detail)
            go_on(s, TURN)
        elif tag == TURN_TAG:
            put_down(t, s, detail)
        elif tag == END_TAG:
            end_turn(t, s)
        elif tag == USE_TAG:
            use_item(t, s, detail & 15, detail >> 4)
        elif tag == PATCH_TAG:
            patch(t, s)
        elif tag == HIT_TAG:
            be_shot(s)
            resolve_step(t, s)
        elif tag == SHOOT_TAG:
            shoot(t, s, detail >> 4, detail & 15)
        elif tag == ITEM_TAG:
            find(t, s, detail)
        elif tag == TAKE_TAG:
            take(t, s, detail)
        elif tag == ARTIFACT_TAG:
            swipe(t, s, detail)
        elif tag == RESPOND_TAG:
            s.charge[s.seat][charge_place(detail)] -= 1
            after_trap(s)
        elif tag == SUFFER_TAG:
            spring(t, s, s.drawn)
        elif tag == LOSE_TAG:
            discard(s, detail)
            after_trap(s)
        elif tag == RAISE_TAG:
            s.charge[s.seat][OF_WEAPON] -= 1
            s.shield_up[s.seat] = 1
        elif tag == OVERLOAD_TAG:
            overload(s, detail)
        elif tag == NET_TAG:
            disable_net(t, s, detail)
        elif tag == REMOVE_TAG:
            remove(t, s, detail)
        elif tag == ESCAPE_TAG:
            escape(t, s)
        else:
            self.set_up(s, tag, detail)

    cdef void set_up(self, RelicsState* s, int tag, int detail) noexcept nogil:
        """Tiles, weapons and airlocks before the first turn."""
        cdef const Tables* t = &self.tables
        if tag == GALLERY_TAG:
            lay_gallery(t, s, detail >> 4, detail & 15)
            if self.next_gallery(s) == GALLERIES:
                s.phase = PLATFORM_PHASE
        elif tag == PLATFORM_TAG:
            s.spare &= ~(<u32> 1 << (detail & 31))
            lay(t, s, detail & 31, square_of(detail >> 5), 0)
            if PLATFORMS - count(s.spare) == LANES:
                s.phase = WEAPON_PHASE
        elif tag == WEAPON_TAG:
            s.weapon[detail >> 4] = detail & 15
            s.charge[detail >> 4][OF_WEAPON] = t.weapon_charges
            if detail >> 4 == self.seats - 1:
                s.seat = self.seats - 1
                go_on(s, AIRLOCK_PHASE)
        else:  # AIRLOCK_TAG
            s.pos[s.seat] = airlock(detail)
            if s.seat == 0:
                begin_turn(t, s)
            else:
                s.seat -= 1
                s.turn = s.seat

    cdef int next_gallery(self, const RelicsState* s) noexcept nogil:
        """The first place without a tile; GALLERIES when there is none."""
        cdef int gallery = 0
        while gallery < GALLERIES and (s.tile[gallery] or gallery == CENTRE):
            gallery += 1
        return gallery

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int size = 0
        cdef int total = 0
        cdef int i, weight
        cdef u32 base
        cdef int most = self.outcome_range(s, &base)
        for i in range(most):
            weight = self.weight(s, i)
            if weight:
                out[size] = base | i
                chance[size] = weight
                size += 1
                total += weight
        for i in range(size):
            chance[i] /= total
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int total = 0
        cdef u32 base
        cdef int most = self.outcome_range(s, &base)
        cdef int i, rank
        for i in range(most):
            total += self.weight(s, i)
        rank = rng_below(rng, total)
        i = 0
        while rank >= self.weight(s, i):
            rank -= self.weight(s, i)
            i += 1
        return base | i

    cdef int outcome_range(self, const RelicsState* s, u32* base) noexcept nogil:
        """The due event's first outcome, and how many there could be."""
        cdef int seat = 0
        if s.phase == GALLERY_PHASE:
            base[0] = code(GALLERY_TAG, self.next_gallery(s) << 4)
            return TILES
        if s.phase == PLATFORM_PHASE:
            base[0] = code(
                PLATFORM_TAG, cell_of(self.tables.lanes[PLATFORMS - count(s.spare)]) << 5)
            return PLATFORMS
        if s.phase == WEAPON_PHASE:
            while s.weapon[seat]:
                seat += 1
            base[0] = code(WEAPON_TAG, seat << 4)
            return SHIELD + 1
        if s.phase == ITEM_PHASE:
            base[0] = code(ITEM_TAG, 0)
            return ITEMS
        if s.phase == SPARE_PHASE:
            base[0] = code(SPARE_TAG, 0)
            return PLATFORMS
        base[0] = code(ARTIFACT_TAG, 0)
        return ARTIFACTS

    cdef int weight(self, const RelicsState* s, int which) noexcept nogil:
        """How many of the cards or tiles still to be drawn show an outcome."""
        cdef int i, weight
        if s.phase == GALLERY_PHASE:
            for i in range(GALLERIES):
                if s.tile[i] == which + 1:
                    return 0
            return 1
        if s.phase == PLATFORM_PHASE or s.phase == SPARE_PHASE:
            return s.spare >> which & 1
        if s.phase == WEAPON_PHASE:
            weight = self.tables.weapon_copies if which else 0
            for i in range(self.seats):
                if which and s.weapon[i] == which:
                    weight -= 1
            return weight
        if s.phase == ITEM_PHASE:
            return s.undrawn[which]
        return s.undrawn_artifacts >> which & 1

    cdef int points(self, const RelicsState* s, int seat) noexcept nogil:
        """What a seat carries."""
        cdef int total = self.tables.heart_points if s.heart == seat else 0
        cdef int i
        for i in range(ARTIFACTS):
            if s.artifacts[seat] >> i & 1:
                total += self.tables.points[i]
        for i in range(ITEMS):
            total += s.items[seat][i]
        return total

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int best = -1
        cdef int winner = -1
        cdef int i
        for i in range(s.out):
            if self.points(s, s.escaped[i]) > best:
                winner = s.escaped[i]
                best = self.points(s, winner)
        for i in range(self.seats):
            out[i] = i == winner

    # Guidance.

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        outlook(&self.tables, <const RelicsState*> state, out)

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef Plan plan
        plan.round = 0
        return self.advised(state, &plan, rng)

    cdef u32 advised(self, const void* state, Plan* plan, RngState* rng) noexcept nogil:
        """The policy's action, by its plan if there is one."""
        cdef u32 event = advise(&self.tables, <const RelicsState*> state, plan, rng)
        return event if event else self.sample_action(state, rng)

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        """As for any game; but couriers remember what they are about for the rest of a turn."""
        cdef Plan plan
        cdef int plies = 0
        cdef int turn = (<RelicsState*> state).turn
        if not guided:
            return Game.play_out(self, state, luck, limit, False)
        plan.round = 0
        while turn != END and plies < limit:
            if turn < 0:
                self.draw(state, luck)
            else:
                self.apply(state, self.advised(state, &plan, &luck.choice))
            turn = (<RelicsState*> state).turn
            plies += 1
        return plies

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        cdef int size = promising_actions(&self.tables, <const RelicsState*> state, out, weight)
        return size if size else Game.promising(self, state, out, weight)

    # Chance.

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        number[0] = 0
        if s.phase == GALLERY_PHASE or s.phase == PLATFORM_PHASE or s.phase == SPARE_PHASE:
            return TILE_SOURCE
        if s.phase == WEAPON_PHASE:
            return WEAPON_SOURCE
        return ITEM_SOURCE if s.phase == ITEM_PHASE else ARTIFACT_SOURCE

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        cdef int tag = outcome >> TAG_SHIFT
        if tag == GALLERY_TAG:
            return TILE_ITEMS + (outcome & 15)
        if tag == PLATFORM_TAG:
            return outcome & 31
        return outcome & (15 if tag == WEAPON_TAG else 0xFFFFFF)

    # The face to Python.

    def facts(self, State state not None, seat):
        """What the chances of a seat inside depend on, to fit the judgement."""
        cdef double[FACTS] x
        cdef Sight sight
        cdef int mover = self.own_seat(seat)
        self.expect(state)
        survey_all(<const RelicsState*> state.data, &self.tables, &sight)
        gather(<const RelicsState*> state.data, &self.tables, mover, &sight, x)
        return [x[i] for i in range(FACTS)]

    def carried(self, State state not None):
        """The points that each seat carries, inside or out."""
        self.expect(state)
        return [
            self.points(<const RelicsState*> state.data, seat) for seat in range(self.seats)]

    cdef list scores(self, const void* state):
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int i
        found = [0] * self.seats
        for i in range(s.out):
            found[s.escaped[i]] = self.points(s, s.escaped[i])
        return found

    cdef str end_reason(self, const void* state):
        return ENDS[(<const RelicsState*> state).end]

    cdef dict dump(self, const void* state, int seat):
        return dump_fields(&self.tables, <const RelicsState*> state)

    cdef int restore(self, dict fields, void* state) except -1:
        return restore_fields(&self.tables, fields, <RelicsState*> state)


GAME = Relics
