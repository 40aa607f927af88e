"""What differs between two code specifications, read as JSON alone, and whether a list of changes says the same.

Nothing here comes from `mapper.review`: the two are written apart, so that each can find what the other misses. Changes
are read in the JSON form of a review.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Subject = tuple[str, str]
"""Kind and name of an entity."""

Facet = tuple[Subject, str, str]
"""An entity, the path of an attribute, and what of it is not the same."""

SECTIONS = {"resource": "resources", "data source": "datasources"}
NESTED = ("single_nested", "list_nested", "set_nested", "map_nested")
FACETS = {
    "added": ("attribute-added", "required-attribute-added", "attribute-recovered", "defaulted-attribute-added",
              "replacing-attribute-added", "member-added"),
    "removed": ("attribute-removed", "attribute-lost", "member-removed"),
    "renamed": ("attribute-renamed", "attribute-moved", "rename-suspected", "move-suspected"),
    "status": ("became-required", "no-longer-required", "became-read-only", "became-configurable", "became-optional",
               "no-longer-computed", "became-computed"),
    "type": ("type-changed", "type-widened", "type-rounded", "type-narrowed", "collection-changed", "nesting-changed",
             "element-type-changed"),
    "custom": ("custom-type-changed", "artifact-part-changed"),
    "default": ("default-changed", "default-added", "default-removed"),
    "plan": ("replacement-added", "replacement-removed", "state-for-unknown-added", "state-for-unknown-removed",
             "plan-modifier-changed"),
    "validators": ("constraint-added", "constraint-removed", "constraint-changed", "limit-tightened", "limit-loosened",
                   "enum-value-removed", "enum-value-added"),
    "sensitive": ("sensitive-added", "sensitive-removed"),
    "write only": ("write-only-added", "write-only-removed"),
    "deprecation": ("deprecated", "no-longer-deprecated", "deprecation-message-changed"),
    "description": ("description-changed",),
}  # fmt: skip
FACET_OF = {rule: facet for facet, rules in FACETS.items() for rule in rules}
OF_ENTITIES = {
    "entity-added": "added", "entity-removed": "removed", "entity-renamed": "renamed",
    "entity-rename-suspected": "renamed", "entity-replaced": "kept",
}  # fmt: skip
NOT_WRITTEN = ("source-changed", "id-source-changed", "property-changed", "property-replaced", "operation-added",
               "operation-removed", "create-removed", "read-removed", "update-removed", "identity-changed",
               "known-by-another-name", "operation-changed", "entity-description-changed",
               "entity-deprecated", "entity-undeprecated", "provider-renamed", "relation-gone")  # fmt: skip
"""Changes of what a code specification does not say."""

OF_OTHER_INPUTS = ("accepted-values-changed", "access-changed", "call-has-its-values", "call-lacks-a-value",
                   "needed-by-a-call", "no-longer-needed-by-a-call", "no-longer-read-back", "no-longer-set-by-the-api",
                   "no-longer-updated", "read-back", "set-by-the-api", "updated")  # fmt: skip
"""Changes of what only other inputs say: calls, and what an API sets, reads and accepts."""

_MEMBERS = {
    "default": "default",
    "plan_modifiers": "plan",
    "validators": "validators",
    "sensitive": "sensitive",
    "write_only": "write only",
    "deprecation_message": "deprecation",
    "description": "description",
    "computed_optional_required": "status",
    "optional_required": "status",
}
_STRUCTURE = frozenset(("attributes", "blocks", "nested_object", "element_type", "attribute_types"))
FOLDED = ("became-read-only", "became-optional", "no-longer-computed")
TELLS_OF_THE_API = ("validators", "default", "deprecation", "sensitive", "description")


@dataclass
class Flat:
    """The attributes of one entity by path, each with its facets, and the paths that are of an element type."""

    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)


def flattened(spec: Any) -> dict[Subject, Flat]:
    """The entities of a code specification."""
    found: dict[Subject, Flat] = {("provider", spec["provider"]["name"]): _flat(spec["provider"])}
    for kind, section in SECTIONS.items():
        for entity in spec.get(section, []):
            found[kind, entity["name"]] = _flat(entity)
    return found


def _flat(entity: Any) -> Flat:
    flat = Flat()
    _attributes(entity.get("schema") or {}, "", flat)
    return flat


def _attributes(schema: Any, prefix: str, flat: Flat) -> None:
    for entry in (*schema.get("attributes", ()), *schema.get("blocks", ())):
        (kind,) = entry.keys() - {"name"}
        path, body = prefix + entry["name"], entry[kind]
        facets = {_MEMBERS[key]: value for key, value in body.items() if key in _MEMBERS}
        facets["custom"] = {k: v for k, v in body.items() if k not in _MEMBERS and k not in _STRUCTURE}
        facets["type"] = kind if kind in NESTED else _element(kind, body, path, flat)
        flat.attributes[path] = facets
        if kind in NESTED:
            _attributes(body.get("nested_object", body), f"{path}.", flat)


def _element(kind: str, body: Any, path: str, flat: Flat) -> str:
    """The type in words; members of objects become attributes with a type alone."""
    if "element_type" in body:
        (inner,) = body["element_type"].keys()
        return f"{kind} of {_element(inner, body['element_type'][inner], path, flat)}"
    for member in body.get("attribute_types", ()) if kind == "object" else ():
        (inner,) = member.keys() - {"name"}
        name = f"{path}.{member['name']}"
        flat.members.add(name)
        flat.attributes[name] = {"type": _element(inner, member[inner], name, flat)}
    return kind


class Agreement:
    """The two lists side by side: what the specifications differ in, and what the changes say."""

    def __init__(self, old: Any, new: Any, changes: list[dict[str, Any]]) -> None:
        self._old, self._new = flattened(old), flattened(new)
        self._changes = changes
        self._old_names = {
            (change["kind"], change["entity"]): (change["kind"], change["old_entity"])
            for change in changes
            if "old_entity" in change
        }
        self._told = {(self._subject(c), c.get("path", ""), self._facet(c)) for c in changes}

    def disagreements(self) -> list[str]:
        """What only one of the two has, in words."""
        found = [f"not reported: {facet}" for facet in self._unreported()]
        return found + [f"reported, but not so: {self._words(change)}" for change in self._invented()]

    @staticmethod
    def _words(change: dict[str, Any]) -> str:
        return f"{change['kind']} {change['entity']} {change.get('path', '')}: {change['rule']}: {change['message']}"

    @staticmethod
    def _subject(change: dict[str, Any]) -> Subject:
        return change["kind"], change["entity"]

    @staticmethod
    def _facet(change: dict[str, Any]) -> str:
        return FACET_OF.get(change["rule"]) or OF_ENTITIES.get(change["rule"], "")

    def _sides(self, subject: Subject) -> tuple[Flat | None, Flat | None]:
        return self._old.get(self._old_names.get(subject, subject)), self._new.get(subject)

    def _renames(self, subject: Subject) -> dict[str, str]:
        """Old paths by new ones, as the changes have them."""
        return {
            change["path"]: change.get("old_path", change["path"])
            for change in self._changes
            if self._subject(change) == subject and self._facet(change) == "renamed" and change.get("path")
        }

    def _old_path(self, path: str, renames: dict[str, str]) -> str:
        """Where what is at a path was: under the longest path that was renamed."""
        parts = path.split(".")
        for count in range(len(parts), 0, -1):
            head = ".".join(parts[:count])
            if head in renames:
                return ".".join([renames[head], *parts[count:]])
        return path

    def _unreported(self) -> Iterator[Facet]:
        renamed_from = set(self._old_names.values())
        for subject in self._old.keys() | self._new.keys():
            before, after = self._sides(subject)
            if after is None:
                if subject not in renamed_from and (subject, "", "removed") not in self._told:
                    yield subject, "", "removed"
            elif before is None:
                if (subject, "", "added") not in self._told:
                    yield subject, "", "added"
            else:
                yield from self._unreported_in(subject, before, after)

    def _unreported_in(self, subject: Subject, before: Flat, after: Flat) -> Iterator[Facet]:
        renames = self._renames(subject)
        kept = {path: old for path in after.attributes if (old := self._old_path(path, renames)) in before.attributes}
        for path, old in kept.items():
            for name in before.attributes[old].keys() | after.attributes[path].keys():
                was, is_ = before.attributes[old].get(name), after.attributes[path].get(name)
                facet = subject, path, name
                if was != is_ and facet not in self._told and not self._is_explained(facet, was, is_):
                    yield facet
        for path in after.attributes.keys() - kept.keys():
            if not self._has_outer(subject, path, "added") and path.rpartition(".")[0] in {"", *kept}:
                yield subject, path, "added"
        for path in before.attributes.keys() - set(kept.values()):
            if not self._has_outer(subject, path, "removed") and not self._is_in_another_type(subject, path):
                yield subject, path, "removed"

    def _has_outer(self, subject: Subject, path: str, facet: str) -> bool:
        parts = path.split(".")
        return any((subject, ".".join(parts[:count]), facet) in self._told for count in range(1, len(parts) + 1))

    def _is_in_another_type(self, subject: Subject, path: str) -> bool:
        return self._has_outer(subject, path.rpartition(".")[0], "type")

    def _is_explained(self, facet: Facet, was: Any, is_: Any) -> bool:
        """Whether another change says it: of a type, of a status, or of an object with all that is in it."""
        subject, path, name = facet
        if name == "validators" and _meaning(was) == _meaning(is_):
            return True
        if name == "status":
            return None in (was, is_) or self._is_folded(subject, path)
        if name in ("validators", "default", "type") and self._has_outer(subject, path, "type"):
            return True
        return name in ("validators", "default", "plan") and (
            (subject, path, "status") in self._told or self._is_folded(subject, path)
        )

    def _is_folded(self, subject: Subject, path: str) -> bool:
        return any(
            c["rule"] in FOLDED and self._subject(c) == subject and path.startswith(f"{c.get('path', '')}.")
            for c in self._changes
        )

    def _invented(self) -> Iterator[dict[str, Any]]:
        for change in self._changes:
            facet, path = self._facet(change), change.get("path", "")
            if change["rule"] in NOT_WRITTEN or change["message"].startswith("for each element, "):
                continue  # the specification has neither
            before, after = self._sides(self._subject(change))
            if not path:
                if not self._is_entity_change(facet, before, after):
                    yield change
                continue
            old_path = change.get("old_path", path)
            if before is None or after is None or not self._is_change(facet, path, old_path, before, after):
                yield change

    @staticmethod
    def _is_entity_change(facet: str, before: Flat | None, after: Flat | None) -> bool:
        expected = {"added": (False, True), "removed": (True, False)}.get(facet, (True, True))
        return (before is not None, after is not None) == expected

    @staticmethod
    def _is_change(facet: str, path: str, old_path: str, before: Flat, after: Flat) -> bool:
        was, is_ = before.attributes.get(old_path), after.attributes.get(path)
        if facet == "added":
            return is_ is not None
        if facet == "removed":
            return was is not None and path not in after.attributes
        if facet == "renamed":
            return was is not None and is_ is not None and old_path != path
        if was is None or is_ is None:
            return False
        # a specification says nothing of the limits, defaults and texts of what has no validators or is a member
        silent = "computed" in (was.get("status"), is_.get("status")) or path in after.members
        return was.get(facet) != is_.get(facet) or (facet in TELLS_OF_THE_API and silent)


def _meaning(validators: Any) -> list[str]:
    """Validators in an order of their own, without those that everything passes."""
    texts = [str(entry.get("custom", {}).get("schema_definition", entry)) for entry in validators or ()]
    return sorted(text for text in texts if not text.endswith(("LengthAtLeast(0)", "SizeAtLeast(0)")))
