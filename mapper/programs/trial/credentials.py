"""Credentials for a real API: what its security schemes ask for, from the environment."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from mapper.systems.terraform.openapi.access import schemes_in

PREFIX = "OASMAP_TRY_"
_BEARER = ("oauth2", "openIdConnect")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_OURS = {"host", "content-length", "content-type", "connection", "transfer-encoding", "te", "upgrade", "expect"}
"""Headers of the connection itself, which no description may set."""


class Scheme(Struct, frozen=True):
    """A way to prove who sends a request: the environment variable with the secret, and where requests carry it.

    `place` is *header*, *query* or *cookie*. `form` is how a header begins: *Basic*, *Bearer*, or empty.
    """

    variable: str
    place: str
    name: str
    form: str = ""

    def value(self, secret: str) -> str:
        """What a request carries for a secret."""
        if self.form == "Basic":
            return f"Basic {b64encode(secret.encode()).decode()}"
        return f"{self.form} {secret}".strip()


class Credentials(Struct, frozen=True):
    """What each request carries: headers, and pairs of the query. `secrets` are never shown.

    `variables` are the environment variables that the secrets come from.
    """

    headers: Mapping[str, str] = {}
    query: tuple[tuple[str, str], ...] = ()
    secrets: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()


def schemes(root: Any) -> tuple[Scheme, ...]:
    """The security schemes of a description that a secret satisfies, each variable once."""
    usable = (scheme for name, written in schemes_in(root) for scheme in _scheme(name, written))
    return tuple({scheme.variable: scheme for scheme in usable}.values())


def _scheme(key: str, written: Mapping[str, Any]) -> Iterator[Scheme]:
    variable = PREFIX + re.sub(r"[^A-Z0-9]+", "_", key.upper()).strip("_")
    kind, name, place = written.get("type"), written.get("name"), written.get("in")
    if kind == "apiKey" and isinstance(name, str) and _TOKEN.fullmatch(name) and name.lower() not in _OURS:
        if place in ("header", "query", "cookie"):
            yield Scheme(variable, str(place), name)
    elif kind == "basic" or (kind == "http" and str(written.get("scheme")).lower() == "basic"):
        yield Scheme(variable, "header", "Authorization", "Basic")
    elif kind in _BEARER or (kind == "http" and str(written.get("scheme")).lower() == "bearer"):
        yield Scheme(variable, "header", "Authorization", "Bearer")


def credentials(asked: tuple[Scheme, ...], environment: Mapping[str, str]) -> Credentials:
    """What requests carry: the secrets of all schemes with a variable that is set. The first one of a place wins."""
    given = [(scheme, environment[scheme.variable]) for scheme in asked if environment.get(scheme.variable)]
    headers: dict[str, str] = {}
    query: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for scheme, secret in given:
        holder = {"header": headers, "query": query, "cookie": cookies}[scheme.place]
        holder.setdefault(scheme.name, scheme.value(secret))
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={quote(value, safe='')}" for name, value in cookies.items())
    secrets = tuple(text for scheme, secret in given for text in (secret, scheme.value(secret)))
    return Credentials(headers, tuple(query.items()), secrets, tuple(scheme.variable for scheme, _ in given))
