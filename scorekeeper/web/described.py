"""What a route of the API tells about itself; `openapi` makes the description out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Description:
    """Beside path, methods, access and the first words of the docstring, which the route has anyway: what it
    ``answers`` by status (None: no certain shape), the body that it ``takes``, what may be ``asked`` in the
    query, and what it ``refuses`` besides what follows from all that.
    """

    answers: Mapping[int, type[BaseModel] | None]
    takes: type[BaseModel] | None
    asked: Mapping[str, str]
    refuses: tuple[int, ...]


def described(
    answers: Mapping[int, type[BaseModel] | None],
    takes: type[BaseModel] | None = None,
    asked: Mapping[str, str] | None = None,
    refuses: tuple[int, ...] = (),
) -> Callable[[View], View]:
    """Declare what this view of the API takes and answers."""

    def declare(view: View) -> View:
        view.described = Description(answers, takes, asked or {}, refuses)  # type: ignore[attr-defined]
        return view

    return declare
