"""Type tokens of resources."""

from __future__ import annotations

from .idl.program import Program, TypeDeclaration
from .settings import Dialect


def type_token(program: Program, resource: TypeDeclaration, dialect: Dialect) -> str:
    """The token of a resource: `aws:ec2:SecurityGroup`, or `aws:ec2/securityGroup:SecurityGroup` by its file.

    Declarations in the root of a package are in the module `index`.
    """
    by_file = program.settings.tokens == "file" or (not program.settings.tokens and dialect is Dialect.LUMIDL)
    module = resource.path.removesuffix(".go") if by_file else resource.package or "index"
    return f"{program.name}:{module}:{resource.name}"
