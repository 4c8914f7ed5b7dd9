"""Why a hand scored what it scored, and why it went where it went, as sentences."""

from typing import Any

from scorekeeper.engine.explain import why_columns, why_points
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.sheet import Played, replay
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.terms import games


def tell_why(played: Played, players: Names) -> str:
    """The arithmetic of a hand in one sentence: ``Bob knocked with 3, Alexandra held 13: 13 − 3 = 10.``"""
    reason = why_points(played)
    if reason.code == "after_end":
        return _("After the end of the series: kept, but scores nothing.")
    if reason.code == "void":
        return _("Nobody laid down: no score.")
    if reason.code == "points":
        return _(
            "Taken over from paper: %(points)s for %(winner)s.",
            points=reason.facts["points"],
            winner=players[reason.facts["winner"]],
        )
    facts = {
        **reason.facts,
        "knocker": players[reason.facts["knocker"]],
        "other": players[reason.facts["other"]],
        "sum": sum_of(reason.code, reason.facts),
    }
    if reason.code == "knock":
        return _("%(knocker)s knocked with %(laid_down)s, %(other)s held %(held)s: %(sum)s.", **facts)
    if reason.code == "undercut":
        return _(
            "%(knocker)s knocked with %(laid_down)s, %(other)s held %(held)s: undercut, %(sum)s.", **facts
        )
    if reason.code == "level":
        return _("%(knocker)s knocked with %(laid_down)s, %(other)s held the same: nobody scores.", **facts)
    if reason.code == "gin":
        return _("%(knocker)s went gin, %(other)s held %(held)s: %(sum)s.", **facts)
    return _("%(knocker)s went big gin, %(other)s held %(held)s: %(sum)s.", **facts)


def sum_of(code: str, facts: dict[str, Any]) -> str:
    """The sum itself, the same in every language: ``8 − 3 + 10 = 15``, or ``(13 − 3) × 2 = 20`` under a
    spade.
    """
    if code == "knock":
        terms = f"{facts['held']} − {facts['laid_down']}"
    elif code == "undercut":
        terms = f"{facts['laid_down']} − {facts['held']} + {facts['bonus']}"
    else:
        terms = f"{facts['held']} + {facts['bonus']}"
    return f"({terms}) × 2 = {facts['points']}" if facts["doubled"] else f"{terms} = {facts['points']}"


def sum_of_hand(hand: Hand, rules: Rules) -> str:
    """The arithmetic of a checked hand, wherever it stands; empty where nothing is added up."""
    (played,) = replay(rules, [hand]).hands
    reason = why_points(played)
    return "" if reason.code in {"void", "points", "level"} else sum_of(reason.code, reason.facts)


def tell_columns(played: Played) -> str:
    """Which games a win was entered in, and why: ``third win: games 1, 2, 3``. Empty where nobody won."""
    reason = why_columns(played)
    if reason is None:
        return ""
    win = nth_win(reason.facts["win"])
    if reason.code == "nowhere":
        return _("%(win)s: all of its games are closed, so it is entered nowhere", win=win)
    entered = games(reason.facts["columns"])
    if reason.code == "nth_win":
        return _("%(win)s: %(games)s", win=win, games=entered)
    if reason.code == "late_start":
        return _("%(win)s, a late start: %(games)s", win=win, games=entered)
    return _(
        "%(win)s: %(games)s, with %(closed)s closed",
        win=win,
        games=entered,
        closed=games(reason.facts["closed"]),
    )


def tell_where(played: Played, players: Names) -> str:
    """The same for somebody who asks: whose win it is, where it goes, and what keeps it out elsewhere."""
    reason = why_columns(played)
    if reason is None:
        return ""
    facts = {
        "name": players[reason.facts["player"]],
        "win": nth_win(reason.facts["win"]),
        "games": games(reason.facts["columns"]),
        "closed": games(reason.facts["closed"]),
    }
    if reason.code == "nth_win":
        return _("%(name)s’s %(win)s: %(games)s.", **facts)
    if reason.code == "nowhere":
        return _("%(name)s’s %(win)s: nowhere. It would go into %(closed)s, closed before.", **facts)
    if reason.code == "late_start":
        return _(
            "%(name)s’s %(win)s, a late start: %(games)s. After %(closed)s has closed, a win goes into every"
            " open game where %(name)s has a line, and into the next one.",
            **facts,
        )
    return _("%(name)s’s %(win)s: %(games)s; %(closed)s closed before.", **facts)


def nth_win(win: int) -> str:
    """A player's win counted: ``first win``, ``win number 7``."""
    match win:
        case 1:
            return _("first win")
        case 2:
            return _("second win")
        case 3:
            return _("third win")
    return _("win number %(win)s", win=win)
