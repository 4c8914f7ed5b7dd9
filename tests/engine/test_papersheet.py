"""A notebook's sheet, typed line by line."""

import pytest

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.papersheet import read_papersheet
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules
from scorekeeper.words.refusals import tell_refusal

PLAYERS = ("Ann", "Bob")
SHEET = """
# An evening in May
Ann knock 4 26
  bob   GIN 31
void
Ann: 18
BOB +7
Ann, undercut 9 4
Bob = 0
no score
Bob knocked 10 98
Ann undercuts 6 6
ann gin 0
Bob 400
"""


def test_twelve_hands_as_they_were_entered() -> None:
    lines = read_papersheet(SHEET, PLAYERS, DEFAULTS)
    assert [line.hand for line in lines] == [
        Hand("knock", 0, (4, 26)),
        Hand("gin", 1, (31, 0)),
        Hand("void"),
        Hand("points", winner=0, points=18),
        Hand("points", winner=1, points=7),
        Hand("knock", 1, (4, 9)),
        Hand("points", winner=1, points=0),
        Hand("void"),
        Hand("knock", 1, (98, 10)),
        Hand("knock", 1, (6, 6)),
        Hand("gin", 0, (0, 0)),
        Hand("points", winner=1, points=400),
    ]
    assert [line.number for line in lines] == list(range(3, 15))


def test_marks_where_the_rules_use_them() -> None:
    rules = Rules(oklahoma=True, spade_doubles=True, big_gin_bonus=31)
    (first, second, third) = read_papersheet(
        "Ann big gin 20 spade limit 7 dealer Bob\nvoid dealer ann\nBob 5 dealer bob", PLAYERS, rules
    )
    assert first.hand == Hand("big_gin", 0, (0, 20), spade=True, knock_limit=7, dealer=1)
    assert second.hand == Hand("void", dealer=0)
    assert third.hand == Hand("points", winner=1, points=5, dealer=1)


@pytest.mark.parametrize(
    ("players", "line", "hand"),
    [
        (("Ann", "Ann 2"), "Ann 2 18", Hand("points", winner=1, points=18)),
        (("Ann", "Ann 2"), "Ann 2", Hand("points", winner=0, points=2)),
        (("Ann", "Annabel"), "annabel 2", Hand("points", winner=1, points=2)),
        (("Anna  Maria", "O'Neil"), "ANNA MARIA knock 1 2", Hand("knock", 0, (1, 2))),
        (("void", "gin"), "void 18", Hand("points", winner=0, points=18)),
        (("void", "gin"), "gin gin 18", Hand("gin", 1, (18, 0))),
        (("dealer", "spade"), "spade 18", Hand("points", winner=1, points=18)),
        (("dealer", "spade"), "dealer 3 dealer spade", Hand("points", winner=0, points=3, dealer=1)),
        (("עִבְרִית", "李"), "李 knock 3 13", Hand("knock", 1, (13, 3))),
        (("Straße", "B"), "STRASSE 7", Hand("points", winner=0, points=7)),
        (("1", "0"), "1 0", Hand("points", winner=0, points=0)),
    ],
)
def test_names_of_any_kind(players: tuple[str, str], line: str, hand: Hand) -> None:
    assert [read.hand for read in read_papersheet(line, players, DEFAULTS)] == [hand]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Cy 18", "paper_name"),
        ("knock 4 26", "paper_name"),
        ("Annabel 3", "paper_name"),
        ("Ann", "paper_name"),
        ("Ann knock 4", "paper_line"),
        ("Ann -18", "paper_line"),
        ("Ann 4 26", "paper_line"),
        ("Ann knock four 26", "paper_line"),
        ("Ann knock ٤ 26", "paper_line"),
        ("Ann gin 3 spade spade", "paper_line"),
        ("Ann knock 12 40", "above_limit"),
        ("Ann knock 40 3", "swapped"),
        ("Ann gin 99", "deadwood_range"),
        ("Ann 401", "points_range"),
        ("Ann undercut 4 9", "paper_undercut"),
        ("Ann big gin 3", "big_gin_not_played"),
        ("Ann gin 3 spade", "spade_not_played"),
        ("Ann gin 3 limit 4", "knock_limit_not_played"),
        ("void spade", "not_used"),
        ("void dealer Cy", "player_unknown"),
    ],
)
def test_a_line_that_is_no_hand_says_why_and_hides_no_other(line: str, code: str) -> None:
    lines = read_papersheet(f"void\n\n{line}\nAnn 18", PLAYERS, DEFAULTS)
    assert [read.hand is None for read in lines] == [False, True, False]
    refused = lines[1].refused
    assert isinstance(refused, Refused)
    assert (lines[1].number, refused.code, refused.hand) == (3, code, 2)
    assert tell_refusal(refused, refused.players).endswith((".", "?"))


def test_a_tie_that_nobody_scores_is_undercut_by_nobody() -> None:
    (line,) = read_papersheet("Ann undercut 4 4", PLAYERS, Rules(tie="void"))
    assert line.refused is not None
    assert line.refused.code == "paper_undercut"


def test_more_lines_than_a_series_has_hands() -> None:
    lines = read_papersheet("void\n" * 10_005, PLAYERS, PRESETS["plain"])
    assert len(lines) == 10_001
    assert lines[-1].refused is not None
    assert lines[-1].refused.code == "hands_too_many"
