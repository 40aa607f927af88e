"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import copy
import re
from importlib import import_module
from pathlib import Path

import pytest

from mapper.expressions import expression

ROOT = Path(__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for package in ("mapper", "mkdocs_oasmap")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "import expression\n" in path.read_text(encoding="utf-8")
]


def test_an_expression_has_what_a_compiled_one_has() -> None:
    text = r"(?P<word>[a-z]+)-"
    lazy, compiled = expression(text, re.IGNORECASE), re.compile(text, re.IGNORECASE)
    for _ in range(2):
        assert lazy.sub("+", "Ab-c-d") == compiled.sub("+", "Ab-c-d") == "++d"
        assert [found["word"] for found in lazy.finditer("Ab-c-d")] == ["Ab", "c"]
        assert lazy.match("Ab-", 1) is not None
    assert (lazy.pattern, lazy.flags, lazy.groups, lazy.groupindex) == (text, compiled.flags, 1, compiled.groupindex)


def test_an_expression_is_compiled_when_it_is_used() -> None:
    broken = expression("(")
    copy.copy(broken)
    with pytest.raises(re.error):
        broken.match("")


def test_the_expressions_of_all_modules_can_be_compiled() -> None:
    values = [value for name in MODULES for value in vars(import_module(name)).values()]
    found = [value for value in values if isinstance(value, type(expression("")))]
    assert len(found) > len(MODULES) > 10
    for value in found:
        assert re.compile(value.pattern, value.flags)
