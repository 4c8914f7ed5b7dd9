"""The published numbers, 300 whole series scored by a second scorer, and the series that must be refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import replay_file
from scorekeeper.engine.errors import Refused
from scorekeeper.engine.seriesfile import read_series, write_series, write_sheet
from scorekeeper.words.reasons import tell_why
from scorekeeper.words.refusals import tell_place, tell_refusal

CASES = Path(__file__).parent.parent / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    with (CASES / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def difference(served: Any, expected: Any, path: str = "") -> str | None:
    """The first place where what is served is not what a source states; a source may state less."""
    if isinstance(expected, dict):
        places = ((served.get(key), value, f"{path}.{key}") for key, value in expected.items())
    elif isinstance(expected, list) and path in (".hands", ".columns"):
        by_number = {entry["number"]: entry for entry in served}
        places = ((by_number.get(entry["number"]), entry, f"{path}[{entry['number']}]") for entry in expected)
    elif served == expected:
        return None
    else:
        return f"{path}: {served!r} is not {expected!r}"
    return next(filter(None, (difference(*place) for place in places)), None)


@pytest.mark.parametrize(
    "case", cases("published.jsonl") + cases("series.jsonl"), ids=lambda case: case["id"]
)
def test_series_scores_as_its_source_states(case: dict[str, Any]) -> None:
    series = read_series(case["series"])
    served = write_sheet(replay_file(series), series.players, tell_why)
    assert difference(served, case["expect"]) is None


@pytest.mark.parametrize("case", cases("series.jsonl")[::10], ids=lambda case: case["id"])
def test_series_comes_back_from_its_file(case: dict[str, Any]) -> None:
    series = read_series({**case["series"], "id": "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "note": "at Cy's"})
    assert read_series(json.loads(json.dumps(write_series(series)))) == series


@pytest.mark.parametrize("case", cases("refused.jsonl"), ids=lambda case: case["about"])
def test_series_is_refused_with_place_and_sentence(case: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        read_series(case["series"])
    refused = caught.value
    if case["about"].startswith("hand 2"):
        assert refused.hand == 2
    assert refused.field
    assert refused.field.split(".")[0] in tell_place(refused, 1)
    assert tell_refusal(refused, refused.players).endswith((".", "?"))
