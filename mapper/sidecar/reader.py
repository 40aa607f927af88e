"""From a sidecar back to a mapping: what a published site says of the state it was made from.

What a sidecar does not say is left empty: notes, and diagnostics beyond those of whole entities.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..bounds import is_finite
from ..diagnostics import CATALOGUE, Diagnostic, MappingError, Note, Problem, Severity
from ..documents import Document, number_of
from ..immutable import dataclass
from ..model import (
    Attribute,
    Body,
    Collection,
    Constraint,
    Contribution,
    Coverage,
    Default,
    Entity,
    EntityKind,
    Fragment,
    Ignored,
    Mapping,
    Nested,
    Object,
    Omission,
    Operation,
    Origin,
    Reason,
    Scalar,
    Status,
    Type,
)
from .writer import FORMAT, VERSION

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A place in a document as it was when the sidecar was written."""

    uri: str
    pointer: str
    place: Place | None

    @property
    def document(self) -> Recorded:
        """The file, as far as a location needs one."""
        return self

    def position(self, pointer: str) -> Place | None:
        """Line and column, of this place only."""
        return self.place if pointer == self.pointer else None


@dataclass(frozen=True, slots=True)
class RecordedDocument:
    """A document that a mapping was made from, by its digest."""

    uri: str
    sha256: str | None

    def position(self, pointer: str) -> Place | None:  # noqa: ARG002
        """Not known."""
        return None


def is_sidecar(root: object) -> bool:
    """Whether a parsed document is a sidecar, of whatever version."""
    return isinstance(root, dict) and root.get("format") == FORMAT


def read_sidecar(document: Document) -> Mapping:
    """The mapping that a sidecar was written for. Raises MappingError."""
    root = document.root
    if not is_sidecar(root) or root.get("version") != VERSION:
        text = f"this is not a sidecar of version {VERSION}; write it again with oasmap generate --sidecar"
        raise MappingError(Problem(text, document.uri, 1))
    try:
        return _mapping(root)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        text = f"the sidecar is not as `oasmap schema` describes it ({type(error).__name__}: {error})"
        raise MappingError(Problem(text, document.uri, 1)) from None


def tool_of(document: Document) -> str | None:
    """The version of the tool that wrote a sidecar."""
    generator = document.root.get("generator") if isinstance(document.root, dict) else None
    version = generator.get("version") if isinstance(generator, dict) else None
    return version if isinstance(version, str) else None


def _mapping(root: dict[str, Any]) -> Mapping:
    return Mapping(
        root["system"],
        root["provider"],
        tuple(map(_entity, root["entities"])),
        tuple(_diagnostic(data) for data in root["diagnostics"] if data["code"] in CATALOGUE),
        Coverage({(o["method"].lower(), o["path"]): tuple(o["used_by"]) for o in root["coverage"]["operations"]}),
        tuple(RecordedDocument(data["file"], data.get("sha256")) for data in root["documents"]),
        configs=tuple(data["file"] for data in root["documents"] if data.get("generator_config")),
    )


def _diagnostic(data: dict[str, Any]) -> Diagnostic:
    return Diagnostic(
        CATALOGUE[data["code"]],
        data.get("entity", ""),
        data.get("path", ""),
        data["message"],
        _location(data.get("location")),
        data.get("fix"),
        Severity(data["severity"]),
    )


def _entity(data: dict[str, Any]) -> Entity:
    return Entity(
        EntityKind(data["kind"]),
        data["name"],
        _Bodies(data["attributes"], data["left_out"]).body(),
        data.get("summary"),
        tuple(map(_operation, data["operations"])),
        (),
        _location(data.get("location")),
        deprecation=data.get("deprecation"),
    )


def _operation(data: dict[str, Any]) -> Operation:
    location = _location(data.get("location"))
    return Operation(
        data["part"], data["method"].lower(), data["path"], location, data.get("operation_id"), data.get("summary")
    )


class _Bodies:
    """Puts the attributes of an entity, which a sidecar has in one list, into each other again."""

    def __init__(self, attributes: Iterable[dict[str, Any]], left_out: Iterable[dict[str, Any]]) -> None:
        self._children: dict[str, list[dict[str, Any]]] = {}
        for data in attributes:
            self._children.setdefault(data["path"].rpartition(".")[0], []).append(data)
        self._left_out = list(left_out)

    def body(self, path: str = "", source_path: str = "") -> Body:
        """The body at a path; the attributes that are nested in it are those whose paths begin with it."""
        prefix = f"{source_path}." if source_path else ""
        children = self._children.get(path, [])
        omitted, ignored = [], []
        inner = tuple(f"{data['source_path']}." for data in children)
        for item in self._left_out:
            if not item["source_path"].startswith(prefix) or item["source_path"].startswith(inner):
                continue
            name = item["source_path"][len(prefix) :]
            rule = _location(item.get("ignored_by"))
            if rule is not None:
                ignored.append(Ignored(name, rule, rule))
            elif item.get("code") in CATALOGUE:
                omitted.append(Omission(name, Note(CATALOGUE[item["code"]], CATALOGUE[item["code"]].title)))
        attributes = tuple(self._attribute(data, data["source_path"][len(prefix) :]) for data in children)
        return Body(attributes, tuple(omitted), tuple(ignored))

    def _attribute(self, data: dict[str, Any], source_name: str) -> Attribute:
        default = data.get("default")
        return Attribute(
            data["path"].rpartition(".")[2],
            source_name,
            self._type(data),
            Status(data["status"]),
            Reason(data["reason"]["code"], data["reason"]["text"]),
            tuple(map(_origin, data["origins"])),
            data.get("description"),
            Default(default["value"]) if default else None,
            tuple(map(_constraint, data.get("constraints", ()))),
            data.get("sensitive", False),
            data.get("deprecation"),
            replaces=data.get("replaces", False),
            write_only=data.get("write_only", False),
            fragments=tuple(
                Fragment(keyword, value, Recorded("", "", None)) for keyword, value in data.get("fragments", {}).items()
            ),
        )

    def _type(self, data: dict[str, Any]) -> Type:
        words = data["type"].split(" of ")
        if words[-1] == "object":
            body = self.body(data["path"], data["source_path"])
            if not data.get("element_type"):
                return Nested(words[0] if len(words) > 1 else "single", body)
            type_: Type = Object(body)
        else:
            type_ = Scalar(words[-1])
        for kind in reversed(words[:-1]):
            type_ = Collection(kind, type_)
        return type_


def _constraint(data: dict[str, Any]) -> Constraint:
    keyword, value = data["keyword"], data["value"]
    if keyword == "multiple" and not (_is_number(value) and value > 0):
        raise ValueError("a limit that is not a number above 0")
    if keyword in ("length", "size", "range", "exclusive_range"):
        least, most = value
        if not all(side is None or _is_number(side) for side in (least, most)):
            raise ValueError("a limit that is not a number")
    return Constraint(keyword, tuple(value) if isinstance(value, list) else value)


def _is_number(value: object) -> bool:
    number = number_of(value)
    return number is not None and is_finite(number)


def _origin(data: dict[str, Any]) -> Origin:
    location = _location(data["location"])
    if location is None:
        raise ValueError("an origin without a location")
    via = tuple(place for hop in data.get("via", ()) if (place := _location(hop)) is not None)
    return Origin(data["role"], location, via, Contribution(data["contribution"]))


def _location(data: dict[str, Any] | None) -> Recorded | None:
    if data is None:
        return None
    place = (data["line"], data.get("column", 1)) if "line" in data else None
    return Recorded(data["file"], data["pointer"], place)
