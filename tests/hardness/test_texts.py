"""Texts of the inputs of every system, on all that is written for people: they show as the text that they are."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.model import Mapping
from mapper.registry import REGISTRY, rules_of, system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.review.changes import Review, ReviewSide, distinct
from mapper.review.entity_changes import Options, compare
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.registry.tree import registry_docs
from mkdocs_oasmap.repository import Repository
from mkdocs_oasmap.review.changelog import as_changelog
from mkdocs_oasmap.review.html import as_html
from mkdocs_oasmap.review.markdown import as_markdown
from mkdocs_oasmap.review_formats import FORMATS

from ..crossplane.support import menagerie
from ..delimiters import DELIMITERS, found_in, found_in_comment
from ..site.tree import parse
from ..test_hostile import api, check, config

pytestmark = pytest.mark.soak

KEYS = {"description", "deprecation_message", "summary", "documentation", "deprecated_message", "deprecatedMessage"}
"""Keys of texts in schemas of providers and models of AWS."""


def terraform(folder: Path, text: str) -> Request:
    (folder / "api.json").write_text(json.dumps(api(text)))
    (folder / "config.yml").write_text(yaml.safe_dump(config(text)))
    return Request(folder / "api.json", (folder / "config.yml",), folder)


def provider(folder: Path, text: str) -> Request:
    """The schema of the example site, with the text as every text, and in the names of attributes and blocks."""
    source = Path(__file__).parents[2] / "example_site" / "provider" / "provider_schema.json"
    (folder / "schema.json").write_text(json.dumps(_filled(json.loads(source.read_text()), text)))
    return Request(folder / "schema.json", (), folder)


def ack(folder: Path, text: str) -> Request:
    """A model with the text as documentation of everything, as a value of an enumeration, and in names."""
    string = {"type": "string", "documentation": text}
    shapes: dict[str, Any] = {
        "String": string,
        "Kind": {"type": "string", "enum": [text, "b"], "documentation": text},
        "Limited": {"type": "string", "pattern": text, "documentation": text},
        "Inner": {"type": "structure", "documentation": text, "members": {
            "Name": {"shape": "String", "documentation": text}, "Other": {"shape": "Limited"}}},
        "In": {"type": "structure", "required": ["Name"], "documentation": text, "members": {
            "Name": {"shape": "String", "documentation": text}, "Kind": {"shape": "Kind", "documentation": text},
            "Inner": {"shape": "Inner", "documentation": text}, "Bare": {"shape": "Limited"}}},
        "Out": {"type": "structure", "members": {"CageArn": {"shape": "String", "documentation": text},
                                                 "Inner": {"shape": "Inner"}}},
    }  # fmt: skip
    operations = {
        name: {"name": name, "http": {"method": "POST", "requestUri": f"/{text}"}, "input": {"shape": "In"},
               "output": {"shape": "Out"}, "documentation": text, "deprecated": True, "deprecatedMessage": text}
        for name in ("CreateCage", "DescribeCage", "DeleteCage")
    }  # fmt: skip
    head = {"apiVersion": "2020-01-01", "endpointPrefix": "zoo", "serviceId": "Zoo", "protocol": "json"}
    metadata = {**head, "serviceFullName": text, "serviceAbbreviation": text}
    model = {"version": "2.0", "metadata": metadata, "operations": operations, "shapes": shapes, "documentation": text}
    (folder / "service-2.json").write_text(json.dumps(model))
    fields = {"Bare": {"print": {"name": text}}, "Name": {"is_primary_key": True}}
    (folder / "generator.yaml").write_text(yaml.safe_dump({"resources": {"Cage": {"fields": fields}}}))
    return Request(folder / "service-2.json", (folder / "generator.yaml",), folder)


def pulumi(folder: Path, text: str) -> Request:
    """An IDL with the text in every comment, in every constant, and in every value of an enumeration."""
    said = "\n".join(f"// {line}".rstrip() for line in text.split("\n"))
    member = said.replace("//", "\t//")
    value = json.dumps(text)
    source = f"""\
{said}
package zoo

import "github.com/pulumi/pulumi/pkg/resource/idl"

{said}
type Pet struct {{
\tidl.NamedResource
{member}
\tWeight float64 // {text.replace(chr(10), " ")}
{member}
\tFood   *Food `pulumi:"optional,replaces"`
{member}
\tHome   *House `pulumi:"optional"`
}}

{said}
type House struct {{
{member}
\tDoors float64
}}

{said}
type Food string

const (
{member}
\tHay  Food = {value}
\tFish Food = "fish"
)

{said}
const Motto = {value}
"""
    (folder / "idl").mkdir()
    (folder / "idl" / "go.mod").write_text("module example.com/zoo/idl\n")
    (folder / "idl" / "pet.go").write_text(source)
    (folder / "pulumi.yml").write_text("package: {name: zoo}\n")
    return Request(folder / "idl", (folder / "pulumi.yml",), folder)


def crossplane(folder: Path, text: str) -> Request:
    """A provider with one of everything; the text is in its schema, its names, its settings and its documentation."""
    files = menagerie()
    files["schema.json"] = json.dumps(_filled(json.loads(files["schema.json"]), text))
    documented = {"description": text, "argumentDocs": {"region": f"(Required) - {text}", "door.lock": text}}
    config = yaml.safe_load(files["provider.yaml"])
    config["resource_metadata"][1] |= {
        "external_name": {"mode": "templated_string", "template": text},
        "kubectl_printcolumns": [{"name": text, "json_path": f".{text}"}],
        "references": {"name": {"kind": text, "extract": text}},
    }
    files["provider.yaml"] = yaml.safe_dump(config)
    files["provider-metadata.yaml"] = yaml.safe_dump({"resources": {"zoo_animal_cage": documented}})
    for name, content in files.items():
        (folder / name).write_text(content)
    return Request(folder / "schema.json", (folder / "provider.yaml",), folder)


INPUTS: dict[str, Callable[[Path, str], Request]] = {
    "terraform": terraform,
    "provider": provider,
    "ack": ack,
    "pulumi": pulumi,
    "crossplane": crossplane,
}
"""By the name of the system."""


def hostile(system: str, folder: Path, text: str) -> Mapping:
    """The mapping of an input that says `text` everywhere; its files are written into the folder."""
    folder.mkdir()
    return system_named(system).run(INPUTS[system](folder, text)).mapping


def _filled(value: Any, text: str) -> Any:
    if isinstance(value, list):
        return [_filled(each, text) for each in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, each in value.items():
        filled = text if key in KEYS and isinstance(each, str) else _filled(each, text)
        if key in ("attributes", "block_types") and isinstance(filled, dict) and filled:
            first = next(iter(filled))
            filled[f"{first} {text}"] = filled[first]
        found[key] = filled
    if "type" in found and "description_kind" in found:
        found |= {"description": text, "deprecated": True, "deprecation_message": text}
    return found


IN_CODE = "\n\n".join(f"`{text.strip()}`\n\n```\n{text}\n```\n\n    {text.strip()}" for text in DELIMITERS)
TEXTS = {"as text": " ".join(DELIMITERS), "on lines": "\n\n".join(DELIMITERS), "in code": IN_CODE}


NO_MARKUP = {"text", "lines", "github", "counts", "json", "sarif", "junit", "gitlab"}
"""Formats that nothing renders; `tests/test_visible.py` asks all formats for characters that act."""


@pytest.fixture(params=[(system, form) for system in INPUTS for form in TEXTS], ids=" ".join)
def state(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Mapping, Mapping]:
    """A harmless state of an input, and a hostile one."""
    system, form = request.param
    return hostile(system, tmp_path / "old", "x y"), hostile(system, tmp_path / "new", TEXTS[form])


def test_every_system_has_a_hostile_input() -> None:
    assert INPUTS.keys() == REGISTRY.keys()


def test_they_are_text_on_plain_pages(state: tuple[Mapping, Mapping]) -> None:
    pages = {name: data.decode() for name, data in plain_files(Pages(state[1]), {}).items() if name.endswith(".md")}
    assert "secret" in "".join(pages.values())
    for name, page in pages.items():
        _, front, text = page.split("---\n", 2)
        assert found_in(front) == [], name
        assert found_in(text) == [], name


def test_they_are_text_in_the_docs_of_the_registry(state: tuple[Mapping, Mapping], tmp_path: Path) -> None:
    try:
        files = registry_docs(Pages(state[1]), Repository(tmp_path)).files
    except MappingError as error:
        pytest.skip(str(error))
    pages = {name: data.decode().replace("<!-- schema made by mkdocs-oasmap -->", "") for name, data in files.items()}
    assert "secret" in "".join(pages.values())
    for name, page in pages.items():
        _, front, text = page.split("---\n", 2)
        assert found_in(front) == [], name
        assert found_in(text) == [], name


def test_every_format_of_a_review_is_asked_or_is_no_markup() -> None:
    assert {"changelog", "html", "markdown"} | NO_MARKUP == FORMATS.keys(), "ask it below, or say here that it is none"


@pytest.mark.parametrize("backwards", [False, True])
def test_they_are_text_in_a_review(state: tuple[Mapping, Mapping], backwards: bool) -> None:
    old, new = reversed(state) if backwards else state
    policy = system_named(new.system).review_policy
    changes = distinct(compare(old, new, Options(policy=policy)))
    assert len(changes) > 3, "the input has to say its text in at least four places of one entity"
    assert {change.rule.id for change in changes} <= rules_of(new.system).keys()
    review = Review(ReviewSide("old"), ReviewSide("new"), changes, skeletons=tuple(policy.skeletons(changes, new)))
    comment = re.sub(r"~~(?=.*\(approved)|~~ \(approved", "", as_markdown(review))
    assert found_in_comment(comment) == []
    assert found_in_comment(as_changelog(review)) == []
    check(parse(as_html([review]).partition("<body>")[2].partition("</body>")[0]))
