"""The system *pulumi*: reads an IDL in a Go subset or a package schema, and writes a package for programs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapper.inputs import Document
from mapper.model import About, Attribute, Entity, EntityKind, Mapping, Type
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Mapped, Option, Proposing, Request, StartingConfig
from mapper.system.extras import ConfigTools, OutputFiles, Proposals
from mapper.system.reading import Input, Need, Options, Reading
from mapper.system.showing import Example, Remark, Showing
from mapper.system.system import System
from mapper.system.writing import Output, Writing

from .kinds import CONSTANTS, KINDS, NAMED, RESOURCE

if TYPE_CHECKING:
    from mapper.report.diagnostic import Rule
    from mapper.review.policy import ReviewPolicy

    from .programs import IdlInputs, Programs
    from .schema.read import SchemaInputs

_SECTIONS = ("resources", "types", "functions", "provider")


class PackageFiles(OutputFiles):
    """Generated files, next to which users write modules of their own."""

    def is_user_owned(self, path: str) -> bool:
        """True for the manifest files, which users edit."""
        return path in ("pack/package.json", "pack/tsconfig.json")

    def footer(self, path: Path, written: Collection[Path]) -> str:
        """Exports of hand-written modules in the folder of an index."""
        from .ownership import neighbours

        return "".join(f'export * from "./{name}";\n' for name in neighbours(path, written))

    def check_targets(self, paths: Collection[Path], mapped: Mapped) -> None:
        """Raises MappingError if a file to be overwritten does not begin with the header of generated files."""
        from .artifacts import SCHEMA, foreign_schema, idl_folder
        from .ownership import require_own

        schemas = {path: partial(foreign_schema, mapped=mapped) for path in paths if path.name == SCHEMA}
        require_own(paths, idl_folder(mapped), schemas)


def _is_package_schema(root: object) -> bool:
    """Whether it has a name, and objects with tokens or a provider; no other format has both."""
    if not isinstance(root, dict) or not isinstance(root.get("name"), str):
        return False
    sections = [root[key] for key in _SECTIONS if key in root]
    return bool(sections) and all(isinstance(section, dict) for section in sections)


class PackageReading(Reading):
    """IDLs in Go, and package schemas."""

    input = Input(
        "a folder of .go files with an IDL, or a package schema (schema.json)",
        folder=True,
        suffix=".go",
        recognizes=_is_package_schema,
        noun="package",
    )
    options = Options(frozenset((Option.DIALECT,)), ("design", "lumidl"))
    config = "pulumi.yml"
    config_noun = "config"
    config_need = Need.OPTIONAL

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def map(self, request: Request) -> Mapped:
        inputs = self._read(request)
        return Mapped(inputs, inputs.map())

    def map_in_part(self, request: Request) -> Mapped:
        """Map without the declarations that have errors, and those that use them."""
        inputs = self._read(request)
        try:
            return Mapped(inputs, inputs.map())
        except MappingError:
            rest, lost = inputs.in_part()
            return Mapped(rest, rest.map(), lost)

    def _read(self, request: Request) -> IdlInputs | SchemaInputs:
        """Read the IDL in a folder, or a schema. Raises MappingError."""
        is_folder = request.lister is not None or (isinstance(request.input, Path) and request.input.is_dir())
        if is_folder:
            return self._programs.idl().read(request)
        from .schema.read import read_schema

        return read_schema(request)


class PackageWriting(Writing):
    """A package for programs, the stubs of its provider, and the package schema."""

    output = Output(folder=True, parts=("pack", "provider"), files=("schema.json",))
    user_files = PackageFiles()

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The TypeScript package and the provider stubs, each in a folder with its name, and the package schema.

        Only `parts` are made: writing a TypeScript package takes longer than writing its schema.
        """
        from .artifacts import artifacts

        return artifacts(mapped, parts or self.output.separable, self._programs)

    def words(self, name: str) -> str:
        """The purpose of a part, by its folder; the schema is the only file outside of the folders."""
        if name.startswith("pack/"):
            return "the package for TypeScript and JavaScript"
        if name.startswith("provider/"):
            return "the Go code that a provider implements"
        return "the package schema, which other tools of Pulumi read" if name == "schema.json" else ""

    def stale_files(self, folder: Path, written: Collection[Path]) -> list[Path]:
        """Generated files of declarations that are gone."""
        from .ownership import stale_files

        return stale_files(folder, written)


class PackageShowing(Showing):
    """Pulumi's words, and programs in its languages."""

    noun = "property"
    shows_parts = False

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The name with the package's name before it."""
        return f"{mapping.provider}.{entity.name}"

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """Programs in YAML and TypeScript, the constructor's signature, and the programs in the description."""
        from .examples import examples_of

        return tuple(examples_of(entity, mapping))

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """The import command; the one in the description, if there is one."""
        if entity.kind is not RESOURCE or "id" not in {attribute.name for attribute in entity.body.attributes}:
            return None
        from .descriptions import read_text
        from .examples import Examples

        token = Examples(mapping).token(entity.name)
        commands = read_text(entity.description or "").imports
        return Example("Import", commands or f"pulumi import {token} example an-existing-id\n", "bash")

    def about(self, mapping: Mapping) -> About:
        """The metadata of the package."""
        from .pages import about

        return about(mapping)

    def summary(self, entity: Entity) -> str:
        """The description of an entity; for a provider without one, its package's. A method's names its resource."""
        from .pages import summary

        return summary(entity, self.prose)

    def prose(self, text: str) -> str:
        """A description without the marks for Pulumi's registry, and without programs, which are shown as examples."""
        if "<" not in text and "{" not in text and "#" not in text:
            return text
        from .descriptions import read_text

        return read_text(text).prose

    def type_words(self, type_: Type) -> str:
        """The Pulumi name of a type."""
        from .builtin_types import type_words

        return type_words(type_)

    def remarks(self, attribute: Attribute) -> tuple[str | Remark, ...]:
        """The value of a constant, and badges of a property."""
        from .pages import remarks

        return remarks(attribute)

    def shows_default_of_computed(self, kind: EntityKind) -> bool:
        """False for constants: their value is in a remark."""
        return kind not in CONSTANTS

    def labels(self, kind: EntityKind) -> dict[str, str]:
        """The words for inputs and outputs; for enums and modules, those for values."""
        if kind in CONSTANTS:
            values = dict.fromkeys(("group.required", "group.optional", "group.read_only"), "Values")
            return values | {"status.computed": "constant"}
        return {
            "group.required": "Required inputs",
            "group.optional": "Optional inputs",
            "group.read_only": "Outputs",
            "status.computed_optional": f"optional, {NAMED}",
            "status.explained": "",
        }


class Idls(Proposals):
    """An IDL to start from, or what a provider lacks."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def propose(self, proposing: Proposing) -> StartingConfig:
        """A starting IDL, with the package of marker types, a config, and the skeleton of a provider.

        If there is a config, only the missing files of the provider. A package schema needs no config.
        """
        proposing.takes_only("pulumi", "existing")
        if isinstance(proposing.spec, Document):
            remedy = "give the folder for the new IDL, such as `idl`, or the file of a package schema"
            raise MappingError(Problem("standard input has no name", proposing.spec.uri, remedy=remedy))
        if proposing.spec.is_file():
            package = PackageReading(self._programs).map(Request(proposing.spec, ())).mapping
            command = shlex.join(["oasmap", "generate", "--system", "pulumi", str(proposing.spec)])
            return StartingConfig("", f"the package {package.provider} needs no config", command=command)
        idl, config = self._programs.idl(), proposing.existing
        if config is None:
            return idl.starter(proposing.spec, proposing.provider)
        mapped = PackageReading(self._programs).map(Request(proposing.spec, (Path(config.uri),)))
        inputs: IdlInputs = mapped.inputs  # type: ignore[assignment]
        return idl.addition(proposing.spec, config.text, inputs)

    def is_provider_name(self, name: str) -> bool:
        """Whether it is a lowercase letter followed by lowercase letters and digits."""
        return re.fullmatch(r"[a-z][a-z0-9]*", name) is not None  # also valid as a Go package name


class PulumiConfigTools(ConfigTools):
    """Help with a pulumi.yml."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a pulumi.yml."""
        from .config import CONFIG

        return CONFIG.json_schema("pulumi.yml", "What the IDL of a package does not say.")


class Pulumi(System):
    """Pulumi packages, from an IDL of Go files or from a package schema."""

    name = "pulumi"
    kinds = KINDS
    showing = PackageShowing()
    config_tools = PulumiConfigTools()

    def __init__(self, programs: Programs) -> None:
        self.reading = PackageReading(programs)
        self.writing = PackageWriting(programs)
        self.proposals = Idls(programs)

    @property
    def diagnostics(self) -> dict[str, Rule]:
        """The rules of its diagnostics by code."""
        from .rules import RULES
        from .schema_rules import SCHEMA_RULES

        return RULES | SCHEMA_RULES

    @property
    def review_policy(self) -> ReviewPolicy:
        """The policy of changes: what the engine does with them."""
        from .review import POLICY

        return POLICY
