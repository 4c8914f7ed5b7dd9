"""The pictures: what their numbers draw, how small they are, and that nobody needs colour to read them."""

from __future__ import annotations

import re
from decimal import Decimal
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from scorekeeper.web.pictures import (
    MOST_BARS,
    Share,
    Step,
    Told,
    draw_balance,
    draw_game,
    draw_margins,
    draw_shares,
    draw_split,
)

TOLD = Told("Game 1: <b> v \"'&", "Ann reached 100 with hand 9.")
LIMIT = 3000
SVG = "{http://www.w3.org/2000/svg}"

totals = st.lists(st.integers(0, 400), max_size=60).map(
    lambda points: [Step(hand, sum(points[:hand])) for hand in range(1, len(points) + 1)]
)
margins = st.lists(st.integers(-20_000, 20_000), max_size=90)
amounts = st.lists(st.decimals(-10_000, 10_000, places=2), max_size=200)
percents = st.tuples(st.integers(0, 100), st.integers(0, 100))


def read(picture: Markup) -> ElementTree.Element:
    """The picture as a program that draws it reads it."""
    whole = str(picture).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return ElementTree.fromstring(whole)


def expect_sound(picture: Markup) -> None:
    """Small, told in words, with nothing that the page's own rules forbid, and nothing outside its frame."""
    assert len(picture.encode()) < LIMIT
    drawn = read(picture)
    assert drawn.findtext(f"{SVG}title") == TOLD.title
    assert drawn.findtext(f"{SVG}desc") == TOLD.finding
    assert drawn.get("role") == "img"
    ids = [found.get("id") for found in drawn.iter() if found.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("one-") for name in ids if name)
    assert "style=" not in picture
    width, height = (int(number) for number in (drawn.get("viewBox") or "").split()[2:])
    for word in drawn.iter(f"{SVG}text"):
        assert 0 <= int(word.get("x", "0")) <= width
        assert 9 <= int(word.get("y", "0")) <= height


@given(totals, totals, st.integers(50, 500))
def test_a_game_is_small_and_sound(one: list[Step], other: list[Step], target: int) -> None:
    expect_sound(draw_game("one", TOLD, (one, other), 60, target))


def test_a_very_long_game_leaves_steps_out_but_not_its_end() -> None:
    line = [Step(hand, hand) for hand in range(1, 500)]
    picture = draw_game("one", TOLD, (line, line[:-1]), 500, 500)
    expect_sound(picture)
    assert "▲ 499" in picture
    assert "● 498" in picture


def test_a_game_has_a_step_a_line_and_the_target() -> None:
    picture = draw_game("one", TOLD, ([Step(1, 50), Step(4, 100)], [Step(2, 30)]), 4, 100)
    first, second = (found for found in read(picture).iter(f"{SVG}path") if found.get("class"))
    assert first.get("d") == "M30 104H53V56H194V8H218"
    assert second.get("d") == "M30 104H100V76H218"
    assert (first.get("stroke-dasharray"), second.get("stroke-dasharray")) == (None, "6 3")
    target = next(found for found in read(picture).iter(f"{SVG}text") if found.text == "100")
    assert target.get("text-anchor") == "end", "it stands beside the lines, not under them"
    assert int(target.get("x", "280")) < 30


@given(margins)
def test_margins_are_small_and_sound(row: list[int]) -> None:
    expect_sound(draw_margins("one", TOLD, row))


def test_a_margin_is_a_bar_up_full_or_down_hatched() -> None:
    picture = draw_margins("one", TOLD, [100, -50, 0])
    up, down = (found for found in read(picture).iter(f"{SVG}path") if found.get("class") in {"p0", "p1"})
    assert up.get("d") == "M20 44v-38h14V44z"
    assert down.get("d") == "M42 44v19h14V44z"
    assert (up.get("fill"), down.get("fill")) == ("currentColor", "url(#one-h)")
    assert "M64 41v6" in picture


def test_of_a_long_row_the_last_bars_are_drawn() -> None:
    picture = draw_margins("one", TOLD, [-1] * 100 + [5] * MOST_BARS)
    assert 'class="p1" d=' not in picture
    assert len(re.findall(r"v-38h", picture)) == MOST_BARS


@given(st.lists(percents, max_size=6))
def test_shares_are_small_and_sound(parts: list[tuple[int, int]]) -> None:
    kinds = [Share("undercut", pair, (f"{pair[0]} %", f"{pair[1]} %")) for pair in parts]
    expect_sound(draw_shares("one", TOLD, kinds))


@given(amounts)
def test_a_balance_is_small_and_sound(row: list[Decimal]) -> None:
    expect_sound(draw_balance("one", TOLD, row, "1,204.55"))


@pytest.mark.parametrize("counts", [(0, 0), (1, 0), (0, 7), (8, 6), (12_345, 1)])
def test_a_split_shows_both_counts(counts: tuple[int, int]) -> None:
    picture = draw_split("one", TOLD, counts)
    expect_sound(picture)
    assert f"▲ {counts[0]}" in picture
    assert f"{counts[1]} ●" in picture
    assert ("url(#" in picture) == (counts[1] > 0)
