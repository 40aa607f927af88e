"""Broken IDL: refused where Go refuses it, and never a traceback."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.pulumi.idl.read import Reading, read_sources
from mapper.pulumi.settings import Dialect

from . import fixtures
from .fixtures import emit
from .mutations import CHANGES, judge, mutants
from .tools import go

pytestmark = pytest.mark.soak


@pytest.mark.peer
@pytest.mark.parametrize("name", ["aws", "bakery"])
def test_what_go_refuses_is_refused_at_the_same_line(name: str, tmp_path: Path) -> None:
    go()
    made = mutants(1, 150, name)
    verdicts = judge(made, name, tmp_path.resolve())
    bad = {mutant.what: verdict for mutant, verdict in zip(made, verdicts, strict=True) if not verdict.is_good}
    assert bad == {}
    assert sum(bool(verdict.go) for verdict in verdicts) > 50


def read(files: dict[str, bytes], dialect: Dialect) -> Reading:
    """Read, and write what can be written: neither may raise."""
    reading = read_sources(files, fixtures.settings("bakery", dialect))
    if reading.program is not None:
        emit(reading.program, dialect)
    for finding in reading.findings:
        assert finding.place.line >= 1
        assert finding.place.column >= 1
        assert str(finding).isprintable()
    return reading


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 12), dialect=st.sampled_from(Dialect))
def test_mutations_are_read_without_a_traceback(seed: int, changes: int, dialect: Dialect) -> None:
    random_ = random.Random(seed)
    files = {path: data.decode() for path, data in fixtures.sources("bakery").items()}
    for _ in range(changes):
        path = random_.choice(sorted(files))
        if files[path].strip():
            try:
                files[path] = random_.choice(list(CHANGES.values()))(random_, files[path])
            except IndexError:  # nothing left to change
                continue
    read({path: text.encode() for path, text in files.items()}, dialect)


@settings(max_examples=150)
@given(
    prefix=st.sampled_from(
        [b"", b"package bakery\n", b"package bakery\ntype T struct {\n", b"package bakery\nconst A = "]
    ),
    data=st.binary(max_size=60),
)
def test_any_bytes_are_read_without_a_traceback(prefix: bytes, data: bytes) -> None:
    read({"a.go": prefix + data}, Dialect.DESIGN)


@settings(max_examples=100)
@given(at=st.integers(0, 10**6), byte=st.binary(min_size=1, max_size=3))
def test_any_byte_in_good_files_is_read_without_a_traceback(at: int, byte: bytes) -> None:
    files = fixtures.sources("bakery")
    path = sorted(files)[at % len(files)]
    data = files[path]
    place = at % len(data)
    read({**files, path: data[:place] + byte + data[place + 1 :]}, Dialect.DESIGN)


@pytest.mark.parametrize(
    "text",
    [
        "type T " + "[]" * 5000 + "string\n",
        "type T struct {\n\tA " + "*" * 5000 + "string\n}\n",
        "const A = " + "(" * 5000 + '"x"' + ")" * 5000 + "\n",
        "const A = " + " + ".join(['"x"'] * 5000) + "\n",
        "type T " + "struct { A " * 3000 + "string" + "}" * 3000 + "\n",
        "".join(f"type A{i} A{i + 1}\n" for i in range(20000)),
        "".join(f"type A{i} struct {{ A{i + 1} }}\n" for i in range(300)) + "type A300 struct { A string }\n",
    ],
    ids=["slices", "pointers", "parentheses", "sum", "structs", "names", "embedding"],
)
def test_deep_nesting_is_no_traceback(text: str) -> None:
    read({"a.go": f"package bakery\n{text}".encode()}, Dialect.DESIGN)
