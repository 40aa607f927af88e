"""That nothing changes a value once it is made, which the type checker proves and no run does."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from mapper.immutable import dataclass, replace
from mapper.model import Body, Reason

EXAMPLE = Path(__file__).parents[1] / "example_site"
FROZEN = """
import dataclasses, sys
import mapper.immutable
mapper.immutable.dataclass = dataclasses.dataclass
from mapper.model import Reason
from mkdocs_oasmap.cli import main
assert Reason.__dataclass_params__.frozen
sys.exit(main(sys.argv[1:]))
"""


def test_values_are_equal_and_hash_by_what_is_in_them() -> None:
    assert Reason("code", "text") == Reason("code", "text")
    assert len({Reason("code", "text"), Reason("code", "text"), Reason("code", "other")}) == 2


def test_pages_are_written_just_the_same_where_values_are_frozen_at_run_time_too(tmp_path: Path) -> None:
    arguments = ["pages", "--config", str(EXAMPLE / "generator_config.yml"), str(EXAMPLE / "api" / "openapi.yaml")]
    written = []
    for name, start in (("frozen", ["-c", FROZEN]), ("plain", ["-m", "mkdocs_oasmap"])):
        subprocess.run([sys.executable, *start, *arguments, str(tmp_path / name)], check=True, capture_output=True)
        written.append({path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()})
    assert written[0] == written[1]
    assert written[0]


DEFINED = """
@dataclass(frozen=True, slots=True)
class Several:
    first: float
    second: str = "b"
    third: list = dataclasses.field(default_factory=list, compare=False)
    fourth: int = dataclasses.field(default=4, hash=False, repr=False)

@dataclass(frozen=True)
class One:
    value: float

@dataclass(frozen=True, slots=True)
class Nothing:
    pass

@dataclass(slots=True)
class Changing:
    value: int

@dataclass(frozen=True, eq=False)
class Itself:
    value: int

@dataclass(frozen=True)
class Own:
    value: int
    def __repr__(self): return "own"
    def __eq__(self, other): return True

@dataclass(frozen=True, slots=True)
class Derived:
    value: int
    twice: int = dataclasses.field(init=False)
    made: tuple = dataclasses.field(init=False, default_factory=tuple)
    known: int = dataclasses.field(init=False, default=7)
    def __post_init__(self): object.__setattr__(self, "twice", 2 * self.value)

@dataclass(kw_only=True)
class ByName(Changing):
    other: str
    third: tuple = ()

@dataclass(frozen=True, slots=True)
class Its:
    value: int
    def __init__(self): object.__setattr__(self, "value", 3)

@dataclass(frozen=True, slots=True)
class More(Several):
    second: int = 3
    fifth: str = dataclasses.field(default="five", metadata={"unit": "m"})

@dataclass(frozen=True)
class OfAll:
    shared: ClassVar[int] = 1
    value: int = 2

class Plain:
    pass

@dataclass(frozen=True, slots=True)
class OfPlain(Plain):
    value: int = 2
"""
CLASSES = re.findall(r"class (\w+)", DEFINED)
MADE = (
    "Several(1.0)",
    "Several(2.0, 'c', [1], 5)",
    "Several(1.0, 'b', [2], 4)",
    "Several(1.0, 'b', [], 5)",
    "One(1)",
    "Nothing()",
    "Changing(1)",
    "Itself(1)",
    "Own(1)",
    "Derived(1)",
    "Derived(value=2)",
    "ByName(1, other='a')",
    "ByName(other='a', value=1, third=(2,))",
    "Its()",
    "More(1)",
    "More(1, fourth=5, fifth='x')",
    "OfAll()",
    "OfPlain(value=3)",
)
REFUSED = (
    "Several()",
    "Several(second='b')",
    "Several(1, 2, 3, 4, 5)",
    "Several(1, nothing=2)",
    "Several(1, first=2)",
    "Derived(1, twice=2)",
    "ByName(1, 'a')",
    "ByName(1)",
)


def described(cls: Any) -> list[object]:
    """The class as the standard library reads it."""
    if not dataclasses.is_dataclass(cls):
        return []
    fields = [
        (one.name, one.type, one.default, one.default_factory, one.init, one.repr, one.hash, one.compare, one.kw_only)
        for one in dataclasses.fields(cls)
    ]
    return [fields, [dict(one.metadata) for one in dataclasses.fields(cls)], cls.__match_args__, cls.__qualname__]


def behaviour(maker: Any, before: int) -> list[object]:
    """What values of classes that `maker` defines are: as text, equal to which, and of which hash.

    Of each class, objects are made `before` times first.
    """
    names: dict[str, Any] = {"dataclass": maker, "dataclasses": dataclasses, "ClassVar": ClassVar, "__name__": __name__}
    exec(DEFINED, names)
    for text in MADE * before:
        eval(text, names)
    values = [eval(text, names) for text in MADE for _ in range(2)]
    equal = [[one == other for other in values] for one in values]
    hashes = [None if type(one).__hash__ is None else len({one, other}) for one in values for other in values
              if type(other).__hash__ is not None]  # fmt: skip
    signatures = [
        [(one.name, one.kind, one.default is one.empty) for one in inspect.signature(names[name]).parameters.values()]
        for name in ("Several", "Derived", "ByName", "Nothing", "Its")
    ]
    for text in REFUSED:
        with pytest.raises(TypeError):
            eval(text, names)
    copies = [repr(copy.deepcopy(one)) for one in values]
    members = [dataclasses.asdict(one) for one in values if dataclasses.is_dataclass(one)]
    classes = [(described(names[name]), sorted(vars(names[name]).get("__slots__", ""))) for name in CLASSES]
    return [list(map(repr, values)), equal, hashes, signatures, copies, members, classes]


@pytest.mark.parametrize("before", [0, 20])
def test_values_behave_as_those_of_the_standard_library(before: int) -> None:
    def standard(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **options: Any) -> Any:
        return dataclasses.dataclass(cls, eq=eq, unsafe_hash=frozen and eq, **options)

    assert behaviour(dataclass, before) == behaviour(standard, before)


def test_a_default_that_all_objects_would_share_is_refused() -> None:
    with pytest.raises(ValueError, match="default_factory"):

        @dataclass(frozen=True, slots=True)
        class _Shared:
            values: list[int] = []  # type: ignore[misc]  # noqa: RUF012


def test_values_with_the_same_nan_are_equal_with_every_version_of_python() -> None:
    """Those of the standard library are equal up to Python 3.12 only."""

    @dataclass(frozen=True)
    class One:
        value: float

    nan = float("nan")
    assert One(nan) == One(nan)
    assert One(nan) != One(float("nan"))


def test_a_value_with_other_fields_is_made_by_its_class() -> None:
    reason = Reason("code", "text")
    assert replace(reason, text="other") == Reason("code", "other")
    assert replace(Body(), name="x").size == 0
    with pytest.raises(TypeError):
        replace(reason, nothing=1)


def test_a_run_loads_neither_the_review_nor_another_system_than_it_is_of(tmp_path: Path) -> None:
    program = (
        "import sys; from mkdocs_oasmap.cli import main; code = main(sys.argv[1:]); "
        "print(*(name for name in sys.modules if name.startswith('mapper.')), 'hashlib' * ('hashlib' in sys.modules)); "
        "sys.exit(code)"
    )
    arguments = ["generate", "--config", str(EXAMPLE / "generator_config.yml"), "--output", str(tmp_path / "out.json")]
    run = [sys.executable, "-c", program, *arguments, "--quiet", str(EXAMPLE / "api" / "openapi.yaml")]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    loaded = done.stdout.splitlines()[-1].split()
    unused = ("mapper.review.entity_changes", "mapper.review.policy", "mapper.sidecar.writer", "hashlib")
    systems = ("mapper.ack.", "mapper.kubernetes.", "mapper.pulumi.", "mapper.provider.", "mapper.crossplane.")
    light = (".system", "_resource", ".kinds", ".settings")  # what the registry says of a system
    assert not {name for name in loaded if name in unused}
    assert not {name for name in loaded if name.startswith(systems) and not name.endswith(light)}
