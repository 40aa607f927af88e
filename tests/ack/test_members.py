"""What the model and the config say of a member, as its field, its type of Go and its sources have it."""

import pytest

from mapper.model import Contribution
from mapper.report.rules import UNUSED_IGNORE
from mapper.systems.ack.rules import STEERING

from .support import ack

LOCK = (
    "Lock: {required: [Code], members: {Code: string, Owner: Owner}}\nOwner: {type: string, documentation: <p>Who.</p>}"
)
BOTH = "CreateCage: {in: {Lock: Lock}, out: {Held: Lock, State: string}}"


@pytest.mark.parametrize(
    ("path", "reason"),
    [("spec.lock.code", "api_required"), ("spec.lock.owner", "member"), ("status.held.code", "member")],
)
def test_aws_requires_members_of_what_can_be_set(path: str, reason: str) -> None:
    assert ack(BOTH, LOCK).attribute(path).reason.code == reason


def test_a_member_has_the_text_of_its_shape_or_none() -> None:
    mapped = ack(BOTH, LOCK)
    assert [mapped.attribute(f"spec.lock.{name}").description for name in ("code", "owner")] == [None, "Who."]


@pytest.mark.parametrize("said", ["deprecated: true", "deprecated: true, deprecatedMessage: ''"])
def test_what_is_deprecated_without_a_message_is_deprecated(said: str) -> None:
    mapped = ack("CreateCage: {in: {Name: Name}}", f"Name: {{type: string, {said}}}")
    assert mapped.attribute("spec.name").deprecation == "deprecated"


def test_only_a_plain_value_is_sensitive() -> None:
    shapes = "{Code: {type: string, sensitive: true}, Codes: {type: list, member: {shape: string}, sensitive: true}}"
    mapped = ack("CreateCage: {in: {Code: Code, Codes: Codes}}", shapes)
    assert [mapped.attribute(f"spec.{name}").sensitive for name in ("code", "codes")] == [True, False]


@pytest.mark.parametrize(("version", "has_pattern"), [("v0.0.1", False), ("v0.18.0", True)])
def test_the_preview_of_2020_shows_no_pattern(version: str, has_pattern: bool) -> None:
    mapped = ack("CreateCage: {in: {Name: Name}}", "Name: {type: string, pattern: a+}", version=version)
    assert ("Regex Pattern" in str(mapped.spec["name"])) == has_pattern


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("is_required: false", True),
        ("is_required: true", True),
        ("is_read_only: true", True),
        ("is_immutable: true", True),
        ("is_secret: true", True),
        ("late_initialize: {}", True),
        ("go_tag: json:x", True),
        ("references: {resource: Keeper, path: Status.ID}", True),
        ("print: {}", False),
        ("compare: {is_ignored: true}", False),
    ],
)
def test_the_config_is_a_source_of_what_it_changes(said: str, changes: bool) -> None:
    config = f"resources: {{Cage: {{fields: {{Lock.Code: {{{said}}}}}}}}}"
    origins = ack("CreateCage: {in: {Lock: Lock}}", LOCK, config).attribute("spec.lock.code").origins
    assert (Contribution.OVERRIDE in [origin.contribution for origin in origins]) == changes


def test_an_entry_is_for_the_spec_where_spec_and_status_have_its_field() -> None:
    config = "resources: {Cage: {fields: {Lock.Code: {references: {resource: Keeper, path: Status.ID}}}}}"

    def referring(operations: str) -> list[str]:
        mapped = ack(operations, LOCK, config)
        roots = {"spec": mapped.spec, "status": mapped.status}
        return [root for root, found in roots.items() if "codeRef" in found.get("lock", {}).get("properties", {})]

    assert referring("CreateCage: {in: {Lock: Lock}}") == ["spec"]
    assert referring("CreateCage: {in: {Lock: Lock}, out: {Lock: Lock, State: string}}") == ["spec"]
    assert referring("CreateCage: {in: {Name: string}, out: {Lock: Lock, State: string}}") == ["status"]


@pytest.mark.parametrize(("path", "shown"), [("Lock.Code", "spec.lock.code"), ("Held.Code", "status.held.code")])
def test_a_setting_for_the_controller_has_the_path_of_its_field(path: str, shown: str) -> None:
    config = f"resources: {{Cage: {{fields: {{{path}: {{compare: {{is_ignored: true}}}}}}}}}}"
    (note,) = [d for d in ack(BOTH, LOCK, config).mapping.diagnostics if d.rule is STEERING]
    assert note.path == shown


@pytest.mark.parametrize(
    ("members", "called"),
    [
        ("{String: string, Name: string}", "String_"),
        ("{GoString: string}", "GoString_"),
        ("{SetName: string, Name: string}", "SetName_"),
        ("{SetName: string}", "SetName"),
        ("{Strings: string}", "Strings"),
    ],
)
def test_a_member_is_left_out_by_a_name_that_no_method_of_the_sdk_has(members: str, called: str) -> None:
    def left(name: str) -> set[str]:
        ignoring = f"ignore: {{field_paths: [Lock.{name}]}}"
        return set(ack("CreateCage: {in: {Lock: Lock, Id: string}}", f"Lock: {members}", ignoring).notes(UNUSED_IGNORE))

    assert left(called) == set()
    assert left(f"{called}_") | left(called.removesuffix("_") if called.endswith("_") else "Nothing")


@pytest.mark.parametrize(
    ("said", "reason"),
    [("print: {}", "output"), ("is_read_only: true", "read_only"), ("is_read_only: false", "output")],
)
def test_a_field_of_the_status_says_why_it_is_there(said: str, reason: str) -> None:
    config = f"resources: {{Cage: {{fields: {{State: {{{said}}}}}}}}}"
    mapped = ack("CreateCage: {in: {Name: string}, out: {State: string, Size: integer}}", config=config)
    assert mapped.attribute("status.state").reason.code == reason
