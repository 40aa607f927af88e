"""What a change of an IDL means to the programs and stacks that use the package."""

from pathlib import Path

import pytest

from mapper.pulumi.review import JUDGE, RULES
from mapper.pulumi.system import PULUMI
from mapper.registry import review_rules
from mapper.request import Request
from mapper.review.entity_changes import Options, compare

from .tools import write_files

IDL = """\
package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

// Shop sells.
type Shop struct {
	idl.NamedResource
	Street string `pulumi:"replaces"`
	Door   *Door  `pulumi:"optional"`
	Key    *string `pulumi:"optional"`
	Till   float64 `pulumi:"out"`
	Rooms  []Room
}

// Room is a part.
type Room struct {
	Size float64
}

// Door is a way in.
type Door string

const (
	// Front is at the street.
	Front Door = "front"
	// Back is at the yard.
	Back Door = "back"
)

// Limit is a number.
const Limit float64 = 3
"""
SHOP, ROOM, DOOR, MODULE = "resource Shop", "type Room", "enum Door", "module shop"


def changes(folder: Path, *edits: tuple[str, str], config: str = "") -> set[tuple[str, str, str, str]]:
    """Entity, path, rule and severity of what became of the IDL."""
    text = IDL
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    sides = []
    for side, content in (("old", IDL), ("new", text)):
        write_files(folder / side, {"idl/shop.go": content, "pulumi.yml": "package: {name: shop}\n"})
    write_files(folder / "new", {"pulumi.yml": f"package: {{name: shop}}\n{config}"})
    for side in ("old", "new"):
        request = Request(folder / side / "idl", (folder / side / "pulumi.yml",), folder / side)
        sides.append(PULUMI.run(request).mapping)
    found = compare(*sides, Options(judge=JUDGE))
    return {(str(change.subject), change.path, change.rule.id, str(change.severity)) for change in found}


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (("Key    *string `pulumi:\"optional\"`", "Key    string"), {(SHOP, "key", "became-required", "breaking")}),
        (("\tRooms", "\tOwner  string\n\tRooms"), {(SHOP, "owner", "required-attribute-added", "breaking")}),
        (("\tRooms", '\tOwner  *string `pulumi:"optional"`\n\tRooms'), {(SHOP, "owner", "attribute-added", "info")}),
        (('`pulumi:"replaces"`', ""), {(SHOP, "street", "replacement-removed", "info")}),
        (('*string `pulumi:"optional"`', '*string `pulumi:"optional,replaces"`'), {
            (SHOP, "key", "replacement-added", "breaking")}),
        (('*string `pulumi:"optional"`', '*string `pulumi:"optional,in"`'), {
            (SHOP, "key", "write-only-added", "breaking")}),
        (('float64 `pulumi:"out"`', '*float64 `pulumi:"out,optional"`'), {
            (SHOP, "till", "output-may-be-absent", "warning")}),
        (("Key    *string", "Key    *bool"), {(SHOP, "key", "type-changed", "breaking")}),
        (("Size float64", "Size float64\n\tHigh float64"), {
            (ROOM, "high", "required-attribute-added", "breaking"),
            (SHOP, "rooms.high", "required-attribute-added", "breaking")}),
        (('\t// Back is at the yard.\n\tBack Door = "back"\n', ""), {
            (DOOR, "Back", "enum-member-removed", "breaking"), (SHOP, "door", "input-value-removed", "breaking")}),
        (('\tBack Door = "back"\n', '\tBack Door = "back"\n\t// Roof is above.\n\tRoof Door = "roof"\n'), {
            (DOOR, "Roof", "enum-member-added", "info"), (SHOP, "door", "enum-value-added", "info")}),
        (('Back Door = "back"', 'Rear Door = "back"'), {(DOOR, "Rear", "enum-member-renamed", "breaking")}),
        (('Back Door = "back"', 'Back Door = "rear"'), {
            (DOOR, "Back", "enum-value-changed", "breaking"), (SHOP, "door", "input-value-removed", "breaking"),
            (SHOP, "door", "enum-value-added", "info")}),
        (("Limit float64 = 3", "Limit float64 = 4"), {(MODULE, "Limit", "enum-value-changed", "breaking")}),
        (("// Limit is a number.\nconst Limit float64 = 3\n", "const Other = true\n"), {
            (MODULE, "Limit", "constant-removed", "breaking"), (MODULE, "Other", "constant-added", "info")}),
        (("// Shop sells.", "// Shop sells.\n//\n// Deprecated: buy."), {(SHOP, "", "entity-deprecated", "info")}),
    ],
)  # fmt: skip
def test_a_change_is_judged_by_what_becomes_of_programs(
    edit: tuple[str, str], expected: set[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    found = {change for change in changes(tmp_path, edit) if change[2] != "description-changed"}
    assert found == expected


def test_another_token_breaks_stacks(tmp_path: Path) -> None:
    assert changes(tmp_path, config="tokens: file\n") == {(SHOP, "", "token-changed", "breaking")}


def test_nothing_changes_for_an_idl_that_is_the_same(tmp_path: Path) -> None:
    assert changes(tmp_path) == set()


def test_the_reverse_of_every_rule_is_a_rule() -> None:
    known = set(review_rules())
    assert {rule.mirror for rule in RULES.values()} <= known
    assert set(JUDGE.shared) <= known
