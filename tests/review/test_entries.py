"""Every form of a review knows the same of an entry; what one edit made is one entry, and its texts show as text."""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import Struct
from msgspec.structs import replace

from mapper.model import STATUS_WORDS, Status
from mapper.review import changes, rules
from mapper.review.changes import Cause, Change, Evidence, Review, ReviewSide, Skeleton, WrittenLine
from mapper.review.data import review_pieces
from mapper.review.entries import Entry, grouped
from mapper.review.rules import ChangeSeverity
from mapper.review.settings import Settings
from mapper.systems.terraform.kinds import RESOURCE
from mkdocs_oasmap.review.changelog import as_changelog
from mkdocs_oasmap.review.ci_reports import as_gitlab, as_junit
from mkdocs_oasmap.review.comparison import review
from mkdocs_oasmap.review.html import as_html
from mkdocs_oasmap.review.markdown import as_markdown
from mkdocs_oasmap.review.sarif import as_sarif
from mkdocs_oasmap.review.states import Files, read_state
from mkdocs_oasmap.review.text import as_github, as_lines, as_text
from mkdocs_oasmap.review_formats import FORMATS

from ..delimiters import DELIMITERS, found_in_comment
from ..filling import Position, fill, positions
from ..site.tree import parse
from ..test_hostile import check

API = """\
openapi: 3.1.0
info: {title: Zoo, version: "1"}
paths:
  PREFIX/cages:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Cage'}}}}}
  PREFIX/cages/{name}:
    get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Cage'}}}}}}
components:
  schemas:
    Cage:
      type: object
      properties:
        bars: {type: integer, maximum: MOST}
        door: {$ref: '#/components/schemas/Door'}
        hatch: {$ref: '#/components/schemas/Door'}
        FLOW: {type: string, description: How much water.}
        odd: ODD
    Door: {type: object, REQUIRED properties: {lock: {type: string, description: TEXT}, key: {type: string}}}
"""
CONFIG = """\
provider: {name: zoo}
resources:
  cage: {create: {path: PREFIX/cages, method: POST}, read: {path: 'PREFIX/cages/{name}', method: GET}}
data_sources:
  cage: {read: {path: 'PREFIX/cages/{name}', method: GET}}
"""
OLD = {"PREFIX": "/v1", "MOST": "8", "REQUIRED": "", "TEXT": "A lock.", "FLOW": "flow", "ODD": "{type: string}"}
NEW = {
    "PREFIX": "/v2",
    "MOST": "6",
    "REQUIRED": "required: [lock],",
    "TEXT": "The lock.",
    "FLOW": "flow_rate",
    "ODD": "{}",
}


def written(folder: Path, values: dict[str, str], config: str = "") -> Files:
    folder.mkdir()
    api, settings = API, CONFIG + config
    for word, value in values.items():
        api, settings = api.replace(word, value), settings.replace(word, value)
    (folder / "api.yml").write_text(api)
    (folder / "config.yml").write_text(settings)
    return Files((folder / "config.yml",), folder)


@pytest.fixture
def zoo(tmp_path: Path) -> Review:
    old, new = written(tmp_path / "old", OLD), written(tmp_path / "new", NEW)
    return review(read_state("api.yml", old), read_state("api.yml", new), Settings())


def flat(text: str) -> str:
    """A text without markup, and with one space between words."""
    return " ".join(re.sub(r"<[^>]*>|[`*\\]", " ", html.unescape(text)).split())


def results(found: Review) -> list[Any]:
    """The results in SARIF."""
    return list(json.loads("".join(as_sarif([found])))["runs"][0]["results"])


FORMS: dict[str, Callable[[Review], str]] = {
    "text": as_text,
    "lines": as_lines,
    "markdown": as_markdown,
    "html": lambda found: as_html([found]).partition("<body>")[2],
    "sarif": lambda found: "\n".join(one["message"]["text"] for one in results(found)),
    "junit": lambda found: " ".join(ElementTree.fromstring(as_junit([found])).itertext()) + as_junit([found]),
    "gitlab": lambda found: "\n".join(one["description"] for one in json.loads(as_gitlab([found]))),
    "github": lambda found: as_github([found]).replace("%0A", "\n"),
}
WITHOUT = {"changelog": "for users: no places, no keys", "counts": "numbers", "json": "data, with a schema of its own"}
"""Formats without all facts of an entry, and why."""
QUIET = {"github": ChangeSeverity.INFO, "gitlab": ChangeSeverity.DOCS, "junit": ChangeSeverity.DOCS}
"""Forms that leave out what is milder."""


def facts(entry: Entry) -> list[str]:
    """What there is to know of an entry, each as it is said somewhere."""
    change = entry.first
    old, new = entry.places
    lines = [(side, place.document.position(place.pointer)) for side in (old, new) for place in side]
    numbers = [str(position[0]) for _, position in lines if position]
    values = [] if "description" in change.rule.id else [change.before or ""]
    values += [change.after or ""] if change.before and len(entry.changes) == 1 else []
    values = [value.replace(STATUS_WORDS[Status.COMPUTED_OPTIONAL], "optional") for value in values]
    told = [change.name, change.path, change.condition, change.rule.id, change.key, *numbers, *values]
    return [flat(one) for one in (*told, str(change.cause), change.fix or "", *map(str, change.audiences)) if one]


def test_every_format_is_asked_for_the_facts_or_has_a_reason() -> None:
    assert FORMS.keys() | WITHOUT.keys() == FORMATS.keys()


@pytest.mark.parametrize("form", FORMS)
def test_a_form_knows_all_of_every_entry(form: str, zoo: Review) -> None:
    text = flat(FORMS[form](zoo))
    least = QUIET.get(form, ChangeSeverity.DOCS)
    entries = [entry for entry in grouped(zoo.changes) if entry.first.severity.rank <= least.rank]
    assert len(entries) >= 5
    for entry in entries:
        missing = [fact for fact in facts(entry) if fact not in text]
        assert missing == [], (form, entry.subject)


def test_every_change_is_in_the_data_and_on_a_line_of_its_own(zoo: Review) -> None:
    found = json.loads("".join(review_pieces(zoo)))["changes"]
    assert [one["fingerprint"] for one in found] == [change.fingerprint for change in zoo.changes]
    lines = as_lines(zoo).splitlines()
    assert len(lines) == len(zoo.changes) + len(zoo.diagnostics) + 1
    assert all(
        re.match(r"\S+:\d+: (breaking|warning|info|docs|error) \S+ \S+: ", line) for line in lines[: len(zoo.changes)]
    )


@pytest.mark.parametrize("cause", Cause)
@pytest.mark.parametrize("sides", [(), (False,), (True,), (False, True)])
def test_a_change_has_the_lines_that_explain_it_and_those_of_the_declaration_where_none_do(
    zoo: Review, cause: Cause, sides: tuple[bool, ...]
) -> None:
    change = next(one for one in zoo.changes if one.old_places and one.new_places and one.evidence)
    evidence = tuple(Evidence(change.evidence[0].location, is_new) for is_new in sides)
    old, new = Entry((replace(change, cause=cause, together="", evidence=evidence),)).places
    is_config = cause is Cause.CONFIG and bool(sides)
    found = (change.evidence[0].location,)
    assert old == (found if False in sides else () if is_config else change.old_places[:1])
    assert new == (found if True in sides else () if is_config else change.new_places[:1])


def test_a_moved_prefix_is_one_entry_that_raises_no_minor_version(zoo: Review) -> None:
    (entry,) = [entry for entry in grouped(zoo.changes) if entry.first.rule.id == "operation-changed"]
    assert len(entry.changes) == 3
    assert entry.sentence == "the paths moved from /v1 to /v2, the operations are the same"
    assert len({change.key for change in entry.changes}) == 1


def test_one_line_of_the_config_is_one_entry_and_one_approval(tmp_path: Path) -> None:
    old = read_state("api.yml", written(tmp_path / "old", OLD))
    policy = "policies: {not_required: optional}\n"
    new = read_state("api.yml", written(tmp_path / "new", OLD, policy))
    found = review(old, new, Settings())
    (entry,) = grouped(found.changes)
    assert len(entry.changes) == len(found.changes) >= 5
    assert entry.subject == f"{len(found.changes)} attributes of 1 resource"
    named, _, block = as_markdown(found).partition("approved:\n")
    assert named.endswith("in the review file (oasmap_review.yml, or what --review names)</summary>\n\n```yaml\n")
    assert entry.approval in block
    approved = review(old, new, Settings(approved={entry.first.key: "agreed"}))
    assert not any(change.counts for change in approved.changes)


def test_new_problems_of_the_mapping_are_told_first(zoo: Review) -> None:
    assert [one.code for one in zoo.diagnostics] == ["OAS302", "OAS302"]
    assert "But the mapping has 2 new warnings." in as_text(zoo).splitlines()[0]
    for form in FORMS.values():
        assert "OAS302" in form(zoo) or form is FORMS["sarif"]
    assert "OAS302" in "".join(as_sarif([zoo]))


def test_a_run_with_new_problems_never_says_first_that_nothing_changes(tmp_path: Path) -> None:
    old = read_state("api.yml", written(tmp_path / "old", OLD | {"ODD": "{type: string}"}))
    bare = {**OLD, "ODD": "{type: string}\n        more: {}"}
    found = review(old, read_state("api.yml", written(tmp_path / "new", bare)), Settings())
    assert found.changes == ()
    assert "the mapping has 2 new warnings, otherwise nothing changes for users." in as_text(found).splitlines()[0]


@pytest.mark.parametrize(("count", "more"), [(9, ""), (10, ""), (11, "1 more note"), (1210, "1,200 more notes")])
def test_a_comment_has_ten_notes_and_the_number_of_the_others(count: int, more: str) -> None:
    notes = tuple(f"note number {number}" for number in range(count))
    text = as_markdown(Review(ReviewSide("old"), ReviewSide("new"), (), notes=notes))
    assert [f"> {note}\n" in text for note in notes] == [number < 10 for number in range(count)]
    assert (f"> {more}\n" in text) if more else ("more note" not in text)


def test_an_annotation_of_what_never_fails_has_no_line_to_approve_it(zoo: Review) -> None:
    for line in as_github([zoo]).splitlines():
        assert (
            ("to approve it, write below `approved:` in the review file: " in line) is not line.startswith("::notice")
            or "mapping" in line
            or "OAS" in line
        )


def test_the_line_that_keeps_a_name_keeps_it(zoo: Review, tmp_path: Path) -> None:
    renamed = next(change for change in zoo.changes if change.rule.id == "rename-suspected")
    assert renamed.fix is not None
    assert (renamed.fix, renamed.fix_place) == ("aliases: {.flow_rate: flow}", "resources.cage.schema.attributes")
    files = written(tmp_path / "kept", NEW)
    config = (tmp_path / "kept" / "config.yml").read_text()
    lines = config.split("\n")
    lines[2] = lines[2].removesuffix("}") + ", schema: {attributes: {" + renamed.fix + "}}}"
    (tmp_path / "kept" / "config.yml").write_text("\n".join(lines))
    old = read_state("api.yml", Files((tmp_path / "old" / "config.yml",), tmp_path / "old"))
    kept = review(old, read_state("api.yml", files), Settings())
    resource = [change for change in kept.changes if change.kind.name == "resource"]
    of_flow = [change for change in resource if change.path in ("flow", "flow_rate")]
    assert {str(change.severity) for change in of_flow} == {"warning"}


HOSTILE = " ".join(DELIMITERS)
WORDS = {
    ("Change", "together"): "a sentence of ours",
    ("Change", "made_by"): "a word of the system",
    ("Change", "mark"): "tells changes apart",
}


class File(Struct, frozen=True):
    uri: str

    def position(self, _pointer: str) -> tuple[int, int]:
        return 7, 1


class Place(Struct, frozen=True):
    document: File
    pointer: str


PLACE = Place(File("api.json"), "/components")


def change(rule: str, severity: ChangeSeverity, **more: object) -> Change:
    base = Change(rules.RULES[rule], severity, (rules.Affected.CONFIGURATION,), RESOURCE, "oven", "heat", "it changed",
                  cause=Cause.SPEC, evidence=(Evidence(PLACE, is_new=True), Evidence(PLACE, is_new=False)),
                  new_places=(PLACE,))  # fmt: skip
    return replace(base, **more)  # type: ignore[arg-type]


def text_review() -> Review:
    """A review in which every part of a comment occurs."""
    found = [
        change("type-changed", ChangeSeverity.BREAKING, before="string", after="int64",
               fix="a: b", fix_place="config.yml"),
        change("type-changed", ChangeSeverity.BREAKING, entity="grill", before="string", after="int64"),
        change("attribute-renamed", ChangeSeverity.BREAKING, before="warmth", after="heat", old_path="warmth",
               old_entity="stove", written=WrittenLine("warmth = 1", "heat = 1")),
        change("entity-removed", ChangeSeverity.BREAKING, path="", approved="nobody has it"),
        change("constraint-changed", ChangeSeverity.WARNING, before="pattern a", after="pattern b", cause=None),
        change("description-changed", ChangeSeverity.DOCS, before="Warm.", after="Hot."),
        change("entity-added", ChangeSeverity.INFO, path="", entity="hob", text="it is new"),
        change("deprecated", ChangeSeverity.INFO, text="it is deprecated: use dial"),
        change("attribute-added", ChangeSeverity.INFO, after="string", text="it is new, of type string"),
    ]  # fmt: skip
    return Review(
        ReviewSide("git:main", "oasmap 1", "2026-01-01, Bake"),
        ReviewSide("api.json", "oasmap 2"),
        tuple(found),
        ("the baseline lacks one",),
        (),
        ("a path is not there",),
        None,
        (Skeleton("state upgrader", "oven", "go", "func a() {\n\t// x\n}"),),
    )


NOT_SHOWN = (changes.Peer, changes.Delta, changes.Version, changes.EditKey)
"""Only the JSON has a peer, a review is made of the next two, and the key of an edit is a text in it."""
CLASSES = [each for each in vars(changes).values() if getattr(each, "__module__", "") == changes.__name__]
CLASSES = [each for each in CLASSES if each not in NOT_SHOWN]
POSITIONS = [*positions([*CLASSES, Place, File], WORDS)]
POSITIONS = [position for position in POSITIONS if position[1] not in ("code", "language", "title")]


@pytest.mark.parametrize("position", POSITIONS, ids=".".join)
@pytest.mark.parametrize("form", [as_markdown, as_changelog])
def test_no_text_of_a_review_is_more_than_text_in_markdown(position: Position, form: object) -> None:
    assert callable(form)
    found = found_in_comment(form(fill(text_review(), {position}, HOSTILE)))
    assert found == ([] if form is as_changelog else ["~~", "~~"])


@pytest.mark.parametrize("form", [as_markdown, as_changelog])
def test_only_what_nobody_has_is_struck_through(form: object) -> None:
    assert callable(form)
    found = found_in_comment(form(fill(text_review(), (), "")))
    assert found == ([] if form is as_changelog else ["~~", "~~"])


@pytest.mark.parametrize("position", POSITIONS, ids=".".join)
def test_no_text_of_a_review_is_markup_on_a_page(position: Position) -> None:
    page = as_html([fill(text_review(), {position}, HOSTILE)]).partition("<body>")[2].partition("</body>")[0]
    check(parse(page))


def test_the_positions_are_filled() -> None:
    """Against a copy that is filled with nothing: a copy alone has other rules, and other headings by them."""

    def comment(position: Position, text: str) -> str:
        return as_markdown(fill(text_review(), {position}, text))

    shown = {position for position in POSITIONS if comment(position, "\u2603") != comment(position, "")}
    assert {name for name, _ in shown} == {*("Change", "ReviewSide", "Skeleton", "Review", "File", "WrittenLine")}
    assert {name for name, _ in POSITIONS} - {name for name, _ in shown} == {"Place"}  # a pointer is only looked up
    assert {field for name, field in shown if name == "Change"} >= {"entity", "path", "before", "after", "fix", "text"}


# --- an approval is of what was seen -------------------------------------------------------------------------------


def grown(folder: Path, names: str, approved: dict[str, str]) -> Review:
    """A policy that makes properties optional, on a description with these; reviewed with some approvals."""
    more = "".join(f"\n        {name}: {{type: string}}" for name in names)
    values = {**OLD, "ODD": f"{OLD['ODD']}{more}"}
    folder.mkdir()
    states = [
        read_state("api.yml", written(folder / side, values, policy))
        for side, policy in (("old", ""), ("new", "policies: {not_required: optional}\n"))
    ]
    return review(states[0], states[1], Settings(approved=approved))


def key_of(found: Review) -> str:
    (entry,) = grouped(found.changes)
    return entry.first.key


@pytest.mark.parametrize("name", FORMS)
def test_an_approval_does_not_cover_what_joins_later_and_each_form_says_so(tmp_path: Path, name: str) -> None:
    first = grown(tmp_path / "first", "", {})
    count = len(first.changes)
    second = grown(tmp_path / "second", "xyz", {key_of(first): "agreed"})
    assert all(change.counts for change in second.changes)
    assert f"3 of {count + 3} are new since the approval" in flat(FORMS[name](second))
    again = grown(tmp_path / "third", "xyz", {key_of(second): "agreed"})
    assert not any(change.counts for change in again.changes)


def test_an_approval_is_not_of_other_changes_of_the_same_number(tmp_path: Path) -> None:
    first = grown(tmp_path / "first", "xyz", {})
    second = grown(tmp_path / "second", "xyw", {key_of(first): "agreed"})
    assert all(change.counts for change in second.changes)
    assert "the approval is of" in as_text(second)


def test_a_change_that_leaves_an_edit_leaves_an_approval_that_says_so(tmp_path: Path) -> None:
    first = grown(tmp_path / "first", "xyz", {})
    second = grown(tmp_path / "second", "xy", {key_of(first): "agreed"})
    assert all(change.counts for change in second.changes)
    assert f"the approval is of {len(first.changes)} other changes" in as_text(second)


def test_the_key_of_an_edit_without_its_changes_is_told_with_the_one_to_write(tmp_path: Path) -> None:
    first = grown(tmp_path / "first", "", {})
    key = key_of(first)
    old = key.partition(".")[0]
    second = grown(tmp_path / "second", "", {old: "agreed"})
    assert all(change.counts for change in second.changes)
    assert f"the approved fingerprint {old} does not say which changes it approves: write {key}" in second.notes


def test_a_member_that_is_approved_by_itself_stays_approved(tmp_path: Path) -> None:
    first = grown(tmp_path / "first", "", {})
    approved = {change.fingerprint: "agreed" for change in first.changes}
    second = grown(tmp_path / "second", "x", approved)
    assert [change.path for change in second.changes if change.counts] == ["x"]


OTHER, LISTED = Place(File("api.json"), "/paths"), Place(File("api.json"), "/components/required")
NO_LINES: dict[str, Any] = {"evidence": ()}
ENTITY: dict[str, Any] = {"path": ""}


@pytest.mark.parametrize(
    ("members", "others", "is_one"),
    [
        ({}, {"entity": "stove"}, True),
        ({}, {"path": "light"}, True),  # the lines are the same
        ({}, {"evidence": (Evidence(OTHER, is_new=True),)}, False),
        ({}, {"evidence": (Evidence(PLACE, is_new=True),)}, False),
        ({}, {"before": "8"}, False),
        ({}, {"after": "8"}, False),
        ({}, {"cause": Cause.BOTH}, False),
        ({}, {"condition": "tray"}, False),
        ({"condition": "pan"}, {"condition": "tray"}, True),
        ({}, {"approved": "agreed"}, False),
        ({"evidence": (Evidence(LISTED, is_new=True),)}, {"entity": "stove"}, True),
        ({"evidence": (Evidence(LISTED, is_new=True),)}, {"path": "light"}, False),
        ({"evidence": (Evidence(LISTED, is_new=True),)}, {"path": "inner.heat"}, True),
        (NO_LINES, {"entity": "stove"}, True),  # the places are the same
        (NO_LINES, {"path": "light"}, False),
        (NO_LINES, {"path": "inner.heat"}, True),
        (NO_LINES, {"new_places": (OTHER,)}, False),
        (NO_LINES, {"old_places": (OTHER,)}, False),
        ({**NO_LINES, "new_places": ()}, {"entity": "stove"}, False),
        (ENTITY, {"entity": "stove"}, False),
        ({**ENTITY, **NO_LINES}, {"entity": "stove"}, False),
        ({"cause": Cause.CONFIG}, {"before": "8", "path": "light"}, True),
        ({"cause": Cause.CONFIG, "evidence": (Evidence(PLACE, is_new=True), Evidence(OTHER, is_new=True))},
         {"before": "8"}, False),
    ],
)  # fmt: skip
def test_changes_are_one_entry_by_their_lines_else_by_their_places(
    members: dict[str, Any], others: dict[str, Any], *, is_one: bool
) -> None:
    first = change("type-changed", ChangeSeverity.BREAKING, **members)
    assert len(grouped([first, replace(first, **others)])) == (1 if is_one else 2)
