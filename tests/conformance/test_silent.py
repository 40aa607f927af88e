"""Properties of real descriptions that were lost without a word are reported, and kept where the policy says so."""

from pathlib import Path

import pytest
import yaml

from mapper.model import Mapping
from mapper.systems.terraform.rules import BESIDE_COMPOSITION

from ..support import generate
from .compare import CORPUS, mapped, spec_of

REALWORLD = CORPUS / "realworld"
LAGO, PINGDOM = REALWORLD / "matanyall__lago", REALWORLD / "karlderkaefer__pingdom"
SCHEMAS = {
    (LAGO, "FeeAppliedTaxObject"): {"lago_fee_id"},
    (LAGO, "CreditNoteAppliedTaxObject"): {"lago_credit_note_id", "base_amount_cents"},
    (LAGO, "InvoiceAppliedTaxObject"): {"lago_invoice_id", "fees_amount_cents"},
    (PINGDOM, "HttpAttributesSet"): {"auth"},
    (PINGDOM, "HttpAttributesGet"): {"username", "password"},
    (PINGDOM, "HttpCustomAttributes"): {"url", "encryption", "port", "additionalurls"},
    (PINGDOM, "SmtpAttributesSet"): {"auth"},
    (PINGDOM, "SmtpAttributesGet"): {"username", "password"},
}
"""Schemas with properties next to an allOf of one entry, and some of these."""

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not LAGO.exists(), reason="the corpus is not part of the project")]


def alone(case: Path, name: str, tmp_path: Path, policies: dict[str, str]) -> Mapping:
    """One schema of a description, mapped as that of the provider."""
    config = tmp_path / "config.yml"
    asked = yaml.safe_load((case / "generator_config.yml").read_text(encoding="utf-8"))
    asked["provider"]["schema_ref"] = f"#/components/schemas/{name}"
    config.write_text(yaml.safe_dump({**asked, "policies": policies}), encoding="utf-8")
    return generate(spec_of(case), config, base=case)


@pytest.mark.parametrize(("case", "name"), SCHEMAS, ids=lambda value: getattr(value, "name", value))
def test_each_schema_with_properties_next_to_an_all_of_is_reported(case: Path, name: str, tmp_path: Path) -> None:
    reported = {d.path for d in alone(case, name, tmp_path, {}).diagnostics if d.rule is BESIDE_COMPOSITION}
    assert reported >= SCHEMAS[case, name]


@pytest.mark.parametrize(("case", "name"), SCHEMAS, ids=lambda value: getattr(value, "name", value))
def test_the_policy_keeps_the_properties(case: Path, name: str, tmp_path: Path) -> None:
    provider, *_ = alone(case, name, tmp_path, {"siblings": "merge"}).entities
    assert {attribute.source_name for attribute in provider.body.attributes} >= SCHEMAS[case, name]


def test_the_fee_of_lago_says_where_its_id_went() -> None:
    found = [d for d in mapped(LAGO).diagnostics if d.path.endswith("applied_taxes.lago_fee_id")]
    assert ("resource fees", "fee.applied_taxes.lago_fee_id") in {(str(d.entity), d.path) for d in found}
    assert {d.rule for d in found} == {BESIDE_COMPOSITION}
