"""What the API takes, declared once: pydantic checks the shape here and can publish it as OpenAPI.

The meaning of a hand, of `base` and of `position` is checked where it is known, in the engine and the store,
which keep the contract's order of checks; those fields pass through as they came.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeVar
from uuid import UUID

from flask import abort, request
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
)

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.hand import HOWS, KNOCK_LIMIT, MOST_DEADWOOD, MOST_POINTS
from scorekeeper.engine.rules import OPTIONS, Option
from scorekeeper.engine.seriesfile import (
    FORMAT,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_HANDS,
    clean_name,
    loads,
    read_id,
    read_text,
    read_time,
)
from scorekeeper.store.devices import Bearer
from scorekeeper.store.entries import Request
from scorekeeper.store.hands import FIELDS

Body = TypeVar("Body", bound=BaseModel)


def _as_id(given: object, info: ValidationInfo) -> UUID | None:
    return None if given is None else UUID(read_id(given, info.field_name or ""))


def _as_text(given: object, info: ValidationInfo) -> str | None:
    return read_text(given, info.field_name or "")


def _as_time(given: object, info: ValidationInfo) -> datetime | None:
    return read_time(given, info.field_name or "")


def _as_book_name(given: object, info: ValidationInfo) -> str:
    name = clean_name(read_text(given, info.field_name or "") or "")
    if not name:
        raise Malformed("book_name_missing", info.field_name)
    return name


Id = Annotated[UUID | None, BeforeValidator(_as_id)]
Text = Annotated[
    str | None, BeforeValidator(_as_text), WithJsonSchema({"type": "string", "maxLength": LONGEST_TEXT})
]
Time = Annotated[
    datetime | None, BeforeValidator(_as_time), WithJsonSchema({"type": "string", "format": "date-time"})
]


def as_sent(**schema: Any) -> Any:
    """A field that passes as it came, with the shape that the description tells of it."""
    return Field(default=None, json_schema_extra=schema)


def needing(*fields: str) -> Any:
    """What the description says of fields that have no default: the checks are elsewhere and name them."""
    return lambda schema: schema.update(required=list(fields))


def player() -> Any:
    """A field with a player's name."""
    return as_sent(type="string", description="a player's name, as the series has it")


def describe_option(option: Option) -> dict[str, Any]:
    """The values that a rule may have."""
    match option.kind:
        case "whole":
            type_ = ["integer", "null"] if option.optional else "integer"
            return {"type": type_, "minimum": option.low, "maximum": option.high}
        case "choice":
            return {"enum": list(option.choices)}
        case "switch":
            return {"type": "boolean"}
    return {
        "type": ["object", "null"],
        "properties": {"amount": {"type": "string"}, "currency": {"type": "string", "pattern": "^[A-Z]{3}$"}},
        "required": ["amount", "currency"],
    }


class NewBook(BaseModel):
    """A book to be made."""

    model_config = ConfigDict(extra="ignore", validate_default=True, json_schema_extra=needing("name"))

    name: Annotated[
        str,
        BeforeValidator(_as_book_name),
        WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}),
    ] = ""


class Change(BaseModel):
    """What any write to a series may carry."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=needing("base"))

    base: Any = as_sent(type="integer", minimum=0, description="the version that was seen last")
    key: Id = None
    reason: Text = None
    sent_at: Time = None

    def request(self, by: Bearer | None) -> Request:
        """The store's own word for it."""
        return Request(by=by, base=self.base, key=self.key, sent_at=self.said_at, reason=self.reason)

    @property
    def said_at(self) -> datetime | None:
        """When the phone says that this was done."""
        return self.sent_at


class HandFields(Change):
    """A hand, or the fields of one that change."""

    how: Any = as_sent(enum=list(HOWS))
    knocker: Any = player()
    deadwood: Any = as_sent(
        type="object", additionalProperties={"type": "integer", "minimum": 0, "maximum": MOST_DEADWOOD}
    )
    winner: Any = player()
    points: Any = as_sent(type="integer", minimum=0, maximum=MOST_POINTS)
    spade: Any = as_sent(type="boolean")
    knock_limit: Any = as_sent(type="integer", minimum=0, maximum=KNOCK_LIMIT)
    dealer: Any = player()
    at: Time = None

    def stated(self) -> dict[str, Any]:
        """The hand's own fields, those that were sent and as they were sent."""
        return {name: getattr(self, name) for name in FIELDS if name in self.model_fields_set}


class PlacedHand(HandFields):
    """A hand with a place: before the one that is numbered `position` now."""

    position: Any = as_sent(type="integer", minimum=1)


class HandChange(PlacedHand):
    """The fields of a hand that change, its place among them."""


class NewHand(PlacedHand):
    """A hand to be entered, at the end where no place is told."""

    model_config = ConfigDict(json_schema_extra=needing("base", "how"))

    @property
    def said_at(self) -> datetime | None:
        return self.sent_at or self.at


class NewDealer(Change):
    """Who deals the hand to come; null follows the rule again."""

    model_config = ConfigDict(json_schema_extra=needing("base", "dealer"))

    dealer: Any = as_sent(type=["string", "null"])


class NewSeries(BaseModel):
    """A series file; `read_series` checks it. Hands may be there already, and the log that led to them."""

    model_config = ConfigDict(json_schema_extra=needing("players", "hands"))

    format: Any = as_sent(const=FORMAT)
    id: Any = as_sent(type="string", format="uuid")
    book: Any = as_sent(type="string", description="which of several books it belongs to")
    note: Any = as_sent(type="string", maxLength=LONGEST_TEXT)
    started_at: Any = as_sent(type="string", format="date-time")
    abandoned_at: Any = as_sent(type=["string", "null"], format="date-time")
    players: Any = as_sent(
        type="array",
        minItems=2,
        maxItems=2,
        uniqueItems=True,
        items={"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
    )
    first_dealer: Any = as_sent(type=["string", "null"])
    next_dealer: Any = as_sent(type=["string", "null"])
    rules: Any = as_sent(
        type="object",
        additionalProperties=False,
        properties={option.key: describe_option(option) for option in OPTIONS.values()},
    )
    hands: Any = as_sent(type="array", maxItems=MOST_HANDS, items={"type": "object"})
    log: Any = as_sent(type="array", items={"type": "object"})


def read_object() -> dict[str, Any]:
    """The JSON object that the request carries.

    Ends the request with 415 for another kind of body; raises `Malformed` for what is no JSON object. No body
    at all is an empty object, so that what is missing can be named.
    """
    body = request.get_data()
    if not body and request.mimetype == "":
        return {}
    if request.mimetype != "application/json":
        abort(415)
    given = loads(body)
    if not isinstance(given, dict):
        raise Malformed("body_not_object")
    return given


def read_body(kind: type[Body]) -> Body:
    """The request's body as this kind. Raises `Refused` naming the field."""
    try:
        return kind.model_validate(read_object())
    except ValidationError as error:
        raise first_refusal(error) from None


def first_refusal(error: ValidationError) -> Refused:
    """The first thing that is wrong, in the engine's words: all our checks say it so."""
    cause = error.errors(include_url=False)[0].get("ctx", {}).get("error")
    if isinstance(cause, Refused):
        return cause
    raise error
