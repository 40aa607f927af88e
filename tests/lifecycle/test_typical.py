"""Examples of pages with what they refer to are complete: Terraform accepts each by itself, as a reader copies them."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from mapper.model.samples.extent import Extent
from mapper.programs.trial.provider.protocol import provider_server
from mapper.programs.trial.provider.resources import Offer
from mapper.registry import system_named
from mapper.systems.terraform import kinds

from ..tfplugin.peers import terraform
from .descriptions import TREES
from .floors import CORPUS, corpus_folder
from .folder import Api, opened

_SECONDS = 600


def _examples(api: Api, extent: Extent) -> dict[str, str]:
    """By resource: the example of its page, and what it refers to."""
    mapping = api.artifacts.mapping
    showing = system_named("terraform").showing
    files = {}
    for entity in mapping.of_kind(kinds.RESOURCE):
        examples = {example.title: example for example in showing.examples(entity, mapping)}
        example = examples.get(extent.value) or examples[Extent.MINIMAL.value]
        files[entity.name] = f"{example.text}\n{example.needs}"
    return files


def refused(api: Api, files: dict[str, str], folder: Path) -> list[str]:
    """What Terraform says against configurations, each in a module of its own, with a provider of the code spec."""
    provider = api.artifacts.provider
    needed = f'terraform {{\n  required_providers {{\n    {provider} = {{ source = "try/{provider}" }}\n  }}\n}}\n'
    calls = [needed]
    for name, text in files.items():
        (folder / name).mkdir()
        (folder / name / "main.tf").write_text(f"{needed}\n{text}", encoding="utf-8")
        variables = [line.split('"')[1] for line in text.splitlines() if line.startswith("variable ")]
        given = "".join(f'  {variable} = "x"\n' for variable in variables)
        calls.append(f'module "{name}" {{\n  source = "./{name}"\n{given}}}\n')
    (folder / "main.tf").write_text("\n".join(calls), encoding="utf-8")
    by_type = {resource.type: resource for resource in api.artifacts.resources.values()}

    def unsent(method: str, path: str, _body: Any) -> tuple[int, Any]:
        raise AssertionError(f"{method} {path} was sent")

    with provider_server(lambda: Offer(by_type), unsent) as attached:
        _terraform(folder, attached, provider, "init", "-backend=false")
        lines = _terraform(folder, attached, provider, "validate", "-json")
    answer = json.loads(lines)
    return [
        f"{(d.get('range') or {}).get('filename')}: {d['summary']}: {' '.join(d.get('detail', '').split())}"
        for d in answer["diagnostics"]
        if d["severity"] == "error"
    ]


def _terraform(folder: Path, attached: dict[str, Any], provider: str, *arguments: str) -> str:
    only = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    reattach = {"TF_REATTACH_PROVIDERS": json.dumps({f"try/{provider}": attached}), "CHECKPOINT_DISABLE": "1"}
    done = subprocess.run(
        ["terraform", *arguments],
        cwd=folder,
        env={**only, **reattach},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    assert done.returncode == 0 or arguments[0] == "validate", done.stdout + done.stderr
    return done.stdout


@pytest.mark.peer
@pytest.mark.corpus
@pytest.mark.parametrize("extent", [Extent.MINIMAL, Extent.TYPICAL])
@pytest.mark.parametrize("name", ["digitalocean", "okta"])
def test_terraform_accepts_each_example_with_what_it_refers_to(name: str, extent: Extent, tmp_path: Path) -> None:
    terraform()
    if not CORPUS.exists():
        pytest.skip("there is no corpus")
    with opened(corpus_folder(name), fresh=True) as api:
        assert refused(api, _examples(api, extent), tmp_path) == []


@pytest.mark.peer
def test_terraform_refuses_what_is_not_declared(tmp_path: Path) -> None:
    terraform()
    folder = tmp_path / "api"
    folder.mkdir()
    (folder / "openapi.yaml").write_text(TREES, encoding="utf-8")
    with opened(folder) as api:
        (name,) = api.artifacts.resources
        text = f'resource "{api.artifacts.resources[name].type}" "main" {{\n  kind = var.kind\n}}\n'
        (said,) = refused(api, {name: text}, tmp_path)
        assert "undeclared input variable" in said
