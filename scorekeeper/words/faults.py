"""Sentences for requests that can't be served, by HTTP status."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def tell_fault(status: int) -> str:
    """What went wrong, for the person who asked; a general sentence for a status without one of its own."""
    sentences = {
        400: _("That request could not be read."),
        401: _("This token is not known here, or it was revoked."),
        403: _("You may look at this, but not change it."),
        404: _("There is nothing here that you may see."),
        405: _("That can't be done with this address."),
        409: _("Somebody else was faster: look at what changed first."),
        410: _("This was taken away."),
        413: _("That is more than one request may carry: at most 1 MiB."),
        415: _("A body must be sent as application/json."),
        422: _("Those values do not fit."),
        429: _("That was too often. Wait a minute and try again."),
        500: _("Something broke on our side. Nothing was stored."),
        503: _("The score book can't be reached right now. Try again in a moment."),
    }
    return sentences.get(status, sentences[400] if status < 500 else sentences[500])
