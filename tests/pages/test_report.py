"""The report of a large API: long lists have pages of their own, and nothing is left out."""

from __future__ import annotations

import gc
import re
import weakref
from collections import Counter

import pytest

from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.block import page_keys
from mkdocs_oasmap.pages.layout import MOST_ROWS, MOST_WITH_SOURCES
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer

from ..support import map_texts, property_, resource

MOST = 5_000


@pytest.fixture(scope="module")
def pages() -> Pages:
    lost = ", ".join(f"lost_{number}: {{}}" for number in range(400))
    read = "{responses: {'200': {content: {application/json: {schema: {type: object, properties: {a: {}}}}}}}}"
    unused = "".join(f"\n  /things{number}/{{id}}: {{get: {read}, post: {read}}}" for number in range(150))
    oven = "{create: {path: /ovens, method: POST}, read: {path: '/ovens/{id}', method: GET}}"
    body = f"{{content: {{application/json: {{schema: {{type: object, properties: {{{lost}}}}}}}}}}}"
    return Pages(
        map_texts(
            f"openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\npaths:\n  /ovens: {{post: {{requestBody: {body}}}}}\n"
            f"  '/ovens/{{id}}': {{get: {read}}}{unused}\n",
            f"provider: {{name: kitchen}}\nresources: {{oven: {oven}}}\n",
        ).mapping
    )


@pytest.fixture(scope="module")
def html(pages: Pages) -> dict[str, str]:
    made = {key: Renderer().report_part(pages, key, str) for key in pages.report_parts}
    return made | {"report": Renderer().report(pages, str)}


def test_every_page_of_a_long_report_is_within_its_budget_and_has_an_address(
    pages: Pages, html: dict[str, str]
) -> None:
    assert len(html) > 5
    assert all(len(re.findall(r"<[a-z]", text)) < MOST and len(text) < 300_000 for text in html.values())
    assert set(html) <= set(page_keys(pages))


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
