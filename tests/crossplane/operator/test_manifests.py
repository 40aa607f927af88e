"""The manifests of a file: each with its lines, and the work in proportion to the size of the file."""

from __future__ import annotations

from mapper.crossplane.operator.manifests import read_manifests

ONE = "apiVersion: v1\nkind: X\nmetadata: {name: a}\n---\n"


def test_many_manifests_have_their_own_lines_and_no_more_text_than_the_file() -> None:
    text = ONE * 500
    manifests, problems = read_manifests(text, "all.yaml")
    assert problems == []
    lines = [manifest.problem("here", "metadata").line for manifest in manifests]
    assert lines == list(range(3, 4 * 500, 4))
    assert sum(len(manifest.node.document.data) for manifest in manifests) <= len(text)


def test_a_problem_is_at_its_line_of_the_file_in_whichever_document_it_is() -> None:
    text = "# first\n---\n" + ONE + "kind: A\nkind: B\n---\na: [\n---\n- 1\n"
    manifests, problems = read_manifests(text, "all.yaml")
    assert len(manifests) == 2
    assert (problems[0].line, problems[0].column) == (8, 1)
    assert "line 7 has it too" in problems[0].text
    assert [problem.line for problem in problems[1:]] == [11, 11]
