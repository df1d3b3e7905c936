"""Backgammon without the doubling cube."""

from aicore.plain import CHANCE, END, Array, Game, Int, Seat, action, event

MEN, START = 15, {24: 2, 13: 5, 8: 3, 6: 5}  # each seat counts its own points, from home on
ROLLS = {(a, b): 1 + (a > b) for a in range(1, 7) for b in range(1, a + 1)}
BAR, OFF, FROM = 25, 0, ["bar", *map(str, range(24, 0, -1))]


class Backgammon(Game):
    """Bring your fifteen men home, to your points 6 to 1, and then off the board. Points are
    numbered as you see them; you move towards 1, your opponent the other way. Each die moves one
    man; doubles are played four times. A point with two men or more is closed to the other side. A
    single man that is hit goes to the bar and must enter on 24 to 19 before anything else is moved.
    Play as many dice as you can, and if only one of two, the higher. Men go off once all are home.

    A win counts 1; 2 if the loser has no man off; 3 if one of them is still on the bar or in the
    winner's home."""

    returns = -3, 3
    stakes = "points"
    longest = 10_000
    players = {"mcts": {"sims": 200, "cutoff": 20}}

    men = Array(Int(0, MEN), BAR + 1, seats=True)  # by the seat's own count; 0 is off, 25 the bar
    dice = Array(Int(0, 6), 4)  # left to play, the highest first
    mover = Seat(nobody=-1, shown=False)  # nobody before the first roll

    def setup(self, s):
        for seat in range(2):
            for point, number in START.items():
                s.men[seat][point] = number
        s.turn = CHANCE

    @event("open SEAT HIGH LOW", SEAT="seats", HIGH=(1, 6), LOW=(1, 6))
    def open(self, s, seat, high, low):
        s.mover = s.turn = seat
        s.dice = [high, low, 0, 0]

    @open.chances
    def openings(self, s):
        if s.mover < 0:
            return [(seat, a, b) for seat in range(2) for a in range(1, 7) for b in range(1, a)]

    @event("roll HIGH LOW", HIGH=(1, 6), LOW=(1, 6))
    def roll(self, s, high, low):
        s.turn = s.mover
        s.dice = [high] * 4 if high == low else [high, low, 0, 0]

    @roll.chances
    def rolls(self, s):
        return ROLLS if s.mover >= 0 else None

    @action("move FROM DIE", FROM=FROM, DIE=(1, 6))
    def move(self, s, start, die):
        """Move a man from one of your points, or from the bar, by a die."""
        seat = s.turn
        mine, theirs = s.men[seat].tolist(), s.men[1 - seat].tolist()
        step(mine, theirs, BAR if start == "bar" else int(start), die)
        s.men[seat], s.men[1 - seat] = mine, theirs
        dice = s.dice.tolist()
        dice.remove(die)
        s.dice = [*dice, 0]
        if mine[OFF] == MEN:
            s.turn = END
        elif not any(s.dice):
            s.mover, s.turn = 1 - seat, CHANCE

    @move.legal
    def moves(self, s):
        mine, theirs = s.men[s.turn].tolist(), s.men[1 - s.turn].tolist()
        dice = tuple(die for die in s.dice if die)
        return [("bar" if p == BAR else str(p), die) for p, die in legal_moves(mine, theirs, dice)]

    @action("pass", otherwise=True)
    def skip(self, s):
        """Leave the dice that you cannot play."""
        s.dice.fill(0)
        s.mover, s.turn = 1 - s.turn, CHANCE

    def result(self, s):
        winner = next(seat for seat in range(2) if s.men[seat][OFF] == MEN)
        worth = 1 if s.men[1 - winner][OFF] else 3 if any(s.men[1 - winner][19:]) else 2
        return [worth, -worth] if winner == 0 else [-worth, worth]

    def estimate(self, s):
        pips = [sum(point * number for point, number in enumerate(men)) for men in s.men]
        lead = max(-1, min(1, (pips[1] - pips[0]) / 100))
        return [lead, -lead]


def steps(mine, theirs, die):
    """Return the points from which a man can be moved by a die."""
    if mine[BAR]:
        return [BAR] if theirs[die] < 2 else []
    # The opponent sees point p as BAR - p, so a man that lands on p - die lands on BAR + die - p.
    found = [p for p in range(24, die, -1) if mine[p] and theirs[BAR + die - p] < 2]
    if not any(mine[7:]):  # all men are home, so they may go off
        last = max((p for p in range(1, 7) if mine[p]), default=0)
        if mine[die] or 0 < last < die:
            found.append(min(last, die))
    return found


def step(mine, theirs, start, die):
    """Move a man, in place."""
    end = max(OFF, start - die)
    mine[start] -= 1
    mine[end] += 1
    if end > OFF and theirs[BAR - end]:
        theirs[BAR - end] -= 1
        theirs[BAR] += 1


def first_moves(mine, theirs, dice):
    """Yield each first move, as point and die, and the number of dice that it lets you play."""
    for die in sorted(set(dice), reverse=True):
        left = list(dice)
        left.remove(die)
        for start in steps(mine, theirs, die):
            number = 1
            if left:
                after, others = mine.copy(), theirs.copy()
                step(after, others, start, die)
                number += playable(after, others, left)
            yield (start, die), number


def playable(mine, theirs, dice):
    """Return the maximum number of the dice that can be played."""
    if len(dice) == 1:
        return 1 if steps(mine, theirs, dice[0]) else 0
    best = 0
    for _, number in first_moves(mine, theirs, dice):
        if number == len(dice):
            return number
        best = max(best, number)
    return best


def legal_moves(mine, theirs, dice):
    """Return the moves, as point and die, after which as many dice as possible can be played."""
    found = list(first_moves(mine, theirs, dice))
    best = max((number for _, number in found), default=0)
    moves = [move for move, number in found if number == best]
    if best == 1 and len(set(dice)) > 1:  # only one of two dice: the higher
        high = max(die for _, die in moves)
        return [(start, die) for start, die in moves if die == high]
    return moves
