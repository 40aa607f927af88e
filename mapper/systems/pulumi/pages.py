"""Short texts about entities and properties for pages."""

import json
from collections.abc import Callable, Iterator

from mapper.model import About, Attribute, Entity, Mapping, Status
from mapper.system.showing import Remark

from .builtin_types import type_words
from .kinds import FUNCTION, OUTPUT_SIDE, PROVIDER, RESOURCE, aliases_of, token_of
from .schema import facts
from .schema.facts import facts_of


def summary(entity: Entity, prose: Callable[[str], str]) -> str:
    """The description of an entity, with further facts. `prose` converts a description for pages."""
    fragments = facts_of(entity)
    sentences = [prose(entity.description or "")]
    package = fragments.get(facts.PACKAGE)
    if entity.kind is PROVIDER and not sentences[0] and isinstance(package, dict):
        sentences.append(prose(str(package.get("description", ""))))
    owner = fragments.get(facts.METHOD_OF)
    if entity.kind is FUNCTION and isinstance(owner, str):
        sentences.append(f"A method of `{owner}`.")
    if entity.kind is RESOURCE and fragments.get("isComponent"):
        sentences.append("A component: it is made of other resources, and has no ID of its own.")
    if aliases := aliases_of(entity):
        sentences.append(f"It was called {', '.join(f'`{name}`' for name in aliases)}.")
    if entity.kind in (RESOURCE, FUNCTION) and fragments and (token := token_of(entity)):
        sentences.append(f"Token: `{token}`")
    return "\n\n".join(text for text in sentences if text)


def about(mapping: Mapping) -> About:
    """The display name, version and description of a package that was read from a schema."""
    packages = (facts_of(provider).get(facts.PACKAGE) for provider in mapping.of_kind(PROVIDER))
    package = next((part for part in packages if isinstance(part, dict)), {})
    texts = [package.get(key) for key in ("displayName", "version", "description")]
    title, version, description = (text if isinstance(text, str) else "" for text in texts)
    return About(title, version, description) if any((title, version, description)) else mapping.about


def remarks(attribute: Attribute) -> tuple[str | Remark, ...]:
    """Badges of a property besides those that all systems have."""
    if attribute.reason.code in ("idl-enum", "idl-constant", "schema-enum") and attribute.default is not None:
        return (json.dumps(attribute.default.value, ensure_ascii=False),)
    return tuple(_remarks(attribute))


def _remarks(attribute: Attribute) -> Iterator[str | Remark]:
    fragments = facts_of(attribute) if attribute.fragments else {}
    if "const" in fragments:
        yield f"always {json.dumps(fragments['const'], ensure_ascii=False)}"
    info = fragments.get("defaultInfo")
    environment = info.get("environment") if isinstance(info, dict) else None
    if isinstance(environment, list | tuple) and environment:
        said = "default from" if attribute.default is None else "environment first:"
        yield Remark(said, tuple(map(str, environment)))
    type_ = fragments.get(facts.TYPE)
    if isinstance(type_, dict) and type_.get("plain") is True:
        yield "plain value"
    if attribute.status is Status.COMPUTED:
        if not attribute.always:
            yield "may be absent"
        return
    for placement in attribute.placements:
        if placement.name == OUTPUT_SIDE:
            if placement.type is not None:
                yield f"as an output: {type_words(placement.type)}"
            if placement.always and attribute.status is Status.OPTIONAL:
                yield "output never absent"
            elif not placement.always and attribute.status is Status.REQUIRED:
                yield "output may be absent"
