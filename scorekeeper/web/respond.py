"""How views answer: with a page, with a tag that spares the next answer, or by sending the asker on."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, redirect, render_template

from scorekeeper.web.access import renew


def shown(template: str, page: Any, status: int = 200) -> Response:
    """A page made from its values; a phone that asks for it keeps its cookie for another 400 days."""
    return renew(make_response(render_template(template, page=page), status))


def sent_on(url: str) -> Response:
    """After a form: the page that shows what became of it, so that a reload or Back sends nothing twice."""
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer


def tagged(answer: Response, tag: str) -> Response:
    """The answer with what tells its version from others; weak, since it may be packed on its way."""
    answer.set_etag(tag, weak=True)
    return answer
