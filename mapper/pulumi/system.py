"""The system *pulumi*: an IDL in a Go subset in, a TypeScript package and the stubs of a provider out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import MappingError, Problem
from ..documents import Document
from ..model import Attribute, Entity, Kind, Mapping, Status, Type
from ..system import Example, Input, Mapped, Need, Option, Output, Proposal, Proposing, Request, System
from .kinds import CONSTANTS, KINDS, RESOURCE
from .rules import RULES
from .settings import Dialect

if TYPE_CHECKING:
    from ..review.judge import Judge
    from .inputs import Inputs

_NO_TREE_SITTER = "the system pulumi needs tree-sitter: pip install 'mkdocs-oasmap[pulumi]'"
_LIBRARIES = frozenset(("tree_sitter", "tree_sitter_go"))


class Pulumi(System):
    """Pulumi packages, from an IDL of Go files."""

    name = "pulumi"
    kinds = KINDS
    input = Input("for pulumi a folder of .go files with an IDL", folder=True, suffix=".go")
    output = Output(folder=True, parts=("pack", "provider"))
    config = "pulumi.yml"
    config_need = Need.OPTIONAL
    takes = frozenset((Option.DIALECT,))
    dialects = tuple(dialect.value for dialect in Dialect)
    diagnostics = RULES
    noun = "property"
    computed_label = "optional, else the name of the resource"

    @property
    def judge(self) -> Judge:
        """What the engine does with a change."""
        from .judge import JUDGE

        return JUDGE

    def _run(self, request: Request) -> Mapped:
        inputs = _read(request)
        return Mapped(inputs, inputs.map())

    def run_in_part(self, request: Request) -> Mapped:
        """Without the declarations that have errors, and those that miss them."""
        self.check(request)
        inputs = _read(request)
        try:
            return Mapped(inputs, inputs.map())
        except MappingError:
            rest, lost = inputs.in_part()
            return Mapped(rest, rest.map(), lost)

    def artifacts(self, mapped: Mapped) -> dict[str, Iterable[str]]:
        """The TypeScript package and the stubs, each in a folder of its name."""
        from .emitters import emit

        inputs: Inputs = mapped.inputs  # type: ignore[assignment]
        return {name: (text,) for name, text in emit(inputs.program(), inputs.config.dialect).items()}

    def begins(self, path: str) -> bool:
        """What makes a package of the modules is its owner's."""
        return path in ("pack/package.json", "pack/tsconfig.json")

    def check_targets(self, paths: Collection[Path], mapped: Mapped) -> None:
        """Only files that say in their first line that they are generated are written over."""
        from .ownership import require_own

        inputs: Inputs = mapped.inputs  # type: ignore[assignment]
        require_own(paths, inputs.folder)

    def leftovers(self, folder: Path, written: Collection[Path]) -> list[Path]:
        """The files of what is gone from the IDL, as far as they are ours."""
        from .ownership import leftovers

        return leftovers(folder, written)

    def propose(self, proposing: Proposing) -> Proposal:
        """An IDL to start from, with the package of the marker types and a config."""
        from .starter import starter

        if isinstance(proposing.spec, Document):
            raise MappingError(Problem("name the folder of the IDL that is to be made", proposing.spec.uri))
        return starter(proposing.spec, proposing.provider)

    def is_provider_name(self, name: str) -> bool:
        """Small letters and digits."""
        from .starter import is_name

        return is_name(name)

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The name with that of the package in front of it."""
        return f"{mapping.provider}.{entity.name}"

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """Programs in YAML and TypeScript, and the signature of the constructor."""
        if entity.kind is not RESOURCE:
            return ()
        from .examples import Examples, constructor, typescript_program, yaml_program

        examples = Examples(mapping)
        minimal, full = (examples.declaration(entity, full=full) for full in (False, True))
        found = [
            Example("YAML", yaml_program(minimal, examples), "yaml"),
            Example("TypeScript", typescript_program(minimal, mapping.provider), "typescript"),
        ]
        if full != minimal:
            found += [
                Example("YAML, with all inputs", yaml_program(full, examples), "yaml"),
                Example("TypeScript, with all inputs", typescript_program(full, mapping.provider), "typescript"),
            ]
        return (*found, Example("Constructor in TypeScript", constructor(entity), "typescript"))

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """The command that brings an existing object into a stack."""
        if entity.kind is not RESOURCE:
            return None
        from .examples import Examples

        token = Examples(mapping).token(entity.name)
        return Example("Import", f"pulumi import {token} example an-existing-id\n", "bash")

    def type_words(self, type_: Type) -> str:
        """As Pulumi names types."""
        from .types import type_words

        return type_words(type_)

    def remarks(self, attribute: Attribute) -> tuple[str, ...]:
        """The value of a constant, and whether an output may be absent."""
        if attribute.status is not Status.COMPUTED:
            return ()
        if attribute.default is not None:
            return (json.dumps(attribute.default.value, ensure_ascii=False),)
        return () if attribute.always else ("may be absent",)

    def shows_default_of_computed(self, kind: Kind) -> bool:
        """The value of a constant is said where its name is."""
        return kind not in CONSTANTS

    def group_titles(self, kind: Kind) -> dict[str, str]:
        """Inputs and outputs; the members of an enum and the constants of a module are values."""
        if kind in CONSTANTS:
            return {"required": "Values", "optional": "Values", "read-only": "Values"}
        return {"required": "Required inputs", "optional": "Optional inputs", "read-only": "Outputs"}

    def status_labels(self, kind: Kind) -> dict[Status, str]:
        """Who gives a value."""
        labels = super().status_labels(kind)
        if kind in CONSTANTS:
            return labels | {Status.COMPUTED: "constant"}
        own = {Status.REQUIRED: "required input", Status.OPTIONAL: "optional input", Status.COMPUTED: "output"}
        return labels | own


def _read(request: Request) -> Inputs:
    """Read the IDL. Raises MappingError, also where the extra is not installed."""
    try:
        from .inputs import read_inputs
    except ModuleNotFoundError as error:
        if error.name not in _LIBRARIES:
            raise
        raise MappingError(Problem(_NO_TREE_SITTER)) from None
    return read_inputs(request)


PULUMI = Pulumi()
