"""How requests to an API say who makes them, by its security schemes."""

from collections.abc import Iterable, Iterator
from typing import Any

from mapper.inputs import Document, text_or_empty
from mapper.report.origin import Source

_MOST = 5
_OF_TYPES = {
    "basic": "a user name and a password",
    "mutualTLS": "a client certificate",
    "oauth2": "an OAuth 2.0 token",
    "openIdConnect": "an OpenID Connect token",
}
_OF_HTTP = {"basic": _OF_TYPES["basic"], "bearer": "a bearer token"}


Ways = tuple[str, ...]


def access(document: Document) -> str:
    """A sentence on what requests to an API carry, in Markdown; empty if its description does not say."""
    schemes = alternatives(_of(document)[:_MOST])
    return f"Requests to the API carry {schemes}." if schemes else ""


def alternatives(ways: Ways) -> str:
    """The ways in words."""
    return ", or ".join(ways)


def ways_of(documents: Iterable[Source]) -> Ways | None:
    """What requests to an API carry; None if there is no description."""
    known = [document for document in documents if isinstance(document, Document)]
    return next(filter(None, map(_of, known)), ()) if known else None


def schemes_in(root: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The security schemes of a description as data, with their names, in OpenAPI 3 and in Swagger 2."""
    components = root.get("components") if isinstance(root, dict) else None
    written = components.get("securitySchemes") if isinstance(components, dict) else None
    if written is None and isinstance(root, dict):
        written = root.get("securityDefinitions")
    for name, scheme in written.items() if isinstance(written, dict) else ():
        if isinstance(scheme, dict):
            yield str(name), scheme


def _of(document: Document) -> Ways:
    return tuple(dict.fromkeys(_ways(scheme for _, scheme in schemes_in(document.root))))


def _ways(schemes: Iterable[dict[str, Any]]) -> Iterator[str]:
    for scheme in schemes:
        kind = text_or_empty(scheme.get("type"))
        name = text_or_empty(scheme.get("name"))
        if kind == "apiKey":
            yield f"an API key, as `{name}`" if name.replace("-", "").replace("_", "").isalnum() else "an API key"
        elif way := _OF_TYPES.get(kind) or _OF_HTTP.get(text_or_empty(scheme.get("scheme")).lower()):
            yield way
