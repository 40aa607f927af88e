"""A generator config in several files."""

from __future__ import annotations

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mapper.terraform import kinds
from mapper.terraform.config.config import Config, parse_config

READ = "read: {path: /x, method: get}"
BAKERY = f"provider: {{name: bakery, ignores: [a]}}\ndata_sources:\n  oven: {{{READ}}}\n"


def read(*texts: str) -> Config:
    return parse_config(*(Document(f"{name}.yml", text.encode()) for name, text in zip("abc", texts, strict=False)))


def messages(*texts: str) -> list[str]:
    with pytest.raises(MappingError) as error:
        read(*texts)
    return [str(problem) for problem in error.value.problems]


def test_the_entities_of_all_files_count() -> None:
    config = read(BAKERY, f"resources: {{tray: {{create: {{path: /y, method: post}}, {READ}}}}}")
    assert [entity.name for entity in config.entities] == ["oven", "tray"]
    assert config.provider.name == "bakery"
    assert [document.uri for document in config.documents] == ["a.yml", "b.yml"]


def test_the_provider_may_stand_in_any_of_the_files() -> None:
    assert read(f"data_sources: {{tray: {{{READ}}}}}", BAKERY).provider.name == "bakery"


def test_the_provider_may_stand_in_several_files_that_agree() -> None:
    config = read(BAKERY, "provider: {name: bakery, schema_ref: '#/x', ignores: [b]}", "provider: {ignores: [c]}")
    assert (config.provider.name, config.provider.schema_ref) == ("bakery", "#/x")
    assert [ignore.path for ignore in config.provider.schema.ignores] == ["a", "b", "c"]


def test_two_names_of_the_provider_are_an_error_that_names_both_lines() -> None:
    assert messages(BAKERY, "provider:\n  name: shop\n") == [
        "b.yml:2: provider: name is 'shop' here, but 'bakery' in a.yml:1"
    ]


def test_two_schemas_of_the_provider_are_an_error() -> None:
    (message,) = messages(
        f"{BAKERY}".replace("ignores: [a]", "schema_ref: '#/a'"), "provider: {name: bakery, schema_ref: '#/b'}"
    )
    assert "schema_ref is '#/b' here, but '#/a' in a.yml:1" in message


def test_each_conflict_about_the_schema_of_the_provider_names_both_lines() -> None:
    schema = """
        provider:
          name: bakery
          schema:
            description: One
            ignores: [a]
            attributes:
              aliases: {.b: c}
              overrides: {d: {sensitive: true}}
              additional: {e: {bool: {optional_required: optional}}}
    """
    other = schema.replace("One", "Two")
    assert messages(BAKERY, schema, other) == [
        "c.yml:5: provider: description is 'Two' here, but 'One' in b.yml:5",
        "c.yml:8: provider: the alias of '.b' is in b.yml:8 already",
        "c.yml:9: provider: the override of 'd' is in b.yml:9 already",
        "c.yml:10: provider: the addition 'e' is in b.yml:10 already",
    ]


def test_what_another_file_says_is_named_by_its_own_line() -> None:
    (message,) = messages(BAKERY, "provider: {schema_ref: '#/x'}", "provider: {name: shop}")
    assert message == "c.yml:1: provider: name is 'shop' here, but 'bakery' in a.yml:1"


def test_an_entity_in_two_files_is_an_error_that_names_both_lines() -> None:
    assert messages(BAKERY, f"# more\ndata_sources:\n  oven: {{{READ}}}\n") == [
        "b.yml:3: the data source 'oven' is in a.yml:3 already; an entity stands in one file"
    ]


def test_a_resource_and_a_data_source_of_the_same_name_are_two_entities() -> None:
    config = read(BAKERY, f"resources: {{oven: {{create: {{path: /y, method: post}}, {READ}}}}}")
    assert len(config.entities) == 2


def test_the_policies_at_the_top_of_a_file_count_for_that_file() -> None:
    config = read(f"{BAKERY}policies: {{one_of: union}}", f"data_sources: {{tray: {{{READ}}}}}")
    chosen = {entity.name: entity.policies.one_of for entity in config.of_kind(kinds.DATA_SOURCE)}
    assert chosen == {"oven": "union", "tray": "reject"}


def test_without_a_name_or_an_entity_in_any_file_there_is_one_problem_for_each() -> None:
    found = messages("provider: {}", "policies: {}")
    assert len(found) == 2
    assert all(message.startswith("a.yml:1: ") for message in found)


def test_problems_of_all_files_are_told_in_one_go() -> None:
    found = messages(BAKERY, "data_sources: {tray: {}}", "data_sources: []")
    assert [message[:8] for message in found] == ["b.yml:1:", "c.yml:1:"]


def test_notes_of_all_files_are_kept() -> None:
    assert len(read(f"{BAKERY}x: 1", "y: 1").notes) == 2
