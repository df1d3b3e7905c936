"""Short whist for two pairs: partners sit opposite each other and take tricks together."""

from aicore.plain import CHANCE, END, Array, Card, Cards, Enum, Flag, Game, Int, Seat, action, event

RANKS, SUITS = "789TJQKA", "cdsh"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
NONE, EACH = "none", 8
COLORS = {card: "red" if card[1] in "dh" else "black" for card in DECK}


class Whist(Game):
    """Partners sit opposite each other: seats 0 and 2 against 1 and 3. A suit is turned up as
    trumps, and everybody gets eight of the 32 cards. Follow the suit that was led if you can. The
    highest trump takes the trick, or the highest card of the suit that was led, and leads the next
    one. The pair with more tricks wins; four each is a draw."""

    title = "Short Whist"
    seats = 4
    teams = 2  # seat 0 plays with seat 2, seat 1 with seat 3
    longest = 32
    words = {"trump": "A card of the trump suit beats all cards of other suits."}

    hand = Cards(DECK, seats=True, hidden=True, barred="void", colors=COLORS)
    void = Array(Flag(), len(SUITS), seats=True, shown=False)  # suits that a seat did not follow
    table = Card(NONE, *DECK, seats=True, colors=COLORS)
    tricks = Int(0, EACH, seats=True)
    trump = Enum(NONE, *SUITS, icons={"c": "♣", "d": "♦", "s": "♠", "h": "♥"},
                 colors={"d": "red", "h": "red"})  # fmt: skip
    leader = Seat(shown=False)

    def setup(self, s):
        s.turn = CHANCE

    @event("trump SUIT", SUIT=list(SUITS))
    def turn_up(self, s, suit):
        s.trump = suit

    @turn_up.chances
    def suits(self, s):
        return list(SUITS) if s.trump == NONE else []

    @event("deal SEAT CARD", SEAT="seats", CARD=DECK, seen_by="SEAT", deck="CARD")
    def deal(self, s, seat, card):
        s.hand[seat][card] = 1
        if seat == 3 and sum(s.hand[3]) == EACH:
            s.turn = s.leader

    @deal.chances
    def deals(self, s):
        if s.trump == NONE:
            return []
        seat = next(each for each in range(4) if sum(s.hand[each]) < EACH)
        dealt = {card for hand in s.hand for card in hand.held()}
        return [(seat, card) for card in DECK if card not in dealt]

    @action("play CARD", CARD=DECK)
    def play(self, s, card):
        """Put a card on the table."""
        seat, led = s.turn, s.table[s.leader]
        s.hand[seat][card] = 0
        s.table[seat] = card
        if led != NONE and card[1] != led[1]:
            s.void[seat][SUITS.index(led[1])] = True
        s.turn = self.after(seat)
        if s.turn == s.leader:
            self.take_trick(s)

    @play.legal
    def playable(self, s):
        hand, led = s.hand[s.turn].held(), s.table[s.leader]
        return [card for card in hand if card[1] == led[1]] or hand if led != NONE else hand

    def power(self, s, card):
        """Return the strength of a card in the trick on the table."""
        led, trump = s.table[s.leader][1], s.trump
        if card[1] not in (led, trump):
            return -1
        return RANKS.index(card[0]) + len(RANKS) * (card[1] == trump)

    def take_trick(self, s):
        table = s.table.tolist()
        winner = max(range(4), key=lambda seat: self.power(s, table[seat]))
        s.leader = s.turn = winner
        s.tricks[winner] += 1
        s.table.fill(NONE)
        if sum(s.tricks) == EACH:
            s.turn = END

    def taken(self, s):
        """Return the tricks of each team."""
        return [s.tricks[0] + s.tricks[2], s.tricks[1] + s.tricks[3]]

    def scores(self, s):
        return self.taken(s)

    def result(self, s):
        one, other = self.taken(s)
        return None if one == other else int(other > one)

    def estimate(self, s):
        one, other = self.taken(s)
        return [0.5 + (one - other) / (2 * EACH), 0.5 - (one - other) / (2 * EACH)]

    def suggest(self, s, random):
        """Win the trick as cheaply as possible; if the partner is winning it, throw a low card."""
        cards = sorted(self.playable(s), key=lambda card: RANKS.index(card[0]))
        on_table = {seat: card for seat, card in enumerate(s.table) if card != NONE}
        if not on_table:
            return f"play {cards[-1]}"
        best = max(on_table, key=lambda seat: self.power(s, on_table[seat]))
        beat = self.power(s, on_table[best])
        if self.team(best) != self.team(s.turn):
            winning = [card for card in cards if self.power(s, card) > beat]
            if winning:
                return f"play {min(winning, key=lambda card: self.power(s, card))}"
        return f"play {cards[0]}"
