"""Reasons why the rules forbid an action, each in one line for the person who tried it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aicore.core.errors import NotationError
from aicore.core.game import Position, State, View
from aicore.core.story import Names, listed, seen
from aicore.games.gratis3.rules.board import SYSTEMS, board_of
from aicore.games.gratis3.words.odds import defense
from aicore.games.gratis3.words.phrases import DEFENSE, NAMES, NAV, RAVS, WEAPONS

STEPS = {  # steps of a turn, in order: the first words of their actions, and the instruction
    "repair": (("repair", "no-repair"), "repair a system, or `no-repair`"),
    "command": (("play",), "play a card"),
    "launch": (("launch", "launched"), "launch craft, or stop with `launched`"),
    "shields-guns": (("shields", "guns"), "choose `shields` or `guns`"),
    "hits": (("hit", "hits-done"), "spend the hits on craft, or `hits-done`"),
    "fire": (("fire",), "choose a target for the guns"),
    "missile": (("emp", "nuke"), "choose a target for the missile"),
    "override": (("override",), "choose what override does"),
    "evade": (("evade", "no-evade"), "evade the attack with a card, or `no-evade`"),
    "knock": (("knock",), "choose the system that goes Down"),
    "rav-moves": (("rav",), "fly each craft that can fly"),
    "rav-attacks": (("attack", "attacks-done"), "attack with your craft, or `attacks-done`"),
    "return": (("return",), "take a card back"),
}
ANSWERS = ("evade", "knock", "fire", "missile", "override", "hits", "shields-guns", "launch")
"""Steps that occur only if the step before requires them."""

LEADS = {  # how to reach each of these steps
    "launch": "that needs the card launch-move or move-launch",
    "shields-guns": "that needs the card shields-guns",
    "hits": "that needs the card shields-guns, and `guns`",
    "fire": "that needs the card short-range",
    "missile": "that needs the card missile",
    "override": "that needs the card override",
    "evade": "your Carrier is not under attack",
    "knock": "you have no damage to choose",
}
REACH = {"fighter": 3, "bomber": 2}  # lines
BACK = ("at the end of this turn", "at the end of your next turn", "in two turns", "in three turns")
UNKNOWN = "the rules do not allow it now"


def why_not(position: State | View, text: str) -> str | None:
    """Return the rule that forbids a well-formed action now; None if it is legal.

    A card alone stands for playing it, two Spaces alone for a flight. Raises NotationError.
    """
    words = text.split()
    phase = position["phase"]
    if (
        phase == "command"
        and len(words) == 1
        and words[0].casefold() in position.game.info.data["cards"]["ids"]
    ):
        words = ["play", words[0].casefold()]
    spaces = [word.upper() for word in words if word.casefold() not in ("rav", "to")]
    if phase == "rav-moves" and len(spaces) == 2 and {*spaces} <= {*board_of(position.game).names}:
        return Check(position).reason(["rav", spaces[0], "to", spaces[1]])
    try:
        words = position.game.text(position.game.parse(" ".join(words))).split()
    except NotationError as error:
        if phase == "rav-attacks" and words[0] == "attack" and len(words) == 4:
            return str(error)  # its text says which Spaces are neighbors
        raise
    if " ".join(words) in position.legal():
        return None
    return Check(position).reason(words)


class Check:
    """The rules on actions in a position, as read by the seat to decide."""

    def __init__(self, position: State | View) -> None:
        seat = position.turn
        self.fields: Position = seen(position, seat)
        self.board = board_of(position.game)
        self.names = Names([f"seat {other}" for other in range(position.game.seats)], seat)
        self.seat = seat
        self.now: dict[str, Any] = self.fields["pending"]
        self.place: int = self.fields["locations"][seat]
        self.ravs = {name: (owner, kind, tail) for name, owner, kind, tail in self.fields["ravs"]}

    def reason(self, words: Sequence[str]) -> str:
        """Return the reason why an action is not legal."""
        step = next((step for step, (verbs, _) in STEPS.items() if words[0] in verbs), None)
        if step is None:
            return "chance decides that, not you"
        if step != self.fields["phase"]:
            return self._untimely(step)
        check: Callable[..., str] | None = getattr(self, f"_{words[0]}", None)
        return (check(*words[1:]) if check is not None else "") or UNKNOWN

    def _untimely(self, step: str) -> str:
        """Return the reason why an action of another step is not legal now."""
        phase = self.fields["phase"]
        order = list(STEPS)
        due = STEPS[phase][1] if phase in STEPS else "wait"
        if step in ANSWERS:
            return f"{LEADS[step]}; now {due}"
        when = "comes later in the turn" if order.index(step) > order.index(phase) else "is over"
        return f"that step {when}; now {due}"

    # Cards and systems

    def _play(self, card: str) -> str:
        return self._missing(card)

    def _evade(self, card: str) -> str:
        return self._missing(card)

    def _missing(self, card: str) -> str:
        """Return a text that says where a card is that is not in the hand."""
        queue = self.fields["queue"][self.seat]
        if card in queue:
            return f"{card} is cooling down: it comes back {BACK[min(queue.index(card), 3)]}"
        below = self.fields["evasion"][self.seat]
        if card in below:
            return f"{card} lies face down on {queue[below.index(card)]} and comes back with it"
        return f"you hold no {card}"

    def _repair(self, system: str) -> str:
        return f"the {NAMES[system]} system is Online" if self._online(system) else ""

    def _knock(self, system: str) -> str:
        return f"the damage dice show {listed([NAMES[one] for one in self.now['choice']], 'or')}"

    def _online(self, system: str) -> bool:
        return bool(self.fields["systems"][self.seat][SYSTEMS.index(system)])

    def _override(self, what: str, name: str = "") -> str:
        needs = {"move": NAV, "ravs": RAVS, "guns": DEFENSE, "fire": WEAPONS}
        if what == "repair":
            return self._repair(name)
        system = SYSTEMS[needs[what]] if what in needs else ""
        if system and self._online(system):
            return f"the {NAMES[system]} system is Online: there is nothing to override"
        if what == "fire":
            return self._fire(name)
        if what == "move":
            return "your Carrier is at the planet"
        near = "no enemy craft is beside your Location"
        return near if what == "guns" else "it has no effect now"

    # Shots

    def _fire(self, target: str) -> str:
        far = abs(self.fields["locations"][int(target)] - self.place)
        reached = "the guns reach Carriers on your own Location and the next ones"
        return self._aimed(target) or (reached if far > 1 else "")

    def _emp(self, target: str) -> str:
        here = self.fields["locations"][int(target)] == self.place
        near = "a missile cannot hit your own Location"
        return self._aimed(target) or (near if here else "")

    _nuke = _emp

    def _aimed(self, target: str) -> str:
        """Return the reason why a Carrier cannot be fired at; "" if it can."""
        if int(target) == self.seat:
            return "that is your own Carrier"
        if not self.place or not self.fields["locations"][int(target)]:
            return "nobody at the Gate fires or is fired at"
        return ""

    def _hit(self, space: str) -> str:
        if space not in self.ravs or self.ravs[space][0] == self.seat:
            return f"no enemy craft stands on {space}"
        if space not in self.board.green[self.place]:
            return f"{space} is not beside your Location"
        needed = defense(self.fields["ravs"], self.board, space)
        return f"it takes {needed} hits, and you have {self.now['hits']}"

    # RAVs

    def _launch(self, kind: str, space: str) -> str:
        near = self.board.green[self.place]
        if space not in near:
            return f"{space} is not beside Location {self.place}: {listed(near)} are"
        if space in self.ravs:
            return f"a craft stands on {space}"
        if not self.fields["rav_supply"][self.seat][kind]:
            return f"you have no {kind.title()} left"
        return "only one of the two may be a Bomber"

    def _own(self, space: str, done: str) -> str:
        """Return the reason why the RAV on a Space cannot act; "" if it can."""
        if space not in self.ravs:
            return f"no craft stands on {space}"
        if self.ravs[space][0] != self.seat:
            return f"the craft on {space} is {self.names.whose(self.ravs[space][0])}"
        return f"the craft on {space} has already {done}" if space in self.now["done"] else ""

    def _rav(self, start: str, _: str = "", to: str = "", __: str = "", tail: str = "") -> str:
        wrong = self._own(start, "flown")
        if wrong:
            return wrong
        if to in self.ravs and to != start:
            return f"a craft stands on {to}"
        _, kind, behind = self.ravs[start]
        ends = self._ends(start, behind, REACH[kind])
        if to not in {end for end, _ in ends}:
            free = {end for end, _ in self._ends(start, None, REACH[kind])}
            if behind and to in free:
                return f"its tail points at {behind}: it cannot start that way"
            return f"a {kind.title()} on {start} cannot reach {to} in {REACH[kind]} lines"
        last = [end for end in self.board.names if (to, end) in ends]
        return f"its tail cannot point at {tail} there, only at {listed(last, 'or')}"

    def _ends(self, start: str, tail: str | None, reach: int) -> set[tuple[str, str]]:
        """Return the Spaces that a flight may reach, each with the Space of its tail there."""
        found: set[tuple[str, str]] = set()
        ways: set[tuple[str, str | None]] = {(start, tail)}
        for _ in range(reach):
            steps = {(to, at) for at, last in ways for to in self.board.near[at] if to != last}
            found |= steps
            ways = {(to, at) for to, at in steps}
        return found

    def _attack(self, target: str, _: str, named: str) -> str:
        attackers = named.split(",")
        wrong = next(filter(None, (self._own(space, "attacked") for space in attackers)), "")
        if wrong:
            return wrong
        return (self._at_carrier if target.isdigit() else self._at_rav)(target, attackers)

    def _at_carrier(self, target: str, attackers: Sequence[str]) -> str:
        wrong = (
            "" if self.fields["locations"][int(target)] else "nobody can be attacked at the Gate"
        )
        if int(target) == self.seat:
            wrong = "that is your own Carrier"
        elif int(target) in self.now["attacked_carriers"]:
            wrong = "you have already attacked that Carrier"
        place = self.fields["locations"][int(target)]
        far = [space for space in attackers if space not in self.board.green[place]]
        return wrong or (f"{far[0]} is not beside Location {place}" if far else "")

    def _at_rav(self, target: str, attackers: Sequence[str]) -> str:
        if target not in self.ravs or self.ravs[target][0] == self.seat:
            return f"no enemy craft stands on {target}"
        if target in self.now["attacked_ravs"]:
            return f"you have already attacked the craft on {target}"
        for space in attackers:
            if target not in self.board.near[space]:
                return f"{space} is not next to {target}"
            if self.ravs[space][2] == target:
                return f"the tail of the craft on {space} points at {target}"
        return ""
