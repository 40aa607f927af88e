"""The front page: entities in groups, files by purpose, and the map of the operations."""

from collections.abc import Sequence

import pytest

from mapper.model import Body, Coverage, Entity, EntityRef, Mapping, Operation, Purpose, Topic
from mapper.systems.terraform.kinds import DATA_SOURCE, RESOURCE
from mkdocs_oasmap.pages.home_page import (
    artifact_groups,
    catalogue,
    coverage_map,
    grouped,
    letters,
    more_words,
    titles_of,
    words_of_line,
)
from mkdocs_oasmap.pages.views import EntryView, ListView

CAGE, PEN = EntityRef(RESOURCE, "cage"), EntityRef(RESOURCE, "pen")
KEEPER, LIST = EntityRef(DATA_SOURCE, "keeper"), EntityRef(DATA_SOURCE, "cage")


def entry(name: str, kind: str = "Resource", **more: str) -> EntryView:
    return EntryView(f"{kind}/{name}", kind, name, f"zoo_{name}", more.pop("summary", ""), {}, 0, **more)


def cage(name: str, *operations: Operation) -> Entity:
    return Entity(RESOURCE, name, Body(), operations=operations)


def of(coverage: Coverage, *entities: Entity) -> Mapping:
    return Mapping("terraform", "zoo", entities, (), coverage, ())


def shown(names: Sequence[str], known: dict[str, str] | None = None) -> list[tuple[str, str]]:
    groups = grouped(
        [entry(name) for name in names], {f"Resource/{key}": v for key, v in (known or {}).items()}, "Other"
    )
    return [(group.title, " ".join(each.name for each in group.entries)) for group in groups]


@pytest.mark.parametrize(
    ("names", "known", "expected"),
    [
        ("a_x a_y b_x b_y c", {}, [("", "a_x a_y b_x b_y c")]),  # too few to be grouped by their names
        ("a_x b_x a_y b_y c d", {}, [("A", "a_x a_y"), ("B", "b_x b_y"), ("Other", "c d")]),
        ("a_x a_y a_z a_u a_v a_w", {}, [("", "a_x a_y a_z a_u a_v a_w")]),
        ("b.x b.y a.x a.y a.z a.w", {}, [("A", "a.x a.y a.z a.w"), ("B", "b.x b.y")]),
        ("x y z", {"x": "Zoo", "z": "Zoo"}, [("Zoo", "x z"), ("Other", "y")]),
        ("x y z u", {"x": "b", "y": "b", "z": "A", "u": "A"}, [("A", "z u"), ("b", "x y")]),
        ("x y", {"x": "One"}, [("", "x y")]),  # nobody is in a group alone
    ],
)
def test_entities_are_grouped_by_title_or_by_the_first_words_of_their_names(
    names: str, known: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    assert shown(names.split(), known) == expected


def test_entities_of_one_title_share_a_line_of_the_overview() -> None:
    kinds = [
        ListView("resources", "Resources", (entry("pen"), entry("cage", address="v1"), entry("Den"))),
        ListView("data", "Data", (entry("pen", "Data Source"), entry("cage", "Data Source", address="v2"))),
        ListView("provider", "Provider", (entry("zoo", "Provider"),), is_single=True),
    ]
    (group,) = catalogue(kinds, {}, of(Coverage()), "Other")
    assert [(line.entry.title, [each.kind for each in line.entries]) for line in group.lines] == [
        ("zoo_cage", ["Resource"]),
        ("zoo_cage", ["Data Source"]),
        ("zoo_Den", ["Resource"]),
        ("zoo_pen", ["Resource", "Data Source"]),
    ]
    assert (group.title, group.anchor, group.words) == ("", "all", "")
    assert group.counts(["Data Source", "Resource", "Action"]) == "2 data sources, 3 resources"


def test_a_group_has_an_anchor_and_the_words_of_its_description() -> None:
    topics = {"a": Topic("Wild Cats", "Wild cats and LIONS."), "b": Topic("wild, cats")}
    tags = {("get", f"/{name}"): tag for name, tag in (("u", "a"), ("v", "a"), ("x", "b"), ("y", "b"))}
    entities = {f"Resource/{name}": cage(name, Operation(Purpose.READ, "GET", f"/{name}", None)) for name in "uvxy"}
    coverage = Coverage(dict.fromkeys(tags, ()), tags=tags, topics=topics)
    kinds = [ListView("resources", "Resources", tuple(map(entry, "uvxy")))]
    groups = catalogue(kinds, entities, of(coverage, *entities.values()), "Other")
    assert [(group.title, group.anchor, group.words) for group in groups] == [
        ("Wild Cats", "wild-cats", "and lions"),
        ("wild, cats", "wild-cats-2", ""),
    ]
    assert letters(groups) == (("W", "wild-cats"),)
    assert letters(catalogue(kinds, {}, of(Coverage()), "Other")) == ()


def test_the_title_of_a_group_is_from_the_config_or_of_the_first_tag() -> None:
    operations = tuple(Operation(Purpose.READ, method, "/a", None) for method in ("POST", "GET", "PUT"))
    one = cage("cage", *operations)
    coverage = Coverage(tags={("get", "/a"): "wildCats", ("put", "/a"): "other"})
    mapping = of(coverage, one)
    assert titles_of({"k": one, "none": cage("none")}, mapping) == {"k": "Wild cats", "none": ""}
    by_config = Mapping("terraform", "zoo", (one,), (), coverage, (), groups={one.ref: "Mine"})
    assert titles_of({"k": one}, by_config) == {"k": "Mine"}


def test_a_line_is_found_by_words_that_are_not_shown() -> None:
    (group,) = catalogue(
        [ListView("r", "R", (entry("cage", summary="A zoo_cage of Iron, iron bars.", address="zoo/v1 Cage"),))],
        {},
        of(Coverage()),
        "",
    )
    assert words_of_line(group.lines[0], "with bars") == "zoo/v1 Cage iron"
    assert more_words("one two three four", "two", 2) == "one three"
    assert more_words("x" * 1998 + " ab abc", "", 5) == "x" * 1998
    assert more_words("x" * 1996 + " abc abcd", "", 5) == "x" * 1996 + " abc"


def test_files_are_grouped_by_purpose() -> None:
    words = {"a.yaml": "CRDs", "c.yaml": "CRDs", "b.json": ""}
    groups = artifact_groups({name: f"/{name}" for name in ("a.yaml", "b.json", "c.yaml")}, lambda name: words[name])
    assert [(group.words, group.files) for group in groups] == [
        ("CRDs", (("a.yaml", "/a.yaml"), ("c.yaml", "/c.yaml"))),
        ("", (("b.json", "/b.json"),)),
    ]


def test_the_map_has_a_cell_for_each_operation() -> None:
    operations = {
        ("get", "/api/v1/cages/{id}"): (CAGE,),
        ("put", "/v2/{zoo}/cages"): (PEN, CAGE),
        ("get", "/keepers"): (KEEPER, CAGE),
        ("delete", "/keepers"): (),
        ("post", "/keepers"): (),
        ("get", "/v1"): (LIST,),
        ("get", "/vaults/cages"): (LIST,),
        ("get", "/{id}"): (KEEPER,),
        ("describe", "Cages"): (),
    }
    coverage = Coverage(operations, tags={("get", "/keepers"): "wildCats"})
    keys = {CAGE: "resources/cage", KEEPER: "data-sources/keeper"}
    anchors = dict.fromkeys([("delete", "/keepers"), ("get", "/keepers")], "use-1")
    found = coverage_map(of(coverage), keys, anchors, lambda ref: ref.name, {PEN})
    assert found is not None
    rows = {
        row.title: [(cell.operation, cell.use, cell.words, cell.page, cell.anchor, cell.lost) for cell in row.cells]
        for row in found.rows
    }
    assert rows == {
        "cages": [
            ("GET /api/v1/cages/{id}", "resource", "cage", "resources/cage", "", False),
            ("PUT /v2/{zoo}/cages", "resource", "pen, cage", "resources/cage", "", True),
        ],
        "Wild cats": [("GET /keepers", "several", "keeper, cage", "data-sources/keeper", "", False)],
        "keepers": [
            ("DELETE /keepers", "", "not used", "report", "use-1", False),
            ("POST /keepers", "", "not used", None, "", False),
        ],
        "v1": [("GET /v1", "data-source", "cage", None, "", False)],
        "vaults": [("GET /vaults/cages", "data-source", "cage", None, "", False)],
        "/": [("GET /{id}", "data-source", "keeper", "data-sources/keeper", "", False)],
        "": [("DESCRIBE Cages", "", "not used", None, "", False)],
    }
    assert found.legend == (
        ("resource", "resource", 2),
        ("data-source", "data source", 3),
        ("several", "data source and resource", 1),
        ("", "not used", 3),
    )
    assert (found.used, found.total) == (6, 9)
    assert coverage_map(of(Coverage()), keys, anchors, str, set()) is None
