"""The system *ack*: AWS API models in, custom resource definitions and Go types out."""

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapper.model import Attribute, Entity, EntityKind, Mapping, Type
from mapper.request import Mapped, Option, Proposing, Request, StartingConfig
from mapper.system.extras import ConfigTools, Proposals
from mapper.system.reading import Input, Options, Reading
from mapper.system.showing import Example, Showing, of_extents
from mapper.system.system import System
from mapper.system.writing import Output, Writing
from mapper.text.plural import plural

from .kinds import KINDS

if TYPE_CHECKING:
    from mapper.report.diagnostic import Rule
    from mapper.review.policy import ReviewPolicy


_INTRODUCTION = re.compile(r"(?<=[.!?])\s+[^.!?]*:\s*\Z")
"""The sentence before a list: *Keep the following in mind:*."""


class ModelReading(Reading):
    """AWS API models, with the config of a controller."""

    input = Input(
        "an AWS API model (Smithy or service-2: .json, .json.gz or botocore:NAME[@API-DATE])",
        (frozenset(("metadata", "operations", "shapes")), frozenset(("smithy", "shapes"))),
        ("botocore",),
        noun="API model",
    )
    options = Options(
        frozenset((Option.VERSION, Option.SERVICE)),
        version_help="the version of ACK to write for, such as v0.58.0; its runtime adds fields (default: the newest)",
    )
    config = "generator.yaml"

    def map(self, request: Request) -> Mapped:
        from .read import read_inputs

        inputs = read_inputs(request)
        return Mapped(inputs, inputs.map(request.levels))


class ControllerWriting(Writing):
    """The API of a controller: definitions and Go types."""

    output = Output(folder=True)

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The definitions and the Go files of a controller's API, by their paths in its repository."""
        from .crd import write_crds
        from .go import write_go

        files: dict[str, Iterable[str]] = {}
        files |= {f"config/crd/bases/{name}": (text,) for name, text in write_crds(mapped.mapping).items()}
        return files | {f"apis/{name}": (text,) for name, text in write_go(mapped.mapping).items()}

    def words(self, name: str) -> str:
        """Definitions are YAML, everything else is Go."""
        from mapper.languages.kubernetes.skeleton import CRD_WORDS, GO_WORDS

        return CRD_WORDS if name.endswith(".yaml") else GO_WORDS

    def stale_files(self, folder: Path, written: Collection[Path]) -> list[Path]:
        """Generated files of Kinds that are gone."""
        from .service import stale_files

        return stale_files(folder, written)


class AckShowing(Showing):
    """Fields of custom resources, and manifests."""

    reference_tool = "ack-generate"
    noun = "field"

    def site_name(self, mapping: Mapping) -> str:
        """*ACK controller for Amazon S3*."""
        return f"ACK controller for {mapping.about.title or mapping.provider}"

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """Example manifests."""
        from mapper.languages.kubernetes.manifest import manifest
        from mapper.languages.kubernetes.skeleton import skeleton

        if entity.address is None:
            return ()
        address = entity.address
        types = Example("All types", skeleton(entity, address), "yaml", inside="")
        return (*of_extents(lambda extent: manifest(entity, address, extent), "yaml", inside=""), types)

    def labels(self, kind: EntityKind) -> dict[str, str]:
        """That a change is refused."""
        return {
            "badge.replaces": "immutable",
            "replaces.one": "{count} {attributes} is immutable",
            "replaces.several": "{count} {attributes} are immutable",
        }

    def summary(self, entity: Entity) -> str:
        """The description of the resource; else the first paragraph on its create operation, without what introduces a
        list after it.
        """
        return entity.description or _INTRODUCTION.sub("", super().summary(entity).split("\n\n")[0])

    def type_words(self, type_: Type) -> str:
        """The OpenAPI name of a type."""
        from mapper.languages.kubernetes.skeleton import type_words

        return type_words(type_)

    def remarks(self, attribute: Attribute) -> tuple[str, ...]:
        """A remark on fields that AWS requires but the definition does not."""
        from mapper.languages.kubernetes.manifest import REQUIRED_BY_API

        return ("AWS requires it",) if attribute.reason.code == REQUIRED_BY_API else ()


class EmptyConfigs(Proposals):
    """A config without settings: ACK needs none to start."""

    def propose(self, proposing: Proposing) -> StartingConfig:
        """A config without settings: every operation that creates makes a resource. Raises MappingError for what is no
        model.
        """
        from .read import read_inputs

        proposing.takes_only("ack")
        kinds = len(read_inputs(Request(proposing.spec, ())).map().entities)
        text = "# Every resource that the API can create, as it is.\n{}\n"
        return StartingConfig(text, f"a config without settings, for {plural(kinds, 'Kind')}")


class AckConfigTools(ConfigTools):
    """Help with a generator.yaml."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a generator.yaml."""
        from .grammar import GENERATOR_FILE

        return GENERATOR_FILE.json_schema("generator.yaml", "The instructions for the generator of ACK.")

    def missing_input(self, config: Path) -> str:
        """The version of the SDK whose model the repository of a config was generated from."""
        from mapper.inputs import Documents

        from .sdk_version import pinned_in

        pinned = pinned_in(config.parent, Documents())
        return pinned.request if pinned is not None else ""


class Ack(System):
    """AWS Controllers for Kubernetes."""

    name = "ack"
    kinds = KINDS
    reading = ModelReading()
    writing = ControllerWriting()
    showing = AckShowing()
    proposals = EmptyConfigs()
    config_tools = AckConfigTools()

    @property
    def diagnostics(self) -> "dict[str, Rule]":
        """The rules of its diagnostics by code."""
        from .rules import RULES

        return RULES

    @property
    def review_policy(self) -> "ReviewPolicy":
        """The policy of changes: their effect in a cluster."""
        from mapper.languages.kubernetes.review import KUBERNETES

        return KUBERNETES


ACK = Ack()
