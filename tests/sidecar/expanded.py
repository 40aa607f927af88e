"""A sidecar with everything that is referred to by a number written out, by its documentation alone."""

import json
from typing import Any


def expanded(text: str) -> Any:
    """Parsed, with the attributes of each entity in one list, nested ones after the one that they are nested in."""
    return _Expansion(json.loads(text)).data()


class _Expansion:
    def __init__(self, data: Any) -> None:
        self._data = data

    def data(self) -> Any:
        return {
            **self._data,
            "entities": list(map(self._entity, self._data["entities"])),
            "diagnostics": [
                self._shown({**found, **({"entity": group["entity"]} if "entity" in group else {})})
                for group in self._data["diagnostics"]
                for found in group["found"]
            ],
        }

    def _shown(self, entry: Any) -> Any:
        """With places written out."""
        return {**entry, **{name: self._place(entry[name]) for name in ("location", "ignored_by") if name in entry}}

    def _place(self, place: Any) -> Any:
        file, pointer, line, column = place
        found = {"file": self._data["files"][file], "pointer": pointer, "line": line, "column": column}
        return {key: value for key, value in found.items() if value is not None}

    def _entity(self, entity: Any) -> Any:
        body = self._data["bodies"][entity["bodies"]]
        return {
            **self._shown(entity),
            "operations": list(map(self._shown, entity.get("operations", []))),
            "attributes": list(self._attributes(body, "", "")),
            "left_out": list(self._left_out(body, "")),
        }

    def _attributes(self, body: Any, prefix: str, source_prefix: str) -> Any:
        for entry in body.get("attributes", []):
            source_name = entry.get("source_name", entry["name"])
            status, code, reason = self._data["statuses"][entry.get("statuses", 0)]
            type_ = entry.get("type", {"kind": "string"})
            yield {
                **self._shown(entry),
                "path": prefix + entry["name"],
                "source_path": source_prefix + source_name,
                "type": _words(type_),
                "status": status,
                "reason": {"code": code, "text": reason},
                "origins": [origin for place in entry.get("origins", []) for origin in self._origins(place)],
            }
            if "bodies" in type_:
                inner = self._data["bodies"][type_["bodies"]]
                yield from self._attributes(inner, f"{prefix}{entry['name']}.", f"{source_prefix}{source_name}.")

    def _origins(self, origin: Any) -> Any:
        sources, place, chain = origin
        via = [] if chain is None else self._data["chains"][chain]
        for role, contribution in self._data["sources"][sources]:
            yield {
                "role": role,
                "contribution": contribution,
                "location": self._place(place),
                "via": list(map(self._place, via)),
            }

    def _left_out(self, body: Any, prefix: str) -> Any:
        for entry in body.get("left_out", []):
            yield {**self._shown(entry), "source_path": prefix + entry["name"]}
        for entry in body.get("attributes", []):
            if "bodies" in entry.get("type", {}):
                inner = self._data["bodies"][entry["type"]["bodies"]]
                yield from self._left_out(inner, f"{prefix}{entry.get('source_name', entry['name'])}.")


def _words(type_: Any) -> str:
    if type_["kind"] == "nested":
        return "object" if type_["mode"] == "single" else f"{type_['mode']} of object"
    return " of ".join([type_["kind"], *map(_words, type_.get("of", []))])
