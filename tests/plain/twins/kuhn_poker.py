"""Kuhn poker, as described in aicore/games/kuhn_poker/README.md."""

from aicore.plain import CHANCE, END, Array, Enum, Game, action, event

CARDS = ("J", "Q", "K")


class KuhnPoker(Game):
    """Three cards, one chip to ante and one to bet: the higher card wins, or an uncalled bettor."""

    returns, longest, perfect_recall = (-2, 2), 3, True
    hand = Enum("-", *CARDS, seats=True, hidden=True, deck="cards")
    shown = Enum("-", *CARDS, seats=True)
    said = Array(Enum("-", "check", "bet", "call", "fold"), 3)

    def setup(self, s):
        s.turn = CHANCE

    @event("deal SEAT CARD", SEAT="seats", CARD=CARDS, seen_by="SEAT", deck="CARD")
    def deal(self, s, seat, card):
        s.hand[seat] = card
        s.turn = CHANCE if seat == 0 else 0

    @deal.chances
    def deals(self, s):
        return [(s.hand.count("-") % 2, card) for card in CARDS if card not in s.hand]

    def say(self, s, word, ends=False):
        s.said[s.said.index("-")] = word
        s.turn = END if ends else self.after(s.turn)

    def faces_bet(self, s):
        return "bet" in s.said

    def faces_none(self, s):
        return "bet" not in s.said

    @action("check")
    def check(self, s):
        if s.turn == 1:
            s.shown = s.hand
        self.say(s, "check", ends=s.turn == 1)

    @action("bet")
    def bet(self, s):
        self.say(s, "bet")

    @action("call")
    def call(self, s):
        s.shown = s.hand
        self.say(s, "call", ends=True)

    @action("fold")
    def fold(self, s):
        self.say(s, "fold", ends=True)

    check.legal(faces_none)
    bet.legal(faces_none)
    call.legal(faces_bet)
    fold.legal(faces_bet)

    def result(self, s):
        if "fold" in s.said:
            won = 1 if s.said[1] == "fold" else -1
        else:
            first, second = map(CARDS.index, s.hand)
            won = (2 if "call" in s.said else 1) * (1 if first > second else -1)
        return [won, -won]
