"""A mock agrees with the examples of its description: it takes them, shows what they show, and finds by their values.

A library judges whether an example fits its schema; descriptions have examples that do not.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mapper.programs.trial.mock.api import ApiModel, Mock
from mapper.programs.trial.mock.paths import ends_in_parameter, parameter_names
from mapper.programs.trial.mock.stored_objects import IDENTIFIERS

from . import descriptions
from .floors import CORPUS, corpus_folder
from .folder import description_in, read_description

TOLD: dict[str, dict[str, Any]] = {
    "digitalocean": {"taken": 79, "shown": (125, 131), "identified": (27, 27)},
    "github": {"taken": 191, "shown": (170, 171), "identified": (0, 0)},
    "okta": {"taken": 197, "shown": (1147, 1171), "identified": (24, 25)},
    "adyen-management-yaml": {"taken": 32, "shown": (52, 56), "identified": (0, 0)},
    "datadog-v1": {"taken": 56, "shown": (48, 48), "identified": (0, 0)},
    "kong": {"taken": 20, "shown": (40, 40), "identified": (0, 0)},
    "hcloud": {"taken": 11, "shown": (15, 15), "identified": (0, 0)},
    "box": {"taken": 2, "shown": (0, 0), "identified": (3, 3)},
}
"""By API: request examples that fit their schema, then what the mock shows and finds as examples do, of how many."""


@dataclass
class Told:
    """What examples tell, and what the mock does otherwise."""

    taken: int = 0
    refused: list[str] = field(default_factory=list)
    shown: list[bool] = field(default_factory=list)
    identified: list[bool] = field(default_factory=list)


class Examples:
    """The examples in a description, beside the mock of its paths."""

    def __init__(self, path: Path) -> None:
        self.description = read_description(path)
        self.model, self.root = ApiModel(self.description), self.description.root
        self.judge = _judge(self.root)

    def told(self) -> Told:
        told = Told()
        for (method, path), operation in self.description.operations.items():
            item = self.description.target(self.root["paths"][path])
            written = item[method.lower()]
            answers = list(self._of((written.get("responses") or {}).get(str(operation.status))))
            if method == "GET" and ends_in_parameter(path) and operation.response is not None:
                self._identify(told, path, self._values(item, written, parameter_names(path)[-1]), answers)
            for example in self._of(written.get("requestBody")) if method == "POST" else ():
                if isinstance(example, dict) and self.judge(written["requestBody"], example):
                    self._send(told, path, example, answers)
        return told

    def _send(self, told: Told, path: str, example: dict[str, Any], answers: list[Any]) -> None:
        """Send an example; what the example of the answer repeats, the mock has to repeat at the same place."""
        told.taken += 1
        operation = self.description.operations["POST", path]
        required = (p.name for p in operation.parameters if p.place == "query" and p.is_required)
        url = path.format(**dict.fromkeys(parameter_names(path), "7"))
        status, answer = Mock(self.model).handle("POST", f"{url}?{'&'.join(f'{name}=1' for name in required)}", example)
        if status == 422:
            told.refused.append(f"{path}: {answer}")
        for other in answers:
            for name, value in example.items():
                places = list(_places(other, name, value)) if isinstance(value, str) and value else []
                if places and name not in IDENTIFIERS:
                    told.shown.append(any(_at(answer, place) == value for place in places))

    def _identify(self, told: Told, path: str, values: set[str], answers: list[Any]) -> None:
        """What has the value of the parameter's example in the example of the response identifies the object."""
        read = self.description.operations["GET", path]
        makes = [t for m, t in self.description.operations if m == "POST" and t != path]
        made = next((t for t in makes if self.model.relations.is_related(t, path)), None)
        if made is None:
            return
        keys = self.model.envelopes.object_keys(self.description.operations["POST", made].request, read.response)[1]
        for answer in answers:
            core = _at(answer, keys)
            same = [name for name, v in core.items() if str(v) in values] if isinstance(core, dict) else []
            if same:
                identities = Mock(self.model)._identities
                chosen = identities._identifier(core, read.parameter(parameter_names(path)[-1]), path)
                told.identified.append(chosen in same)

    def _of(self, written: Any) -> Iterator[Any]:
        """The examples of a body."""
        for name, media in ((self.description.target(written) or {}).get("content") or {}).items():
            if "json" in name:
                holders = (media, self.description.target(media.get("schema")) or {})
                yield from (holder["example"] for holder in holders if "example" in holder)
                listed = map(self.description.target, (media.get("examples") or {}).values())
                yield from (each["value"] for each in listed if isinstance(each, dict) and "value" in each)

    def _values(self, item: dict[str, Any], written: dict[str, Any], name: str) -> set[str]:
        """The examples of a parameter."""
        listed = map(self.description.target, [*(item.get("parameters") or []), *(written.get("parameters") or [])])
        values: set[str] = set()
        for parameter in listed:
            if (parameter.get("in"), parameter.get("name")) == ("path", name):
                holders = (parameter, self.description.target(parameter.get("schema")) or {})
                values |= {str(holder["example"]) for holder in holders if "example" in holder}
        return values


def _judge(root: Any) -> Any:
    """Whether a value fits the schema of a body, in the words of the specification."""
    document = json.loads(json.dumps(root, default=str))
    _spell_out_null(document)

    def fits(body: Any, value: Any) -> bool:
        path = root
        if "$ref" in body:
            for step in body["$ref"].split("#/")[1].split("/"):
                path = path[step.replace("~1", "/")]
            body = path
        media = next(media for name, media in body["content"].items() if "json" in name)
        schema = json.loads(json.dumps(media["schema"], default=str))
        _spell_out_null(schema)
        return jsonschema.Draft202012Validator({**document, "allOf": [schema]}).is_valid(value)

    return fits


def _spell_out_null(node: Any) -> None:
    """`nullable` as JSON Schema has it, and references within the document."""
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        _spell_out_null(child)
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            node["$ref"] = f"#{node['$ref'].partition('#')[2]}"
        if node.pop("nullable", None) is True and isinstance(node.get("type"), str):
            node["type"] = [node["type"], "null"]


def _places(value: Any, name: str, wanted: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a property of a name has a value."""
    if isinstance(value, dict):
        for key, member in value.items():
            if key == name and member == wanted:
                yield (*at, key)
            yield from _places(member, name, wanted, (*at, key))
    for index, item in enumerate(value if isinstance(value, list) else ()):
        yield from _places(item, name, wanted, (*at, index))


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        if isinstance(value, dict):
            value = value.get(step)
        else:
            value = value[step] if isinstance(value, list) and isinstance(step, int) and step < len(value) else None
    return value


def test_a_small_description_and_its_mock_agree(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(descriptions.EXAMPLES)
    told = Examples(tmp_path / "openapi.yaml").told()
    assert (told.taken, told.refused) == (1, [])
    assert (told.shown, told.identified) == ([True, True], [True])


@pytest.mark.corpus
@pytest.mark.parametrize("api", TOLD)
def test_examples_of_public_descriptions_and_the_mock_agree(api: str) -> None:
    if not CORPUS.exists():
        pytest.skip("there is no corpus")
    told = Examples(description_in(corpus_folder(api))).told()
    assert told.refused == []
    assert told.taken == TOLD[api]["taken"]
    assert (sum(told.shown), len(told.shown)) == TOLD[api]["shown"]
    assert (sum(told.identified), len(told.identified)) == TOLD[api]["identified"]
