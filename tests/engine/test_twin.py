"""The browser's own scoring says what the Python engine says: of the cases, of every hand, of any series.

It runs where players run it, in the browser; each test asks once for all that it wants to know.
"""

import gzip
import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
import rjsmin
from playwright.sync_api import Browser, Route

from scorekeeper.cli import replay_file
from scorekeeper.engine.errors import Refused
from scorekeeper.engine.explain import Reason, why_columns, why_points
from scorekeeper.engine.hand import Hand, check_hand, score_hand
from scorekeeper.engine.rules import PRESETS, Rules, changed_rules, preset_of, read_rules, write_rules
from scorekeeper.engine.seriesfile import Names, read_series, write_hand, write_sheet
from scorekeeper.engine.sheet import Played
from tests.engine.deal import deal_rules, deal_series, every_misprint, spoil
from tests.engine.test_cases import cases, difference

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "static" / "js" / "engine"
ORIGIN = "http://score.test"
MOST_BYTES = 3584  # of the page's share, gzipped: phone.md, point 32, leaves 24 KB for everything
SERIES = 2000

Ask = Callable[[str, list[Any]], list[Any]]


@pytest.fixture(scope="module")
def ask(browser: Browser) -> Iterator[Ask]:
    """Asks one of the twin's judges about a whole list at once; the modules come from the working tree."""
    page = browser.new_page()
    page.route(f"{ORIGIN}/**", serve)
    page.goto(f"{ORIGIN}/")

    def ask_all(judge: str, questions: list[Any]) -> list[Any]:
        answers: list[Any] = json.loads(
            page.evaluate(
                """async ([judge, questions]) => {
                    const judges = await import("/verdicts.js");
                    return JSON.stringify(JSON.parse(questions).map(judges[judge]));
                }""",
                [judge, json.dumps(questions)],
            )
        )
        return answers

    yield ask_all
    page.close()


def serve(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN)
    if path == "/":
        route.fulfill(body="<!doctype html><title>Twin</title>", content_type="text/html")
    elif path.startswith("/engine/"):
        route.fulfill(path=ENGINE / path.removeprefix("/engine/"), content_type="text/javascript")
    else:
        route.fulfill(path=Path(__file__).parent / path.lstrip("/"), content_type="text/javascript")


def test_cases_score_as_their_sources_state(ask: Ask) -> None:
    stated = cases("published.jsonl") + cases("series.jsonl")
    series = [case["series"] for case in stated]
    verdicts = ask("judgeSeries", series)
    for case, verdict in zip(stated, verdicts, strict=True):
        assert difference(verdict["sheet"], case["expect"]) is None, case["id"]
    expect_alike(series, verdicts, judge_series)


def test_refused_cases_are_refused_for_the_same_reason(ask: Ask) -> None:
    series = [case["series"] for case in cases("refused.jsonl")]
    verdicts = ask("judgeSeries", series)
    assert all("refused" in verdict for verdict in verdicts)
    expect_alike(series, verdicts, judge_series)


def test_each_wrong_value_in_each_place_is_judged_alike(ask: Ask) -> None:
    series = [json.loads(json.dumps(misprint)) for misprint in every_misprint()]
    expect_alike(series, ask("judgeSeries", series), judge_series)


def test_every_hand_is_worth_the_same_under_presets_and_any_rules(ask: Ask) -> None:
    chance = Random(secrets.randbits(32))
    some = [*PRESETS.values(), *(read_rules(deal_rules(chance)) for _ in range(3))]
    questions = [{"rules": write_rules(rules), "hands": list(every_hand(rules))} for rules in some]
    expect_alike(questions, ask("judgeHands", questions), judge_hands)


def every_hand(rules: Rules) -> Iterator[dict[str, Any]]:
    """Every pair of deadwoods that may be entered for each way to lay down, and those just outside."""
    for how, spade, knocker in product(("knock", "gin", "big_gin"), {False, rules.spade_doubles}, (0, 1)):
        for laid, held in product(range(-1, 13) if how == "knock" else (0, 1), range(-1, 100)):
            deadwood = (held, laid) if knocker else (laid, held)
            yield {"how": how, "knocker": knocker, "deadwood": deadwood, "spade": spade}


@pytest.mark.parametrize("spoilt", [False, True], ids=["legal", "spoilt"])
def test_series_at_random_score_alike_or_are_refused_alike(ask: Ask, spoilt: bool) -> None:
    chance = Random(secrets.randbits(32))
    dealt = [deal_series(chance) for _ in range(SERIES)]
    series = [json.loads(json.dumps(spoil(chance, each) if spoilt else each)) for each in dealt]
    verdicts = ask("judgeSeries", series)
    assert spoilt or sum("sheet" in verdict for verdict in verdicts) > SERIES / 2
    expect_alike(series, verdicts, judge_series)


def test_share_of_the_series_page_is_small_and_needs_no_series_file() -> None:
    share = loaded_with("play.js") | loaded_with("hand.js")
    assert "seriesfile.js" not in share
    sent = {name: len(gzip.compress(rjsmin.jsmin((ENGINE / name).read_bytes()))) for name in share}
    assert sum(sent.values()) <= MOST_BYTES, sent


def loaded_with(name: str) -> set[str]:
    """The modules that the browser loads with this one, itself included."""
    return {name}.union(*(loaded_with(other.removeprefix("./")) for other in imports_of(ENGINE / name)))


def imports_of(module: Path) -> list[str]:
    return re.findall(r'from "(.+?)";', module.read_text(encoding="utf-8"))


def expect_alike(questions: list[Any], verdicts: list[Any], judge: Callable[[Any], Any]) -> None:
    """Whole answers are equal; what isn't is shown with its question, to be scored by hand."""
    for question, said in zip(questions, verdicts, strict=True):
        expected = json.loads(json.dumps(judge(question)))
        assert said == expected, json.dumps(question)[:10_000]


def judge_series(given: Any) -> Any:
    """What ``judgeSeries`` in ``verdicts.js`` says, from the Python engine."""
    try:
        series = read_series(given)
    except Refused as refused:
        return refusal(refused)
    sheet = replay_file(series)
    return {
        "sheet": write_sheet(sheet, series.players, tell_code),
        "columns": [reason(why_columns(played)) for played in sheet.hands],
        "closes": [played.closes for played in sheet.hands],
        "hands": [(write_hand(filed.hand, series.players), filed.id, filed.struck) for filed in series.hands],
        "rules": (write_rules(series.rules), changed_rules(series.rules), preset_of(series.rules)),
    }


def judge_hands(given: Any) -> Any:
    """What ``judgeHands`` in ``verdicts.js`` says, from the Python engine."""
    rules = read_rules(given["rules"])
    return [judge_hand(rules, Hand(**hand)) for hand in given["hands"]]


def judge_hand(rules: Rules, given: Hand) -> Any:
    try:
        hand = check_hand(rules, given)
    except Refused as refused:
        return refusal(refused)
    return {"how": hand.how, **asdict(score_hand(rules, hand))}


def refusal(refused: Refused) -> Any:
    return {
        "refused": type(refused).__name__,
        "code": refused.code,
        "field": refused.field,
        "hand": refused.hand,
        "facts": refused.facts,
    }


def tell_code(played: Played, _players: Names) -> Any:
    return reason(why_points(played))


def reason(given: Reason | None) -> Any:
    return given and {"code": given.code, **given.facts}
