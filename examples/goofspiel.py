"""Goofspiel: bid for prizes with cards, all at the same time."""

from aicore.plain import CHANCE, END, Cards, Game, Int, action, event

CARDS = [str(value) for value in range(1, 8)]


class Goofspiel(Game):
    """Each of you has the cards 1 to 7. A prize is turned up, worth its number. Everybody bids a
    card at the same time; the highest card wins the prize. If several are highest, nobody gets it.
    The most points win."""

    seats = 2, 4
    longest = 28
    hand = Cards(CARDS, seats=True, full=True)
    prizes = Cards(CARDS, full=True)
    prize = Int(0, 7)
    points = Int(0, 28, seats=True)

    def setup(self, s):
        s.turn = CHANCE

    @event("prize CARD", CARD=CARDS)
    def turn_up(self, s, card):
        s.prizes[card] = 0
        s.prize = int(card)
        s.turn = 0

    @turn_up.chances
    def prizes_left(self, s):
        return s.prizes.held()

    @action("bid CARD", CARD=CARDS, together=True)
    def bid(self, s, bids):
        """Bid a card; all bids are revealed at the same time."""
        for seat, card in enumerate(bids):
            s.hand[seat][card] = 0
        best = max(bids)
        if bids.count(best) == 1:
            s.points[bids.index(best)] += s.prize
        s.turn = CHANCE if sum(s.prizes) else END

    @bid.legal
    def bids(self, s):
        return s.hand[s.turn].held()

    def scores(self, s):
        return s.points.tolist()

    def result(self, s):
        best = [seat for seat in range(self.seats) if s.points[seat] == max(s.points)]
        return [1 / len(best) if seat in best else 0 for seat in range(self.seats)]

    def estimate(self, s):
        total = sum(s.points) + 3
        return [(points + 3 / self.seats) / total for points in s.points]
