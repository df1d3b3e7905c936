"""Reasons why the rules forbid an action, each in one line for the person who tried it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aicore.core.errors import NotationError
from aicore.core.game import Position, State, View
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.story import OR, Names, listed, seen
from aicore.games.gratis3.rules.board import SYSTEMS, board_of
from aicore.games.gratis3.words.odds import defense
from aicore.games.gratis3.words.phrases import DEFENSE, NAV, RAVS, WEAPONS, named, the_system, typed

CHANCE = ("queue", "roll", "systems")  # words of chance events
STEPS = {  # steps of a turn, in order: the first words of their actions, and the instruction
    "repair": (("repair", "no-repair"), N_("repair a system, or `no-repair`")),
    "command": (("play",), N_("play a card")),
    "launch": (("launch", "launched"), N_("launch craft, or stop with `launched`")),
    "shields-guns": (("shields", "guns"), N_("choose `shields` or `guns`")),
    "hits": (("hit", "hits-done"), N_("spend the hits on craft, or `hits-done`")),
    "fire": (("fire",), N_("choose a target for the guns")),
    "missile": (("emp", "nuke"), N_("choose a target for the missile")),
    "override": (("override",), N_("choose what override does")),
    "evade": (("evade", "no-evade"), N_("evade the attack with a card, or `no-evade`")),
    "knock": (("knock",), N_("choose the system that goes Down")),
    "rav-moves": (("rav",), N_("fly each craft that can fly")),
    "rav-attacks": (("attack", "attacks-done"), N_("attack with your craft, or `attacks-done`")),
    "return": (("return",), N_("take a card back")),
}
ANSWERS = ("evade", "knock", "fire", "missile", "override", "hits", "shields-guns", "launch")
"""Steps that occur only if the step before requires them."""

LEADS = {  # how to reach each of these steps
    "launch": N_("that needs the card launch-move or move-launch"),
    "shields-guns": N_("that needs the card shields-guns"),
    "hits": N_("that needs the card shields-guns, and `guns`"),
    "fire": N_("that needs the card short-range"),
    "missile": N_("that needs the card missile"),
    "override": N_("that needs the card override"),
    "evade": N_("your Carrier is not under attack"),
    "knock": N_("you have no damage to choose"),
}
REACH = {"fighter": 3, "bomber": 2}  # lines
BACK = (
    N_("at the end of this turn"),
    N_("at the end of your next turn"),
    N_("in two turns"),
    N_("in three turns"),
)
UNKNOWN = N_("the rules do not allow it now")


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
    if words[0] in CHANCE:
        return _("chance decides that, not you")
    if phase == "end":
        return _("the game is over")
    if position.turn < 0:
        return _("chance comes first")
    return Check(position).reason(words)


class Check:
    """Reasons why actions are illegal in a position, as its seat to decide sees them."""

    def __init__(self, position: State | View) -> None:
        seat = position.turn
        self.fields: Position = seen(position, seat)
        self.board = board_of(position.game)
        self.names = Names.numbered(position.game.seats)
        self.seat = seat
        self.now: dict[str, Any] = self.fields["pending"]
        self.place: int = self.fields["locations"][seat]
        self.ravs = {name: (owner, kind, tail) for name, owner, kind, tail in self.fields["ravs"]}

    def reason(self, words: Sequence[str]) -> str:
        """Return the reason why an action is not legal."""
        step = next(step for step, (verbs, _due) in STEPS.items() if words[0] in verbs)
        if step != self.fields["phase"]:
            return self._untimely(step)
        check: Callable[..., str] | None = getattr(self, f"_{words[0]}", None)
        return (check(*words[1:]) if check is not None else "") or _(UNKNOWN)

    def _untimely(self, step: str) -> str:
        """Return the reason why an action of another step is not legal now."""
        phase = self.fields["phase"]
        order = list(STEPS)
        due = _(STEPS[phase][1])
        if step in ANSWERS:
            return _("{wrong}; now {due}", wrong=_(LEADS[step]), due=due)
        if order.index(step) > order.index(phase):
            return _("that step comes later in the turn; now {due}", due=due)
        return _("that step is over; now {due}", due=due)

    # Cards and systems

    def _play(self, card: str) -> str:
        return self._missing(card)

    def _evade(self, card: str) -> str:
        return self._missing(card, others=1)

    def _missing(self, card: str, others: int = 0) -> str:
        """Return a text about the place of a card that is not in the hand.

        Args:
            others: 1 in the turn of another seat, at whose end no card comes back; else 0.
        """
        queue = self.fields["queue"][self.seat]
        if card in queue:
            when = _(BACK[queue.index(card) + others])
            return _("{card} is cooling down: it comes back {when}", card=typed(card), when=when)
        below = self.fields["evasion"][self.seat]
        if card in below:
            text = _("{card} lies face down on {on} and comes back with it")
            return fill(text, card=typed(card), on=typed(queue[below.index(card)]))
        return _("you hold no {card}", card=typed(card))

    def _repair(self, system: str) -> str:
        online = self._online(system)
        return _("{system} is Online", system=the_system(system)) if online else ""

    def _knock(self, system: str) -> str:
        shown = listed([named(one) for one in self.now["choice"]], OR)
        return _("the damage dice show {systems}", systems=shown)

    def _online(self, system: str) -> bool:
        return bool(self.fields["systems"][self.seat][SYSTEMS.index(system)])

    def _override(self, what: str, name: str = "") -> str:
        needs = {"move": NAV, "ravs": RAVS, "guns": DEFENSE, "fire": WEAPONS}
        if what == "repair":
            return self._repair(name)
        system = SYSTEMS[needs[what]] if what in needs else ""
        if system and self._online(system):
            text = _("{system} is Online: there is nothing to override")
            return fill(text, system=the_system(system))
        if what == "fire":
            return self._fire(name)
        if what == "move":
            return _("your Carrier is at the planet")
        if what == "guns":
            return _("no enemy craft is beside your Location")
        return _("it has no effect now")

    # Shots

    def _fire(self, target: str) -> str:
        far = abs(self.fields["locations"][int(target)] - self.place)
        reached = _("the guns reach Carriers on your own Location and the next ones")
        return self._aimed(target) or (reached if far > 1 else "")

    def _emp(self, target: str) -> str:
        here = self.fields["locations"][int(target)] == self.place
        near = _("a missile cannot hit your own Location")
        return self._aimed(target) or (near if here else "")

    _nuke = _emp

    def _aimed(self, target: str) -> str:
        """Return the reason why a Carrier cannot be fired at; "" if it can."""
        if int(target) == self.seat:
            return _("that is your own Carrier")
        if not self.place or not self.fields["locations"][int(target)]:
            return _("nobody at the Gate fires or is fired at")
        return ""

    def _hit(self, space: str) -> str:
        if space not in self.ravs or self.ravs[space][0] == self.seat:
            return _("no enemy craft stands on {space}", space=space)
        if space not in self.board.green[self.place]:
            return _("{space} is not beside your Location", space=space)
        needed = defense(self.fields["ravs"], self.board, space)
        text = _("it takes {needed} hits, and you have {hits}")
        return fill(text, needed=needed, hits=self.now["hits"])

    # RAVs

    def _launch(self, kind: str, space: str) -> str:
        near = self.board.green[self.place]
        if space not in near:
            text = _("{space} is not beside Location {place}: {near} are")
            return fill(text, space=space, place=self.place, near=listed(near))
        if space in self.ravs:
            return _("a craft stands on {space}", space=space)
        if not self.fields["rav_supply"][self.seat][kind]:
            fighter = kind == "fighter"
            return _("you have no Fighter left") if fighter else _("you have no Bomber left")
        return _("only one of the two may be a Bomber")

    def _own(self, space: str, attacks: bool) -> str:
        """Return the reason why the RAV on a Space cannot act; "" if it can."""
        if space not in self.ravs:
            return _("no craft stands on {space}", space=space)
        if self.ravs[space][0] != self.seat:
            whose = self.names[self.ravs[space][0]]
            return _("the craft on {space} is {whose}'s", space=space, whose=whose)
        if space not in self.now["done"]:
            return ""
        if attacks:
            return _("the craft on {space} has already attacked", space=space)
        return _("the craft on {space} has already flown", space=space)

    def _rav(self, start: str, _to: str = "", to: str = "", _by: str = "", tail: str = "") -> str:
        wrong = self._own(start, attacks=False)
        if wrong:
            return wrong
        if to in self.ravs and to != start:
            return _("a craft stands on {space}", space=to)
        _owner, kind, behind = self.ravs[start]
        ends = self._ends(start, behind, REACH[kind])
        if to not in {end for end, _tail in ends}:
            free = {end for end, _tail in self._ends(start, None, REACH[kind])}
            if behind and to in free:
                return _("its tail points at {tail}: it cannot start that way", tail=behind)
            text = (
                _("a Fighter on {space} cannot reach {end} in {reach} lines")
                if kind == "fighter"
                else _("a Bomber on {space} cannot reach {end} in {reach} lines")
            )
            return fill(text, space=start, end=to, reach=REACH[kind])
        last = [end for end in self.board.names if (to, end) in ends]
        text = _("its tail cannot point at {tail} there, only at {others}")
        return fill(text, tail=tail, others=listed(last, OR))

    def _ends(self, start: str, tail: str | None, reach: int) -> set[tuple[str, str]]:
        """Return the ends of all flights, each with the Space that the tail then points at."""
        reached: set[tuple[str, str]] = set()
        ways: set[tuple[str, str | None]] = {(start, tail)}
        for _line in range(reach):
            steps = {(to, at) for at, last in ways for to in self.board.near[at] if to != last}
            reached |= steps
            ways = {(to, at) for to, at in steps}
        return reached

    def _attack(self, target: str, _with: str, spaces: str) -> str:
        attackers = spaces.split(",")
        wrong = next(filter(None, (self._own(space, attacks=True) for space in attackers)), "")
        if wrong:
            return wrong
        return (self._at_carrier if target.isdigit() else self._at_rav)(target, attackers)

    def _at_carrier(self, target: str, attackers: Sequence[str]) -> str:
        wrong = ""
        if not self.fields["locations"][int(target)]:
            wrong = _("nobody can be attacked at the Gate")
        if int(target) == self.seat:
            wrong = _("that is your own Carrier")
        elif int(target) in self.now["attacked_carriers"]:
            wrong = _("you have already attacked that Carrier")
        place = self.fields["locations"][int(target)]
        far = [space for space in attackers if space not in self.board.green[place]]
        if far and not wrong:
            return _("{space} is not beside Location {place}", space=far[0], place=place)
        return wrong

    def _at_rav(self, target: str, attackers: Sequence[str]) -> str:
        if target not in self.ravs or self.ravs[target][0] == self.seat:
            return _("no enemy craft stands on {space}", space=target)
        if target in self.now["attacked_ravs"]:
            return _("you have already attacked the craft on {space}", space=target)
        for space in attackers:
            if target not in self.board.near[space]:
                return _("{space} is not next to {target}", space=space, target=target)
            if self.ravs[space][2] == target:
                text = _("the tail of the craft on {space} points at {target}")
                return fill(text, space=space, target=target)
        return ""
