"""The report of a large API: long lists have pages of their own, and nothing is left out."""

from __future__ import annotations

import gc
import re
import weakref
from collections import Counter

import pytest
from msgspec.structs import replace

from mapper.model import Candidate, Candidates
from mapper.request import Mapped
from mapper.systems.terraform.kinds import RESOURCE
from mkdocs_oasmap.pages import report
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.block import page_keys
from mkdocs_oasmap.pages.layout import MOST_ROWS, MOST_WITH_SOURCES
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.report import OperationUse, ReportView
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.site import RenderedPage, Site

from ..support import map_texts, property_, resource

MOST = 5_000


@pytest.fixture(scope="module")
def pages() -> Pages:
    """Each list of the report is longer than what the page may have."""
    lost = ", ".join(f"lost_{number}: {{}}" for number in range(120))
    read = "{responses: {'200': {content: {application/json: {schema: {type: object, properties: {a: {}}}}}}}}"
    body = f"{{content: {{application/json: {{schema: {{type: object, properties: {{{lost}}}}}}}}}}}"
    read = read.replace("a: {}", "a: {type: string}")
    paths = f"  /ovens: {{post: {{requestBody: {body}}}}}\n  '/ovens/{{id}}': {{get: {read}}}\n"
    paths += "".join(f"  /pans{number}: {{get: {read}, post: {read}}}\n" for number in range(60))
    paths += "".join(f"  /things{number}: {{get: {read}, post: {read}}}\n" for number in range(50))
    pan = "{{create: {{path: /pans{0}, method: POST}}, read: {{path: /pans{0}, method: GET}}}}"
    pans = "".join(f"  pan{number}: {pan.format(number)}\n" for number in range(60))
    mapping = map_texts(
        f"openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\npaths:\n{paths}",
        "provider: {name: kitchen}\nresources:\n  oven: {create: {path: /ovens, method: POST}, "
        f"read: {{path: '/ovens/{{id}}', method: GET}}}}\n{pans}",
    ).mapping
    parts = [("read", "get"), ("create", "post")]
    found = [
        Candidate(RESOURCE, f"thing{number}", {part: (method, f"/things{number}")}, "a: 1")
        for number in range(1, 5)
        for part, method in parts
    ]
    found.append(Candidate(RESOURCE, "other1", {"read": ("get", "/things1")}, "a: 1"))
    reasons = {("post", "/things7"): "it returns nothing", ("post", "/things1"): "it is a candidate"}
    candidates = Candidates(tuple(found), reasons)
    return Pages(replace(mapping, coverage=replace(mapping.coverage, find_candidates=lambda: candidates)))


@pytest.fixture(scope="module")
def rendered(pages: Pages) -> dict[str, RenderedPage]:
    site = Site(pages, Mapped(None, pages.mapping, sidecar=b"{}"), "ref", "Kitchen")
    return {key: site.render(key, Renderer(), lambda uri: uri[4:-3], "full") for key in (*pages.report_parts, "report")}


@pytest.fixture(scope="module")
def html(rendered: dict[str, RenderedPage]) -> dict[str, str]:
    return {key: page.html for key, page in rendered.items()}


def test_every_page_of_a_long_report_is_within_its_budget_and_has_an_address(
    pages: Pages, html: dict[str, str]
) -> None:
    assert len(html) > 5
    assert all(len(re.findall(r"<[a-z]", text)) < MOST and len(text) < 300_000 for text in html.values())
    assert set(html) <= set(page_keys(pages))


def test_as_markdown_a_long_report_is_one_page(pages: Pages) -> None:
    names = [name for name in plain_files(pages, {}) if name.startswith("report")]
    assert names == ["report.md"]


def test_the_pages_of_a_report_have_every_entry_once(pages: Pages, html: dict[str, str]) -> None:
    whole = "".join(html.values())
    paths = Counter(re.findall(r"<code>(lost_\d+)</code>\s*: ", whole))
    noted = Counter(diagnostic.path for rule in pages.report.rules for diagnostic in rule.diagnostics)
    assert paths
    assert paths == {path: count for path, count in noted.items() if path.startswith("lost_")}
    for operation in pages.report.operations:
        assert whole.count(f'<th scope="row"><code>{operation.method} {operation.path}</code>') == 1
    assert whole.count('<details class="oa-fold oa-candidate"') == len(pages.report.candidates)


def test_the_report_leads_to_its_parts_and_keeps_its_anchors(pages: Pages, html: dict[str, str]) -> None:
    for key, part in pages.report_parts.items():
        assert f'<a href="{key}' in html["report"]
        assert f'href="report#{part.anchor}"' in html[key]
    for candidate in pages.report.candidates:
        assert f'id="{candidate.anchor}"' in html["report"]
    for rule in pages.report.rules:
        assert f'id="{rule.code}-{rule.severity}"' in html["report"]


def test_an_unused_operation_is_said_to_be_what_it_could_be_or_why_nothing(html: dict[str, str]) -> None:
    def said(operation: str) -> str:
        _, _, found = html["report/coverage-unused"].partition(f"<code>{operation}</code></th>\n<td>")
        return re.sub(r"<code>|</code>", "", found.partition("</td>")[0])

    link = '<a href="report#candidate-{}">{}</a>'
    assert said("GET /things1") == f"resource {link.format(1, 'thing1')}, resource {link.format(9, 'other1')}"
    assert said("POST /things1") == f"resource {link.format(2, 'thing1')}"
    assert said("POST /things7") == '<span class="oa-quiet">it returns nothing</span>'
    assert said("GET /things7") == '<span class="oa-quiet">not used</span>'


def test_the_contents_of_a_report_have_each_of_its_headings_and_those_of_its_parts_none(
    pages: Pages, rendered: dict[str, RenderedPage]
) -> None:
    whole = rendered["report"]
    assert {part.kind for part in pages.report_parts.values()} == {"notes", "entities", "unused", "used", "candidates"}
    found = {anchor: level for level, anchor in re.findall(r'<h([2-6]) [^>]*\bid="([^"]*)"', whole.html)}
    assert {anchor: str(level) for _, anchor, level in whole.headings} == found
    assert "coverage-candidates" in found
    assert {page.headings for key, page in rendered.items() if key != "report"} == {()}
    assert {page.search for page in rendered.values()} == {""}
    site = Site(pages, Mapped(None, pages.mapping, sidecar=b"{}"), "ref", "Kitchen")
    for key, part in pages.report_parts.items():
        assert site.short_title(key) == f"Mapping report: {part.title}"
        assert site.markdown(key, search=True).split("\n# ")[-1].startswith(part.title.split()[0])


def test_a_short_report_is_one_page_and_users_have_none(pages: Pages) -> None:
    assert Pages(property_("{}").mapping).report_parts == {}
    assert Pages(pages.mapping, shown=shown_to(Audience.USERS, sources=False)).report_parts == {}


def test_a_mapping_that_is_replaced_waits_for_no_collection() -> None:
    gc.collect()
    gc.disable()
    try:
        pages = Pages(property_("{}").mapping)
        assert pages.report
        seen = weakref.ref(pages)
        del pages
        assert seen() is None
    finally:
        gc.enable()


def test_long_rows_count_as_several_and_small_objects_stay_on_the_page() -> None:
    inner = ", ".join(f"p{number}: {{type: string}}" for number in range(9))
    small = ", ".join(
        f"o{number}: {{type: object, properties: {{{inner}}}}}" for number in range(MOST_WITH_SOURCES // 4)
    )
    assert not Pages(resource(f"create: {{type: object, properties: {{{small}}}}}").mapping).parts
    for text, is_split in (("Short.", False), ("Long. " * 300, True)):
        rows = ", ".join(f"p{number}: {{type: string, description: '{text}'}}" for number in range(MOST_ROWS // 2))
        users = shown_to(Audience.USERS, sources=False)
        pages = Pages(property_(f"{{type: object, properties: {{{rows}}}}}").mapping, shown=users)
        assert bool(pages.parts) == is_split


@pytest.mark.parametrize(
    ("create", "counts"),
    [("/ovens", "2 of 2"), ("/kitchens/{kitchen}/ovens", "2 of 3")],
    ids=["all are filled", "a parent that no attribute has"],
)
def test_the_report_counts_the_arguments_of_calls_that_have_a_value(create: str, counts: str) -> None:
    schema = "{content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}"
    text = "{name: id, in: path, required: true, schema: {type: string}}"
    pages = Pages(
        map_texts(
            f"openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\npaths:\n"
            f"  '{create}': {{post: {{requestBody: {schema}, responses: {{'201': {schema}}}}}}}\n"
            f"  '/ovens/{{id}}': {{parameters: [{text}], get: {{responses: {{'200': {schema}}}}}}}\n",
            f"provider: {{name: kitchen}}\nresources: {{oven: {{create: {{path: '{create}', method: POST}}, "
            "read: {path: '/ovens/{id}', method: GET}}}\n",
        ).mapping
    )
    assert f"{counts} arguments of calls have a value" in Renderer().report(pages, str)


@pytest.mark.parametrize(
    ("most", "in_part", "parts"),
    [
        (24, 16, []),
        (23, 100, [("report/coverage-unused", 3, 1)]),
        (23, 24, [("report/coverage-unused", 2, 1), ("report/coverage-unused-2", 1, 3)]),
        (23, 16, [("report/coverage-unused", 1, 1), ("report/coverage-unused-2", 2, 2)]),
        (
            23,
            9,
            [("report/coverage-unused", 1, 1), ("report/coverage-unused-2", 1, 2), ("report/coverage-unused-3", 1, 3)],
        ),
    ],
)
def test_a_list_that_is_too_long_is_cut_into_parts_of_about_the_same_cost(
    most: int, in_part: int, parts: list[tuple[str, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "_MOST_OF_LIST", most)
    monkeypatch.setattr(report, "_MOST_IN_PART", in_part)
    unused = tuple(OperationUse("GET", f"/{number}", ()) for number in range(3))
    found = report.report_parts(ReportView((), (), (), unused, (), ()))
    assert [(part.key, len(part.entries), part.first) for part in found] == parts
