"""Collected documentation of the registry: what is read of it, and the text of each field."""

from typing import Any

import pytest

from mapper.systems.crossplane.documentation import Collected, Texts, read_texts


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        ({}, {}),
        ({"resources": []}, {}),
        ([], {}),
        ({"resources": {"zoo_a": []}}, {}),
        ({"resources": {"zoo_a": {}}}, {"zoo_a": ("", (), ())}),
        ({"resources": {"zoo_a": {"description": 1, "argumentDocs": [], "examples": {}, "importStatements": 1}}},
         {"zoo_a": ("", (), ())}),
        ({"resources": {"zoo_a": {"description": "A.", "argumentDocs": {"b": "B.", "c": 1}}}},
         {"zoo_a": ("A", (), ())}),
        ({"resources": {"zoo_a": {"examples": [
            {"name": "x", "manifest": '{"a": 1}'}, {"manifest": '{"b": 2}'}, {"manifest": "{}"}, {"manifest": "["},
            {"manifest": 1}, {"manifest": "[1]"}, "x",
        ]}}}, {"zoo_a": ("", (Collected("x", {"a": 1}), Collected("example", {"b": 2})), ())}),
        ({"resources": {"zoo_a": {"importStatements": [
            "terraform import zoo_a.x id-1", 'terraform import zoo_a.x "a/b c"', "terraform import zoo_a.x",
            "terraform plan zoo_a.x y", "pulumi import zoo_a.x y", 1,
        ]}}}, {"zoo_a": ("", (), ("id-1", "a/b c"))}),
    ],
)  # fmt: skip
def test_collected_documentation_is_read_as_far_as_it_goes(root: Any, expected: dict[str, Any]) -> None:
    found = read_texts(root)
    shown = {name: (text.description.removesuffix("."), text.examples, text.imports) for name, text in found.items()}
    assert shown == expected


@pytest.mark.parametrize(
    ("path", "description", "expected"),
    [
        ("name", "", "The name."),
        ("name", "It is unique.", "The name.\nIt is unique."),
        ("id", "It is unique.", ""),
        ("door.lock", "", "The lock."),
        ("other.lock", "", "Of windows."),
        ("window.lock", "", "Of windows."),
        ("my_size", "", "The size."),
        ("unknown", "Said by the schema.", "Said by the schema."),
        ("unknown", "", ""),
    ],
)
def test_a_field_has_the_text_of_its_path_or_of_its_last_name(path: str, description: str, expected: str) -> None:
    documented = {
        "name": "name - (Required, Forces new resource) The name.",
        "door.lock": "(Optional) The lock.",
        "window.lock": "Of windows.",
        "size": "The size. Terraform keeps it.",
    }
    texts = Texts("A resource. Terraform makes it.", documented)
    assert texts.description == "A resource."
    assert texts.of(path, description) == expected
