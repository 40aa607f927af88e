"""`oasmap diff`: what it compares, how it writes that, and the code it exits with."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mapper.registry import rules_of
from mkdocs_oasmap.cli import main

from .repository import API, CHANGED, CONFIG, PARTS, WITH_ID, Zoo, changes


def test_a_revision_with_several_files_against_the_disk(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED, "config.yml": CONFIG.replace("petId: id", "petId: key")})
    found = zoo.data("git:v1", "api.yaml")
    assert changes(found) == [
        ("became-required", "age", "API description"),
        ("attribute-renamed", "key", "generator config"),
        ("limit-tightened", "name", "API description"),
    ]
    required, renamed, _ = found["changes"]
    assert renamed["fix"] == {"line": "aliases: {petId: id}", "section": "resources.pet.schema.attributes"}
    (line,) = required["evidence"]
    assert line["side"] == "new"
    assert (line["location"]["file"], line["location"]["line"]) == ("parts/pet.yaml", 3)


def test_a_sidecar_against_the_disk(zoo: Zoo) -> None:
    assert main(["generate", "-q", "--config", "config.yml", "--sidecar", "oasmap.json", "api.yaml"]) == 0
    assert changes(zoo.data("oasmap.json", "api.yaml")) == []
    zoo.write(**{"parts/pet.yaml": CHANGED})
    assert [cause for _, _, cause in changes(zoo.data("oasmap.json", "api.yaml"))] == ["API description"] * 2
    zoo.write(**{"parts/pet.yaml": CHANGED, "config.yml": CONFIG + "# a comment\n"})
    found = zoo.data("oasmap.json", "api.yaml")
    assert [cause for _, _, cause in changes(found)] == [None, None]
    assert "compare with a git revision" in found["notes"][0]


def test_two_code_specifications(zoo: Zoo) -> None:
    assert main(["generate", "-q", "--config", "config.yml", "--output", "old.json", "api.yaml"]) == 0
    zoo.write(**{"parts/pet.yaml": CHANGED})
    assert main(["generate", "-q", "--config", "config.yml", "--output", "new.json", "api.yaml"]) == 0
    assert changes(zoo.data("old.json", "new.json")) == [
        ("became-required", "age", None),
        ("limit-tightened", "name", None),
    ]
    assert changes(zoo.data("old.json", "api.yaml")) == changes(zoo.data("old.json", "new.json"))


def test_what_the_tool_changed_is_seen_with_its_sidecar_of_the_time(zoo: Zoo) -> None:
    assert main(["generate", "-q", "--config", "config.yml", "--sidecar", "then.json", "api.yaml"]) == 0
    then = (zoo.folder / "then.json").read_text().replace("[null,8]", "[null,7]")
    (zoo.folder / "then.json").write_text(then.replace('"version":"', '"version":"0.', 1))
    found = zoo.data("--recorded", "then.json", "git:v1", "api.yaml")
    assert changes(found) == [("limit-loosened", "name", "tool")]


def test_a_specification_of_the_time_is_compared_by_what_it_says(zoo: Zoo) -> None:
    texts = {"parts/pet.yaml": PARTS.replace("type: object", "type: object\n  description: An animal.", 1)}
    zoo.write(**texts)
    assert main(["generate", "-q", "--config", "config.yml", "--output", "spec.json", "api.yaml"]) == 0
    assert changes(zoo.data("--recorded", "spec.json", "api.yaml", "api.yaml")) == []


def test_what_the_tool_changed_is_seen_with_its_specification_of_the_time(zoo: Zoo) -> None:
    assert main(["generate", "-q", "--config", "config.yml", "--output", "spec.json", "api.yaml"]) == 0
    spec = (zoo.folder / "spec.json").read_text()
    (zoo.folder / "spec.json").write_text(spec.replace("LengthAtMost(8)", "LengthAtMost(7)"))
    zoo.write(**{"parts/pet.yaml": PARTS.replace("tags: {", "tags: {description: Words., ")})
    assert changes(zoo.data("--recorded", "spec.json", "git:v1", "api.yaml")) == [
        ("limit-loosened", "name", "tool"),
        ("description-changed", "tags", "API description"),
    ]


def test_a_branch_behind_its_base_is_compared_with_where_the_two_have_parted(zoo: Zoo) -> None:
    zoo.git("branch", "-M", "main")
    zoo.git("branch", "feature")
    zoo.write(**{"parts/pet.yaml": PARTS + "    theirs: {type: string}\n"})
    zoo.git("commit", "-qam", "theirs")
    zoo.git("checkout", "-q", "feature")
    zoo.write(**{"parts/pet.yaml": PARTS + "    mine: {type: boolean}\n"})
    behind = zoo.data("git:main", "api.yaml")
    assert ("attribute-removed", "theirs", "API description") in changes(behind)
    assert behind["notes"] == [
        "main has 1 commit that the checkout does not have; git:main... compares with the last common commit"
    ]
    for name in ("git:main...", "git:main...HEAD", "git:main...:api.yaml"):
        found = zoo.data(name, "api.yaml")
        assert (changes(found), found["notes"]) == ([("attribute-added", "mine", "API description")], [])
    assert zoo.data("git:feature:api.yaml", "git:main:api.yaml")["notes"] == []


def test_revisions_without_a_commit_in_common_have_no_base(zoo: Zoo) -> None:
    zoo.git("checkout", "-q", "--orphan", "other")
    zoo.git("commit", "-qm", "other")
    code, out, err = zoo.diff("git:v1...", "api.yaml")
    assert (code, out) == (1, "")
    assert err == "error: git:v1...: the two revisions have no commit in common; compare two of one history\n"


def test_nothing_changes(zoo: Zoo) -> None:
    assert zoo.diff("git:v1", "api.yaml") == (
        0,
        "v1 -> api.yaml: Nothing changes for users.\n",
        "",
    )
    assert "Nothing changes" in zoo.diff("--format", "markdown", "git:v1", "api.yaml")[1]


def test_text(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED.replace("Its <name>", "The <name>")})
    _, out, _ = zoo.diff("git:v1", "api.yaml")
    lines = out.splitlines()
    assert (
        lines[0] == "Breaks configurations of `zoo_pet` that leave out `age` (became required): needs a major version."
    )
    total = "1 breaking change, 1 warning, 1 change of documentation only; of the breaking changes, 1 by the API"
    assert re.fullmatch(rf"v1 \(\d{{4}}-\d\d-\d\d: first\) -> api.yaml: {total} description", lines[-1])
    assert "breaking: resource zoo_pet, attribute age: was optional (API default), is required\n" in out
    assert "    became-required; breaks configuration; API description: parts/pet.yaml:3, was parts/pet.yaml:" in out
    assert ", was: Its <name>, as @you would call it., is: The <name>, as @you would call it. [" in out


def test_markdown_mentions_nobody_and_links_lines(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED.replace("Its <name>", "The <name>")})
    _, out, _ = zoo.diff(
        "--format", "markdown", "--source-url", "https://x.example/{path}#L{line}", "git:v1", "api.yaml"
    )
    assert "[`parts/pet.yaml:3`](https://x.example/parts/pet.yaml#L3)" in out
    assert "<details><summary><b>Documentation only (1: 1 × description changed)</b></summary>" in out
    assert not re.search(r"(?<!`)@you(?![^`\n]*`)", out)


def test_markdown_of_a_huge_change_fits_a_comment(zoo: Zoo) -> None:
    names = "".join(f"    field{number}: {{type: string}}\n" for number in range(4000))
    zoo.write(**{"parts/pet.yaml": PARTS + names})
    _, out, _ = zoo.diff("--format", "markdown", "git:v1", "api.yaml")
    assert len(out) <= 65_536
    assert re.search(r"_[\d,]+ more; `oasmap diff --format text` shows all of them\._", out)
    assert out.count("<details>") == out.count("</details>") == 1


GONE = PARTS.replace("    age: {type: integer}\n", "")


def test_annotations_stand_at_the_lines_that_did_it_or_at_what_it_was_in(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED})
    _, out, _ = zoo.diff("--format", "github", "git:v1", "api.yaml")
    first, second = out.splitlines()
    assert first.startswith("::error file=parts/pet.yaml,line=3,col=3,title=breaking%3A Attribute became required::")
    assert second.startswith("::warning file=parts/pet.yaml,line=5,")
    zoo.write(**{"parts/pet.yaml": GONE})
    _, out, _ = zoo.diff("--format", "github", "git:v1", "api.yaml")
    assert out.startswith("::error file=parts/pet.yaml,line=4,col=3,title=breaking%3A Attribute removed::")


def test_sarif_has_all_rules_and_a_result_for_each_change(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED.replace("as @you would", "as you would")})
    _, out, _ = zoo.diff("--format", "sarif", "git:v1", "api.yaml")
    (run,) = json.loads(out)["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(rules_of("terraform"))
    assert [(r["ruleId"], r["level"]) for r in run["results"]] == [
        ("became-required", "error"),
        ("limit-tightened", "warning"),
        ("description-changed", "none"),
    ]
    assert run["results"][2]["kind"] == "informational"  # a text is no failure
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == 3


def test_every_result_of_sarif_has_a_place_as_code_scanning_refuses_those_without(zoo: Zoo) -> None:
    for name, config in (("old.json", CONFIG), ("new.json", CONFIG.replace("pet:", "animal:"))):
        zoo.write(**{"config.yml": config, "parts/pet.yaml": PARTS if name == "old.json" else GONE})
        assert (
            main(["generate", "--config", "config.yml", "--output", name, "--sidecar", f"all-{name}", "api.yaml"]) == 0
        )
    zoo.capsys.readouterr()
    for states in (("git:v1", "api.yaml"), ("old.json", "new.json"), ("all-old.json", "all-new.json")):
        results = json.loads(zoo.diff("--format", "sarif", *states)[1])["runs"][0]["results"]
        assert results
        for result in results:
            assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def test_html_is_one_file_that_loads_nothing(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED})
    _, out, _ = zoo.diff("--format", "html", "git:v1", "api.yaml")
    assert "Attribute became required" in out
    assert not re.search(r"<(?:link|img|iframe)\b|<script[^>]|@import|url\(", out)


@pytest.mark.parametrize(("fail_on", "code"), [("none", 0), ("breaking", 0), ("warning", 3), ("any", 3)])
def test_the_exit_code_says_how_bad_it_is(zoo: Zoo, fail_on: str, code: int) -> None:
    zoo.write(**{"parts/pet.yaml": PARTS.replace("maxLength: 8", "maxLength: 6")})
    assert zoo.diff("--fail-on", fail_on, "git:v1", "api.yaml")[0] == code
    assert zoo.diff("--fail-on", fail_on, "--rule", "limit-tightened=ignore", "git:v1", "api.yaml")[0] == 0


def test_what_is_approved_does_not_fail(zoo: Zoo) -> None:
    zoo.write(**{"parts/pet.yaml": PARTS.replace("maxLength: 8", "maxLength: 6")})
    (change,) = zoo.data("git:v1", "api.yaml")["changes"]
    zoo.write(
        **{
            "parts/pet.yaml": PARTS.replace("maxLength: 8", "maxLength: 6"),
            "review.yml": f"approved: [{{fingerprint: {change['fingerprint']}, reason: agreed}}]",
        }
    )
    code, out, _ = zoo.diff("--review", "review.yml", "--fail-on", "any", "git:v1", "api.yaml")
    assert code == 0
    assert "    approved: agreed\n" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["git:v9", "api.yaml"], 1, "error: git:v9: the repository has no revision 'v9'"),
        (["git:--help", "api.yaml"], 1, "error: git:--help: the repository has no revision '--help'"),
        (["--missing-ok", "git:v9", "api.yaml"], 1, "error: git:v9: the repository has no revision"),
        (["git:v1", "git:v1"], 1, "error: git:v1: a revision is named, and no file of it; write git:v1:PATH"),
        (["git:v1:no.yaml", "api.yaml"], 1, "there is no no.yaml in the revision 'v1'"),
        (["git:v1", "api.yaml", "--old-config", "no.yml"], 1, "there is no no.yml in the revision 'v1'"),
        (["--missing-ok", "gone.json", "api.yaml"], 1, "error: gone.json: no such file"),
        (["--missing-ok", "api.yaml", "api.yaml", "--old-config", "no.yml"], 1, "error: no.yml: no such file"),
        (["--missing-ok", "git:v1", "gone.yaml"], 1, "error: gone.yaml: no such file"),
        (["--missing-ok", "api.yaml", "git:v9"], 1, "error: git:v9: the repository has no revision 'v9'"),
        (["config.yml", "api.yaml"], 1, "error: config.yml: this is not an API description, a sidecar or a code"),
        (["nothing.yaml", "api.yaml"], 1, "error: nothing.yaml: no such file"),
        (["api.yaml"], 2, "error: OLD and NEW are needed"),
        (["--review", "no.yml", "git:v1", "api.yaml"], 1, "error: no.yml: no such file"),
        (
            ["--explain", "became-requird"],
            2,
            "error: 'became-requird' is no code of a diagnostic and no rule of the review; did you mean",
        ),
    ],
)
def test_what_is_wrong_gets_one_message(zoo: Zoo, arguments: list[str], code: int, message: str) -> None:
    found, out, err = zoo.diff(*arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_shallow_clone_says_how_to_get_the_rest(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> None:
    zoo.write(**{"parts/pet.yaml": CHANGED})
    zoo.git("commit", "-qam", "second")
    zoo.git("clone", "-q", "--depth", "1", f"file://{zoo.folder}", "clone")
    monkeypatch.chdir(zoo.folder / "clone")
    code, _, err = zoo.diff("git:v1", "api.yaml")
    assert code == 1
    assert "this clone is shallow (actions/checkout: fetch-depth: 0): git fetch --unshallow origin --tags" in err


def test_the_schema_of_the_json_form_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "diff"]) == 0
    Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


def test_a_revision_alone_has_the_file_of_the_other_side(zoo: Zoo) -> None:
    assert zoo.data("git:v1", "git:v1:api.yaml")["changes"] == []


def test_a_file_under_another_name_changes_nothing(zoo: Zoo) -> None:
    zoo.write(**{"config.yml": CONFIG.replace("petId: id", "petId: key"), "parts/pet.yaml": WITH_ID})
    zoo.git("commit", "-qam", "second")
    zoo.write(
        **{
            "config.yml": CONFIG.replace("petId: id", "petId: key"),
            "api.yaml": API.replace("parts/pet", "parts/animal"),
            "parts/animal.yaml": WITH_ID.replace("maxLength: 8", "maxLength: 6"),
        }
    )
    assert changes(zoo.data("git:HEAD", "api.yaml")) == [("limit-tightened", "name", "API description")]


def test_an_overlay_that_the_revision_does_not_have_is_told(zoo: Zoo) -> None:
    overlay = "overlay: 1.0.0\ninfo: {title: Fixes, version: '1'}\nactions: [{target: $.info, update: {}}]\n"
    zoo.write(**{"fixes.yaml": overlay})
    arguments = ("--overlay", "fixes.yaml", "git:v1", "api.yaml")
    message = "git:v1: there is no fixes.yaml in the revision 'v1'; with --missing-ok, that is no error\n"
    assert zoo.diff(*arguments) == (1, "", f"error: {message}")
    code, out, err = zoo.diff("--missing-ok", *arguments)
    assert (code, err) == (0, f"note: nothing to compare with: {message}")
    assert out.startswith("git:v1 -> api.yaml: Nothing is compared.\nproblem: nothing to compare with: ")


def test_a_broken_file_is_an_error_that_says_in_which_revision_it_is(zoo: Zoo) -> None:
    zoo.write(**{"api.yaml": "openapi: ["})
    zoo.git("commit", "-qam", "second")
    zoo.write(**{"old.yaml": "openapi: ["})
    code, out, err = zoo.diff("old.yaml", "api.yaml")
    assert (code, out, err.partition(":2")[0]) == (1, "", "error: old.yaml")
    code, out, err = zoo.diff("api.yaml", "git:HEAD")
    assert (code, out, err.partition(":2")[0]) == (1, "", "error: api.yaml")
    assert "(in HEAD); " in err


def test_a_file_outside_of_the_repository_is_not_read_from_a_revision(zoo: Zoo, tmp_path_factory: Any) -> None:
    outside = tmp_path_factory.mktemp("outside") / "api.yaml"
    outside.write_text(API)
    code, _, err = zoo.diff("git:v1", str(outside))
    assert code == 1
    assert "in the revision 'v1'" in err


# --- a state with a defect is compared as far as it goes, and the review begins with what is wrong with it


OTHER = API.replace("/pets/{petId}", "/animals/{petId}").replace("/pets:", "/animals:")
LOST = "the path '/pets' is not in api.yaml"


def test_a_description_that_lost_a_path_is_the_worst_change_of_all(zoo: Zoo) -> None:
    zoo.write(**{"api.yaml": OTHER})
    data = zoo.data("git:v1", "api.yaml")
    first = data["changes"][0]
    assert (first["rule"], first["severity"], first["cause"]) == ("entity-removed", "breaking", "API description")
    gone = "the resource was removed from the API, which no longer has POST /pets and GET /pets/{petId}"
    assert first["message"] == gone
    code, out, _ = zoo.diff("--fail-on", "breaking", "git:v1", "api.yaml")
    assert code == 3
    assert "note: api.yaml: the config still names the resource pet, which the API has no more" in out
    assert "cannot be compared" not in out


def test_what_is_lost_comes_before_other_breaking_changes(zoo: Zoo) -> None:
    cats = API.replace("components:", "").rstrip() + "\n"
    body = "{content: {application/json: {schema: {$ref: 'parts/pet.yaml#/Pet'}}}}"
    more = f"{cats}  /cats: {{post: {{requestBody: {body}}}}}\n"
    config = CONFIG.replace(
        "resources:",
        "resources:\n  aaa: {create: {path: /pets, method: POST}, read: {path: "
        "'/pets/{petId}', method: GET}}\n  zebra: {create: {path: /cats, method: POST}, read: "
        "{path: '/pets/{petId}', method: GET}}",
    )
    zoo.write(**{"api.yaml": more, "config.yml": config})
    zoo.git("commit", "-qam", "second")
    zoo.write(**{"api.yaml": cats, "config.yml": config, "parts/pet.yaml": CHANGED})
    data = zoo.data("git:HEAD", "api.yaml")
    rules = [(change["rule"], change["entity"]) for change in data["changes"]]
    assert rules[0] == ("entity-removed", "zebra")
    assert ("became-required", "aaa") in rules


def test_a_state_that_was_broken_is_compared_with_the_repair(zoo: Zoo) -> None:
    zoo.write(**{"config.yml": CONFIG.replace("/pets,", "/petz,")})
    zoo.git("commit", "-qam", "broken")
    zoo.write()
    data = zoo.data("git:HEAD", "api.yaml")
    assert changes(data) == [("entity-added", "", "generator config")]
    assert "before, it could not be mapped: create: the path '/petz' is not in" in data["changes"][0]["message"]
    assert data["problems"][0].startswith("HEAD: resource pet cannot be mapped")


def test_a_file_that_was_no_yaml_can_be_repaired(zoo: Zoo) -> None:
    zoo.write(**{"api.yaml": "openapi: ["})
    zoo.git("commit", "-qam", "second")
    zoo.write()
    data = zoo.data("git:HEAD", "api.yaml")
    assert data["changes"] == []
    assert data["problems"][0].startswith("git:HEAD cannot be read, so that nothing is compared: api.yaml:")
    for form in ("text", "markdown", "html", "github"):
        _, out, _ = zoo.diff("--format", form, "git:HEAD", "api.yaml")
        assert "cannot be read, so that nothing is compared" in out
        assert "Nothing changes" not in out


def test_a_config_and_a_description_that_were_renamed_are_found(zoo: Zoo) -> None:
    zoo.git("mv", "config.yml", "generator.yml")
    zoo.git("mv", "api.yaml", "petstore.yaml")
    zoo.git("commit", "-qm", "renamed")
    (zoo.folder / "parts/pet.yaml").write_text(PARTS.replace("maxLength: 8", "maxLength: 6"))
    zoo.config = "generator.yml"
    data = zoo.data("git:v1", "petstore.yaml")
    assert changes(data) == [("limit-tightened", "name", "API description")]
    assert data["problems"] == ["petstore.yaml was called api.yaml in v1", "generator.yml was called config.yml in v1"]


@pytest.fixture
def module(zoo: Zoo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The API in a submodule, changed there since it was committed in the repository."""
    source = Zoo(tmp_path_factory.mktemp("source"), zoo.capsys)
    source.write()
    source.git("init", "-q")
    source.git("add", ".")
    source.git("commit", "-qm", "first")
    zoo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(source.folder), "upstream")
    zoo.git("commit", "-qm", "a submodule")
    inner = zoo.folder / "upstream"
    (inner / "parts/pet.yaml").write_text(PARTS.replace("maxLength: 8", "maxLength: 6"))
    Zoo(inner, zoo.capsys).git("commit", "-qam", "second")
    return inner


def test_the_revision_of_a_submodule_is_read_from_it(zoo: Zoo, module: Path) -> None:
    zoo.git("add", "upstream")
    zoo.git("commit", "-qm", "follow")
    expected = [("limit-tightened", "name", "API description")]
    assert module.is_dir()
    assert changes(zoo.data("git:HEAD~1", "upstream/api.yaml")) == expected
    assert changes(zoo.data("git:HEAD~1:upstream/api.yaml", "git:HEAD:upstream/api.yaml")) == expected


def test_a_submodule_that_is_not_checked_out_says_how_to_get_it(zoo: Zoo, module: Path) -> None:
    shutil.rmtree(module)
    module.mkdir()
    code, _, err = zoo.diff("git:HEAD:upstream/api.yaml", "api.yaml")
    assert code == 1
    assert "upstream is a submodule that is not checked out; run `git submodule update --init`" in err
