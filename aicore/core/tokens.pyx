"""Encodings for networks: actions as tokens, and a seat's knowledge as bytes.

If an action has several tokens, a player chooses them one by one, and each choice leaves fewer
actions. The player skips a token that all remaining actions share, and stops when one action
remains. So each chosen token distinguishes legal actions.
"""

from cpython.buffer cimport (
    PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.number cimport PyNumber_Index
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core.errors import AicoreError, IllegalAction


cdef int keep_matching(
    Ruleset game, const void* state, u32* actions, int size, u16* rows,
    const u16* prefix, int length, u16* tokens
) noexcept nogil:
    """Keep only the actions in `actions` that begin with a prefix, and return their number.

    If only one action is left and the prefix is not empty, the prefix chooses this action. 0 means
    that no legal action begins with the prefix.

    Args:
        actions: the `size` legal actions.
        rows: room for `size` * max_tokens tokens; unused if max_tokens is 1.
        prefix: the `length` tokens chosen so far.
        tokens: room for `size` + max_tokens tokens; receives the next token of each kept action.
    """
    cdef int width = game.max_tokens
    cdef int depth = 0
    cdef int matched = 0  # number of matched tokens of the prefix
    cdef int kept, i
    if width == 1:
        for i in range(size):
            tokens[i] = game.index(state, actions[i])
        if length == 0:
            return size
        kept = 0
        for i in range(size):
            if tokens[i] == prefix[0]:
                actions[kept] = actions[i]
                tokens[kept] = tokens[i]
                kept += 1
        return kept if length == 1 else 0
    if length == 0 and write_lone_tokens(game, state, actions, size, tokens):
        return size
    memset(rows, 0, size * width * sizeof(u16))
    for i in range(size):
        game.encode(state, actions[i], rows + i * width)
    while True:
        while size > 1 and depth < width - 1 and shared(rows + depth, size, width):
            depth += 1
        if matched == length:
            break
        if depth == width or size <= (matched > 0):  # the prefix is longer than the whole action
            return 0
        kept = 0
        for i in range(size):
            if rows[i * width + depth] == prefix[matched]:
                if kept < i:
                    memcpy(rows + kept * width, rows + i * width, width * sizeof(u16))
                    actions[kept] = actions[i]
                kept += 1
        size = kept
        matched += 1
        depth += 1
    for i in range(size):
        tokens[i] = rows[i * width + min(depth, width - 1)]
    return size


cdef inline bint write_lone_tokens(
    Ruleset game, const void* state, const u32* actions, int size, u16* tokens
) noexcept nogil:
    """Write each action's only token. Return False if an action has several tokens."""
    cdef int i
    for i in range(size):
        if game.encode(state, actions[i], tokens + i) > 1:
            return False
    return True


cdef inline bint shared(const u16* column, int size, int width) noexcept nogil:
    """Whether all rows have the same token in a column."""
    cdef int i
    for i in range(1, size):
        if column[i * width] != column[0]:
            return False
    return True


cdef void observe_tokens(Ruleset game, const u16* prefix, int length, u8* out) noexcept nogil:
    """Write 1 + each token of the prefix, bit by bit, into the zeroed end of an observation."""
    cdef int i, place
    cdef int bits = bits_per_token(game)
    out += game.observation_size - (game.max_tokens - 1) * bits
    for i in range(length):
        for place in range(bits):
            out[i * bits + place] = (prefix[i] + 1) >> place & 1


cdef inline int bits_per_token(Ruleset game) noexcept nogil:
    """Return the number of bits that hold 1 + any token."""
    cdef int bits = 0
    while game.num_tokens >> bits:
        bits += 1
    return bits


# Functions for Python code.

cdef class _Encoding:
    """Legal actions that begin with the prefix, each with its next token."""

    cdef int size  # number of actions
    cdef int length  # number of tokens in the prefix
    cdef u32* actions
    cdef u16* tokens
    cdef u16* rows
    cdef u16* prefix

    def __dealloc__(self):
        free(self.actions)
        free(self.tokens)
        free(self.rows)
        free(self.prefix)


cdef _Encoding encoding(Ruleset game, const void* state, tokens):
    """Return the legal actions that begin with `tokens`.

    Raises AicoreError if the game has no arrays, and IllegalAction if there is no such action.
    """
    cdef _Encoding found = _Encoding.__new__(_Encoding)
    check_arrays(game)
    found.actions = <u32*> calloc(game.max_actions, sizeof(u32))
    found.tokens = <u16*> calloc(game.max_actions + game.max_tokens, sizeof(u16))
    found.rows = <u16*> calloc(game.max_actions * game.max_tokens, sizeof(u16))
    found.prefix = <u16*> calloc(game.max_tokens, sizeof(u16))
    if not (found.actions and found.tokens and found.rows and found.prefix):
        raise MemoryError
    found.length = read_tokens(game, tokens, found.prefix, game.max_tokens)
    found.size = keep_matching(
        game, state, found.actions, game.actions(state, found.actions), found.rows,
        found.prefix, found.length, found.tokens)
    raise_mistakes(game)
    if found.size == 0:
        raise IllegalAction(f"tokens {list(tokens)}: no legal action begins like this")
    return found


cdef int check_arrays(Ruleset game) except -1:
    """Check that a game has arrays, that is, encodings for networks. Raises AicoreError."""
    game.check_built()
    if not game.num_tokens:
        raise AicoreError(f"{game.info.name} has no arrays")
    return 0


cdef int read_tokens(Ruleset game, tokens, u16* out, int most) except -1:
    """Write the tokens of any iterable to `out`, and return their number. Raises IllegalAction."""
    cdef int length = 0
    for token in tokens:
        try:
            number = PyNumber_Index(token)
        except TypeError:
            number = -1
        if length == most or not 0 <= number < game.num_tokens:
            raise IllegalAction(
                f"tokens of {game.info.name} must be at most {most} numbers "
                f"from 0 to {game.num_tokens - 1}")
        out[length] = number
        length += 1
    return length


cdef list legal_tokens(Ruleset game, const void* state, prefix):
    """Return the possible next tokens, in ascending order; [] if the prefix chooses an action."""
    cdef _Encoding found = encoding(game, state, prefix)
    if found.length and found.size == 1:
        return []
    return sorted({found.tokens[i] for i in range(found.size)})


cdef object legal_mask(Ruleset game, const void* state, prefix, out):
    """Return a byte for each token: 1 if it may come next. All are 0 if `state` is NULL."""
    cdef _Encoding found = None
    cdef Py_buffer buffer
    cdef int i
    check_arrays(game)
    if state != NULL:
        found = encoding(game, state, prefix)
    out = output_for(out, game.num_tokens, "mask", &buffer)
    memset(buffer.buf, 0, game.num_tokens)
    if found is not None and not (found.length and found.size == 1):
        for i in range(found.size):
            (<u8*> buffer.buf)[found.tokens[i]] = 1
    PyBuffer_Release(&buffer)
    return out


cdef object decode(Ruleset game, const void* state, prefix):
    """Return the action that the prefix chooses.

    Return None if the prefix is empty or several actions are left. Raises AicoreError if the game's
    `index` and `action` contradict each other.
    """
    cdef _Encoding found = encoding(game, state, prefix)
    cdef u32 action
    if not found.length or found.size > 1:
        return None
    action = found.actions[0]
    if game.max_tokens == 1 and game.action(state, found.prefix[0]) != action:
        raise AicoreError(
            f"{game.info.name}: token {found.prefix[0]} does not belong to its action: "
            "the game's `index` and `action` disagree")
    return action


cdef tuple encode(Ruleset game, const void* state, u32 action):
    """Return all tokens of a legal action."""
    cdef u16* tokens
    check_arrays(game)
    tokens = <u16*> calloc(game.max_tokens, sizeof(u16))
    if tokens == NULL:
        raise MemoryError
    length = game.encode(state, action, tokens)
    found = tuple([tokens[i] for i in range(length)])
    free(tokens)
    return found


cdef tuple needed_tokens(Ruleset game, const void* state, u32 action):
    """Return the tokens that a player must choose, one by one, to play a legal action."""
    cdef _Encoding found
    prefix = []
    while True:
        found = encoding(game, state, prefix)
        if prefix and found.size == 1:
            return tuple(prefix)
        prefix.append([found.tokens[i] for i in range(found.size) if found.actions[i] == action][0])


cdef object observation(Ruleset game, const void* state, int seat, prefix, out):
    """Return a seat's knowledge as bytes, with the tokens chosen so far at the end."""
    cdef Py_buffer buffer
    cdef int length
    cdef u16* tokens
    check_arrays(game)
    tokens = <u16*> calloc(game.max_tokens, sizeof(u16))
    if tokens == NULL:
        raise MemoryError
    try:
        length = read_tokens(game, prefix, tokens, game.max_tokens - 1)
        out = output_for(out, game.observation_size, "observation", &buffer)
        memset(buffer.buf, 0, game.observation_size)
        game.observe(state, seat, <u8*> buffer.buf)
        observe_tokens(game, tokens, length, <u8*> buffer.buf)
        PyBuffer_Release(&buffer)
    finally:
        free(tokens)
    return out


cdef list net_tokens(Ruleset game, const void* state):
    """Return the tokens of each legal action for networks, in the order of `actions`."""
    cdef Advice advice
    cdef u32* legal
    cdef u32* listed
    cdef float* weights
    cdef u16* tokens
    cdef int i, j, length, size
    check_arrays(game)
    legal = <u32*> calloc(game.max_actions, sizeof(u32))
    listed = <u32*> calloc(game.max_actions, sizeof(u32))
    weights = <float*> calloc(game.max_actions, sizeof(float))
    tokens = <u16*> calloc(game.net_max_tokens, sizeof(u16))
    found = []
    try:
        if not (legal and listed and weights and tokens):
            raise MemoryError
        size = game.actions(state, legal)
        game.advise_net(state, listed, weights, &advice)
        for i in range(size):
            length = game.net_encode(state, legal[i], &advice, tokens)
            found.append(tuple([tokens[j] for j in range(length)]))
    finally:
        free(legal)
        free(listed)
        free(weights)
        free(tokens)
    raise_mistakes(game)
    return found


cdef object output_for(out, int size, str name, Py_buffer* buffer):
    """Return `out`, or new bytes if it is None, and fill in their `buffer`.

    The caller must release the buffer. Raises AicoreError if `out` has a wrong size.
    """
    cdef Py_ssize_t found
    if out is None:
        out = memoryview(bytearray(size))
    try:
        PyObject_GetBuffer(out, buffer, PyBUF_SIMPLE | PyBUF_WRITABLE)
    except (BufferError, TypeError, ValueError):
        raise AicoreError(f"out: the {name} needs {size} contiguous writable bytes") from None
    found = buffer.len
    if found != size:
        PyBuffer_Release(buffer)
        raise AicoreError(f"out: the {name} needs {size} bytes, not {found}")
    return out
