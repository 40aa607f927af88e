"""What is written for an IDL that has something of everything, as it was when the compilers accepted it."""

import shutil
from pathlib import Path

import pytest

from mapper.programs.idl.go.skeleton import main_package, skeletons
from mapper.programs.idl.go.stubs import provider_stubs
from mapper.programs.idl.settings import Dialect

from ...files import write_files
from ...kept import changes, record
from ...pulumi.tools import go, go_environment, output, run
from . import fixtures
from .test_mapping import mapped


def _files(dialect: Dialect) -> dict[str, str]:
    """Both parts, and what an author begins with; without what is the same for all packages."""
    program = fixtures.program("odd", dialect)
    files = fixtures.emit(program, dialect)
    files.pop("provider/oasmap/oasmap_provider.go", None)
    if dialect is Dialect.DESIGN:
        files |= {f"begun/{path}": text for path, text in (skeletons(program) | main_package(program)).items()}
    return files


@pytest.mark.parametrize("dialect", Dialect)
def test_no_byte_of_a_package_changes_unnoticed(dialect: Dialect) -> None:
    assert changes(Path(__file__).parent / "kept" / dialect, _files(dialect)) == ""


def test_nothing_that_pages_and_reviews_are_made_of_changes_unnoticed(tmp_path: Path) -> None:
    text = record(mapped(tmp_path, "odd").mapping)
    assert changes(Path(__file__).parent / "kept" / "record", {"record.txt": text}) == ""


@pytest.mark.peer
@pytest.mark.parametrize("dialect", Dialect)
def test_gofmt_changes_nothing(dialect: Dialect, tmp_path: Path) -> None:
    go()
    write_files(tmp_path, {path: text for path, text in _files(dialect).items() if path.endswith(".go")})
    assert output([shutil.which("gofmt") or "gofmt", "-l", "-d", "."], tmp_path) == ""


@pytest.mark.peer
def test_the_stubs_and_what_an_author_begins_with_compile(tmp_path: Path) -> None:
    program = fixtures.program("odd")
    for name in ("go.mod", "go.sum"):
        shutil.copy(Path(__file__).parent / "provider" / name, tmp_path)
    files = provider_stubs(program) | skeletons(program)
    write_files(tmp_path, {f"odd/provider/{path}": text for path, text in files.items()})
    assert run([go(), "vet", "./..."], tmp_path, 3600, **go_environment()) == (0, "")
