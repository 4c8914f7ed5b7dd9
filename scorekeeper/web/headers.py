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
MADE_BY = "Accept-Encoding, Accept-Language"
"""What the answers that a 304 confirms depend on."""
A_YEAR = 365 * 24 * 60 * 60


def install_headers(app: Flask) -> None:
    """Put the headers on every answer, errors and static files included."""
    app.after_request(guarded)


def depends_on(response: Response, header: str) -> None:
    """Say in `Vary` that the answer depends on this header of the request, too."""
    if "Vary" not in response.headers:
        response.headers.add("Vary", header)
    else:
        response.headers["Vary"] += f", {header}"


def guarded(response: Response) -> Response:
    """The answer with its headers; a view's own `Cache-Control` stands. A 304 confirms one that has them."""
    headers = response.headers
    if "Cache-Control" not in headers:
        headers.add("Cache-Control", "private, no-cache")
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        headers.add("Vary", MADE_BY)
        return response
    headers.add("Content-Security-Policy", POLICY)
    headers.add("X-Content-Type-Options", "nosniff")
    if "Referrer-Policy" not in headers:
        headers.add("Referrer-Policy", "same-origin")
    if request.is_secure:
        headers.add("Strict-Transport-Security", f"max-age={A_YEAR}")
    return response
