"""The examples of pages, judged by terraform itself: `terraform validate` with a provider of the generated schemas."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from mapper.model import Entity, EntityRef, Mapping
from mapper.model.samples.extent import Extent
from mapper.systems.terraform import kinds
from mapper.systems.terraform.spec.example import example, import_hint

from .program import PROGRAM

_CONFIG = """
disable_checkpoint = true
provider_installation {{
  dev_overrides {{
    "example/{name}" = "{folder}"
  }}
}}
"""
_REQUIRED = """
terraform {{
  required_providers {{
    {local} = {{ source = "example/{name}" }}
  }}
}}
"""
_VARIABLE = re.compile(r"= var\.(\w+)$", re.MULTILINE)
_SECONDS = 600


@dataclass(frozen=True)
class Refused:
    """An example that terraform does not accept: of what, its extent, and what it says."""

    ref: EntityRef
    extent: Extent
    text: str


def refused(mapping: Mapping, folder: Path, serves: Collection[EntityRef]) -> tuple[int, list[Refused]]:
    """How many examples there are of entities that the program in `folder` serves, and those that are refused."""
    entities = [e for e in mapping.entities if e.ref in serves or (e.kind is kinds.PROVIDER and not e.has_schema)]
    name = mapping.provider.replace("_", "-")
    plugins = folder / "plugins"
    plugins.mkdir(exist_ok=True)
    shutil.copy(folder / PROGRAM, plugins / f"terraform-provider-{name}")
    (folder / "cli.tfrc").write_text(_CONFIG.format(name=name, folder=plugins), encoding="utf-8")
    found = []
    for extent in Extent:
        module = folder / extent.value.lower()
        found += [Refused(ref, extent, text) for ref, text in _validate(mapping, entities, module, name, extent)]
    return len(Extent) * len(entities), found


def _validate(
    mapping: Mapping, entities: list[Entity], module: Path, name: str, extent: Extent
) -> list[tuple[EntityRef, str]]:
    """What terraform says against examples in one module, a file for each."""
    module.mkdir(exist_ok=True)
    local = mapping.provider.partition("_")[0]  # what terraform takes for the provider, by the types of resources
    (module / "main.tf").write_text(_REQUIRED.format(name=name, local=local), encoding="utf-8")
    by_file = {}
    for number, entity in enumerate(entities):
        file = f"{number:05}.tf"
        text = example(entity, mapping, extent)
        if entity.kind is kinds.PROVIDER and local != mapping.provider:
            text = text.replace(f'provider "{mapping.provider}"', f'provider "{local}"')
        imported = import_hint(entity, mapping.provider) if entity.kind is kinds.RESOURCE else None
        (module / file).write_text(_with_import(text, imported or ""), encoding="utf-8")
        by_file[file] = entity.ref
    texts = [path.read_text(encoding="utf-8") for path in module.glob("0*.tf")]
    variables = sorted({name for text in texts for name in _VARIABLE.findall(text)})  # which whoever pastes it has
    (module / "variables.tf").write_text("".join(f'variable "{name}" {{}}\n' for name in variables), encoding="utf-8")
    return [
        (by_file.get(file, EntityRef(kinds.PROVIDER, mapping.provider)), text)
        for file, text in _said(module, module.parent / "cli.tfrc")
    ]


def _with_import(text: str, imported: str) -> str:
    """An example and its `import` block; what the hint shows of the resource stands in the example's one."""
    block, _, shown = imported.partition("\nresource ")
    if shown:
        _, _, inside = shown.rstrip().removesuffix("}").partition("\n")
        text = f"{text.rstrip().removesuffix('}')}{inside}}}\n"
    return f"{text}\n{block}"


def _said(module: Path, config: Path) -> list[tuple[str, str]]:
    """The errors of `terraform validate`, each with its file."""
    environment = {**os.environ, "TF_CLI_CONFIG_FILE": str(config), "CHECKPOINT_DISABLE": "1", "TF_IN_AUTOMATION": "1"}
    command = ["terraform", f"-chdir={module}", "validate", "-json", "-no-color"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=_SECONDS)
    try:
        said = json.loads(done.stdout)["diagnostics"]
    except (ValueError, KeyError):
        raise AssertionError(f"terraform validate: {(done.stderr or done.stdout).strip()[:2000]}") from None
    return [(one.get("range", {}).get("filename", ""), _text(one)) for one in said if one["severity"] == "error"]


def _text(diagnostic: dict[str, object]) -> str:
    snippet = diagnostic.get("snippet")
    code = snippet.get("code", "").strip() if isinstance(snippet, dict) else ""
    return " ".join(f"{diagnostic['summary']}: {diagnostic.get('detail', '')} [{code}]".split())
