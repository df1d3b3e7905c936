"""Yacht: five dice, three rolls, and a box for every result."""

from itertools import combinations_with_replacement

from aicore.plain import CHANCE, END, Array, Die, Flag, Game, Int, Seat, action, dice, event

BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "full_house", "straight", "yacht"]
KEPT = ["none"] + [
    "".join(map(str, kept))
    for size in range(1, 5)
    for kept in combinations_with_replacement(range(1, 7), size)
]
ROLLS = ["".join(map(str, roll)) for roll in dice(5)]
AGAIN = {  # by kept dice: the weight of each result of rolling the others again
    kept: {
        "".join(sorted(kept.replace("none", "") + "".join(map(str, roll)))): weight
        for roll, weight in dice(5 - len(kept.replace("none", ""))).items()
    }
    for kept in KEPT
}


class Yacht(Game):
    """In your turn you roll five dice. Twice you may keep some of them and roll the others again.
    Then you fill one of your free boxes. Ones to sixes are worth the sum of the dice with that
    number, a full house (three and two equal dice) the sum of all, a straight (1 to 5, or 2 to 6)
    30 and a yacht (five equal dice) 50. When all boxes are full, the most points win."""

    seats = 1, 4
    default_seats = 2
    longest = 120
    die = Array(Die(), 5)
    rolls = Int(0, 3)  # left in this turn
    points = Int(0, 400, seats=True)
    box = Array(Flag(), len(BOXES), seats=True, keys=BOXES)
    kept = Array(Die(), 5, shown=False)
    mover = Seat(shown=False)

    def setup(self, s):
        self.begin_turn(s, 0)

    def begin_turn(self, s, seat):
        s.mover, s.rolls, s.turn = seat, 3, CHANCE
        s.die.fill(0)
        s.kept.fill(0)

    @event("roll DICE", DICE=ROLLS)
    def roll(self, s, faces):
        s.die = [int(face) for face in faces]
        s.rolls -= 1
        s.turn = s.mover

    @roll.chances
    def outcomes(self, s):
        return AGAIN["".join(str(face) for face in s.kept if face) or "none"]

    @action("keep DICE", DICE=KEPT)
    def keep(self, s, faces):
        """Keep these dice, and roll the others again; `keep none` rolls all."""
        kept = [] if faces == "none" else [int(face) for face in faces]
        s.kept = kept + [0] * (5 - len(kept))
        s.die.fill(0)
        s.turn = CHANCE

    @keep.legal
    def kept_dice(self, s):
        if not s.rolls:
            return []
        found = {""}
        for face in s.die:
            found |= {kept + str(face) for kept in found}
        return ["none", *sorted(kept for kept in found if 0 < len(kept) < 5)]

    @action("fill BOX", BOX=BOXES)
    def fill(self, s, box):
        """Write the dice into a free box."""
        s.points[s.turn] += self.worth(box, s.die.tolist())
        s.box[s.turn][box] = True
        seat = self.after(s.turn)
        if all(map(all, s.box)):
            s.turn = END
        else:
            self.begin_turn(s, seat)

    @fill.legal
    def free(self, s):
        return [box for box, full in zip(BOXES, s.box[s.turn], strict=True) if not full]

    def worth(self, box, faces):
        counts = sorted(faces.count(face) for face in set(faces))
        if box == "full_house":
            return sum(faces) if counts == [2, 3] else 0
        if box == "straight":
            return 30 if len(counts) == 5 and max(faces) - min(faces) == 4 else 0
        if box == "yacht":
            return 50 if counts == [5] else 0
        number = BOXES.index(box) + 1
        return number * faces.count(number)

    def scores(self, s):
        return s.points.tolist()

    def result(self, s):
        if self.seats == 1:
            return [s.points[0] / 400]
        best = [seat for seat in range(self.seats) if s.points[seat] == max(s.points)]
        return [1 / len(best) if seat in best else 0 for seat in range(self.seats)]

    def estimate(self, s):
        """Compare points with 12 for each free box."""
        hope = [points + 12 * (9 - sum(s.box[seat])) for seat, points in enumerate(s.points)]
        return [hope[0] / 400] if self.seats == 1 else [each / sum(hope) for each in hope]
