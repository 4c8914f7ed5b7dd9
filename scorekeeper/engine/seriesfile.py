"""The series file ``hollywood-gin/1`` (contract.md): JSON in, checked values out, and back again."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast

from scorekeeper.engine.column import Column
from scorekeeper.engine.errors import Malformed, NotAllowed, Refused, shortened
from scorekeeper.engine.hand import HOWS, USES, Hand, How, Pair, Seat, check_hand, other, score_hand
from scorekeeper.engine.rules import DEFAULTS, Rules, read_rules, write_rules
from scorekeeper.engine.sheet import Played, Sheet
from scorekeeper.engine.whole import whole

FORMAT = "hollywood-gin/1"
LONGEST_NAME = 40
LONGEST_TEXT = 500
MOST_HANDS = 10_000

Names: TypeAlias = tuple[str, str]

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
# Python reads more than ISO 8601 has: any character for the T, offsets with 60 minutes or with seconds.
_DAY = r"[0-9]{4}(-?)[0-9]{2}\1[0-9]{2}"
_CLOCK = r"[0-9]{2}((:?)[0-9]{2}(\3[0-9]{2}([.,][0-9]+)?)?)?"
_TIME = re.compile(rf"{_DAY}T{_CLOCK}(Z|[+-][0-9]{{2}}(:?[0-5][0-9])?)")
_INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class FiledHand:
    """A hand of a file, with its id (canonical lower case) and the time it was entered, where the file states
    them. A struck one keeps its place and scores nothing.
    """

    hand: Hand
    id: str | None = None
    at: datetime | None = None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class SeriesFile:
    """One series as a file states it, checked: every hand is legal under its rules. Times carry their
    offset.

    ``log`` is unread, since only whoever keeps changes can tell whether it leads to these hands; None where
    there is none, and the hands are the log. ``payments`` of its book may ride on it, unread too.
    """

    players: Names
    rules: Rules
    hands: tuple[FiledHand, ...]
    first_dealer: Seat | None = None
    next_dealer: Seat | None = None
    id: str | None = None
    book: str | None = None
    note: str = ""
    started_at: datetime | None = None
    abandoned_at: datetime | None = None
    log: object = None
    payments: object = None


def loads(text: str | bytes) -> Any:
    """The JSON value in ``text``, by the letter of the standard: no NaN or Infinity, UTF-8.

    Raises ``Malformed``: ``not_json``, or ``key_repeated``, ``too_deep`` and ``number_too_long`` for JSON
    that makes no sense here.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_once_each)
    except Malformed:
        raise
    except RecursionError:
        raise Malformed("too_deep") from None
    except ValueError as error:
        # Python reads no number of more than 4,300 digits, and says so in a sentence, not by a class.
        raise Malformed("number_too_long" if "digits" in str(error) else "not_json") from None


def read_series(given: object) -> SeriesFile:
    """The series that a file's JSON value states. Raises ``Refused``, naming field and hand, for anything
    amiss: a series is taken whole or not at all. Unknown keys are ignored, but not inside ``rules`` and
    ``deadwood``.
    """
    if not isinstance(given, Mapping):
        raise Malformed("series_not_object")
    if given.get("format", FORMAT) != FORMAT:
        raise Malformed("format_unknown", "format")
    players = read_players(given.get("players"))
    rules = read_rules(given["rules"]) if "rules" in given else DEFAULTS
    return SeriesFile(
        players=players,
        rules=rules,
        hands=_read_hands(given.get("hands"), players, rules),
        first_dealer=_read_player(given.get("first_dealer"), players, "first_dealer"),
        next_dealer=_read_player(given.get("next_dealer"), players, "next_dealer"),
        id=read_id(given["id"], "id") if "id" in given else None,
        book=read_text(given.get("book"), "book"),
        note=read_text(given.get("note"), "note") or "",
        started_at=read_time(given.get("started_at"), "started_at"),
        abandoned_at=read_time(given.get("abandoned_at"), "abandoned_at"),
        log=given.get("log"),
        payments=given.get("payments"),
    )


def write_series(series: SeriesFile) -> dict[str, Any]:
    """The file's JSON value of a series, with all its rules; reading it gives the same series."""
    return {
        "format": FORMAT,
        **({} if series.id is None else {"id": series.id}),
        "book": series.book,
        "note": series.note,
        "started_at": write_time(series.started_at),
        "abandoned_at": write_time(series.abandoned_at),
        "players": list(series.players),
        "first_dealer": name_of(series.first_dealer, series.players),
        "next_dealer": name_of(series.next_dealer, series.players),
        "rules": write_rules(series.rules),
        "hands": [
            {
                **({} if filed.id is None else {"id": filed.id}),
                **write_hand(filed.hand, series.players),
                **({} if filed.at is None else {"at": write_time(filed.at)}),
                **({"struck": True} if filed.struck else {}),
            }
            for filed in series.hands
        ],
        **({} if series.log is None else {"log": series.log}),
        **({} if series.payments is None else {"payments": series.payments}),
    }


def read_players(given: object) -> Names:
    """Two names of 1 to 40 characters, different as names are compared. Raises ``Malformed`` with the field
    ``players``.
    """
    if not isinstance(given, list) or len(given) != 2:
        raise Malformed("players_not_two", "players")
    first, second = (read_name(name, "players") for name in given)
    if same_name(first, second):
        raise Malformed("players_alike", "players", name=second)
    return first, second


def read_name(given: object, field: str) -> str:
    """A person's name as it was spelt: 1 to 40 characters, something to see among them, no control
    characters.
    """
    if not isinstance(given, str):
        raise Malformed("name_not_text", field)
    if all(unicodedata.category(character) in _INVISIBLE for character in given):
        raise Malformed("name_empty", field)
    if len(given) > LONGEST_NAME:
        raise Malformed("name_too_long", field, high=LONGEST_NAME)
    if not given.isprintable() and any(
        unicodedata.category(character) in _UNPRINTABLE for character in given
    ):
        raise Malformed("name_unprintable", field)
    return given


def clean_name(name: str) -> str:
    """A name as it is kept and shown: NFC, without outer and double blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded_name(name: str) -> str:
    """What two spellings of one name have in common: NFC, outer and double blanks and case do not count."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


def same_name(one: str, two: str) -> bool:
    """Whether two spellings are one name."""
    return one == two or folded_name(one) == folded_name(two)


def read_hand(given: object, players: Names, rules: Rules) -> Hand:
    """The hand that a file's or request's JSON value states, checked against the rules; a claimed ``winner``
    is checked too.

    Raises ``Malformed`` or ``NotAllowed`` with the field to put right; a player among the facts is a seat.
    """
    stated, claim = _read_stated(given, players)
    kept = check_hand(rules, stated)
    if claim is not None:
        _check_claim(rules, kept, claim)
    return kept


def read_stated_hand(given: object, players: Names) -> Hand:
    """The hand that a JSON value states, whatever the rules say to it. Raises ``Malformed`` for none at
    all.
    """
    return _read_stated(given, players)[0]


def _read_stated(given: object, players: Names) -> tuple[Hand, Seat | None]:
    if not isinstance(given, Mapping):
        raise Malformed("hand_not_object")
    how = given.get("how")
    if how not in HOWS:
        raise Malformed("how_unknown" if "how" in given else "how_missing", "how", choices=HOWS)
    how = cast(How, how)
    uses = USES[how]
    for key in ("knocker", "deadwood", "points", "knock_limit"):
        if key in given and key not in uses:
            raise Malformed("not_used", key, how=how)
    claim = _read_player(given.get("winner"), players, "winner")
    if claim is not None and how == "void":
        raise Malformed("not_used", "winner", how=how)
    knocker = _read_player(given.get("knocker"), players, "knocker")
    if "knocker" in uses and knocker is None:
        raise Malformed("knocker_missing", "knocker")
    hand = Hand(
        how=how,
        knocker=knocker,
        deadwood=None if knocker is None else _read_deadwood(given.get("deadwood"), players, how, knocker),
        winner=claim if how == "points" else None,
        points=_read_whole(given, "points"),
        spade=_read_switch(given, "spade"),
        knock_limit=_read_whole(given, "knock_limit"),
        dealer=_read_player(given.get("dealer"), players, "dealer"),
    )
    return hand, claim


def write_hand(hand: Hand, players: Names) -> dict[str, Any]:
    """A hand's JSON value: what was entered and nothing else; reading it gives the same hand."""
    written: dict[str, Any] = {"how": hand.how}
    if hand.knocker is not None and hand.deadwood is not None:
        written["knocker"] = players[hand.knocker]
        written["deadwood"] = by_name(hand.deadwood, players)
    if hand.how == "points" and hand.winner is not None:
        written |= {"winner": players[hand.winner], "points": hand.points}
    if hand.spade:
        written["spade"] = True
    if hand.knock_limit is not None:
        written["knock_limit"] = hand.knock_limit
    if hand.dealer is not None:
        written["dealer"] = players[hand.dealer]
    return written


def write_sheet(sheet: Sheet, players: Names, tell_why: Callable[[Played, Names], str]) -> dict[str, Any]:
    """The JSON value of a sheet as ``score --json`` prints it; ``tell_why`` makes the sentence of a hand."""
    hands = [write_played(played, players, tell_why) for played in sheet.hands]
    return {"players": list(players), "hands": hands, **write_score(sheet, players)}


def write_score(sheet: Sheet, players: Names) -> dict[str, Any]:
    """What the hands of a sheet come to, as JSON."""
    money = sheet.money
    return {
        "columns": [_write_column(column, players) for column in sheet.columns],
        "games_won": by_name(sheet.games_won, players),
        "decided": name_of(sheet.decided, players),
        "over": sheet.over,
        "winner": name_of(sheet.winner, players),
        "next_dealer": name_of(sheet.next_dealer, players),
        "net": by_name(sheet.net, players),
        "money": None
        if money is None
        else {
            "payer": players[money.payer],
            "payee": players[money.payee],
            "amount": money.text,
            "currency": money.currency,
        },
    }


def write_played(played: Played, players: Names, tell_why: Callable[[Played, Names], str]) -> dict[str, Any]:
    """What one hand did, as JSON; a hand after the end says only that."""
    if played.after_end:
        return {"number": played.number, "after_end": True}
    return {
        "number": played.number,
        "winner": name_of(played.winner, players),
        "result": played.result,
        "points": played.points,
        "columns": list(played.columns),
        "dealer": name_of(played.dealer, players),
        "why": tell_why(played, players),
    }


def by_name(pair: Pair, players: Names) -> dict[str, int]:
    """A pair by seat as an object by name."""
    return {players[0]: pair[0], players[1]: pair[1]}


def name_of(seat: Seat | None, players: Names) -> str | None:
    """The name at a seat; None for nobody."""
    return None if seat is None else players[seat]


def read_id(given: object, field: str) -> str:
    """A UUID in its canonical form (8-4-4-4-12, lower case). Raises ``Malformed("id_malformed")``."""
    if not isinstance(given, str) or not _UUID.fullmatch(given):
        raise Malformed("id_malformed", field)
    return given.lower()


def read_text(given: object, field: str) -> str | None:
    """A note, reason or book's name of at most 500 characters; None where there is none. Refuses what can't
    be stored.
    """
    if given is None:
        return None
    if not isinstance(given, str):
        raise Malformed("text_not_text", field)
    if len(given) > LONGEST_TEXT:
        raise Malformed("text_too_long", field, high=LONGEST_TEXT)
    if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in given):
        raise Malformed("text_unprintable", field)
    return given


def read_time(given: object, field: str) -> datetime | None:
    """An ISO 8601 time with its offset; None where there is none. Raises ``Malformed("time_malformed")``."""
    if given is None:
        return None
    try:
        if not isinstance(given, str) or not _TIME.fullmatch(given):
            raise ValueError
        time = datetime.fromisoformat(given)
        if time.tzinfo is None:
            raise ValueError
        time.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Malformed("time_malformed", field) from None
    return time


def write_time(time: datetime | None) -> str | None:
    """A time with its offset; None where there is none."""
    return None if time is None else time.isoformat()


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        keys = [key for key, _value in pairs]
        raise Malformed("key_repeated", key=shortened(next(key for key in keys if keys.count(key) > 1)))
    return read


def _read_hands(given: object, players: Names, rules: Rules) -> tuple[FiledHand, ...]:
    if not isinstance(given, list):
        raise Malformed("hands_not_list", "hands")
    if len(given) > MOST_HANDS:
        raise Malformed("hands_too_many", "hands", high=MOST_HANDS)
    hands = []
    seen: set[str] = set()
    for number, entry in enumerate(given, 1):
        try:
            filed = _read_filed_hand(entry, players, rules)
            if filed.id in seen:
                raise Malformed("id_repeated", "id")
        except Refused as refused:
            raise refused.at_hand(number, players) from None
        if filed.id is not None:
            seen.add(filed.id)
        hands.append(filed)
    return tuple(hands)


def _read_filed_hand(given: object, players: Names, rules: Rules) -> FiledHand:
    hand = read_hand(given, players, rules)
    entry = cast(Mapping[str, object], given)
    hand_id = read_id(entry["id"], "id") if "id" in entry else None
    return FiledHand(hand, hand_id, read_time(entry.get("at"), "at"), _read_switch(entry, "struck"))


def _read_player(given: object, players: Names, field: str) -> Seat | None:
    if given is None:
        return None
    if given == players[0]:
        return 0
    if given == players[1]:
        return 1
    raise Malformed("player_unknown", field, name=shortened(given) if isinstance(given, str) else None)


def _read_deadwood(given: object, players: Names, how: How, knocker: Seat) -> Pair:
    if given is None:
        raise Malformed("deadwood_missing", "deadwood", player=other(knocker))
    if not isinstance(given, Mapping):
        raise Malformed("deadwood_not_object", "deadwood")
    for name in given:
        if name not in players:
            raise Malformed("player_unknown", "deadwood", name=shortened(str(name)))
    pair = [0, 0]
    for seat in (knocker, other(knocker)):
        if seat != knocker or how == "knock" or players[seat] in given:
            pair[seat] = _read_count(given, players, seat)
    return pair[0], pair[1]


def _read_count(given: Mapping[str, object], players: Names, seat: Seat) -> int:
    if players[seat] not in given:
        raise Malformed("deadwood_missing", "deadwood", player=seat)
    number = whole(given[players[seat]])
    if number is None:
        raise Malformed("deadwood_not_whole", "deadwood", player=seat)
    return number


def _read_whole(given: Mapping[str, object], key: str) -> int | None:
    if key not in given:
        return None
    number = whole(given[key])
    if number is None:
        raise Malformed("not_whole", key)
    return number


def _read_switch(given: Mapping[str, object], key: str) -> bool:
    switch = given.get(key, False)
    if not isinstance(switch, bool):
        raise Malformed(f"{key}_not_switch", key)
    return switch


def _check_claim(rules: Rules, hand: Hand, claim: Seat) -> None:
    score = score_hand(rules, hand)
    if score.winner != claim:
        laid_down = held = None
        if hand.knocker is not None and hand.deadwood is not None:
            laid_down, held = hand.deadwood[hand.knocker], hand.deadwood[1 - hand.knocker]
        code = "claim_level" if score.winner is None else "claim_differs"
        raise NotAllowed(
            code,
            "winner",
            player=claim,
            other=score.winner,
            result=score.result,
            laid_down=laid_down,
            held=held,
        )


def _write_column(column: Column, players: Names) -> dict[str, Any]:
    return {
        "number": column.number,
        "points": by_name(column.points, players),
        "boxes": by_name(column.boxes, players),
        "winner": name_of(column.winner, players),
        "closed_by": column.closed_by,
        "shutout": column.shutout,
        "total": by_name(column.total, players),
        "value": column.value,
    }
