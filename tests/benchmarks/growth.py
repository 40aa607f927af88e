"""How CPU time and output grow with an input: `python -m tests.benchmarks growth`.

Each shape is made in four sizes, each twice the one before. The exponent between two sizes is the binary logarithm of
their ratio: 1 is linear, 2 is quadratic.
"""

import gc
import json
import math
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct, field

DOUBLINGS = 3
RUNS = 5
"""Of each size, the least CPU time counts."""

Api = dict[str, Any]


class Shape(Struct, frozen=True):
    """An input that grows with a number. `make` returns schemas by name and the resources that have them as bodies."""

    first: int
    make: Callable[[int], tuple[Api, list[Api]]]
    policies: Api = field(default_factory=dict)


def _objects(names: Callable[[int], str], count: int, text: str = "") -> Api:
    """Properties of plain types."""
    return {names(number): {"type": "string", "description": text or f"The text {number}."} for number in range(count)}


def _named(count: int) -> Api:
    return {"type": "object", "properties": _objects("part_{}".format, count)}


def _ref(name: str) -> Api:
    return {"$ref": f"#/components/schemas/{name}"}


def _deep(levels: int) -> Api:
    schema: Api = _named(1)
    for level in range(levels):
        schema = {"type": "object", "properties": {f"level_{level}": schema, "name": {"type": "string"}}}
    return schema


def _noted(count: int) -> Api:
    """Properties with something to say of each."""
    odd = {f"part_{number}": {"oneOf": [_named(1), {"type": "integer"}]} for number in range(count)}
    return {"type": "object", "properties": {**odd, **_objects("plain_{}".format, 2)}}


def _merged(count: int) -> Api:
    parts = (_objects(f"part_{number}_{{}}".format, 4) for number in range(count))
    return {"allOf": [{"type": "object", "properties": part} for part in parts]}


def _variants(count: int) -> tuple[Api, list[Api]]:
    parts = {f"Branch{number}": _objects(f"part_{number}_{{}}".format, 3) for number in range(count)}
    branches = {name: {"type": "object", "properties": part} for name, part in parts.items()}
    choice = {"oneOf": list(map(_ref, branches))}
    return branches, [{"type": "object", "properties": {"name": {"type": "string"}, "choice": choice}}]


def _shared(count: int, resources: int) -> tuple[Api, list[Api]]:
    """Resources that all refer to the same schemas."""
    schemas = {f"Shared{number}": _named(4) for number in range(count)}
    body = {"type": "object", "properties": {f"shared_{name.lower()}": _ref(name) for name in schemas}}
    return {**schemas, "Body": body}, [_ref("Body")] * resources


def _listed(count: int) -> Api:
    """A property with so many values."""
    kind = {"type": "string", "enum": [f"value_{number}" for number in range(count)]}
    return {"type": "object", "properties": {"kind": kind}}


SHAPES = {
    "resources": Shape(50, lambda n: ({}, [_named(12)] * n)),
    "attributes of one": Shape(500, lambda n: ({}, [_named(n)])),
    "depth": Shape(6, lambda n: ({}, [_deep(n)] * 10)),
    "notes": Shape(125, lambda n: ({}, [_noted(n)] * 2)),
    "parts of allOf": Shape(30, lambda n: ({}, [_merged(n)] * 4)),
    "branches of oneOf": Shape(10, _variants, {"one_of": "variants"}),
    "values of enum": Shape(50, lambda n: ({}, [_listed(n)] * 50)),
    "shared schemas, 20 resources": Shape(50, lambda n: _shared(n, 20)),
    "resources of 100 shared schemas": Shape(10, lambda n: _shared(100, n)),
}


def described(schemas: Api, bodies: list[Api], policies: Api) -> tuple[str, str]:
    """The texts of a description and of a config, with a resource for each body: created, read and updated with it."""
    paths, resources = {}, {}
    for number, body in enumerate(bodies):
        content = {"content": {"application/json": {"schema": body}}}
        done = {"200": {"description": "Done.", **content}}
        item = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
        here, there = f"/part{number}", f"/part{number}/{{id}}"
        paths[here] = {"post": {"requestBody": content, "responses": done}}
        paths[there] = {
            "get": {"parameters": item, "responses": done},
            "put": {"parameters": item, "requestBody": content, "responses": done},
        }
        resources[f"part{number}"] = {
            "create": {"path": here, "method": "POST"},
            "read": {"path": there, "method": "GET"},
            "update": {"path": there, "method": "PUT"},
        }
    info = {"title": "Parts", "version": "1"}
    api = {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}
    config = {"provider": {"name": "parts"}, "resources": resources, **({"policies": policies} if policies else {})}
    return json.dumps(api), json.dumps(config)


def _mapped(spec: str, config: str) -> tuple[Any, str]:
    from mapper.inputs import Document, Documents
    from mapper.systems.terraform.config.config import parse_config
    from mapper.systems.terraform.map import map_api
    from mapper.systems.terraform.openapi.operations import Api as Description

    from ..support import write_code_spec

    documents = Documents(Path())
    api = documents.add(Document("api.json", spec.encode()))
    mapping = map_api(Description(api, documents), parse_config(Document("config.json", config.encode())))
    return mapping, write_code_spec(mapping)


def _compared(count: int) -> Callable[[], int]:
    """A comparison with so many changes, of states that are mapped before."""
    from ..support import compare

    bodies = ({"type": "object", "properties": _objects("part_{}".format, 10, text)} for text in ("Old.", "New."))
    states = [_mapped(*described({}, [body] * (count // 10), {}))[0] for body in bodies]
    return lambda: len(compare(*states))


def _least(run: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds, the least of several runs, and the size of what comes out."""
    run()
    best = math.inf
    for _ in range(RUNS):
        gc.collect()
        gc.disable()
        start = time.process_time()
        size = run()
        best = min(best, time.process_time() - start)
        gc.enable()
    return best, size


def main() -> int:
    """Print the exponents of each shape. The exit code is 1 where a shape cannot be mapped."""
    from mapper.report.diagnostic import MappingError

    runs: dict[str, tuple[int, Callable[[int], Callable[[], int]]]] = {"changes": (500, _compared)}
    for name, shape in SHAPES.items():

        def made(number: int, shape: Shape = shape) -> Callable[[], int]:
            texts = described(*shape.make(number), shape.policies)
            return lambda: len(_mapped(*texts)[1])

        runs[name] = (shape.first, made)
    code = 0
    print(f"{'shape':32} {'sizes':>12}  CPU seconds                  exponents of CPU   of the output")
    for name, (first, make) in runs.items():
        sizes = [first << doubling for doubling in range(DOUBLINGS + 1)]
        try:
            costs = [_least(make(size)) for size in sizes]
        except MappingError as error:
            print(f"{name:32} {sizes[0]:>5}–{sizes[-1]:<6} {error}")
            code = 1
            continue
        seconds, written = ([cost[part] for cost in costs] for part in (0, 1))
        shown = (" ".join(f"{value:.3f}" for value in seconds), _exponents(seconds), _exponents(written))
        print(f"{name:32} {sizes[0]:>5}–{sizes[-1]:<6}  {shown[0]:28} {shown[1]:18} {shown[2]}", flush=True)
    return code


def _exponents(values: list[float]) -> str:
    return " ".join(f"{math.log2(after / before):.2f}" for before, after in pairwise(values))


if __name__ == "__main__":
    sys.exit(main())
