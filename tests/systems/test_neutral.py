"""Nothing outside of a system's package asks or knows which system it has: neither by its name nor by what is in it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mapper import Request, write_sidecar
from mapper.registry import REGISTRY, all_systems, rules_of, system_named
from mapper.review.rules import MEMBERS, RULES
from mapper.system.system import System
from mkdocs_oasmap.cli import main

from .cases import CASES

ROOT = Path(__file__).parents[2]
APART = ("systems", "programs", "languages", "registry.py")
"""What may know a system: systems, what runs for them, what several of them share, and the registry."""

REGISTRY_PAGES = (
    "mkdocs_oasmap/repository.py",
    "mkdocs_oasmap/pages/registry.py",
    "mkdocs_oasmap/render/registry/template_fields.py",
    "mkdocs_oasmap/render/registry/page.py",
    "mkdocs_oasmap/render/registry/tree.py",
)
"""The pages of Terraform's registry, for every system that has the schema of a provider: their folders have the names
that tfplugindocs gives them."""

SHARED = [
    path
    for package in ("mapper", "mkdocs_oasmap")
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.relative_to(ROOT).parts[1] not in APART
]
REVIEW = ("mapper/review", "mkdocs_oasmap/review")
_TERRAFORM = re.compile(
    "terraform|tfplugin|RequiresReplace|StateForUnknown|requires_replace|state_for_unknown|plan[ _]modifier"
    "|known after apply|schema_definition|framework",
    re.IGNORECASE,
)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(tree: ast.AST) -> Iterator[ast.Constant]:
    """The string literals, but for docstrings and the pieces of longer texts."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and not isinstance(node, ast.Expr):
                yield child


def telling(system: System) -> set[str]:
    """Words by which a system could be known: its name, and what it alone calls something.

    A word such as *type* or *function* says nothing by itself.
    """
    words = {
        system.name,
        system.reading.config,
        system.writing.output.name,
        *system.writing.output.files,
        *system.reading.options.dialects,
    }
    words |= {*system.diagnostics, *(id_ for id_ in system.review_policy.rules if id_ not in MEMBERS)}
    words |= set(system.reading.input.schemes)
    names = {word for kind in system.kinds for word in (kind.name, kind.folder, kind.title, kind.plural)}
    return (words | {word for word in names if {" ", "-"} & set(word)}) - {"", "provider"}


KNOWN = {word: system.name for system in all_systems() for word in telling(system)}
KINDS = {kind.name for system in all_systems() for kind in system.kinds}
FOLDERS = {"terraform"} | {word for name in ("terraform", "provider") for word in telling(REGISTRY[name]())}
"""What Terraform calls the kinds that its registry has pages of, and its language."""


def test_no_system_is_known_by_a_word() -> None:
    found = []
    for path in SHARED:
        name = path.relative_to(ROOT).as_posix()
        known = KNOWN.keys() - FOLDERS if name in REGISTRY_PAGES else KNOWN.keys()
        found += [(name, one.lineno, KNOWN[one.value]) for one in texts(parsed(path)) if one.value in known]
    assert found == []


def test_no_kind_is_asked_for_by_its_name() -> None:
    found = []
    for path in SHARED:
        for node in ast.walk(parsed(path)):
            sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            words = [side.value for side in sides if isinstance(side, ast.Constant)]
            found += [(path.relative_to(ROOT).as_posix(), node.lineno, word) for word in words if word in KINDS]
    assert found == []


_OF_OTHERS = re.compile(
    r"\b(?:[Mm]anifests?|[Cc]lusters?|[Cc]ustom resources?|[Kk]ubectl|CRDs?|[Rr]econcil\w*|[Ss]tacks?|[Pp]reviews?"
    r"|ACK|AWS|Kubernetes|Crossplane|Pulumi|OpenAPI)\b"
)
"""What systems besides Terraform say of their worlds. *Program* and *token* are words of every programmer."""


@pytest.mark.parametrize("words", [_TERRAFORM, _OF_OTHERS], ids=["Terraform", "others"])
def test_the_review_has_no_words_of_a_system(words: re.Pattern[str]) -> None:
    """Neither in texts nor in what is said of modules, functions and classes."""
    paths = [path for folder in REVIEW for path in (ROOT / folder).glob("*.py")]
    assert {path.name: words.findall(path.read_text(encoding="utf-8")) for path in paths} == {p.name: [] for p in paths}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_of_all_systems_is_one_of_several(rule: str) -> None:
    assert len([name for name in REGISTRY if rule in rules_of(name)]) > 1


_OWN = {
    "terraform": r"plans?|Terraform|for_each|known after apply|nested attributes|sensitive",
    "kubernetes": r"manifests?|cluster|Kinds?|kubectl|CRD|reconcile\w*",
    "pulumi": r"programs?|stacks?|Check|previews?|tokens?",
}
"""Words of each consumer, by the family of systems that has it."""

_FAMILIES = {
    "terraform": "terraform",
    "provider": "terraform",
    "ack": "kubernetes",
    "crossplane": "kubernetes",
    "pulumi": "pulumi",
}
"""The family of a system."""


@pytest.mark.parametrize("name", REGISTRY)
def test_no_judge_uses_a_word_that_belongs_to_another(name: str) -> None:
    foreign = re.compile(rf"\b({'|'.join(words for key, words in _OWN.items() if key != _FAMILIES[name])})\b")
    policy = REGISTRY[name]().review_policy
    said = [f"{rule.title}. {rule.why}" for rule in rules_of(name).values() if not rule.id.startswith("drift-")]
    said += [policy.nested_words, *policy.status_words.values()]
    assert [(text, foreign.findall(text)) for text in said if foreign.search(text)] == []


@pytest.mark.parametrize("name", REGISTRY)
def test_a_review_calls_the_inputs_what_the_system_calls_them(
    name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case, reading = CASES[name], REGISTRY[name]().reading
    case.write(here)
    configs = [here / file for file in case.files if file == reading.config]
    mapped = system_named(name).run(Request(case.spec, configs))
    (here / "old.json").write_text(write_sidecar(mapped.mapping), encoding="utf-8")
    case.change(here)
    for config in configs:
        config.write_text(f"{config.read_text()} # changed\n")
    assert main(["diff", "--system", name, "old.json", case.spec]) == 0
    said = capsys.readouterr().out
    nouns = {system.reading.input.noun for system in all_systems()} - {reading.input.noun}
    assert [noun for noun in nouns if re.search(rf"\b{noun}\b", said)] == []
    if configs:
        assert f"the {reading.input.noun} and the {reading.config_noun} changed" in said


@pytest.mark.parametrize("name", REGISTRY)
def test_only_what_plans_concerns_plans(name: str) -> None:
    """A cluster has no plans; what would be one is refused or done where a manifest is applied."""
    concerned = {rule.id for rule in rules_of(name).values() if "plan" in map(str, rule.audiences)}
    assert not concerned or _FAMILIES[name] != "kubernetes"
