"""The members of each object in a package schema: Pulumi's metaschema, as tables.

A table has the kind of value for each key. Other keys are reported and left out, as Pulumi's commands do. `language` is
not checked: its content belongs to the generators of the languages.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

TEXT, FLAG, TEXTS, ANYTHING = "a text", "true or false", "a list of texts", "an object"
VALUE = "a text, a number or a truth value"
PROPERTIES, OBJECT, RESOURCE, FUNCTION = "properties", "an object type", "a resource", "a function"
COMPLEX, RETURN = "a type with a token", "what a function returns"
LANGUAGES, ALIASES, METHODS, ENUM_VALUES = "languages", "aliases", "methods", "values of an enum"


class Table(Struct, frozen=True):
    """The keys of an object with the kinds of their values, and the required keys."""

    keys: Mapping[str, object]
    required: tuple[str, ...] = ()


class Each(Struct, frozen=True):
    """A list, or an object, whose items are of one kind. `tokens` is the pattern of the keys, if they are tokens."""

    of: object
    is_list: bool = False
    tokens: re.Pattern[str] | None = None


NAME = re.compile(r"[a-zA-Z][-a-zA-Z0-9_]*")
NAMESPACE = re.compile(r"([a-z][a-z0-9]*)(-[a-z0-9]+)*")
_NUMBER = r"(?:0|[1-9][0-9]*)"
_LABEL = rf"(?:{_NUMBER}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)"
VERSION = re.compile(
    rf"v?{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_LABEL}(?:\.{_LABEL})*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?"
)
TOKEN = re.compile(r"[a-zA-Z][-a-zA-Z0-9_]*:(?:[^0-9:][a-zA-Z0-9._/-]*)?:[^0-9:][a-zA-Z0-9._/-]*")

_VERSIONED = Table({"name": NAME, "version": VERSION}, ("name", "version"))
_OVERLAY = {"isOverlay": FLAG, "overlaySupportedLanguages": LANGUAGES}
_OBJECT = {
    "description": TEXT, "type": TEXT, "properties": PROPERTIES, "required": TEXTS, "language": ANYTHING, **_OVERLAY,
}  # fmt: skip

TABLES: dict[str, Table] = {
    OBJECT: Table(_OBJECT),
    RESOURCE: Table(
        {
            **_OBJECT, "inputProperties": PROPERTIES, "requiredInputs": TEXTS, "stateInputs": OBJECT,
            "listInputs": OBJECT, "aliases": ALIASES, "deprecationMessage": TEXT, "isComponent": FLAG,
            "methods": METHODS,
        }
    ),
    FUNCTION: Table(
        {
            "description": TEXT, "inputs": OBJECT, "multiArgumentInputs": TEXTS, "outputs": RETURN,
            "returnType": RETURN, "deprecationMessage": TEXT, "language": ANYTHING, "plain": FLAG, **_OVERLAY,
        }
    ),
}  # fmt: skip
PACKAGE = Table(
    {
        "name": NAME, "displayName": TEXT, "version": VERSION, "description": TEXT, "keywords": TEXTS,
        "homepage": TEXT, "license": TEXT, "attribution": TEXT, "repository": TEXT, "logoUrl": TEXT,
        "pluginDownloadURL": TEXT, "publisher": TEXT, "namespace": NAMESPACE, "configurationDocsUrl": TEXT,
        "validateCredentialsOnNew": FLAG,
        "meta": Table({"moduleFormat": TEXT, "supportPack": FLAG}),
        "config": Table({"variables": PROPERTIES, "defaults": TEXTS}),
        "types": Each(COMPLEX, tokens=TOKEN),
        "dependencies": Each(
            Table(
                {
                    "name": NAME, "version": VERSION, "pluginDownloadURL": TEXT,
                    "parameterization": Table(
                        {"name": NAME, "version": VERSION, "value": TEXT}, ("name", "version", "value")
                    ),
                },
                ("name",),
            ),
            is_list=True,
        ),
        "provider": RESOURCE,
        "resources": Each(RESOURCE, tokens=TOKEN),
        "functions": Each(FUNCTION, tokens=TOKEN),
        "language": ANYTHING,
        "parameterization": Table({"baseProvider": _VERSIONED, "parameter": TEXT}, ("baseProvider", "parameter")),
        "allowedPackageNames": TEXTS,
    },
    ("name",),
)  # fmt: skip
ENUM = Table(
    {"description": TEXT, "type": TEXT, "enum": ENUM_VALUES, "language": ANYTHING, **_OVERLAY}, ("type", "enum")
)
ENUM_VALUE = Table({"name": TEXT, "description": TEXT, "value": VALUE, "deprecationMessage": TEXT}, ("value",))
DEFAULT_INFO = Table({"environment": TEXTS, "language": ANYTHING}, ("environment",))
DISCRIMINATOR = Table({"propertyName": TEXT, "mapping": Each(TEXT)}, ("propertyName",))

_TYPES = frozenset(("$ref", "oneOf", "items", "additionalProperties"))
TYPE_KEYS = frozenset(("type", "items", "additionalProperties", "$ref", "oneOf", "discriminator", "plain"))
PROPERTY: dict[str, object] = {
    "description": TEXT, "const": VALUE, "default": VALUE, "defaultInfo": DEFAULT_INFO, "deprecationMessage": TEXT,
    "language": ANYTHING, "secret": FLAG, "replaceOnChanges": FLAG, "willReplaceOnChanges": FLAG,
}  # fmt: skip
PRIMITIVES: dict[str, tuple[type, ...]] = {
    "boolean": (bool,), "integer": (int,), "number": (int, float), "string": (str,),
}  # fmt: skip
LANGUAGE_NAMES = frozenset(("nodejs", "python", "go", "csharp", "java", "yaml"))
WELL_KNOWN = frozenset(("Archive", "Asset", "Any", "Json"))
"""The types of `pulumi.json`."""


RESERVED = "pulumi"
_ROOT_MODULES = ("", "index")
_LETTER = re.compile(r"[a-zA-Z]")


def can_be_property(name: str) -> bool:
    """Whether a property can have a name: with a letter of ASCII, without white space, and not reserved."""
    return _LETTER.search(name) is not None and name != RESERVED and name.isprintable() and " " not in name


def can_be_token(token: str) -> bool:
    """Whether something can have a token, in a schema without a format of modules."""
    if not TOKEN.fullmatch(token):
        return False
    _, module, last = token.split(":")
    return not is_root_provider(module, last) and last != RESERVED and not module.startswith("index/")


def is_root_provider(module: str, name: str) -> bool:
    """Whether something would have the name of the package's provider in programs."""
    return module.lower() in _ROOT_MODULES and name.lower() == "provider"


def returns_object(returned: Mapping[str, Any]) -> bool:
    """Whether a function's result is an object with properties, and not another type."""
    return returned.get("type", "object") == "object" and not returned.keys() & _TYPES
