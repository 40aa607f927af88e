"""The specification of the example site becomes Go code that compiles, and schemas that a provider starts with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from .__main__ import EXAMPLE
from .check import check
from .tools import Tools, Unavailable, fetch

pytestmark = [pytest.mark.slow, pytest.mark.timeout(2400)]  # the generator is built, and much Go compiled


@pytest.fixture(scope="module")
def tools() -> Tools:
    try:
        return fetch()
    except Unavailable as reason:
        pytest.skip(str(reason))


def test_the_example_site_becomes_a_provider(tools: Tools, tmp_path: Path) -> None:
    case = replace(EXAMPLE)
    check(case, tools, tmp_path)
    assert case.problems == {}
    assert case.packages == case.entities + 1


API = """
openapi: 3.0.0
paths:
  /oven:
    post:
      requestBody:
        content:
          application/json:
            schema: {properties: {dial: {type: string, pattern: '(?=a)'}}}
    get: {responses: {}}
"""
CONFIG = """
provider: {name: bakery}
resources: {oven: {create: {path: /oven, method: POST}, read: {path: /oven, method: GET}}}
"""


def test_what_does_not_start_is_a_problem(tools: Tools, tmp_path: Path) -> None:
    """A pattern that Go cannot compile, which no lint can mend."""
    spec, config, code = tmp_path / "openapi.yaml", tmp_path / "generator_config.yml", tmp_path / "code"
    spec.write_text(API, encoding="utf-8")
    config.write_text(CONFIG, encoding="utf-8")
    code.mkdir()
    case = replace(EXAMPLE, spec=spec, config=config)
    check(case, tools, code)
    assert case.problems.keys() == {"start"}
