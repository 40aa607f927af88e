"""What must hold of a snippet that is neither run nor compared: it is what it looks like, and complete things work.

A snippet says what it is by its keys. One that is none of the known kinds is a mistake of the page, or a kind to add.
"""

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import yaml
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from mapper.inputs import Document
from mapper.programs.operator.plan import read_manifests
from mapper.registry import REGISTRY, system_named
from mapper.report.diagnostic import MappingError
from mapper.review.settings_reader import read_settings
from mapper.systems.terraform.kinds import SECTIONS
from mkdocs_oasmap.options import OasmapOptions

from ..support import generate
from . import programs
from .fences import ROOT, Block
from .workspace import Workspace

PLUGIN = set(OasmapOptions().keys())
REVIEW_KEYS = {"rules", "severities", "approved", "entities", "drift", "deprecation_grace"}
SITE = {"theme", "nav", "markdown_extensions", "plugins", "site_name", "docs_dir"}
_SYSTEMS = [system_named(name).reading for name in REGISTRY]
CONFIGS = {reading.config for reading in _SYSTEMS} - {system_named("terraform").reading.config}
"""The configs that grammars check."""
_COMMAND = re.compile(r"(?:oasmap|mkdocs|pip) ")
_CHECKED = {"", "OAS101", "OAS103", "OAS104", "OAS105", "OAS106"}


class _Loader(yaml.SafeLoader):
    """YAML with the tag of MkDocs for variables of the environment."""


def _variable(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node)[-1]
    return None


_Loader.add_constructor("!ENV", _variable)


def data_of(block: Block) -> Any:
    return yaml.load(block.text, _Loader)


def problem(block: Block, workspace: Workspace) -> str:
    """What is wrong with a snippet; empty if nothing is, or if it is run or compared elsewhere."""
    check = LANGUAGES.get(block.language)
    if check is None:
        return f"no kind of snippet: {block.language or 'no language'}"
    try:
        return check(block, workspace) or ""
    except (AssertionError, MappingError, MkDocsException, ValueError, yaml.YAMLError, jinja2.TemplateError) as error:
        return str(error) or repr(error)


def _yaml(block: Block, workspace: Workspace) -> str | None:
    found = data_of(block)
    if block.title.endswith(("openapi.yaml", "swagger.yaml", "mounts.yaml")):
        return None  # what is written of it is compared
    for command in commands(found):
        _parsed(command)
    if isinstance(found, list):
        steps = all(isinstance(step, dict) and ({"run", "uses", "target"} & step.keys()) for step in found)
        return None if steps else "a list that is neither steps nor actions of an overlay"
    if found is None:
        return None if block.text.startswith("# yaml-language-server:") else "nothing but comments"
    keys = set(found)
    kinds: list[tuple[bool, Callable[[], object]]] = [
        (bool(keys & SITE), lambda: _site(found, workspace)),
        (keys <= REVIEW_KEYS and not isinstance(found.get("drift"), str), lambda: _review(block.text)),
        (
            block.title.startswith((".gitlab", ".readthedocs"))
            or block.title in CONFIGS
            or any(reading.input.describes(found) for reading in _SYSTEMS),
            lambda: None,
        ),
        (keys <= PLUGIN and not keys & {"provider"}, lambda: _site({"plugins": [_plugin(found)]}, workspace)),
        (keys <= {"provider", "policies", "schema", *SECTIONS.values()}, lambda: _config(block, workspace)),
        ("repos" in keys, lambda: _hooks(found)),
        ({"apiVersion", "kind"} <= keys, lambda: _manifest(block)),
        ("jobs" in keys or "include" in keys, lambda: None),
        (keys <= {"overlay", "info", "actions", "openapi", "components", "$ref", "site", "inventories"}, lambda: None),
    ]
    for fits, validate in kinds:
        if fits:
            validate()
            return None
    return f"YAML of no kind that tests/guide/snippets.py knows: {', '.join(map(str, keys))}"


def _plugin(options: dict[str, Any]) -> dict[str, Any]:
    needed = {} if {"spec", "mappings"} & options.keys() else {"spec": "api/openapi.yaml"}
    return {"oasmap": {**needed, **options}}


def _site(found: dict[str, Any], workspace: Workspace) -> None:
    """MkDocs takes it as its configuration, with every file that it names."""
    text = json.dumps({"site_name": "Guide", **found})
    for name in re.findall(r'"([\w./-]+\.(?:ya?ml|json|json\.gz))"', text):
        if not (workspace.folder / name).exists():
            workspace.write(name, "{}\n")
    path = workspace.write("mkdocs-snippet.yml", text)
    (workspace.folder / found.get("docs_dir", "docs")).mkdir(exist_ok=True)
    plugins = [next(iter(plugin)) if isinstance(plugin, dict) else plugin for plugin in found.get("plugins", [])]
    config = load_config(str(path))
    assert set(plugins) <= {*config.plugins, *(key.removeprefix("material/") for key in config.plugins)}


def _review(text: str) -> None:
    read_settings(Document("review.yml", text.encode()))


def _config(block: Block, workspace: Workspace) -> None:
    """On top of the config of the example, every entry has an effect. One with a title is mapped where it is played."""
    if block.title:
        return
    base = yaml.safe_load((workspace.folder / "generator_config.strict.yml").read_text(encoding="utf-8"))
    path = workspace.write("config-snippet.yml", json.dumps(_merged(base, yaml.safe_load(block.text))))
    mapping = generate(workspace.folder / "api/openapi.yaml", path, workspace.folder)
    idle = [str(found.message) for found in mapping.diagnostics if found.code in _CHECKED]
    assert not idle, idle


def _merged(base: Any, over: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    return {key: _merged(base.get(key), over[key]) if key in over else base[key] for key in {**base, **over}}


def _manifest(block: Block) -> None:
    """An object of Crossplane, as `oasmap plan` reads it; or the rights of the operator."""
    (own,), problems = read_manifests(block.text, block.title)
    assert not problems, problems
    assert own.gvk.group, own.gvk.version
    assert own.name != f"{own.gvk.kind}/?", "no name"
    if own.gvk.kind == "ClusterRole":
        assert own.manifest["rules"]
        return
    assert set(own.manifest["spec"]) <= {"forProvider", "initProvider"}


def _hooks(found: dict[str, Any]) -> None:
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    used = {hook["id"] for repository in found["repos"] for hook in repository["hooks"]}
    assert used <= known, used - known


def commands(value: Any) -> list[str]:
    """The commands of ours in a workflow or in steps."""
    if isinstance(value, dict | list):
        members = value.values() if isinstance(value, dict) else value
        return [command for member in members for command in commands(member)]
    return [line for line in str(value).splitlines() if _COMMAND.match(line)] if isinstance(value, str) else []


def _parsed(command: str) -> None:
    """A command line of ours has a command and options that exist."""
    program, *arguments = shlex.split(command.partition(" > ")[0].partition(" | ")[0])
    if program == "oasmap":
        programs.parse(arguments)


def _toml(block: Block, workspace: Workspace) -> str | None:
    try:
        tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        return str(error)
    return None


def _json(block: Block, _: Workspace) -> None:
    json.loads(block.text)


def _python(block: Block, _: Workspace) -> None:
    compile(block.text, "snippet", "exec")


def _template(block: Block, _: Workspace) -> None:
    jinja2.Environment(autoescape=True).parse(block.text)


def _style(block: Block, _: Workspace) -> str | None:
    ours = (ROOT / "mkdocs_oasmap/theme/assets/oasmap/oasmap.css").read_text(encoding="utf-8")
    unknown = [name for name in re.findall(r"--[\w-]+", block.text) if name not in ours]
    return f"no variables of the style sheet: {unknown}" if unknown else None


def _titled(block: Block, _: Workspace) -> str | None:
    return None if block.title else "output without a title: a command, the name of an entity, or *the repository*"


def _nothing(_: Block, __: Workspace) -> None:
    """It is run, compared, or an excerpt in a language that other tests compile."""


LANGUAGES: dict[str, Callable[[Block, Workspace], str | None]] = {
    "yaml": _yaml,
    "toml": _toml,
    "json": _json,
    "python": _python,
    "html": _template,
    "jinja": _nothing,
    "js": _nothing,
    "css": _style,
    "text": _titled,
    "diff": _titled,
    "sh": _nothing,
    "shell": _nothing,
    "markdown": _nothing,
    "md": _titled,
    "terraform": _nothing,
    "go": _nothing,
    "typescript": _nothing,
    "gotmpl": _nothing,
}


def pages_of(block_texts: list[str], folder: Path) -> None:
    """Write snippets of Markdown as pages of a site."""
    for number, text in enumerate(block_texts):
        (folder / f"snippet-{number}.md").write_text(f"# Snippet {number}\n\n{text}", encoding="utf-8")
