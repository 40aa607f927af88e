"""From a sidecar back to a mapping: what a published site says of the state it was made from.

What a sidecar does not say is left empty: notes, and diagnostics beyond those of whole entities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from collections.abc import Mapping as Dict
from typing import Any

from ..diagnostics import CATALOGUE, Diagnostic, MappingError, Note, Problem, Severity
from ..documents import Document
from ..immutable import dataclass
from ..limits import Limit, limit_of
from ..model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Coverage,
    Default,
    Entity,
    Fragment,
    Ignored,
    Kind,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Omission,
    Operation,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from .shape import MAX_DEPTH, NotTheShape, check_shape
from .writer import FORMAT, VERSION

Place = tuple[int, int]

KindsOf = Callable[[str], Iterable[Kind]]
"""The name of a system -> its kinds of entities. Raises KeyError for a system that does not exist."""
_MAX_DOTS = 200
"""Dots from the end of a name on that may begin another one."""


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


def read_sidecar(document: Document, kinds_of: KindsOf) -> Mapping:
    """The mapping that a sidecar was written for. `kinds_of` knows the kinds of each system. Raises MappingError."""
    root = document.root
    if not is_sidecar(root) or root.get("version") != VERSION:
        text = f"this is not a sidecar of version {VERSION}; write it again with oasmap generate --sidecar"
        raise MappingError(Problem(text, document.uri, 1))
    try:
        check_shape(root)
        return _mapping(root, kinds_of)
    except NotTheShape as error:
        line = (document.position(error.pointer) or (1,))[0]
        text = f"the sidecar is not as `oasmap schema` describes it: {error.text} (at {error.pointer or 'the top'})"
        raise MappingError(Problem(text, document.uri, line)) from None


def tool_of(document: Document) -> str | None:
    """The version of the tool that wrote a sidecar."""
    generator = document.root.get("generator") if isinstance(document.root, dict) else None
    version = generator.get("version") if isinstance(generator, dict) else None
    return version if isinstance(version, str) else None


def _mapping(root: dict[str, Any], kinds_of: KindsOf) -> Mapping:
    try:
        kinds = {kind.name: kind for kind in kinds_of(root["system"])}
    except KeyError:
        raise NotTheShape(f"this version does not know the system {root['system']!r}", "/system") from None
    return Mapping(
        root["system"],
        root["provider"],
        tuple(_entity(data, f"/entities/{index}", kinds) for index, data in enumerate(root["entities"])),
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


def _entity(data: dict[str, Any], pointer: str, kinds: Dict[str, Kind]) -> Entity:
    kind = kinds.get(data["kind"])
    if kind is None:
        raise NotTheShape(f"the system has no kind of entity {data['kind']!r}", f"{pointer}/kind")
    return Entity(
        kind,
        data["name"],
        _Bodies(data, pointer).body(),
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

    def __init__(self, entity: dict[str, Any], pointer: str) -> None:
        """`pointer` leads to the entity. Raises NotTheShape where the attributes do not make a tree."""
        self._pointer = pointer
        self._children: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        known = {""}
        for index, data in enumerate(entity["attributes"]):
            path = data["path"]
            outer = path.rpartition(".")[0]
            if not path or path in known or outer not in known:
                wrong = "no path" if not path else "a path twice" if path in known else f"nothing at {outer}"
                raise NotTheShape(f"there is {wrong}", f"{pointer}/attributes/{index}/path")
            if path.count(".") > MAX_DEPTH:
                raise NotTheShape(f"there are more than {MAX_DEPTH} levels", f"{pointer}/attributes/{index}/path")
            known.add(path)
            self._children.setdefault(outer, []).append((index, data))
        sources = {"", *(data["source_path"] for data in entity["attributes"])}
        self._left_out: dict[str, list[dict[str, Any]]] = {}
        for item in entity["left_out"]:
            self._left_out.setdefault(_innermost(item["source_path"], sources), []).append(item)

    def body(self, path: str = "", source_path: str = "") -> Body:
        """The body at a path; the attributes that are nested in it are those whose paths begin with it."""
        prefix = f"{source_path}." if source_path else ""
        omitted, ignored = [], []
        for item in self._left_out.get(source_path, ()):
            name = item["source_path"].removeprefix(prefix)
            rule = _location(item.get("ignored_by"))
            if rule is not None:
                ignored.append(Ignored(name, rule, rule))
            elif item.get("code") in CATALOGUE:
                omitted.append(Omission(name, Note(CATALOGUE[item["code"]], CATALOGUE[item["code"]].title)))
        attributes = tuple(
            self._attribute(data, data["source_path"].removeprefix(prefix), f"{self._pointer}/attributes/{index}")
            for index, data in self._children.get(path, ())
        )
        return Body(attributes, tuple(omitted), tuple(ignored))

    def _attribute(self, data: dict[str, Any], source_name: str, pointer: str) -> Attribute:
        default = data.get("default")
        return Attribute(
            data["path"].rpartition(".")[2],
            source_name,
            self._known_type(data, pointer),
            Status(data["status"]),
            Reason(data["reason"]["code"], data["reason"]["text"]),
            tuple(_origin(origin, f"{pointer}/origins/{index}") for index, origin in enumerate(data["origins"])),
            data.get("description"),
            Default(default["value"]) if default else None,
            tuple(
                _limit(limit, f"{pointer}/constraints/{index}/value")
                for index, limit in enumerate(data.get("constraints", ()))
            ),
            data.get("sensitive", False),
            data.get("deprecation"),
            replaces=data.get("replaces", False),
            write_only=data.get("write_only", False),
            fragments=tuple(
                Fragment(keyword, value, Recorded("", "", None)) for keyword, value in data.get("fragments", {}).items()
            ),
        )

    def _type(self, data: dict[str, Any], pointer: str) -> Type:
        words = data["type"].split(" of ")
        if len(words) > MAX_DEPTH:
            raise NotTheShape(f"there are more than {MAX_DEPTH} levels", f"{pointer}/type")
        if words[-1] == "object":
            body = self.body(data["path"], data["source_path"])
            if not data.get("element_type"):
                return Nested(NestingMode(words[0]) if len(words) > 1 else NestingMode.SINGLE, body)
            type_: Type = Object(body)
        else:
            type_ = Scalar(ScalarKind(words[-1]))
        for kind in reversed(words[:-1]):
            type_ = Collection(CollectionKind(kind), type_)
        return type_

    def _known_type(self, data: dict[str, Any], pointer: str) -> Type:
        try:
            return self._type(data, pointer)
        except ValueError:
            raise NotTheShape(f"{data['type']!r} is no type", f"{pointer}/type") from None


def _innermost(source_path: str, known: Set[str]) -> str:
    """The longest of the known paths that a path begins with; names may have dots in them."""
    end = len(source_path)
    for _ in range(_MAX_DOTS):
        end = source_path.rfind(".", 0, end)
        if end < 0:
            return ""
        if source_path[:end] in known:
            return source_path[:end]
    return ""


def _limit(data: dict[str, Any], pointer: str) -> Limit:
    try:
        return limit_of(data["keyword"], data["value"])
    except (TypeError, ValueError):
        raise NotTheShape(f"this is not a value of the limit {data['keyword']}", pointer) from None


def _origin(data: dict[str, Any], pointer: str) -> Origin:
    via = tuple(_place(hop) for hop in data.get("via", ()))
    try:
        return Origin(data["role"], _place(data["location"]), via, Contribution(data["contribution"]))
    except ValueError:
        raise NotTheShape("this is nothing that a source contributes", f"{pointer}/contribution") from None


def _place(data: dict[str, Any]) -> Recorded:
    place = (data["line"], data.get("column", 1)) if "line" in data else None
    return Recorded(data["file"], data["pointer"], place)


def _location(data: dict[str, Any] | None) -> Recorded | None:
    return None if data is None else _place(data)
