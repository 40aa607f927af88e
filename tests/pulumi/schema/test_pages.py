"""Pages of package schemas: what they list, and their texts without the marks of Pulumi's registry."""

import json
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import (
    Attribute,
    Body,
    Collection,
    Default,
    Entity,
    Fragment,
    Mapping,
    Nested,
    Placement,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from mapper.registry import system_named
from mapper.system.showing import Remark
from mapper.systems.pulumi.descriptions import read_text, without_marks
from mapper.systems.pulumi.kinds import CONFIG, ENUM, TYPE, token_of
from mapper.systems.pulumi.schema.facts import METHOD_OF, facts_of
from mkdocs_oasmap.cli import main

from ...counting import calls
from . import kiosk
from .kiosk import CORPUS
from .test_rules import needs_corpus

PULUMI = system_named("pulumi")

PAGES: dict[str, Any] = {}
if CORPUS.is_dir():
    PAGES = json.loads((CORPUS / "pages.json").read_text())["schemas"]


@pytest.fixture(scope="module")
def mapping() -> Mapping:
    return kiosk.mapped(kiosk.schema())


def examples(mapping: Mapping, kind: str, name: str) -> dict[str, str]:
    found = PULUMI.showing.examples(kiosk.entity(mapping, kind, name), mapping)
    return {" ".join(filter(None, (one.title, one.words or one.variant))): one.text for one in found}


def page_of(mapping: Mapping, title: str) -> Entity:
    """The entity that a page of Pulumi's registry is about."""
    name = title.partition(".")[2].replace("/", ".")
    found = [one for one in mapping.entities if one.kind.name in ("resource", "function") and one.name == name]
    if not found and name == "Provider":
        found = [one for one in mapping.entities if one.kind.name == "provider"]
    (entity,) = found
    return entity


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("name", PAGES)
def test_pages_list_what_those_of_pulumi_list(name: str) -> None:
    known = PAGES[name]
    mapping = kiosk.mapped(json.loads((CORPUS / known["schema"]).read_text()))
    for page in known["pages"]:
        attributes = page_of(mapping, page["title"]).body.attributes
        given = {
            one.name: (one.status is Status.REQUIRED, one.replaces)
            for one in attributes
            if one.status is not Status.COMPUTED and "const" not in facts_of(one)  # which they do not list
        }
        assert given == {
            one["name"]: ("required" in one["flags"], "replacement" in one["flags"]) for one in page["inputs"]
        }
        returned = {one.name for one in attributes if one.status is Status.COMPUTED}
        assert returned == {one["name"] for one in page["outputs"]}


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("name", PAGES)
def test_types_that_a_page_leads_to_are_those_that_pulumi_lists_below_it(name: str) -> None:
    """With their members, and which of these are required; of enums they list no values."""
    known = PAGES[name]
    mapping = kiosk.mapped(json.loads((CORPUS / known["schema"]).read_text()))
    for page in known["pages"]:
        found = {
            one.name.rpartition(".")[2].lower(): {} if one.kind is ENUM else _presence(one)
            for one in supporting(page_of(mapping, page["title"]), mapping)
        }
        assert found == {
            name.lower(): {one["name"]: "required" in one["flags"] for one in members}
            for name, members in page["supporting_types"].items()
        }


def supporting(entity: Entity, mapping: Mapping) -> list[Entity]:
    """The types that an entity, its methods and those types themselves name."""
    types = {one.name: one for one in mapping.entities if one.kind in (TYPE, ENUM)}
    methods = [one for one in mapping.entities if facts_of(one).get(METHOD_OF) == (token_of(entity) or "?")]
    found: dict[str, Entity] = {}
    waiting = [name for one in (entity, *methods) for name in _named(one)]
    while waiting:
        name = waiting.pop()
        if name in types and name not in found:
            found[name] = types[name]
            waiting += _named(types[name])
    return list(found.values())


def _named(entity: Entity) -> Iterator[str]:
    for attribute in entity.body.attributes:
        for type_ in (attribute.type, *(place.type for place in attribute.placements if place.type is not None)):
            yield from _names(type_)


def _names(type_: Type) -> Iterator[str]:
    match type_:
        case Union(options):
            for option in options:
                yield from _names(option)
        case Collection(_, element):
            yield from _names(element)
        case Nested(_, body):
            yield body.name or ""
        case Scalar(_, name):
            yield name or ""


def _presence(entity: Entity) -> dict[str, bool]:
    return {one.name: one.status is Status.REQUIRED for one in entity.body.attributes}


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("name", ["random", "command", "docker-build"])
def test_everything_of_a_real_provider_has_an_anchor(name: str, tmp_path: Path) -> None:
    """Each resource, function, type, enum and property of the schema is on a page."""
    path = CORPUS / "providers" / f"{name}.json"
    assert main(["pages", "--system", "pulumi", str(path), str(tmp_path)]) == 0
    schema = json.loads(path.read_text())
    mapping = kiosk.mapped(schema)
    folders = {"resource": "resources", "function": "functions", "type": "types", "enum": "enums"}
    entities = [one for one in mapping.entities if one.kind.name in folders]
    assert len(entities) == sum(len(schema.get(key, ())) for key in ("resources", "functions", "types"))
    for entity in entities:
        path = tmp_path / folders[entity.kind.name] / f"{entity.name.replace('.', '-')}.md"
        page = unescape(path.read_text())
        token = facts_of(entity)["token"]
        for section, names in _properties(schema, str(token)).items():
            for one in names:
                assert f'<a id="{one}"></a>' in page, (entity.ref, section, one)
        assert "{{%" not in page
        assert "PulumiCodeChooser" not in page
        assert "pulumi-lang" not in page


def _properties(schema: Any, token: str) -> dict[str, list[str]]:
    resource = schema.get("resources", {}).get(token, {})
    function = schema.get("functions", {}).get(token, {})
    type_ = schema.get("types", {}).get(token, {})
    sides = (resource.get("properties"), resource.get("inputProperties"), type_.get("properties"))
    sides += tuple(function.get(key, {}).get("properties") for key in ("inputs", "outputs"))
    found = {str(index): [name for name in side if name != "__self__"] for index, side in enumerate(sides) if side}
    return found | {"enum": [str(member.get("name") or member["value"]) for member in type_.get("enum", ())]}


def test_programs_of_descriptions_are_examples_and_come_first(mapping: Mapping) -> None:
    found = examples(mapping, "resource", "press.Paper")
    titles = list(found)
    assert titles[:2] == ["A paper TypeScript", "A paper YAML"]
    assert 'new kiosk.press.Paper("daily"' in found["A paper TypeScript"]
    full = yaml.safe_load(found["Full YAML"])["resources"]
    assert full["example"]["properties"]["kind"] == "paper"
    assert full["example"]["properties"]["lead"]["kind"] == "advert"
    assert full["bucket"]["type"] == "aws:s3/bucket:Bucket"
    assert 'import { press } from "@example/kiosk";' in found["Minimal TypeScript"]
    assert "press.Paper.get(" in found["Look up"]


def test_components_are_declared_and_not_looked_up(mapping: Mapping) -> None:
    found = examples(mapping, "resource", "Stand")
    assert "pulumi.ComponentResourceOptions" in found["Constructor"]
    assert "Look up" not in found
    assert PULUMI.showing.import_example(kiosk.entity(mapping, "resource", "Stand"), mapping) is None


def test_functions_are_called(mapping: Mapping) -> None:
    found = examples(mapping, "function", "press.getPaper")
    (call,) = yaml.safe_load(found["Call YAML"])["variables"].values()
    assert call["fn::invoke"]["function"] == "kiosk:press/getPaper:getPaper"
    assert "press.getPaper({" in found["Call TypeScript"]
    assert "example.print({" in examples(mapping, "function", "press.Paper.print")["Call"]


@pytest.mark.parametrize(
    ("order", "call"),
    [
        (["region", "title"], 'press.getPaper("example-region", "example-title")'),
        (["title", "region"], 'press.getPaper("example-title", "example-region")'),
        (["region", "title", "none"], 'press.getPaper("example-region", "example-title")'),
        (["none", "region"], 'press.getPaper(undefined, "example-region")'),
        ([], "press.getPaper({\n"),
        (None, "press.getPaper({\n"),
    ],
)
def test_inputs_that_are_given_one_by_one_are_so_in_programs(order: list[str] | None, call: str) -> None:
    change = kiosk.put(order, "functions", "kiosk:press/getPaper:getPaper", "multiArgumentInputs")
    program = examples(kiosk.mapped(kiosk.changed(change)), "function", "press.getPaper")["Call TypeScript"]
    assert call in program


def test_the_command_that_imports_is_that_of_the_description(mapping: Mapping) -> None:
    found = PULUMI.showing.import_example(kiosk.entity(mapping, "resource", "press.Paper"), mapping)
    assert found is not None
    assert found.text == "# Papers can be imported by their number:\npulumi import kiosk:press/paper:Paper daily 42\n"


def test_remarks_say_what_a_schema_says_of_a_property(mapping: Mapping) -> None:
    paper = {
        one.name: PULUMI.showing.remarks(one)
        for one in kiosk.entity(mapping, "resource", "press.Paper").body.attributes
    }
    assert paper["kind"] == ('always "paper"',)
    assert paper["copies"] == ("output never absent",)
    assert paper["readers"] == ("may be absent",)
    assert paper["archive"] == ("plain value",)
    (region, _) = next(one for one in mapping.entities if one.kind is CONFIG).body.attributes
    assert PULUMI.showing.remarks(region) == (Remark("default from", ("KIOSK_REGION", "REGION")),)
    given = replace(region, default=Default(""))
    assert PULUMI.showing.remarks(given) == (Remark("environment first:", ("KIOSK_REGION", "REGION")),)


@pytest.mark.parametrize("code", ["idl-enum", "idl-constant", "schema-enum"])
@pytest.mark.parametrize(("value", "said"), [("Größe", '"Größe"'), (3, "3"), (True, "true")])
def test_the_remark_on_a_constant_is_its_value_as_it_is_written(code: str, value: object, said: str) -> None:
    attribute = Attribute(
        "A", "A", Scalar(ScalarKind.STRING), Status.COMPUTED, Reason(code, ""), (), default=Default(value)
    )
    assert PULUMI.showing.remarks(attribute) == (said,)
    assert PULUMI.showing.remarks(replace(attribute, default=None)) == ("may be absent",)


IS_TEXT, PLACE = Scalar(ScalarKind.STRING), Document("schema.json", b"{}").node
GIVEN, SEEN, ALWAYS = (
    Placement("input", Status.REQUIRED),
    Placement("output", Status.COMPUTED),
    Placement("output", Status.COMPUTED, always=True),
)


@pytest.mark.parametrize(
    ("status", "facts", "placements", "said"),
    [
        (Status.OPTIONAL, {}, (), ()),
        (Status.OPTIONAL, {"const": "a"}, (), ('always "a"',)),
        (Status.OPTIONAL, {"type": {"plain": True}}, (), ("plain value",)),
        (Status.OPTIONAL, {"type": {"plain": False}}, (), ()),
        (Status.OPTIONAL, {"type": "plain"}, (), ()),
        (Status.OPTIONAL, {"defaultInfo": {"environment": ["A", "B"]}}, (), (Remark("default from", ("A", "B")),)),
        (Status.OPTIONAL, {"defaultInfo": {"environment": []}}, (), ()),
        (Status.OPTIONAL, {"defaultInfo": {"environment": "A"}}, (), ()),
        (Status.OPTIONAL, {"defaultInfo": ["environment"]}, (), ()),
        (Status.OPTIONAL, {}, (GIVEN, ALWAYS), ("output never absent",)),
        (Status.OPTIONAL, {}, (GIVEN, SEEN), ()),
        (Status.REQUIRED, {}, (GIVEN, SEEN), ("output may be absent",)),
        (Status.REQUIRED, {}, (GIVEN, ALWAYS), ()),
        (Status.REQUIRED, {}, (replace(ALWAYS, type=IS_TEXT),), ("as an output: string",)),
        (Status.REQUIRED, {}, (replace(GIVEN, type=IS_TEXT),), ()),
        (Status.COMPUTED, {}, (GIVEN, ALWAYS), ("may be absent",)),
    ],
)
def test_a_property_has_remarks_on_its_facts_and_its_sides(
    status: Status, facts: dict[str, Any], placements: tuple[Placement, ...], said: tuple[object, ...]
) -> None:
    fragments = tuple(Fragment(name, value, PLACE) for name, value in facts.items())
    attribute = Attribute("A", "A", IS_TEXT, status, Reason("x", ""), (), fragments=fragments, placements=placements)
    assert PULUMI.showing.remarks(attribute) == said


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("resource", {}, ""),
        ("resource", {"isComponent": True}, "A component: it is made of other resources, and has no ID of its own."),
        ("resource", {"isComponent": False}, ""),
        ("type", {"isComponent": True}, ""),
        ("resource", {"token": "a:b:C"}, "Token: `a:b:C`"),
        ("type", {"token": "a:b:C"}, ""),
        ("resource", {"methodOf": "a:b:C"}, ""),
        ("function", {"methodOf": "a:b:C"}, "A method of `a:b:C`."),
        ("function", {"methodOf": ["a:b:C"]}, ""),
        ("resource", {"aliases": ["a:b:D", {"type": "a:b:E"}, {"type": ""}, {}, 1]}, "It was called `a:b:D`, `a:b:E`."),
        ("resource", {"aliases": "a:b:D"}, ""),
        ("provider", {"package": {"description": "A kiosk."}}, "A kiosk."),
        ("provider", {"package": {}}, ""),
        ("provider", {"package": "A kiosk."}, ""),
        ("resource", {"package": {"description": "A kiosk."}}, ""),
    ],
)
def test_a_summary_says_what_the_facts_of_an_entity_say(kind: str, facts: dict[str, Any], said: str) -> None:
    fragments = tuple(Fragment(name, value, PLACE) for name, value in facts.items())
    (of_kind,) = (one for one in PULUMI.kinds if one.name == kind)
    assert PULUMI.showing.summary(Entity(of_kind, "C", Body(), fragments=fragments)) == said


def test_summaries_say_what_an_entity_is_besides(mapping: Mapping) -> None:
    said = {str(one.ref): PULUMI.showing.summary(one) for one in mapping.entities}
    assert said["resource press.Paper"].startswith("A paper that is printed every day.")
    assert "It was called `kiosk:press/gazette:Gazette`, `kiosk:index/paper:Paper`." in said["resource press.Paper"]
    assert "Example" not in said["resource press.Paper"]
    assert "A component" in said["resource Stand"]
    methods = {name for name, text in said.items() if "A method of " in text}
    assert "A method of `kiosk:press/paper:Paper`." in said["function press.Paper.print"]
    assert {name.partition(" ")[0] for name in methods} == {"function"}


def test_a_function_may_be_a_method_of_the_provider() -> None:
    token = "pulumi:providers:kiosk/terraformConfig"

    def add(root: dict[str, Any]) -> None:
        root["provider"] = {**root.get("provider", {}), "methods": {"terraformConfig": token}}
        self_ = {"__self__": {"$ref": "#/resources/pulumi:providers:kiosk"}}
        root["functions"][token] = {"inputs": {"properties": self_, "required": ["__self__"]}}

    entities = kiosk.mapped(kiosk.changed(add)).entities
    said = [PULUMI.showing.summary(one) for one in entities if f"Token: `{token}`" in PULUMI.showing.summary(one)]
    assert ["A method of `pulumi:providers:kiosk`." in text for text in said] == [True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a {{% examples %}}b{{% /examples %}}", "a b"),
        ("{{< choosable language go >}}x", "x"),
        ("<!--Start PulumiCodeChooser -->\nx\n<!--End PulumiCodeChooser -->", "\nx\n"),
        ('the <span pulumi-lang-go="`A`" pulumi-lang-yaml="`a`">`a`</span>.', "the `a`."),
        ("a <!-- never closed", "a <!-- never closed"),
        ("{{% never closed", "{{% never closed"),
        ("<b>bold</b>", "<b>bold</b>"),
    ],
)
def test_marks_of_the_registry_are_left_out(text: str, said: str) -> None:
    assert without_marks(text) == said


def test_prose_that_no_program_follows_stays() -> None:
    text = "A.\n\n## Example Usage\n\nSee the guide.\n\n## Notes\n\nN.\n\n## Import\n\nIt cannot be imported.\n"
    found = read_text(text)
    assert (found.programs, found.imports) == ((), "")
    for said in ("A.", "See the guide.", "## Notes", "N.", "It cannot be imported."):
        assert said in found.prose


def test_code_outside_of_examples_stays_and_marks_in_code_fences_end_nothing() -> None:
    found = read_text("A:\n\n```go\n## Example Usage\n```\n\n## Example Usage\n\n~~~yaml\n```\nx: 1\n~~~\n")
    assert found.prose == "A:\n\n```go\n## Example Usage\n```"
    (program,) = found.programs
    assert (program.language_name, program.text) == ("YAML", "```\nx: 1\n")


def test_programs_have_the_heading_that_they_are_below() -> None:
    programs = "```ts\na\n```\n\n```go\nb\n```\n"
    found = read_text(
        f"## Example Usage\n\n### First\n\nSay.\n\n{programs}\n### No program\n\n### Second\n\n{programs}\n"
        "```typescript\nc\n```\n"
    )
    said = [(one.heading, one.language_name, one.about) for one in found.programs]
    assert said == [
        ("First", "TypeScript", "Say."), ("First", "Go", ""), ("Second", "TypeScript", ""), ("Second", "Go", ""),
        ("Second (2)", "TypeScript", ""),
    ]  # fmt: skip
    assert found.prose == "No program"


def test_a_program_in_no_language_is_shown_as_text(mapping: Mapping) -> None:
    (paper,) = (one for one in mapping.entities if str(one.ref) == "resource press.Paper")
    described = replace(paper, description="## Example Usage\n\n```\nx\n```\n")
    first = next(iter(PULUMI.showing.examples(described, mapping)))
    assert (first.text, first.language, first.variant) == ("x\n", "text", "Text")


def test_a_heading_without_a_program_is_prose_before_the_next_section() -> None:
    found = read_text("a\n\n## Example Usage\n\n### None\n\nb\n\n## Import\n\n```sh\nc\n```\n")
    assert (found.prose, found.programs) == ("a\n\nNone\n\nb", ())


def test_hostile_texts_take_no_time() -> None:
    for piece in ("<!--", "{{%", "<span pulumi-lang", "```", "# ", "{{% %}}"):
        for text in (piece * 50_000, f"{piece}\n" * 50_000):
            assert calls(partial(read_text, text)) < 2 * len(text)


def test_a_type_that_needs_itself_has_an_example() -> None:
    root = kiosk.schema()
    page = root["types"][kiosk.PAGE]
    page["required"] = ["number", "inset"]
    root["resources"][kiosk.PAPER]["requiredInputs"] = ["pages"]
    mapping = kiosk.mapped(root)
    assert "inset" in examples(mapping, "resource", "press.Paper")["Minimal TypeScript"]
