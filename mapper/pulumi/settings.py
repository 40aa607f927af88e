"""What a package says about itself, and the dialect of its output."""

from __future__ import annotations

from enum import StrEnum

from ..immutable import dataclass


class Dialect(StrEnum):
    """Whose output is written: that of the design note, or that of the tool of 2017 (`lumidl`)."""

    DESIGN = "design"
    LUMIDL = "lumidl"


MARKERS = (
    "github.com/pulumi/lumi/pkg/resource/idl",
    "github.com/pulumi/pulumi/pkg/resource/idl",
    "github.com/pulumi/coconut/pkg/resource/idl",
)
"""Where the package of the marker types (Resource, NamedResource, Asset, Archive) has been over time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`idl` and `provider` are import paths of Go: of the root package of the IDL, and of the stubs' root.

    `package` is the first part of every type token; empty, it is the package clause of the root, or else the name of
    the folder. `markers` are the import paths that hold the marker types. `tokens` is *module*
    (`aws:ec2:SecurityGroup`) or *file* (`aws:ec2/securityGroup:SecurityGroup`); empty, it is what the dialect has.
    `about` is what the package says of itself, by the keys of a package schema.
    """

    package: str = ""
    idl: str = ""
    provider: str = ""
    markers: tuple[str, ...] = MARKERS
    dialect: Dialect = Dialect.DESIGN
    tokens: str = ""
    about: tuple[tuple[str, str | tuple[str, ...]], ...] = ()
