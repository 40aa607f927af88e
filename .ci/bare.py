"""The library alone: every module of it is imported and the example is mapped, with nothing but its own needs there."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

import mapper
from mapper.registry import all_systems, system_named
from mapper.request import Request

SHELL = ("mkdocs", "properdocs", "jinja2", "markdown", "markdown_it", "nh3")
EXTRAS = "botocore google grpc httpx2 jsonpath lightkube msgpack re2".split()

left = []
for module in pkgutil.walk_packages(mapper.__path__, "mapper."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in EXTRAS:
            raise
        left.append(module.name)
for system in all_systems():
    print(system.name, *system.kinds, sep=": ")
folder = Path("example_site")
config = [folder / "generator_config.yml"]
mapped = system_named("terraform").run(Request(folder / "api" / "openapi.yaml", config, folder))
assert mapped.mapping.entities
assert not [name for name in SHELL if name in sys.modules]
print(f"{len(mapped.mapping.entities)} entities; modules that need an extra: {', '.join(left) or 'none'}")
