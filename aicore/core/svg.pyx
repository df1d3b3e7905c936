"""Elements of pictures: adding them with attributes, and writing them as text.

The elements are ElementTree's. A server draws a picture of up to two thousand elements after each
move, so this module is compiled.
"""

from libc.math cimport fabs, floor, signbit
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, strlen

from xml.etree.ElementTree import SubElement, tostring

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL
    str PyUnicode_DecodeUTF8(const char *text, Py_ssize_t size, const char *errors)


cdef double LARGE = 1e7  # Python formats numbers of this size and above
cdef double TIE = 1e-5  # in hundredths: this close to a tie, Python rounds, because it is exact


def add(parent, str tag not None, str style not None="", **attributes):
    """Add an element to another one.

    Args:
        style: classes of the element, from `picture.css`.
        attributes: attributes of the element. Numbers are shortened, and `stroke_width` is written
            as stroke-width.
    """
    return _added(parent, tag, {"class": style} if style else {}, attributes)


def write(parent, x, y, text not None, str style not None="", **attributes):
    """Write a line of text; (x, y) is the left end of its baseline."""
    cdef dict shown = {"class": style} if style else {}
    shown["x"], shown["y"] = short(x), short(y)
    element = _added(parent, "text", shown, attributes)
    element.text = str(text)
    return element


cdef _added(parent, str tag, dict shown, dict attributes):
    """Add an element with attributes: those in `shown` are texts with their final names."""
    cdef str name
    for name, value in attributes.items():
        if "_" in name:
            name = name.replace("_", "-")
        shown[name] = str(value) if isinstance(value, str) else short(value)
    return SubElement(parent, tag, shown)


cpdef str short(number):
    """Return a number as text, with two decimals at most."""
    cdef double size, hundredths
    cdef long long cents
    cdef char text[24]
    cdef int at = 24
    if not isinstance(number, float):
        return str(number)
    size = fabs(<double> number)
    hundredths = 100 * size
    if not size < LARGE or fabs(hundredths - floor(hundredths) - 0.5) < TIE:
        return f"{number:.2f}".rstrip("0").rstrip(".")
    cents = <long long> floor(hundredths + 0.5)
    if cents % 100:
        if cents % 10:
            at -= 1
            text[at] = 48 + cents % 10
        at -= 2
        text[at] = c"."
        text[at + 1] = 48 + cents // 10 % 10
    cents //= 100
    while True:
        at -= 1
        text[at] = 48 + cents % 10
        cents //= 10
        if not cents:
            break
    if signbit(<double> number):
        at -= 1
        text[at] = c"-"
    return PyUnicode_DecodeUTF8(text + at, 24 - at, NULL)


def serialized(element):
    """Return an element as text, as ElementTree writes it."""
    try:
        return _Writer().whole(element)
    except UnicodeEncodeError:  # half of a surrogate pair, in somebody's name
        return tostring(element, encoding="unicode")


cdef class _Writer:
    """Growing buffer for the text of an element."""

    cdef char *text
    cdef size_t size, room

    def __dealloc__(self):
        free(self.text)

    cdef str whole(self, element):
        """Return an element and its whole content as text."""
        self.element(element)
        return PyUnicode_DecodeUTF8(self.text, self.size, NULL)

    cdef int element(self, element) except -1:
        """Write an element, its content and the text after it."""
        cdef str tag = element.tag, name
        cdef dict attributes = element.attrib
        content, tail = element.text, element.tail
        self.put(b"<", 1)
        self.escape(tag, False)
        for name, value in attributes.items():
            self.put(b" ", 1)
            self.escape(name, False)
            self.put(b'="', 2)
            self.escape(str(value), True)
            self.put(b'"', 1)
        if not content and not len(element):
            self.put(b" />", 3)
        else:
            self.put(b">", 1)
            if content:
                self.escape(str(content), False)
            for child in element:
                self.element(child)
            self.put(b"</", 2)
            self.escape(tag, False)
            self.put(b">", 1)
        if tail:
            self.escape(tail, False)
        return 0

    cdef int escape(self, str text, bint attribute) except -1:
        """Write a text, or the value of an attribute."""
        cdef Py_ssize_t size, at, done = 0
        cdef const char *letters = PyUnicode_AsUTF8AndSize(text, &size)
        cdef const char *entity
        for at in range(size):
            entity = _entity(letters[at], attribute)
            if entity != NULL:
                self.put(letters + done, at - done)
                self.put(entity, strlen(entity))
                done = at + 1
        return self.put(letters + done, size - done)

    cdef int put(self, const char *text, size_t size) except -1:
        """Append bytes to the text."""
        cdef char *moved
        if self.size + size > self.room:
            self.room = 2 * (self.size + size) + 4096
            moved = <char *> realloc(self.text, self.room)
            if moved == NULL:
                raise MemoryError()
            self.text = moved
        memcpy(self.text + self.size, text, size)
        self.size += size
        return 0


cdef inline const char *_entity(char letter, bint attribute) noexcept:
    """Return the XML entity of a letter that needs one, else NULL."""
    if letter > c">" or letter < 0:
        return NULL
    if letter == c"&":
        return b"&amp;"
    if letter == c"<":
        return b"&lt;"
    if letter == c">":
        return b"&gt;"
    if not attribute:
        return NULL
    if letter == c'"':
        return b"&quot;"
    if letter == c"\n":
        return b"&#10;"
    if letter == c"\r":
        return b"&#13;"
    if letter == c"\t":
        return b"&#09;"
    return NULL
