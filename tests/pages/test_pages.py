"""What the pages show, before any HTML is made of it."""

import re
from contextlib import nullcontext

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Attribute, Body, Entity, Operation, Purpose
from mapper.report.budget import Cost, Limit, OverBudget
from mapper.report.entity_kind import EntityKind
from mapper.request import Mapped as Made
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.changes import Comparisons
from mkdocs_oasmap.pages.home_page import CatalogueGroup, letters
from mkdocs_oasmap.pages.layout import MOST_ROWS, ONCE_FROM
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.relations import Relations
from mkdocs_oasmap.pages.search import FoundBy, lead_words, spellings
from mkdocs_oasmap.pages.views import OPEN_UP_TO, EntityView
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.site import Site

from ..review.pairs import PAIRS
from ..review.test_verdict import reviewed
from ..site.tree import parse
from ..support import Mapped, both, map_texts, property_, provider, resource
from ..terraform.test_references import SITE, TEXT, deploy
from ..terraform.test_references import mapped as sites
from .bakery import OVEN, outline, page, rows

# --- groups and rows ------------------------------------------------------------------------------


def test_attributes_are_grouped_by_who_sets_them_and_sorted_by_name(view: EntityView) -> None:
    assert outline(view.groups) == {
        "Required": ["fuel_kind"],
        "Optional": ["apron", "door", "grid", "racks", "secret", "width"],
        "Read-Only": ["temperature"],
    }
    assert [group.key for group in view.groups] == ["required", "optional", "read-only"]
    assert outline(rows(view.groups)["door"].groups) == {"Required": ["lock"], "Optional": ["bell", "hinge"]}


def test_a_row_has_its_paths_and_anchors_which_are_those_of_the_terraform_registry(view: EntityView) -> None:
    found = rows(view.groups)
    assert all(row.anchor == path == row.path for path, row in found.items())
    assert (found["fuel_kind"].name, found["fuel_kind"].source_path) == ("fuel_kind", "fuelKind")
    assert (found["door.hinge.oil"].name, found["door.hinge.oil"].source_path) == ("oil", "door.hinge.oil")
    assert found["door.hinge"].nested_anchor == "nestedatt--door--hinge"
    nested = {f"nestedatt--{path}" for path in ("door", "door--hinge", "grid", "racks")}
    assert view.anchors == {*found, *nested}


def test_a_name_of_two_words_is_found_in_one_and_words_with_an_ending() -> None:
    def found(words: str, title: str) -> tuple[str, ...]:
        return spellings(title, FoundBy(words.replace(" ", "_"), words, 1.0, 0))

    assert found("load balancer", "Load balancers") == ("loadbalancer", "balancers")
    assert found("codespace", "Codespaces") == ("codespaces",)
    assert found("load balancer rule", "Other") == ()


def test_a_line_of_the_overview_is_found_by_words_that_it_does_not_show() -> None:
    mapping = resource(OVEN).mapping
    site = Site(Pages(mapping), Made(None, mapping, sidecar=b"{}"), "reference", "Zoo")
    page = parse(site.render("index", Renderer(), str, "off").html)
    (line,) = [item for item in page.all("li") if "data-words" in item.attributes]
    assert line.attributes["data-words"] == "hot"
    assert "An oven." in line.text
    assert "hot" not in line.text


def test_a_long_description_is_found_by_its_first_words() -> None:
    short = "word " * 79 + "words"
    assert lead_words(short) == short
    assert lead_words(f"{short}s more") == "word " * 78 + "word…"


def test_each_letter_of_headings_leads_to_the_first_group_of_it() -> None:
    groups = [CatalogueGroup(title, title, ()) for title in ("", "ant", "ape", "Bee")]
    assert letters(groups) == (("A", "ant"), ("B", "Bee"))


def test_how_it_is_known_what_a_value_refers_to_is_shown_where_sources_are() -> None:
    mapping = sites(SITE | deploy(site_id=TEXT))
    for sources in (False, True):
        pages = Pages(mapping, shown=shown_to(Audience.USERS, sources=sources))
        reason = rows(pages.entity("resources/deploy").groups)["site_id"].reason
        assert "the create request body" in reason
        assert ("; " in reason) == sources


def test_what_uses_an_entity_is_said_with_its_evidence_where_sources_are_and_it_is_known() -> None:
    mapping = sites(SITE | deploy(site_id=TEXT))
    (known,) = Pages(mapping).entity("resources/site").used_by
    assert "is named after the one item" in known.evidence
    users = Pages(mapping, shown=shown_to(Audience.USERS, sources=False))
    assert [use.evidence for use in users.entity("resources/site").used_by] == [""]
    bodies = [Body(tuple(map(_unfounded, entity.body.attributes))) for entity in mapping.entities]
    entities = tuple(replace(entity, body=body) for entity, body in zip(mapping.entities, bodies, strict=True))
    (use,) = Pages(replace(mapping, entities=entities)).entity("resources/site").used_by
    assert use == replace(known, evidence="")


def _unfounded(attribute: Attribute) -> Attribute:
    target = attribute.refers_to
    return replace(attribute, refers_to=target and replace(target, evidence=None))


def test_a_status_is_said_in_words_and_has_a_reason(view: EntityView) -> None:
    labels = {path: (row.status, row.status_label) for path, row in rows(view.groups).items()}
    assert labels["fuel_kind"] == ("required", "required")
    assert labels["apron"] == ("computed_optional", "optional · API default")
    assert labels["door.lock"] == ("required", "required if {parent} is set")
    assert labels["temperature"] == ("computed", "read-only")
    assert rows(view.groups)["fuel_kind"].reason == "required in the create request body"


def test_the_settings_of_a_provider_are_not_computed() -> None:
    settings = provider("""
        components:
          Oven: {type: object, properties: {it: {type: string}}}
        provider:
          schema_ref: "#/components/schemas/Oven"
    """)
    assert rows(page(settings, "provider").groups)["it"].status_label == "optional"


def test_a_type_is_said_in_words(view: EntityView) -> None:
    types = {path: row.type for path, row in rows(view.groups).items()}
    assert (types["width"], types["door"], types["racks"], types["grid"]) == (
        "Number",
        "Object",
        "List of Object",
        "List of List of Object",
    )
    codes = {path: row.code_type for path, row in rows(view.groups).items()}
    assert (codes["width"], codes["door"], codes["temperature"]) == ("int64", "object", "float64")


def test_of_two_bounds_on_one_side_only_the_narrower_one_is_shown() -> None:
    oven = property_("{type: integer, minimum: 0, exclusiveMinimum: true, maximum: 90, multipleOf: 5}")
    (row,) = (row for path, row in rows(page(oven).groups).items() if path == "it")
    assert [limit.text for limit in row.limits] == ["at most 90", "more than 0", "a multiple of 5"]


def test_limits_and_defaults_are_said_in_words(view: EntityView) -> None:
    found = rows(view.groups)
    assert [(limit.text, limit.values) for limit in found["fuel_kind"].limits] == [("one of", ('"gas"', '"wood"'))]
    assert [limit.text for limit in found["width"].limits] == ["1 to 9"]
    assert found["width"].default == "3"
    assert found["door.lock"].limits[0].text == "at most 4 characters"
    assert found["apron"].default is None
    assert found["apron"].limits == ()


def test_secrets_deprecated_attributes_and_members_are_marked_and_nested_ones_counted(view: EntityView) -> None:
    found = rows(view.groups)
    assert [path for path, row in found.items() if row.sensitive] == ["secret"]
    assert [path for path, row in found.items() if row.deprecation] == ["apron"]
    assert (found["door"].nested_count, found["door.hinge"].nested_count, found["width"].nested_count) == (4, 1, 0)
    assert outline(found["grid"].groups) == {"Members": ["x"]}
    assert found["grid.x"].is_member
    assert not found["grid"].is_member
    assert not found["racks.depth"].is_member


def test_what_is_nested_in_a_member_is_a_member_too() -> None:
    inner = "{type: object, properties: {x: {type: object, properties: {y: {type: string}}}}}"
    found = rows(page(property_(f"{{type: array, items: {{type: array, items: {inner}}}}}")).groups)
    assert found["it.x.y"].is_member


# --- anchors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "is_open"), [(1, True), (OPEN_UP_TO, True), (OPEN_UP_TO + 1, False)])
def test_a_few_nested_attributes_are_shown_unfolded(count: int, is_open: bool) -> None:
    properties = ", ".join(f"a{number}: {{type: string}}" for number in range(count))
    view = page(property_(f"{{type: object, properties: {{{properties}}}}}"))
    assert rows(view.groups)["it"].is_open is is_open
    fold = '<span class="oa-names">: <code>a0</code>, <code>a1</code>'
    assert (fold in Renderer().entity(view, str)) is not is_open


# --- sources --------------------------------------------------------------------------------------


def test_a_row_has_every_source_with_its_place() -> None:
    found = rows(page(resource("""
        create: {type: object, properties: {it: {$ref: "#/components/schemas/It"}}}
        read: {type: object, properties: {it: {type: string, description: What it is.}}}
        components:
          It: {type: string}
    """)).groups)["it"]  # fmt: skip
    first, second = found.sources
    assert (first.role, first.contribution) == ("create request body", "declared the attribute")
    assert first.place.pointer.endswith("/schema/properties/it")
    assert first.place.text == f"openapi.yaml:{first.place.line}"
    assert [hop.pointer for hop in first.via] == ["/components/schemas/It"]
    assert (second.role, second.contribution) == ("read response 200", "filled the description")
    assert second.via == ()


def test_places_become_links_where_there_is_an_address(oven: Mapped) -> None:
    pages = Pages(oven.mapping, lambda file, line: f"https://x.example/{file}#L{line}")
    entity = pages.entity("resources/oven")
    assert entity.config is not None
    assert entity.config.href == f"https://x.example/config.yml#L{entity.config.line}"
    place = rows(entity.groups)["width"].sources[0].place
    assert place.href == f"https://x.example/openapi.yaml#L{place.line}"
    assert Pages(oven.mapping).entity("resources/oven").config.href is None  # type: ignore[union-attr]


def test_excerpts_are_the_lines_that_stand_there(oven: Mapped) -> None:
    entity = Pages(oven.mapping, excerpts=True).entity("resources/oven")
    source = rows(entity.groups)["fuel_kind"].sources[0]
    assert source.excerpt is not None
    assert source.excerpt.line == source.place.line
    assert source.excerpt.lines == ("fuelKind: {type: string, enum: [gas, wood]}",)
    door = rows(entity.groups)["door"].sources[0].excerpt
    assert door is not None
    assert door.lines[:3] == ("door:", "  type: object", "  required: [lock]")
    assert rows(Pages(oven.mapping).entity("resources/oven").groups)["width"].sources[0].excerpt is None


def test_used_schemas_are_listed_with_the_attributes_that_use_them() -> None:
    (use,) = page(resource("""
        create: {type: object, properties: {
          a: {$ref: "#/components/schemas/It"}, b: {type: object, properties: {c: {$ref: "#/components/schemas/It"}}}}}
        components:
          It: {type: string}
    """)).schemas  # fmt: skip
    assert (use.name, use.place.pointer, {link.path for link in use.uses}) == (
        "It",
        "/components/schemas/It",
        {"a", "b.c"},
    )


# --- entities -------------------------------------------------------------------------------------


def test_a_long_name_may_break_after_underscores_only() -> None:
    html = Renderer().entity(
        page(property_("{type: object, properties: {a_name_of_some_length: {type: string}}}")), str
    )
    assert ">a_<wbr>name_<wbr>of_<wbr>some_<wbr>length</a>" in html
    assert ">fuel_kind</a>" in Renderer().entity(page(resource(OVEN)), str)


def test_the_name_of_the_provider_stands_in_front_once() -> None:
    mapped = map_texts(API, CONFIG.replace("NAMES", "bakery_oven: *oven\n  bakeryoven: *oven"))
    pages = Pages(mapped.mapping)
    titles = {entity.name: pages.title(entity) for entity in pages.entities.values()}
    assert titles["bakery_oven"] == "bakery_oven"
    assert titles["bakeryoven"] == "bakery_bakeryoven"
    assert titles["bakery"] == "bakery"


def test_what_the_config_leaves_out_has_both_places() -> None:
    view = page(resource("""
        create: {type: object, properties: {b: {type: object, properties: {c: {}, d: {type: string}}}}}
        schema:
          ignores: [b.c]
    """))  # fmt: skip
    (item,) = view.left_out
    assert item.source_path == "b.c"
    assert item.place.file == "openapi.yaml"
    assert (item.rule.file, item.rule.pointer) == ("config.yml", "/resources/oven/schema/ignores/0")
    assert view.matrix is not None
    assert view.matrix.ignored == view.left_out


def test_a_diagnostic_leads_to_the_row_that_it_is_nearest_to() -> None:
    nested = "{type: object, properties: {b: {}, c: {type: string}}}"
    found = page(resource(f"create: {{type: object, properties: {{a: {nested}, d: {{}}}}}}")).diagnostics
    anchors = {d.path: d.anchor for d in found if d.code == "OAS302"}
    assert anchors == {"a.b": "a", "d": ""}


def test_related_pages_are_those_that_use_the_same_operations() -> None:
    (link,) = page(resource_and_data_source()).related
    assert (link.key, link.text) == ("data-sources/oven", "bakery_oven (Data Source)")


def resource_and_data_source() -> Mapped:
    mapped, _ = both("""
        create: {type: object, properties: {a: {}}}
        read: {type: object, properties: {a: {type: string}}}
    """)
    return mapped


API = """\
openapi: 3.1.0
paths:
  /ovens:
    get:
      responses: {"200": {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}
    delete: {responses: {}}
"""
CONFIG = """\
provider: {name: bakery}
data_sources:
  oven: &oven {read: {path: /ovens, method: GET}}
  NAMES
"""


def test_every_entity_has_a_page_of_its_own_even_where_case_does_not_count() -> None:
    names = ["Oven", "OVEN", "'a b'", "a-b", "'a/b'", "'../../etc'", "日本", "'***'", "index", "oven-2"]
    mapped = map_texts(API, CONFIG.replace("NAMES", "\n  ".join(f"{name}: *oven" for name in names)))
    keys = [key for key in Pages(mapped.mapping).entities if key != "provider"]
    assert len({key.lower() for key in keys}) == len(names) + 1
    for key in keys:
        folder, _, name = key.partition("/")
        assert folder == "data-sources"
        assert name
        assert not set(name) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


# --- large entities -------------------------------------------------------------------------------


def large() -> Mapped:
    many = ", ".join(f"n{number}: {{type: string}}" for number in range(20))
    return resource(f"""
        create: {{type: object, properties: {{
          a: {{type: object, properties: {{{many}}}}}, b: {{type: object, properties: {{c: {{type: string}}}}}}}}}}
    """)


def test_a_large_entity_is_split_on_demand() -> None:
    assert set(Pages(large().mapping).parts) == set()
    assert set(Pages(large().mapping, split=1000).parts) == set()
    pages = Pages(large().mapping, split=10)
    assert set(pages.parts) == {"resources/oven/a"}
    whole, part = rows(pages.entity("resources/oven").groups), rows(pages.entity("resources/oven/a").groups)
    assert set(whole) == {"a", "b", "b.c"}
    assert whole["a"].part == "resources/oven/a"
    assert whole["a"].nested_count == 20
    assert {"a", "a.n0", "a.n19"} <= set(part)
    assert part["a"].part is None


def test_a_part_leads_back_to_the_whole() -> None:
    view = Pages(large().mapping, split=10).entity("resources/oven/a")
    assert view.part_of is not None
    assert view.part_of.key == "resources/oven"
    assert view.title == "bakery_oven: a"


# --- lists and report -----------------------------------------------------------------------------


def test_an_object_that_is_on_the_page_of_the_whole_is_linked_from_a_part() -> None:
    same = ", ".join(f"p{number}: {{type: string}}" for number in range(ONCE_FROM))
    many = ", ".join(f"x{number}: {{type: string}}" for number in range(MOST_ROWS))
    link = '{$ref: "#/components/schemas/Same"}'
    mapped = resource(f"""
        create: {{type: object, properties: {{a: {link}, z: {{type: object, properties: {{s: {link}, {many}}}}}}}}}
        components:
          Same: {{type: object, properties: {{{same}}}}}
    """)
    part = Pages(mapped.mapping).entity("resources/oven/z")
    assert rows(part.groups)["z.s"].same_as == "a"
    assert '<a href="resources/oven#a">20 attributes of <code>s</code></a>' in Renderer().entity(part, str)


def test_pages_may_have_as_much_text_as_they_show_and_show_a_repeated_object_once() -> None:
    same = ", ".join(f"p{number}: {{type: string}}" for number in range(ONCE_FROM))
    uses = ", ".join(f'u{number}: {{$ref: "#/components/schemas/Same"}}' for number in range(9))
    mapping = resource(f"""
        create: {{type: object, properties: {{{uses}}}}}
        components: {{Same: {{type: object, properties: {{{same}}}}}}}
    """).mapping
    for most, error in ((3_000, nullcontext()), (1_000, pytest.raises(OverBudget, match="the pages would take more"))):
        mapping.budget.limits[Cost.WRITTEN] = Limit("characters", most)
        with error:
            Pages(mapping)


def test_a_page_for_authors_with_many_tables_and_notes_keeps_within_its_budget() -> None:
    lost = ", ".join(f"lost_{number}: {{}}" for number in range(400))
    many = ", ".join(f"p{number}: {{$ref: '#/components/schemas/S{number}'}}" for number in range(200))
    schemas = "".join(f"\n            S{number}: {{type: string}}" for number in range(200))
    pages = Pages(
        resource(f"""
        create: {{type: object, properties: {{a: {{type: object, properties: {{{many}}}}}, {lost}}}}}
        read: {{type: object, properties: {{b: {{type: object, properties: {{{many}}}}}}}}}
        components:{schemas}
    """).mapping
    )
    html = Renderer().entity(pages.entity("resources/oven"), str)
    assert html.count('<li class="oa-note ') == 40
    assert f'{len(pages.entity("resources/oven").diagnostics) - 40} more are in the <a href="report">report</a>' in html
    assert len(re.findall(r"<[a-z]", html)) < 5_000


def test_the_overview_lists_entities_by_kind() -> None:
    lists = Pages(resource_and_data_source().mapping).lists()
    assert [(group.key, group.title, [entry.key for entry in group.entries]) for group in lists] == [
        ("provider", "Provider", ["provider"]),
        ("resource", "Resources", ["resources/oven"]),
        ("data-source", "Data Sources", ["data-sources/oven"]),
    ]
    assert lists[1].entries[0].problems == 1
    assert lists[2].entries[0].problems == 0


def test_the_report_has_the_worst_first_and_one_section_for_each_code() -> None:
    report = Pages(resource("""
        create: {type: object, properties: {count: {type: string}, b: {}, c: {}, d: {type: array}}}
    """).mapping).report  # fmt: skip
    severities = [rule.severity for rule in report.rules]
    assert severities == sorted(severities, key=["error", "warning", "info"].index)
    codes = [rule.code for rule in report.rules if rule.severity != "info"]
    assert codes == ["OAS502", "OAS302", "OAS307"]
    assert {rule.code: len(rule.diagnostics) for rule in report.rules}["OAS302"] == 2
    assert dict(report.severities)["warning"] == 3
    assert all(d.page == "resources/oven" for rule in report.rules for d in rule.diagnostics)


def test_diagnostics_are_grouped_by_what_became_of_the_output() -> None:
    report = Pages(resource("""
        create: {type: object, properties: {count: {type: string}, b: {}, c: {type: string}}}
        schema:
          ignores: [nothing]
    """).mapping).report  # fmt: skip
    found = {outcome.title: [rule.code for rule in outcome.rules] for outcome in report.outcomes}
    assert found["Broken output"] == ["OAS502"]
    assert found["Missing from the output"] == ["OAS302"]
    assert found["No effect"] == ["OAS102"]
    assert list(found)[:3] == ["Broken output", "Missing from the output", "No effect"]
    assert {rule.code for outcome in report.outcomes for rule in outcome.rules} == {rule.code for rule in report.rules}


def test_each_way_to_settle_a_diagnostic_is_a_line_to_paste() -> None:
    pages = Pages(resource("create: {type: object, properties: {b: {}, c: {type: string}}}").mapping)
    everything, one = parse(Renderer().report(pages, lambda key: key)).all("pre")
    assert everything.text.startswith("policies: untyped: json_string # fixes 1 of OAS302")
    text = one.text
    assert text.endswith("# or ignores: [b] # in resources.oven.schema")
    assert text.startswith("policies: ")


def test_the_report_says_which_operations_are_used() -> None:
    report = Pages(map_texts(API, CONFIG.replace("NAMES", "")).mapping).report
    assert [(o.method, o.path, o.users) for o in report.operations] == [
        ("GET", "/ovens", (("data source oven", "data-sources/oven"),)),
        ("DELETE", "/ovens", ()),
    ]
    assert report.used == 1
    assert "openapi.yaml" in report.documents


# --- which pages lead to each other ---------------------------------------------------------------


RESOURCE = EntityKind("resource", "Resource", "Resources", "resources")
DATA = EntityKind("data source", "Data Source", "Data Sources", "data-sources")
PROVIDER = EntityKind("provider", "Provider", "Provider")
ROOT = Document("a.json", b"{}").node


def entity(kind: EntityKind, name: str, *paths: str) -> Entity:
    operations = tuple(Operation(Purpose.READ, "get", path, ROOT) for path in paths)
    return Entity(kind, name, Body(()), operations=operations)


def test_entities_of_one_name_or_operation_are_related_in_the_order_of_the_mapping() -> None:
    entities = {
        "provider": entity(PROVIDER, "owl"),
        "resources/owl": entity(RESOURCE, "owl", "/owls"),
        "resources/nest": entity(RESOURCE, "nest", "/nests"),
        "data-sources/nests": entity(DATA, "nests", "/owls", "/nests"),
        "data-sources/owl": entity(DATA, "owl"),
    }
    relations = Relations(entities, "zoo")
    assert relations.of("resources/owl") == ["data-sources/nests", "data-sources/owl"]
    assert relations.of("resources/nest") == ["data-sources/nests"]
    assert relations.of("data-sources/nests") == ["resources/owl", "resources/nest"]
    assert relations.of("provider") == ["resources/owl", "data-sources/owl"]


def test_each_box_of_the_changes_counts_what_its_section_has() -> None:
    shared = "{$ref: '#/components/schemas/One'}"
    state = f"create: {shared}\nread: {shared}\ncomponents:\n  One: {{properties: {{name: {{type: string LIMIT}}}}}}\n"
    old, new = (both(state.replace(" LIMIT", limit))[0].mapping for limit in (", pattern: ^a", ""))
    for one, other in ((old, new), *PAIRS.values()):
        changes = Pages(other, compared=Comparisons(reviewed(one, other))).changes
        assert changes is not None
        counted = {count.symbol: int(count.text.split()[0].replace(",", "")) for count in changes.counts}
        assert counted == {section.severity: section.count for section in changes.sections}
