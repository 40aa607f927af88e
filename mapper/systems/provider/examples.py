"""Example configurations of a provider's entities."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from mapper.languages.hcl.declarations import declarations
from mapper.languages.hcl.example import LABEL, Refer, block, expression, no_reference, referring
from mapper.languages.hcl.literals import RESERVED_PROVIDER_NAMES, RESERVED_ROOT_NAMES, is_name, key, quoted
from mapper.model import Entity, Mapping, Status
from mapper.model.samples.extent import Extent
from mapper.system.showing import Example

from . import kinds
from .proof import Proof, digest, proof_of, recorded_run
from .statuses import RETURN

ENDS = (Extent.MINIMAL, Extent.FULL)
_LANGUAGE = "terraform"
_KEYWORDS = {
    kinds.RESOURCE: "resource",
    kinds.DATA_SOURCE: "data",
    kinds.EPHEMERAL: "ephemeral",
    kinds.LIST_RESOURCE: "list",
    kinds.ACTION: "action",
}
_INSIDE = {kinds.LIST_RESOURCE: "config", kinds.ACTION: "config"}
"""The block that contains the attributes, for some kinds."""


def examples(entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
    """An example with the required attributes, and one with all that can be set."""
    if entity.kind is kinds.FUNCTION:
        return (Example("Call", f"{call(entity, mapping)}\n", _LANGUAGE),)
    if entity.kind is kinds.IDENTITY:
        block = identity_import(entity)
        return (Example("Import", block, _LANGUAGE),) if block else ()
    proof = proof_of(entity)
    record = recorded_run(mapping) if proof else None
    if proof is None or record is None:
        proof = Proof()
    literal = dict(zip(Extent, configurations(entity, proof, tuple(Extent)), strict=False))
    titled = {text: extent for extent, text in reversed(literal.items())}
    if any(digest(text) in proof.accepted for text in titled):  # then nobody has to see what is refused
        titled = {text: extent for text, extent in titled.items() if _is_shown(digest(text), extent, proof)}
    version = f" {record.version}" if record and record.version else ""
    verdicts = {text: _verdict(digest(text), proof, version) for text in titled}
    shown = {extent: _example_text(entity, mapping, proof, extent) for extent in titled.values()}
    return tuple(
        Example(
            extent.value,
            shown[extent],
            _LANGUAGE,
            verdicts[text],
            inside=_inside(entity),
            needs=declarations(shown[extent], partial(_smallest, mapping)),
        )
        for text, extent in reversed(titled.items())
    )


def _example_text(entity: Entity, mapping: Mapping, proof: Proof, extent: Extent) -> str:
    text = _configuration(entity, proof, extent, label=LABEL, refer=referring(entity.ref, mapping))
    if entity.kind is not kinds.LIST_RESOURCE:
        return text
    head, _, content = text.partition("\n")  # Terraform takes no list without the provider it asks
    return f"{head}\n  provider = {mapping.provider}\n\n{content}"


def _smallest(mapping: Mapping, type_: str) -> str:
    """The smallest configuration of a resource; empty if there is none of this type."""
    entity = next((e for e in mapping.of_kind(kinds.RESOURCE) if e.name == type_), None)
    if entity is None:
        return ""
    proof = proof_of(entity) if recorded_run(mapping) else None
    return _example_text(entity, mapping, proof or Proof(), Extent.MINIMAL)


def _is_shown(example: str, extent: Extent, proof: Proof) -> bool:
    """Whether the provider takes it: a record of an earlier version has nothing on the typical one."""
    return example in proof.accepted or (extent is not Extent.TYPICAL and example not in proof.refused)


def _inside(entity: Entity) -> str:
    """The blocks that contain the attributes."""
    keyword = _KEYWORDS.get(entity.kind, "provider")
    return f"{keyword}.{_INSIDE[entity.kind]}" if entity.kind in _INSIDE else keyword


def _verdict(example: str, proof: Proof, version: str) -> str:
    if example in proof.accepted:
        return f"accepted by the provider{version}"
    return f"refused by the provider{version}: {proof.refused[example]}" if example in proof.refused else ""


def configurations(entity: Entity, proof: Proof, extents: tuple[Extent, ...] = ENDS) -> Iterator[str]:
    """The configurations that a provider is asked about, as far as a proof has changed them. References are replaced by
    values. Without `extents`, they are the smallest and the largest one.
    """
    if is_name(entity.name):
        for extent in extents:
            yield _configuration(entity, proof, extent, label="example", refer=no_reference)


def _configuration(entity: Entity, proof: Proof, extent: Extent, *, label: str, refer: Refer) -> str:
    if entity.kind is kinds.PROVIDER:
        head, reserved = f"provider {quoted(entity.name)}", RESERVED_PROVIDER_NAMES
    else:
        head, reserved = f"{_KEYWORDS[entity.kind]} {quoted(entity.name)} {quoted(label)}", RESERVED_ROOT_NAMES
    kept = [
        replace(attribute, status=Status.REQUIRED) if attribute.name in proof.added else attribute
        for attribute in entity.body.attributes
        if extent is Extent.MINIMAL or attribute.name not in proof.left_out
    ]
    body = replace(entity.body, attributes=tuple(kept))
    return block(head, body, reserved, extent=extent, nested=_INSIDE.get(entity.kind, ""), refer=refer)


def call(entity: Entity, mapping: Mapping) -> str:
    """A call of a function, with a value for each parameter."""
    values = (expression(a) for a in entity.body.attributes if a.reason.code != RETURN.code)
    name = f"provider::{mapping.provider}::{entity.name}"
    return f'output "example" {{\n  value = {name}({", ".join(values)})\n}}'


def import_example(entity: Entity, mapping: Mapping) -> Example | None:
    """How an existing resource is imported: by its identity if it has one, else by its ID.

    A schema does not say whether a resource without an identity can be imported: its provider has to be asked.
    """
    if entity.kind is not kinds.RESOURCE or not is_name(entity.name):
        return None
    identity_ = next((e for e in mapping.of_kind(kinds.IDENTITY) if e.name == entity.name), None)
    text = identity_import(identity_) if identity_ else ""
    proof = proof_of(entity)
    if not text and proof is not None and proof.importable:
        text = f'import {{\n  to = {entity.name}.{LABEL}\n  id = "<id>"\n}}\n'
    return Example("Import", text, _LANGUAGE) if text else None


def identity_import(entity: Entity) -> str:
    """The block that imports a resource by its identity; empty if no attribute of it can be set."""
    given = [attribute for attribute in entity.body.attributes if attribute.status is not Status.COMPUTED]
    if not given or not is_name(entity.name):
        return ""
    keys = [key(attribute.name) for attribute in given]
    width = max(map(len, keys))
    lines = (f"    {name:{width}} = {expression(attribute)}" for name, attribute in zip(keys, given, strict=True))
    return "\n".join([f"import {{\n  to = {entity.name}.{LABEL}\n  identity = {{", *lines, "  }\n}\n"])
