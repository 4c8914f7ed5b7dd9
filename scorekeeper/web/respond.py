"""How views answer: with a page, with a tag that spares the next answer, or by sending the asker on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, make_response, redirect, render_template
from werkzeug.datastructures import Headers
from werkzeug.http import quote_etag

from scorekeeper.web.access import renew, visitor
from scorekeeper.web.assets import release_served

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

RELEASE = "Release"
"""The header that names the release a page is of. Phones keep only such pages for when there is no network,
and a page that is open learns from the fragments it asks for that there is a newer release.
"""


def shown(template: str, page: Any, status: int = 200) -> Response:
    """A page made from its values; a phone that asks for it keeps its cookie for another 400 days."""
    is_known = visitor().bearer is not None
    answer = renew(make_response(render_template(template, page=page, is_known=is_known), status))
    return of_this_release(answer) if status == 200 and is_known else answer


def of_this_release(answer: Response) -> Response:
    """The answer to a phone we know, with the release that made it."""
    answer.headers[RELEASE] = release_served()
    return answer


def sent_on(url: str) -> Response:
    """After a form: the page that shows what became of it, so that a reload or Back sends nothing twice."""
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer


class Unchanged(Response):
    """304 for whoever has what a tag tells of: the answer that phones get most often."""

    default_mimetype = None

    def __init__(self, tag: str, *told: tuple[str, str]) -> None:
        super().__init__(status=304, headers=[("ETag", quote_etag(tag, weak=True)), *told])

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """They are complete: there is no body whose length or address would have to be told."""
        return self.headers


def unchanged(tag: str) -> Response:
    """The answer to a phone that has what this tag tells of."""
    return Unchanged(tag, (RELEASE, release_served()))


def tagged(answer: Response, tag: str) -> Response:
    """The answer with what tells its version from others; weak, since it may be packed on its way."""
    answer.set_etag(tag, weak=True)
    return answer
