"""Actions in words, and what a seat knows in bytes: what networks are fed and asked for.

Where an action has several words, they are asked for one by one. What has been said leaves fewer
actions each time; a word that all of those left share is not asked for, and the last one left is
taken. So the words asked for are those that tell the legal actions apart, and no others.
"""

from cpython.buffer cimport (
    PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.number cimport PyNumber_Index
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core.errors import AicoreError, IllegalAction


cdef int narrow(
    Ruleset game, const void* state, u32* actions, int size, u16* rows,
    const u16* said, int length, u16* words
) noexcept nogil:
    """Keep those of the legal actions that the words said begin, in place. Returns their number.

    `rows` has room for max_words words of each action, where they are more than one. `words`
    receives the word with which each action that is kept goes on; it has room for max_words more.
    If one alone is kept and a word has been said, it is what was said; where none are kept, the
    words stand for nothing.
    """
    cdef int most = game.max_words
    cdef int depth = 0
    cdef int asked = 0
    cdef int kept, i
    if most == 1:
        for i in range(size):
            words[i] = game.index(state, actions[i])
        if length == 0:
            return size
        kept = 0
        for i in range(size):
            if words[i] == said[0]:
                actions[kept] = actions[i]
                words[kept] = words[i]
                kept += 1
        return kept if length == 1 else 0
    if length == 0 and plain(game, state, actions, size, words):
        return size
    memset(rows, 0, size * most * sizeof(u16))
    for i in range(size):
        game.spell(state, actions[i], rows + i * most)
    while True:
        while size > 1 and depth < most - 1 and shared(rows + depth, size, most):
            depth += 1
        if asked == length:
            break
        if depth == most or size <= (asked > 0):  # nothing was left to say
            return 0
        kept = 0
        for i in range(size):
            if rows[i * most + depth] == said[asked]:
                if kept < i:
                    memcpy(rows + kept * most, rows + i * most, most * sizeof(u16))
                    actions[kept] = actions[i]
                kept += 1
        size = kept
        asked += 1
        depth += 1
    for i in range(size):
        words[i] = rows[i * most + min(depth, most - 1)]
    return size


cdef inline bint plain(
    Ruleset game, const void* state, const u32* actions, int size, u16* words
) noexcept nogil:
    """Write the words of actions that have one each; False where one has more."""
    cdef int i
    for i in range(size):
        if game.spell(state, actions[i], words + i) > 1:
            return False
    return True


cdef inline bint shared(const u16* column, int size, int most) noexcept nogil:
    """Whether all rows have the same word in a column."""
    cdef int i
    for i in range(1, size):
        if column[i * most] != column[0]:
            return False
    return True


cdef void observe_words(Ruleset game, const u16* said, int length, u8* out) noexcept nogil:
    """Write the words said into the zeroed end of an observation: 1 + the word, in bits."""
    cdef int i, place
    cdef int bits = word_bits(game)
    out += game.observation_size - (game.max_words - 1) * bits
    for i in range(length):
        for place in range(bits):
            out[i * bits + place] = (said[i] + 1) >> place & 1


cdef inline int word_bits(Ruleset game) noexcept nogil:
    cdef int bits = 0
    while game.num_actions >> bits:
        bits += 1
    return bits


# What Python code is given.

cdef class _Spelt:
    """The legal actions that the words said leave, each with the word with which it goes on."""

    cdef int size
    cdef int length  # of what was said
    cdef u32* actions
    cdef u16* words
    cdef u16* rows
    cdef u16* said

    def __dealloc__(self):
        free(self.actions)
        free(self.words)
        free(self.rows)
        free(self.said)


cdef _Spelt spelt(Ruleset game, const void* state, words):
    """Raises AicoreError where there are no arrays, IllegalAction for words that mean nothing."""
    cdef _Spelt found = _Spelt.__new__(_Spelt)
    arrays(game)
    found.actions = <u32*> calloc(game.max_actions, sizeof(u32))
    found.words = <u16*> calloc(game.max_actions + game.max_words, sizeof(u16))
    found.rows = <u16*> calloc(game.max_actions * game.max_words, sizeof(u16))
    found.said = <u16*> calloc(game.max_words, sizeof(u16))
    if not (found.actions and found.words and found.rows and found.said):
        raise MemoryError
    found.length = read_words(game, words, found.said, game.max_words)
    found.size = narrow(
        game, state, found.actions, game.actions(state, found.actions), found.rows,
        found.said, found.length, found.words)
    answer(game)
    if found.size == 0:
        raise IllegalAction(f"words {list(words)}: no legal action begins so")
    return found


cdef int arrays(Ruleset game) except -1:
    """Check that a game has arrays. Raises AicoreError."""
    game.complete()
    if not game.num_actions:
        raise AicoreError(f"{game.info.name} has no arrays")
    return 0


cdef int read_words(Ruleset game, words, u16* out, int most) except -1:
    """Read words from any iterable. Returns their number; raises IllegalAction."""
    cdef int length = 0
    for word in words:
        try:
            number = PyNumber_Index(word)
        except TypeError:
            number = -1
        if length == most or not 0 <= number < game.num_actions:
            raise IllegalAction(
                f"words of {game.info.name}: at most {most} numbers, 0 to {game.num_actions - 1}")
        out[length] = number
        length += 1
    return length


cdef list legal_words(Ruleset game, const void* state, said):
    """The words that may come next, in ascending order."""
    cdef _Spelt found = spelt(game, state, said)
    if found.length and found.size == 1:
        return []
    return sorted({found.words[i] for i in range(found.size)})


cdef object legal_mask(Ruleset game, const void* state, said, out):
    """The same in bytes, 1 for each word that may come next; NULL: none may."""
    cdef _Spelt found = None
    cdef Py_buffer buffer
    cdef int i
    arrays(game)
    if state != NULL:
        found = spelt(game, state, said)
    out = room(out, game.num_actions, "mask", &buffer)
    memset(buffer.buf, 0, game.num_actions)
    if found is not None and not (found.length and found.size == 1):
        for i in range(found.size):
            (<u8*> buffer.buf)[found.words[i]] = 1
    PyBuffer_Release(&buffer)
    return out


cdef object spoken(Ruleset game, const void* state, said):
    """The action that the words stand for; None while several are left."""
    cdef _Spelt found = spelt(game, state, said)
    cdef u32 action
    if not found.length or found.size > 1:
        return None
    action = found.actions[0]
    if game.max_words == 1 and game.action(state, found.said[0]) != action:
        raise AicoreError(f"{game.info.name}: word {found.said[0]} is not that of its action")
    return action


cdef tuple spell(Ruleset game, const void* state, u32 action):
    """All words of a legal action."""
    cdef u16* words
    arrays(game)
    words = <u16*> calloc(game.max_words, sizeof(u16))
    if words == NULL:
        raise MemoryError
    length = game.spell(state, action, words)
    found = tuple([words[i] for i in range(length)])
    free(words)
    return found


cdef tuple say(Ruleset game, const void* state, u32 action):
    """The words of a legal action that are asked for."""
    cdef _Spelt found
    said = []
    while True:
        found = spelt(game, state, said)
        if said and found.size == 1:
            return tuple(said)
        said.append([found.words[i] for i in range(found.size) if found.actions[i] == action][0])


cdef object observation(Ruleset game, const void* state, int seat, said, out):
    """What a seat knows, in bytes, with the words that it has said."""
    cdef Py_buffer buffer
    cdef int length
    cdef u16* words
    arrays(game)
    words = <u16*> calloc(game.max_words, sizeof(u16))
    if words == NULL:
        raise MemoryError
    try:
        length = read_words(game, said, words, game.max_words - 1)
        out = room(out, game.observation_size, "observation", &buffer)
        memset(buffer.buf, 0, game.observation_size)
        game.observe(state, seat, <u8*> buffer.buf)
        observe_words(game, words, length, <u8*> buffer.buf)
        PyBuffer_Release(&buffer)
    finally:
        free(words)
    return out


cdef object room(out, int size, str name, Py_buffer* buffer):
    """Bytes to write into: `out`, or new ones. Raises AicoreError for what has another size."""
    if out is None:
        out = memoryview(bytearray(size))
    try:
        PyObject_GetBuffer(out, buffer, PyBUF_SIMPLE | PyBUF_WRITABLE)
    except (BufferError, TypeError, ValueError):
        raise AicoreError(f"out: the {name} needs {size} writable bytes in a row") from None
    if buffer.len != size:
        PyBuffer_Release(buffer)
        raise AicoreError(f"out: the {name} needs {size} bytes, not {buffer.len}")
    return out
