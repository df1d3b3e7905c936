"""Saboteurs: hidden roles, and votes that all seats cast at the same time."""

from aicore.plain import CHANCE, END, Array, Enum, Flag, Game, Int, Seat, action, event

TEAMS = {3: 2, 4: 2, 5: 3}  # members of a mission, by the number of players
WINS = 3


def roles(seats):
    """Return the number of cards of each role."""
    spies = 1 if seats < 5 else 2
    return {"spy": spies, "loyal": seats - spies}


class Saboteurs(Game):
    """One or two of you are spies, whom nobody knows but themselves. The leader chooses the members
    of the mission one after the other. Its members secretly support or sabotage it,
    all at the same time; only the number of sabotages is revealed. A mission without sabotage
    succeeds. Then the next player leads. Loyal players may only support. Three missions that
    succeed are the loyal players' victory, three that fail the spies'."""

    seats = 3, 5
    default_seats = 5
    constant_sum = False
    longest = 60

    role = Enum(
        "none", "loyal", "spy", seats=True, hidden=True, deck="roles", copies=roles,
        icons={"spy": "☠", "loyal": "♔"}, colors={"spy": "red", "loyal": "blue"},
    )  # fmt: skip
    member = Enum("no", "yes", seats=True)
    leader = Seat()
    mission = Int(1, 5)
    crews = Array(Flag(), 5, seats=True, shown=False)  # whether a seat was on each mission
    sabotages = Array(Int(0, 2), 5)  # number in each mission
    succeeded, failed = Int(0, WINS, track=True), Int(0, WINS, track=True)

    def setup(self, s):
        s.turn = CHANCE

    @event("role SEAT ROLE", SEAT="seats", ROLE=["loyal", "spy"], seen_by="SEAT")
    def deal(self, s, seat, role):
        s.role[seat] = role
        if "none" not in s.role:
            s.turn = s.leader

    @deal.chances
    def deals(self, s):
        left = {role: n - s.role.count(role) for role, n in roles(self.seats).items()}
        return {(s.role.index("none"), role): n for role, n in left.items() if n}

    @action("choose SEAT", SEAT="seats")
    def choose(self, s, seat):
        """Send somebody on the mission."""
        s.member[seat] = "yes"
        if self.complete(s):
            s.turn = s.member.index("yes")

    @choose.legal
    def candidates(self, s):
        if self.complete(s):
            return []
        return [seat for seat in range(self.seats) if s.member[seat] == "no"]

    def complete(self, s):
        return s.member.count("yes") == TEAMS[self.seats]

    @action("vote HOW", HOW=["support", "sabotage"], together="secret")
    def vote(self, s, votes):
        """Support or sabotage the mission; everybody on it votes at the same time, unseen."""
        s.sabotages[s.mission - 1] = sabotages = votes.count("sabotage")
        for seat, vote in enumerate(votes):
            s.crews[seat][s.mission - 1] = vote is not None
        s.succeeded += not sabotages
        s.failed += sabotages > 0
        s.member.fill("no")
        if WINS in (s.succeeded, s.failed):
            s.turn = END
        else:
            s.mission += 1
            s.leader = s.turn = self.after(s.leader)

    @vote.legal
    def votes(self, s):
        if not self.complete(s) or s.member[s.turn] == "no":
            return []
        return ["support", "sabotage"] if s.role[s.turn] == "spy" else ["support"]

    def plausible(self, s, seat):
        """Whether every mission had a spy for each of its sabotages."""
        spies = [each for each in range(self.seats) if s.role[each] == "spy"]
        return all(
            sum(s.crews[each][mission] for each in spies) >= sabotages
            for mission, sabotages in enumerate(s.sabotages)
        )

    def result(self, s):
        winners = "loyal" if s.succeeded == WINS else "spy"
        return [int(role == winners) for role in s.role]

    def ending(self, s):
        return "the missions succeeded" if s.succeeded == WINS else "the missions failed"
