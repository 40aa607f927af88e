"""`mistakes.txt`: IDL that is wrong in all the ways of Go and of the design note, and all that is found in it.

The cases are separated by empty lines. A line `-- path --` begins another file than `a.go`, and lines with `# ` at the
end of a case say what is found. What Go refuses is refused at the same line.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapper.programs.idl.parser.read import read_sources

from .fixtures import settings
from .test_mutations import Mutant, judge

_CASES = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8").rstrip().split("\n\n")


def _files(case: str) -> dict[str, str]:
    """The files of a case, each with a package clause."""
    first, *others = re.split(r"(?m)^-- (.*) --\n", re.sub(r"(?m)^# .*\n", "", f"{case}\n"))
    return {"a.go": f"package aws\n{first}", **dict(zip(others[::2], others[1::2], strict=True))}


def _found(files: dict[str, str]) -> Iterator[str]:
    sources = {path: text.encode() for path, text in files.items()}
    for finding in read_sources(sources, settings("aws")).findings:
        yield f"# {str(finding).removeprefix('a.go:')}"


@pytest.mark.parametrize("case", _CASES, ids=[case.split("\n")[0] for case in _CASES])
def test_everything_that_is_wrong_is_found_where_it_is(case: str) -> None:
    assert [*_found(_files(case))] == re.findall(r"^# .*", case, re.MULTILINE)


@pytest.mark.peer
def test_each_line_that_go_refuses_is_refused(tmp_path: Path) -> None:
    made = []
    for number, case in enumerate(_CASES):
        base = f"example.com/mutants/aws{number:04d}"
        files = {path: text.replace("example.com/aws/idl", base).encode() for path, text in _files(case).items()}
        made.append(Mutant(number, case, files))
    verdicts = judge(made, "aws", tmp_path.resolve())
    bad = {mutant.what: verdict for mutant, verdict in zip(made, verdicts, strict=True) if not verdict.is_good}
    assert bad == {}
    assert sum(bool(verdict.go) for verdict in verdicts) > len(_CASES) / 2
