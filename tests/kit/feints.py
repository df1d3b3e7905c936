"""Game for tests of fairness, with all ways in which plain games hide something."""

from aicore.plain import CHANCE, END, Cards, Enum, Game, Int, action, event

DECK = ["ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew"]
ROLES = ["fox", "hen"]
ROUNDS = 2


class Feints(Game):
    """Everybody has a secret role and two cards. In each round all attack or defend at the same
    time, pass a card to the left, guess a card of the next player, and vote in secret."""

    seats = 2, 3
    default_seats = 3
    longest = 60
    history = 3
    constant_sum = False

    role = Enum("none", *ROLES, seats=True, hidden=True, deck="roles",
                copies=lambda seats: {"fox": 1, "hen": seats - 1})  # fmt: skip
    hand = Cards(DECK, seats=True, hidden=True, deck="cards", remembers=True)
    stock = Cards(DECK, full=True, hidden=True, deck="cards")
    phase = Enum("deal", "duel", "pass", "guess", "vote", shown=False)
    points = Int(0, 99, seats=True)
    hits = Int(0, 20, seats=True)
    rounds = Int(0, ROUNDS)

    def setup(self, s):
        s.turn = CHANCE

    @event("role SEAT ROLE", SEAT="seats", ROLE=ROLES, seen_by="SEAT", phase="deal")
    def cast(self, s, seat, role):
        s.role[seat] = role

    @cast.chances
    def roles(self, s):
        if "none" not in s.role:
            return []
        left = ["fox"] * (1 - s.role.count("fox")) + ["hen"] * (
            self.seats - 1 - s.role.count("hen"))  # fmt: skip
        return [(s.role.index("none"), role) for role in dict.fromkeys(left)]

    @event("deal SEAT CARD", SEAT="seats", CARD=DECK, seen_by="SEAT", phase="deal")
    def deal(self, s, seat, card):
        s.stock[card] = 0
        s.hand[seat][card] = 1
        if all(sum(hand) == 2 for hand in s.hand):
            s.phase, s.turn = "duel", 0

    @deal.chances
    def deals(self, s):
        if "none" in s.role:
            return []
        seat = next(seat for seat, hand in enumerate(s.hand) if sum(hand) < 2)
        return [(seat, card) for card in s.stock.held()]

    @action("attack N", N=(1, 3), together=True, phase="duel")
    def attack(self, s, blows):
        for seat, blow in enumerate(blows):
            s.points[seat] += blow or 0
        s.phase, s.turn = "pass", 0

    @attack.legal
    def blows(self, s):
        return range(1, 4) if s.role[s.turn] == "fox" else range(1, 3)

    @action("defend N", N=(1, 3), together=True, phase="duel")
    def defend(self, s, shields):
        s.points = [max(0, p - (n or 0)) for p, n in zip(s.points, shields, strict=True)]
        s.phase, s.turn = "pass", 0

    @action("pass CARD", CARD=DECK, secret=True, phase="pass")
    def give(self, s, card):
        s.hand[s.turn][card] = 0
        s.hand[self.after(s.turn)][card] = 1
        s.turn = self.after(s.turn)
        if s.turn == 0:
            s.phase = "guess"

    @give.legal
    def cards(self, s):
        return s.hand[s.turn].held()

    @action("guess CARD", CARD=DECK, phase="guess")
    def guess(self, s, card):
        s.hits[s.turn] += s.hand[self.after(s.turn)][card]
        s.turn = self.after(s.turn)
        if s.turn == 0:
            s.phase = "vote"

    @action("favor N", N=(0, 2), together="secret", phase="vote")
    def favor(self, s, votes):
        self.count(s)

    @action("oppose N", N=(0, 2), together="secret", phase="vote")
    def oppose(self, s, votes):
        self.count(s)

    def count(self, s):
        if s.phase == "vote":
            s.rounds += 1
            s.phase, s.turn = "duel", 0 if s.rounds < ROUNDS else END

    def plausible(self, s, seat):
        """A hit may have been any card of the next player, so everything fits."""
        return 1.0

    def result(self, s):
        worth = [p + 3 * h for p, h in zip(s.points, s.hits, strict=True)]
        return [float(each == max(worth)) for each in worth]
