"""The system *crossplane*: the schema of a Terraform provider in, the definitions of a Crossplane provider out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from mapper.model import Entity, EntityKind, Mapping, Nested, NestingMode, Type
from mapper.request import Mapped, Option, Proposing, Request, StartingConfig
from mapper.system.extras import ConfigTools, Proposals
from mapper.system.reading import Input, Need, Options, Reading
from mapper.system.showing import Example, Remark, Showing, of_extents
from mapper.system.system import System
from mapper.system.writing import Output, Writing

from .kinds import KINDS, PROFILES

if TYPE_CHECKING:
    from mapper.model import Attribute
    from mapper.report.diagnostic import Rule
    from mapper.review.policy import ReviewPolicy

    from .programs import Programs
    from .read import Inputs


class SchemaReading(Reading):
    """Schemas of providers, with the config of a Crossplane provider."""

    input = Input("as for provider", (frozenset(("provider_schemas",)),), shared=True, noun="provider's schema")
    options = Options(frozenset((Option.PROVIDER, Option.DIALECT, Option.LIVE, Option.PLUGIN_DIRS)), PROFILES)
    config = "provider.yaml"
    config_noun = "config"
    config_need = Need.OPTIONAL

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def map(self, request: Request) -> Mapped:
        from .read import read_inputs

        inputs = read_inputs(request, self._programs)
        return Mapped(inputs, inputs.map())


class ProviderWriting(Writing):
    """The API of a Crossplane provider: definitions and Go types."""

    output = Output(folder=True)

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The definitions and Go types of each resource and scope, by path in a provider's repository.

        In the profile v2020, the program is included.
        """
        inputs = cast("Inputs", mapped.inputs)
        return inputs.profile.artifacts(inputs.provider, inputs.replaced)

    def words(self, name: str) -> str:
        """The purpose of an artifact: definitions are YAML; Go files below `apis` are types."""
        from mapper.languages.kubernetes.skeleton import CRD_WORDS, GO_WORDS

        if name.endswith(".yaml"):
            return CRD_WORDS
        return GO_WORDS if name.startswith("apis/") else "the program of the provider, in Go"


class CrossplaneShowing(Showing):
    """Fields of managed resources, and manifests."""

    noun = "field"

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The kind, as in a manifest."""
        return entity.address.kind if entity.address else entity.name

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """Example manifests."""
        from mapper.languages.kubernetes.manifest import manifest
        from mapper.languages.kubernetes.skeleton import skeleton

        if entity.address is None:
            return ()
        address, shown = entity.addresses[0], _without_init(entity)
        types = Example("All types", skeleton(shown, address), "yaml", inside="")
        manifests = of_extents(lambda extent: manifest(shown, address, extent), "yaml", inside="")
        return (*manifests, types, *_of_registry(entity))

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """The manifest that observes an object by its external name."""
        from .examples import IMPORT, fact

        text = fact(entity, IMPORT)
        return Example(_IMPORT, text, "yaml") if isinstance(text, str) else None

    def says_replacement(self, kind: EntityKind) -> bool:
        """False: the schema of a provider has no word about it, and few descriptions have."""
        return False

    def labels(self, kind: EntityKind) -> dict[str, str]:
        """That a change is refused."""
        return {
            "badge.replaces": "immutable",
            "replaces.one": "{count} {attributes} is immutable",
            "replaces.several": "{count} {attributes} are immutable",
            "replaces.unknown": "The schema does not say what is immutable",
        }

    def summary(self, entity: Entity) -> str:
        """The text of the resource; nothing where a CRD says that there is none."""
        from .resources import NO_TEXT

        return entity.description if entity.description not in (None, NO_TEXT) else ""

    def prose(self, text: str) -> str:
        """A text without the lines that only repeat another: the registry and the schema often say the same."""
        lines = text.split("\n")
        if len(lines) > _MOST_COMPARED or "```" in text:
            return text
        said = [" ".join(line.casefold().split()).rstrip(".") if line[:1].isalnum() else "" for line in lines]
        return "\n".join(line for at, line in enumerate(lines) if not said[at] or not _is_repeated(at, said))

    def type_words(self, type_: Type) -> str:
        """The OpenAPI name of a type."""
        from mapper.languages.kubernetes.skeleton import type_words

        return type_words(type_)

    def remarks(self, attribute: Attribute) -> tuple[str | Remark, ...]:
        """Its Terraform name; whether it is a parameter of the external name, or may be a reference."""
        code = attribute.reason.code
        named = attribute.source_name.rpartition(".")[2]
        is_other = named != attribute.name.rpartition(".")[2] and code not in ("reference", "secret-reference")
        ours = (Remark("in Terraform", (named,)),) if is_other else ()
        return (*ours, *((_REMARKS[code],) if code in _REMARKS else ()))


class ProviderConfigs(Proposals):
    """Configs with every resource."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def propose(self, proposing: Proposing) -> StartingConfig:
        """A config with every resource, and with guesses that are marked as such."""
        from .starter import starter

        return starter(proposing, self._programs)


class CrossplaneConfigTools(ConfigTools):
    """Help with a provider.yaml."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a provider.yaml."""
        from .grammar import CONFIG

        return CONFIG.json_schema("provider.yaml", "What a Crossplane provider is made of.")


class Crossplane(System):
    """Crossplane providers made from Terraform's, as upjet makes them."""

    name = "crossplane"
    kinds = KINDS
    writing = ProviderWriting()
    showing = CrossplaneShowing()
    config_tools = CrossplaneConfigTools()

    def __init__(self, programs: Programs) -> None:
        self.reading = SchemaReading(programs)
        self.proposals = ProviderConfigs(programs)
        self.runner = programs.crossplane_runner

    @property
    def diagnostics(self) -> dict[str, Rule]:
        """The rules of its diagnostics by code."""
        from .rules import RULES

        return RULES

    @property
    def review_policy(self) -> ReviewPolicy:
        """The policy of changes: their effect in a cluster."""
        from mapper.languages.kubernetes.review import KUBERNETES

        return KUBERNETES


_MOST_COMPARED = 20
"""The lines of a text that are compared with each other."""


def _is_repeated(at: int, said: Sequence[str]) -> bool:
    """Whether an earlier line is the same, or any other begins with it."""
    return said[at] in said[:at] or any(other.startswith((f"{said[at]} ", f"{said[at]}.")) for other in said)


_REMARKS = {
    "required": "not needed with managementPolicies: [Observe]",
    "identifier": "identifier",
    "reference": "reference",
    "or-reference": "or by reference",
}


_IMPORT = "The external name is the name of the object. It is only observed until `managementPolicies` say otherwise."


def _of_registry(entity: Entity) -> Iterator[Example]:
    """Collected examples, in Terraform's language and as manifests, and the connection secret."""
    from .examples import EXAMPLES, READY, SECRET, fact

    examples = fact(entity, EXAMPLES)
    for example in examples if isinstance(examples, list | tuple) else ():
        title, terraform, manifest = (str(example.get(key, "")) for key in ("title", "terraform", "manifest"))
        yield Example(f"Of the registry: {title}, in Terraform", terraform, "terraform")
        yield Example(f"Of the registry: {title}, as a manifest", manifest, "yaml")
    for title, keyword in (("Readiness", READY), ("Connection secret", SECRET)):
        text = fact(entity, keyword)
        if isinstance(text, str):
            yield Example(title, text, "yaml")


def _without_init(entity: Entity) -> Entity:
    """The entity without initProvider, whose fields examples set in forProvider."""
    spec, *others = entity.frame.attributes or (None,)  # none in a sidecar of somebody else
    if spec is None or not isinstance(spec.type, Nested):
        return entity
    inside = tuple(a for a in spec.type.body.attributes if a.name != "initProvider")
    spec_without_init = replace(spec, type=Nested(NestingMode.SINGLE, replace(spec.type.body, attributes=inside)))
    return replace(entity, frame=replace(entity.frame, attributes=(spec_without_init, *others)))
