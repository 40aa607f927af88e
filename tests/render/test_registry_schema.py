"""Pages of Terraform's registry: the words for types, counts and flags, the fields of templates, and limits."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import Body, Default, Nested, NestingMode, nested_body
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap import repository as repositories
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.registry import registry_pages
from mkdocs_oasmap.render.registry import tree
from mkdocs_oasmap.render.registry.schema import Detail, Extent, schema_markdown
from mkdocs_oasmap.render.registry.template_fields import page_fields
from mkdocs_oasmap.render.registry.tree import RegistryDocs, registry_docs
from mkdocs_oasmap.repository import Handwritten, Repository, many

from ..files import write_files
from ..provider.support import block, document, mapped, nested, schema, string, typed
from ..support import resource


def docs_of(root: Path, files: dict[str, str] | None = None, **sections: Any) -> RegistryDocs:
    """The pages of a provider's schema, with `files` of the repository."""
    write_files(root, files or {})
    return registry_docs(Pages(mapped(document(**sections))), Repository(root))


def fields_of(inner: dict[str, Any], root: Path) -> list[str]:
    """The headings and the lines of attributes on the page of a resource."""
    page = docs_of(root, resource_schemas={"zoo_cage": schema(inner)}).files["resources/cage.md"].decode()
    lines = page[page.index("## Schema") :].split("\n")
    return [line.partition(" (see")[0] for line in lines if line.startswith(("### ", "- ")) or line.endswith("al:")]


READ = block({"size": typed("number", "computed")})
WRITE = block({"size": typed("number", "optional")})


@pytest.mark.parametrize(
    ("made", "group", "line"),
    [
        (string("required"), "Required", "- `it` (String)"),
        (string("optional"), "Optional", "- `it` (String)"),
        (string("computed"), "Read-Only", "- `it` (String)"),
        (string("optional", "computed"), "Optional", "- `it` (String)"),
        (string("optional", sensitive=True, deprecated=True), "Optional", "- `it` (String, Sensitive, Deprecated)"),
        (string("optional", "write_only"), "Optional", "- `it` (String, Write-only)"),
        (typed("bool", "optional"), "Optional", "- `it` (Boolean)"),
        (typed("dynamic", "optional"), "Optional", "- `it` (Dynamic)"),
        (typed(["map", ["set", "bool"]], "optional"), "Optional", "- `it` (Map of Set of Boolean)"),
        (typed(["tuple", ["string"]], "optional"), "Optional", "- `it` (Tuple)"),
        (typed(["list", ["object", {"a": "string"}]], "required"), "Required", "- `it` (List of Object)"),
        *(
            ({"nested_type": {"attributes": {"a": string("required")}, "nesting_mode": mode}, "computed": True},
             "Read-Only", f"- `it` (Attributes{words})")
            for mode, words in (("single", ""), ("list", " List"), ("set", " Set"), ("map", " Map"))
        ),
        (nested("list", READ), "Read-Only", "- `it` (Block List)"),
        (nested("map", WRITE), "Optional", "- `it` (Block Map)"),
        (nested("set", WRITE, min_items=2), "Required", "- `it` (Block Set, Min: 2)"),
        (nested("list", READ, max_items=3), "Optional", "- `it` (Block List, Max: 3)"),
        (nested("list", READ, min_items=1, max_items=1), "Required", "- `it` (Block List, Min: 1, Max: 1)"),
        (nested("single", READ), "Read-Only", "- `it` (Block, Read-only)"),
        (nested("single", WRITE), "Optional", "- `it` (Block, Optional)"),
        (nested("group", WRITE, min_items=1), "Required", "- `it` (Block, Required)"),
        (nested("single", READ | {"deprecated": True}), "Read-Only", "- `it` (Block, Read-only, Deprecated)"),
        (nested("list", block(None, {"in": nested("list", READ)})), "Read-Only", "- `it` (Block List)"),
        (nested("list", block(None, {"in": nested("list", WRITE)})), "Optional", "- `it` (Block List)"),
        (nested("list", block()), "Optional", "- `it` (Block List)"),
    ],
)  # fmt: skip
def test_an_attribute_or_a_block_has_a_group_and_a_type_with_marks(
    tmp_path: Path, made: dict[str, Any], group: str, line: str
) -> None:
    inner = block(None, {"it": made}) if "block" in made else block({"it": made})
    heading, shown, *_ = fields_of(inner, tmp_path)
    assert (heading, shown[: len(line)]) == (f"### {group}", line)  # limits are said in words as well


def test_sections_are_in_the_order_of_the_groups_and_say_how_deep_they_are(tmp_path: Path) -> None:
    deep = typed(["list", ["object", {"b": ["map", ["object", {"c": "bool"}]], "a": "string"}]], "optional")
    inner = block({"z": deep}, {"y": nested("list", block({"in": string("required")}), min_items=1)})
    page = docs_of(tmp_path, resource_schemas={"zoo_cage": schema(inner)}).files["resources/cage.md"].decode()
    assert page[page.index("## Schema") :].split("## Import")[0].strip() == (
        "## Schema\n\n### Required\n\n- `y` (Block List, Min: 1) (see [below for nested schema](#nestedblock--y))\n\n"
        "### Optional\n\n- `z` (List of Object) (see [below for nested schema](#nestedatt--z))\n\n"
        '<a id="nestedblock--y"></a>\n### Nested Schema for `y`\n\nRequired:\n\n- `in` (String)\n\n\n'
        '<a id="nestedatt--z"></a>\n### Nested Schema for `z`\n\nOptional:\n\n- `a` (String)\n'
        "- `b` (Map of Object) (see [below for nested schema](#nestedobjatt--z--b))\n\n\n"
        '<a id="nestedobjatt--z--b"></a>\n### Nested Schema for `z.b`\n\nOptional:\n\n- `c` (Boolean)'
    )


def test_the_less_a_page_says_of_nested_attributes_the_fewer_facts_it_has() -> None:
    run = resource("create: {type: object, properties: {a: {type: object, properties: {b: {type: string}}}}}")
    (a,) = (attribute for attribute in run.entity.body.attributes if attribute.name == "a")
    inner = nested_body(a.type)
    assert inner is not None
    (b,) = (replace(attribute, replaces=True, default=Default("x")) for attribute in inner.attributes)
    entity = replace(run.entity, body=Body((replace(a, type=Nested(NestingMode.SINGLE, Body((b,))), replaces=True),)))
    _, page = registry_pages(Pages(replace(run.mapping, entities=(entity,))))
    assert page.schema is not None
    texts = [schema_markdown(page.schema, Extent(detail)) for detail in Detail]
    assert [text.count("A new value makes Terraform replace the whole object.") for text in texts] == [2, 2, 1]
    assert [text.count('Default: `"x"`.') for text in texts] == [1, 1, 0]


def test_the_page_of_a_provider_has_its_own_schema(tmp_path: Path) -> None:
    own = schema(block({"token": string("optional", description="A secret.", sensitive=True)}, description="A zoo."))
    page = docs_of(tmp_path, provider=own).files["index.md"].decode()
    assert "### Optional\n\n- `token` (String, Sensitive) A secret.\n" in page
    assert "\n\nA zoo.\n\n" in page
    (tmp_path / "none").mkdir()
    assert "### " not in docs_of(tmp_path / "none").files["index.md"].decode().split("## Schema")[1]


COUNT: dict[str, Any] = {
    "summary": "Counts.",
    "description": "Counts animals.",
    "return_type": ["list", "bool"],
    "parameters": [
        {"name": "of", "type": "string", "description": "Which.", "is_nullable": True},
        {"name": "all", "type": "bool"},
    ],
}
MORE = {"name": "more", "type": ["set", "number"], "description": "Others.", "is_nullable": True}


def test_a_page_says_that_something_is_deprecated_where_the_schema_gives_no_reason() -> None:
    def said(**more: Any) -> list[str | None]:
        data = document(
            resource_schemas={"zoo_cage": schema(block({"a": string("required")}, **more))},
            functions={"count": {"return_type": "string", **({"deprecation_message": "Old."} if more else {})}},
        )
        return [page.deprecation for page in registry_pages(Pages(mapped(data)))][1:]

    assert said() == [None, None]
    assert said(deprecated=True) == ["This is deprecated.", "Old."]
    assert said(deprecated=True, deprecation_message="Use a hutch.") == ["Use a hutch.", "Old."]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("zoo_cage", "cage"),
        ("zoo_cage-2", "cage-2"),
        ("zoo", "zoo"),
        ("zoo_" + "a" * 200, "a" * 200),
        ("zoo_a.b", "zoo_a-b"),
        ("cage", "cage"),
    ],
)
def test_a_page_has_the_name_without_the_provider_if_it_is_a_file_name(name: str, file: str) -> None:
    data = document(resource_schemas={name: schema(block({"a": string("required")}))})
    _, page = registry_pages(Pages(mapped(data)))
    assert (page.file, page.name) == (file, name)


def test_a_longer_name_has_the_file_name_of_the_page_of_the_site() -> None:
    data = document(resource_schemas={"zoo_" + "a" * 201: schema(block({"a": string("required")}))})
    _, page = registry_pages(Pages(mapped(data)))
    assert len(page.file) == 200
    assert page.file.startswith("zoo_aaa")


@pytest.mark.parametrize(
    ("function", "signature", "lines"),
    [
        (COUNT, "count(of string, all bool) list of bool",
         ["1. `of` (String, Nullable) Which.", "1. `all` (Boolean)"]),
        (COUNT | {"variadic_parameter": MORE}, "count(of string, all bool, more set of number...) list of bool",
         ["1. `of` (String, Nullable) Which.", "1. `all` (Boolean)",
          "1. `more` (Variadic, Set of Number, Nullable) Others."]),
        ({"return_type": "number", "variadic_parameter": {"name": "a", "type": "bool"}}, "count(a bool...) number",
         ["1. `a` (Variadic, Boolean)"]),
        ({"return_type": "string"}, "count() string", ["It has none."]),
    ],
)  # fmt: skip
def test_a_function_has_a_signature_and_arguments(
    tmp_path: Path, function: dict[str, Any], signature: str, lines: list[str]
) -> None:
    page = docs_of(tmp_path, functions={"count": function}).files["functions/count.md"].decode()
    expected = ["## Signature", f"```text\n{signature}\n```", "## Arguments", "\n".join(lines)]
    assert page[page.index("## Signature") :].strip() == "\n\n".join(expected)


def test_templates_have_the_fields_of_their_kind() -> None:
    common = {"Description": "A.", "ExampleFile": "", "ExampleFiles": [], "ExampleMarkdown": "", "HasExample": False,
              "HasExamples": False, "ProviderName": "zoo", "ProviderShortName": "zoo",
              "RenderedProviderName": "zoo"}  # fmt: skip
    data = document(
        resource_schemas={"zoo_cage": schema(block({"a": string("required")}, description="A."))},
        functions={"count": COUNT | {"description": "A."}, "sum": COUNT | {"variadic_parameter": MORE}},
    )
    provider, cage, count, total = registry_pages(Pages(mapped(data)))
    assert page_fields(provider, "zoo", (), (), Extent()).keys() == common.keys() | {"SchemaMarkdown"}
    fields = page_fields(cage, "zoo", (), (), Extent())
    assert fields.keys() == common.keys() | {
        "Name", "Type", "SchemaMarkdown", "HasImport", "ImportFile", "ImportMarkdown", "RelationsMarkdown"
    }  # fmt: skip
    assert (fields["Name"], fields["Type"], fields["HasImport"], fields["ImportFile"]) == (
        "zoo_cage", "Resource", False, ""
    )  # fmt: skip
    examples = [Handwritten("examples/a.tf", "a = 1"), Handwritten("examples/b_c.tf", "b = 1")]
    imports = [Handwritten("examples/import.tf", "import {}"), Handwritten("examples/import.sh", "run")]
    fields = page_fields(cage, "zoo", examples, imports, Extent())
    assert {name: fields[name] for name in fields if "Example" in name or "Import" in name} == {
        "HasExample": True,
        "HasExamples": True,
        "ExampleFile": "examples/a.tf",
        "ExampleFiles": ["examples/a.tf", "examples/b_c.tf"],
        "ExampleMarkdown": "```terraform\na = 1\n```\n\n### B c\n\n```terraform\nb = 1\n```",
        "HasImport": True,
        "ImportFile": "examples/import.sh",
        "ImportMarkdown": "```terraform\nimport {}\n```\n\n```shell\nrun\n```",
    }
    fields = page_fields(count, "zoo", (), (), Extent())
    assert fields == common | fields  # and the rest is of functions only
    assert {name: fields[name] for name in fields.keys() - common.keys()} == {
        "Name": "count",
        "Type": "function",
        "Summary": "Counts.",
        "FunctionSignatureMarkdown": "```text\ncount(of string, all bool) list of bool\n```",
        "FunctionArgumentsMarkdown": "1. `of` (String, Nullable) Which.\n1. `all` (Boolean)",
        "HasVariadic": False,
        "FunctionVariadicArgumentMarkdown": "",
    }
    fields = page_fields(total, "zoo", (), (), Extent())
    words = "1. `more` (Variadic, Set of Number, Nullable) Others."
    assert (fields["HasVariadic"], fields["FunctionVariadicArgumentMarkdown"]) == (True, words)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{{ split "a,b" "," }}{{ split "ab" "" }}', "[a b][a b]"),
        ('{{ prefixlines "> " "a\\nb" }}', "> a\n> b"),
        ('{{ title "it\'s a PIG.iron" }}', "It's A Pig.iron"),
        ('{{ upper "aB" }}{{ lower "aB" }}{{ trimspace " a " }}', "ABaba"),
        ('{{ plainmarkdown "*a* `b`" }}', "a b"),
    ],
)
def test_the_functions_of_tfplugindocs_write_texts(tmp_path: Path, template: str, expected: str) -> None:
    docs = docs_of(tmp_path, {"templates/guides/a.md.tmpl": f"---\n---\n{template}"})
    assert docs.files["guides/a.md"].decode().rpartition("---\n")[2] == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("guides/a.md.tmpl", "{{ upper 1 }}", "upper: a text is needed"),
        ("guides/a.md.tmpl", "{{ split 1 `a` }}", "split: a text is needed"),
        ("guides/a.md.tmpl", "{{ split `a` 1 }}", "split: a text is needed"),
        ("guides/a.md.tmpl", "{{ prefixlines `a` 1 }}", "prefixlines: a text is needed"),
        ("guides/a.md.tmpl", "{{ tffile `templates/empty.txt` }}", "tffile: templates/empty.txt is empty"),
        ("guides/a.md.tmpl", "{{ .Name }}", "there is no field .Name here, and no other"),
        ("a.md.tmpl", "{{ .Name }}", "there is no field .Name here, and no other"),
        ("other/a.md.tmpl", "{{ .Name }}", "there is no field .Name here, and no other"),
        ("functions/a.md.tmpl", "{{ .Name }}",
         "there is no field .Name here, and no other; no entity belongs to functions/a"),
    ],
)  # fmt: skip
def test_an_error_of_a_template_says_what_is_missing(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(MappingError) as raised:
        docs_of(tmp_path, {f"templates/{name}": text, "templates/empty.txt": " \n"})
    (problem,) = raised.value.problems
    assert (problem.text, problem.uri) == (message, f"templates/{name}")


def test_a_guide_is_smaller_than_the_limit_of_the_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"templates/guides/a.md": "x" * 2000}
    size = len(docs_of(tmp_path, files).files["guides/a.md"])
    monkeypatch.setattr(tree, "MAX_SIZE", size + 1)
    assert "guides/a.md" in docs_of(tmp_path).files
    monkeypatch.setattr(tree, "MAX_SIZE", size)
    with pytest.raises(MappingError, match=rf"^templates/guides/a.md: makes a page of {size:,} bytes; shorten it"):
        docs_of(tmp_path)


def test_more_pages_than_the_registry_takes_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resources = {f"zoo_r{number}": schema(block()) for number in range(2)}
    monkeypatch.setattr(tree, "MAX_FILES", 3)
    assert docs_of(tmp_path, resource_schemas=resources).notes == ()
    monkeypatch.setattr(tree, "MAX_FILES", 2)
    assert docs_of(tmp_path, resource_schemas=resources).notes == ("3 pages; the registry takes no more than 2",)


def test_two_names_that_differ_in_case_only_have_two_pages(tmp_path: Path) -> None:
    names = ("zoo_Cage", "zoo_CAGE", "zoo_cage")
    docs = docs_of(tmp_path, resource_schemas={name: schema(block()) for name in names})
    paths = sorted(path for path in docs.files if path != "index.md")
    titles = {path: json.loads(docs.files[path].decode().split("page_title: ")[1].split("\n")[0]) for path in paths}
    assert sorted(titles.values()) == sorted(f"{name} Resource - zoo" for name in names)
    assert len({path.lower() for path in paths}) == 3


def test_a_file_of_the_repository_has_a_maximum_size_and_is_utf_8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repositories, "MAX_SIZE", 5)
    root = Repository(tmp_path)
    for data, message in (
        (b"12345", ""),
        (b"123456", "more than 5 bytes; shorten it"),
        (b"a\xff", "not UTF-8: .*yte 1"),
    ):
        (tmp_path / "a.tf").write_bytes(data)
        if message:
            with pytest.raises(MappingError, match=message):
                root.read("a.tf")
        else:
            assert root.read("a.tf") == data.decode()
    with pytest.raises(MappingError, match=r"there is no such file; correct the path"):
        root.read("b.tf")
    with pytest.raises(MappingError, match=r"no such folder; correct the folder of the provider"):
        Repository(tmp_path / "none")


def test_the_files_of_a_folder_are_found_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"templates/b.md": "", "templates/a/c.md": "", "examples/d.tf": ""})
    root = Repository(tmp_path)
    assert root.below("templates") == ["templates/a/c.md", "templates/b.md"]
    assert sorted(path.name for path in root.files()) == ["b.md", "c.md", "d.tf"]
    monkeypatch.setattr(repositories, "MAX_FILES", 2)
    assert len(root.below("templates")) == 2
    monkeypatch.setattr(repositories, "MAX_FILES", 1)
    with pytest.raises(MappingError, match="has more than 1 files; name a smaller folder"):
        root.below("templates")


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "f0"), (3, "f0, f1, f2"), (4, "f0, f1, f2 and 1 other"), (5, "f0, f1, f2 and 2 others")],
)
def test_three_files_are_named_and_the_others_counted(count: int, words: str) -> None:
    assert many([f"f{number}" for number in range(count)]) == words
