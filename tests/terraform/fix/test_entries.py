"""Entries of a config: those that become comments, and those that the reference tool reads."""

import pytest

from mapper.systems.terraform.fix.dead_entries import DeadEntry, commented
from mapper.systems.terraform.fix.kept_output import is_read_by_reference
from mapper.systems.terraform.fix.plan import Way

CONFIG = """\
resources:
  loom: {create: {path: /looms}}
  # the best
  dye:
    create:
      path: /dyes

    # nobody needs it
    delete: {path: /dyes}
data_sources:
  dye:
    read: {path: /dyes}
"""


@pytest.mark.parametrize(
    ("keys", "before", "after"),
    [
        ("resources.loom", "  loom: {create: {path: /looms}}\n", "  # gone\n  # loom: {create: {path: /looms}}\n"),
        ("resources.dye.delete", "    delete: {path: /dyes}\n", "    # gone\n    # delete: {path: /dyes}\n"),
        ("resources.dye.create", "    create:\n      path: /dyes\n",
         "    # gone\n    # create:\n    #   path: /dyes\n"),
        ("resources.dye",
         "  dye:\n    create:\n      path: /dyes\n\n    # nobody needs it\n    delete: {path: /dyes}\n",
         "  # gone\n  # dye:\n  #   create:\n  #     path: /dyes\n  #\n  #   # nobody needs it\n"
         "  #   delete: {path: /dyes}\n"),
        ("data_sources.dye", "  dye:\n    read: {path: /dyes}\n", "  # gone\n  # dye:\n  #   read: {path: /dyes}\n"),
        ("resources.loom.create", "", ""),  # on one line with others
        ("resources.none", "", ""),
        ("none.dye", "", ""),
        ("resources.dye.create.path.x", "", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_entry_with_lines_of_its_own_is_a_comment(keys: str, before: str, after: str, newline: str) -> None:
    entry = DeadEntry("generator_config.yml", tuple(keys.split(".")), "gone")
    assert before in CONFIG
    changed = CONFIG.replace(before, after) if before else CONFIG
    assert commented(CONFIG.replace("\n", newline), [entry]) == changed.replace("\n", newline)


@pytest.mark.parametrize(
    "text",
    [
        '{"resources": {\n"dye": {}\n}}',
        "resources:\n  dye: &it {create: {path: /dyes}}\n  loom: *it\n",
        "resources: {\n  dye: {}\n}\n",
        "? resources\n: dye: {create: {path: /dyes}}\n",
        "resources: 7\n",
        "",
    ],
)
def test_a_text_where_more_would_go_stays_as_it_is(text: str) -> None:
    assert commented(text, [DeadEntry("generator_config.yml", ("resources", "dye"), "gone")]) == text


@pytest.mark.parametrize(
    ("way", "is_read"),
    [
        (("schema", "ignores", "a.b_2"), True),
        (("schema", "ignores", "a-b"), False),
        (("schema", "ignores", "a."), False),
        (("schema", "ignores", ""), False),
        (("schema", "attributes", "aliases", "petId"), True),
        (("schema", "attributes", "aliases", ".petId"), False),
        (("schema", "attributes", "overrides", "a.b", "description"), True),
        (("schema", "attributes", "overrides", "a:b", "description"), False),
        (("schema", "attributes", "overrides", "a.b", "name"), False),
        (("schema", "attributes", "additional", "a"), False),
        (("policies", "one_of"), False),
        ((), False),
    ],
)
def test_the_reference_tool_reads_a_few_entries(way: Way, *, is_read: bool) -> None:
    assert is_read_by_reference(("resources", "pet", *way)) is is_read
