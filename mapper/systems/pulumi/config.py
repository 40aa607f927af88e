"""The keys of `pulumi.yml`: facts about a package that its IDL does not contain. Every key is optional."""

from mapper.inputs.grammar import KEYS, LIST, STRING, Grammar, Value, form

from .schema.grammar import VERSION

DIALECTS = ("design", "lumidl")
TOKENS = ("module", "file")
_NAME = form("[A-Za-z][A-Za-z0-9_-]*", "is not the name of a package")
_IMPORT_PATH = form("[A-Za-z0-9_.~-]+(/[A-Za-z0-9_.~-]+)*", "is not an import path")
_VERSION = form(VERSION.pattern, "is not a version such as 1.2.3")


def _path(about: str) -> Value:
    return Value(STRING, about=about, form=_IMPORT_PATH)


ABOUT = {
    "version": Value(STRING, form=_VERSION, about="The version, such as 1.2.3."),
    "description": Value(STRING, about="What the package is for."),
    "keywords": Value(LIST, each=Value(STRING), about="Words to find it by."),
    "homepage": Value(STRING, about="The address of its home page."),
    "license": Value(STRING, about="The name of its license."),
    "repository": Value(STRING, about="The address of its repository."),
    "publisher": Value(STRING, about="Who publishes it."),
}
"""Metadata of a package besides its name, by the keys of its schema."""

_PACKAGE = {"name": Value(STRING, form=_NAME, about="The first part of every type token."), **ABOUT}
_GO = {
    "idl": _path("The import path of the IDL. Default: what the nearest `go.mod` says."),
    "provider": _path("The import path of the stubs."),
    "resources": _path("The import path of the four marker types, if it is your own."),
}
CONFIG = Grammar(
    Value(
        KEYS,
        {
            "package": Value(KEYS, _PACKAGE, about="Metadata for the package schema."),
            "dialect": Value(STRING, words=DIALECTS, about="The rules of the output: of the design, or of 2017."),
            "tokens": Value(STRING, words=TOKENS, about="`store:index:Bucket` (module), `store:index/bucket:Bucket`."),
            "go": Value(KEYS, _GO, about="Import paths in Go."),
        },
    )
)
