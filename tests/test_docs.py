"""What the guide, the README and the page for contributors name is there, and what there is, they name."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import click
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mapper.registry import REGISTRY, catalogue, review_rules
from mapper.version import __version__
from mkdocs_oasmap.cli.program import Commands
from mkdocs_oasmap.options import OasmapOptions
from mkdocs_oasmap.options_schema import plugin_schema
from mkdocs_oasmap.review_formats import FORMATS

from .guide import DOCS
from .guide.programs import SOURCE
from .systems import toy
from .test_model import WRITTEN_BY

ROOT = Path(__file__).parents[1]
PAGES = sorted(DOCS.rglob("*.md"))


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


README, CONTRIBUTING = read("README.md"), read("CONTRIBUTING.md")
PROJECT: dict[str, Any] = tomllib.loads(read("pyproject.toml"))


def section(text: str, title: str) -> str:
    """A section with its sections, without its heading."""
    level, _, _ = title.partition(" ")
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def hook(name: str) -> ModuleType:
    """A hook of the site of the guide."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"example_site/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables = hook("tables")


def page_of_the_guide(name: str) -> str:
    """A page with the tables that are put into it when the site is built."""
    return str(tables.on_page_markdown(read(f"example_site/docs/{name}.md")))


COMMANDS_PAGE = page_of_the_guide("contributing/commands")


# --- options and arguments ---------------------------------------------------------------------------

OPTIONS = section(page_of_the_guide("configuration"), "## Options of the plugin")
OPTION_ROW = re.compile(r"^\| (?:\[`(\w+)`\]\(#\1\)|`(\w+)`) \| ([^|]*) \|", re.MULTILINE)
ROW = re.compile(r"^\| (`[^|]*) \|", re.MULTILINE)
FLAG, ARGUMENT = re.compile(r"`(--[\w-]+)"), re.compile(r"`([A-Z_]{3,})`")
COMMAND_LINE = page_of_the_guide("command-line")
GROUP = Commands()
COMMANDS = {
    name: command
    for name in GROUP.list_commands(click.Context(GROUP))
    if (command := GROUP.get_command(click.Context(GROUP), name))
}
PARAMETERS = [param for command in COMMANDS.values() for param in command.params]
FLAGS = {name for param in PARAMETERS for name in param.opts}
ARGUMENTS = {param.human_readable_name.upper() for param in PARAMETERS if isinstance(param, click.Argument)}


def flags(command: click.Command) -> set[str]:
    return {param.opts[0] for param in command.params if isinstance(param, click.Option)}


def test_every_option_of_the_plugin_has_one_row_with_its_default_and_if_linked_a_section() -> None:
    rows, defaults = OPTION_ROW.findall(OPTIONS), OasmapOptions()
    assert {name for name, _ in defaults._schema} == set(plugin_schema()["properties"])
    names = [first or second for first, second, _ in rows if (first or second) in plugin_schema()["properties"]]
    assert sorted(names) == sorted(plugin_schema()["properties"])
    assert {first for first, _, _ in rows if first} == set(re.findall(r"^### `(\w+)`$", OPTIONS, re.MULTILINE))
    for name, _, shown in rows:
        default = json.dumps(defaults[name]) if name else "null"
        if default not in ("null", "[]", "{}", '"."'):
            assert shown == f"`{default.strip(chr(34))}`", name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_in_the_guide(name: str) -> None:
    """Options that `generate` has are explained there, once."""
    own = (
        flags(COMMANDS[name]) - (set() if name == "generate" else flags(COMMANDS["generate"])) - {"--help", "--version"}
    )
    assert own - set(FLAG.findall(section(COMMAND_LINE, f"## `{name}`"))) == set()


def test_no_table_has_an_option_or_an_argument_that_does_not_exist() -> None:
    for page in PAGES:
        text = tables.on_page_markdown(page.read_text(encoding="utf-8"))
        found = re.findall(r"^\| Argument \|.*\n\| --- .*\n((?:\|.*\n)+)", text, re.MULTILINE)
        rows = [row for row in ROW.findall(text) if row.startswith(("`--", "`SPEC", "`OLD"))]
        arguments = [row.partition("`--")[0] for table in found for row in ROW.findall(table)] + rows
        assert {flag for row in rows for flag in FLAG.findall(row)} - FLAGS == set(), page
        assert {name for row in arguments for name in ARGUMENT.findall(row)} - ARGUMENTS == set(), page


# --- modules and folders -----------------------------------------------------------------------------

architecture = hook("architecture")


def test_every_module_is_on_the_page_of_the_architecture_with_its_opening_sentence_in_the_order_of_the_pipeline() -> (
    None
):
    text = "\n".join(architecture.packages(ROOT))
    for top in ("mapper", "mkdocs_oasmap"):
        for path in (ROOT / top).rglob("*.py"):
            assert architecture.opening(path), path
            assert f"### `{path.parent.relative_to(ROOT).as_posix().replace('/', '.')}`\n" in text
            assert path.name == "__init__.py" or f"\n| `{path.stem}` | " in text
    assert [name for name in architecture.ORDER if not (ROOT / name / "__init__.py").is_file()] == []
    titles = [title.replace(".", "/") for title in re.findall(r"^### `(.*)`$", text, re.MULTILINE)]
    assert [name for name in titles if name in architecture.ORDER] == list(architecture.ORDER)


def test_only_the_page_of_the_architecture_gets_the_list() -> None:
    page, other = (SimpleNamespace(file=SimpleNamespace(src_uri=uri)) for uri in (architecture.PAGE, "index.md"))
    assert "### `mapper.inputs`" in architecture.on_page_markdown(architecture.MARKER, page)
    assert architecture.on_page_markdown(architecture.MARKER, other) == architecture.MARKER
    assert (DOCS / architecture.PAGE).read_text(encoding="utf-8").count(architecture.MARKER) == 1


def test_the_folders_for_contributors_are_there_and_all_packages_are_among_them() -> None:
    table = [line for line in section(CONTRIBUTING, "## Folders").splitlines() if line.startswith("| `")]
    for line in table:
        parent = ROOT
        for name in re.findall(r"`([\w/]+/)`", line.split("|")[1]):
            found = [folder for folder in (ROOT / name, parent / name) if folder.is_dir()]
            assert found, name
            parent = found[0].parent
    packages = {path.parent.name for path in (ROOT / "mapper").glob("*/__init__.py")}
    assert {name for name in packages if f"{name}/`" not in "\n".join(table)} == set()


# --- contributing ------------------------------------------------------------------------------------


LONGEST = {"mapper": 450, "mkdocs_oasmap": 450, "tests": 600}
LONGER = {
    "mapper/systems/terraform/attributes/attributes.py": 480,  # every policy on attributes adds lines
    "mapper/systems/terraform/schema/normalise.py": 710,  # following, merging and choosing schemas call each other
    "tests/review/sixty_pairs.py": 700,  # one table
}


@pytest.mark.parametrize("folder", LONGEST)
def test_no_module_is_too_long(folder: str) -> None:
    paths = (ROOT / folder).rglob("*.py")
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert lengths
    longer = {name: found for name, found in lengths.items() if found > LONGER.get(name, LONGEST[folder])}
    assert longer == {}, "move what belongs together into a module of its own"


@pytest.mark.parametrize(
    ("page", "start"), [("glossary.md", "| system | The pair"), ("contributing/python.md", "- `system_named` takes")]
)
def test_a_page_that_lists_the_systems_has_all_of_them(page: str, start: str) -> None:
    (line,) = (line for line in (DOCS / page).read_text(encoding="utf-8").splitlines() if line.startswith(start))
    assert {*re.findall(r"`([a-z][a-z0-9]*)`", line)} == REGISTRY.keys(), f"name all systems in {page}: {line[:40]}…"


def test_every_contract_about_all_systems_has_all_and_each_has_its_own_layers() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    packages = {f"mapper.systems.{name}" for name in REGISTRY}
    about_all = [
        contract["name"]
        for contract in contracts
        for key in ("forbidden_modules", "modules")
        if len(packages & {*contract.get(key, [])}) > 2 and packages - {*contract[key]}
    ]
    assert about_all == [], f"in pyproject.toml, add what is missing of {sorted(packages)}"
    with_layers = {name for contract in contracts for name in contract.get("containers", [])}
    assert packages - with_layers == set(), "a contract with the layers of the package is missing in pyproject.toml"


def test_the_pages_that_introduce_the_systems_lead_to_all_of_them() -> None:
    table = section((DOCS / "configuration.md").read_text(encoding="utf-8"), "### `system`")
    named = dict(re.findall(r"^\| \[?`(\w+)`(?:\]\((\S+)\))? \|", table, re.MULTILINE))
    assert named.keys() == REGISTRY.keys()
    others = {page for page in named.values() if page}
    assert len(others) == len(REGISTRY) - 1
    lists = {
        "README.md": section(README, "## Other systems").replace("example_site/docs/", ""),
        "index.md": section((DOCS / "index.md").read_text(encoding="utf-8"), "## Systems").partition("\n\n| You")[0],
        "how-it-works.md": section((DOCS / "how-it-works.md").read_text(encoding="utf-8"), "## Other systems"),
    }
    for name, text in lists.items():
        missing = others - {*re.findall(r"\]\(([\w-]+\.md)\)", text)}
        assert missing == set(), f"add it to the list of systems in {name}"


def test_the_formats_of_a_review_are_those_that_the_page_on_reviews_lists() -> None:
    text = (DOCS / "reviewing.md").read_text(encoding="utf-8")
    named = {*re.findall(r"^\| `--format (\w+)` \|", text, re.MULTILINE)}
    assert named == FORMATS.keys(), "the table is in reviewing.md"


def test_the_commands_page_has_every_session_and_every_marker() -> None:
    functions = [node for node in ast.parse(read("noxfile.py")).body if isinstance(node, ast.FunctionDef)]
    sessions = [function.name for function in functions if function.decorator_list]
    assert sorted(re.findall(r"^\| `nox -s (\w+)` \|", COMMANDS_PAGE, re.MULTILINE)) == sorted(sessions)
    options = PROJECT["tool"]["pytest"]["ini_options"]
    (expression,) = re.findall(r'^NEEDY = "(.+)"$', read("noxfile.py"), re.MULTILINE)
    assert f"-m 'not ({expression})'" in options["addopts"]
    markers = [marker.split(":")[0] for marker in options["markers"]]
    assert expression.split(" or ") == markers == re.findall(r"^\| `(\w+)` \|", COMMANDS_PAGE, re.MULTILINE)


def test_no_page_that_moved_is_there_and_what_it_leads_to_is(tmp_path: Path) -> None:
    tables.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
    for old, new in tables.MOVED.items():
        assert not (DOCS / f"{old}.md").exists()
        assert (DOCS / f"{new.strip('/')}.md").is_file()
        assert f'url=../{new}"' in (tmp_path / old / "index.html").read_text(encoding="utf-8")


def test_the_kinds_of_news_are_those_of_the_changelog() -> None:
    kinds = [kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]]
    for text in (CONTRIBUTING, read(".changes/README.md")):
        (sentence,) = re.findall(r"KIND is (?:one of\s+)?([^.]+)\.", text)
        assert re.findall(r"`(\w+)`", sentence) == kinds
    names = [path.name for path in (ROOT / ".changes").iterdir() if path.name != "README.md"]
    assert [name for name in names if not re.fullmatch(rf"\+[\w-]+\.({'|'.join(kinds)})\.md", name)] == []


def test_the_binary_packages_of_the_default_install_are_listed() -> None:
    locked = re.findall(r"^(\S+)==.*\n((?: +--hash.*\n)+)", read(".ci/requirements.txt"), re.MULTILINE)
    files = {name: len(re.findall("--hash", hashes)) for name, hashes in locked}
    waiting, installed = list(PROJECT["project"]["dependencies"]), set[str]()
    while waiting:
        needed = Requirement(waiting.pop())
        name = canonicalize_name(needed.name)
        applies = needed.marker is None or needed.marker.evaluate({"extra": "", "sys_platform": "linux"})
        if applies and name not in installed:
            installed.add(name)
            waiting += requires(name) or ()
    more_than_wheel_and_source = {name for name in installed if files[name] > 2}
    listed = re.findall(r"^\| `([\w-]+)` \|", section(CONTRIBUTING, "### A dependency"), re.MULTILINE)
    assert set(listed) == more_than_wheel_and_source


def test_the_places_of_a_kind_of_scalars_are_all_that_there_are() -> None:
    listed = re.findall(r"^\| `([\w/.]+)` \|", section(CONTRIBUTING, "### A kind of scalars"), re.MULTILINE)
    assert set(listed) == {"mapper/model/attribute.py"} | WRITTEN_BY


def test_with_the_line_that_is_shown_a_system_is_one_of_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    (diff,) = re.findall(r"^```diff\n(.*?)^```", section(CONTRIBUTING, "### A system"), re.MULTILINE | re.DOTALL)
    lines = diff.splitlines()
    assert len([line for line in lines if line.startswith("+") and not line.startswith("+++")]) == 1
    (changed,) = [line.removeprefix("--- a/") for line in lines if line.startswith("---")]
    source, at = read(changed), 0
    for line in lines[2:]:
        if line.startswith(" "):
            at = source.index(f"{line[1:]}\n") + len(line)
        else:
            source = f"{source[:at]}{line[1:]}\n{source[at:]}"
    monkeypatch.setitem(sys.modules, "mapper.systems.toy", ModuleType("mapper.systems.toy"))
    monkeypatch.setitem(sys.modules, "mapper.systems.toy.system", toy)
    made = ModuleType("mapper.registry")
    made.__package__ = "mapper"
    exec(compile(source, changed, "exec"), vars(made))
    assert made.system_named("toy") is toy.TOY
    assert toy.TOY in made.all_systems()
    assert "toy" in next(names for names in made.rules_by_systems())


def test_nothing_but_the_registry_knows_the_toy_system() -> None:
    modules = [path for package in ("mapper", "mkdocs_oasmap") for path in (ROOT / package).rglob("*.py")]
    assert [path for path in modules if re.search(r"\btoys?\b", path.read_text(encoding="utf-8"), re.IGNORECASE)] == []
    fixture = ast.parse(read("tests/systems/conftest.py")).body[-1]
    assert isinstance(fixture, ast.FunctionDef)
    (line,) = fixture.body[1:]
    assert re.fullmatch(r"monkeypatch\.setitem\(\w+\.REGISTRY, 'toy', lambda: TOY\)", ast.unparse(line))


# --- words -------------------------------------------------------------------------------------------

AVOIDED = re.compile(
    r"\b(?:stands? beside|leads? nowhere|says? nothing of|(?:is|are|was|were|be) told|counts? (?:as|for)|goes for|"
    r"to settle|the whole of|sinks|in vain|anew|nobody has given|is there already)\b"
)
"""The phrases of the list in CONTRIBUTING, and others of its class, that have no other meaning."""
TEXTS = {
    **{str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in (*PAGES, ROOT / "README.md")},
    **{f"oasmap {name} --help": command.get_help(command.make_context(name, [], resilient_parsing=True))
       for name, command in COMMANDS.items()},
    **{code: f"{rule.title}. {rule.consequence} {rule.remedy}" for code, rule in catalogue().items()},
    **{name: f"{rule.title}. {rule.why}" for name, rule in review_rules().items()},
}  # fmt: skip


def test_no_text_has_a_phrase_that_is_not_used() -> None:
    prose = {name: re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL) for name, text in TEXTS.items()}
    assert {name: found for name, text in prose.items() if (found := AVOIDED.findall(text))} == {}
    listed = re.sub(r"\s+", " ", section(CONTRIBUTING, "## Prose"))
    for phrase in ("stands beside", "leads nowhere", "says nothing of", "is told", "goes for", "to settle", "in vain"):
        assert AVOIDED.search(phrase), phrase
        assert phrase in listed


# --- installing --------------------------------------------------------------------------------------


def test_every_recipe_installs_this_version_from_where_it_is() -> None:
    """Until an index has the package. The line that changes then is the one of `tests/guide/programs.py`."""
    recipes = [*PAGES, ROOT / ".gitlab/oasmap.gitlab-ci.yml"]
    lines = [line for path in recipes for line in path.read_text(encoding="utf-8").splitlines()]
    wanted = re.compile(r"(?:pip install|OASMAP_PACKAGE:) [\"']?mkdocs-oasmap(?:\[[\w,-]+\])?(.*?)[\"'](?: #.*)?$")
    sources = [found[1] for line in lines if (found := wanted.search(line)) and "`" not in line]
    assert len(sources) > 10
    assert set(sources) == {SOURCE}


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ("", "{root}"),
        ("mkdocs-oasmap[ack]", "{root}[ack]"),
        ("0.9.1", f"mkdocs-oasmap{SOURCE.replace(__version__, '0.9.1')}"),
        ("./a.whl[ack]", "{folder}/a.whl[ack]"),
    ],
)
def test_the_action_installs_its_own_version_or_the_one_that_is_asked_for(
    version: str, wanted: str, tmp_path: Path
) -> None:
    python = tmp_path / "python"
    pip = f'#!/bin/sh\nshift $(($# - 1)); echo "$1" > {tmp_path}/asked'
    python.write_text(f"#!/bin/sh\nmkdir -p $4/bin\necho '{pip}' > $4/bin/python\nchmod +x $4/bin/python\n")
    python.chmod(0o755)
    action = ROOT / ".github/actions/oasmap"
    environment = {
        "PATH": "/usr/bin:/bin", "GITHUB_ACTION_PATH": str(action), "RUNNER_TEMP": str(tmp_path),
        "GITHUB_PATH": str(tmp_path / "path"), "OASMAP_VERSION": version, "OASMAP_PYTHON": str(python),
    }  # fmt: skip
    subprocess.run(["bash", str(action / "install.sh")], env=environment, cwd=tmp_path, check=True)
    assert (tmp_path / "asked").read_text().strip() == wanted.format(root=ROOT, folder=tmp_path)
