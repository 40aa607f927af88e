"""The TypeScript of 2017, byte by byte: the yardstick is the recorded hash of what the tool itself wrote."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from mapper.pulumi.lumidl.typescript import legacy_package
from mapper.pulumi.settings import Dialect

from .corpus import facts, needs_corpus, program


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("tag", ["lumi", "pulumi"])
def test_a_real_package_has_the_bytes_of_the_tool_in_either_spelling_of_tags(tag: str, tmp_path: Path) -> None:
    written = legacy_package(program(tmp_path, tag, Dialect.LUMIDL))
    expected = {file["typescript"]["path"]: file["typescript"]["sha256"] for file in facts()["files"]}
    assert {path: hashlib.sha256(text.encode()).hexdigest() for path, text in written.items()} == expected
