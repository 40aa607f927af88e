"""The system *provider*: reads the schema of a built Terraform provider, and writes it as text for version control."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mapper.model import Attribute, Entity, EntityKind, Mapping, Nested, NestingMode, Type, type_in_words
from mapper.request import Mapped, Option, Proposing, Request, StartingConfig
from mapper.system.extras import Comparison, Proposals
from mapper.system.reading import Input, Need, Options, Reading
from mapper.system.showing import Example, Showing
from mapper.system.system import System
from mapper.system.writing import Output, Writing

from . import kinds

if TYPE_CHECKING:
    from mapper.languages.tfplugin.schema import ProviderSchema
    from mapper.report.diagnostic import Rule
    from mapper.review.policy import ReviewPolicy

    from .programs import Programs


class SchemaComparison(Comparison):
    """Mappings of schemas, with proofs or without."""

    built_by = "provider"
    has_provider_schema = True

    def as_declared(self, mapping: Mapping) -> Mapping:
        """The mapping with the statuses that the schema declares."""
        from .statuses import as_declared

        return replace(mapping, entities=tuple(map(as_declared, mapping.entities)))

    def comparable(self, old: Mapping, new: Mapping) -> tuple[Mapping, Mapping]:
        """Both mappings without proofs that only one of them has."""
        from .proof import recorded, without_proofs

        if (recorded(old) is None) == (recorded(new) is None):
            return old, new
        return without_proofs(old), without_proofs(new)

    def provider_schema(self, mapping: Mapping) -> ProviderSchema:
        """The schema that the mapping was made from."""
        from .artifacts import document_of

        (schema,) = document_of(mapping).providers.values()
        return schema


class SchemaReading(Reading):
    """Schemas of built providers."""

    input = Input(
        "the output of `terraform providers schema -json` (.json, .json.gz), or"
        " provider:NAMESPACE/TYPE[@VERSION] or provider:PATH with --live",
        (frozenset(("provider_schemas",)),),
        ("provider",),
        noun="provider's schema",
    )
    options = Options(frozenset((Option.PROVIDER, Option.LIVE, Option.PLUGIN_DIRS, Option.PROOF)))
    config_need = Need.NONE

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def map(self, request: Request) -> Mapped:
        from .read import read_inputs

        inputs = read_inputs(request, self._programs)
        return Mapped(inputs, inputs.map())


class SchemaWriting(Writing):
    """The schema as text."""

    output = Output("provider_schema.json")

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The schema as text, with one attribute on each line."""
        from mapper.languages.tfplugin.schema_text import document_pieces

        from .artifacts import document_of

        return {self.output.name: document_pieces(document_of(mapped.mapping))}

    def words(self, name: str) -> str:
        """The purpose of the text."""
        return "the schema of the provider in a form to commit and compare" if name == self.output.name else ""


class ProviderShowing(Showing):
    """Terraform's words, and blocks of its language."""

    lookup_kind = kinds.DATA_SOURCE

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The type's name; for a function, its call."""
        return f"provider::{mapping.provider}::{entity.name}" if entity.kind is kinds.FUNCTION else entity.name

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """Blocks in Terraform's language."""
        from .examples import examples

        return examples(entity, mapping)

    def use_example(self, mapping: Mapping, address: str) -> Example | None:
        """The blocks that require the provider and configure it."""
        from mapper.languages.hcl.declarations import use_block

        from .artifacts import source_of

        entity = next((entity for entity in mapping.entities if entity.kind is kinds.PROVIDER), None)
        examples_ = self.examples(entity, mapping) if entity is not None else ()
        text = use_block(mapping.provider, address or source_of(mapping), examples_[0].text if examples_ else "")
        return Example("Use", text, "terraform") if text else None

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """The block that imports a resource."""
        from .examples import import_example

        return import_example(entity, mapping)

    def says_replacement(self, kind: EntityKind) -> bool:
        """False for resources: the schema of a provider has no word about it."""
        return kind is not kinds.RESOURCE

    def labels(self, kind: EntityKind) -> dict[str, str]:
        """How it is known that a change replaces an object."""
        learnt = "replacement (learnt from a plan)"
        return {
            "badge.replaces": f"forces {learnt}",
            "replaces.one": f"{{count}} {{attributes}} forces {learnt}",
            "replaces.several": f"{{count}} {{attributes}} force {learnt}",
        }

    def summary(self, entity: Entity) -> str:
        """The description in the schema; for a function, its summary, too."""
        return "\n\n".join(text for text in (entity.body.description, entity.description) if text)

    def type_words(self, type_: Type) -> str:
        """The type in the words of Terraform's documentation; blocks are called blocks."""
        from mapper.languages.hcl.states import type_words

        return type_words(type_)

    def code_type(self, type_: Type) -> str:
        """The type in the notation of provider schemas."""
        if isinstance(type_, Nested) and type_.block:
            return "block" if type_.mode is NestingMode.SINGLE else f"{type_.mode} of blocks"
        return type_in_words(type_)

    def remarks(self, attribute: Attribute) -> tuple[str, ...]:
        """Flags of a function's parameter or an identity's attribute."""
        from .statuses import NULLABLE, NULLABLE_VARIADIC, VARIADIC

        code = attribute.reason.code
        if attribute.default is not None:
            return ("default learnt from a plan",)
        words = ["variadic"] if code in (VARIADIC.code, NULLABLE_VARIADIC.code) else []
        return (*words, "may be null") if code in (NULLABLE.code, NULLABLE_VARIADIC.code) else tuple(words)

    def shows_default_of_computed(self, kind: EntityKind) -> bool:
        """False: defaults come from plans, which have none for computed attributes."""
        return kind is kinds.RESOURCE


class Sites(Proposals):
    """Proposals of sites: a schema needs no config."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def propose(self, proposing: Proposing) -> StartingConfig:
        """Nothing but a site: a schema needs no config."""
        from .read import starter

        return starter(proposing, self._programs)


class Provider(System):
    """Built Terraform providers, whatever they were made from."""

    name = "provider"
    kinds = kinds.KINDS
    writing = SchemaWriting()
    showing = ProviderShowing()
    comparison = SchemaComparison()

    def __init__(self, programs: Programs) -> None:
        self.reading = SchemaReading(programs)
        self.proposals = Sites(programs)

    @property
    def diagnostics(self) -> dict[str, Rule]:
        """The rules of its diagnostics by code."""
        from .rules import RULES

        return RULES

    @property
    def review_policy(self) -> ReviewPolicy:
        """The policy of changes: what Terraform does with them, and their effect on states."""
        from .review import POLICY

        return POLICY
