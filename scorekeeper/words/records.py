"""What two people come to against each other, in words."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext
from scorekeeper.words.names import names_within


def tell_meetings(series: int, last: str) -> str:
    """How often, and when last: ``14 series, last on Sat 28 Nov``."""
    return ngettext(
        "%(count)s series, on %(day)s", "%(count)s series, last on %(day)s", series, count=series, day=last
    )


def tell_series(count: int) -> str:
    """How many finished series."""
    return ngettext("%(count)s series", "%(count)s series", count, count=count)


def fact_name(fact: str) -> str:
    """What a row of a record counts."""
    names = {
        "won": _("Series won"),
        "drawn": _("Series drawn"),
        "columns": _("Games won"),
        "shutouts": _("Shutouts"),
        "net": _("Net points"),
        "knock": _("Won by knock"),
        "gin": _("Won by gin"),
        "undercut": _("Won by undercut"),
        "held": _("Deadwood left, on average"),
        "laid": _("Laid down with, on average"),
        "biggest": _("Biggest hand"),
        "run": _("Series won in a row"),
        "streak": _("Series won in a row, against anybody"),
        "dealt": _("Won of own deals"),
        "faced": _("Won of the other's deals"),
        "hands": _("Lines a game, on average"),
    }
    return names[fact]


def money_fact(currency: str) -> str:
    """The row of what was won in one currency."""
    return _("Won, in %(currency)s", currency=currency)


def tell_owed(debtor: str, creditor: str, amount: str, currency: str) -> str:
    """Who owes whom how much."""
    return _(
        "%(debtor)s owes %(creditor)s %(amount)s %(currency)s",
        debtor=debtor,
        creditor=creditor,
        amount=amount,
        currency=currency,
    )


def tell_even(currencies: Sequence[str]) -> str:
    """That nobody owes anything in these currencies."""
    return _("You are even in %(currencies)s", currencies=", ".join(currencies))


def together(sentences: Sequence[str]) -> str:
    """Several balances in one sentence."""
    return "; ".join(sentences)


def tell_game_length(hands: str) -> str:
    """How many hands a game takes."""
    return _("A game takes %(hands)s lines on average.", hands=hands)


def tell_dealing(shares: tuple[str, str], *, helps: bool | None) -> str:
    """Who profits from dealing: what was won of own deals, and of the other's; None where it is level."""
    own, other = shares
    if helps is None:
        return _("Dealing makes no difference: whoever deals wins %(own)s of the hands.", own=own)
    if helps:
        return _(
            "Dealing helps: whoever deals wins %(own)s of the hands, the other %(other)s.",
            own=own,
            other=other,
        )
    return _(
        "Dealing does not help: whoever deals wins %(own)s of the hands, the other %(other)s.",
        own=own,
        other=other,
    )


def person_dealing(person: str, shares: tuple[str, str]) -> str:
    """What one person won of own deals and of the others'."""
    return _(
        "%(name)s won %(own)s of the hands dealt, and %(other)s of those that somebody else dealt.",
        name=person,
        own=shares[0],
        other=shares[1],
    )


def tell_of(part: int, whole: int) -> str:
    """A part of a whole: ``8 of 14``."""
    return _("%(part)s of %(whole)s", part=part, whole=whole)


def tell_standing(won: int, lost: int, drawn: int) -> str:
    """How a pair stands in series, the first one's first: ``8 to 6``."""
    if drawn:
        return _("%(won)s to %(lost)s, %(drawn)s drawn", won=won, lost=lost, drawn=drawn)
    return _("%(won)s to %(lost)s", won=won, lost=lost)


def tell_owed_in_all(person: str, amount: str, currency: str, *, owes: bool) -> str:
    """What somebody owes, or is owed, over all opponents."""
    facts = {"name": person, "amount": amount, "currency": currency}
    if owes:
        return _("%(name)s owes %(amount)s %(currency)s in all", **facts)
    return _("%(name)s is owed %(amount)s %(currency)s in all", **facts)


def merge_fact(fact: str) -> str:
    """What a row counts where two people are to be one."""
    return _("Finished series") if fact == "series" else _("Opponents")


# --- pictures --------------------------------------------------------------------------------------------


def split_title(players: Names, won: tuple[int, int], drawn: int) -> str:
    """The series that each won."""
    one, other = names_within(players)
    facts = {"one": one, "ones": won[0], "other": other, "others": won[1]}
    if drawn:
        return _("Series won: %(one)s %(ones)s, %(other)s %(others)s, drawn %(drawn)s", **facts, drawn=drawn)
    return _("Series won: %(one)s %(ones)s, %(other)s %(others)s", **facts)


def split_finding(players: Names, won: tuple[int, int]) -> str:
    """Who leads."""
    if won[0] == won[1]:
        return _("It stands level.")
    ahead = 0 if won[0] > won[1] else 1
    return _("%(name)s leads by %(count)s.", name=names_within(players)[ahead], count=abs(won[0] - won[1]))


def margins_title(players: Names) -> str:
    """The margin of each series."""
    one, other = names_within(players)
    return _("Margin of each series: %(one)s above the line, %(other)s below", one=one, other=other)


def margins_finding(players: Names, best: tuple[int, int], shown: int) -> str:
    """The best of each among the series that are drawn."""
    names = names_within(players)
    told = [
        _("%(name)s's best is +%(points)s", name=name, points=points)
        for name, points in zip(names, best, strict=True)
        if points
    ]
    count = ngettext("The last series", "The last %(count)s series", shown, count=shown)
    return _("%(series)s: %(best)s.", series=count, best=", ".join(told) or _("all level"))


def types_title(players: Names) -> str:
    """How each wins hands."""
    one, other = names_within(players)
    return _("How %(one)s and %(other)s win their hands", one=one, other=other)


def types_finding(players: Names, gins: tuple[str, str]) -> str:
    """How often each wins by gin."""
    one, other = names_within(players)
    return _(
        "%(one)s wins %(ones)s of the hands by gin, %(other)s %(others)s.",
        one=one,
        ones=gins[0],
        other=other,
        others=gins[1],
    )


def balance_title(players: Names, currency: str | None) -> str:
    """What the first was owed from series to series, in money or in points."""
    one, other = names_within(players)
    unit = _("points") if currency is None else currency
    return _(
        "Balance over time in %(unit)s: %(one)s ahead above the line, %(other)s below",
        unit=unit,
        one=one,
        other=other,
    )


def balance_finding(players: Names, ahead: int | None, amount: str) -> str:
    """How it stands now."""
    if ahead is None:
        return _("It stands level now.")
    return _("Now %(name)s is ahead by %(amount)s.", name=names_within(players)[ahead], amount=amount)


def game_title(game: int) -> str:
    """The totals of a game."""
    return _("Game %(number)s, hand by hand", number=game)


def game_finding(
    players: Names, points: tuple[int, int], target: int, closed_by: int | None, winner: int | None
) -> str:
    """How a game went."""
    names = names_within(players)
    if winner is None or closed_by is None:
        return _(
            "%(one)s has %(ones)s, %(other)s %(others)s; %(target)s closes the game.",
            one=names[0],
            ones=points[0],
            other=names[1],
            others=points[1],
            target=target,
        )
    return _(
        "%(winner)s reached %(target)s with hand %(hand)s and has %(points)s; %(loser)s had %(less)s.",
        winner=names[winner],
        target=target,
        hand=closed_by,
        points=points[winner],
        loser=names[1 - winner],
        less=points[1 - winner],
    )


def hands_title(players: Names) -> str:
    """How each won hands in one series."""
    one, other = names_within(players)
    return _("How %(one)s and %(other)s won their hands", one=one, other=other)


def hands_finding(players: Names, won: tuple[int, int]) -> str:
    """How many hands each won."""
    one, other = names_within(players)
    return _(
        "Hands won: %(one)s %(ones)s, %(other)s %(others)s.",
        one=one,
        ones=won[0],
        other=other,
        others=won[1],
    )


def tell_pays(payer: str, payee: str) -> str:
    """Who pays whom, as a choice."""
    return _("%(payer)s pays %(payee)s", payer=payer, payee=payee)
