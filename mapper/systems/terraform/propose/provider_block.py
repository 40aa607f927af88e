"""The attributes of the provider: the credentials of the API's security schemes, its address and server variables.

Security Scheme Object and Server Object of OpenAPI 3; Swagger 2 has `securityDefinitions` and `host`.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from mapper.inputs import Node, text_or_empty
from mapper.languages.hcl.literals import RESERVED_PROVIDER_NAMES

from ..fix.plan import Plan, Way
from ..identifiers import to_identifier
from ..nouns import snake
from ..openapi.operations import Api

_WAY: Way = ("provider", "schema", "attributes", "additional")
_SECRETS = frozenset("key password secret token".split())
_VARIABLES_OF_ADDRESSES = frozenset("basepath hostname port protocol scheme server url version".split())
"""Variables that say no more than the address."""

_LONGEST = 200


class _Attribute(Struct, frozen=True):
    name: str
    why: str
    description: str
    is_secret: bool = True


def provider_settings(api: Api) -> Plan:
    """The attributes for the provider's block, all of them optional: the environment may have them."""
    values: dict[Way, Any] = {}
    comments: dict[Way, str] = {}
    for attribute in (*_credentials(api), *_addresses(api)):
        way = (*_WAY, attribute.name)
        if attribute.name in RESERVED_PROVIDER_NAMES or (*way, "string", "optional_required") in values:
            continue
        values[(*way, "string", "optional_required")] = "optional"
        if attribute.is_secret:
            values[(*way, "string", "sensitive")] = True
        if attribute.description:
            values[(*way, "string", "description")] = attribute.description
        comments[way] = attribute.why
    return Plan(values, comments)


def _credentials(api: Api) -> Iterator[_Attribute]:
    root = api.document.node
    holder = root.get("securityDefinitions") if api.is_swagger else root.get("components")
    schemes = holder if api.is_swagger or holder is None else holder.get("securitySchemes")
    if schemes is None:
        return
    username = "auth_username" if any("{username}" in path for path in api.paths()) else "username"
    for key, node in schemes.members():
        scheme = api.documents.behind(node)
        if isinstance(scheme.value, dict):
            yield from _of_scheme(key, scheme, username, is_alone=len(schemes.value) == 1)


def _of_scheme(key: str, scheme: Node, username: str, *, is_alone: bool) -> Iterator[_Attribute]:
    described = _short(scheme.value.get("description"))
    why, type_ = f"the security scheme {key}", text_or_empty(scheme.value.get("type"))
    match type_, text_or_empty(scheme.value.get("scheme")).lower():
        case ("basic", _) | ("http", "basic"):
            yield _Attribute(username, why, described, is_secret=False)
            yield _Attribute("password", why, described)
        case ("apiKey", _) if scheme.value.get("in") != "cookie":
            if name := _key_name(key, text_or_empty(scheme.value.get("name")), "api_key" if is_alone else ""):
                yield _Attribute(name, why, described)
        case ("oauth2", _) if _has_client(scheme):
            yield _Attribute("client_id", why, described, is_secret=False)
            yield _Attribute("client_secret", why, described)
        case ("http" | "oauth2" | "openIdConnect", _):
            yield _Attribute("token", why, described)


def _key_name(key: str, header: str, default: str) -> str:
    """The name of a key: of the scheme or of its header, whichever calls it a secret, else the default."""
    if header.lower() == "authorization":
        return "token"
    names = (to_identifier(snake(name)).removeprefix("x_") for name in (key, header))
    return next((name for name in names if not _SECRETS.isdisjoint(name.split("_"))), default)


def _short(description: object) -> str:
    """A description on one line; empty if it is long."""
    text = " ".join(text_or_empty(description).split())
    return text if len(text) <= _LONGEST else ""


def _has_client(scheme: Node) -> bool:
    """Whether a client gets its token by itself."""
    flows = scheme.value.get("flows")
    return scheme.value.get("flow") == "application" or (isinstance(flows, dict) and "clientCredentials" in flows)


def _addresses(api: Api) -> Iterator[_Attribute]:
    root = api.document.root if isinstance(api.document.root, dict) else {}
    listed = root.get("servers")
    servers = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    if servers or root.get("host"):
        yield _Attribute("endpoint", "the servers of the API", "The address of the API.", is_secret=False)
    for server in servers:
        variables = server.get("variables")
        for name, variable in variables.items() if isinstance(variables, dict) else ():
            identifier = to_identifier(snake(name))
            if identifier and snake(name).replace("_", "") not in _VARIABLES_OF_ADDRESSES:
                described = _short(variable.get("description")) if isinstance(variable, dict) else ""
                yield _Attribute(identifier, f"a variable of the server {name}", described, is_secret=False)
