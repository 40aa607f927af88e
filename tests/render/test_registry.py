"""The pages of Terraform's registry: what they say, what people write for them, and what is done with a folder."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
import yaml
from markdown import markdown
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.systems.terraform.system import TERRAFORM
from mkdocs_oasmap.pages import registry, views
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.registry import RegistryPage, registry_pages
from mkdocs_oasmap.render.descriptions import safe_lines
from mkdocs_oasmap.render.markdown_escape import readable
from mkdocs_oasmap.render.registry import tree
from mkdocs_oasmap.render.registry.page import standard
from mkdocs_oasmap.render.registry.schema import extents, least_size, schema_markdown
from mkdocs_oasmap.render.registry.template_fields import MOST_RELATIONS, page_fields, plain, relations_markdown
from mkdocs_oasmap.render.registry.tree import WRITTEN, RegistryDocs, refuse_docs_dir, registry_docs
from mkdocs_oasmap.render.write import stale_pages, write_pages
from mkdocs_oasmap.repository import Repository

from ..delimiters import DELIMITERS, found_in
from ..files import write_files
from ..filling import fill, positions
from ..provider.support import block, document, mapped, nested, schema, string, typed
from ..support import both, map_texts, resource
from ..terraform.test_references import SITE, TEXT, deploy
from ..terraform.test_references import mapped as referring
from ..test_hostile import api, config

OVEN = """
create:
  type: object
  description: A hot *box*.
  required: [name]
  properties:
    name: {type: string, maxLength: 8, description: What it is called.}
    code: {type: string, format: password}
    heat: {type: integer, default: 180, minimum: 1, maximum: 300}
    dial: {type: string, deprecated: true, description: "Turn it:\\n\\n- left\\n- right"}
    racks: {type: array, items: {type: object, required: [width], properties: {width: {type: integer}}}}
    grid: {type: array, items: {type: array, items: {type: object, properties: {spot: {type: number}}}}}
read: {type: object, properties: {id: {type: string}}}
"""
BLOCKS = b"""{"provider": {"name": "bakery"}, "resources": [{"name": "oven", "schema": {
  "attributes": [{"name": "a", "string": {"computed_optional_required": "required"}}],
  "blocks": [{"name": "rack", "list_nested": {"nested_object": {
    "attributes": [{"name": "width", "int64": {"computed_optional_required": "optional"}}]}}},
    {"name": "door", "single_nested": {
    "attributes": [{"name": "glass", "bool": {"computed_optional_required": "required"}}]}}]}}]}"""


def made(mapping: Mapping, root: Path, files: dict[str, str] | None = None) -> RegistryDocs:
    """The pages, with `files` of the repository by their paths."""
    write_files(root, files or {})
    return registry_docs(Pages(mapping), Repository(root))


def page(docs: RegistryDocs, name: str = "resources/oven.md") -> str:
    return docs.files[name].decode()


def front(text: str) -> dict[str, str]:
    """The front matter of a page."""
    matter: dict[str, str] = yaml.safe_load(text.split("---\n")[1])
    return matter


def test_a_page_has_the_front_matter_the_headings_and_the_lines_of_the_registry(tmp_path: Path) -> None:
    text = page(made(resource(OVEN).mapping, tmp_path))
    assert front(text) == {
        "page_title": "bakery_oven Resource - bakery",
        "subcategory": "",
        "description": "A hot box.",
    }
    headings = [line for line in text.split("\n") if line.startswith("#") and "Made by" not in line]
    assert headings == [
        "# bakery_oven (Resource)",
        "## Example Usage",
        "### Typical",
        "### Full",
        "## Schema",
        "### Required",
        "### Optional",
        "### Read-Only",
        "### Nested Schema for `grid`",
        "### Nested Schema for `racks`",
        "## Import",
    ]
    for line in (
        "- `name` (String) What it is called. At most 8 characters.",
        "- `code` (String, Sensitive)",
        "- `heat` (Number) Default: `180`. From 1 to 300.",
        "- `racks` (Attributes List) (see [below for nested schema](#nestedatt--racks))",
        "- `grid` (List of List of Object) (see [below for nested schema](#nestedatt--grid))",
        '<a id="nestedatt--racks"></a>',
        "- `width` (Number)",
    ):
        assert f"\n{line}\n" in text
    assert "- `dial` (String, Deprecated) Turn it:\n\n    - left\n    - right\n" in text


def test_blocks_are_told_from_attributes(tmp_path: Path) -> None:
    mapping = TERRAFORM.comparison.of_artifact(Document("spec.json", BLOCKS))
    assert mapping is not None
    text = page(made(mapping, tmp_path))
    assert "- `rack` (Block List) (see [below for nested schema](#nestedblock--rack))" in text
    assert "- `door` (Block, Optional) (see [below for nested schema](#nestedblock--door))" in text
    assert '<a id="nestedblock--rack"></a>\n### Nested Schema for `rack`\n\nOptional:\n\n- `width` (Number)\n' in text


def test_id_of_the_old_sdk_is_read_only_unless_the_schema_says_more(tmp_path: Path) -> None:
    flags = ("optional", "computed")
    for text, group in (("", "Read-Only"), ("The number.", "Optional")):
        oven = block({"id": string(*flags, description=text)}, {"rack": nested("list", block({"id": string(*flags)}))})
        shown = page(made(mapped(document(resource_schemas={"zoo_oven": schema(oven)})), tmp_path))
        assert re.search(rf"### {group}\n\n(- .*\n)*- `id` ", shown)
        assert "Nested Schema for `rack`\n\nOptional:\n\n- `id` (String)" in shown


@pytest.mark.parametrize("tag", ["Kitchen", 'A "b" \\ c: #d', "{{ x }}"])
def test_a_page_has_the_group_of_its_entity_as_subcategory(tmp_path: Path, tag: str) -> None:
    mapping = resource(OVEN).mapping
    entities = tuple(entity for entity in mapping.entities if not entity.kind.is_single)
    grouped = replace(mapping, groups={entity.ref: tag for entity in entities})
    assert front(page(made(grouped, tmp_path)))["subcategory"] == tag


def test_the_page_of_the_provider_has_no_subcategory(tmp_path: Path) -> None:
    text = page(made(resource(OVEN).mapping, tmp_path), "index.md")
    assert front(text) == {"page_title": "bakery Provider", "description": ""}
    assert "# bakery Provider\n" in text


def test_texts_of_an_api_can_do_nothing_on_a_page(tmp_path: Path) -> None:
    evil = """
    create:
      type: object
      description: "---\\nlayout: x\\n<script>a()</script> {{ .Name }} ## Schema"
      properties:
        it:
          type: string
          description: "</a><img src=x> [x](javascript:y)\\n### Nested Schema for `it`\\n- `no` (String)"
    """
    text = page(made(resource(evil).mapping, tmp_path))
    assert list(front(text)) == ["page_title", "subcategory", "description"]
    body = text.split("---\n", 2)[2]
    assert "<script" not in body
    assert "<img" not in body
    assert "](javascript" not in body
    assert "\n### Nested" not in text
    assert "\n- `no`" not in text
    assert text.count("\n## Schema\n") == 1


def test_hand_written_examples_come_instead_of_made_ones_the_main_one_first(tmp_path: Path) -> None:
    files = {
        "examples/resources/bakery_oven/a_pizza.tf": '# hot\nresource "bakery_oven" "pizza" {}\n',
        "examples/resources/bakery_oven/resource.tf": 'resource "bakery_oven" "first" {}\n',
        "examples/resources/bakery_oven/import.sh": "terraform import bakery_oven.first 7\n",
    }
    text = page(made(resource(OVEN).mapping, tmp_path, files))
    usage = text[text.index("## Example Usage") : text.index("<!-- schema")]
    assert usage == (
        '## Example Usage\n\n```terraform\nresource "bakery_oven" "first" {}\n```\n\n### A pizza\n\n```terraform\n'
        '# hot\nresource "bakery_oven" "pizza" {}\n```\n\n'
    )
    assert text.endswith("```shell\nterraform import bakery_oven.first 7\n```\n")


def test_templates_of_tfplugindocs_are_merged_in(tmp_path: Path) -> None:
    files = {
        "templates/resources/oven.md.tmpl": (
            '---\npage_title: "{{.Name}} {{.Type}} - {{.ProviderName}}"\nsubcategory: "Hot"\ndescription: |-\n'
            '{{ .Description | plainmarkdown | trimspace | prefixlines "  " }}\n---\n\n# {{ .Name | upper }}\n\n'
            "{{ if .HasExample }}{{ tffile .ExampleFile }}{{ end }}\n"
            '{{ range split "a,b" "," }}* {{ . | title }}\n{{ end }}\n'
            '{{ codefile "shell" .ImportFile }}\n\n{{ .SchemaMarkdown | trimspace }}\n'
        ),
        "templates/data-sources.md.tmpl": "---\n---\nany {{ .Type | lower }}\n",
        "templates/index.md": "---\npage_title: Own\n---\nby hand\n",
        "templates/guides/start.md": "no front matter\n",
        "templates/guides/more.md.tmpl": '---\n---\n{{ tffile "examples/more.tf" }}\n',
        "examples/more.tf": "locals {}\n",
        "examples/resources/bakery_oven/resource.tf": "# one\n",
        "examples/resources/bakery_oven/import.sh": "run\n",
    }
    docs = made(both(OVEN)[0].mapping, tmp_path, files)
    mark = "---\n# Made by mkdocs-oasmap.\n"
    text = page(docs)
    assert front(text) == {
        "page_title": "bakery_oven Resource - bakery",
        "subcategory": "Hot",
        "description": "A hot box.",
    }
    assert "# BAKERY_OVEN\n\n```terraform\n# one\n```\n* A\n* B\n\n```shell\nrun\n```\n\n<!-- schema" in text
    assert page(docs, "data-sources/oven.md") == f"{mark}---\nany data source\n"
    assert page(docs, "index.md") == f"{mark}page_title: Own\n---\nby hand\n"
    assert page(docs, "guides/start.md") == f"{mark}---\n\nno front matter\n"
    assert page(docs, "guides/more.md") == f"{mark}---\n```terraform\nlocals {{}}\n```\n"


def test_a_template_may_list_what_a_resource_uses_and_what_uses_it(tmp_path: Path) -> None:
    mapping = referring(SITE | deploy(place=TEXT), {"place": {"references": "site.name"}})
    template = "---\n---\n{{ .RelationsMarkdown }}."
    docs = made(mapping, tmp_path, {"templates/resources.md.tmpl": template})
    lists = [page(docs, f"resources/{name}.md").rpartition("---\n")[2] for name in ("deploy", "site")]
    where = "in `place`, optional · API default."
    (tmp_path / "plain").mkdir()
    whole = registry_docs(Pages(mapping), Repository(tmp_path / "plain"))
    found = [page(whole, f"resources/{name}.md").partition("\n## Relations\n\n")[2] for name in ("deploy", "site")]
    assert found == [f"{text.removesuffix('.')}\n" for text in lists]
    assert lists == [f"Uses:\n\n- `owlridge_site` {where}", f"Used by:\n\n- `owlridge_deploy` {where}"]


@pytest.mark.parametrize(("count", "more"), [(MOST_RELATIONS, 0), (MOST_RELATIONS + 1, 1)])
def test_a_list_of_relations_has_an_end(count: int, more: int) -> None:
    mapping = referring(SITE | deploy(place=TEXT), {"place": {"references": "site.name"}})
    (found,) = (one for one in registry_pages(Pages(mapping)) if one.used_by)
    text = relations_markdown(replace(found, used_by=found.used_by * count))
    assert text.count("- `owlridge_deploy` in") == MOST_RELATIONS
    assert text.endswith("\n- and 1 more") == bool(more)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"templates/resources.md.tmpl": "---\n---\n\n{{ .Nome }}"},
            "templates/resources.md.tmpl:4:4: there is no field .Nome here; did you mean 'Name'?",
        ),
        (
            {"templates/resources/oven.md.tmpl": "{{ shout .Name }}"},
            "templates/resources/oven.md.tmpl:1:4: there is no function shout; there are and, codefile,",
        ),
        (
            {"templates/resources/gone.md.tmpl": "{{ .Name }}"},
            "templates/resources/gone.md.tmpl:1:4: there is no field .Name here, and no other; no entity belongs to"
            " resources/gone",
        ),
        (
            {"templates/guides/a.md.tmpl": '{{ tffile "examples/none.tf" }}'},
            "templates/guides/a.md.tmpl:1:4: tffile: ",
        ),
        (
            {"templates/guides/a.md.tmpl": '{{ tffile "../../../etc/passwd" }}'},
            "templates/guides/a.md.tmpl:1:4: tffile: ",
        ),
        (
            {"templates/guides/a.md.tmpl": '{{ codefile "text" "/etc/passwd" }}'},
            "templates/guides/a.md.tmpl:1:4: codefile: /etc/passwd: is outside of the repository, and is not read;"
            " copy the file into the repository",
        ),
        (
            {"templates/guides/a.md": "a", "templates/guides/a.md.tmpl": "b"},
            "templates/guides/a.md.tmpl: makes guides/a.md",
        ),
    ],
)
def test_what_is_wrong_in_a_file_somebody_wrote_is_one_error_with_its_place(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(MappingError) as raised:
        made(resource(OVEN).mapping, tmp_path, files)
    (problem,) = raised.value.problems
    assert str(problem).startswith(message)


def test_a_link_that_leads_out_of_the_repository_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s3cret")
    root = tmp_path / "repository"
    folder = root / "examples/resources/bakery_oven"
    folder.mkdir(parents=True)
    (folder / "resource.tf").symlink_to(tmp_path / "secret")
    with pytest.raises(MappingError, match="is outside of the repository"):
        made(resource(OVEN).mapping, root)


def test_a_page_that_is_too_large_says_less_of_what_is_nested_and_that_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = ", ".join(f"p{n}: {{type: string, description: First. Second sentence of it.}}" for n in range(40))
    deep = f"{{type: object, properties: {{in: {{type: object, properties: {{{inner}}}}}}}}}"
    mapping = resource(f"create: {{type: object, properties: {{all: {deep}}}}}").mapping
    whole = len(made(mapping, tmp_path).files["resources/oven.md"])
    monkeypatch.setattr(tree, "MAX_SIZE", whole)
    docs = made(mapping, tmp_path)
    assert "- `p0` (String) First.\n" in page(docs)
    (note,) = docs.notes
    assert note.startswith("resources/oven.md: descriptions of nested attributes are shortened")
    less = len(page(docs))
    monkeypatch.setattr(tree, "MAX_SIZE", less)
    docs = made(mapping, tmp_path)
    assert "- `p0` (String)\n" in page(docs)
    monkeypatch.setattr(tree, "MAX_SIZE", len(page(docs)))
    docs = made(mapping, tmp_path)
    text = page(docs)
    assert "what is nested below 1 level has no room on this page" in text
    assert "- `in` (Attributes)\n" in text  # and no link to what is not there
    assert "(#nestedatt--all)" in text
    assert docs.notes[0].startswith("resources/oven.md: what is nested deepest is not shown")
    monkeypatch.setattr(tree, "MAX_SIZE", 500)
    with pytest.raises(MappingError, match="the page of bakery_oven has"):
        made(mapping, tmp_path)


def test_files_that_the_registry_does_not_show_are_told_and_left(tmp_path: Path) -> None:
    docs = made(resource(OVEN).mapping, tmp_path, {"templates/picture.svg": "<svg/>"})
    assert docs.notes == ("templates/picture.svg: not copied, as the registry shows files with the ending .md only",)
    assert sorted(docs.files) == ["index.md", "resources/oven.md"]


def test_only_our_pages_are_replaced_and_those_of_what_is_gone_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    docs = made(both(OVEN)[0].mapping, tmp_path)
    assert str(write_pages(docs.files, folder, WRITTEN)) == "3 files written, 0 unchanged"
    assert stale_pages(docs.files, folder, WRITTEN) == []
    (folder / "guides").mkdir()
    (folder / "guides/own.md").write_text("---\n---\nby hand")
    less = RegistryDocs({name: data for name, data in docs.files.items() if "data-sources" not in name}, ())
    problems = stale_pages(less.files, folder, WRITTEN)
    assert list(map(str, problems)) == [
        f"{folder / 'data-sources/oven.md'}: is from an earlier run, and nothing writes it any more;"
        " run `oasmap generate` with the same arguments, and commit the result"
    ]
    assert str(write_pages(less.files, folder, WRITTEN)) == "0 files written, 2 unchanged, 1 removed"
    assert sorted(path.name for path in folder.rglob("*")) == ["guides", "index.md", "oven.md", "own.md", "resources"]


def test_pages_of_others_are_never_touched_and_told_in_a_few_lines(tmp_path: Path) -> None:
    docs = RegistryDocs({f"resources/r{n}.md": b"---\n# Made by mkdocs-oasmap.\n---\n" for n in range(30)}, ())
    for name in docs.files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("---\n# generated by something else\n---\n")
    with pytest.raises(MappingError) as raised:
        write_pages(docs.files, tmp_path, WRITTEN)
    assert len(raised.value.problems) == 11
    assert raised.value.problems[-1].text == "and 20 pages more like these"
    assert "something else" in (tmp_path / "resources/r0.md").read_text()
    for count, foreign, stale in (
        (11, "exists, and is not a page that oasmap made", "is out of date"),
        (12, "and 2 pages more like these", "and 2 pages more"),
    ):
        few = dict([*docs.files.items()][:count])
        with pytest.raises(MappingError) as raised:
            write_pages(few, tmp_path, WRITTEN)
        for problems, last in ((raised.value.problems, foreign), (stale_pages(few, tmp_path, []), stale)):
            assert (len(problems), problems[-1].text) == (11, last)
    assert stale_pages({"x.md": b""}, tmp_path, [])[0].text == "does not exist"


@pytest.mark.parametrize(("pages", "site"), [("docs", "docs"), ("docs/registry", "docs"), ("docs", "docs/site")])
def test_the_folder_of_the_site_is_refused(tmp_path: Path, pages: str, site: str) -> None:
    with pytest.raises(MappingError, match=r"MkDocs' docs_dir, too.*docs_dir: site_docs"):
        refuse_docs_dir(tmp_path / pages, tmp_path / site)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("A *b* `c` [d](https://e.example) [f](#g)", "A b c d https://e.example f"),
        ("# H\n\nOne\ntwo\n\n- a\n- b", "H\nOne\ntwo\na\nb"),
        ("x\n\n```\ncode\n```", "x\ncode"),
    ],
)
def test_markdown_becomes_plain_words(markdown: str, expected: str) -> None:
    assert plain(markdown) == expected


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Set it as { key = value }.", "Set it as { key = value }."),
        ('- as { key = "value" }', '- as { key = "value" }'),
        ("100% of a & b, x < y > z, and/or a+b", "100% of a & b, x < y > z, and/or a+b"),
        ("{ first = 1 }", "&#123; first = 1 }"),
        ("a {{ x }} b", "a &#123;&#123; x &#125;&#125; b"),
        ("a {% x %} b", "a &#123;&#37; x &#37;&#125; b"),
        ("a <b>c", "a &#60;b&#62;c"),
        ("= x\n% y", "&#61; x\n&#37; y"),
        ("a AT&T and @me", "a AT&#38;T and &#64;me"),
        ("an *end*{ .class }", "an *end*&#123; .class }"),
    ],
)
def test_marks_that_stand_alone_are_left_for_those_who_read_the_source(text: str, written: str) -> None:
    shown = readable("\n".join(safe_lines(text)))
    assert shown == written
    extensions = ["attr_list", "tables", "md_in_html", "def_list", "footnotes"]
    html = (markdown(one, extensions=extensions) for one in (shown, "\n".join(safe_lines(text))))
    words = [unescape(re.sub("<[^>]+>", "", one)) for one in html]
    assert words[0] == words[1]


def test_marks_in_code_and_in_tables_are_left() -> None:
    for text in ("```\na &#61; b\n```", "| a |\n| --- |\n| b &#123; c &#61; d &#125; |"):
        assert readable(text) == text


# --- every text that a page of Terraform's registry is made of, filled with what readers of raw pages look for


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
    plain, hostile = written(base()), written(fill(base(), {position}, HOSTILE))
    assert plain != hostile or position[0] == "AttributeView", "the position is shown nowhere"
    for before, after in zip(plain, hostile, strict=True):
        assert found_in(after) == found_in(before)


@pytest.mark.parametrize("name", ["lock", "a b", "ü", "a_b", "<b>"])
def test_the_least_size_of_a_page_is_near_its_size_and_never_above_it(name: str) -> None:
    inner = block({f"{name}_number_{number}": string("optional") for number in range(60)})
    cage = block({name: string("required")}, {"door": nested("list", inner)})
    (page_,) = (
        one
        for one in registry_pages(Pages(mapped(document(resource_schemas={"zoo_cage": schema(cage)}))))
        if one.folder
    )
    assert page_.schema is not None
    for extent in extents(page_.schema):
        size, least = len(schema_markdown(page_.schema, extent).encode()), least_size(page_.schema, extent)
        assert least <= size
        assert (least > size // 2) is (name in ("lock", "a_b") and extent.levels != 0)
