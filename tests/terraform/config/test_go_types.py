"""Go types by their qualified names."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import MappingError
from mapper.terraform.config.fragments import custom_type, external_type

from ...support import resource


def test_a_name_gives_the_import_and_the_type() -> None:
    assert external_type("github.com/acme/sdk/models.Owner") == {
        "import": {"path": "github.com/acme/sdk/models"},
        "type": "models.Owner",
    }


def test_a_star_makes_it_a_pointer() -> None:
    found = external_type("*github.com/acme/sdk/models.Owner")
    assert found is not None
    assert found["type"] == "*models.Owner"


def test_a_major_version_is_not_the_name_of_a_package() -> None:
    found = external_type("github.com/acme/sdk/v2.Owner")
    assert found == {"import": {"path": "github.com/acme/sdk/v2"}, "type": "sdk.Owner"}


def test_a_custom_type_has_the_name_of_its_value_and_type_behind_it() -> None:
    assert custom_type("github.com/acme/types.Money") == {
        "import": {"path": "github.com/acme/types"},
        "type": "types.MoneyType{}",
        "value_type": "types.Money",
    }


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("jsontypes.Normalized", "github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"),
        ("timetypes.RFC3339", "github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"),
        ("cidrtypes.IPPrefix", "github.com/hashicorp/terraform-plugin-framework-nettypes/cidrtypes"),
    ],
)
def test_the_packages_of_the_framework_are_known(name: str, path: str) -> None:
    found = custom_type(name)
    assert found is not None
    assert found["import"] == {"path": path}


@pytest.mark.parametrize(
    "text", ["", "Owner", "models.Owner", "github.com/acme/models", "github.com/acme/models.owner"]
)
def test_anything_else_is_no_type(text: str) -> None:
    assert external_type(text) is None
    assert custom_type(text) is None


def test_a_value_is_no_pointer() -> None:
    assert custom_type("*github.com/acme/types.Money") is None


def test_an_override_takes_names_and_the_long_form() -> None:
    oven = resource("""
        create: {properties: {owner: {properties: {id: {type: string}}}, note: {type: string}}}
        schema:
          attributes:
            overrides:
              owner: {associated_external_type: '*github.com/acme/sdk/models.Owner'}
              note: {custom_type: {type: 'types.NoteType{}', value_type: types.Note}}
    """)
    assert oven.body("owner")["associated_external_type"] == external_type("*github.com/acme/sdk/models.Owner")
    assert oven.body("note")["custom_type"] == {"type": "types.NoteType{}", "value_type": "types.Note"}


def test_a_name_that_is_none_is_a_problem_with_its_line() -> None:
    with pytest.raises(MappingError, match=r"config\.yml:\d+: .*'Normalised' is not the name of a Go type"):
        resource("""
            create: {properties: {note: {type: string}}}
            schema: {attributes: {overrides: {note: {custom_type: Normalised}}}}
        """)
