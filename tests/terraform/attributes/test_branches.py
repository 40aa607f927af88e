"""The override that says which branch of a choice an attribute is."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import MappingError
from mapper.terraform.rules import BAD_OVERRIDE, OVERRIDDEN

from ...support import Mapped, resource

BANK = "{title: Bank Transfer, type: object, required: [iban], properties: {iban: {type: string}}}"
WAY = f"{{oneOf: [{BANK}, {{$ref: '#/components/schemas/Card'}}, {{type: 'null'}}]}}"


def paid(schema: str, branch: str, policy: str = "reject", path: str = "it") -> Mapped:
    return resource(f"""
        create: {{type: object, required: [it], properties: {{it: {schema}}}}}
        read: {{type: object, properties: {{it: {schema}}}}}
        policies: {{one_of: {policy}}}
        schema: {{attributes: {{overrides: {{{path}: {{branch: {branch}}}}}}}}}
        components:
          Card: {{type: object, properties: {{number: {{type: string}}, way: {WAY}}}}}
    """)


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize(
    ("branch", "names"),
    [("card", ["number"]), ("Card", ["number"]), ("bank_transfer", ["iban"]), ("Bank Transfer", ["iban"])],
)
@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        (WAY, "single_nested"),
        (f"{{type: array, items: {WAY}}}", "list_nested"),
        (f"{{type: object, additionalProperties: {WAY}}}", "map_nested"),
    ],
)
def test_an_attribute_is_the_branch(schema: str, kind: str, branch: str, names: list[str], policy: str) -> None:
    mapped = paid(schema, branch, policy)
    assert mapped.kinds["it"] == kind
    assert [name for name in mapped.names_in("it") if not name.startswith("way")] == names
    assert mapped.status("it") == "required"
    assert OVERRIDDEN in mapped.rules("it")


def test_a_branch_of_a_branch_can_be_chosen() -> None:
    mapped = resource(f"""
        create: {{type: object, properties: {{it: {WAY}}}}}
        schema: {{attributes: {{overrides: {{it: {{branch: card}}, it.way: {{branch: bank_transfer}}}}}}}}
        components:
          Card: {{type: object, properties: {{number: {{type: string}}, way: {WAY}}}}}
    """)
    assert mapped.names_in("it.way") == ["iban"]


@pytest.mark.parametrize(
    ("schema", "branch", "text"),
    [
        (WAY, "crad", "it is a choice between bank_transfer, card, and has no branch 'crad'; did you mean 'card'?"),
        ("{type: string}", "card", "it is no choice, and has no branch 'card'"),
        ("{type: array, items: {type: string}}", "card", "it is no choice, and has no branch 'card'"),
    ],
)
def test_a_branch_that_is_not_there_is_told(schema: str, branch: str, text: str) -> None:
    assert text in {found.text for found in paid(schema, branch).diagnostics(BAD_OVERRIDE)}


@pytest.mark.parametrize(("branch", "path"), [("[a]", "it"), ("null", "it"), ("card", "'**.it'")])
def test_what_is_no_name_or_no_whole_path_is_an_error(branch: str, path: str) -> None:
    with pytest.raises(MappingError, match="branch"):
        paid(WAY, branch, path=path)
