"""Hearts for three or four: take no tricks with hearts in them, nor the queen of spades."""

from aicore.plain import CHANCE, END, Array, Card, Cards, Enum, Flag, Game, Int, Seat, action, event

RANKS, SUITS = "23456789TJQKA", "cdsh"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
NONE = "none"


WORTH = {NONE: 0} | {card: 13 if card == "Qs" else int(card[1] == "h") for card in DECK}


class Hearts(Game):
    """Every card is dealt; three players leave out the two of diamonds. The player with the two of
    clubs leads it. Follow the suit that was led if you can; the highest card of that suit takes the
    trick and leads the next one. Hearts may be led once one was played, or if you hold nothing
    else. In the first trick nobody plays a heart or the queen of spades, unless they must.

    Each heart you take costs a point, the queen of spades 13. If you take all 26 points, everybody
    else gets 26 instead. The fewer points, the better."""

    summary = "Take no tricks with hearts in them, nor the queen of spades."
    seats = 3, 4
    default_seats = 4
    returns = -26, 0
    stakes = "points"
    constant_sum = False
    longest = 52
    words = {"trick": "One card from everybody; the highest of the suit that was led takes it."}

    hand = Cards(DECK, seats=True, hidden=True, barred="void")
    void = Array(Flag(), len(SUITS), seats=True, shown=False)  # suits that a seat did not follow
    table = Card(NONE, *DECK, seats=True)
    points = Int(0, 26, seats=True)
    tricks = Int(0, 17)
    leader = Seat(shown=False)
    broken = Enum("no", "yes")

    def deck(self):
        return DECK if self.seats == 4 else [card for card in DECK if card != "2d"]

    def size(self):
        return len(self.deck()) // self.seats

    def setup(self, s):
        s.turn = CHANCE

    @event("deal SEAT CARD", SEAT="seats", CARD=DECK, seen_by="SEAT", deck="CARD")
    def deal(self, s, seat, card):
        s.hand[seat][card] = 1
        if seat == self.seats - 1 and sum(s.hand[seat]) == self.size():
            s.leader = s.turn = next(each for each in range(self.seats) if s.hand[each]["2c"])

    @deal.chances
    def deals(self, s):
        sizes = [sum(hand) for hand in s.hand]
        seat = next(each for each in range(self.seats) if sizes[each] < self.size())
        dealt = {card for hand in s.hand for card in hand.held()}
        return [(seat, card) for card in self.deck() if card not in dealt]

    @action("play CARD", CARD=DECK)
    def play(self, s, card):
        """Put a card on the table."""
        seat = s.turn
        led = s.table[s.leader]
        s.hand[seat][card] = 0
        s.table[seat] = card
        if led != NONE and card[1] != led[1]:
            s.void[seat][SUITS.index(led[1])] = True
        if card[1] == "h":
            s.broken = "yes"
        s.turn = self.after(seat)
        if s.turn == s.leader:
            self.take_trick(s)

    @play.legal
    def playable(self, s):
        hand, led = s.hand[s.turn].held(), s.table[s.leader]
        if led == NONE:
            if s.tricks == 0:
                return ["2c"]
            return [card for card in hand if card[1] != "h" or s.broken == "yes"] or hand
        found = [card for card in hand if card[1] == led[1]]
        if not found and s.tricks == 0:
            found = [card for card in hand if not WORTH[card]]
        return found or hand

    def take_trick(self, s):
        led = s.table[s.leader][1]
        ranks = [RANKS.index(card[0]) if card[1] == led else -1 for card in s.table]
        s.leader = ranks.index(max(ranks))
        s.points[s.leader] += sum(WORTH[card] for card in s.table)
        s.table.fill(NONE)
        s.tricks += 1
        s.turn = END if s.tricks == self.size() else s.leader

    def scores(self, s):
        return list(s.points)

    def result(self, s):
        if 26 in s.points:
            return [0 if points == 26 else -26 for points in s.points]
        return [-points for points in s.points]

    def estimate(self, s):
        return [-points for points in s.points]
