"""The settings of a package, and the dialect of its output."""

from enum import StrEnum

from msgspec import Struct


class Dialect(StrEnum):
    """Whose rules the output follows: the design note's, or the rules of the tool of 2017 (`lumidl`)."""

    DESIGN = "design"
    LUMIDL = "lumidl"


MARKERS = (
    "github.com/pulumi/lumi/pkg/resource/idl",
    "github.com/pulumi/pulumi/pkg/resource/idl",
    "github.com/pulumi/coconut/pkg/resource/idl",
)
"""Import paths of the package of marker types (Resource, NamedResource, Asset, Archive) over time."""


class Settings(Struct, frozen=True):
    """The settings. `idl` and `provider` are the Go import paths of the IDL's root package and of the stubs' root.

    `package` is the first part of every type token. If it is empty, the package clause of the root is, or else the name
    of the folder. `markers` are the import paths of the marker types. `tokens` is *module* (`aws:ec2:SecurityGroup`) or
    *file* (`aws:ec2/securityGroup:SecurityGroup`); if empty, the dialect decides. `about` is the package's metadata, by
    the keys of a package schema.
    """

    package: str = ""
    idl: str = ""
    provider: str = ""
    markers: tuple[str, ...] = MARKERS
    dialect: Dialect = Dialect.DESIGN
    tokens: str = ""
    about: tuple[tuple[str, str | tuple[str, ...]], ...] = ()
