"""The description of the API is complete, and no made-up call gets an answer that it does not tell of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.web.conftest import EVENING, Cast, Script

if TYPE_CHECKING:
    from flask import Flask
    from schemathesis.schemas import APIOperation

WRITES = {"post", "put", "patch", "delete"}
CALLS = 12
"""Made-up calls of each operation and each way of making them up, in a short run."""
CALLS_OF_A_SOAK = 90


@pytest.fixture
def description(app: Flask) -> dict[str, Any]:
    told: dict[str, Any] = app.test_client().get("/api/openapi.json").get_json()
    return told


def test_every_route_of_the_api_is_described(app: Flask, description: dict[str, Any]) -> None:
    from scorekeeper.web.openapi import path_of

    described = {(path, method) for path, told in description["paths"].items() for method in told}
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith(("/api/", "/healthz", "/csrf")):
            continue
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            assert (path_of(rule), method.lower()) in described, rule
    assert ("/api/series/{series_id}/hands/{hand_id}", "put") in described


def test_what_the_description_says_of_each_route(description: dict[str, Any]) -> None:
    assert description["openapi"].startswith("3.1")
    for path, operations in description["paths"].items():
        for method, told in operations.items():
            where = f"{method} {path}"
            assert told["summary"].endswith("."), where
            named = {parameter["name"] for parameter in told["parameters"] if parameter["in"] == "path"}
            assert all(f"{{{name}}}" in path for name in named), where
            assert "503" in told["responses"], where
            if "{" in path:
                assert {"401", "404", "410"} <= told["responses"].keys(), where
            if method in WRITES:
                assert {"400", "413", "415", "422", "429"} <= told["responses"].keys(), where
                assert told["requestBody"]["content"].keys() == {"application/json"}, where
            if "{series_id}" in path and method in WRITES:
                stale = told["responses"]["409"]["content"]["application/json"]["schema"]
                assert stale == {"$ref": "#/components/schemas/Conflict"}, where


def test_bodies_are_those_that_are_checked(description: dict[str, Any]) -> None:
    from scorekeeper.engine.rules import OPTIONS

    shapes = description["components"]["schemas"]
    assert shapes["NewHand"]["required"] == ["base", "how"]
    assert shapes["HandChange"]["required"] == ["base"]
    assert shapes["NewSeries"]["properties"]["rules"]["properties"].keys() == OPTIONS.keys()
    assert shapes["NewHand"]["properties"]["deadwood"]["additionalProperties"]["maximum"] == 98


def test_the_description_is_not_sent_twice(app: Flask) -> None:
    client = app.test_client()
    first = client.get("/api/openapi.json")
    assert (
        client.get("/api/openapi.json", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    )


def call_everything(app: Flask, cast: Cast, count: int) -> Counter[int]:
    """Make up so many calls of each operation, by the description and against it; the answers by status.

    Fails for a 500, for a status, a kind of content or a shape that the description does not tell of.
    """
    import schemathesis

    for hand in EVENING:
        cast.record(hand)
    asking = (cast.owner, cast.scorer, cast.viewer, cast.nobody)
    tokens = [script.headers["Authorization"] for script in asking]
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    answers = Counter[int]()
    for found in schema.get_all_operations():
        for mode in schemathesis.GenerationMode:
            call_one(found.ok(), mode, tokens, cast, count, answers)
    return answers


def call_one(
    operation: APIOperation, mode: Any, tokens: list[str], cast: Cast, count: int, answers: Counter[int]
) -> None:
    """Made-up calls of one operation; half of them go to the series that is there, at its version."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
    told = operation.definition.raw
    if mode.value == "negative" and not told["parameters"] and "requestBody" not in told:
        return  # there is nothing about it that could be wrong
    cases = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, token=st.sampled_from(tokens), is_aimed=st.booleans(), is_present=st.booleans())
    def call(case: Any, token: str, is_aimed: bool, is_present: bool) -> None:
        if is_aimed and "series_id" in (case.path_parameters or {}):
            case.path_parameters["series_id"] = cast.series_id
        if is_present and isinstance(case.body, dict) and "base" in case.body:
            case.body["base"] = cast.read()["version"]
        answer = case.call_and_validate(
            headers={"Authorization": token, "Accept-Encoding": "identity"}, checks=checks
        )
        answers[answer.status_code] += 1

    call()


def test_no_made_up_call_gets_an_answer_that_is_not_described(app: Flask, cast: Cast) -> None:
    answers = call_everything(app, cast, CALLS)
    assert {200, 401, 404, 422} <= answers.keys(), answers
    assert not [status for status in answers if status >= 500], answers


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_thousands_of_made_up_calls(app: Flask, cast: Cast) -> None:
    answers = call_everything(app, cast, CALLS_OF_A_SOAK)
    assert answers.total() >= 2000
    assert not [status for status in answers if status >= 500], answers


def test_what_the_readme_shows_with_curl_works(app: Flask) -> None:
    made = app.test_client().post("/api/books", json={"name": "Kitchen table"}).get_json()
    script = Script(app, made["owner_token"])
    series = script.call("POST", "/series", {"players": ["Ann", "Bob"], "hands": []}).get_json()
    hand = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 4, "Bob": 26}, "base": 0}
    assert script.call("PUT", f"/series/{series['id']}/hands/{uuid4()}", hand).status_code == 201
