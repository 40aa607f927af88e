"""What users write beside an input: configs, review files, templates and others, changed byte by byte.

Each target is a small project with one file that changes, and a command that reads it. Whatever the file is, the
command ends with an exit code of its own, and says what it says in clean lines.
"""

import io
import json
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random

import yaml
from markdown import Markdown
from msgspec import Struct

from mapper.inputs import Document, DocumentError
from mapper.registry import REGISTRY
from mapper.report.diagnostic import MappingError
from mapper.review.history import FORMAT, FORMAT_VERSION, read_history, write_history
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.markdown_block import OasmapExtension

from ..files import write_files
from ..systems.cases import CASES
from .mutate import mutate
from .oracle import Wrong, one_line

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CODES = (0, 1, 2, 3)
"""What a command exits with; any other code is a crash."""


class Project(Struct, frozen=True):
    """The `files` of a project, the one that `changes`, and the `command` that reads it."""

    files: dict[str, str]
    changes: str
    command: tuple[str, ...]


_ZOO, _ACK = CASES["terraform"], CASES["ack"]
_CONFIG = """\
provider: {name: zoo, schema_ref: "#/components/schemas/Pet"}
policies: {computed_defaults: drop, free_form: json_string, replace: infer}
resources:
  pet:
    create: {path: /pets, method: POST}
    read: {path: "/pets/{id}", method: GET}
    schema:
      ignores: [secret]
      attributes:
        aliases: {id: pet_id, read.path.id: id}
        overrides:
          name: {description: "A *name*.", computed_optional_required: required, sensitive: true}
data_sources:
  pets: {read: {path: "/pets/{id}", method: GET}}
"""
_GENERATOR = """\
ignore: {operations: [DeleteCage], field_paths: [CreateCageInput.Bars]}
resources:
  Cage:
    fields: {Name: {is_primary_key: true, references: {resource: Cage, path: Status.ID}}}
    renames: {operations: {CreateCage: {input_fields: {Name: CageName}}}}
    tags: {ignore: true}
    hooks: {sdk_create_pre_build_request: {template_path: hooks/a.tpl}}
"""
_REVIEW = """\
rules: {attribute-removed: warning, description-changed: ignore}
severities:
- {rule: description-*, path: "na*", level: ignore}
- {entity: resource pet, breaks: plan, level: info}
entities: {pet: {stability: beta}}
deprecation_grace: warning
approved:
- {fingerprint: [889ce7030c79, 1d319a7b911c], reason: One edit in two places.}
- {rule: attribute-removed, path: "*.legacy", entity: resource pet, reason: Announced in March., until: 3.0.0}
- {entity: data source pets, reason: Nobody uses it yet., until: 2027-01-31}
"""
_SETTINGS = """\
site_name: Zoo
docs_dir: docs
theme: {name: mkdocs}
plugins:
- search
- oasmap:
    spec: api.yaml
    config: [generator_config.yml]
    audience: !ENV [AUDIENCE, users]
    labels: {group.required: Needed}
    severity: {OAS101: note}
    mappings: []
"""
_LABELS = "group.required: Needed\nbadge.replaces: new object\nstatus.computed: by the API\n"
_JINJA = """\
{% for change in review.changes if change.rule != "x" -%}
- {{ change.rule | plain }} {{ change.entity | code | upper }}{% else %}nothing{% endfor %}
{%- macro line(a, b=1) %}{{ a ~ b }}{% endmacro %}{{ line("a") }}{% set x = review.changes | length %}{{ x + 1 }}
"""
_GO = """\
---
page_title: "{{.Name}} {{.Type}} - {{.ProviderName}}"
---
{{- /* a comment */ -}}
# {{ .Name | upper }}{{ if eq .Type "Resource" }} a {{ else if and .HasExample (not .HasImport) }} b {{ end }}
{{ range $i, $x := split .Description " " }}{{ $i }}{{ printf "%q %05d %v" $x 7 $i }}{{ end }}
{{ with .Description }}{{ . | plainmarkdown | trimspace | prefixlines "  " }}{{ end }}
{{ tffile "examples/a.tf" }}{{ codefile "sh" "examples/a.sh" }}{{ index (split .Name "_") 0 }}{{ len .Name }}
{{ .SchemaMarkdown }}
"""
_BLOCKS = """\
# Pets

::: oasmap resource.pet
    heading_level: 3
    parts: [example, attributes]
    attributes: [name, id]
    sources: true

::: oasmap overview

- ::: oasmap diagnostics
"""
_HISTORY = json.dumps(
    {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "system": "terraform",
        "versions": ["v1.0.0", "v1.1.0"],
        "marks": {"resource pet": {"": ["v1.0.0", "", ""], "name": ["v1.0.0", "v1.1.0", ""]}},
    }
)


@cache
def _sidecar(system: str) -> str:
    """The sidecar of a small input."""
    case = CASES[system]
    with tempfile.TemporaryDirectory() as folder, chdir(folder), redirect_stdout(io.StringIO()):
        case.write(Path())
        code = main(["generate", case.spec, "--system", system, "--sidecar", "sidecar.json", "--quiet"])
        assert code == 0
        return Path("sidecar.json").read_text()


@cache
def _projects() -> dict[str, tuple[Project, ...]]:
    pulumi, crossplane, provider = CASES["pulumi"], CASES["crossplane"], CASES["provider"]
    old = {"old.yaml": _ZOO.files["api.yaml"].replace("name:", "title:")}
    zoo, schema = {**_ZOO.files, **old}, provider.files["schema.json"]
    diff = ("diff", "--config", "generator_config.yml")
    return {
        "config": (
            Project({**zoo, "generator_config.yml": _CONFIG}, "generator_config.yml", ("generate", "api.yaml")),
            Project({**zoo, "generator_config.yml": _CONFIG}, "generator_config.yml", ("settle", "api.yaml")),
            Project(
                {**_ACK.files, "generator.yaml": _GENERATOR},
                "generator.yaml",
                ("generate", "service-2.json", "--system", "ack", "--output", "out"),
            ),
            Project(
                crossplane.files,
                "provider.yaml",
                ("generate", "schema.json", "--system", "crossplane", "--output", "out"),
            ),
            Project(pulumi.files, "pulumi.yml", ("generate", "idl", "--system", "pulumi", "--output", "out")),
        ),
        "review": (
            Project(
                {**zoo, "review.yml": _REVIEW}, "review.yml", (*diff, "--review", "review.yml", "old.yaml", "api.yaml")
            ),
        ),
        "sidecar": tuple(
            Project(
                {**CASES[system].files, "sidecar.json": _sidecar(system)},
                "sidecar.json",
                ("diff", "sidecar.json", CASES[system].spec, "--system", system, "--format", form),
            )
            for system in REGISTRY
            for form in ("text", "html")
        ),
        "labels": (
            Project(
                {**zoo, "labels.yml": _LABELS}, "labels.yml", ("pages", "api.yaml", "out", "--labels", "labels.yml")
            ),
        ),
        "settings": (
            Project(
                {**zoo, "mkdocs.yml": _SETTINGS, "docs/index.md": "# Zoo\n"},
                "mkdocs.yml",
                ("check", "--mkdocs", "mkdocs.yml"),
            ),
        ),
        "template": (
            Project(
                {**zoo, "changelog.j2": _JINJA},
                "changelog.j2",
                (*diff, "--format", "changelog", "--template", "changelog.j2", "old.yaml", "api.yaml"),
            ),
            Project(
                {**zoo, "templates/resources.md.tmpl": _GO, "examples/a.tf": "a = 1\n", "examples/a.sh": "a\n"},
                "templates/resources.md.tmpl",
                ("pages", "api.yaml", "out", "--format", "registry"),
            ),
        ),
        "proof": (
            Project(
                {"schema.json": schema, "proof.json": _sidecar("provider")},
                "proof.json",
                ("pages", "schema.json", "out", "--system", "provider", "--proof", "proof.json"),
            ),
        ),
    }


_BRACKETS = 200  # those of a page with blocks that a fuzzer keeps, see `block`

TEXTS = {"history": _HISTORY, "block": _BLOCKS}


def seed(target: str, random: Random) -> bytes:
    """A case: the number of a project, in a line of its own, and the file that changes."""
    if target in TEXTS:
        return b"0\n" + TEXTS[target].encode()
    projects = _projects()[target]
    number = random.randrange(len(projects))
    return b"%d\n" % number + projects[number].files[projects[number].changes].encode()


def changed(_target: str, data: bytes, random: Random) -> bytes:
    """The case with changes to its file."""
    number, _, text = data.partition(b"\n")
    return number + b"\n" + mutate(_as_json(text) if random.randrange(2) else text, random)


def _as_json(text: bytes) -> bytes:
    """A YAML file as JSON, whose structure is changed and not its bytes; other files as they are."""
    try:
        tree = yaml.load(text, _LOADER)
        return json.dumps(tree).encode() if isinstance(tree, dict | list) else text
    except (yaml.YAMLError, ValueError, TypeError, LookupError, RecursionError):
        return text


def project(target: str) -> Callable[[bytes], int]:
    """The command of a project with the changed file: the characters that it wrote, 0 where it refused."""

    def run(data: bytes) -> int:
        number, _, text = data.partition(b"\n")
        tried = _projects()[target][int(number)]
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            write_files(Path(), tried.files)
            Path(tried.changes).write_bytes(text)
            with redirect_stdout(out), redirect_stderr(err):
                code = main(tried.command)
        if code not in _CODES or "Traceback" in err.getvalue():
            raise Wrong(f"it exits with {code}: {err.getvalue()[-200:]!r}")
        for line in err.getvalue().splitlines():
            if line:
                one_line(line)
        return len(out.getvalue()) + 1 if code in (0, 3) else 0

    return run


def history(data: bytes) -> int:
    """A history, read and written again."""
    try:
        return len(write_history(read_history(Document("history.json", data.partition(b"\n")[2]))))
    except (DocumentError, MappingError) as error:
        for line in str(error).split("\n"):
            one_line(line)
        return 0


def block(data: bytes) -> int:
    """A page with blocks: the characters of its HTML.

    Only the first brackets stay: Python-Markdown alone needs quadratic time for open ones, 2.8 s for 8 kB of them. That
    is so on every page of a site, with a block or without.
    """
    start, *parts = data.partition(b"\n")[2].decode("utf-8", "replace").split("[")
    text = "[".join((start, *parts[:_BRACKETS])) + "".join(parts[_BRACKETS:])
    with tempfile.TemporaryDirectory() as folder, redirect_stderr(io.StringIO()):
        write_files(Path(folder), _ZOO.files)
        extension = OasmapExtension(spec="api.yaml", config="generator_config.yml", base=folder, assets=False)
        return len(Markdown(extensions=[extension]).convert(text)) + 1


TARGETS: dict[str, Callable[[bytes], int]] = {
    **{name: project(name) for name in ("config", "review", "sidecar", "labels", "settings", "template", "proof")},
    "history": history,
    "block": block,
}
