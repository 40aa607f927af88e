"""`provider.yaml`, read: what is wrong is told with its place, and nothing is written then."""

from pathlib import Path

import pytest

from mapper.crossplane.config import ExternalName, ExternalNameMode, Readiness, Replacing
from mapper.crossplane.config_reader import read_settings
from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main

from .support import CONFIG, menagerie


def problems(text: str) -> list[str]:
    with pytest.raises(MappingError) as caught:
        read_settings(Document("provider.yaml", text.encode()))
    return [str(problem) for problem in caught.value.problems]


LIST = "resource_metadata:\n- terraform_name: zoo_cage\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("profile: v3\n", "provider.yaml:1:1: profile: 'v3' is not one of upjet"),
        ("runtime: v9\n", "runtime: 'v9' is not one of v2.0, v2.1, v2.4"),
        ("name: ../zoo\n", "name: '../zoo' is not a name of a provider"),
        ("root_grup: a.b\n", "unknown key 'root_grup'"),
        ("root_group: ../a\n", "root_group: '../a' is not a name of a group"),
        ("base_version: 1\n", "base_version: a text is expected"),
        ("base_version: ../v1\n", "base_version: '../v1' is not a version of an API"),
        ("controller_gen: 'v1\\nx'\n", "controller_gen:"),
        ("only_listed: maybe\n", "only_listed: true or false is expected"),
        ("resource_metadata: {}\n", "resource_metadata: a list is expected"),
        ("resource_metadata:\n- zoo\n", "a mapping of keys to values is expected"),
        ("resource_metadata:\n- crd_name: A\n", "terraform_name is missing"),
        (f"{LIST}- terraform_name: zoo_cage\n", "provider.yaml:3:3: resource_metadata: 'zoo_cage' is listed twice"),
        (f"{LIST}  crd_name: cage/x\n", "crd_name: 'cage/x' is not a Kind"),
        (f"{LIST}  short_group: a.b\n", "short_group: 'a.b' cannot be the first part of a group"),
        (f"{LIST}  external_name: {{mode: name}}\n", "mode: 'name' is not one of"),
        (f"{LIST}  external_name: {{mode: parameter_as_identifier}}\n", "needs a parameter"),
        (f"{LIST}  references: {{a: {{}}}}\n", "references: a: terraform_name or kind is needed"),
        (
            f"{LIST}  references: {{a: {{kind: Lan, api_group: net.example.org}}}}\n",
            "references: a: a Kind of another provider needs kind, api_group and version",
        ),
        (
            f"{LIST}  references: {{a: {{terraform_name: b, api_group: net.example.org, version: v1}}}}\n",
            "references: a: a Kind of another provider needs kind, api_group and version",
        ),
        (f"{LIST}  generate_password: code\n", "generate_password: a list is expected"),
        (f"{LIST}  references: [a]\n", "references: a mapping of paths is expected"),
        (f"{LIST}  number_int: [1]\n", "number_int: a text is expected"),
        (f"{LIST}  schema: {{a: {{required: 1}}}}\n", "required: true or false is expected"),
        (f"{LIST}  kubectl_printcolumns: [{{name: A, json_path: .a, type: text}}]\n", "'text' is not one of"),
        (f"{LIST}  kubectl_printcolumns: [{{name: A, json_path: spec.x}}]\n", "'spec.x' has to begin with a dot"),
        (f"{LIST}  cluster_only: {{terraform_name: a}}\n", "unknown key 'terraform_name'"),
        (f"{LIST}  replace: never\n", "replace: 'never' is not one of refuse, recreate"),
        (f"{LIST}  conditions: {{readi: 1}}\n", "conditions: unknown key 'readi'"),
        (f"{LIST}  conditions: {{ready: {{path: a}}}}\n", "conditions: ready needs a path, and values"),
        (
            f"{LIST}  conditions: {{ready: {{path: a, values: {{b: 1}}}}}}\n",
            "conditions: ready needs a path, and values",
        ),
        ("name: a\nname: b\n", "the key 'name' is given twice"),
    ],
)
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    (found,) = problems(text)
    assert said in found


def test_all_problems_are_told_in_the_order_of_the_file() -> None:
    assert [problem.split(":")[1] for problem in problems("runtime: a\nprofile: b\nx: 1\n")] == ["1", "2", "3"]


def test_the_keys_of_the_older_generator_are_taken() -> None:
    text = "name: aws\nbase-crd-version: v1alpha2\npackage-path: a\nexclude-resources: [aws_a]\n"
    settings = read_settings(Document("provider.yaml", text.encode()))
    assert (settings.base_version, settings.excluded) == ("v1alpha2", frozenset(("aws_a",)))


def test_the_external_name_is_the_argument_name_where_nothing_is_said() -> None:
    settings = read_settings(Document("provider.yaml", LIST.encode()))
    assert settings.resources["zoo_cage"].external_name == ExternalName(ExternalNameMode.NAME)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("provider.yaml", CONFIG.replace("name: zoo\n", "nam: zoo\n"), "unknown key 'nam'"),
        ("schema.json", "{}", "format_version"),
        ("schema.json", '{"format_version": "1.0", "provider_schemas": {}}', "there are 0 providers in it"),
        ("schema.json", '{"format_version": "1.0", "provider_schemas": {"a/b/..": {}}}', "there is no resource"),
        ("provider.yaml", "only_listed: true\n", "there is no resource to generate"),
        ("provider.yaml", f"{CONFIG}provider_metadata: missing.yaml\n", "missing.yaml: no such file"),
        ("provider.yaml", f"{CONFIG}provider_metadata: schema.json\n", "it has no `resources`"),
        ("provider-metadata.yaml", "root:x:0:0\n", "it has no `resources`"),
        ("provider.yaml", f"{CONFIG}profile: upjets\n", "'upjets' is not one of upjet, v2020; did you mean 'upjet'?"),
        ("schema.json", '{"openapi": "3.0.0", "info": {}, "paths": {}}', "there is no format_version"),
        ("schema.json", '{"version": 4, "resources": []}', "there is no format_version"),
        ("provider.yaml", f"{CONFIG}root-package: ../../x\n", "is not the path of a module of Go"),
    ],
)
def test_bad_input_is_one_error_and_writes_nothing(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for path, own in (menagerie() | {name: text}).items():
        Path(path).write_text(own)
    assert main(["generate", "--system", "crossplane", "--output", "out", "schema.json"]) == 1
    said_all = capsys.readouterr().err
    assert said in said_all
    assert "Traceback" not in said_all
    assert not Path("out").exists()


def test_a_running_provider_is_named_with_the_option_that_starts_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--system", "crossplane", "provider:./terraform-provider-zoo"]) == 1
    assert "a provider is started only where the command line (--live)" in capsys.readouterr().err


def test_readiness_and_replacement_are_read_and_inherited_by_the_scope_of_the_cluster() -> None:
    ready = "  conditions: {ready: {path: state, values: {UP: true, 1: false}}}\n  replace: recreate\n"
    settings = read_settings(Document("p", f"{LIST}{ready}  cluster_only: {{replace: refuse}}\n".encode()))
    own, cluster = settings.resources["zoo_cage"], settings.cluster["zoo_cage"]
    assert own.readiness == Readiness("state", {"UP": True, "1": False})
    assert (own.replacing, cluster.replacing, cluster.readiness) == (
        Replacing.RECREATE,
        Replacing.REFUSE,
        own.readiness,
    )
