"""The JSON Schema of the plugin's options, for editors."""

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mkdocs.config import config_options as c
from mkdocs.config.base import BaseConfigOption, Config

from mapper.registry import REGISTRY, default_system

from .options import LEVELS, Levels, MappingOptions, OasmapOptions, OneOrSeveral, OwnLabels, SystemName, Whole
from .pages.labels import LABELS


def plugin_schema() -> dict[str, Any]:
    """The JSON Schema of the section `oasmap:`, as plain data. It has the text below each option as its description."""
    texts = dict(_texts(inspect.getsource(MappingOptions) + inspect.getsource(OasmapOptions)))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Options of the MkDocs plugin oasmap",
        "type": ["object", "null"],
        **_members(OasmapOptions, texts),
    }


def _texts(source: str) -> Iterator[tuple[str, str]]:
    """The names of the options in the source of classes, each with the text below it."""
    for node in ast.walk(ast.parse(source)):
        for pair in pairwise(node.body) if isinstance(node, ast.ClassDef) else ():
            match pair:
                case ast.Assign([ast.Name(name)]), ast.Expr(ast.Constant(str(text))):
                    yield name, " ".join(text.split())


def _members(options: type[Config], texts: dict[str, str]) -> dict[str, Any]:
    properties = {name: {"description": texts[name], **_shape(option, texts)} for name, option in options._schema}
    return {"additionalProperties": False, "properties": properties}


def _shape(option: BaseConfigOption[Any], texts: dict[str, str]) -> dict[str, Any]:
    """The JSON Schema of the values of an option."""
    match option:
        case c.Optional():
            return _or_null(_shape(option.option, texts))
        case SystemName():
            return {"enum": list(REGISTRY), "default": default_system()}
        case Levels():
            levels = {"enum": list(LEVELS)}
            return {"type": "object", "propertyNames": {"pattern": "^OAS[0-9]{3}$"}, "additionalProperties": levels}
        case OwnLabels():
            labels = {key: {"type": "string", "default": text} for key, text in LABELS.items()}
            return {"type": "object", "properties": labels, "additionalProperties": False}
        case c.Choice():
            return {"enum": list(option.choices)}
        case OneOrSeveral():
            return {"type": ["string", "array", "null"], "items": {"type": "string"}}
        case c.ListOfItems(option_type=c.SubConfig()):
            some = [{"required": ["spec"]}, {"required": ["sidecar"]}]
            return {"type": "array", "items": {"type": "object", **_members(MappingOptions, texts), "anyOf": some}}
        case c.ListOfItems():
            return {"type": "array", "items": {"type": "string"}}
        case c.DictOfItems():
            return {"type": "object", "additionalProperties": {"type": "string"}}
        case Whole():
            return {"type": ["integer", "null"]}
        case c.Type(default=bool()):
            return {"type": "boolean"}
    return {"type": ["string", "null"]}


def _or_null(shape: dict[str, Any]) -> dict[str, Any]:
    words, type_ = shape.get("enum"), shape.get("type")
    if words:
        return {**shape, "enum": [*words, None]}
    return {**shape, "type": [type_, "null"]} if isinstance(type_, str) else shape
