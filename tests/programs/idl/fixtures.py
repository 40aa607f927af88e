"""IDL of our own: `aws` has the shape of the example of the design note, `bakery` everything else."""

from pathlib import Path

from mapper.programs.idl.emitters import EMITTERS, PARTS
from mapper.programs.idl.parser.program import Program
from mapper.programs.idl.parser.read import Reading, read_sources
from mapper.programs.idl.settings import Dialect, Settings


def emit(program: Program, dialect: Dialect) -> dict[str, str]:
    """Path -> text of every file of both parts, each in a folder with its name."""
    parts = {part: EMITTERS[dialect, part](program) for part in PARTS}
    return {f"{part}/{path}": text for part, files in parts.items() for path, text in files.items()}


FOLDER = Path(__file__).parent / "fixtures"


def sources(name: str) -> dict[str, bytes]:
    folder = FOLDER / name
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.go"))}


def settings(name: str, dialect: Dialect = Dialect.DESIGN) -> Settings:
    return Settings(name, f"example.com/{name}/idl", f"example.com/{name}/provider", dialect=dialect)


def program(name: str, dialect: Dialect = Dialect.DESIGN) -> Program:
    reading = read_sources(sources(name), settings(name, dialect))
    assert list(map(str, reading.errors)) == []
    assert reading.program is not None
    return reading.program


def reading(dialect: Dialect = Dialect.DESIGN, **files: str) -> Reading:
    """Read files from their texts; `ec2__vpc` is the file ec2/vpc.go. A text without a package clause is given one."""
    texts = {}
    for key, text in files.items():
        path = key.replace("__", "/")
        clause = path.split("/")[-2] if "/" in path else "aws"
        texts[f"{path}.go"] = (text if text.startswith("package ") else f"package {clause}\n{text}").encode()
    return read_sources(texts, settings("aws", dialect))
