"""What a schema says, in the words of the model; and nothing of it is lost."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.languages.tfplugin.schema import Nesting, ProviderSchema, SchemaDocument
from mapper.languages.tfplugin.schema_text import document_json
from mapper.model import Default, Nested, NestingMode, Status, type_in_words
from mapper.model.limits import Size
from mapper.registry import system_named, vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.systems.provider import kinds
from mapper.systems.provider.artifacts import document_of
from mapper.systems.provider.bodies import counts_of
from mapper.systems.provider.descriptions import KIND, USUAL
from mapper.systems.provider.read import Inputs

from ..tfplugin.generated import PROVIDERS
from ..tfplugin.peers import ROOT, corpus
from .support import ADDRESS, Json, attribute, block, cage, document, entity, mapped, nested, schema, string, typed


@pytest.mark.parametrize(
    ("flags", "status"),
    [
        (("required",), Status.REQUIRED),
        (("optional",), Status.OPTIONAL),
        (("computed",), Status.COMPUTED),
        (("optional", "computed"), Status.COMPUTED_OPTIONAL),
    ],
)
def test_flags_are_statuses(flags: tuple[str, ...], status: Status) -> None:
    mapping = mapped(cage({"name": string(*flags)}))
    assert attribute(entity(mapping), "name").status is status
    assert mapping.diagnostics == ()


@pytest.mark.parametrize(
    ("made", "status"),
    [
        (string("optional", "computed"), Status.COMPUTED),
        (string("optional", "computed", description="It may be set."), Status.COMPUTED_OPTIONAL),
        (string("optional"), Status.OPTIONAL),
        (string("required"), Status.REQUIRED),
    ],
)
def test_an_id_without_a_text_is_that_of_the_sdk_at_the_root(made: Json, status: Status) -> None:
    found = entity(mapped(cage({"id": made}, {"it": nested("list", block({"id": made}))})))
    assert attribute(found, "id").status is status
    assert attribute(found, "it.id").status is (Status.COMPUTED_OPTIONAL if made.get("computed") else status)


def test_an_identity_has_texts_where_the_schema_has_them() -> None:
    attributes = {
        name: {"type": "string", flag: True, **more}
        for name, flag, more in (
            ("id", "required_for_import", {"description": "A number."}),
            ("zone", "optional_for_import", {}),
        )
    }
    mapping = mapped(document(resource_identity_schemas={"zoo_cage": {"version": 0, "attributes": attributes}}))
    found = entity(mapping, kinds.IDENTITY)
    assert [(a.name, a.status, a.description) for a in found.body.attributes] == [
        ("id", Status.REQUIRED, "A number."),
        ("zone", Status.OPTIONAL, None),
    ]


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        ("bool", "bool"),
        ("dynamic", "dynamic"),
        (["map", ["list", "number"]], "map of list of number"),
        (["set", ["object", {"a": "string"}]], "set of object"),
        (["object", {"a": "string"}, ["a"]], "object"),
        (["tuple", ["string", "bool"]], "object"),
    ],
)
def test_types_are_types_of_the_model(type_: Any, words: str) -> None:
    found = attribute(entity(mapped(cage({"it": typed(type_, "optional")}))), "it")
    assert type_in_words(found.type) == words


def test_a_block_is_required_where_the_schema_asks_for_one_and_read_where_it_has_only_results() -> None:
    inner = block({"colour": string("optional")})
    results = block({"colour": string("computed")})
    cases = {
        "free": nested("list", inner),
        "asked": nested("set", inner, min_items=1, max_items=3),
        "one": nested("single", inner, min_items=1, max_items=1),
        "least": nested("set", inner, min_items=2),
        "most": nested("list", results, max_items=1),
        "read": nested("list", results),
        "empty": nested("list", block()),
    }
    found = entity(mapped(cage(None, cases)))
    statuses = {name: attribute(found, name).status for name in cases}
    assert statuses == {
        "free": Status.OPTIONAL,
        "asked": Status.REQUIRED,
        "one": Status.REQUIRED,
        "least": Status.REQUIRED,
        "most": Status.OPTIONAL,
        "read": Status.COMPUTED,
        "empty": Status.OPTIONAL,
    }
    assert attribute(found, "asked").limits == (Size(1, 3),)
    assert attribute(found, "one").limits == ()
    assert attribute(found, "least").limits == (Size(2, None),)
    assert attribute(found, "most").limits == (Size(None, 1),)


def test_a_group_is_one_block_and_says_so() -> None:
    found = attribute(entity(mapped(cage(None, {"it": nested("group", block({"a": string("optional")}))}))), "it")
    assert isinstance(found.type, Nested)
    assert found.type.mode is NestingMode.SINGLE
    assert "does not write it" in found.reason.text


def test_sensitive_write_only_and_deprecated_attributes_are_marked() -> None:
    found = entity(
        mapped(
            cage(
                {
                    "code": string("optional", "sensitive", "write_only"),
                    "old": string("optional", "deprecated"),
                    "older": string("optional", "deprecated", deprecation_message="Use code."),
                }
            )
        )
    )
    code = attribute(found, "code")
    assert (code.sensitive, code.write_only, code.deprecation) == (True, True, None)
    assert attribute(found, "old").deprecation == "This attribute is deprecated."
    assert attribute(found, "older").deprecation == "Use code."


def test_origins_are_pointers_into_the_document() -> None:
    mapping = mapped(cage(None, {"row": nested("list", block({"a/b": string("optional")}))}))
    (origin,) = attribute(entity(mapping), "row.a/b").origins
    pointer = "/provider_schemas/registry.terraform.io~1tests~1zoo/resource_schemas/zoo_cage/block/block_types/row"
    assert origin.location.pointer == f"{pointer}/block/attributes/a~1b"
    assert origin.location.document.position(origin.location.pointer) is not None


def test_a_function_has_its_parameters_in_order_and_what_it_returns() -> None:
    area = {
        "return_type": "number",
        "summary": "Area of a cage",
        "parameters": [{"name": "width", "type": "number", "is_nullable": True}, {"name": "a", "type": "string"}],
        "variadic_parameter": {"name": "lengths", "type": "number"},
    }
    mapping = mapped(document(functions={"area": area}))
    found = entity(mapping, kinds.FUNCTION)
    assert [(a.name, a.status) for a in found.body.attributes] == [
        ("width", Status.REQUIRED),
        ("a", Status.REQUIRED),
        ("lengths", Status.OPTIONAL),
        ("return", Status.COMPUTED),
    ]
    system = system_named("provider")
    assert system.showing.title(found, mapping) == "provider::zoo::area"
    assert system.showing.summary(found) == "Area of a cage"
    assert system.showing.remarks(found.body.attributes[0]) == ("may be null",)
    assert system.showing.remarks(found.body.attributes[2]) == ("variadic",)
    learnt = replace(found.body.attributes[1], default=Default("x"))
    assert system.showing.remarks(learnt) == ("default learnt from a plan",)


def test_what_has_no_text_has_none() -> None:
    inner = block({"a": typed("string", "optional")}, {"row": nested("list", block())})
    identity = {"version": 0, "attributes": {"id": {"type": "string", "required_for_import": True}}}
    mapping = mapped(
        document(
            resource_schemas={"zoo_cage": schema(inner)},
            functions={"f": {"return_type": "bool", "parameters": [A]}},
            resource_identity_schemas={"zoo_cage": identity},
        )
    )
    for each in mapping.entities:
        texts = (each.description, each.deprecation, each.body.description)
        assert texts == (None, None, None)
        assert {(one.description, one.deprecation) for one in each.body.attributes} <= {(None, None)}


A = {"name": "a", "type": "string"}


def function(parameters: list[Json], variadic: Json | None = None) -> Json:
    """A schema with one function."""
    more = {} if variadic is None else {"variadic_parameter": variadic}
    return document(functions={"f": {"return_type": "string", "parameters": parameters, **more}})


@pytest.mark.parametrize(
    ("data", "code", "subject"),
    [
        (cage({"a": string()}), "OAS751", "resource zoo_cage, attribute a"),
        (cage({"a": string("required", "computed")}), "OAS752", "resource zoo_cage, attribute a"),
        (
            cage({"a": string("optional")}, {"a": nested("list", block())}),
            "OAS753",
            "resource zoo_cage, attribute a",
        ),
        (cage({"count": string("optional")}), "OAS754", "resource zoo_cage, attribute count"),
        (cage({"a": string("optional", tone="low")}), "OAS750", ""),
        (function([A, A]), "OAS756", "function f, attribute a_2"),
        (function([A], A), "OAS756", "function f, attribute a_2"),
    ],
)
def test_what_is_wrong_in_a_schema_is_said_with_its_place(data: Any, code: str, subject: str) -> None:
    (found,) = mapped(data).diagnostics
    assert (found.code, found.subject) == (code, subject)
    assert found.place.startswith("schema.json:1:")


def test_what_is_not_known_in_a_list_is_told_where_it_is() -> None:
    (found,) = mapped(function([A, {"name": "b", "type": "string", "tone": "low"}])).diagnostics
    assert found.text == "'tone' is not known"
    assert found.location is not None
    assert found.location.pointer.endswith("/functions/f/parameters/1/tone")


def test_a_block_with_the_name_of_an_attribute_is_left_out() -> None:
    body = entity(mapped(cage({"a": string("optional")}, {"a": nested("list", block())}))).body
    assert [(left.source_name, left.note.rule.code) for left in body.omitted] == [("a", "OAS753")]


@pytest.mark.parametrize("levels", [60, 150])
def test_blocks_that_are_too_deep_are_refused(levels: int) -> None:
    deep = block({"a": string("optional")})
    for _ in range(levels):
        deep = block(None, {"row": nested("list", deep)})
    with pytest.raises(MappingError, match="nested"):
        mapped(cage(None, {"row": nested("list", deep)}))


def test_a_key_that_is_there_twice_is_reported() -> None:
    text = '{"format_version": "1.0", "format_version": "1.0", "provider_schemas": {"a/b/c": {}}}'
    (found,) = mapped(text).diagnostics
    assert (found.code, found.place) == ("OAS755", "schema.json:1:27")


def test_names_that_are_reserved_at_the_root_are_free_inside() -> None:
    assert mapped(cage(None, {"row": nested("list", block({"count": string("optional")}))})).diagnostics == ()


GARDEN = ROOT / "example_site" / "provider" / "provider_schema.json"


def again(data: Json) -> Json:
    """A document, mapped and written."""
    return document_json(document_of(mapped(data)))


@pytest.mark.parametrize(
    ("kinds", "odd"),
    [("markdown markdown plain", ["c"]), ("plain markdown markdown", ["a"]), ("plain plain plain", [])],
)
def test_the_markup_of_most_texts_is_said_once_and_that_of_others_where_they_are(kinds: str, odd: list[str]) -> None:
    def text(kind: str) -> Json:
        return string("optional", description="A text.", description_kind=kind)

    texts = dict(zip("abc", map(text, kinds.split()), strict=True))
    found = entity(mapped(cage({**texts, "none": string("optional")}, {"it": nested("list", block(texts))})))
    usual = [part.value for part in found.fragments if part.keyword == USUAL]
    assert usual == (["markdown"] if odd else [])
    assert [one.name for one in found.body.attributes if any(part.keyword == KIND for part in one.fragments)] == odd


@pytest.mark.parametrize(("kind", "odd"), [("markdown", ["a", "b", "c"]), (None, [])])
def test_without_texts_the_markup_of_most_attributes_is_said_once(kind: str | None, odd: list[str]) -> None:
    made = string("optional", description_kind=kind)
    found = entity(mapped(cage({"a": made, "b": made, "c": made})))
    assert [part.value for part in found.fragments if part.keyword == USUAL] == [kind]
    assert [one.name for one in found.body.attributes if one.fragments] == odd


ODD = {
    "no block": {"provider_schemas": {ADDRESS: {"provider": {"version": 3}}}, "format_version": "0.2"},
    "a function without texts": document(
        functions={"none": {"return_type": "bool", "parameters": [{"name": "a", "type": "string"}]}}
    ),
    "an identity without texts": document(
        resource_identity_schemas={"a": {"version": 0, "attributes": {"id": {"type": "string"}}}}
    ),
    "no provider block": {"format_version": "1.0", "provider_schemas": {ADDRESS: {}}},
    "kinds of texts": cage(
        {
            "a": string("optional", description="*A*", description_kind="markdown"),
            "b": string("optional", description="B"),
            "c": string("optional", description_kind="markdown"),
        },
        description="Cage",
        description_kind="markdown",
    ),
    "texts of Terraform 0.12": {
        "format_version": "0.1",
        "provider_schemas": {
            ADDRESS: {
                "provider": schema({}),
                "resource_schemas": {
                    "zoo_cage": schema({"attributes": {"a": {"type": "string", "optional": True, "description": "A"}}})
                },
            }
        },
    },
    "deprecations": cage(
        {
            "a": string("optional", "deprecated", deprecation_message="This attribute is deprecated."),
            "b": string("optional", deprecation_message="Not yet."),
        },
        deprecated=True,
    ),
    "flags": cage(
        {
            "none": string(),
            "all": string("required", "optional", "computed"),
            "two": string("required", "optional"),
            "other": string("required", "computed"),
        }
    ),
    "tuples": cage({"none": typed(["tuple", []], "optional"), "one": typed(["list", ["tuple", ["bool"]]], "optional")}),
    "objects": cage(
        {
            "none": typed(["object", {}], "optional"),
            "one": typed(["object", {"a": "string", "b": "bool"}, ["b"]], "optional"),
        }
    ),
    "counts": cage(
        None,
        {
            "a": nested("single", block(), min_items=1, max_items=1),
            "b": nested("single", block(), max_items=1),
            "c": nested("single", block(), min_items=1),
            "d": nested("group", block(), min_items=1, max_items=1),
            "e": nested("group", block()),
            "f": nested("map", block(), min_items=2, max_items=5),
        },
    ),
    "functions": document(
        functions={
            "f": {
                "description": "D",
                "summary": "S",
                "deprecation_message": "Old.",
                "return_type": ["list", "string"],
                "parameters": [
                    {"name": "return", "description": "P", "is_nullable": True, "type": "string"},
                    {"name": "return", "type": "number"},
                    {"type": "bool"},
                ],
                "variadic_parameter": {"name": "v", "is_nullable": True, "type": "dynamic"},
            }
        }
    ),
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_what_is_unusual_is_kept_in_the_sidecar_too(data: Json) -> None:
    assert again(data) == data
    text = write_sidecar(mapped(data))
    assert document_json(document_of(read_sidecar(Document("oasmap.json", text.encode()), vocabulary_of))) == data


def test_the_garden_is_written_as_it_was_read() -> None:
    text = GARDEN.read_text()
    system = system_named("provider")
    mapped = system.run(Request(GARDEN, ()))
    (pieces,) = system.artifacts(mapped).values()
    assert "".join(pieces) == text


@settings(max_examples=80, deadline=None)
@given(PROVIDERS)
def test_any_schema_is_written_as_it_was_read(provider: ProviderSchema) -> None:
    data = document_json(SchemaDocument({ADDRESS: provider}))
    assert again(json.loads(json.dumps(data))) == data


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["template", "digitalocean", "schema-aws"])
def test_a_real_provider_is_written_as_it_was_read(name: str) -> None:
    path = corpus(name)
    mapped = system_named("provider").run(Request(path, (), path.parent))
    assert isinstance(mapped.inputs, Inputs)
    assert document_json(document_of(mapped.mapping)) == mapped.inputs.described.document.root
    assert mapped.mapping.diagnostics == ()


def test_a_sidecar_without_the_facts_of_a_schema_is_a_problem() -> None:
    mapping = mapped(ODD["functions"])
    without = tuple(replace(entity, fragments=()) for entity in mapping.entities)
    with pytest.raises(MappingError, match=r"^the sidecar does not have the facts of a provider's schema; write it"):
        document_of(replace(mapping, entities=without))


@pytest.mark.parametrize(
    ("nesting", "status", "size", "expected"),
    [
        (Nesting.SINGLE, Status.REQUIRED, None, (1, 1)),
        (Nesting.GROUP, Status.REQUIRED, None, (1, 1)),
        (Nesting.SINGLE, Status.OPTIONAL, None, (0, 0)),
        (Nesting.SINGLE, Status.OPTIONAL, Size(None, 1), (0, 1)),
        (Nesting.SINGLE, Status.REQUIRED, Size(1, None), (1, 0)),
        (Nesting.LIST, Status.REQUIRED, None, (1, 0)),
        (Nesting.LIST, Status.COMPUTED, None, (0, 0)),
        (Nesting.SET, Status.OPTIONAL, Size(None, 3), (0, 3)),
        (Nesting.MAP, Status.REQUIRED, Size(None, 3), (1, 3)),
        (Nesting.LIST, Status.REQUIRED, Size(2, None), (2, 0)),
    ],
)
def test_a_block_has_as_many_items_as_its_status_and_its_limit_say(
    nesting: Nesting, status: Status, size: Size | None, expected: tuple[int, int]
) -> None:
    assert counts_of(nesting, status, size) == expected
