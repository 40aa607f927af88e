"""The packages that the generator of 2020 made of the AWS provider, from the schema of five years later."""

import gzip
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.registry import system_named
from mapper.request import Mapped, Request

from ...tfplugin.peers import CORPUS, corpus
from .support import functions, structs, texts

pytestmark = pytest.mark.corpus

Packages = dict[str, Any]


def _file(name: str) -> Path:
    path = CORPUS / "aws-2020" / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return path


@pytest.fixture(scope="module")
def packages() -> Packages:
    found: Packages = json.loads(gzip.decompress(_file("packages.json.gz").read_bytes()))
    return found


@pytest.fixture(scope="module")
def provider(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Mapped:
    """The same resources of the schema of today, with the config of then."""
    config = tmp_path_factory.mktemp("aws") / "provider.yaml"
    listed = "".join(f"- terraform_name: {name}\n" for name in packages)
    text = _file("provider.yaml").read_text()
    config.write_text(f"{text}\nonly_listed: true\nresource_metadata:\n{listed}")
    schema = _cut(json.loads(gzip.decompress(corpus("schema-aws").read_bytes())), packages)
    (path := config.parent / "schema.json").write_text(json.dumps(schema))
    return system_named("crossplane").run(Request(path, [config], config.parent))


def _cut(schema: Any, packages: Packages) -> Any:
    (own,) = schema["provider_schemas"].values()
    own["resource_schemas"] = {name: found for name, found in own["resource_schemas"].items() if name in packages}
    return {
        **schema,
        "provider_schemas": {key: {**own, "data_source_schemas": {}} for key in schema["provider_schemas"]},
    }


@pytest.fixture(scope="module")
def files(provider: Mapped) -> dict[str, str]:
    return texts(provider)


def test_every_package_has_the_structures_functions_and_names_of_2020(
    packages: Packages, files: dict[str, str]
) -> None:
    missing: dict[str, list[Any]] = {}
    for name, golden in packages.items():
        folder = f"generated/resources/{golden['package']}/{golden['version']}"
        found = list(_missing(golden, {file: files.get(f"{folder}/{file}", "") for file in golden["files"]}))
        if found:
            missing[name] = found
    assert len(packages) >= 170
    assert missing == {}


def _missing(golden: dict[str, Any], code: dict[str, str]) -> Any:
    gone = set(golden["gone_in_5_100_0"])
    lost = {name.partition(".")[2] for name in gone}
    ours = structs(code["types.go"])
    for struct, members in golden["structs"].items():
        wanted = {tuple(member) for member in members if f"{struct}.{member[0]}" not in gone}
        yield from ((struct, member) for member in wanted - ours.get(struct, set()))
    for file, names in golden["functions"].items():
        wanted = {name for name in names if name.rpartition("_")[2] not in lost}
        yield from ((file, name) for name in wanted - functions(code[file]))
    for text in (golden["group"], golden["version"], golden["kind"], golden["terraform_name"]):
        if f'"{text}"' not in code["index.go"]:
            yield "index.go", text
    yield from (file for file, text in code.items() if not text)


def test_definitions_are_those_of_2020_with_the_fields_of_today(packages: Packages, files: dict[str, str]) -> None:
    by_kind = {golden["kind"]: golden for golden in packages.values()}
    compared = 0
    with tarfile.open(_file("crds.tar.gz")) as archive:
        for member in archive.getmembers()[::8]:
            theirs = yaml.safe_load(archive.extractfile(member) or b"")
            golden = by_kind.get(theirs["spec"]["names"]["kind"])
            if golden is not None:  # that of the configuration follows from the schema here
                ours = yaml.safe_load(files[f"config/crd/{member.name}"])
                lost, found = _fields(theirs), _fields(ours)
                assert ours == theirs, member.name
                assert {name: found.get(name) for name in _kept(golden)} == {name: lost[name] for name in _kept(golden)}
                compared += 1
    assert compared > len(packages) / 10


def _fields(definition: Any) -> dict[str, Any]:
    """The schemas of the fields, without texts; they are taken out of the definition."""
    (version,) = definition["spec"]["versions"]
    top = version["schema"]["openAPIV3Schema"]["properties"]
    found = {}
    for holder in (top["spec"]["properties"]["forProvider"], top["status"]["properties"]["atProvider"]):
        for name, own in holder.pop("properties", {}).items():
            found[name] = {key: value for key, value in own.items() if key != "description"}
    return found


def _kept(golden: dict[str, Any]) -> list[str]:
    """The fields at the root that the schema still has; of those in `timeouts`, tests of types say more."""
    gone = set(golden["gone_in_5_100_0"])
    sides = (f"{golden['kind']}{side}" for side in ("Parameters", "Observation"))
    rows = ((side, row) for side in sides for row in golden["structs"].get(side, ()))
    return [row[2] for side, row in rows if f"{side}.{row[0]}" not in gone and row[2] != "timeouts"]
