"""`init --like tfplugingen-openapi` keeps what that tool writes for public descriptions."""

from hashlib import sha256
from pathlib import Path

import pytest

from ..differential.code_specs import Entry, read_entities
from ..differential.kept_output import CONFIG, KeptOutputs, joined, like, operations_of, parted
from ..differential.peer import Unavailable
from ..sizes import by_size
from .compare import cases, spec_of

ALL = [case for folder in ("reference", "realworld", "large") for case in cases(folder)]
READ = [case for case in ALL if (case / "expected.json").exists()]
"""The cases that the tool can read. On the others it crashes, or it refuses them, some after 45 s."""
CASES = [*{sha256(spec_of(case).read_bytes()).digest(): case for case in READ}.values()]
"""The proposal is made of the description alone, which several configs of the corpus share."""

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.peer,
    pytest.mark.skipif(not CASES, reason="the corpus is not part of the project"),
]


@pytest.fixture(scope="module")
def reference() -> KeptOutputs:
    tool = KeptOutputs(seconds=300)
    try:
        tool.fetch()
    except Unavailable as error:
        pytest.skip(str(error))
    return tool


@pytest.mark.parametrize("case", by_size((case, spec_of(case)) for case in CASES))
def test_an_entity_that_both_write_alike_stays_alike(case: Path, reference: KeptOutputs, tmp_path: Path) -> None:
    spec = spec_of(case)
    proposed = like((spec.name, spec.read_bytes()), None)
    assert proposed is not None
    before = {spec.name: spec.read_bytes(), CONFIG: operations_of(proposed)}
    assert list(reference.changed("init", before, proposed, tmp_path)) == []


SMALL = ("netbirdio__netbird-poc", "northwood-labs__devsec-tools", "petstore3")


@pytest.mark.parametrize("case", [case for case in CASES if case.name in SMALL], ids=lambda case: case.name)
def test_the_reference_writes_of_two_configs_at_once_what_it_writes_of_each(
    case: Path, reference: KeptOutputs, tmp_path: Path
) -> None:
    spec = spec_of(case)
    proposed = like((spec.name, spec.read_bytes()), None)
    assert proposed is not None
    configs = (operations_of(proposed), proposed)

    def written(config: bytes) -> dict[str, Entry]:
        text = reference.theirs({spec.name: spec.read_bytes(), CONFIG: config}, tmp_path)
        assert text is not None
        return {name: own for name, own in read_entities(text).items() if not name.startswith("provider")}

    alone = tuple(written(config) for config in configs)
    assert parted(written(joined(*configs))) == alone
    assert all(alone)
