"""A sidecar with everything that is referred to by a key written out, by its documentation alone."""

from __future__ import annotations

import json
from typing import Any


def expanded(text: str) -> Any:
    """Parsed, with the attributes of each entity in one list, nested ones after the one that they are nested in."""
    return _Expansion(json.loads(text)).data()


class _Expansion:
    def __init__(self, data: Any) -> None:
        self._data = data
        self._texts = {entry["key"]: entry["text"] for entry in data["texts"]}
        self._tables = {
            name: {entry["key"]: entry for entry in data[name]}
            for name in ("bodies", "statuses", "sources", "chains", "texts")
        }

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
        """With texts and places written out."""
        texts = {
            name: self._text(entry[name])
            for name in ("summary", "description", "deprecation", "message", "fix")
            if name in entry
        }
        places = {name: self._place(entry[name], entry) for name in ("location", "ignored_by") if name in entry}
        return {**entry, **texts, **places}

    def _text(self, text: str) -> str:
        return self._texts[text[1:]] if text.startswith("=") else text

    def _place(self, place: Any, entry: Any) -> Any:
        file, pointer, line, column = place
        if pointer is None:
            pointer = f"/paths/{_escaped(entry['path'])}/{entry['method'].lower()}"
        found = {"file": self._data["files"][file], "pointer": self._text(pointer), "line": line, "column": column}
        return {key: value for key, value in found.items() if value is not None}

    def _entity(self, entity: Any) -> Any:
        body = entity.get("body") or f"{entity['kind']} {entity['name']}"
        return {
            **self._shown(entity),
            "operations": list(map(self._shown, entity.get("operations", []))),
            "attributes": list(self._attributes(body, "", "")),
            "left_out": list(self._left_out(body, "")),
        }

    def _attributes(self, key: str, prefix: str, source_prefix: str) -> Any:
        body = self._tables["bodies"][key]
        positions = iter(body.get("positions", []))
        for entry in body["attributes"]:
            source_name = entry.get("source_name", entry["name"])
            status = self._tables["statuses"][entry.get("status") or body["status"]]
            origins = [
                origin
                for place in (entry, *entry.get("more_origins", []))
                for origin in self._origins(place, body, source_name, positions)
            ]
            yield {
                **self._shown(entry),
                "path": prefix + entry["name"],
                "source_path": source_prefix + source_name,
                "type": entry.get("type", "" if "nested" in entry else "string"),
                "status": status["status"],
                "reason": {"code": status["code"], "text": status["reason"]},
                "origins": origins,
            }
            if "body" in entry:
                yield from self._attributes(
                    entry["body"], f"{prefix}{entry['name']}.", f"{source_prefix}{source_name}."
                )

    def _origins(self, place: Any, body: Any, source_name: str, positions: Any) -> Any:
        sources = self._tables["sources"][place.get("sources") or body["sources"]]["sources"]
        if not sources:
            return
        file, parent = body["parents"][place.get("parent", 0)]
        token = place.get("token", f"properties/{_escaped(source_name)}")
        line, column = next(positions), next(positions)
        pointer = self._text(parent) if token is None else f"{self._text(parent)}/{token}"
        via = self._tables["chains"][place["via"]]["places"] if "via" in place else []
        for role, contribution in sources:
            yield {
                "role": role,
                "contribution": contribution,
                "location": {"file": self._data["files"][file], "pointer": pointer, "line": line, "column": column},
                "via": [self._place(hop, place) for hop in via],
            }

    def _left_out(self, key: str, prefix: str) -> Any:
        body = self._tables["bodies"][key]
        for entry in body.get("left_out", []):
            yield {**self._shown(entry), "source_path": prefix + entry["name"]}
        for entry in body["attributes"]:
            if "body" in entry:
                yield from self._left_out(entry["body"], f"{prefix}{entry.get('source_name', entry['name'])}.")


def _escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")
