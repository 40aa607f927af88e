"""The pages of custom resources."""

import re

import pytest
import yaml

from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from .support import Mapped, ack

OPERATIONS = """
CreateCage: {in: {CageName: Name, Size: integer, RoleArn: string, Bars: Bars, Code: string, required: [CageName, RoleArn]}, out: {State: string}}
DescribeCage: {documentation: <p>Describes a cage. It is fast.</p>, in: {CageName: Name}}
CreateKeeper: {in: {CageName: Name}}
"""  # noqa: E501
SHAPES = """
Bars: {list: Bar}
Bar: {Width: integer, Kind: Kind}
Kind: {type: string, enum: [STEEL, BRASS]}
Name: {type: string, max: 9, pattern: "^[a-z]+$"}
"""
CONFIG = """
ignore: {field_paths: [Bar.Width]}
resources:
  Cage:
    shortNames: [cg]
    fields:
      CageName: {is_immutable: true}
      RoleArn: {references: {service_name: iam, resource: Role, path: Status.ARN}}
      Code: {is_secret: true}
      State: {print: {name: STATE}}
    hooks: {x: {code: y}}
  Keeper:
    fields:
      CageName: {references: {resource: Cage, path: Spec.CageName}}
"""


def mapped(operations: str = OPERATIONS) -> Mapped:
    return ack(operations, SHAPES, CONFIG)


def pages() -> Pages:
    return Pages(mapped().mapping)


def test_the_rows_are_the_fields_of_spec_and_status_by_status() -> None:
    page = pages().entity("custom-resources/Cage")
    rows = {group.key: [row.path for row in group.attributes] for group in page.groups}
    assert rows == {
        "required": ["spec.cageName"],
        "optional": ["spec.bars", "spec.code", "spec.roleARN", "spec.roleRef", "spec.size"],
        "read-only": ["status.ackResourceMetadata", "status.conditions", "status.state"],
    }
    assert (page.title, page.kind) == ("Cage", "Custom Resource")
    assert (page.counts["required"], page.counts["optional"], page.counts["read-only"]) == (1, 5, 3)


def test_a_row_says_what_can_be_set_and_what_is_referred_to() -> None:
    groups = pages().entity("custom-resources/Cage").groups
    rows = {row.path: row for group in groups for row in group.attributes}
    assert (rows["spec.cageName"].status_label, rows["spec.cageName"].marks) == (
        "required",
        (("replaces", "immutable"),),
    )
    assert (rows["spec.code"].status_label, rows["spec.code"].marks) == ("optional", (("sensitive", "sensitive"),))
    limits = [(limit.text, limit.values) for limit in rows["spec.roleARN"].limits]
    assert limits == [("exactly one of it and", ("roleRef",)), ("status.arn of a", ("Role (iam)",))]
    (kind,) = rows["spec.bars"].groups[0].attributes
    assert [limit.values for limit in kind.limits] == [('"STEEL"', '"BRASS"')]


def test_the_examples_are_manifests() -> None:
    minimal, typical, full, types = pages().entity("custom-resources/Cage").examples
    assert minimal.language == "yaml"
    assert yaml.safe_load(minimal.text) == {
        "apiVersion": "zoo.services.k8s.aws/v1alpha1",
        "kind": "Cage",
        "metadata": {"name": "example"},
        "spec": {"cageName": "example", "roleARN": "example-role-arn"},
    }
    assert yaml.safe_load(typical.text)["spec"] == {"cageName": "example", "roleRef": {"from": {"name": "example"}}}
    assert yaml.safe_load(full.text)["spec"] == {
        "cageName": "example",
        "roleARN": "example-role-arn",
        "bars": [{"kind": "STEEL"}],
        "code": {"name": "example", "namespace": "example-namespace", "key": "key"},
        "size": 1,
    }
    assert (types.title, yaml.safe_load(types.text)["spec"]) == (
        "All types",
        {
            "bars": [{"kind": "string"}],
            "cageName": "string",
            "code": {"name": "string", "namespace": "string", "key": "string"},
            "roleARN": "string",
            "roleRef": {"from": {"name": "string", "namespace": "string"}},
            "size": "integer",
        },
    )


@pytest.mark.parametrize(
    ("shapes", "value", "type_"),
    [
        ("It: {type: string}", "example-it", "string"),
        ("It: {type: blob}", "ZXhhbXBsZQ==", "string (base64)"),
        ("It: {type: timestamp}", "2030-01-01T00:00:00Z", "string (date-time)"),
        ("It: {type: boolean}", True, "boolean"),
        ("It: {type: double}", 1, "number"),
        ("It: {list: string}", ["example-it"], ["string"]),
        ("It: {map: string}", {"key": "example-it"}, {"key": "string"}),
        ("{It: {map: Ns}, Ns: {list: integer}}", {"key": [1]}, {"key": ["integer"]}),
        ("{It: {list: Bar}, Bar: {Width: integer}}", [{"width": 1}], [{"width": "integer"}]),
        ("{It: {map: Bar}, Bar: {Width: integer}}", {"key": {"width": 1}}, {"key": {"width": "integer"}}),
        ("{It: {Bar: Bar}, Bar: {Width: integer}}", {"bar": {"width": 1}}, {"bar": {"width": "integer"}}),
        ("{It: {map: Bars}, Bars: {list: Bar}, Bar: {A: integer, B: boolean}}",
         {"key": [{"a": 1, "b": True}]}, {"key": [{"a": "integer", "b": "boolean"}]}),
    ],
)  # fmt: skip
def test_an_example_has_a_value_of_each_type_or_its_name(shapes: str, value: object, type_: object) -> None:
    page = Pages(ack("CreateCage: {in: {It: It}}", shapes).mapping).entity("custom-resources/Cage")
    _, full, types = (yaml.safe_load(example.text)["spec"] for example in page.examples)
    assert (full, types) == ({"it": value}, {"it": type_})


def test_what_aws_requires_is_told_and_is_in_the_examples() -> None:
    shapes = """
    Broker: {type: structure, members: {Subnets: Names, Zone: string, Deep: Deep}, required: [Subnets, Deep]}
    Deep: {type: structure, members: {Size: integer, On: boolean}, required: [On]}
    Names: {list: string}
    """
    found = ack("CreateCluster: {in: {Broker: Broker, required: [Broker]}, out: {Broker: Broker}}", shapes)
    page = Pages(found.mapping).entity("custom-resources/Cluster")
    spec = {"broker": {"deep": {"on": False}, "subnets": ["subnets"]}}
    assert yaml.safe_load(page.examples[0].text)["spec"].keys() == spec.keys()
    assert yaml.safe_load(page.examples[0].text)["spec"]["broker"].keys() == spec["broker"].keys()
    (row,) = page.groups[0].attributes
    inner = {each.name: each for group in row.groups for each in group.attributes}
    assert ("remark", "AWS requires it") in inner["subnets"].marks
    assert ("remark", "AWS requires it") not in inner["zone"].marks
    assert inner["deep"].groups[0].attributes[1].type == "boolean"


@pytest.mark.parametrize(
    ("documentation", "summary"),
    [
        ("<p>Creates it. Keep the following in mind:</p><ul><li>a</li></ul>", "Creates it."),
        ("<p>Creates one of:</p><ul><li>a</li></ul>", "Creates one of:"),
        ("<p>Creates it.</p><p>More.</p>", "Creates it."),
    ],
)
def test_a_page_begins_with_no_introduction_of_a_list_that_it_leaves_out(documentation: str, summary: str) -> None:
    operations = f"CreateCage: {{documentation: '{documentation}', in: {{A: integer}}, out: {{Code: string}}}}"
    assert Pages(ack(operations).mapping).entity("custom-resources/Cage").summary == summary


def test_pages_have_no_words_of_terraform() -> None:
    operations = """
    CreateCage: {documentation: <p>Creates it.</p><p>More.</p>, in: {Size: Size, A: integer, D: double, B: boolean, W: timestamp}, out: {Code: string}}
    """  # noqa: E501
    config = "resources: {Cage: {shortNames: [cg], fields: {A: {late_initialize: {}}, Size: {is_immutable: true}}}}"
    found = Pages(ack(operations, "Size: {Width: long}", config).mapping)
    page = found.entity("custom-resources/Cage")
    assert page.summary == "Creates it."
    html = Renderer().entity(page, lambda key: key)
    text = re.sub(r"<[^>]*>", " ", html)
    text += plain_files(found, {})["custom-resources/Cage.md"].decode()
    for word in ("attribute", "computed", "int64", "float64", "bool ", "Terraform", "forces"):
        assert not re.search(rf"\b{word}", text), word
    for name, value in (("Scope", "Namespaced"), ("List kind", "CageList"), ("Plural", "cages"), ("Short names", "cg")):
        assert re.search(rf"{name}\s+{value}", text), name


def test_an_example_that_would_be_too_long_is_cut_at_a_field() -> None:
    members = ", ".join(f"Field{number:03}: integer" for number in range(200))
    entity = Pages(ack(f"CreateCage: {{in: {{{members}}}}}").mapping).entity("custom-resources/Cage")
    text = entity.examples[1].text
    assert text.endswith("  field054: 1\n  # and 145 more optional fields\n")
    assert len(yaml.safe_load(text)["spec"]) == 55


def test_a_page_tells_operations_columns_and_what_was_left_out() -> None:
    html = Renderer().entity(pages().entity("custom-resources/Cage"), lambda key: key)
    assert "<code>DescribeCage</code></td>\n<td>Describes a cage. It is fast.</td>" in html
    assert "<code>kubectl get cages</code>, <code>kubectl get cg</code> shows, beside the name:" in html
    assert "<code>.status.state</code>" in html
    assert "<code>spec.Bars.Width</code>" in html
    assert "instructs the code of the controller" in html


def test_kinds_that_refer_to_each_other_are_linked() -> None:
    (use,) = pages().entity("custom-resources/Keeper").uses
    assert (use.title, use.path, use.words) == ("Cage", "spec.cageName", "optional, and 1 more")
    assert use.evidence == "the config of the generator says so"
    (user,) = pages().entity("custom-resources/Cage").used_by
    assert (user.title, user.path, user.page) == ("Keeper", "spec.cageName", "custom-resources/Keeper")


def test_the_pages_can_be_written_as_markdown() -> None:
    files = plain_files(pages(), {"config/crd/bases/zoo.services.k8s.aws_cages.yaml": b""})
    assert {"index.md", "custom-resources/Cage.md", "config/crd/bases/zoo.services.k8s.aws_cages.yaml"} <= files.keys()
    text = files["custom-resources/Cage.md"].decode()
    assert "```yaml\napiVersion: zoo.services.k8s.aws/v1alpha1\n" in text
    assert "| create | `CreateCage` |" in text
    assert text.count("`^[a-z]+$`") == 1
    assert " status.arn of a `Role (iam)`." in text
