"""Which lines of an example name which row, in HCL and in YAML."""

import pytest

from mkdocs_oasmap.pages.example_names import named_lines, row_paths

ROWS = row_paths({"name", "tags", "door", "door.lock", "door.lock.code", "spec.forProvider.size", "a.b.c.d"})
HCL = """
resource "zoo_cage" "example" {
  name = "x"
  tags = {
    name = "y"
  }
  door {
    lock = {
      code = 1
    }
  }
  lock = 3
  other = 4
}
"""
YAML = """
spec:
  forProvider:
    size: 1
    - name: x
  size: 2
"""


@pytest.mark.parametrize(
    ("text", "inside", "expected"),
    [
        (HCL, "resource", [(1, "name"), (2, "tags"), (5, "door"), (6, "door.lock"), (7, "door.lock.code")]),
        (HCL, "data", []),
        ("name = 1\ntags = 2\n", "", [(0, "name"), (1, "tags")]),
        ("\n\nname = 1\n\ntags = 2\n", "", [(0, "name"), (2, "tags")]),
        ("name = 1\n  tags = 2\n", "", [(0, "name")]),
        ("# name\nname\n1 = name\n", "", []),
        (YAML, "", [(2, "spec.forProvider.size")]),
        ("- name: x\n- name: y\n", "", [(0, "name"), (1, "name")]),
        ('"name": 1\n"door": {\n  "lock": 2\n}\n', "", [(0, "name"), (1, "door"), (2, "door.lock")]),
        ("other:\n  name: x\n", "", [(1, "name")]),
        ("x\n" * 399 + "name: x\n", "", [(399, "name")]),
        ("x\n" * 400 + "name: x\n", "", []),
    ],
)
def test_a_line_of_an_example_leads_to_the_row_that_it_names(
    text: str, inside: str, expected: list[tuple[int, str]]
) -> None:
    found = [*named_lines(text, inside, ROWS)]
    assert [(number, path) for number, _, path in found] == expected
    assert all(path.rpartition(".")[2] == name for _, name, path in found)


def test_a_row_is_held_by_the_first_two_names_around_it() -> None:
    assert ROWS.holders == {"door", "door.lock", "spec", "spec.forProvider", "a", "a.b"}
