"""Which fixes a config may get whose output for the reference tool stays, and which entries are taken back."""

from typing import Any

import pytest

from mapper.model import Coverage, Mapping
from mapper.report.diagnostic import Diagnostic
from mapper.report.entity_kind import EntityRef
from mapper.report.rules import TYPE_MISMATCH
from mapper.systems.terraform import kinds
from mapper.systems.terraform.fix.fixes import Fix
from mapper.systems.terraform.fix.kept_output import AnyEntry, KeptOutput, written_alike
from mapper.systems.terraform.fix.plan import ITEM, Plan, Way
from mapper.systems.terraform.rules import ENTITY_KEPT, POLICY

from ...support import map_texts

PET, OWL = EntityRef(kinds.RESOURCE, "pet"), EntityRef(kinds.RESOURCE, "owl")
PROVIDER = EntityRef(kinds.PROVIDER, "zoo")
CALLS = "{create: {path: /a, method: post}, read: {path: /a, method: get}}"
ANSWER = "responses: {'200': {content: {a/b: {schema: {properties: {a: {type: string}}}}}}}"


def mapping(*skipped: EntityRef, differing: tuple[EntityRef, ...] = ()) -> Mapping:
    """Two resources; the tool skips some, and writes other bytes for some."""
    paths = f"{{openapi: 3.1.0, paths: {{/a: {{post: {{{ANSWER}}}, get: {{{ANSWER}}}}}}}}}"
    entities = map_texts(
        paths, f"{{provider: {{name: zoo}}, resources: {{pet: {CALLS}, owl: {CALLS}}}}}"
    ).mapping.entities
    found = [
        Diagnostic(rule, ref, "", "text", None, None, rule.severity)
        for rule, refs in ((ENTITY_KEPT, skipped), (POLICY, differing))
        for ref in refs
    ]
    return Mapping("terraform", "zoo", entities, tuple(found), Coverage(), ())


def fix(ref: EntityRef | None, values: dict[Way, Any], **policies: str) -> Fix:
    return Fix(Diagnostic(TYPE_MISMATCH, ref, "", "text", None, None, TYPE_MISMATCH.severity), policies, values)


IGNORE: dict[Way, Any] = {("resources", "pet", "schema", "ignores", "a"): ITEM}
OVERRIDE: dict[Way, Any] = {("resources", "pet", "schema", "attributes", "overrides", "a", "type"): "string"}
ALIAS: dict[Way, Any] = {("resources", "pet", "schema", "attributes", "aliases", "a-b"): "a"}


@pytest.mark.parametrize(
    ("one", "skipped", "values"),
    [
        (fix(PET, IGNORE), (PET,), IGNORE),
        (fix(PET, IGNORE), (OWL,), None),
        (fix(PET, IGNORE), (), None),
        (fix(PROVIDER, IGNORE), (PET,), None),
        (fix(None, IGNORE), (PET,), None),
        (fix(PET, IGNORE, one_of="union"), (PET,), {("resources", "pet", "policies", "one_of"): "union"}),
        (fix(PET, {("resources", "pet", "schema", "ignores", "a-b"): ITEM}), (PET,), None),
        (fix(PET, {("resources", "pet", "schema", "attributes", "overrides", "a-b", "type"): "string"}), (PET,), None),
        (fix(PET, OVERRIDE), (PET,), OVERRIDE),
        (fix(PET, ALIAS), (PET,), ALIAS),
    ],
)
def test_only_what_the_tool_skips_gets_entries_and_policies_in_its_own(
    one: Fix, skipped: tuple[EntityRef, ...], values: dict[Way, Any] | None
) -> None:
    found = KeptOutput().fixes(mapping(*skipped), [one])
    assert [(each.policies, each.values) for each in found] == ([] if values is None else [({}, values)])
    assert AnyEntry().fixes(mapping(*skipped), [one]) == [one]


@pytest.mark.parametrize(
    ("alike", "skipped", "differing", "harmful"),
    [
        ({PET, OWL}, (), (), ["type"]),
        ({OWL}, (PET,), (), []),
        ({PET, OWL}, (PET,), (), ["type", "a"]),
        ({PET, OWL}, (), (PET,), ["type", "a"]),
        ({OWL}, (), (PET,), ["type"]),
        ({PET, OWL}, (), (OWL,), ["type"]),
    ],
)
def test_an_entry_is_harmful_if_the_output_changes_or_the_tool_does_not_read_it(
    alike: set[EntityRef], skipped: tuple[EntityRef, ...], differing: tuple[EntityRef, ...], harmful: list[str]
) -> None:
    plan = Plan({**OVERRIDE, **IGNORE})
    after = mapping(*skipped, differing=differing)
    assert written_alike(after) == {PET, OWL} - {*skipped, *differing}
    assert [way[-1] for way in KeptOutput(frozenset(alike)).harmful(after, plan)] == harmful
    assert AnyEntry().harmful(after, plan) == ()
