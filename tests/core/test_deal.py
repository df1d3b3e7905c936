"""Tests that luck and players' seeds are one-way functions of a secret."""

from __future__ import annotations

import hashlib

import pytest

import aicore
from aicore.arena.match import Match
from aicore.arena.plan import Plan, configure
from aicore.core.deal import Deal, deal_of, derive, fresh_seed, secret_of
from aicore.core.errors import OptionError
from aicore.core.record import Record
from aicore.core.scrypt import scrypt
from kit.chi2 import p_value

MASK = (1 << 64) - 1


def siphash(key: bytes, message: bytes) -> int:
    """Return SipHash-2-4, as in its paper (Aumasson and Bernstein 2012, section 2)."""
    first, second = (int.from_bytes(key[i : i + 8], "little") for i in (0, 8))
    v = [first, second, first, second]
    v = [a ^ b for a, b in zip(v, SIP_CONSTANTS, strict=True)]
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) & 0xFF])
    for i in range(0, len(padded), 8):
        word = int.from_bytes(padded[i : i + 8], "little")
        v[3] ^= word
        rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


SIP_CONSTANTS = [
    int.from_bytes(part, "big") for part in (b"somepseu", b"dorandom", b"lygenera", b"tedbytes")
]


def rounds(v: list[int], number: int) -> None:
    def turned(word: int, bits: int) -> int:
        return (word << bits | word >> (64 - bits)) & MASK

    for _ in range(number):
        v[0] = (v[0] + v[1]) & MASK
        v[1] = turned(v[1], 13) ^ v[0]
        v[0] = turned(v[0], 32)
        v[2] = (v[2] + v[3]) & MASK
        v[3] = turned(v[3], 16) ^ v[2]
        v[0] = (v[0] + v[3]) & MASK
        v[3] = turned(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & MASK
        v[1] = turned(v[1], 17) ^ v[2]
        v[2] = turned(v[2], 32)


def test_the_hash_in_python_matches_the_paper() -> None:
    # appendix A of the paper: key 00 01 .. 0f, message 00 01 .. 0e
    assert siphash(bytes(range(16)), bytes(range(15))) == 0xA129CA6149BE45E5


def hash_fraction(key: bytes, source: int, number: int, item: int) -> float:
    """Return the hash of an event, scaled to 0 .. 1."""
    message = (source & MASK).to_bytes(8, "little") + (number & MASK).to_bytes(8, "little")
    return (siphash(key, message + item.to_bytes(4, "little")) >> 11) / (1 << 53)


@pytest.mark.parametrize("name", ["booster", "pig", "leduc_poker", "gratis3"])
def test_sealed_luck_is_the_hash_under_its_key(name: str) -> None:
    """Among equally likely cards the greatest hash is drawn; dice follow their hash."""
    game = aicore.load(name)
    checked = 0
    for deal in range(3):
        key = derive(bytes(16), "luck", deal)
        chance, state, rng, rolled = aicore.Chance(key), game.start(), aicore.Rng(deal), {}
        while state.turn != aicore.END:
            if state.turn != aicore.CHANCE:
                state.apply(state.sample(rng))
                continue
            source_name, number = state.chance_source()
            source = game.chance_sources.index(source_name)
            odds = state.outcome_actions()
            drawn = chance.step(state)
            if number is None:
                target = hash_fraction(key, source, -1, rolled.get(source, 0))
                rolled[source] = rolled.get(source, 0) + 1
                below = [event for event, share in odds if (target := target - share) < 0]
                assert drawn == below[0]
            elif len({share for _, share in odds}) == 1:
                best = max(
                    odds, key=lambda odd: hash_fraction(key, source, number, game.item(odd[0]))
                )
                assert drawn == best[0]
            checked += 1
    assert checked > 5


def test_sealed_luck_keeps_the_odds() -> None:
    """The second card of a deal is uniform whatever the first was (Kuhn poker, 6 ordered deals)."""
    game = aicore.load("kuhn_poker")
    counted: dict[str, int] = {}
    for number in range(6000):
        cards = " ".join(aicore.Chance(derive(bytes(16), "luck", number)).settle(game.start()))
        counted[cards] = counted.get(cards, 0) + 1
    assert len(counted) == 6
    assert p_value(list(counted.values())) > 1e-4


def test_a_key_has_sixteen_bytes() -> None:
    for key in (b"", bytes(15), bytes(17)):
        with pytest.raises(ValueError, match="16 bytes"):
            aicore.Chance(key)
    with pytest.raises(TypeError):
        aicore.Chance("7")  # type: ignore[arg-type]


def test_derived_values_all_differ() -> None:
    """Uses, numbers and secrets all lead to different values, by BLAKE2b's own keyed mode."""
    secrets = [bytes(16), bytes([1]) + bytes(15)]
    found = {
        derive(secret, use, number)
        for secret in secrets
        for use in ("luck", "seat", "deal", "game", "person")
        for number in range(100)
    }
    assert len(found) == 2 * 5 * 100
    expected = hashlib.blake2b(
        bytes([5]) + bytes(7), digest_size=16, key=secrets[1], person=b"deal"
    )
    assert derive(secrets[1], "deal", 5) == expected.digest()


def test_a_guess_at_a_seed_costs_time_and_memory() -> None:
    """A text goes through scrypt with the cost that the decision page states."""
    expected = hashlib.scrypt(b"7", salt=b"aicore seed", n=2**15, r=8, p=1, maxmem=2**26, dklen=16)
    assert secret_of("7") == expected
    drawn = fresh_seed()
    assert secret_of(drawn) == bytes.fromhex(drawn)
    assert fresh_seed() != drawn


@pytest.mark.parametrize("seed", ["", "x" * 201, "a\nb", "\x1b[2J", "a\0"])
def test_invalid_seeds_are_refused(seed: str) -> None:
    with pytest.raises(OptionError, match="printable"):
        secret_of(seed)


def test_a_number_is_a_seed_like_any_text() -> None:
    assert deal_of(7) == deal_of("7") == Deal("7")
    assert deal_of(Deal(7)) == Deal(7) != Deal("7")


def test_open_seeds_of_earlier_records_keep_their_deals() -> None:
    """An earlier version's record, whose seed is a number, continues as it would have."""
    line = (
        '{"format":"aicore-record/1","game":"leduc_poker","seats":2,"options":{},"seed":1'
        '2,"players":["random","random"],"events":[["chance","deal 0 Qh"],["chance","deal'
        ' 1 Kh"],[0,"bet"],[1,"call"],["chance","public Js"],[0,"check"],[1,"bet"],[0,"fo'
        'ld"]],"scores":[-3.0,3.0],"returns":[-3.0,3.0],"end":"fold"}'
    )
    record = Record.from_line(line)
    players = [aicore.player(spec, record.load()) for spec in record.players]
    assert Match(record.load(), players, record.deal).finish() == record


def test_each_block_has_its_own_deals() -> None:
    game = aicore.load("leduc_poker")
    config = configure(game, ["random", "greedy"], games=100, seed="7")
    plan = Plan(config)
    seeds = [plan.block(number).seeds for number in range(50)]
    assert len({seed for block in seeds for seed in block}) == 50
    assert all(len(block) == 2 for block in seeds)
    assert all(secret_of(seed) == bytes.fromhex(seed) for block in seeds for seed in block)
    assert seeds == [Plan(config).block(number).seeds for number in range(50)]


def test_programs_meet_no_deal_twice() -> None:
    """Nothing that a program saw in the first game of a block helps it in the second."""
    game = aicore.load("leduc_poker")
    config = configure(game, ["engine:cat", "greedy"], games=100, seed="7")
    seeds = {seed for number in range(50) for seed in Plan(config).block(number).seeds}
    assert len(seeds) == 100


def test_one_seed_is_one_deal_whoever_plays() -> None:
    game = aicore.load("booster")
    first = Match(game, [aicore.player("random", game)] * game.seats, "seven")
    second = Match(game, [aicore.player("greedy", game)] * game.seats, "seven")
    for match in (first, second):
        while match.state.turn < 0:
            match.step()
    assert first.events == second.events
    assert first.deal.player_seed(0) != first.deal.player_seed(1)


@pytest.mark.parametrize(
    ("password", "salt", "n", "r", "p"),
    [(b"", b"", 16, 1, 1), (b"password", b"NaCl", 1024, 8, 16), (b"x", b"y" * 99, 2, 3, 5)],
)
def test_scrypt_matches_openssl(password: bytes, salt: bytes, n: int, r: int, p: int) -> None:
    """The first two are vectors of RFC 7914, section 12."""
    for size in (1, 16, 64, 100):
        ours = scrypt(password, salt=salt, n=n, r=r, p=p, dklen=size)
        assert ours == hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=size)
    if not password:
        assert ours[:8].hex() == "77d6576238657b20"


def test_a_seed_means_the_same_without_openssl(monkeypatch: pytest.MonkeyPatch) -> None:
    known = secret_of("a game")
    secret_of.cache_clear()
    monkeypatch.delattr(hashlib, "scrypt")
    assert secret_of("a game") == known
