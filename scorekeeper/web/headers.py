"""What every answer carries so that a browser keeps to this site and shows nobody else's words as ours."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, request

POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
A_YEAR = 365 * 24 * 60 * 60


def install_headers(app: Flask) -> None:
    """Put the headers on every answer, errors and static files included."""
    app.after_request(guarded)


def depends_on(response: Response, header: str) -> None:
    """Say in `Vary` that the answer depends on this header of the request, too."""
    told = response.headers.get("Vary")
    response.headers["Vary"] = header if told is None else f"{told}, {header}"


def guarded(response: Response) -> Response:
    """The answer with its headers; a view's own `Cache-Control` stands. A 304 confirms one that has them."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        return response
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={A_YEAR}"
    return response
