"""`oasmap plan`: manifests beside a provider that runs, of which only what they are of is mapped."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.languages.tfplugin.schema_json import read_document
from mapper.programs.operator.plan import read_manifests
from mapper.programs.operator.plugin import GroupVersionKind, PluginIndexError
from mapper.programs.operator.provider_index import (
    Choice,
    Program,
    chosen_inputs,
    live_inputs,
    make_part,
    make_program,
)
from mapper.programs.operator.resource_kinds import ResourceKind
from mapper.programs.provider_process.source import Found
from mapper.system.runner import ProviderOptions
from mapper.systems.crossplane.fields import walk
from mkdocs_oasmap.cli import main

from ...crossplane.support import ADDRESS, menagerie
from ...processes import run
from ...tfplugin.peers import peer
from ..provider_process.conftest import Tracks, tracks
from ..provider_process.fake import program

__all__ = ["tracks"]

GROUP = "fake.fake.m.crossplane.io/v1alpha1"
THING = f"apiVersion: {GROUP}\nkind: Thing\nmetadata: {{name: NAME}}\nspec:\n  forProvider: GIVEN\n"
OVERLAY = """
from mapper.programs.operator.plugin import Implementation
print("the overlay is run")
class Encoder:
    def encode_cty(self, resource, block, secrets):
        raise RecursionError
def index():
    return [Implementation(cty_encoder=Encoder())]
"""


@pytest.fixture
def folder(here: Path, tracks: Tracks) -> Path:
    program(here)
    return here


def manifest(name: str, given: str) -> str:
    return THING.replace("NAME", name).replace("GIVEN", given)


def planned(folder: Path, text: str, *more: str) -> int:
    (folder / "m.yaml").write_text(text)
    return main(["plan", "m.yaml", "--live", "./terraform-provider-fake", *more])


def test_manifests_are_validated_and_planned(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "provider.yaml").write_text("name: fake\n")
    others = "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\n"
    good, bad = manifest("a", "{tags: {b: c}}"), manifest("b", "{tags: [1]}")
    code = planned(folder, f"{others}---\n{good}---\n{bad}", "--config", "provider.yaml")
    assert code == 1
    assert capsys.readouterr().out == (
        "Thing/a: would be created; 2 values known after creation\n"
        "Thing/b: refused\n"
        "  error: m.yaml:15:17: spec.forProvider.tags: an object is expected, not [1]; correct the manifest there\n"
    )
    assert planned(folder, good, "--format", "json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["manifest"], found["line"], found["valid"], found["planned"]) == ("Thing/a", 1, True, True)
    assert found["knownLater"] == ["status.atProvider.id", "status.atProvider.size"]


def test_where_the_provider_takes_no_configuration_nothing_is_planned_and_a_note_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program(folder, fault="not configured")
    assert planned(folder, manifest("a", "{tags: {b: c}}")) == 0
    told = capsys.readouterr()
    reason = "the provider is not configured (There is no token)"
    assert told.err.endswith(f"note: nothing is planned, only validated: {reason}\n")
    assert told.out == "Thing/a: valid\n"
    (folder / "p.yaml").write_text("{}")
    assert planned(folder, manifest("a", "{}"), "--provider-config", "p.yaml") == 1
    assert "the provider refuses its configuration: There is no token" in capsys.readouterr().err


def test_warnings_of_a_provider_are_told_apart_from_its_errors(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program(folder, fault="diagnostics")
    assert planned(folder, manifest("a", "{tags: {b: c}}"), "--format", "json") == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert [text.partition(": ")[2] for text in found["errors"]] == ["Wrong", "No severity"]
    assert [text.rpartition(": ")[2] for text in found["warnings"]] == ["It may break."]


BROKEN = [
    ("a: [", "0.yaml:2:1"),
    ("- 1\n", "1.yaml:1:1: a manifest is expected"),
    (f"apiVersion: {GROUP}\nkind: Thinq\nmetadata: {{}}\n", "Kind=Thinq: the provider has no such Kind"),
    (f"apiVersion: {GROUP}\nkind: Thing\nkind: Thing\n", "3.yaml:3:1"),
    (manifest("x", "&a [*a]"), "4.yaml"),
    (manifest("x", "{tags: " + "{a: " * 800 + "1" + "}" * 800 + "}"), "5.yaml"),
    (f"apiVersion: {GROUP}\nkind: Thing\nspec: 3\n", "6.yaml:3:1: spec: an object is expected"),
    (f"apiVersion: {GROUP[:-1]}2\nkind: Thing\n", "the provider has this Kind in version v1alpha1"),
]


def test_what_is_no_manifest_is_told_in_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, (text, _) in enumerate(BROKEN):
        (folder / f"{number}.yaml").write_text(text)
    names = [f"{number}.yaml" for number in range(len(BROKEN))]
    (folder / "m.yaml").write_text(manifest("a", "{tags: {b: c}}"))
    assert main(["plan", *names, "m.yaml", "--live", "./terraform-provider-fake"]) == 1
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert "Thing/a: would be created" in told.out
    lines = [line for line in (told.err + told.out).splitlines() if "error:" in line]
    assert [expected for _, expected in BROKEN if not any(expected in line for line in lines)] == []


def test_what_is_said_in_json_does_not_act(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert planned(folder, manifest('"a\\u202e\\e[2J"', "{}"), "--format", "json") == 0
    told = capsys.readouterr().out
    assert told.replace("\n", "").isprintable()
    assert json.loads(told)[0]["manifest"] == "Thing/a\u202e\x1b[2J"


def test_a_file_without_a_manifest_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert planned(folder, "") == 1
    assert "none of 0 manifests is of a Kind that is made of" in capsys.readouterr().err


WRONG: list[tuple[list[str], str]] = [
    (["plan", "m.yaml", "--live", "./nothing"], "there is no such program; build it, or correct the path"),
    (["plan", "m.yaml", "--live", "hashicorp/nothing"], "is in none of the folders of plugins"),
    (["plan", "none.yaml", "--live", "./terraform-provider-fake"], "cannot be read"),
    (["plan", "m.yaml", "--live", "./terraform-provider-fake", "--config", "no.yaml"], "no.yaml"),
    (["plan", "m.yaml", "--live", "./terraform-provider-fake", "--provider-config", "no.yaml"], "cannot be read"),
    (["plan", "m.yaml", "--live", "./terraform-provider-fake", "--provider-config", "p.yaml"], "no argument 'region'"),
]


@pytest.mark.parametrize(("arguments", "expected"), WRONG)
def test_what_cannot_be_read_or_started_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    (folder / "m.yaml").write_text(manifest("a", "{tags: {b: c}}"))
    (folder / "p.yaml").write_text("region: x\n")
    assert main(arguments) == 1
    assert expected in capsys.readouterr().err


def test_overlays_of_the_config_are_imported_and_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "my_overlay_of_things.py").write_text(OVERLAY)
    overlay = "resource_overlays:\n  - {terraform_name: fake_thing, full_package_name: my_overlay_of_things}\n"
    (folder / "provider.yaml").write_text(overlay)
    assert planned(folder, manifest("a", "{tags: {b: c}}")) == 1
    told = capsys.readouterr()
    assert "the overlay is run" in told.out
    assert "the object is nested too deep" in told.out
    other = OVERLAY.replace(
        "Implementation(", "Implementation(gvk=GroupVersionKind('fake.example.org', 'v1', 'Other'), "
    )
    other = other.replace("import Implementation", "import GroupVersionKind, Implementation")
    (folder / "another_overlay_of_things.py").write_text(other)
    (folder / "provider.yaml").write_text(overlay.replace("my_overlay", "another_overlay"))
    assert planned(folder, manifest("a", "{tags: {b: c}}")) == 1
    assert "Other is not a Kind of fake_thing" in capsys.readouterr().err.replace("'", "")
    (folder / "provider.yaml").write_text(overlay.replace("fake_thing", "fake_other"))
    assert planned(folder, manifest("a", "{tags: {b: c}}")) == 1
    assert "provider.yaml:2:5: there is no resource 'fake_other' to be overlaid" in capsys.readouterr().err
    (folder / "provider.yaml").write_text(overlay.replace("my_overlay", "no_overlay"))
    assert planned(folder, manifest("a", "{tags: {b: c}}")) == 1
    assert "provider.yaml:2:5: no_overlay_of_things: index() cannot be had" in capsys.readouterr().err


def test_a_secret_is_not_known_yet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = "resource_metadata:\n  - terraform_name: fake_thing\n    schema: {name: {sensitive: true}}\n"
    (folder / "provider.yaml").write_text(f"{config}    external_name: {{mode: identifier_from_provider}}\n")
    text = manifest("a", "{nameSecretRef: {name: s, key: k}}")
    assert planned(folder, text, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)[0]["knownLater"] == ["status.atProvider.id", "status.atProvider.size"]
    secret = "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: default}\nstringData: {other: x}\n"
    assert planned(folder, text + secret) == 1
    assert "the secret default/s has no key 'k'" in capsys.readouterr().out


@pytest.mark.peer
def test_a_real_provider_says_what_it_fills_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = "{filename: x, content: y}"
    text = manifest("f", given).replace(GROUP, "local.local.m.crossplane.io/v1alpha1").replace("Thing", "File")
    (folder / "m.yaml").write_text(text)
    assert main(["plan", "m.yaml", "--live", str(peer("local"))]) == 0
    assert '  status.atProvider.filePermission: "0777" is filled in\n' in capsys.readouterr().out


def test_documents_of_a_file_are_read_each_alone_with_their_lines() -> None:
    text = "---\n# nothing\n---\nkind: A\ndata: |\n  ---\n  x\n...\n--- # x\nkind: B\n---\nkind: [\n---\nkind: C\n"
    found, problems = read_manifests(text, "f.yaml")
    assert [(one.gvk.kind, one.line) for one in found] == [("A", 4), ("B", 10), ("C", 14)]
    assert found[0].manifest["data"] == "---\nx\n"
    assert [problem.line for problem in problems] == [13]


def test_a_list_is_the_manifests_in_it() -> None:
    found, problems = read_manifests("kind: List\nitems:\n  - kind: A\n  - 3\n", "f.yaml")
    assert [one.gvk.kind for one in found] == ["A"]
    assert [problem.line for problem in problems] == [4]


SITE = """\
site_name: zoo
plugins:
  - oasmap:
      system: crossplane
      spec: schema.json
      config: provider.yaml
      pages: reference
"""
PROBE = """
import sys, json
from mkdocs_oasmap.cli import main
codes = [main(arguments) for arguments in json.loads(sys.argv[1])]
from mkdocs.commands.build import build
from mkdocs.config import load_config
site = load_config("mkdocs.yml")
site.plugins.on_startup(command="build", dirty=False)
build(site)
loaded = [name for name in sys.modules if name.startswith(("mapper.programs.operator", "evil_overlay"))]
print(codes, loaded, file=sys.stderr)
"""


def test_what_generates_and_documents_never_imports_an_overlay_or_the_runtime(tmp_path: Path) -> None:
    from .cloud import files

    for name, text in files().items():
        (tmp_path / name).write_text(text)
    overlay = "resource_overlays:\n  - {terraform_name: zoo_thing, full_package_name: evil_overlay}\n"
    with (tmp_path / "provider.yaml").open("a") as file:
        file.write(overlay)
    (tmp_path / "evil_overlay.py").write_text("raise SystemExit('the overlay is run')\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Zoo\n")
    (tmp_path / "mkdocs.yml").write_text(SITE)
    (tmp_path / "old.json").write_text((tmp_path / "schema.json").read_text())
    own = ["--system", "crossplane"]
    commands = [
        ["generate", *own, "--output", "out", "schema.json"],
        ["check", *own, "--output", "out", "schema.json"],
        ["diff", *own, "old.json", "schema.json"],
        ["pages", *own, "schema.json", "pages"],
        ["init", *own, "--output", "new.yaml", "schema.json"],
        ["plan", "--help"],
        ["operator", "--help"],
    ]
    ran = run(
        [sys.executable, "-c", PROBE, json.dumps(commands)],
        tmp_path,
        only={"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert "the overlay is run" not in ran.stderr + ran.stdout
    assert ran.stderr.splitlines()[-1] == f"{[0] * len(commands)} []"
    assert "zoo_thing" in "".join(path.read_text() for path in (tmp_path / "site" / "reference").rglob("*.html"))


UNFITTING = [
    (manifest("a", "{tag: {b: c}}"), "spec.forProvider.tag: there is no such field; did you mean 'tags'?"),
    (
        manifest("a", "{size: 1}"),
        "spec.forProvider.size: there is no such field: it is a result, status.atProvider.size",
    ),
    (manifest("a", "{}\n  forProviders: {}"), "spec.forProviders: there is no such field; did you mean 'forProvider'?"),
    (
        manifest("a", "{}\n  providerConfigRef: {kind: x/../y, name: z}"),
        "ProviderConfig, ClusterProviderConfig: one of these is",
    ),
    (manifest("a", "{}\nstatus: {size: 1}"), "status.size: there is no such field"),
    (manifest("a, lables: {x: y}", "{}"), "metadata.lables: there is no such field; did you mean 'labels'?"),
]


@pytest.mark.parametrize(("text", "expected"), UNFITTING)
def test_what_the_api_server_would_refuse_is_refused_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    assert planned(folder, text) == 1
    told = capsys.readouterr().out
    assert expected in told
    assert "error: m.yaml:" in told


ONE = "apiVersion: v1\nkind: X\nmetadata: {name: a}\n---\n"


def test_many_manifests_have_their_own_lines_and_no_more_text_than_the_file() -> None:
    text = ONE * 500
    manifests, problems = read_manifests(text, "all.yaml")
    assert problems == []
    lines = [manifest.problem("here", "metadata").line for manifest in manifests]
    assert lines == list(range(3, 4 * 500, 4))
    assert sum(len(manifest.node.document.data) for manifest in manifests) <= len(text)


def test_a_problem_is_at_its_line_of_the_file_in_whichever_document_it_is() -> None:
    text = "# first\n---\n" + ONE + "kind: A\nkind: B\n---\na: [\n---\n- 1\n"
    manifests, problems = read_manifests(text, "all.yaml")
    assert len(manifests) == 2
    assert (problems[0].line, problems[0].column) == (8, 1)
    assert "line 7 has it too" in problems[0].text
    assert [problem.line for problem in problems[1:]] == [11, 11]


PART_OVERLAY = """
from mapper.programs.operator.plugin import Implementation
def index():
    return [Implementation(readiness=object())]
"""


@pytest.fixture(params=["upjet", "v2020"])
def choice(request: pytest.FixtureRequest, tmp_path: Path) -> Choice:
    for name, text in menagerie().items():
        (tmp_path / name).write_text(text)
    with (tmp_path / "provider.yaml").open("a") as file:
        file.write("resource_overlays:\n  - {terraform_name: zoo_keeper, full_package_name: overlay_of_keepers}\n")
    (tmp_path / "overlay_of_keepers.py").write_text(PART_OVERLAY)
    return Choice(Found(tmp_path, ADDRESS, ""), ProviderOptions("zoo", tmp_path, dialect=request.param))


def schema() -> ProviderSchema:
    return read_document(json.loads(menagerie()["schema.json"])).document.providers[ADDRESS]


def described(kind: ResourceKind) -> Any:
    """What is told of a Kind, without the places in a document."""
    fields = [(field.path, field.json, field.sensitive, field.computed) for field in walk(kind.fields)]
    return kind.gvk, kind.plural, kind.external_name, kind.root_group, fields


def test_each_kind_alone_is_what_it_is_among_all(choice: Choice) -> None:
    whole = make_program(live_inputs(choice, schema()), choice.options.base)
    for kind in whole.kinds:
        part = make_part(chosen_inputs(choice, schema(), {kind.gvk}), choice.options.base)
        same = [own for own in whole.kinds if own.terraform_name == kind.terraform_name]
        assert list(map(described, part.kinds)) == list(map(described, same))
        assert part.every == tuple(own.gvk for own in whole.kinds)
        has_overlay = kind.terraform_name == "zoo_keeper"
        assert (part.implementations[kind.gvk].readiness is not None) is has_overlay


def test_nothing_else_is_mapped(choice: Choice) -> None:
    whole = make_program(live_inputs(choice, schema()), choice.options.base)
    chosen = chosen_inputs(choice, schema(), {whole.kinds[0].gvk})
    assert chosen.inputs is not None
    assert list(chosen.inputs.schema.resources) == [whole.kinds[0].terraform_name]


def test_a_kind_that_the_provider_has_not_is_told_with_those_that_it_has(choice: Choice) -> None:
    program: Program = make_part(
        chosen_inputs(choice, schema(), {GroupVersionKind("", "v1", "Pod")}), choice.options.base
    )
    assert program.kinds == ()
    with pytest.raises(
        PluginIndexError, match=r"Kind=Pod: the provider has no such Kind; choose among (Animal)?Cage, "
    ):
        program.kind(GroupVersionKind("", "v1", "Pod"))
