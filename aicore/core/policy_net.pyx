"""Networks that evaluate positions and actions, in C: bit-identical on every machine.

The input is an observation, facts, or both. A fact is a number that the game computes about a
position, in units of 1 / FACT_UNIT. An entry of the input is an amount or a category; facts are
amounts. An amount scales a row of the first layer's weights; a category selects a row. So the first
layer adds only a few of its many rows. The contents of each short line of a board also select a row
(n-tuples; Thill, Koch and Konen 2012, "Reinforcement learning with n-tuples on the game
Connect-4").

Dense layers with ReLU follow. The last layer gives a value and a lead for each seat, or only for
the mover if that suffices. It computes logits only for requested tokens, so only legal actions cost
time. In games with hidden information, it also gives a belief. A belief compares the probability of
an observation in played games with its probability when the hidden part is dealt at random
(`aicore.search.mcts.beliefs`).

Sums have a fixed order in single precision, as in `aicore.core.net`. No multiplication is fused
with an addition.
"""

from cpython.bytes cimport PyBytes_AsString
from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u8
from aicore.core.maths cimport exp
from aicore.core.net cimport LANE as LANES, dense, dense_avx2
from aicore.core cimport ruleset
from aicore.core.ruleset cimport MAX_SEATS, Ruleset
from aicore.core.wide cimport has_avx2

from array import array
from math import prod
from typing import NamedTuple

from aicore.core.errors import AicoreError
from aicore.core.observation import Field

cdef extern from * nogil:
    """
    /* y += scale * row, for several rows of a table, in order. */
    static void aicore_add_rows(
        float* y, const float* table, int stride, const int* row, const float* scale, int size
    ) {
    #if defined(__GNUC__)  /* the same sums, but kept in registers */
        for (int lane = 0; lane < stride; lane += AICORE_LANE) {
            aicore_four* to = (aicore_four*) (y + lane);
            aicore_four a = to[0], b = to[1], c = to[2], d = to[3];
            aicore_four e = to[4], f = to[5], g = to[6], h = to[7];
            for (int i = 0; i < size; i++) {
                const float* at = table + (size_t) row[i] * stride + lane;
                const aicore_four* w = (const aicore_four*) at;
                aicore_four four = {scale[i], scale[i], scale[i], scale[i]};
                a += four * w[0]; b += four * w[1]; c += four * w[2]; d += four * w[3];
                e += four * w[4]; f += four * w[5]; g += four * w[6]; h += four * w[7];
            }
            to[0] = a; to[1] = b; to[2] = c; to[3] = d;
            to[4] = e; to[5] = f; to[6] = g; to[7] = h;
        }
    #else
        for (int i = 0; i < size; i++)
            aicore_add(y, table + (size_t) row[i] * stride, scale[i], stride);
    #endif
    }
    /* Each of several rows += scale * x, in order. */
    static void aicore_add_to_rows(
        const float* x, float* table, int stride, const int* row, const float* scale, int size
    ) {
        for (int i = 0; i < size; i++)
            aicore_add(table + (size_t) row[i] * stride, x, scale[i], stride);
    }
    #if defined(AICORE_AVX2)
    AICORE_AVX2 static void aicore_add_rows_avx2(
        float* y, const float* table, int stride, const int* row, const float* scale, int size
    ) {
        for (int lane = 0; lane < stride; lane += AICORE_LANE) {
            aicore_eight* to = (aicore_eight*) (y + lane);
            aicore_eight a = to[0], b = to[1], c = to[2], d = to[3];
            for (int i = 0; i < size; i++) {
                const float* at = table + (size_t) row[i] * stride + lane;
                const aicore_eight* w = (const aicore_eight*) at;
                float f = scale[i];
                aicore_eight eight = {f, f, f, f, f, f, f, f};
                a += eight * w[0]; b += eight * w[1]; c += eight * w[2]; d += eight * w[3];
            }
            to[0] = a; to[1] = b; to[2] = c; to[3] = d;
        }
    }
    AICORE_AVX2 static void aicore_add_to_rows_avx2(
        const float* x, float* table, int stride, const int* row, const float* scale, int size
    ) {
        for (int i = 0; i < size; i++) {
            aicore_eight* to = (aicore_eight*) (table + (size_t) row[i] * stride);
            const aicore_eight* from = (const aicore_eight*) x;
            float f = scale[i];
            aicore_eight eight = {f, f, f, f, f, f, f, f};
            for (const float* end = x + stride; from < (const aicore_eight*) end; from++, to++)
                *to += eight * *from;
        }
    }
    #else
    #define aicore_add_rows_avx2 aicore_add_rows
    #define aicore_add_to_rows_avx2 aicore_add_to_rows
    #endif
    """
    void add_rows "aicore_add_rows"(
        float* y, const float* table, int stride, const int* row, const float* scale, int size)
    void add_rows_avx2 "aicore_add_rows_avx2"(
        float* y, const float* table, int stride, const int* row, const float* scale, int size)
    void add_to_rows "aicore_add_to_rows"(
        const float* x, float* table, int stride, const int* row, const float* scale, int size)
    void add_to_rows_avx2 "aicore_add_to_rows_avx2"(
        const float* x, float* table, int stride, const int* row, const float* scale, int size)

cdef bint WIDE = has_avx2()  # whether to use the functions for AVX2


LANE = LANES  # the width of a layer is a multiple of this number
FACT_SPREAD = 0.2  # minimum spread of a fact: rare facts keep their scale
FACT_UNIT = <int> ruleset.FACT_UNIT  # a fact is stored as a whole number of 1 / FACT_UNIT
MAX_WIDTH = MAX_HIDDEN  # maximum width of a layer
LONGEST, SHORTEST = 4, 3  # maximum and minimum number of cells in a line
MAX_LINES = 1 << 14  # maximum number of rows of weights for the lines of a board


def fields_of(game):
    """Return the fields of a network's input: first those of observations, then the facts."""
    facts = (Field("facts", (game.facts,), 0xFFFF, "fact"),) if game.facts else ()
    return facts if game.facts_only else game.fields + facts


def inputs_of(game):
    """Return for each field of a game: its `Way`, and the number of rows for each entry."""
    found = []
    for field in fields_of(game):
        if field.kind == "fact":
            found.append((SIGNED, 1))
        elif not field.embedded:
            found.append((SCALED, 1))
        elif field.kind == "square" and len(field.axes) == 2:
            found.append((SQUARE, 1 + sum(field.axes)))
        else:
            found.append((LOOKED_UP, field.high + 1))
    return found


class Lines(NamedTuple):
    """Short lines of the boards of one size.

    Args:
        planes: for each plane, its first byte in an observation, and the code that stands for the
            entry 1 in a cell. If several planes are above 0 in a cell, the last plane counts.
        codes: number of possible contents of a cell.
        cells: cells of each line.
    """

    planes: tuple
    codes: int
    cells: tuple

    @property
    def each(self):
        """Number of rows of weights for one line."""
        return self.codes ** len(self.cells[0])

    @property
    def rows(self):
        """Number of rows of weights for all lines."""
        return self.each * len(self.cells)


def lines_of(game):
    """Return the lines of a game's boards: a `Lines` for each size of boards.

    Boards with many cells or many possible contents have no lines, because a network could not
    learn so many weights.
    """
    boards = {}
    place = 0
    for field in () if game.facts_only else game.fields:
        if len(field.axes) == 2 and field.shape[len(field.shape) - 2:] == field.axes and (
                field.embedded or field.kind == "flag") and field.width == 1:
            down, across = field.axes
            planes = boards.setdefault(field.axes, [])
            for plane in range(field.entries // (down * across)):
                planes.append((place + plane * down * across, field.high))
        place += field.size
    found = []
    for (down, across), planes in boards.items():
        codes = 1
        coded = []
        for at, high in planes:
            coded.append((at, codes))
            codes += high
        for length in range(min(LONGEST, down, across), SHORTEST - 1, -1):
            lines = Lines(tuple(coded), codes, tuple(straight(down, across, length)))
            if lines.rows <= MAX_LINES and down * across <= MAX_CELLS:
                found.append(lines)
                break
    return found


def straight(down, across, length):
    """Yield the cells of all straight lines of a length on a board, row by row."""
    for square in range(down * across):
        row, column = divmod(square, across)
        for y, x in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + y * (length - 1) < down and 0 <= column + x * (length - 1) < across:
                yield tuple([(row + y * i) * across + column + x * i for i in range(length)])


@final
cdef class PolicyNet:
    """Network of one game.

    Args:
        game: game whose positions the network evaluates.
        widths: widths of the layers, each a multiple of 32 up to 256.
        numbers: all weights as float32, the lowest byte first, each part with its biases before its
            rows. The order is: the first layer; each further layer, with a row for each input; the
            values; the leads; the belief, in games with hidden information; the tokens.
        card: description of the network, as in its file.

    Raises AicoreError if the arguments do not fit together, and MemoryError.
    """

    def __cinit__(self, game, widths, bytes numbers not None, card=None):
        cdef const float* at
        cdef Input* entry
        cdef int i, place
        cdef Dense* layer
        widths = tuple(widths)
        if not 1 <= len(widths) <= MAX_DEPTH + 1 or any(
                [width % LANES or not 0 < width <= MAX_HIDDEN for width in widths]):
            raise AicoreError(
                f"a network needs 1 to {MAX_DEPTH + 1} layers with widths that are multiples of "
                f"{LANES} up to {MAX_HIDDEN}")
        if not game.num_tokens:
            raise AicoreError(
                f"{game.name} has no arrays, so a network cannot read it; use a player without one")
        self.card = card
        self.size = game.net_input_size
        self.tokens = game.net_tokens
        self.outcomes = outcomes_of(game)
        self.beliefs = believes(game)
        self.width = widths[0]
        self.last = widths[len(widths) - 1]
        self.depth = len(widths) - 1
        fields = fields_of(game)
        self.inputs = len(fields)
        self.input = <Input*> calloc(self.inputs + 1, sizeof(Input))
        if self.input == NULL:
            raise MemoryError
        i = 0
        place = 0
        for field, (way, rows) in zip(fields, inputs_of(game)):
            entry = &self.input[i]
            entry.way = way
            entry.at = place
            entry.count = prod(field.shape)
            entry.width = field.width
            entry.row = self.rows
            entry.rows = rows
            entry.scale = 1.0 / (ruleset.FACT_UNIT if way == SIGNED else field.high)
            entry.first = field.first
            if way == SQUARE:
                entry.down, entry.columns = field.axes
            self.rows += rows * entry.count
            place += field.size
            i += 1
        boards = lines_of(game)
        self.board = <Board*> calloc(len(boards) + 1, sizeof(Board))
        if self.board == NULL:
            raise MemoryError
        for lines in boards:
            self._lay_out(&self.board[self.boards], lines)
            self.boards += 1
        expected = 4 * count_of(game, widths)
        if len(numbers) != expected:
            raise AicoreError(
                f"the weights have {len(numbers)} bytes; a network for this game has {expected}")
        if not all_finite(numbers):
            raise AicoreError("one of the weights is not a finite number")
        self.numbers, self.widths, self.game = numbers, widths, game
        at = <const float*> PyBytes_AsString(numbers)
        self.bias = at
        self.table = at + self.width
        at = self.table + <size_t> self.rows * self.width
        for i in range(self.depth):
            layer = &self.layer[i]
            layer.inputs, layer.outputs = widths[i], widths[i + 1]
            layer.bias = at
            layer.weight = at + layer.outputs
            at = layer.weight + layer.inputs * layer.outputs
        self.value_bias = at
        self.value_weight = at + self.outcomes
        self.lead_bias = self.value_weight + self.outcomes * self.last
        self.lead_weight = self.lead_bias + self.outcomes
        self.belief_bias = self.lead_weight + self.outcomes * self.last
        self.belief_weight = self.belief_bias + 1
        self.token_bias = self.belief_bias + self.beliefs * (1 + self.last)
        self.token_weight = self.token_bias + self.tokens

    cdef int _lay_out(self, Board* board, lines) except -1:
        """Prepare the lookup of a board's lines. Raises MemoryError."""
        cdef int i = 0
        board.row = self.rows
        board.cells = 1 + max([max(cells) for cells in lines.cells])
        board.planes = len(lines.planes)
        board.codes, board.each, board.lines = lines.codes, lines.each, len(lines.cells)
        board.length = len(lines.cells[0])
        board.place = <int*> calloc(2 * board.planes, sizeof(int))
        board.line = <int*> calloc(board.lines * board.length, sizeof(int))
        if board.place == NULL or board.line == NULL:
            raise MemoryError
        board.code = board.place + board.planes
        for i, (place, code) in enumerate(lines.planes):
            board.place[i] = place
            board.code[i] = code
        for i, cell in enumerate([cell for cells in lines.cells for cell in cells]):
            board.line[i] = cell
        self.rows += lines.rows
        return 0

    def __dealloc__(self):
        cdef int i
        for i in range(self.boards):
            free(self.board[i].place)
            free(self.board[i].line)
        free(self.board)
        free(self.input)

    def __reduce__(self):
        return PolicyNet, (self.game, self.widths, self.numbers, self.card)

    cdef int check_made_for(self, Ruleset game) except -1:
        """Check that the network has the game's inputs and tokens. Raises AicoreError."""
        if self.tokens != game.net_tokens or self.size != game.net_input_size:
            raise AicoreError(f"the network was not made for this {game.info.name}")
        return 0

    cdef _rows(self, observations):
        """Return the bytes of inputs. Raises AicoreError if one is incomplete."""
        rows = memoryview(observations).cast("B")
        if len(rows) % self.size:
            raise AicoreError(f"each row must have {self.size} bytes: see `View.net_input`")
        return rows

    def __call__(self, observations not None):
        """Return the values (n, outcomes) and logits (n, tokens) of n positions, as flat arrays.

        A row of `observations` is `View.net_input` of a position: an observation, facts or both.

        Values are shares from 0 to 1: see `aicore.search.mcts.evaluator` for their order.
        """
        cdef float[MAX_HIDDEN] last
        cdef float[16] value
        cdef const u8[:] rows = self._rows(observations)
        cdef int i, j
        values, logits = array("f"), array("f")
        for i in range(len(rows) // self.size):
            self.see(&rows[i * self.size], last)
            self.values(last, value)
            values.extend([value[j] for j in range(self.outcomes)])
            logits.extend([self.logit(last, j) for j in range(self.tokens)])
        return values, logits

    def leads_of(self, observations not None):
        """Return the leads (n, outcomes) of n observations, as a flat array of shares from 0 to 1.

        0.5 means level, and 0.75 the usual lead at the end of a game (`lead.pxd`).
        """
        cdef float[MAX_HIDDEN] last
        cdef float[16] lead
        cdef const u8[:] rows = self._rows(observations)
        cdef int i, j
        found = array("f")
        for i in range(len(rows) // self.size):
            self.see(&rows[i * self.size], last)
            self.leads(last, lead)
            found.extend([lead[j] for j in range(self.outcomes)])
        return found

    def beliefs_of(self, observations not None):
        """Return the beliefs (n,) of n observations.

        A belief is the logarithm of a ratio, up to a constant: the observation's probability in
        played games, divided by its probability when the hidden part is dealt at random. Raises
        AicoreError in games without hidden information.
        """
        cdef float[MAX_HIDDEN] last
        cdef const u8[:] rows = self._rows(observations)
        cdef int i
        if not self.beliefs:
            raise AicoreError(f"{self.game.name} has no hidden information")
        found = array("f")
        for i in range(len(rows) // self.size):
            self.see(&rows[i * self.size], last)
            found.append(self.belief(last))
        return found

    cdef void see(self, const u8* seen, float* last) noexcept nogil:
        """Compute the last layer's outputs for an input: the network's forward pass."""
        cdef float[MAX_HIDDEN] first
        cdef float[MAX_HIDDEN] other
        cdef const Dense* layer
        cdef float* given = first
        cdef float* found = other
        cdef int i, k, lane
        memcpy(first, self.bias, self.width * sizeof(float))
        self.add_seen(seen, <float*> self.table, NULL, NULL, first, False)
        rectify(first, self.width)
        for i in range(self.depth):
            layer = &self.layer[i]
            for k in range(layer.outputs // LANES):
                lane = k * LANES
                (dense_avx2 if WIDE else dense)(
                    layer.bias + lane, layer.weight + lane, layer.outputs, given, layer.inputs,
                    found + lane)
            rectify(found, layer.outputs)
            given, found = found, given
        memcpy(last, given, self.last * sizeof(float))

    cdef void add_seen(
        self, const u8* seen, float* table, const float* usual, const float* units, float* first,
        bint back
    ) noexcept nogil:
        """Add the rows that an input selects to the first layer's sums.

        Args:
            table: the rows.
            usual, units: for each row, the mean amount to subtract, and the factor of the
                difference; NULL: 0 and 1.
            first: sums of the first layer, one for each column.
            back: whether to add the sums to the rows instead, as for gradients.
        """
        cdef RowBuffer buffer
        cdef const Input* field
        cdef const u8* at
        cdef int _, i, row
        cdef i64 value
        cdef float share
        buffer.size = 0
        buffer.table, buffer.sums = table, first
        buffer.width, buffer.back = self.width, back
        for i in range(self.inputs):
            field = &self.input[i]
            at = seen + field.at
            row = field.row
            if field.way <= SIGNED and units == NULL:  # amounts: SCALED or SIGNED
                for _ in range(field.count):
                    value = amount(at, field)
                    if value:
                        append_row(&buffer, row, value * field.scale)
                    at += field.width
                    row += 1
            elif field.way <= SIGNED:  # amounts, minus their means
                for _ in range(field.count):
                    share = (amount(at, field) * field.scale - usual[row]) * units[row]
                    if share != 0.0:
                        append_row(&buffer, row, share)
                    at += field.width
                    row += 1
            elif field.way == LOOKED_UP:
                for _ in range(field.count):
                    value = min(number(at, field.width), field.rows - 1)
                    append_row(&buffer, row + <int> value, 1.0)
                    at += field.width
                    row += field.rows
            else:
                for _ in range(field.count):
                    value = number(at, field.width) - field.first
                    if 0 <= value < field.down * field.columns:
                        append_row(&buffer, row + 1 + <int> (value // field.columns), 1.0)
                        value = 1 + field.down + value % field.columns
                    else:
                        value = 0
                    append_row(&buffer, row + <int> value, 1.0)
                    at += field.width
                    row += field.rows
        for i in range(self.boards):
            append_line_rows(&buffer, &self.board[i], seen)
        flush_rows(&buffer)

    cdef void values(self, const float* last, float* out) noexcept nogil:
        """Write the values from the last layer: shares from 0 to 1, the mover's first."""
        shares(self.value_bias, self.value_weight, self.outcomes, last, self.last, out)

    cdef void values_by_seat(
        self, const float* last, int mover, int seats, double* out
    ) noexcept nogil:
        """Write the values of all seats from the last layer, the first seat's first."""
        cdef float[MAX_SEATS] value
        cdef int i
        self.values(last, value)
        for i in range(seats):
            out[(mover + i) % seats] = value[i] if i < self.outcomes else 1.0 - value[0]

    cdef void leads(self, const float* last, float* out) noexcept nogil:
        """Write the leads from the last layer, as shares (`lead.pxd`), the mover's first."""
        shares(self.lead_bias, self.lead_weight, self.outcomes, last, self.last, out)

    cdef float belief(self, const float* last) noexcept nogil:
        """Return the belief of an observation: see `beliefs_of`."""
        return self.belief_bias[0] + product(last, self.belief_weight, self.last)

    cdef float logit(self, const float* last, int token) noexcept nogil:
        """Return the logit of a token."""
        return self.token_bias[token] + product(
            last, self.token_weight + <size_t> token * self.last, self.last)


cdef inline void shares(
    const float* bias, const float* weight, int count, const float* last, int size, float* out,
) noexcept nogil:
    """Write shares from 0 to 1, each computed from the last layer by a row of weights."""
    cdef int i
    cdef double ahead
    for i in range(count):
        ahead = bias[i] + product(last, weight + i * size, size)
        out[i] = <float> (1.0 / (1.0 + exp(-min(max(ahead, -30.0), 30.0))))


# Rows that an input selects, collected to be added in one call.
ctypedef struct RowBuffer:
    float* table  # all rows
    float* sums  # target of the rows or, with `back`, their source
    int width  # size of a row
    bint back  # whether to add the sums to the rows
    int size  # number of rows in the buffer
    int[BUFFER_ROWS] row  # index of each row in the buffer
    float[BUFFER_ROWS] amount  # factor of each row


cdef inline void append_row(RowBuffer* buffer, int row, float amount) noexcept nogil:
    """Add a row to the buffer."""
    if buffer.size == BUFFER_ROWS:
        flush_rows(buffer)
    buffer.row[buffer.size] = row
    buffer.amount[buffer.size] = amount
    buffer.size += 1


cdef void flush_rows(RowBuffer* buffer) noexcept nogil:
    """Add the rows to the sums, or the sums to the rows, and empty the buffer."""
    if buffer.back:
        (add_to_rows_avx2 if WIDE else add_to_rows)(
            buffer.sums, buffer.table, buffer.width, buffer.row, buffer.amount, buffer.size)
    else:
        (add_rows_avx2 if WIDE else add_rows)(
            buffer.sums, buffer.table, buffer.width, buffer.row, buffer.amount, buffer.size)
    buffer.size = 0


cdef void append_line_rows(RowBuffer* buffer, const Board* board, const u8* seen) noexcept nogil:
    """Add the rows of a board's lines to the buffer."""
    cdef int[MAX_CELLS] code
    cdef const int* line = board.line
    cdef const u8* plane
    cdef int row = board.row
    cdef int _, i, k, index
    memset(code, 0, board.cells * sizeof(int))
    for k in range(board.planes):
        plane = seen + board.place[k]
        for i in range(board.cells):
            if plane[i]:
                code[i] = min(board.code[k] + plane[i] - 1, board.codes - 1)
    for _ in range(board.lines):
        index = 0
        for k in range(board.length):
            index = index * board.codes + code[line[k]]
        append_row(buffer, row + index, 1.0)
        row += board.each
        line += board.length


def weighs_amounts(game):
    """Whether observations have amounts above 1.

    Files keep such networks in single precision: if an amount hardly varies, its weights can get
    too large for half precision.
    """
    return any([
        way == SCALED and field.high > 1
        for field, (way, _) in zip(fields_of(game), inputs_of(game))])


def outcomes_of(game):
    """Return the number of a network's values: one if the mover's value suffices."""
    return 1 if game.seats == 1 or (game.seats == 2 and game.constant_sum) else game.seats


def rows_of(game):
    """Return the number of rows of weights in the first layer of a network."""
    rows = sum([
        each * field.entries for field, (_, each) in zip(fields_of(game), inputs_of(game))])
    return rows + sum([lines.rows for lines in lines_of(game)])


def believes(game):
    """Whether networks of a game estimate beliefs: see `PolicyNet.beliefs_of`."""
    return game.seats > 1 and game.has_hidden


def count_of(game, widths):
    """Return the number of a network's weights."""
    heads = 2 * outcomes_of(game) + believes(game) + game.net_tokens
    total = widths[0] * (1 + rows_of(game))
    for before, width in zip(widths, widths[1:]):
        total += width * (1 + before)
    return total + heads * (1 + widths[len(widths) - 1])


cdef bint all_finite(bytes weights):
    """Whether all float32 weights are finite, that is, no exponent has all bits set."""
    cdef const u8[:] data = weights
    cdef Py_ssize_t i
    for i in range(0, len(data), 4):
        if data[i + 3] & 0x7F == 0x7F and data[i + 2] & 0x80:
            return False
    return True
