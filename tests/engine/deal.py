"""Series at random, as files state them: under any rules, ended anyhow, and some of them spoilt.

Plain ``random`` and not Hypothesis, since thousands of them go to the browser in one call.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from scorekeeper.engine.rules import OPTIONS, PRESETS, write_rules

Json = dict[str, Any]

PLAYERS = (
    ("Ann", "Bob"),
    ("Åke", "O'Neil"),
    ("  A b ", "李"),
    ("1", "0"),
    ("__proto__", "constructor"),
    ("\u0131\u0131", "ii"),
    ("e\u0301", "f"),
    ("\u202eAnn", "Ann"),
    ("😀" * 40, "😀" * 39),
)
AMOUNTS = ("0.05", "0.0025", "1", "0.0001", "007.50", "0.1000", "999999999999.9999", "10.010")
CURRENCIES = ("EUR", "gbp", "Chf")
HOWS = ("knock",) * 10 + ("gin",) * 4 + ("big_gin", "points", "void")
KEYS = (
    "format",
    "players",
    "rules",
    "hands",
    "first_dealer",
    "next_dealer",
    "id",
    "book",
    "note",
    "started_at",
)
HAND_KEYS = (
    "how",
    "knocker",
    "deadwood",
    "winner",
    "points",
    "spade",
    "knock_limit",
    "dealer",
    "id",
    "at",
    "struck",
)
STRANGE_NAMES = (
    " ",
    "ANN",
    "\u200b",
    "\ufeff",
    "a\tb",
    "\u2028",
    "\x85",
    "\x1f",
    "SS",
    "ß",
    "I",
    "x" * 41,
    "\ud800",
)
TIMES = (
    "2026-11-30T19:05:12",
    "2026-02-29T10:00Z",
    "2024-02-29T10:00Z",
    "20241130T190512.5-0130",
    "2026-11-30 19:05:12+01:00",
    "2026-11-30T19:05:12+01:60",
    "0001-01-01T00:00+01:00",
    "0001-01-01T01:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "9999-12-31T23:59:59.5Z",
    "2026-11-30T24:00Z",
)
STAKES: tuple[Any, ...] = (
    {"amount": "0.05"},
    {"amount": "0.000", "currency": "EUR"},
    {"amount": "1e3", "currency": "EUR"},
    {"amount": ".5", "currency": "EUR"},
    {"amount": "1\n", "currency": "EUR"},
    {"amount": "\uff11", "currency": "EUR"},
    {"amount": 1, "currency": "EUR"},
    {"amount": "1", "currency": "€UR"},
    {"amount": "1", "currency": "EUR", "rate": 2},
)
NUMBERS: tuple[Any, ...] = (None, True, "26", 2.5, -1, -0.0, 0, 10, 11, 26.0, 98, 99, 401, 10**9, 1e300)
WORDS = ("", "Ann", "ann", " Ann", "void", "knock", "undercut", "none", "\0", "x" * 501, "no uuid")
WRONG: tuple[Any, ...] = (*NUMBERS, *WORDS, *TIMES, *STAKES, [], {}, [1], {"a": 1}, False)


def deal_series(chance: Random) -> Json:
    """A series as its file states it: legal, but for a few that claim a wrong winner."""
    players = list(chance.choice(PLAYERS))
    rules = deal_rules(chance)
    length = chance.choice((0, 1, 3, 8, 15, 25, 40))
    series = {"players": players, "hands": [deal_hand(chance, players, rules) for _ in range(length)]}
    if rules or chance.random() < 0.5:
        series["rules"] = rules
    for key in ("first_dealer", "next_dealer"):
        if chance.random() < 0.4:
            series[key] = chance.choice((*players, None))
    return series


def deal_rules(chance: Random) -> Json:
    """A preset, or any values for some of the rules."""
    if chance.random() < 0.2:
        return {**write_rules(chance.choice(list(PRESETS.values()))), "stake": deal_stake(chance)}
    keys = chance.sample(list(OPTIONS), chance.choice((0, 5, 12, len(OPTIONS))))
    return {key: deal_value(chance, key) for key in keys}


def deal_value(chance: Random, key: str) -> Any:
    """A value that this rule may have."""
    option = OPTIONS[key]
    if option.kind == "choice":
        return chance.choice(option.choices)
    if option.kind == "switch":
        return chance.random() < 0.5
    if option.optional and chance.random() < 0.3:
        return None
    if option.kind == "stake":
        return deal_stake(chance)
    number = chance.choice((option.low, option.high, chance.randint(option.low, option.high)))
    return whole(chance, number)


def deal_stake(chance: Random) -> Json:
    return {"amount": chance.choice(AMOUNTS), "currency": chance.choice(CURRENCIES)}


def whole(chance: Random, number: int) -> float:
    """The number, now and then as JSON writes it with a point: 26.0."""
    return float(number) if chance.random() < 0.1 else number


def deal_hand(chance: Random, players: list[str], rules: Json) -> Json:
    """One hand under these rules."""
    how = chance.choice(HOWS)
    if how == "big_gin" and rules.get("big_gin_bonus") is None:
        how = "gin"
    hand: Json = {"how": how}
    if how == "points":
        hand |= {"winner": chance.choice(players), "points": whole(chance, chance.choice((0, 18, 60, 400)))}
    elif how != "void":
        hand |= lay_down(chance, players, rules, how)
    if chance.random() < 0.1:
        hand["dealer"] = chance.choice(players)
    if chance.random() < 0.1:
        hand["struck"] = chance.random() < 0.8
    if chance.random() < 0.1:
        hand["id"] = f"{chance.getrandbits(32):08X}-0000-4000-8000-{chance.getrandbits(48):012x}"
    return hand


def lay_down(chance: Random, players: list[str], rules: Json, how: str) -> Json:
    """What the hand of a player who knocked or went gin states."""
    knocker, other = chance.sample(players, 2)
    hand: Json = {"knocker": knocker}
    limit = 10
    if rules.get("oklahoma") and chance.random() < 0.6:
        limit = chance.randint(0, 10)
        hand["knock_limit"] = limit
    laid_down = chance.randint(0, limit) if how == "knock" else 0
    held = chance.choice((chance.randint(0, 98), chance.randint(0, 25), laid_down, 0, 98))
    hand["deadwood"] = {other: whole(chance, held)}
    if how == "knock" or chance.random() < 0.5:
        hand["deadwood"][knocker] = whole(chance, laid_down)
    if rules.get("spade_doubles") and chance.random() < 0.4:
        hand["spade"] = True
    if chance.random() < 0.005:
        hand["winner"] = chance.choice(players)
    return hand


def every_misprint() -> Iterator[Json]:
    """One small series with each wrong value in each place of it, in turn."""
    rules = {"oklahoma": True, "spade_doubles": True, "big_gin_bonus": 31}
    hand: Json = {
        "how": "knock",
        "knocker": "Ann",
        "deadwood": {"Ann": 3, "Bob": 13},
        "knock_limit": 7,
        "spade": True,
    }
    points = {"how": "points", "winner": "Ann", "points": 18}
    for wrong in WRONG:
        series: Json = {"players": ["Ann", "Bob"], "rules": rules, "hands": [hand, points, {"how": "void"}]}
        for key in KEYS:
            yield {**series, key: wrong}
        for key in OPTIONS:
            yield {**series, "rules": {**rules, key: wrong}}
        for name in ("Ann", "Bob"):
            yield {**series, "hands": [{**hand, "deadwood": {**hand["deadwood"], name: wrong}}]}
        for key, whole_hand in product(HAND_KEYS, series["hands"]):
            yield {**series, "hands": [hand, {**whole_hand, key: wrong}]}
    for name in STRANGE_NAMES:
        yield {"players": ["ss", name], "hands": []}


def spoil(chance: Random, series: Json) -> Json:
    """The series with something wrong in it, most of the time."""
    players, hands = series["players"], series["hands"]
    spot = chance.random()
    if spot < 0.2:
        return {**series, chance.choice(KEYS): chance.choice(WRONG)}
    if spot < 0.3:
        return {
            **series,
            "players": [players[0], chance.choice((*STRANGE_NAMES, *WRONG, players[0].upper()))],
        }
    if spot < 0.5 or not hands:
        key = chance.choice((*OPTIONS, "gin_bonnus", "__proto__", "toString", "x" * 60))
        return {**series, "rules": {**series.get("rules", {}), key: chance.choice(WRONG)}}
    number = chance.randrange(len(hands))
    return {
        **series,
        "hands": [*hands[:number], spoil_hand(chance, hands[number], players), *hands[number + 1 :]],
    }


def spoil_hand(chance: Random, hand: Json, players: list[str]) -> Any:
    """The hand with a wrong value, a key too few, or another way to end."""
    spot = chance.random()
    if spot < 0.1:
        return chance.choice(WRONG)
    if spot < 0.3:
        dropped = chance.choice(list(hand))
        return {key: value for key, value in hand.items() if key != dropped}
    if spot < 0.4:
        return {**hand, "how": chance.choice(HOWS)}
    if spot < 0.5:
        return {**hand, "id": "0000000A-0000-4000-8000-000000000001"}
    if spot < 0.75 and "deadwood" in hand:
        name = chance.choice((*players, "Cy", "__proto__"))
        return {
            **hand,
            "deadwood": {**hand["deadwood"], name: chance.choice((*NUMBERS, chance.randint(1, 30)))},
        }
    return {**hand, chance.choice(HAND_KEYS): chance.choice(WRONG)}
