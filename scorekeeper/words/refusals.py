"""Why something is not taken, as a sentence that names the fix; one for each code of the engine."""

from typing import Any

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import N_
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.terms import result_name

SENTENCES = {
    "not_json": N_("This is not JSON as the standard has it; a series is one JSON object."),
    "key_repeated": N_("“%(key)s” is stated twice in one place; state it once."),
    "too_deep": N_("This JSON is nested too deep to be a series."),
    "number_too_long": N_("A number in this JSON is far too long."),
    "series_not_object": N_("A series is a JSON object with players and hands."),
    "format_unknown": N_("Unknown format: only hollywood-gin/1 is read here."),
    "players_not_two": N_("Two players are needed: a list of two names."),
    "players_alike": N_("The two players need different names; blanks and case do not count."),
    "name_not_text": N_("A name is text."),
    "name_empty": N_("A name is missing: give 1 to 40 characters."),
    "name_too_long": N_("A name has at most %(high)s characters."),
    "name_unprintable": N_("A name has a character in it that can't be shown; leave control characters out."),
    "player_unnamed": N_("A player is named by the name used in this series."),
    "player_unknown": N_("%(name)s does not play in this series."),
    "rules_not_object": N_("The rules are a JSON object."),
    "rule_unknown": N_("There is no rule called %(rule)s."),
    "rule_not_switch": N_("The rule %(rule)s is either true or false."),
    "rule_not_whole": N_("The rule %(rule)s is a whole number from %(low)s to %(high)s."),
    "rule_range": N_("The rule %(rule)s goes from %(low)s to %(high)s; %(value)s is outside."),
    "rule_choice": N_("The rule %(rule)s is one of: %(choices)s."),
    "stake_shape": N_("A stake is an amount and a currency, or null for none."),
    "stake_amount": N_("The stake's amount is a decimal above 0 with at most 4 places, such as 0.05."),
    "stake_currency": N_("The stake's currency has three letters, such as EUR."),
    "hands_not_list": N_("The hands are a list; an empty list is fine."),
    "hands_too_many": N_("A series has at most %(high)s hands."),
    "hand_not_object": N_("A hand is a JSON object."),
    "how_missing": N_("How the hand ended is missing: knock, gin, big_gin, points or void."),
    "how_unknown": N_(
        "A hand ends by knock, gin, big_gin, points or void; an undercut follows from the numbers."
    ),
    "knocker_missing": N_("Who laid down is missing."),
    "deadwood_missing": N_("%(player)s's deadwood is missing."),
    "deadwood_not_object": N_("The deadwood is a JSON object: a number for each player."),
    "deadwood_not_whole": N_("%(player)s's deadwood is a whole number from 0 to 98."),
    "deadwood_range": N_("%(player)s's deadwood is from %(low)s to %(high)s; %(value)s can't be."),
    "swapped": N_(
        "%(player)s cannot knock with %(value)s: the limit is %(limit)s, and %(other)s held %(held)s."
        " Swapped?"
    ),
    "above_limit": N_("%(player)s cannot knock with %(value)s: the limit is %(limit)s."),
    "gin_with_deadwood": N_("Gin leaves no deadwood, but %(player)s has %(value)s."),
    "big_gin_not_played": N_("Big gin is not played in this series."),
    "spade_not_played": N_("Spades do not double in this series."),
    "spade_not_switch": N_("The spade mark is either true or false."),
    "struck_not_switch": N_("The mark of a struck hand is either true or false."),
    "knock_limit_not_played": N_("A hand has a knock limit of its own only where Oklahoma is played."),
    "knock_limit_range": N_("The knock limit is from %(low)s to %(high)s; %(value)s can't be."),
    "not_used": N_("%(field)s has no use where the hand ends with “%(how)s”; leave it out."),
    "winner_missing": N_("Points taken over from paper need a winner."),
    "points_missing": N_("Points taken over from paper need the number of points."),
    "points_range": N_("Points are from %(low)s to %(high)s; %(value)s can't be."),
    "not_whole": N_("%(field)s is a whole number."),
    "claim_level": N_("Nobody scores this hand, so %(player)s can't have won it."),
    "claim_undercut": N_(
        "%(player)s did not win: %(other)s undercuts %(laid_down)s with %(held)s. Leave the winner out,"
        " or mend the numbers."
    ),
    "claim_differs": N_(
        "%(player)s did not win: with these numbers the hand is %(other)s's. Leave the winner out,"
        " or mend the numbers."
    ),
    "paper_name": N_("“%(text)s” begins with neither player's name."),
    "paper_line": N_(
        "“%(text)s” is not understood: write a name with knock and both counts, with gin and the other's"
        " count, or with the points alone; or void."
    ),
    "paper_undercut": N_(
        "%(player)s did not undercut with %(held)s: the other one knocked with %(laid_down)s."
    ),
    "id_malformed": N_("An id is a UUID, such as 123e4567-e89b-42d3-a456-426614174000."),
    "id_repeated": N_("This id stands in the series already; each hand has its own."),
    "text_not_text": N_("%(field)s is text."),
    "text_too_long": N_("%(field)s has at most %(high)s characters."),
    "text_unprintable": N_("%(field)s has a character in it that can't be kept."),
    "time_malformed": N_("%(field)s is a time with its offset, such as 2026-11-30T19:02:00+01:00."),
}


def tell_refusal(refused: Refused, players: Names | None = None) -> str:
    """One sentence: what is wrong and what would be right. ``players`` are the names at the two seats, where
    known.
    """
    facts = _spoken(refused.facts, players)
    return _(SENTENCES[_case(refused)], field=_field(refused.field), **facts)


def tell_place(refused: Refused, line: int | None = None) -> str:
    """Where it is wrong, to stand before the sentence: ``line 3, hand 2, deadwood``. Empty where there is
    nothing to name.
    """
    place = []
    if line is not None:
        place.append(_("line %(line)s", line=line))
    if refused.hand is not None:
        place.append(_("hand %(hand)s", hand=refused.hand))
    if refused.field is not None:
        place.append(refused.field)
    return ", ".join(place)


def _spoken(facts: dict[str, Any], players: Names | None) -> dict[str, Any]:
    names = players or (_("player 1"), _("player 2"))
    spoken = dict(facts)
    for key in ("player", "other"):
        if isinstance(spoken.get(key), int):
            spoken[key] = names[spoken[key]]
    for key in ("value", "held", "laid_down"):
        if isinstance(spoken.get(key), int):
            spoken[key] = _number(spoken[key])
    if "choices" in spoken:
        spoken["choices"] = ", ".join(str(choice) for choice in spoken["choices"])
    if "how" in spoken:
        spoken["how"] = result_name(spoken["how"])
    return spoken


def _field(field: str | None) -> str | None:
    """A field as whoever fills in a form knows it; one that only programs send by its own name."""
    names = {"note": _("The note"), "reason": _("The reason")}
    return names.get(field or "", field)


def _number(value: int) -> str:
    return (
        str(value)
        if abs(value) < 10**12
        else _("a number with %(digits)s digits", digits=len(str(abs(value))))
    )


def _case(refused: Refused) -> str:
    """The sentence that a code needs here: two of them have a better one where more is known."""
    if refused.code == "player_unknown" and refused.facts["name"] is None:
        return "player_unnamed"
    if refused.code == "claim_differs" and refused.facts["result"] == "undercut":
        return "claim_undercut"
    return refused.code
