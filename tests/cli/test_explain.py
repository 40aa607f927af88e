"""What `oasmap explain` says of a rule and of a diagnostic, and what `oasmap init --site` says of files."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from mapper.registry import catalogue, rules_of, system_named
from mapper.report.diagnostic import Severity
from mapper.review.rules import RULES, ChangeSeverity
from mapper.version import page_of_guide
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.cli.explain import explain, explained, explained_diagnostic
from mkdocs_oasmap.cli.report import way_back

from ..provider.support import block, document, schema, string
from ..support import property_

REMOVED = RULES["attribute-removed"]
PAGE = f"    {page_of_guide('review-rules', 'attribute-removed')}\n"


def test_the_reverse_change_is_named_if_it_is_another() -> None:
    for rule in ("type-changed", "description-changed", "attribute-added"):
        mirror = RULES[rule].mirror
        said = f"    made backwards: {mirror}\n" in explained(RULES[rule])
        assert ("made backwards" in explained(RULES[rule])) is said is (mirror != rule)
    assert RULES["type-changed"].mirror == "type-changed"


def test_a_rule_is_explained_with_all_that_is_known() -> None:
    audiences = ", ".join(map(str, REMOVED.audiences))
    severities = f"{REMOVED.severity}; {REMOVED.read_severity} where the attribute is read-only"
    head = f"attribute-removed: {REMOVED.title}\n    {REMOVED.why}\n    severity: "
    mirror = f"    made backwards: {REMOVED.mirror}\n"
    assert explained(replace(REMOVED, read_severity=ChangeSeverity.INFO)).startswith(
        f"{head}{REMOVED.severity}; info where the attribute is read-only\n"
    )
    whole = severities if REMOVED.read_severity is not None else str(REMOVED.severity)
    assert explained(REMOVED) == f"{head}{whole}\n    concerns: {audiences}\n{mirror}{PAGE}"
    bare = replace(REMOVED, read_severity=None, audiences=(), mirror=REMOVED.id)
    assert explained(bare) == f"{head}{REMOVED.severity}\n{PAGE}"


def test_a_diagnostic_is_explained_with_all_that_is_known() -> None:
    rule = replace(catalogue()["OAS302"], remedy="do it", example="a: b", severity=Severity.INFO)
    page = f"    {page_of_guide('diagnostics', 'diagnostics.OAS302')}\n"
    tool = system_named("terraform").showing.reference_tool
    differs = f"    Differs from the output of {tool}.\n" if rule.differs else ""
    head = f"OAS302: {rule.title}\n    {rule.consequence}\n"
    assert differs
    assert (
        explained_diagnostic(rule) == f"{head}    to do: do it\n    severity: info\n{differs}    example: a: b\n{page}"
    )
    bare = replace(rule, remedy="", example="")
    assert explained_diagnostic(bare) == f"{head}    severity: info\n{differs}{page}"
    code = next(code for code in system_named("ack").diagnostics if catalogue()[code].differs)
    assert "Differs from the output of ack-generate." in explained_diagnostic(catalogue()[code])


@pytest.mark.parametrize(
    ("name", "system", "code", "said"),
    [
        ("oas302", None, 0, ""),
        ("Attribute-Removed", None, 0, ""),
        ("all", "provider", 0, ""),
        ("atribute-removed", None, 2, "did you mean 'attribute-removed'?"),
        ("OAS3022", None, 2, "did you mean 'OAS3"),
        ("qqqq", None, 2, "`oasmap explain all` lists the rules"),
        ("api-group-changed", "terraform", 2, "the system terraform has no rule 'api-group-changed'"),
    ],
)
def test_a_name_is_found_or_the_nearest_one_is_said(
    capsys: pytest.CaptureFixture[str], name: str, system: str | None, code: int, said: str
) -> None:
    assert explain(name, system) == code
    out, err = capsys.readouterr()
    assert bool(out) is (code == 0)
    assert said in err
    if name == "all":
        assert out.count("    severity: ") == len(rules_of("provider"))


def test_a_loss_in_strict_mode_has_a_way_back() -> None:
    lost = property_("{items: {}}").mapping.diagnostics
    assert way_back("terraform", lost) == "`oasmap settle` proposes entries for the warnings above"
    for system, diagnostics in (("terraform", ()), ("provider", lost)):
        assert way_back(system, diagnostics) == "do what each warning above says, or run without --strict"


def test_a_site_is_written_and_what_is_there_stays(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(document(resource_schemas={"zoo_cage": schema(block({"a": string("required")}))}))
    (here / "schema.json").write_text(text)
    command = ["init", "--system", "provider", "--site", "schema.json"]
    sheet = Path("docs/stylesheets/site.css")
    assert main(command) == 0
    written = [path for path in (Path("mkdocs.yml"), Path("docs/index.md"), sheet) if path.exists()]
    first = f"wrote {' and '.join(map(str, written))}: a site of 3 pages\n"
    assert first in capsys.readouterr().err
    Path("docs/index.md").write_text("mine")
    assert main(command) == 0
    said = capsys.readouterr().err
    assert "wrote" not in said
    assert "mkdocs.yml is there already, and stays as it is\n" in said
    assert "add to mkdocs.yml:\n" in said
    Path("mkdocs.yml").write_text("mine: 1")
    sheet.unlink(missing_ok=True)
    assert main([*command, "--force"]) == 0
    said = capsys.readouterr().err
    again = [Path("mkdocs.yml"), *([sheet] if sheet in written else [])]
    assert f"wrote {' and '.join(map(str, again))}: a site of 3 pages\n" in said
    assert "docs/index.md is there already, and stays as it is\n" in said
    assert "add to" not in said
    assert Path("docs/index.md").read_text() == "mine"
    assert "site_name" in Path("mkdocs.yml").read_text()


def test_an_unchanged_state_adds_no_section_to_a_changelog(here: Path) -> None:
    text = json.dumps(document(resource_schemas={"zoo_cage": schema(block({"a": string("required")}))}))
    for name in ("old.json", "new.json"):
        (here / name).write_text(text)
    command = ["diff", "--system", "provider", "old.json", "new.json", "--write-changelog", "CHANGELOG.md"]
    assert main(command) == 0
    assert not Path("CHANGELOG.md").exists()
    (here / "new.json").write_text(text.replace('"a"', '"b"'))
    main(command)
    changed = Path("CHANGELOG.md").read_text()
    assert "zoo_cage" in changed
    (here / "new.json").write_text(text)
    assert main(command) == 0
    assert Path("CHANGELOG.md").read_text() == changed
    Path("CHANGELOG.md").write_bytes(b"\xff")
    (here / "new.json").write_text(text.replace('"a"', '"b"'))
    assert main(command) == 1
    assert Path("CHANGELOG.md").read_bytes() == b"\xff"
