"""Whom limits count for: where a request comes from."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from flask import request

LONGEST = 50
"""Characters kept of what is no address at all, as on a socket file behind a proxy that nobody told us of."""


def address_of_caller() -> str:
    """An address, in IPv6 the network that one household has to itself."""
    told = request.remote_addr or ""
    try:
        known = ip_address(told)
    except ValueError:
        return told[:LONGEST]
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return f"{IPv6Address(int(known) >> 64 << 64)}/64"
