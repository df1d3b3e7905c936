"""The C tables of booster: which cards go together, and what a hand is worth."""

import base64
import zlib

from aicore.core.bits cimport bit
from aicore.games.booster.guide cimport HOLDS, MOST_NEED, NEEDS, GuideTable
from aicore.games.booster.melds cimport MeldTable
from aicore.games.booster.state cimport CARDS, DESTINATION, OF_TYPE, PAYLOAD

from aicore.games.booster.text import TYPES


cdef int fill_melds(MeldTable* table, dict cards) except -1:
    """Work out which cards go together."""
    cdef int destination, payload, kind, card
    for kind in range(len(TYPES)):
        if len(cards[TYPES[kind]]) != OF_TYPE:
            raise ValueError(f"data.toml: {OF_TYPE} cards of {TYPES[kind]}")
    for destination in range(OF_TYPE):
        place = cards["destination"][destination]
        for payload in range(OF_TYPE):
            load = cards["payload"][payload]
            table.points[destination][payload] = place["level"] + load["level"]
            table.partners[destination][payload] = 0
            if load.get("needs") not in (None, *place["offers"]):
                continue
            for kind, need in enumerate((place["level"], place["level"], None, load["level"])):
                for card in range(OF_TYPE):
                    if need is not None and cards[TYPES[kind]][card]["level"] >= need:
                        table.partners[destination][payload] |= bit(OF_TYPE * kind + card)
    return 0


cdef int fill_guide(GuideTable* table, dict cards, dict guide, dict race) except -1:
    """Take over the solution of the game played alone; cards of equal figures share a class."""
    cdef int kind, card, row, need, level, number, stride
    cdef bytes steps = zlib.decompress(base64.b64decode(guide["turns"]))
    cdef const unsigned char* source = steps
    if len(steps) != NEEDS * HOLDS or len(guide["base"]) != MOST_NEED + 1:
        raise ValueError("guide.toml: tables of the wrong size")
    for row in range(NEEDS):
        for number in range(HOLDS):
            table.turns[row][number] = source[row * HOLDS + number]
        # Differences along transport, propulsion and crew; sums are modulo 256.
        for stride in (64, 256, 1024):
            for number in range(stride, HOLDS):
                if number // stride % 4:
                    table.turns[row][number] += table.turns[row][number - stride]
        table.alone[row][CARDS] = guide["alone"][row][0]
    for need in range(MOST_NEED + 1):
        table.base[need] = guide["base"][need]
        table.after_meld[need] = guide["after_meld"][need]
    for level in range(4):
        table.at_least[level] = 0
    classes = 0
    for kind in range(len(TYPES)):
        seen = []
        for place, entry in enumerate(cards[TYPES[kind]]):
            card = OF_TYPE * kind + place
            figures = {**entry, "id": None}
            if figures not in seen:
                seen.append(figures)
            number = seen.index(figures) + 1
            for row in range(NEEDS):
                table.alone[row][card] = guide["alone"][row][classes + number]
            table.part[card] = 0
            if kind == DESTINATION:
                table.part[card] = number << 3
            elif kind == PAYLOAD:
                table.part[card] = number
            else:
                for level in range(1, entry["level"] + 1):
                    table.at_least[level] |= bit(card)
        classes += len(seen)
    table.unit = guide["unit"]
    table.spare_worth = race["spare_worth"]
    table.draw_worth = race["draw_worth"]
    table.spread = race["spread"]
    table.widening = race["widening"]
    return 0
