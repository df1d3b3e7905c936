"""Liar's Dice: bid on all dice, of which you see your own."""

from aicore.plain import CHANCE, END, Array, Die, Game, Int, Option, Seat, action, event

MAX_SEATS, MAX_DICE, SIX = 6, 5, 6


class LiarsDice(Game):
    """Everybody rolls dice under a cup and looks at their own. In turn you bid how many dice of a
    face there are under all cups; sixes are wild and count as every face. Each bid is higher than
    the last: more dice, or as many of a higher face. Or you call the last bidder a liar. Then all
    cups are lifted: if there are at least as many as were bid, the caller loses a die, otherwise
    the bidder does. The loser of the die begins the next round. The last player with dice wins."""

    title, summary = "Liar's Dice", "Bid on dice of which you see only your own, or call the liar."
    seats = 2, MAX_SEATS
    options = {"dice": Option(5, "dice of each player at the start", low=1, high=MAX_DICE)}
    longest = 1000
    words = {"wild": "A six counts as every face."}

    cup = Array(Die(), MAX_DICE, seats=True, hidden=True)
    dice = Int(0, MAX_DICE, seats=True)
    count, face = Int(0, MAX_SEATS * MAX_DICE), Int(0, 6)
    bidder = Seat()
    starter = Seat(shown=False)
    shown = Array(Die(), MAX_DICE, seats=True)

    def setup(self, s):
        s.dice.fill(self.options["dice"])
        s.turn = CHANCE

    @event("roll SEAT FACE", SEAT="seats", FACE=(1, 6), seen_by="SEAT")
    def roll(self, s, seat, face):
        s.cup[seat][s.cup[seat].index(0)] = face
        if self.unrolled(s) is None:
            s.turn = s.starter

    @roll.chances
    def rolls(self, s):
        seat = self.unrolled(s)
        return [(seat, face) for face in range(1, 7)]

    def unrolled(self, s):
        for seat in range(self.seats):
            if s.cup[seat].count(0) > MAX_DICE - s.dice[seat]:
                return seat
        return None

    @action("bid COUNT FACE", COUNT=(1, MAX_SEATS * MAX_DICE), FACE=(1, 6))
    def bid(self, s, count, face):
        """Say how many dice of a face there are at least."""
        s.count, s.face, s.bidder = count, face, s.turn
        s.turn = self.next_player(s, s.turn)

    @bid.legal
    def bids(self, s):
        most = sum(s.dice)
        higher = [(s.count, face) for face in range(s.face + 1, 7)] if s.count else []
        return higher + [(n, face) for n in range(s.count + 1, most + 1) for face in range(1, 7)]

    @action("liar")
    def liar(self, s):
        """Doubt the last bid: all cups are lifted."""
        there = sum(cup.count(s.face) + (cup.count(SIX) if s.face < SIX else 0) for cup in s.cup)
        loser = s.turn if there >= s.count else s.bidder
        s.shown = s.cup.tolist()
        s.dice[loser] -= 1
        s.count = s.face = s.bidder = 0
        for cup in s.cup:
            cup.fill(0)
        s.starter = loser if s.dice[loser] else self.next_player(s, loser)
        s.turn = END if sum(left > 0 for left in s.dice) == 1 else CHANCE

    @liar.legal
    def may_doubt(self, s):
        return s.count > 0

    def next_player(self, s, seat):
        seat = self.after(seat)
        while not s.dice[seat]:
            seat = self.after(seat)
        return seat

    def result(self, s):
        return s.starter
