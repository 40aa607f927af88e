"""What the artifacts do not say of calls yet, guessed from four places.

Which attribute fills a parameter is guessed from aliases, origins and names; which query parameters there are, and what
the body of an update takes, from the description. All of this goes as soon as sidecars have arguments.
"""

from typing import Any

from mapper.report.diagnostic import Diagnostic
from mapper.systems.terraform.identifiers import to_identifier
from mapper.systems.terraform.rules import JSON_STRING, POLICY

from ..mock.description import Description
from ..mock.paths import parameter_names
from .attributes import Attribute
from .resources import CREATE, DELETE, READ, Argument, Body, Operation, Resource


def operations(resource: Resource, config: dict[str, Any], description: Description) -> dict[str, Operation]:
    """The operations of a resource by part, from its entry in the generator config."""
    aliases = ((config.get("schema") or {}).get("attributes") or {}).get("aliases") or {}
    parts = (part for part in (CREATE, READ, "update", DELETE) if part in config)
    return {part: _operation(resource, part, config[part], aliases, description) for part in parts}


def is_json(diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic says that a string contains JSON: no artifact has that of an attribute."""
    return diagnostic.rule is JSON_STRING or (
        diagnostic.rule is POLICY and "a string that holds JSON" in diagnostic.text
    )


def _operation(
    resource: Resource, part: str, config: dict[str, Any], aliases: dict[str, str], description: Description
) -> Operation:
    method, path = config["method"].upper(), config["path"]
    declared = description.operations[method, path]
    arguments = [Argument("path", name, _filler(resource, part, name, aliases)) for name in parameter_names(path)]
    for parameter in declared.parameters:
        if parameter.place == "query":
            attribute = _filler(resource, part, parameter.name, aliases)
            is_parameter = attribute is not None and attribute.roles & {"query parameter", "path parameter"}
            arguments.append(Argument("query", parameter.name, attribute if is_parameter else None))
    request, response = _body(config.get("request")), _body(config.get("response"))
    sends = None
    if declared.request is not None and not request.is_ignored:
        keys = tuple(step for step in request.pointer.split("/") if step)
        taken = description.properties(description.within(declared.request, keys))
        sends = frozenset(n for n, attribute in resource.attributes.items() if _is_sent(part, attribute, taken))
    return Operation(part, method, path, tuple(arguments), request, response, sends)


def _is_sent(part: str, attribute: Attribute, taken: dict[str, Any]) -> bool:
    return "create request body" in attribute.roles if part == CREATE else attribute.source in taken


def _body(choice: dict[str, Any] | None) -> Body:
    given = choice or {}
    return Body(given.get("pointer", ""), given.get("attribute"), bool(given.get("ignore")))


def _filler(resource: Resource, part: str, name: str, aliases: dict[str, str]) -> Attribute | None:
    """The attribute whose value a parameter most likely has."""
    spelled = (f"{part}.path.{name}", f"{part}.query.{name}", f"path.{name}", f"query.{name}", name)
    alias = next((aliases[key] for key in spelled if key in aliases), None)
    attributes = resource.attributes.values()
    ranked = (
        (a for a in attributes if alias is not None and alias in (a.source, a.name)),
        (a for a in attributes if name in a.parameters),
        (a for a in attributes if "path parameter" in a.roles and a.source == name),
        (a for a in attributes if a.source == name or a.name == to_identifier(name)),
    )
    return next((attribute for candidates in ranked for attribute in candidates), None)
