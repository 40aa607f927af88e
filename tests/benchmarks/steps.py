"""How many steps of Python a mapping and its pages take: `python -m tests.benchmarks.steps` counts them alone.

A step is one instruction of the interpreter, in functions of the project. The count is the same on a busy machine and
on an idle one, and each version of Python has its own. What C functions do within one step is not seen: for that, there
are the times of `python -m tests.benchmarks`.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mapper.model import Mapping

RECORDED = Path(__file__).with_name("steps.json")
"""The counts by version of Python and by case; `--record` writes those of this version."""

MARGIN = 1.05
"""How many times the recorded count something may take."""


def main(arguments: list[str]) -> int:
    """Print the counts beside the recorded ones. The exit code is 1 where one is over its margin."""
    if arguments == ["--count"]:
        json.dump(count(), sys.stdout)
        return 0
    found, known = counted(), recorded()
    for name, steps in found.items():
        ratio = f"{steps / known[name]:.3f} of {known[name]:,}" if name in known else "not recorded"
        print(f"{name:10}{steps:>10,}  {ratio}")
    if arguments == ["--record"]:
        every = json.loads(RECORDED.read_text(encoding="utf-8"))
        every[version()] = found
        RECORDED.write_text(json.dumps(every, indent=2) + "\n", encoding="utf-8")
        return 0
    return 1 if any(steps > MARGIN * known.get(name, steps) for name, steps in found.items()) else 0


def version() -> str:
    """The version of Python without the number of its fixes."""
    return ".".join(platform.python_version_tuple()[:2])


def recorded() -> dict[str, int]:
    """The counts that were recorded with this version of Python; none where there are none."""
    found: dict[str, int] = json.loads(RECORDED.read_text(encoding="utf-8")).get(version(), {})
    return found


def counted() -> dict[str, int]:
    """The counts of all cases, made in a process in which sets have the same order each time."""
    command = [sys.executable, "-m", __spec__.name if __name__ == "__main__" else __name__, "--count"]
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env, cwd=Path(__file__).parents[2])
    found: dict[str, int] = json.loads(done.stdout)
    return found


def count() -> dict[str, int]:
    """The counts of all cases, in this process."""
    return {name: steps(make) for name, make in CASES.items()}


def steps(run: Callable[[], object]) -> int:
    """The steps that `run` takes in functions of the project, once all is loaded that it needs."""
    import mapper
    import mkdocs_oasmap

    home = tuple(str(Path(package.__file__ or "").parent) for package in (mapper, mkdocs_oasmap))
    run()
    return _monitored(run, home) if sys.version_info >= (3, 12) else _traced(run, home)


def _monitored(run: Callable[[], object], home: tuple[str, ...]) -> int:
    """From Python 3.12 on, tracing says nothing of the first call of a function, but there is something better."""
    taken = 0
    monitoring: Any = sys.monitoring
    tool = monitoring.PROFILER_ID

    def count(code: CodeType, _offset: int) -> Any:
        nonlocal taken
        if not code.co_filename.startswith(home):
            return monitoring.DISABLE
        taken += 1
        return None

    monitoring.use_tool_id(tool, "steps")
    try:
        monitoring.register_callback(tool, monitoring.events.INSTRUCTION, count)
        monitoring.set_events(tool, monitoring.events.INSTRUCTION)
        run()
    finally:
        monitoring.set_events(tool, 0)
        monitoring.register_callback(tool, monitoring.events.INSTRUCTION, None)
        monitoring.free_tool_id(tool)
    return taken


def _traced(run: Callable[[], object], home: tuple[str, ...]) -> int:
    taken = 0

    def trace(frame: FrameType, _event: str, _argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(home):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return local

    def local(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal taken
        taken += event == "opcode"
        return local

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return taken


def _mapped(spec: str, config: str, suffix: str) -> str:
    """From texts to the text of the artifact."""
    from ..support import write_code_spec

    return write_code_spec(_mapping(spec, config, suffix))


def _mapping(spec: str, config: str, suffix: str) -> Mapping:
    from mapper.inputs import Document, Documents
    from mapper.systems.terraform.config.config import parse_config
    from mapper.systems.terraform.map import map_api
    from mapper.systems.terraform.openapi.operations import Api

    documents = Documents(Path())
    api = documents.add(Document(f"api.{suffix}", spec.encode()))
    return map_api(Api(api, documents), parse_config(Document(f"config.{suffix}", config.encode())))


def _wide() -> tuple[str, str, str]:
    """Many objects of plain properties, behind references, with parameters."""
    return _json([_plain(f"part_{part}", 12) for part in range(4)])


def _composed() -> tuple[str, str, str]:
    """Unions with null, choices and merged schemas."""
    found = []
    for part in range(2):
        plain = _plain("base", 3)
        nullable = {"oneOf": [{"type": "string"}, {"type": "null"}], "description": "May be null."}
        merged = {"allOf": [{"$ref": "#/components/schemas/Oven0"}, {"type": "object", "properties": plain}]}
        choice = {"anyOf": [{"type": "object", "properties": plain}, {"type": "string"}]}
        own = {"name": nullable, "door": merged, "heat": choice if part else nullable}
        found.append({**plain, **own})
    return _json(found)


def _yaml() -> tuple[str, str, str]:
    """Nested lists and maps, without types in places, in the syntax of YAML."""
    import yaml

    inner = {"type": "object", "properties": _plain("tray", 6)}
    found = []
    for part in range(3):
        untyped = {f"any_{number}": {"description": "It has no type."} for number in range(3)}
        trays = {"type": "array", "items": inner}
        racks = {"type": "object", "additionalProperties": inner}
        found.append({**untyped, "trays": trays, "racks": racks, **_plain(f"part_{part}", 4)})
    spec, config, _ = _json(found)
    return yaml.safe_dump(json.loads(spec)), yaml.safe_dump(json.loads(config)), "yml"


def _pages() -> str:
    """From mappings to the pages of their resources and data sources."""
    from mkdocs_oasmap.pages.pages import Pages
    from mkdocs_oasmap.render.html import Renderer

    sites = [Pages(mapping) for mapping in _shown()]
    return "".join(Renderer().entity(pages.entity(key), str) for pages in sites for key in pages.entities)


@cache
def _shown() -> list[Mapping]:
    return [_mapping(*_composed()), _mapping(*_yaml())]


def _package() -> str:
    """A package schema of many object types, enums and resources, read and written."""
    from mapper.inputs import Document
    from mapper.report.budget import Budget
    from mapper.systems.pulumi.schema.read import SchemaInputs
    from mapper.systems.pulumi.schema.writer import schema_of, schema_text

    document = Document("schema.json", json.dumps(_schema(12)).encode())
    mapping = SchemaInputs(document, document.root, Budget()).map()
    return "".join(schema_text(schema_of(mapping)))


def _schema(count: int) -> dict[str, Any]:
    """A package schema with so many types, enums and resources that use them."""
    types: dict[str, Any] = {}
    resources: dict[str, Any] = {}
    for at in range(count):
        tray, heat = f"bakery:part{at}:Tray", f"bakery:part{at}:Heat"
        plain = {f"size_{number}": {"type": "integer", "description": f"Size {number}."} for number in range(4)}
        heats = {"$ref": f"#/types/{heat}", "description": "How hot.", "default": "low"}
        types[heat] = {"type": "string", "enum": [{"name": "Low", "value": "low"}, {"value": "high"}]}
        types[tray] = {"type": "object", "properties": {**plain, "heat": heats}, "required": ["size_1"]}
        trays = {"type": "array", "items": {"$ref": f"#/types/{tray}"}, "description": "The trays.", "secret": True}
        names = {"type": "object", "additionalProperties": {"type": "string"}, "description": "Names."}
        own = {**plain, "heat": heats, "trays": trays, "names": names}
        out = {**own, "state": {"type": "string", "description": "The state."}}
        resources[f"bakery:part{at}:Oven"] = {
            "inputProperties": own, "requiredInputs": ["trays"], "properties": out, "required": ["state", "trays"],
        }  # fmt: skip
    return {"name": "bakery", "version": "1.0.0", "types": types, "resources": resources}


CASES: dict[str, Callable[[], str]] = {
    "wide": lambda: _mapped(*_wide()),
    "composed": lambda: _mapped(*_composed()),
    "yaml": lambda: _mapped(*_yaml()),
    "package": _package,
    "pages": _pages,
}


def _plain(name: str, number: int) -> dict[str, Any]:
    """Properties of scalars, some with limits, defaults and values."""
    more: tuple[dict[str, Any], ...] = (
        {"type": "string", "maxLength": 8},
        {"type": "integer", "default": 3, "minimum": 1},
        {"type": "boolean"},
        {"type": "string", "enum": ["low", "high"]},
    )
    return {f"{name}_{at}": {"description": f"The {name} {at}.", **more[at % len(more)]} for at in range(number)}


def _json(objects: list[dict[str, Any]]) -> tuple[str, str, str]:
    """A resource and a data source for each of several objects, as texts of JSON."""
    paths: dict[str, Any] = {}
    resources, sources = {}, {}
    for at, _ in enumerate(objects):
        content = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/Oven{at}"}}}}
        answer = {"description": "An oven.", **content}
        one = [{"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}
               for name, place in (("id", "path"), ("depth", "query"))]  # fmt: skip
        paths[f"/ovens{at}"] = {"post": {"tags": ["ovens"], "requestBody": content, "responses": {"201": answer}}}
        paths[f"/ovens{at}/{{id}}"] = {"get": {"tags": ["ovens"], "parameters": one, "responses": {"200": answer}}}
        create, read = {"path": f"/ovens{at}", "method": "POST"}, {"path": f"/ovens{at}/{{id}}", "method": "GET"}
        resources[f"oven_{at}"], sources[f"oven_{at}"] = {"create": create, "read": read}, {"read": read}
    schemas = {f"Oven{at}": {"type": "object", "properties": members} for at, members in enumerate(objects)}
    spec = {"openapi": "3.1.0", "info": {"title": "Bakery", "version": "1"}, "paths": paths}
    config = {"provider": {"name": "bakery"}, "resources": resources, "data_sources": sources}
    return json.dumps({**spec, "components": {"schemas": schemas}}), json.dumps(config), "json"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
