"""Weights of a network in training, with backpropagation and Adam's steps in C.

With networks this small, a training library spends most of its time between its operations. Here a
step is two calls: `study` computes the gradient of a batch, whose positions it reads where they are
stored, and `descend` changes the weights.

The loss of values, leads and policies is the cross entropy. For beliefs, the network learns to
distinguish the actual position from a possible one. Steps use Adam with decoupled decay (Loshchilov
and Hutter 2019, "Decoupled weight decay regularization"). After `gauge`, the mean of each amount is
subtracted, and the difference is divided by the spread; the network for play has this scale in its
weights. Sums are in single precision and have a fixed order, without fused operations. So equal
positions make equal networks on every machine.
"""

from cython cimport final
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u8
from aicore.core.maths cimport exp, log
from aicore.core.net cimport LANE, dense, dense_avx2
from aicore.core.policy_net cimport (
    MAX_HIDDEN, SIGNED, Input, add, product, rectify, amount as amount_at,
)
from aicore.core.wide cimport has_avx2
from aicore.train.descent cimport adam, adam_avx2, gather, gather_avx2, squares

from array import array

from aicore.core.errors import AicoreError
from aicore.core.policy_net import PolicyNet as Net
from aicore.core.policy_net import FACT_SPREAD as LEAST_SPREAD, count_of

cdef bint WIDE = has_avx2()  # whether to use the functions for AVX2

cdef double FACT_SPREAD = LEAST_SPREAD  # the Python constant, for C code
cdef double DECAY = 1e-4  # decay of the weights in a step, divided by the learning rate
cdef double MAX_NORM = 2.0  # maximum norm of a gradient


@final
cdef class Examples:
    """Positions of games, with their learning targets.

    Args:
        positions: the positions, as `aicore.search.mcts.selfplay.Positions`.
        values: each seat's share of the returns, (n, seats) float32.
        leads: each seat's lead at the end, as a share, (games, seats) float32; the caller may
            change it.
    """

    def __cinit__(self, positions not None, values not None, leads not None):
        self.size = len(positions)
        self.seen, self.met = positions.seen, positions.met
        self.actions, self.taught = positions.actions, positions.taught
        self.tokens, self.shares = positions.rows, positions.shares
        self.games, self.values, self.leads = positions.games, values, leads
        first = array("q", [0]) * max(self.size, 1)
        total = 0
        for i, count in enumerate(positions.actions.tolist()):
            first[i] = total
            total += count
        self.first = first
        self.seats = positions.seats


@final
cdef class Weights:
    """Weights of a network for one game.

    Args:
        game: a game that has arrays.
        widths: widths of the network's layers, multiples of 32 up to 256.
        numbers: all weights in the order of `PolicyNet`.
        batch: maximum number of positions in a step.
        master: weights for the same game to share instead of `numbers`. This object then only
            computes gradients, beside the master and in another thread.

    Attributes:
        steps: number of steps so far.

    Raises AicoreError, MemoryError.
    """

    def __cinit__(self, game, widths, bytes numbers not None, int batch=256, Weights master=None):
        cdef int i
        cdef size_t most
        self.shape = Net(game, widths, numbers)
        self.widths, self.batch = tuple(widths), batch
        self.room = 2 * batch
        self.lay_out(game)
        most = max(self.widths)
        self.gradient = <float*> calloc(self.count, sizeof(float))
        self.master = master
        if master is None:
            self.weight = <float*> calloc(self.count, sizeof(float))
            self.mean = <float*> calloc(self.count, sizeof(float))
            self.square = <float*> calloc(self.count, sizeof(float))
            self.usual = <float*> calloc(self.shape.rows + 1, sizeof(float))
            self.unit = <float*> calloc(self.shape.rows + 1, sizeof(float))
        else:
            self.weight, self.mean, self.square = master.weight, master.mean, master.square
            self.usual, self.unit = master.usual, master.unit
        for i in range(self.depth + 1):
            self.output[i] = <float*> calloc(self.room * self.width[i], sizeof(float))
            if self.output[i] == NULL:
                raise MemoryError
        self.delta = <float*> calloc(self.room * most, sizeof(float))
        self.input_delta = <float*> calloc(self.room * most, sizeof(float))
        self.transposed = <float*> calloc(most * max(<size_t> self.room, most), sizeof(float))
        self.logit = <float*> calloc(game.max_actions + 1, sizeof(float))
        self.seen = <u8*> calloc(self.room, self.shape.size)
        self.example = <Example*> calloc(self.room, sizeof(Example))
        self.images = len(game.symmetries)
        self.byte_source = <int*> calloc(self.images * self.shape.size + 1, sizeof(int))
        self.token_image = <int*> calloc(self.images * self.tokens + 1, sizeof(int))
        if not (self.weight and self.gradient and self.mean and self.square and self.usual
                and self.unit and self.delta and self.input_delta and self.transposed
                and self.logit and self.seen and self.example and self.byte_source
                and self.token_image):
            raise MemoryError
        if master is None:
            memcpy(self.weight, <const char*> numbers, self.count * sizeof(float))
            for i in range(self.shape.rows):
                self.unit[i] = 1.0
        for number, image in enumerate(game.symmetries):
            for i, place in enumerate(image.observation):
                self.byte_source[<int> number * self.shape.size + i] = place
            for i, token in enumerate(image.tokens):
                self.token_image[<int> number * self.tokens + i] = token

    cdef int lay_out(self, game) except -1:
        """Compute the layout of the weights."""
        cdef size_t at = 0
        cdef int i
        self.count = count_of(game, self.widths)
        self.depth, self.last = len(self.widths) - 1, self.shape.last
        self.outcomes, self.tokens = self.shape.outcomes, self.shape.tokens
        self.max_tokens = game.net_max_tokens
        for i in range(self.depth + 1):
            self.width[i] = self.widths[i]
            self.bias_at[i] = at
            self.weight_at[i] = at + self.width[i]
            at = self.weight_at[i] + (
                <size_t> self.width[i] * (self.width[i - 1] if i else self.shape.rows))
        self.value_at = at
        self.lead_at = at + self.outcomes * (1 + self.last)
        self.belief_at = self.lead_at + self.outcomes * (1 + self.last)
        self.token_at = self.belief_at + self.shape.beliefs * (1 + self.last)
        return 0

    def __dealloc__(self):
        cdef int i
        for i in range(MAX_DEPTH + 2):
            free(self.output[i])
        free(self.gradient)
        if self.master is None:
            free(self.weight)
            free(self.mean)
            free(self.square)
            free(self.usual)
            free(self.unit)
        free(self.delta)
        free(self.input_delta)
        free(self.transposed)
        free(self.logit)
        free(self.seen)
        free(self.example)
        free(self.byte_source)
        free(self.token_image)

    def numbers(self):
        """Return all weights as bytes, in the order of `PolicyNet`."""
        cdef float* numbers
        cdef float* row
        cdef int i, j
        cdef int width = self.width[0]
        result = bytearray(self.count * sizeof(float))
        numbers = <float*> <char*> result
        memcpy(numbers, self.weight, self.count * sizeof(float))
        self.move_amounts(-1.0, numbers)
        for i in range(self.shape.rows):
            row = numbers + self.weight_at[0] + <size_t> i * width
            if self.unit[i] != 1.0:
                for j in range(width):
                    row[j] = row[j] * self.unit[i]
        return bytes(result)

    def net(self, card=None):
        """Return the network with these weights, for play."""
        return Net(self.shape.game, self.widths, self.numbers(), card)

    def state(self):
        """Return everything that further steps depend on, as (steps, bytes)."""
        cdef size_t each = self.count * sizeof(float)
        cdef size_t rows = self.shape.rows * sizeof(float)
        return self.steps, b"".join([
            (<const char*> self.weight)[:each], (<const char*> self.mean)[:each],
            (<const char*> self.square)[:each], (<const char*> self.usual)[:rows],
            (<const char*> self.unit)[:rows],
        ])

    def restore(self, steps, bytes kept not None):
        """Continue from a state. Raises AicoreError for the state of another network."""
        cdef size_t each = self.count * sizeof(float)
        cdef size_t rows = self.shape.rows * sizeof(float)
        cdef const char* at = kept
        if len(kept) != <Py_ssize_t> (3 * each + 2 * rows):
            raise AicoreError("the state belongs to a network of another shape")
        self.steps = steps
        memcpy(self.weight, at, each)
        memcpy(self.mean, at + each, each)
        memcpy(self.square, at + 2 * each, each)
        memcpy(self.usual, at + 3 * each, rows)
        memcpy(self.unit, at + 3 * each + rows, rows)

    def gauge(self, const u8[:, ::1] observations not None, bint new):
        """Measure the scale of amounts, so that small amounts count as much as others.

        Args:
            observations: what networks see in some positions, (n, net_input_size) uint8.
            new: whether the network is untrained. Then its first layer is also scaled by the size
                of its input; otherwise the network's output stays the same.
        """
        cdef const Input* field
        cdef int width = self.width[0]
        cdef int i, j, k, row
        cdef Py_ssize_t which
        cdef Py_ssize_t n = observations.shape[0]
        cdef double total, squared, value, spread
        cdef float scale
        cdef float* at
        if n == 0 or observations.shape[1] != self.shape.size:
            return
        if not new:  # as in the network for play
            self.move_amounts(-1.0, self.weight)
        for i in range(self.shape.inputs):
            field = &self.shape.input[i]
            if field.way > SIGNED or field.scale == 1.0:  # flags keep their scale
                continue
            for k in range(field.count):
                total = squared = 0.0
                for which in range(n):
                    value = amount(&observations[which, 0], field, k)
                    total += value
                    squared += value * value
                row = field.row + k
                spread = sqrt(max(squared / n - (total / n) ** 2, 0.0))
                scale = <float> (
                    1.0 / max(spread, FACT_SPREAD if field.way == SIGNED else field.scale))
                if not new:
                    at = self.weight + self.weight_at[0] + <size_t> row * width
                    for j in range(width):
                        at[j] = at[j] * self.unit[row] / scale
                self.unit[row] = scale
                self.usual[row] = (
                    <float> (total / n) if spread > 1e-6 else amount(&observations[0, 0], field, k))
        if new:
            scale = self.reciprocal_output_spread(observations)
            at = self.weight + self.weight_at[0]
            for i in range(self.shape.rows * width):
                at[i] = at[i] * scale
        else:
            self.move_amounts(1.0, self.weight)

    cdef float reciprocal_output_spread(self, const u8[:, ::1] observations) except -1:
        """Return 1 / the spread of the first layer's output, if its weights have spread 1."""
        cdef int width = self.width[0]
        cdef float[MAX_HIDDEN] found
        cdef double total = 0.0
        cdef Py_ssize_t i
        cdef int j
        for i in range(observations.shape[0]):
            memset(found, 0, width * sizeof(float))
            self.shape.add_seen(
                &observations[i, 0], self.weight + self.weight_at[0], self.usual, self.unit, found,
                False)
            for j in range(width):
                total += found[j] * found[j]
        return <float> (1.0 / sqrt(max(total / (observations.shape[0] * width), 1.0)))

    cdef void move_amounts(self, float sign, float* numbers) noexcept nogil:
        """Add the mean amounts' part of the first layer's output, times `sign`, to its bias."""
        cdef int i
        cdef float amount
        for i in range(self.shape.rows):
            if self.usual[i] != 0.0:
                amount = self.usual[i] * self.unit[i]
                add(numbers + self.bias_at[0],
                    self.weight + self.weight_at[0] + <size_t> i * self.width[0], sign * amount,
                    self.width[0])

    def study(self, list parts not None, const i64[:, ::1] chosen not None, int others,
              double lead, double policy=1.0):
        """Add up the gradient of a batch of positions. Return the losses.

        Args:
            parts: a list of `Examples`.
            chosen: part, index in the part, and image of each position, (n, 3) int64. Image 0 is
                the position itself, and images from 1 are the game's symmetries.
            others: number of positions, the first ones, that train beliefs in games with hidden
                information.
            lead: weight of the leads in the loss.
            policy: weight of the policies in the loss; values have the weight 1.

        The losses are numbers for values, leads, policies and, in games with hidden information,
        beliefs. Raises AicoreError for positions that do not exist.
        """
        cdef int rows = <int> chosen.shape[0]
        cdef int pairs = others if self.shape.beliefs else 0
        cdef double value, margin, choice
        cdef double belief = 0.0
        if rows > self.batch or 2 * pairs > self.room - rows or chosen.shape[1] != 3:
            raise AicoreError(f"a batch must have at most {self.batch} positions")
        self.copy_batch(parts, chosen, pairs)
        with nogil:
            self.forward(rows + 2 * pairs)
            memset(self.delta, 0, <size_t> (rows + 2 * pairs) * self.last * sizeof(float))
            value = self.add_value_loss(rows, 1.0, False)
            margin = self.add_value_loss(rows, lead, True)
            choice = self.add_policy_loss(rows, policy)
            if pairs:
                belief = self.add_belief_loss(rows, pairs)
            self.backward(rows + 2 * pairs)
        losses = [value, margin, choice]
        return (*losses, belief) if pairs else tuple(losses)

    cdef int copy_batch(self, list parts, const i64[:, ::1] chosen, int others) except -1:
        """Copy the positions of a batch into this object, and the pairs that train beliefs."""
        cdef Examples part
        cdef Example* example
        cdef const u8* seen
        cdef u8* to
        cdef int size = self.shape.size
        cdef int rows = <int> chosen.shape[0]
        cdef int seats = self.shape.game.seats
        cdef int i, j, seat
        cdef i64 place
        cdef int* source
        for i in range(rows):
            if not 0 <= chosen[i, 0] < len(parts):
                raise AicoreError("the batch names a position that does not exist")
            part = parts[chosen[i, 0]]
            place = chosen[i, 1]
            if not (0 <= place < part.size and 0 <= chosen[i, 2] <= self.images):
                raise AicoreError("the batch names a position that does not exist")
            example = &self.example[i]
            example.image = <int> chosen[i, 2]
            example.actions = part.actions[place]
            example.tokens = &part.tokens[part.first[place], 0] if example.actions else NULL
            example.shares = &part.shares[part.first[place]] if (
                example.actions and part.taught[place]) else NULL
            for j in range(self.outcomes):
                seat = (part.seats[place] + j) % seats
                example.value[j] = part.values[place, seat]
                example.lead[j] = part.leads[part.games[place], seat]
            seen = &part.seen[place, 0]
            to = self.seen + <size_t> i * size
            if example.image:
                source = self.byte_source + (example.image - 1) * size
                for j in range(size):
                    to[j] = seen[source[j]]
            else:
                memcpy(to, seen, size)
            if i < others:
                memcpy(self.seen + <size_t> (rows + 2 * i) * size, &part.met[place, 0, 0],
                       2 * size)
        return 0

    cdef void forward(self, int rows) noexcept nogil:
        """Compute the output of every layer for the first `rows` inputs."""
        cdef float* first
        cdef const float* weight
        cdef int width = self.width[0]
        cdef int i, k, layer, lane
        for i in range(rows):
            first = self.output[0] + <size_t> i * width
            memcpy(first, self.weight + self.bias_at[0], width * sizeof(float))
            self.shape.add_seen(
                self.seen + <size_t> i * self.shape.size, self.weight + self.weight_at[0],
                self.usual, self.unit, first, False)
            rectify(first, width)
        for layer in range(1, self.depth + 1):
            width = self.width[layer]
            weight = self.weight + self.weight_at[layer]
            for i in range(rows):
                first = self.output[layer] + <size_t> i * width
                for k in range(width // LANE):
                    lane = k * LANE
                    (dense_avx2 if WIDE else dense)(
                        self.weight + self.bias_at[layer] + lane, weight + lane, width,
                        self.output[layer - 1] + <size_t> i * self.width[layer - 1],
                        self.width[layer - 1], first + lane)
                rectify(first, width)

    cdef double add_value_loss(self, int rows, double weight, bint leads) noexcept nogil:
        """Return the loss of the values, or of the leads, and add its gradient."""
        cdef size_t at = self.lead_at if leads else self.value_at
        cdef float* bias = self.weight + at
        cdef float* row = bias + self.outcomes
        cdef float* gradient = self.gradient + at
        cdef const float* last
        cdef double loss = 0.0
        cdef double each
        cdef double logit, target, small
        cdef float slope
        cdef int i, j
        each = 1.0 / max(rows * self.outcomes, 1)
        for i in range(rows):
            last = self.output[self.depth] + <size_t> i * self.last
            for j in range(self.outcomes):
                target = self.example[i].lead[j] if leads else self.example[i].value[j]
                logit = bias[j] + product(last, row + j * self.last, self.last)
                small = exp(-min(max(logit, -logit), 60.0))
                loss += (max(logit, 0.0) - logit * target + log(1.0 + small)) * each
                slope = <float> (
                    ((1.0 if logit > 0 else small) / (1.0 + small) - target) * each * weight)
                gradient[j] += slope
                add(gradient + self.outcomes + j * self.last, last, slope, self.last)
                add(self.delta + <size_t> i * self.last, row + j * self.last, slope, self.last)
        return loss

    cdef double add_policy_loss(self, int rows, double weight) noexcept nogil:
        """Return the loss of the policies, and add its gradient, times `weight`."""
        cdef float* bias = self.weight + self.token_at
        cdef float* row = bias + self.tokens
        cdef float* gradient = self.gradient + self.token_at
        cdef float* gradient_row = gradient + self.tokens
        cdef const Example* example
        cdef const float* last
        cdef const int* token_image
        cdef double loss = 0.0
        cdef double best, total
        cdef float slope
        cdef int taught = 0
        cdef int i, j, k, token
        for i in range(rows):
            taught += self.example[i].shares != NULL
        for i in range(rows):
            example = &self.example[i]
            if example.shares == NULL:
                continue
            last = self.output[self.depth] + <size_t> i * self.last
            token_image = NULL
            if example.image:
                token_image = self.token_image + (example.image - 1) * self.tokens
            best = -1e300
            for j in range(example.actions):
                self.logit[j] = 0.0
                for k in range(self.max_tokens):
                    token = example.tokens[j * self.max_tokens + k]
                    if token < 0:
                        break
                    token = token_image[token] if token_image != NULL else token
                    self.logit[j] += bias[token] + product(
                        last, row + <size_t> token * self.last, self.last)
                best = max(best, <double> self.logit[j])
            total = 0.0
            for j in range(example.actions):
                total += exp(max(self.logit[j] - best, -60.0))
            total = log(total) + best
            for j in range(example.actions):
                loss -= example.shares[j] * (self.logit[j] - total) / taught
                slope = <float> (
                    (exp(max(self.logit[j] - total, -60.0)) - example.shares[j]) * weight / taught)
                for k in range(self.max_tokens):
                    token = example.tokens[j * self.max_tokens + k]
                    if token < 0:
                        break
                    token = token_image[token] if token_image != NULL else token
                    gradient[token] += slope
                    add(gradient_row + <size_t> token * self.last, last, slope, self.last)
                    add(self.delta + <size_t> i * self.last, row + <size_t> token * self.last,
                        slope, self.last)
        return loss

    cdef double add_belief_loss(self, int first, int pairs) noexcept nogil:
        """Return the loss of the beliefs, and add its gradient.

        Args:
            first: the row of the first pair of an actual and a possible position.
            pairs: the number of pairs.
        """
        cdef float* bias = self.weight + self.belief_at
        cdef float* row = bias + 1
        cdef float* gradient = self.gradient + self.belief_at
        cdef const float* seen
        cdef const float* other
        cdef double loss = 0.0
        cdef double ahead, small
        cdef float slope
        cdef int i
        for i in range(pairs):
            seen = self.output[self.depth] + <size_t> (first + 2 * i) * self.last
            other = seen + self.last
            ahead = product(other, row, self.last) - product(seen, row, self.last)
            small = exp(-min(max(ahead, -ahead), 60.0))
            loss += (max(ahead, 0.0) + log(1.0 + small)) / pairs
            slope = <float> ((1.0 if ahead > 0 else small) / (1.0 + small) / pairs)
            add(gradient + 1, other, slope, self.last)
            add(gradient + 1, seen, -slope, self.last)
            add(self.delta + <size_t> (first + 2 * i) * self.last, row, -slope, self.last)
            add(self.delta + <size_t> (first + 2 * i + 1) * self.last, row, slope, self.last)
        return loss

    cdef void backward(self, int rows) noexcept nogil:
        """Propagate the gradient of the last layer's output to all weights."""
        cdef float[MAX_HIDDEN] total
        cdef float* gradient
        cdef float* bias
        cdef float* output
        cdef int width, inputs, i, k, layer, lane
        for layer in range(self.depth, -1, -1):
            width = self.width[layer]
            output = self.output[layer]
            bias = self.gradient + self.bias_at[layer]
            for i in range(rows * width):  # ReLU passes no gradient where its output is 0
                if output[i] <= 0.0:
                    self.delta[i] = 0.0
            for i in range(rows):
                add(bias, self.delta + <size_t> i * width, 1.0, width)
            if layer == 0:
                break
            inputs = self.width[layer - 1]
            transpose(self.output[layer - 1], rows, inputs, self.transposed)
            gradient = self.gradient + self.weight_at[layer]
            for i in range(inputs):
                for k in range(width // LANE):
                    lane = k * LANE
                    (dense_avx2 if WIDE else dense)(
                        gradient + <size_t> i * width + lane, self.delta + lane, width,
                        self.transposed + <size_t> i * rows, rows,
                        gradient + <size_t> i * width + lane)
            transpose(self.weight + self.weight_at[layer], inputs, width, self.transposed)
            memset(total, 0, inputs * sizeof(float))
            for i in range(rows):
                for k in range(inputs // LANE):
                    lane = k * LANE
                    (dense_avx2 if WIDE else dense)(
                        total + lane, self.transposed + lane, inputs,
                        self.delta + <size_t> i * width, width,
                        self.input_delta + <size_t> i * inputs + lane)
            self.delta, self.input_delta = self.input_delta, self.delta
        width = self.width[0]
        gradient = self.gradient + self.weight_at[0]
        for i in range(rows):
            self.shape.add_seen(
                self.seen + <size_t> i * self.shape.size, gradient, self.usual, self.unit,
                self.delta + <size_t> i * width, True)

    def descend(self, double rate, tuple others=()):
        """Take a step down the gradient.

        Args:
            rate: learning rate.
            others: objects that share these weights. Their gradients are added, in order, and the
                step takes the mean. All gradients are 0 afterwards.
        """
        cdef Weights other
        cdef double norm
        cdef double first = 1.0
        cdef double second = 1.0
        cdef double scale
        for one in others:
            other = one
            if other.master is not self:
                raise AicoreError("a gradient belongs to other weights")
            with nogil:
                (gather_avx2 if WIDE else gather)(self.gradient, other.gradient, self.count)
        norm = sqrt(squares(self.gradient, self.count)) / (1 + len(others))
        scale = min(1.0, MAX_NORM / max(norm, 1e-6)) / (1 + len(others))
        self.steps += 1
        if self.steps < 100_000:  # after that, both are 1
            first = 1.0 / (1.0 - exp(self.steps * log(0.9)))
            second = 1.0 / (1.0 - exp(self.steps * log(0.999)))
        with nogil:
            (adam_avx2 if WIDE else adam)(
                self.weight, self.gradient, self.mean, self.square, self.count, <float> scale,
                <float> rate, <float> (1.0 - rate * DECAY), <float> first, <float> second)


cdef inline float amount(const u8* seen, const Input* one, int place) noexcept nogil:
    """Return an amount in an input, as a share of its maximum."""
    return amount_at(seen + one.at + place * one.width, one) * one.scale


cdef void transpose(const float* table, int rows, int columns, float* out) noexcept nogil:
    """Write a table to `out` with rows and columns exchanged."""
    cdef int i, j
    for i in range(rows):
        for j in range(columns):
            out[<size_t> j * rows + i] = table[<size_t> i * columns + j]
