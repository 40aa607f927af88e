"""Templates of a changelog: whatever is wrong with one is a message."""

from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.review.changelog import as_changelog

from .pairs import PAIRS
from .test_verdict import reviewed


@pytest.mark.parametrize(
    "source",
    [
        "{{ no }}",
        "{% if %}",
        "{{ 1 / 0 }}",
        "{{ 7 | plain }}",
        "{{ 7 | code }}",
        "{{ inf }}",
        "{% macro a(b, b) %}{% endmacro %}",
        "{{ " + "(" * 300 + "1" + ")" * 300 + " }}",
        f"{{{{ {'9' * 5000} }}}}",
        "{{ [][1] }}",
        '{{ "%d" % "a" }}',
    ],
)
def test_a_template_with_a_mistake_is_one_message(tmp_path: Path, source: str) -> None:
    (tmp_path / "changelog.j2").write_text(source)
    with pytest.raises(MappingError) as raised:
        as_changelog(reviewed(*next(iter(PAIRS.values()))), tmp_path / "changelog.j2")
    (problem,) = raised.value.problems
    assert str(problem).startswith(f"{tmp_path}/changelog.j2")
    assert "\n" not in str(problem)
