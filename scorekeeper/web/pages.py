"""What the series page is given, and what other pages show of a series too; the rest stands with each page.

Pages are given frozen values: names, numbers and sentences, made before a template sees them. Templates print
these and choose between fixed words; they compute nothing and know no model. Each class lists everything its
template reads. Seats are 0 and 1, games 1 to 3. Sentences are finished text in the reader's language; a name
stands apart from its sentence wherever it can, so that a template can isolate and shorten it. An empty string
or None means "not on this page".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup

from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.names import in_pieces, shared_words

How = Literal["knock", "gin", "big_gin", "undercut", "points", "void"]

LONG_WORD = 9
"""Letters of a word that a narrow column has room for at the usual size."""


@dataclass(frozen=True, slots=True)
class Player:
    """One of the two people of a series: the seat decides pen and mark, the name is as it was typed.

    `shared` letters of it are words that the other's name begins with too: where there is no room for the
    whole, they give way before those that tell the two apart.
    """

    seat: int
    name: str
    shared: int = 0

    @property
    def lead(self) -> str:
        """What both names begin with."""
        return self.name[: self.shared]

    @property
    def rest(self) -> str:
        """What tells the two apart."""
        return self.name[self.shared :]

    @property
    def has_long_word(self) -> bool:
        """Whether a word of it needs smaller letters where columns are narrow."""
        return any(len(word) > LONG_WORD for word in self.name.split())

    @property
    def pieces(self) -> tuple[str, ...]:
        """The name in the pieces between which a narrow button may break it."""
        return in_pieces(self.name, LONG_WORD)


def two_players(names: Names) -> tuple[Player, Player]:
    """The people at the two seats."""
    shared = shared_words(names)
    return Player(0, names[0], shared), Player(1, names[1], shared)


@dataclass(frozen=True, slots=True)
class Link:
    """A place to go, with the words that say so."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a field that is chosen from."""

    value: str
    label: str
    is_chosen: bool = False


# --- the six totals -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """The head of a column: its number, and whether anything can still be entered in it."""

    number: int
    is_closed: bool


@dataclass(frozen=True, slots=True)
class Total:
    """One player's points in one game; `needs` counts only while the game is open (state "needs").

    `url` leads to how they come about, "" where there is no such page.
    """

    game: int
    points: int
    state: Literal["needs", "won", "lost"]
    needs: int
    leads: bool
    url: str = ""


@dataclass(frozen=True, slots=True)
class TotalsRow:
    player: Player
    totals: tuple[Total, Total, Total]
    has_decided: bool
    """This player has won two games: the series is decided (or, once over, won)."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The table above everything: three games, two rows, and who deals the next hand (None: not known)."""

    games: tuple[Game, Game, Game]
    rows: tuple[TotalsRow, TotalsRow]
    dealer: Player | None


# --- the last change, undo and redo -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastHand:
    """A hand as the status line tells it: "Hand 9: Ann +22, games 2, 3"; a void one has no player."""

    number: int
    how: How
    player: Player | None
    points: int
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LastChange:
    """The one sentence of the status line and the two buttons beside it.

    One of `hand` (the last change recorded a hand that stands), `undone` (it took one back) and `sentence`
    (anything else: "Bob deals."); none on a fresh series. `undo` and `redo` are the buttons' words
    ("Undo", "Undo Bob's phone: hand 10"), empty when there is nothing to undo or redo, or for somebody who
    may only look.
    `version` is what the buttons send as their base: undo means what the button said when it was drawn.
    """

    hand: LastHand | None
    undone: LastHand | None
    sentence: str
    undo: str
    redo: str
    undo_url: str
    redo_url: str
    version: int


# --- entering a hand ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The thumb form, as it was last typed; all values are text as in the form's fields, "" where not given.

    `who` is "0-knock", "1-gin", ... or "void"; `hows` what a player can lay down under these rules ("knock",
    "gin", and "big_gin" where it is played). `errors` holds a sentence by field name ("who",
    "knocker_deadwood", "other_deadwood", "spade", "knock_limit", or "form" for none of them).
    """

    action: str
    key: str
    base: int
    hows: tuple[How, ...]
    asks_spade: bool = False
    asks_knock_limit: bool = False
    who: str = ""
    knocker_deadwood: str = ""
    other_deadwood: str = ""
    spade: bool = False
    knock_limit: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)


# --- the sheet ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One of the six columns, in printed order: whose, and in which game."""

    player: Player
    game: Game


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What one hand entered in one column: the running total, what it added, whether it closed the game."""

    total: int
    plus: int
    closes: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One hand. `cells` stand in the order of the sheet's columns, None where nothing was entered.

    `kind`: "win" has cells; "void" (no score), "struck" (struck out) and "after_end" (kept, scores nothing)
    have a `note` across the whole row instead, as has a win that no open game could take. `seat` is the
    winner's. `url` leads to the hand's explanation, "" where there is none.
    """

    kind: Literal["win", "void", "struck", "after_end"]
    number: int | None
    how: How
    seat: int | None
    cells: tuple[SheetCell | None, ...]
    note: str
    url: str


@dataclass(frozen=True, slots=True)
class FootCell:
    """A closed game's figure for one player: the number, and in small how it came about ("3 × 20"); `url`
    leads to all of it.
    """

    text: str
    note: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class FootRow:
    """A line below a closed column; `cells` as in a row, None under open games and where there is nothing."""

    what: Literal["points", "boxes", "game", "shutout", "total", "value"]
    cells: tuple[FootCell | None, ...]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The whole sheet: six columns grouped by game (two each) or by player (three each), rows as printed.

    `foot` is empty until a game closes. The URLs give this page with the other grouping or order.
    """

    by: Literal["game", "player"]
    order: Literal["newest", "paper"]
    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    foot: tuple[FootRow, ...]
    by_game_url: str
    by_player_url: str
    newest_url: str
    paper_url: str


# --- the end of a series ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettledGame:
    """A closed game in the settlement: who won it, its signed value for the winner ("137"), and the sum."""

    game: int
    winner: Player
    value: str
    sums: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the series comes to. `ahead` is None when the net is level.

    `net` is a bare number ("412"); `rounding` says what rounding did ("rounded to the nearest 500 from 412"),
    and `money` who pays whom ("Bob pays Ann 20.60 EUR"); both "" where there is none.
    """

    games: tuple[SettledGame, ...]
    ahead: Player | None
    net: str
    rounding: str
    money: str


@dataclass(frozen=True, slots=True)
class SeriesEnd:
    """The end of the series, in place of the form. `winner` None is a draw; `games_won` by seat.

    `why_url` leads to the settlement line by line, `next_url` opens a new series with the same people and
    rules, `keep_url` the page that makes a link for another phone of one's own, `about_url` that of the
    series as a whole; "" where they are not offered. `is_abandoned`: left unfinished, to be taken up again at
    `about_url`.
    """

    winner: Player | None
    games_won: tuple[int, int]
    settlement: Settlement
    why_url: str
    next_url: str
    keep_url: str
    about_url: str = ""
    is_abandoned: bool = False


# --- the page ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """The series page: totals, last change, form, sheet, end. The `live` fragment has the same value.

    `entry` is None for somebody who may only look; on a series that is over it is there, hidden, so that an
    undo can bring it back. `totals` and `sheet` are drawn already. `record` is what the browser's own scoring
    needs, printed as JSON by `record_of`. `live_tag` is the tag of the fragment at `live_url` as it would be
    now, so that the first look at it can be answered with 304. `rules_name` is the preset's name, or words
    for own rules.
    """

    series_id: str
    version: int
    players: tuple[Player, Player]
    totals: Markup
    last: LastChange
    entry: EntryForm | None
    sheet: Markup
    end: SeriesEnd | None
    record: Mapping[str, object]
    url: str
    live_url: str
    live_tag: str
    api_url: str
    dealer_url: str
    home_url: str
    rules_url: str
    rules_name: str
    menu: tuple[Link, ...]
