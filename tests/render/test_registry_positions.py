"""Every text that a page of Terraform's registry is made of, filled with what readers of raw pages look for."""

from __future__ import annotations

import json
from functools import cache

import pytest
import yaml

from mkdocs_oasmap.pages import registry, views
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.registry import RegistryPage, registry_pages
from mkdocs_oasmap.render.registry.page import standard
from mkdocs_oasmap.render.registry.schema import extents
from mkdocs_oasmap.render.registry.template_fields import page_fields

from ..delimiters import DELIMITERS, found_in
from ..filling import fill, positions
from ..provider.support import block, document, mapped, nested, schema, string, typed
from ..support import map_texts
from ..test_hostile import api, config

HOSTILE = " ".join(DELIMITERS)
WORDS = {
    ("RegistryPage", "folder"): "the name of a folder",
    ("RegistryPage", "file"): "the name of a file, which is made of letters, digits and dashes",
    ("RegistryPage", "kind"): "a word of ours",
    ("FieldGroup", "title"): "a word of ours",
    ("ExampleView", "words"): "is not shown here",
    ("ExampleView", "language"): "the name of a language",
    ("ExampleView", "variant"): "a word of ours",
    ("ExampleView", "inside"): "is not shown here",
    ("LimitView", "label"): "is not shown here",
    ("LimitView", "short"): "is not shown here",
    ("LimitView", "page"): "is not shown here",
}


@cache
def base() -> tuple[RegistryPage, ...]:
    """A provider in which every part of a page occurs."""
    inner = block({"width": string("required", description="Wide.")})
    shelf = {"attributes": {"rows": string("required", deprecated=True)}, "nesting_mode": "list"}
    attributes = {
        "name": string("required", description="A name.", sensitive=True),
        "shelf": {"nested_type": shelf, "optional": True, "description_kind": "plain", "description": "A shelf."},
        "sizes": typed(["list", ["object", {"a": "number"}]], "computed"),
    }
    cage = schema(block(attributes, {"door": nested("list", inner, min_items=1)}, description="A cage.",
                        deprecated=True, deprecation_message="Use a hutch."))  # fmt: skip
    cage["block"]["deprecation_message"] = "Use a hutch."
    function = {
        "summary": "Counts.",
        "description": "Counts animals.",
        "return_type": "number",
        "parameters": [{"name": "of", "type": "string", "description": "Which."}],
        "variadic_parameter": {"name": "more", "type": "string", "description": "Others."},
    }
    data = document(
        resource_schemas={"zoo_cage": cage},
        data_source_schemas={"zoo_keeper": cage},
        functions={"count": function},
    )
    other = map_texts(yaml.safe_dump(api("x y")), yaml.safe_dump(config("x y"))).mapping
    return (*registry_pages(Pages(mapped(json.dumps(data)))), *registry_pages(Pages(other)))


def written(pages: tuple[RegistryPage, ...]) -> list[str]:
    """The pages in every length that they are written in."""
    return [
        standard(page, page_fields(page, "zoo", (), (), extent)) for page in pages for extent in extents(page.schema)
    ]


OWN = [each for each in vars(registry).values() if getattr(each, "__module__", "") == registry.__name__]
POSITIONS = list(positions([*OWN, views.ExampleView, views.AttributeView, views.LimitView], WORDS))


@pytest.mark.parametrize("position", POSITIONS, ids=".".join)
def test_no_text_of_a_registry_page_holds_what_a_reader_of_the_raw_page_looks_for(position: tuple[str, str]) -> None:
    plain, hostile = written(base()), written(fill(base(), position, HOSTILE))
    assert plain != hostile or position[0] == "AttributeView", "the position is shown nowhere"
    for before, after in zip(plain, hostile, strict=True):
        assert found_in(after) == found_in(before)
