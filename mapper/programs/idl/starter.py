"""A starting package: an IDL with one resource, its Go module, the package of marker types, and a config."""

import re
from pathlib import Path

from mapper.links import real_path
from mapper.programs.idl.settings import MARKERS, Settings
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import StartingConfig

from .go.skeleton import main_package, skeletons
from .parser.packages import MARKER
from .parser.program import Program
from .parser.read import read_sources

MARKER_PATH = MARKERS[1]
_FOLDER, _PROVIDER = "markers", "provider"
_GO = "1.23"
_CONFIG = """\
# What oasmap needs to know of the package besides its IDL. Every key may be left out.
package:
  name: {name}  # the first part of every type token
dialect: design
go:
  idl: {module}/{idl}            # the import path of the IDL
  provider: {module}/provider  # the same of the stubs
"""
_MODULE = """\
module {module}

go {go}

require {marker} v0.0.0

replace {marker} => ./{folder}
"""
_MARKER_MODULE = "module {marker}\n\ngo {go}\n"
_MARKER_TYPES = """\
// Package {package} has the types that mark what an IDL declares.
package {package}

type (
	Resource      struct{{}} // embedded: a resource; by pointer: any resource
	NamedResource struct{{}} // embedded: a resource with a name
	Asset         struct{{}} // by pointer: a text or a file
	Archive       struct{{}} // by pointer: several files
)
"""
_IDL = """\
// Package {name} describes what can be managed.
package {name}

import "{marker}"

// Bucket keeps objects until somebody deletes them.
type Bucket struct {{
	{package}.NamedResource
	// Region is where the objects are. A bucket does not move: another region makes another bucket.
	Region string `pulumi:"replaces"`
	// Access says who may read the objects; without it, its owner alone.
	Access *Access `pulumi:"optional"`
	// Rules say when objects are deleted.
	Rules *[]Rule `pulumi:"optional"`
	// Endpoint is the address of the bucket.
	Endpoint string `pulumi:"out"`
}}

// Rule deletes objects after some days.
type Rule struct {{
	// Prefix is what the names of the objects begin with; without it, the rule is about all of them.
	Prefix *string `pulumi:"optional"`
	// Days is how long an object is kept.
	Days float64
}}

// Access says who may read something.
type Access string

const (
	// Private is for its owner.
	Private Access = "private"
	// Public is for everybody.
	Public Access = "public"
)
"""


def starter(folder: Path, name: str | None) -> StartingConfig:
    """The files of a new package, with the IDL in `folder`. Raises MappingError if there is an IDL already."""
    if folder.is_dir() and any(folder.rglob("*.go")):
        raise MappingError(
            Problem(
                "there are Go files in it already",
                str(folder),
                remedy="give another folder for the new IDL, such as idl",
            )
        )
    root = folder.parent
    package_name = name or _name(real_path(root).name)
    module = f"example.com/{package_name}"
    values = {
        "name": package_name, "module": module, "marker": MARKER_PATH, "package": MARKER, "folder": _FOLDER, "go": _GO,
        "idl": folder.name,
    }  # fmt: skip
    files = {
        root / "go.mod": _MODULE,
        root / _FOLDER / "go.mod": _MARKER_MODULE,
        root / _FOLDER / f"{MARKER}.go": _MARKER_TYPES,
        folder / "bucket.go": _IDL,
    }
    texts = {path: text.format_map(values) for path, text in files.items()}
    settings = Settings(package_name, f"{module}/{folder.name}", f"{module}/{_PROVIDER}")
    program = read_sources({"bucket.go": texts[folder / "bucket.go"].encode()}, settings).program
    if program is None:
        raise ValueError(package_name)
    for path, text in (skeletons(program) | main_package(program)).items():
        texts[root / _PROVIDER / path] = text
    summary = f"the package {package_name} with one resource in {folder}; {len(texts)} Go files next to it"
    return StartingConfig(_CONFIG.format_map(values), summary, texts)


def addition(folder: Path, config: str, program: Program) -> StartingConfig:
    """The missing files of a provider for an existing IDL: implementations, main package, Go module.

    The config is not changed. Raises MappingError if nothing is missing.
    """
    provider = folder.parent / _PROVIDER
    main = {} if (provider / "cmd").exists() else main_package(program)
    wanted = skeletons(program) | main
    texts = {provider / path: text for path, text in wanted.items() if not (provider / path).exists()}
    if not texts:
        raise MappingError(
            Problem(
                "every resource has an implementation already",
                str(provider),
                remedy="remove the file of one to write it again",
            )
        )
    return StartingConfig(config, f"the config as it was, and {len(texts)} new files in {provider}", texts)


def _name(folder: str) -> str:
    """A package name made from the name of a folder."""
    name = re.sub(r"[^a-z0-9]", "", folder.lower()).lstrip("0123456789")
    return name or "example"
