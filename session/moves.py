"""Legal moves as a person sees them: grouped, numbered, found by typed text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from aicore.core.errors import AmbiguousMove, NotationError, meant, sentence, short
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.schema import MAX_DIGITS

FEW = 12  # maximum number of moves that are listed without groups
STAGE = 4  # number of words in the first stage
WIDE = 68  # characters; longer moves are grouped by their first word, or they would wrap


class Moves:
    """Legal moves of one decision.

    Moves that share their first word are grouped. Moves of one word follow, and `end` comes last.
    The numbers run through all groups.

    Args:
        legal: the legal moves.
        staged: the first words of moves that are chosen in stages if there are many; see
            `Notation.STAGED`.

    Attributes:
        choices: the numbered entries: moves, or the beginnings of moves chosen in stages.
    """

    def __init__(self, legal: Sequence[str], staged: Collection[str] = ()) -> None:
        legal = sorted(legal, key=lambda move: (" " not in move, move == "end"))
        groups: dict[str, list[str]] = {}
        for move in legal:
            groups.setdefault(move.partition(" ")[0], []).append(move)
        large = [word for word, moves in groups.items() if len(moves) > 1]
        self.single = [word for word, moves in groups.items() if len(moves) == 1]
        wide = max(map(len, legal)) > WIDE
        if not large or (len(legal) <= FEW and not wide):
            self.groups = {"": list(legal)}
        else:
            self.groups = {word: groups[word] for word in large}
            if self.single:
                self.groups[""] = [groups[word][0] for word in self.single]
        self.staged = {word for word in self.groups if word in staged}
        self.lists = {word: _lists(word, moves) for word, moves in self.groups.items()}
        for word, lists in self.lists.items():  # lists come after the moves that they combine
            self.groups[word].sort(key=lists.__contains__)
        self.moves = [move for moves in self.groups.values() for move in moves]
        # if moves are written as numbers, a second numbering would only confuse
        plain = len(groups) == 1 and all(re.fullmatch(r"\S+ \d+", move) for move in self.moves)
        digits = any(move.isdigit() for move in self.moves)
        self.numbered = not (plain or digits)
        self.choices = [
            choice
            for word, moves in self.groups.items()
            for choice in (stages(moves) if word in self.staged else moves)
        ]

    def exactly(self, typed: str) -> str | None:
        """Return the move that is written out in full, ignoring case."""
        if typed in self.moves:
            return typed
        return {move.casefold(): move for move in self.moves}.get(typed.casefold())

    def find(self, typed: str) -> str:
        """Return the move that a text means.

        The text may be the move's notation or number, or a unique beginning of its words. If no
        move begins this way, the move's last words will do, such as the square alone.

        Raises AmbiguousMove, or NotationError with a list of possible moves.
        """
        words = typed.split()
        text = " ".join(words)
        exact = self.exactly(text)
        if exact is not None:
            return exact
        if self.numbered and text.isdecimal():
            choice = self.at_number(text)
            if choice is None:
                why = _("There is no move {number}. The moves are numbered 1 to {last}.")
                raise NotationError(fill(why, number=short(text), last=len(self.choices)))
            words = choice.split()
            if choice in self.moves:
                return choice
        matching = self.begin_with(words) or self._end_with(words)
        matching = _whole_lists(matching or self._listed(words), words)
        alone = [move for move in matching if "," not in move]
        if len(alone) == 1 and all(parts_of(alone[0])[0] in parts_of(move) for move in matching):
            return alone[0]  # the others only add to it
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise AmbiguousMove(text, matching)
        raise self._unknown(text)

    def _unknown(self, text: str) -> NotationError:
        """Return the error for a text that means no legal move."""
        close = meant(text, self.moves, 0.75)
        verb = text.partition(" ")[0]
        verbs = [move.partition(" ")[0] for move in self.moves]
        if not close and not any(each.startswith(verb.casefold()) for each in verbs):
            text, close = (verb, meant(verb, verbs)) if meant(verb, verbs) else (text, "")
        typed = short(text)
        if close:
            why = _('You cannot play "{typed}" here. Did you mean "{close}"?')
            return NotationError(fill(why, typed=typed, close=close), close)
        why = _('You cannot play "{typed}" here. You can play: {moves}')
        return NotationError(fill(why, typed=typed, moves=sentence(_some(self.moves))))

    def at_number(self, typed: str) -> str | None:
        """Return the entry with this number in the list, or None if there is none."""
        if not self.numbered or not typed.isdecimal() or len(typed) > MAX_DIGITS:
            return None
        return self.choices[int(typed) - 1] if 1 <= int(typed) <= len(self.choices) else None

    def _listed(self, words: Sequence[str]) -> list[str]:
        """Return the moves that a comma list of beginnings or numbers may mean."""
        if not words or "," not in words[-1]:
            return []
        start = [word.casefold() for word in words[:-1]]
        parts = words[-1].casefold().split(",")
        meant = set()
        for word, lists in self.lists.items():
            if start and not (len(start) == 1 and word.startswith(start[0])):
                continue
            if len(parts) > max((len(parts_of(move)) for move in lists), default=0):
                continue  # a long line of commas costs no time
            names = {
                move: parts_of(move)[0]
                for move in self.choices
                if move in self.groups[word] and move not in lists
            }
            wanted = [
                {names.get(self.at_number(part) or "", "")}
                if self.numbered and part.isdecimal()
                else {name for name in names.values() if name.startswith(part)}
                for part in parts
            ]
            meant |= {move for move in lists if _may_mean(wanted, set(parts_of(move)))}
        return [move for move in self.moves if move in meant]

    def begin_with(self, words: Sequence[str]) -> list[str]:
        """Return the moves whose words, in order, begin with these words."""
        beginnings = [word.casefold() for word in words]
        matching = []
        for move in self.moves:
            parts = move.casefold().split()
            if len(parts) >= len(beginnings) and all(
                part.startswith(word) for part, word in zip(parts, beginnings, strict=False)
            ):
                matching.append(move)
        return matching

    def with_words(self, words: Sequence[str]) -> list[str]:
        """Return the moves that have a word for each of these beginnings, in any order."""
        beginnings = [word.casefold() for word in words]
        return [
            move
            for move in self.moves
            if all(
                any(part.startswith(word) for part in move.casefold().split())
                for word in beginnings
            )
        ]

    def _end_with(self, words: Sequence[str]) -> list[str]:
        """Return the moves that end with these words, preferring moves of just one word more."""
        ends = [word.casefold() for word in words]
        matching = [move for move in self.moves if move.casefold().split()[-len(ends) :] == ends]
        return [move for move in matching if len(move.split()) == len(ends) + 1] or matching


def stages(moves: Sequence[str]) -> list[str]:
    """Return the beginnings of moves chosen in stages, grouped by their first words."""
    begun: dict[str, set[str]] = {}
    for move in moves:
        begun.setdefault(" ".join(move.split()[: STAGE - 1]), set()).add(move.split()[STAGE - 1])
    return [f"{start} {end}" for start, ends in begun.items() for end in sorted(ends)]


def _whole_lists(moves: list[str], words: Sequence[str]) -> list[str]:
    """Return the moves with exactly the typed lists, if there are any; else all moves."""
    exact = [
        move
        for move in moves
        if all(word in move.casefold().split() for word in words if "," in word)
    ]
    return exact or moves


def parts_of(move: str) -> list[str]:
    """Return the parts that the last word of a move lists with commas."""
    return move.rpartition(" ")[2].split(",")


def _may_mean(wanted: Sequence[set[str]], names: set[str]) -> bool:
    """Whether each typed part can mean one of these names, so that every name is meant.

    Args:
        wanted: the names that each part can mean.
    """
    meaning: dict[str, int] = {}  # part that means each name: a matching, improved name by name

    def matched(name: str, tried: set[int]) -> bool:
        for part, options in enumerate(wanted):
            if name in options and part not in tried:
                tried.add(part)
                other = next((each for each in meaning if meaning[each] == part), None)
                if other is None or matched(other, tried):
                    meaning[name] = part
                    return True
        return False

    return all(options & names for options in wanted) and all(
        matched(name, set()) for name in names
    )


def _lists(word: str, moves: Sequence[str]) -> frozenset[str]:
    """Return the moves that combine several others, such as `eject a,b`, if there are many."""
    alone = {move for move in moves if "," not in move}
    combined = frozenset(
        move
        for move in moves
        if "," in move and all(f"{word} {part}".strip() in alone for part in parts_of(move))
    )
    return combined if len(combined) > FEW else frozenset()


def _some(moves: Sequence[str]) -> str:
    """Return the first of the moves, as many as fit in a line; at least one."""
    shown = [move for i, move in enumerate(moves[:6]) if len(", ".join(moves[: i + 1])) <= 60]
    shown = shown or list(moves[:1])
    return ", ".join(shown) + (", ..." if len(moves) > len(shown) else "")
