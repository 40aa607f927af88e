"""tfplugindocs accepts our pages, and says nothing that they do not say."""

from pathlib import Path

import pytest

from ..conformance.compare import CORPUS
from ..go_code.tools import Unavailable
from .check import check
from .judge import facts
from .peer import fetch

pytestmark = [pytest.mark.timeout(1800)]  # the program is built

SITE = Path(__file__).parents[2] / "example_site"
CASES = ("reference/petstore3", "reference/scaleway", "reference/kubernetes", "realworld/nuodb__nuodbaas")


@pytest.fixture(scope="module")
def program() -> Path:
    try:
        return fetch()
    except Unavailable as reason:
        pytest.skip(f"PEER MISSING: {reason}")


@pytest.mark.peer
def test_tfplugindocs_accepts_the_example_site(program: Path, tmp_path: Path) -> None:
    found = check("site", SITE / "api/openapi.yaml", SITE / "generator_config.strict.yml", program, tmp_path)
    assert (found.refused, found.invalid, found.differences) == ("", "", [])
    assert (found.pages, found.attributes > 100) == (7, True)


@pytest.mark.corpus
@pytest.mark.parametrize("name", CASES)
def test_tfplugindocs_accepts_providers_of_the_corpus(program: Path, tmp_path: Path, name: str) -> None:
    case = CORPUS / name
    if not case.is_dir():
        pytest.skip(f"{case} is not there")
    found = check(name, next(case.glob("openapi.*")), case / "generator_config.yml", program, tmp_path)
    assert (found.refused, found.invalid, found.differences) == ("", "", [])
    assert found.attributes > 0


def test_the_judge_sees_what_is_missing() -> None:
    text = "## Schema\n\n### Required\n\n- `a` (String, Sensitive) x (see [below for nested schema](#nestedatt--a))\n\n"
    found = facts(f'{text}<a id="nestedatt--a"></a>\n### Nested Schema for `a`\n\nOptional:\n\n- `b` (Number)\n')
    assert [(item.path, item.group, item.marks) for item in found.items.values()] == [
        ("a", "Required", ("String", "Sensitive")),
        ("a.b", "Optional", ("Number",)),
    ]
    assert (found.anchors, found.links) == ({"nestedatt--a"}, {"nestedatt--a"})
