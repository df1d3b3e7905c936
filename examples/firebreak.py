"""Firebreak: rangers with different skills save a forest together."""

from aicore.core.language import gettext as _
from aicore.plain import CHANCE, END, Enum, Flag, Game, Graph, Int, Option, action, event

PLACES = {
    "camp": (0, 1), "creek": (1, 0), "ridge": (1, 1), "mill": (1, 2), "lake": (2, 0.4),
    "pines": (2, 1.5), "quarry": (3, 0), "hut": (3, 1), "gorge": (3, 2), "tower": (4, 1),
}  # fmt: skip
ROADS = [
    ("camp", "creek"), ("camp", "ridge"), ("camp", "mill"), ("creek", "lake"), ("ridge", "lake"),
    ("ridge", "pines"), ("mill", "pines"), ("lake", "quarry"), ("lake", "hut"), ("pines", "hut"),
    ("pines", "gorge"), ("quarry", "tower"), ("hut", "tower"), ("gorge", "tower"),
]  # fmt: skip
ROLES = ["scout", "digger", "pilot", "medic"]
ASH = 4


class Firebreak(Game):
    """You are rangers and win or lose together. A forest of ten places burns. In your turn you have
    three steps: walk along a road, or douse the fire at your place by one. Then the wind fans the
    fire at one place. A place with fire 3 that is fanned burns down: its fire jumps to all
    neighbors that still stand, and nobody can douse it again.

    The scout walks two roads in one step. The digger can spend a step to clear a place without
    fire: fire no longer jumps there. The pilot douses a neighboring place, too. The medic gives all
    others a fourth step. If four places burn down, the forest is lost. If it stands after the last
    turn, or no place burns, you win."""

    seats = 2, 4
    default_seats = 3
    teams = 1  # all play together
    longest = 200
    options = {"turns": Option(20, "turns until the rain comes", low=5, high=30)}

    fire = Graph(Int(0, ASH), PLACES, ROADS)
    cleared = Graph(Flag(), PLACES, ROADS, shown=False)
    ranger = Enum(*PLACES, seats=True)
    role = Enum("none", *ROLES, seats=True, icons=dict(zip(ROLES, "⚑⚒✈✚", strict=True)))
    steps = Int(0, 4)
    turns = Int(0, 30)
    burnt = Int(0, ASH, track=True)

    def setup(self, s):
        s.fire["tower"], s.fire["gorge"], s.fire["lake"] = 2, 2, 1
        s.turn = CHANCE

    @event("role SEAT ROLE", SEAT="seats", ROLE=ROLES)
    def assign(self, s, seat, role):
        s.role[seat] = role
        if "none" not in s.role:
            self.begin_turn(s, 0)

    @assign.chances
    def roles(self, s):
        if "none" not in s.role:
            return []
        return [(s.role.index("none"), role) for role in ROLES if role not in s.role]

    @event("fan PLACE", PLACE=list(PLACES), source="wind")
    def fan(self, s, place):
        if s.fire[place] < 3:
            s.fire[place] += 1
        else:
            s.fire[place] = ASH
            s.burnt += 1
            for near in self.fire.near[place]:
                if s.fire[near] < 3 and not s.cleared[near]:
                    s.fire[near] += 1
        if s.burnt == ASH or s.turns == self.options["turns"] or not self.burning(s):
            s.turn = END
        else:
            self.begin_turn(s, s.turns % self.seats)

    @fan.chances
    def winds(self, s):
        return [] if "none" in s.role else self.burning(s)

    def burning(self, s):
        return [place for place, fire in zip(PLACES, s.fire, strict=True) if 0 < fire < ASH]

    def begin_turn(self, s, seat):
        s.turn = seat
        s.steps = 4 if "medic" in s.role and s.role[seat] != "medic" else 3

    def spend(self, s):
        s.steps -= 1
        if s.steps == 0:
            s.turns += 1
            s.turn = CHANCE if self.burning(s) else END

    @action("walk PLACE", PLACE=list(PLACES))
    def walk(self, s, place):
        """Walk along a road; the scout can walk along two."""
        s.ranger[s.turn] = place
        self.spend(s)

    @walk.legal
    def roads(self, s):
        here, near = s.ranger[s.turn], self.fire.near
        found = set(near[here])
        if s.role[s.turn] == "scout":
            found |= {far for one in near[here] for far in near[one]} - {here}
        return sorted(found)

    @action("douse PLACE", PLACE=list(PLACES))
    def douse(self, s, place):
        """Reduce the fire at your place by one; the pilot's neighbors count as his place."""
        s.fire[place] -= 1
        self.spend(s)

    @douse.legal
    def fires(self, s):
        here = s.ranger[s.turn]
        reach = (here, *self.fire.near[here]) if s.role[s.turn] == "pilot" else (here,)
        return [place for place in reach if 0 < s.fire[place] < ASH]

    @action("clear")
    def clear(self, s):
        """Clear your place, so that fire no longer jumps there."""
        s.cleared[s.ranger[s.turn]] = True
        self.spend(s)

    @clear.legal
    def can_clear(self, s):
        here = s.ranger[s.turn]
        return s.role[s.turn] == "digger" and not s.fire[here] and not s.cleared[here]

    def result(self, s):
        return s.burnt < ASH

    def estimate(self, s):
        heat = sum(fire * fire for fire in s.fire if fire < ASH) / 80
        near = sum(0 < s.fire[place] < ASH for place in s.ranger) / 40
        return min(1.0, max(0.0, 0.9 - s.burnt / ASH - heat + near))

    def ending(self, s):
        saved = "the rain came" if self.burning(s) else "the last fire is out"
        return saved if s.burnt < ASH else "the forest burnt down"

    def aim(self):
        return "Together, keep four places from burning down until the rain comes."

    def tell(self, event, names):
        word, *rest = event.words
        if word == "fan":
            if event.after["fire"][rest[0]] == ASH:
                return _("the fire takes {place}", place=rest[0])
            return _("the wind fans the fire at {place}", place=rest[0])
        if word == "role":
            return _("{who} {who:are|is} the {role}", who=names[int(rest[0])], role=rest[1])
        if word == "walk":
            return _("{who} {who:walk|walks} to {place}", who=names[event.actor], place=rest[0])
        if word == "douse":
            return _("{who} {who:douse|douses} {place}", who=names[event.actor], place=rest[0])
        return _("{who} {who:clear|clears} the ground", who=names[event.actor])
