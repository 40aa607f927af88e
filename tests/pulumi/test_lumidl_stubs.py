"""The stubs of 2017: the same facts as the tool's, laid out by gofmt, and in order by vet against its runtime."""

import hashlib
import shutil
from pathlib import Path

import pytest

from mapper.pulumi.lumidl.stubs import lumidl_stubs
from mapper.pulumi.lumidl.typescript import legacy_package
from mapper.pulumi.settings import Dialect

from .corpus import facts, needs_corpus, program
from .go_facts import go_facts
from .tools import HERE, go_problems, write_files


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("tag", ["lumi", "pulumi"])
def test_a_real_package_has_the_facts_of_the_tool(tag: str, tmp_path: Path) -> None:
    known = facts()
    written = lumidl_stubs(program(tmp_path, tag, Dialect.LUMIDL))
    expected = {file["path"]: {**file["go"], "imports": sorted(file["go"]["imports"])} for file in known["files"]}
    assert {path: go_facts(text, known["rpc_base"]) for path, text in written.items()} == expected


@pytest.mark.corpus
@pytest.mark.peer
@needs_corpus
def test_the_stubs_of_a_real_package_are_formatted_and_vetted(tmp_path: Path) -> None:
    stubs = lumidl_stubs(program(tmp_path / "idl", "lumi", Dialect.LUMIDL))
    shutil.copytree(HERE / "lumi", tmp_path / "lumi")
    module = tmp_path / "lumi" / "runtime"
    write_files(module / facts()["rpc_base"].removeprefix("github.com/pulumi/lumi/"), stubs)
    assert go_problems(module) == ""


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("tag", ["lumi", "pulumi"])
def test_a_real_package_has_the_bytes_of_the_tool_in_either_spelling_of_tags(tag: str, tmp_path: Path) -> None:
    written = legacy_package(program(tmp_path, tag, Dialect.LUMIDL))
    expected = {file["typescript"]["path"]: file["typescript"]["sha256"] for file in facts()["files"]}
    assert {path: hashlib.sha256(text.encode()).hexdigest() for path, text in written.items()} == expected
