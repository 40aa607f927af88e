"""The library as others use it: what it exports, and the example of the guide."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mapper

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "example_site/docs/contributing/python.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CONFIG = """\
provider: {name: bakery}
resources: {oven: {create: {path: /ovens, method: post}, read: {path: /o, method: get}}}
"""
API = """\
openapi: 3.1.0
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}, responses: {}}
  /o: {get: {responses: {}}}
components:
  schemas:
    Oven: {type: object, properties: {door: {type: object, properties: {locked: {type: boolean}}}}}
"""


@pytest.mark.parametrize("name", mapper.__all__)
def test_everything_in_the_interface_is_there_and_explained(name: str) -> None:
    found = getattr(mapper, name)
    assert name == "__version__" or found.__doc__
    assert f"`{name}" in PAGE or re.search(rf"\b{name}\b", EXAMPLE)


def test_what_is_not_in_the_interface_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        mapper.nothing_of_this_name  # noqa: B018


def test_the_example_of_the_guide_maps_walks_and_writes(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "api/openapi.yaml").write_text(API)
    (tmp_path / "generator_config.yml").write_text(CONFIG)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", EXAMPLE], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == [
        "resource oven door computed_optional api/openapi.yaml /components/schemas/Oven/properties/door",
        "resource oven door.locked computed_optional api/openapi.yaml"
        " /components/schemas/Oven/properties/door/properties/locked",
    ]
    assert '"door"' in (tmp_path / "provider_code_spec.json").read_text()


def test_to_import_the_library_imports_next_to_nothing() -> None:
    code = "import sys, mapper; print(*[name for name in sys.modules if name.startswith('mapper.')])"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert loaded.split() == ["mapper.version"]
