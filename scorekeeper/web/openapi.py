"""The description of the API (OpenAPI 3.1), made from what routes, access and bodies declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from werkzeug.routing import Rule

from scorekeeper.web.access import SAFE_METHODS, Access, OpenToSeries, open_to_all
from scorekeeper.web.answers import AnsweredSeries, Conflict, Failure
from scorekeeper.web.described import Description, described
from scorekeeper.words.faults import tell_fault

blueprint = Blueprint("openapi", __name__, url_prefix="/api")

JSON = "application/json"
REF = "#/components/schemas/{model}"
ID_IN_PATH = re.compile(r"<(\w+):(\w+)>")
TYPES = {"uuid": {"type": "string", "format": "uuid"}, "int": {"type": "integer"}}
TIME_WAITED = {"Retry-After": {"description": "seconds to wait", "schema": {"type": "string"}}}
BEARER, DEVICE, FORM_TOKEN = "bearer", "device", "form_token"
SCHEMES = {
    BEARER: {"type": "http", "scheme": "bearer", "description": "a token of `POST /api/books`"},
    DEVICE: {"type": "apiKey", "in": "cookie", "name": "device", "description": "a phone's own cookie"},
    FORM_TOKEN: {"type": "apiKey", "in": "header", "name": "X-CSRFToken", "description": "from `GET /csrf`"},
}
"""Who may ask, and how it is shown."""


@blueprint.get("/openapi.json")
@open_to_all
@described({200: None, 304: None})
def show() -> Response:
    """This description."""
    answer = jsonify(describe(current_app))
    answer.add_etag(weak=True)
    answer.make_conditional(request)
    return answer


def describe(app: Flask) -> dict[str, Any]:
    """All routes that describe themselves, with the schemas that they name."""
    paths: dict[str, dict[str, Any]] = {}
    models: set[type[BaseModel]] = {Failure}
    for rule, method, description in routes_described(app):
        view = app.view_functions[rule.endpoint]
        models |= {model for model in (*description.answers.values(), description.takes) if model}
        access: Access = getattr(view, "access")  # noqa: B009  functions have no such attribute for mypy
        paths.setdefault(path_of(rule), {})[method.lower()] = {
            "operationId": rule.endpoint.rpartition(".")[2],
            "summary": (getdoc(view) or "").partition("\n\n")[0].replace("\n", " "),
            "security": security(access, method),
            "parameters": [*path_parameters(rule), *query_parameters(description)],
            **body_of(description),
            "responses": answers(description) | refusals(description, access, method),
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "scorekeeper", "version": "1", "description": "Hollywood Gin, hand by hand."},
        "paths": paths,
        "components": {"schemas": schemas(models | {Conflict}), "securitySchemes": SCHEMES},
    }


def routes_described(app: Flask) -> Iterator[tuple[Rule, str, Description]]:
    """Each rule and method with what its view tells about itself, in the order in which they are told."""
    for rule in app.url_map.iter_rules():
        description = getattr(app.view_functions[rule.endpoint], "described", None)
        if description is None:
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule, method, description


def path_of(rule: Rule) -> str:
    """The path as OpenAPI spells it: without converters."""
    return ID_IN_PATH.sub(r"{\2}", rule.rule)


def path_parameters(rule: Rule) -> Iterator[dict[str, Any]]:
    """The ids in the path, in order."""
    for kind, name in ID_IN_PATH.findall(rule.rule):
        yield {"name": name, "in": "path", "required": True, "schema": TYPES[kind]}


def query_parameters(description: Description) -> Iterator[dict[str, Any]]:
    """What may be asked behind the question mark."""
    for name, words in description.asked.items():
        yield {"name": name, "in": "query", "description": words, "schema": {"type": "string"}}


def security(access: Access, method: str) -> list[dict[str, list[str]]]:
    """How who asks is known: a header, or a cookie, which for writes proves that the page was ours."""
    if access.is_open:
        return []
    by_cookie: dict[str, list[str]] = {DEVICE: []}
    return [{BEARER: []}, by_cookie if method in SAFE_METHODS else {**by_cookie, FORM_TOKEN: []}]


def body_of(description: Description) -> dict[str, Any]:
    """The JSON body, where the route takes one."""
    if description.takes is None:
        return {}
    return {"requestBody": {"required": True, "content": content(description.takes)}}


def answers(description: Description) -> dict[str, Any]:
    """What comes back when all goes well."""
    return {
        str(status): {"description": "unchanged" if status == 304 else (model.__doc__ or "" if model else "")}
        | ({} if status == 304 else {"content": content(model)})
        for status, model in description.answers.items()
    }


def refusals(description: Description, access: Access, method: str) -> dict[str, Any]:
    """What comes back otherwise: one shape for all, but for what a stale write is told."""
    return {
        str(status): {
            "description": tell_fault(status),
            "content": content(Conflict if status == 409 and isinstance(access, OpenToSeries) else Failure),
            **({"headers": TIME_WAITED} if status in {429, 503} else {}),
        }
        for status in sorted(refused(description, access, method))
    }


def refused(description: Description, access: Access, method: str) -> set[int]:
    """The statuses of failure that follow from access, method and body, and those that the route names."""
    statuses = {503, *description.refuses}
    if not access.is_open:
        statuses |= {401}
    if isinstance(access, OpenToSeries):
        statuses |= {404, 410}
    if method not in SAFE_METHODS:
        statuses |= {400, 429} | (set() if access.is_open else {403})
        if isinstance(access, OpenToSeries):
            statuses |= {409}
    if description.takes is not None:
        statuses |= {400, 413, 415, 422}
    if description.asked:
        statuses |= {422}
    return statuses


def content(model: type[BaseModel] | None) -> dict[str, Any]:
    """JSON of this shape, or of any."""
    schema = {"type": "object"} if model is None else {"$ref": REF.format(model=model.__name__)}
    return {JSON: {"schema": schema}}


def schemas(models: set[type[BaseModel]]) -> dict[str, Any]:
    """The shapes of bodies and answers, and those that they name in turn."""
    in_order = sorted(models | {AnsweredSeries}, key=lambda model: model.__name__)
    _, told = models_json_schema([(model, "validation") for model in in_order], ref_template=REF)
    return {name: tidy(schema) for name, schema in told["$defs"].items()}


def tidy(schema: Any) -> Any:
    """The schema without titles that only repeat names, and without defaults, which nobody counts on."""
    if isinstance(schema, list):
        return [tidy(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = {key: tidy(part) for key, part in schema.items() if key != "default"}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    return kept
