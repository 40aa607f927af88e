"""Help, versions, and command lines that are wrong."""

import json
import re
from pathlib import Path

import pytest

from mapper import __version__
from mapper.registry import REGISTRY, catalogue, review_rules, rules_of, system_named
from mapper.review.changes import Review, ReviewSide
from mapper.version import GUIDE
from mkdocs_oasmap.cli.program import COMMANDS
from mkdocs_oasmap.review.sarif import as_sarif

from ..support import resource
from .support import API, Oasmap, written


@pytest.mark.parametrize("command", ["generate", "check"])
def test_help_has_every_option_every_exit_code_and_examples(oasmap: Oasmap, command: str) -> None:
    ran = oasmap(command, "--help")
    assert ran.code == 0
    for option in ("SPEC", "--config", "--output", "--sidecar", "--strict", "--format", "--quiet"):
        assert option in ran.out
    assert re.findall(r"^  (\d)  ", ran.out, re.MULTILINE) == ["0", "1", "2", "3"]
    assert f"oasmap {command} openapi.yaml" in ran.out


def test_help_is_about_no_system_that_the_command_does_not_take(oasmap: Oasmap) -> None:
    for command in COMMANDS:
        text = oasmap(command, "--help").out
        taken = re.search(r"--system \[([\w|\s]+)\]", text)
        named = re.findall(r"\w+", " ".join(re.findall(r"^For ([\w ]+):$", text, re.MULTILINE)))
        known = re.findall(r"\w+", taken[1]) if taken else [*REGISTRY]
        assert set(named) <= {*known, "and"}, command


def test_help_of_check_says_of_no_option_that_it_writes(oasmap: Oasmap) -> None:
    options = oasmap("check", "--help").out.partition("Options:")[2].partition("exit codes")[0]
    assert "also compare the sidecar" in re.sub(r"\s+", " ", options)
    assert re.findall(r"\bwrites?\b(?! for)", options) == []


def test_help_lists_the_commands(oasmap: Oasmap) -> None:
    ran = oasmap("--help")
    assert ran.code == 0
    commands = set(re.findall(r"^  (\w+)  ", ran.out, re.MULTILINE))
    assert commands >= {"generate", "check", "schema"}
    for command in commands:
        assert oasmap(command, "--help").code == 0


def test_the_examples_in_the_help_work(folder: Path, oasmap: Oasmap) -> None:
    (folder / "openapi.yaml").write_text(API)
    examples = re.findall(r"^  (?:curl .* \| )?oasmap (.+)$", oasmap("generate", "--help").out, re.MULTILINE)
    (folder / "generator.yaml").touch()
    assert len(examples) == 5
    for example in examples:
        assert oasmap(*example.split(), stdin=API).code == 0


def test_the_version_is_printed(oasmap: Oasmap) -> None:
    ran = oasmap("--version")
    assert (ran.code, ran.out) == (0, f"mkdocs-oasmap {__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("generate",),
        ("generate", "api.yaml", "another.yaml"),
        ("generate", "--unknown", "api.yaml"),
        ("generate", "--format", "xml", "api.yaml"),
        ("generate", "api.yaml", "--output"),
        ("produce", "api.yaml"),
        ("schema", "api.yaml"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_explained_and_exits_with_2(
    folder: Path, oasmap: Oasmap, arguments: tuple[str, ...]
) -> None:
    ran = oasmap(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: oasmap")
    assert "error: " in ran.err
    assert written(folder) == set()


# --- `oasmap explain`, and the links of rules in SARIF --------------------------------------------


@pytest.mark.parametrize("code", ["OAS102", "OAS302", "OAS711"])
def test_the_code_of_a_diagnostic_is_explained_whatever_system_has_it(oasmap: Oasmap, code: str) -> None:
    ran, rule = oasmap("explain", code), catalogue()[code]
    assert ran.code == 0
    assert ran.out.startswith(f"{code}: {rule.title}\n    {rule.consequence}\n")
    assert f"    severity: {rule.severity}\n" in ran.out
    assert oasmap("diff", "--explain", code) == ran


def test_a_rule_is_explained(oasmap: Oasmap) -> None:
    ran = oasmap("explain", "became-required")
    assert ran.code == 0
    assert ran.out.startswith("became-required: Attribute became required\n")
    assert oasmap("diff", "--explain", "became-required") == ran


@pytest.mark.parametrize("code", [code for code, rule in catalogue().items() if rule.example])
def test_an_example_causes_the_diagnostic(code: str, oasmap: Oasmap) -> None:
    example = catalogue()[code].example
    assert code in {found.code for found in resource(f"create: {{properties: {example}}}").mapping.diagnostics}
    assert f"    example: {example}\n" in oasmap("explain", code).out


def test_every_explanation_ends_with_the_address_of_its_entry(oasmap: Oasmap) -> None:
    for name in (*catalogue(), *review_rules()):
        *_, last = oasmap("explain", name).out.splitlines()
        entry = f"diagnostics.md#diagnostics.{name}" if name in catalogue() else f"review-rules.md#{name}"
        assert last == f"    {GUIDE}/{entry}"


def test_a_name_that_is_not_known_is_told(oasmap: Oasmap) -> None:
    ran = oasmap("explain", "became-requird")
    assert ran.code == 2
    assert "did you mean 'became-required'?" in ran.err


def ids(text: str) -> set[str]:
    """The rules that a list of all of them explains."""
    return {line.partition(":")[0] for line in text.splitlines() if line and not line.startswith(" ")}


@pytest.mark.parametrize("system", REGISTRY)
def test_all_rules_of_a_system_are_those_that_it_has(system: str, oasmap: Oasmap) -> None:
    text = oasmap("explain", "--system", system, "all").out
    found = ids(text)
    assert found == set(rules_of(system))
    assert oasmap("diff", "--system", system, "--explain", "all").out == text
    assert ids(oasmap("explain", "all").out) == set(review_rules()) >= found
    others = {rule for name in REGISTRY if name != system for rule in system_named(name).review_policy.rules}
    assert not found & (others - system_named(system).review_policy.rules.keys())


def test_a_rule_that_a_system_does_not_have_is_not_explained_for_it(oasmap: Oasmap) -> None:
    ran = oasmap("explain", "--system", "provider", "plan-modifier-changed")
    assert (ran.code, ran.out) == (2, "")
    assert "the system provider has no rule 'plan-modifier-changed'" in ran.err
    assert oasmap("explain", "--system", "pulumi", "became-required").out.startswith("became-required: Input became")


def test_rules_in_sarif_are_those_of_the_system(tmp_path: Path) -> None:
    for system in REGISTRY:
        review = Review(ReviewSide("old"), ReviewSide("new"), (), system=system)
        (run,) = json.loads("".join(as_sarif([review])))["runs"]
        assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(rules_of(system))


def test_rules_in_sarif_link_to_the_guide_where_it_is_published(folder: Path, oasmap: Oasmap) -> None:
    (folder / "old.yaml").write_text((folder / "api.yaml").read_text())
    plain = oasmap("diff", "--format", "sarif", "old.yaml", "api.yaml").out
    assert "/example_site/docs/review-rules.md#became-required" in plain
    linked = oasmap("diff", "--format", "sarif", "--guide-url", "https://docs.example/g/", "old.yaml", "api.yaml").out
    (run,) = json.loads(linked)["runs"]
    rules = {rule["id"]: rule["helpUri"] for rule in run["tool"]["driver"]["rules"]}
    assert rules["became-required"] == "https://docs.example/g/review-rules/#became-required"
    refused = oasmap("diff", "--guide-url", "javascript:x", "old.yaml", "api.yaml")
    assert (refused.code, "is not an address" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("ack", ("--providers-schema", "--registry-docs", "- writes to standard output")),
        ("crossplane", ("--providers-schema", "--registry-docs", "- writes to standard output")),
        ("provider", ("--ack-version", "--validate")),
    ],
)
def test_help_offers_a_system_only_what_it_has(oasmap: Oasmap, system: str, words: tuple[str, ...]) -> None:
    """What other systems have follows under their names."""
    own = oasmap("generate", "--system", system, "--help").out.partition("\nFor ")[0]
    assert [word for word in words if word in " ".join(own.split())] == []
