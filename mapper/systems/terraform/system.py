"""The system *terraform*: from OpenAPI to the Provider Code Specification."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import About, Candidates, Entity, EntityKind, Mapping, Type, type_in_words
from mapper.report.diagnostic import Diagnostic, MappingError, Problem, at
from mapper.request import Mapped, Option, Proposing, Request, Settled, StartingConfig
from mapper.system.extras import Comparison, ConfigTools, Proposals
from mapper.system.reading import Input, Options, Reading
from mapper.system.showing import Example, Showing, of_extents
from mapper.system.system import System
from mapper.system.writing import Output, Writing

from . import kinds

if TYPE_CHECKING:
    from mapper.languages.tfplugin.schema import ProviderSchema
    from mapper.report.diagnostic import Rule
    from mapper.review.policy import ReviewPolicy

    from .programs import Programs
    from .read import Inputs


class TerraformConfigTools(ConfigTools):
    """Help with a generator config."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the generator config, with our keys."""
        from .config.json_schema import config_schema

        return config_schema()

    def unusable(self, mapping: Mapping) -> tuple[str, ...]:
        """The resources that look unusable, with lines to paste."""
        from .usability import summary

        return summary(mapping)

    def unexplained_ignores(self, mapped: Mapped) -> tuple[Problem, ...]:
        """The required properties and bodies that the generator config ignores, with no comment that says why."""
        from .fix.bare_ignores import hidden
        from .fix.required_properties import Required

        inputs: Any = mapped.inputs
        return tuple(hidden(inputs.config, Required(inputs.api, inputs.config))) if inputs is not None else ()

    def with_fixes(self, request: Request, like: str = "") -> Settled:
        """The generator config with the proposed fixes; with `like`, only fixes of what the reference tool skips."""
        from .fix.kept_output import AnyEntry, KeptOutput
        from .fix.rounds import fix_files
        from .read import read_api

        return fix_files(read_api(request), request.configs, KeptOutput() if like else AnyEntry())

    def fixes_as_text(self, diagnostics: Iterable[Diagnostic]) -> str:
        """The fixes as text: policies, then an entry for each attribute."""
        from .fix.fixes import settlement

        return settlement(diagnostics)


class DescriptionReading(Reading):
    """OpenAPI descriptions, with a generator config."""

    input = Input(
        "an OpenAPI description, in JSON or YAML", tuple(map(frozenset, (("openapi",), ("swagger",), ("paths",))))
    )
    options = Options(
        frozenset((Option.OVERLAYS, Option.ALLOW_HOSTS, Option.VALIDATION, Option.SEVERAL_CONFIGS, Option.LIFE))
    )
    config = "generator_config.yml"

    def map(self, request: Request) -> Mapped:
        from .read import read_inputs

        inputs = read_inputs(request)
        mapping = _mapping(inputs, request)
        if request.life is None:
            return Mapped(inputs, mapping)
        from .life import with_life

        return Mapped(inputs, with_life(mapping, request))

    def map_in_part(self, request: Request) -> Mapped:
        """Map without the entities whose operations or bodies the description lacks."""
        from .read import in_part, read_inputs

        inputs = read_inputs(request)
        return Mapped(inputs, *in_part(inputs, lambda kept: _mapping(kept, request)))


class CodeSpecWriting(Writing):
    """The Provider Code Specification."""

    output = Output("provider_code_spec.json")

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The code spec."""
        from .spec.writer import code_spec

        return {self.output.name: code_spec(mapped.mapping)}

    def words(self, name: str) -> str:
        """The purpose of the code spec."""
        if name != self.output.name:
            return ""
        return "Provider Code Specification: what tfplugingen-framework makes the Go code of a provider from"


class TerraformShowing(Showing):
    """Terraform's words, and blocks of its language."""

    reference_tool = "tfplugingen-openapi"
    lookup_kind = kinds.DATA_SOURCE

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The name of the provider, then the own name."""
        from .spec.example import type_name

        return type_name(entity, mapping.provider)

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """Examples as blocks of HCL, with the resources and variables that they refer to."""
        from mapper.languages.hcl.settable import Settable

        from .spec.example import block_of, example, needs

        inside = Settable()
        return of_extents(
            lambda extent: example(entity, mapping, extent, inside=inside),
            "terraform",
            inside=block_of(entity),
            needs=lambda text: needs(text, mapping),
        )

    def summary(self, entity: Entity) -> str:
        """What the code spec says of an entity, if it says anything."""
        from .overrides.policies import DESCRIPTIONS

        if any(fragment.keyword in DESCRIPTIONS for fragment in entity.fragments):
            return entity.description or ""
        return super().summary(entity)

    def use_example(self, mapping: Mapping, address: str) -> Example | None:
        """The blocks that require and configure the provider, as people mostly do."""
        from mapper.languages.hcl.declarations import use_block
        from mapper.model.samples.extent import Extent

        from .spec.example import example, needs

        entity = next((entity for entity in mapping.entities if entity.kind is kinds.PROVIDER), None)
        block = example(entity, mapping, Extent.TYPICAL) if entity is not None else ""
        text = use_block(mapping.provider, address, block)
        return Example("Use", text, "terraform", needs=needs(text, mapping)) if text else None

    def about(self, mapping: Mapping) -> About:
        """The title and description of the API, and the ways of its security schemes.

        A mapping that was read from an output has none.
        """
        from .openapi.access import access

        ways = next(filter(None, (access(d) for d in mapping.documents if isinstance(d, Document))), "")
        return replace(mapping.about, access=ways) if ways else mapping.about

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """The `import` block of a resource; None if it cannot be imported."""
        from .spec.example import import_hint

        text = import_hint(entity, mapping.provider)
        return Example("Import", text, "terraform") if text else None

    def type_words(self, type_: Type) -> str:
        """A type in the words of Terraform's documentation."""
        from mapper.languages.hcl.states import type_words

        return type_words(type_)

    def code_type(self, type_: Type) -> str:
        """A type in the words of the code spec."""
        return type_in_words(type_)

    def shows_default_of_computed(self, kind: EntityKind) -> bool:
        """Whether to show the API's default of a computed attribute: not for data sources, which only read."""
        return kind is not kinds.DATA_SOURCE


class GeneratorConfigs(Proposals):
    """Proposals of generator configs."""

    choices = ("resources", "data-sources")

    def propose(self, proposing: Proposing) -> StartingConfig:
        """A generator config with all resources and data sources that the operations allow."""
        from .config.config import parse_config
        from .fix.dead_entries import DeadEntry, commented, dead_entries
        from .propose import discover, fixed_proposal
        from .propose.config_text import new_entities, updated
        from .propose.describe import added, hosts, losses, nothing, summary
        from .read import read_api

        api = read_api(Request(proposing.spec, (), overlays=proposing.overlays, allow_hosts=proposing.allow_hosts))
        proposal = discover(
            api,
            proposing.provider,
            proposing.include,
            proposing.exclude,
            proposing.like,
            only=proposing.only,
            all_data_sources=proposing.all_data_sources,
        )
        if not proposal.entities:
            raise MappingError(nothing(proposal, api.document.uri))
        existing = proposing.existing
        dead: tuple[DeadEntry, ...] = ()
        if existing is not None:
            config = parse_config(existing)
            dead = dead_entries(api, config)
            proposal = replace(proposal, entities=new_entities(proposal, config, existing.text), unused=())
            if not proposal.entities:
                return StartingConfig(commented(existing.text, dead), added((), len(dead)))
        starter = fixed_proposal(api, proposal, site=proposing.site)
        if not starter.proposal.entities:
            raise MappingError(nothing(starter.proposal, api.document.uri))
        notes = (*losses(starter), *hosts(api))
        if existing is not None:
            text = commented(updated(existing.text, starter.proposal), dead)
            return StartingConfig(text, added(starter.proposal.entities, len(dead)), notes=notes)
        return StartingConfig(starter.text, summary(starter), notes=notes)

    def is_provider_name(self, name: str) -> bool:
        """Whether the name has only lower-case letters, digits and underscores, and no leading digit."""
        from .identifiers import is_identifier

        return is_identifier(name)


class CodeSpecComparison(Comparison):
    """Code specs of earlier, and schemas of providers built from them."""

    built_by = "provider"
    has_provider_schema = True

    def of_artifact(self, document: Document) -> Mapping | None:
        """The mapping in a code spec; None for other documents."""
        from .spec.reader import is_code_spec, read_code_spec

        return read_code_spec(document) if is_code_spec(document.root) else None

    def provider_schema(self, mapping: Mapping) -> ProviderSchema:
        """The schema of the provider built from the code spec."""
        from .spec.provider_schema import provider_schema

        return provider_schema(mapping, TERRAFORM.showing.summary)


class Terraform(System):
    """Terraform providers, generated with the framework's code generator."""

    name = "terraform"
    kinds = kinds.KINDS
    reading = DescriptionReading()
    writing = CodeSpecWriting()
    showing = TerraformShowing()
    proposals = GeneratorConfigs()
    config_tools = TerraformConfigTools()
    comparison = CodeSpecComparison()

    def __init__(self, programs: Programs | None = None) -> None:
        self.trial = programs.trial if programs else None

    @property
    def diagnostics(self) -> dict[str, Rule]:
        """The rules of its diagnostics by code."""
        from .rules import RULES

        return RULES

    @property
    def review_policy(self) -> ReviewPolicy:
        """The policy of changes for Terraform."""
        from .review import POLICY

        return POLICY


TERRAFORM = Terraform()


def _mapping(inputs: Inputs, request: Request) -> Mapping:
    """The mapping, which finds operations that could be mapped when it is asked. Raises MappingError."""
    config, levels, fixes = inputs.config, request.levels, request.fixes
    if request.references:
        mapping = inputs.map(levels, fixes=fixes)
    else:  # does not import what makes samples
        from .map import map_api

        mapping = map_api(inputs.api, config, levels, fixes=fixes, mappers=inputs.mappers, calls=False)

    def find() -> Candidates:
        from .propose.candidates import find_candidates

        return find_candidates(inputs.api, config)

    mapping = replace(mapping, coverage=replace(mapping.coverage, find_candidates=find))
    if not request.validate:
        return mapping
    from mapper.inputs.validation import violations

    diagnostics = tuple(at(note, None, "", levels) for note in violations(inputs.api.document))
    return replace(mapping, diagnostics=diagnostics + mapping.diagnostics)
