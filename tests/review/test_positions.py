"""Every text that a review is made of, filled with what forges and site generators look for in raw Markdown."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from mapper.review import changes, rules
from mapper.review.changes import Cause, Change, Evidence, Review, ReviewSide, Skeleton
from mapper.review.rules import ChangeSeverity
from mapper.terraform.kinds import RESOURCE
from mkdocs_oasmap.review.changelog import as_changelog
from mkdocs_oasmap.review.html import as_html
from mkdocs_oasmap.review.markdown import as_markdown

from ..delimiters import DELIMITERS, found_in_comment
from ..filling import Position, fill, positions
from ..site.tree import parse
from ..test_hostile import check

HOSTILE = " ".join(DELIMITERS)
WORDS = {("Change", "together"): "a sentence of ours", ("Change", "mark"): "tells changes apart"}


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


def review() -> Review:
    """A review in which every part of a comment occurs."""
    found = [
        change("type-changed", ChangeSeverity.BREAKING, before="string", after="int64",
               fix="a: b", fix_place="config.yml"),
        change("type-changed", ChangeSeverity.BREAKING, entity="grill", before="string", after="int64"),
        change("attribute-renamed", ChangeSeverity.BREAKING, before="warmth", after="heat", old_path="warmth",
               old_entity="stove"),
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


NOT_SHOWN = (changes.Peer, changes.Delta, changes.Version)
"""Only the JSON has a peer, and a review is made of the others."""
CLASSES = [each for each in vars(changes).values() if getattr(each, "__module__", "") == changes.__name__]
CLASSES = [each for each in CLASSES if each not in NOT_SHOWN]
POSITIONS = [*positions([*CLASSES, Place, File], WORDS)]
POSITIONS = [position for position in POSITIONS if position[1] not in ("code", "language", "title")]


@pytest.mark.parametrize("position", POSITIONS, ids=".".join)
@pytest.mark.parametrize("form", [as_markdown, as_changelog])
def test_no_text_of_a_review_is_more_than_text_in_markdown(position: Position, form: object) -> None:
    assert callable(form)
    filled = fill(review(), position, HOSTILE)
    before, after = (found_in_comment(form(one)) for one in (review(), filled))
    assert after == before == (["~~", "~~"] if form is as_markdown else [])


@pytest.mark.parametrize("position", POSITIONS, ids=".".join)
def test_no_text_of_a_review_is_markup_on_a_page(position: Position) -> None:
    page = as_html([fill(review(), position, HOSTILE)]).partition("<body>")[2].partition("</body>")[0]
    check(parse(page))


def test_the_positions_are_filled() -> None:
    comment = as_markdown(review())
    shown = {position for position in POSITIONS if as_markdown(fill(review(), position, "\u2603")) != comment}
    assert {name for name, _ in shown} == {"Change", "ReviewSide", "Skeleton", "Review", "File", "Place"}
    assert {field for name, field in shown if name == "Change"} >= {"entity", "path", "before", "after", "fix", "text"}
