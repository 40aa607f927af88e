"""`oasmap explain`, and the links of rules in SARIF."""

from __future__ import annotations

import json
from pathlib import Path

from .support import Oasmap


def test_codes_and_rules_are_explained(oasmap: Oasmap) -> None:
    code = oasmap("explain", "OAS302")
    assert code.code == 0
    assert code.out.startswith("OAS302: ")
    rule = oasmap("explain", "became-required")
    assert (rule.code, rule.out) == (0, oasmap("diff", "--explain", "became-required").out)


def test_a_name_that_is_not_known_is_told(oasmap: Oasmap) -> None:
    ran = oasmap("explain", "became-requird")
    assert ran.code == 2
    assert "did you mean 'became-required'?" in ran.err


def test_rules_in_sarif_link_to_the_guide_where_it_is_published(folder: Path, oasmap: Oasmap) -> None:
    (folder / "old.yaml").write_text((folder / "api.yaml").read_text())
    plain = oasmap("diff", "--format", "sarif", "old.yaml", "api.yaml").out
    assert "helpUri" not in plain
    linked = oasmap("diff", "--format", "sarif", "--guide-url", "https://docs.example/g/", "old.yaml", "api.yaml").out
    (run,) = json.loads(linked)["runs"]
    rules = {rule["id"]: rule["helpUri"] for rule in run["tool"]["driver"]["rules"]}
    assert rules["became-required"] == "https://docs.example/g/review-rules/#became-required"
    refused = oasmap("diff", "--guide-url", "javascript:x", "old.yaml", "api.yaml")
    assert (refused.code, "is not an address" in refused.err) == (2, True)
