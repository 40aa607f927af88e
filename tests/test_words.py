"""Words of diagnostics and messages: titles are short nouns, and no text uses a synonym that the glossary avoids."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from mapper.registry import catalogue, review_rules

from .guide import DOCS
from .guide.fences import ROOT

RELATIVE = re.compile(r"\b(?:that|which|whose|whom|nothing but)\b|^What\b")


NAMED_BY_PULUMI = {"OAS962": "A method names a function that exists"}
"""Titles that the corpus's judgements of Pulumi's binder give to the rule."""


def test_no_title_of_ours_for_a_diagnostic_has_a_relative_clause() -> None:
    found = {code: rule.title for code, rule in catalogue().items() if RELATIVE.search(rule.title)}
    assert found == NAMED_BY_PULUMI


def test_no_title_of_a_diagnostic_is_given_to_two_codes_of_a_system() -> None:
    titles = [(code[:4], rule.title) for code, rule in catalogue().items()]
    twice = {title for _, title in titles if [other for _, other in titles].count(title) > 1}
    assert twice <= {"Schema without a type"}  # left out, or taken for a text


AVOIDED = {"choice": "union", "constraint": "limit", "ForceNew": "forces replacement", "dropped": "left out"}
"""Synonyms of the glossary that have no other meaning in a message."""


def test_titles_and_texts_of_rules_use_the_words_of_the_glossary() -> None:
    glossary = (DOCS / "glossary.md").read_text(encoding="utf-8")
    texts = {
        **{code: f"{rule.title}. {rule.consequence}" for code, rule in catalogue().items()},
        **{name: f"{rule.title}. {rule.why}" for name, rule in review_rules().items()},
    }
    for word, term in AVOIDED.items():
        assert re.search(rf"^\| {term} \|.*\b{word}\b", glossary, re.MULTILINE), word
        pattern = re.compile(rf"\b{word}\b", re.IGNORECASE)
        assert {name: text for name, text in texts.items() if pattern.search(text)} == {}, word


OF_LIBRARIES = {"BadParameter", "UsageError", "ValidationError"}
"""Errors of Click and MkDocs, which have a text alone: the step is a part of it."""

READER = "problem"
"""The method of a reader that reports a value of a file; a module may have one of another name with this signature."""

VERBS = (
    "add|begin|build|change|check|choose|compare|copy|correct|create|download|give|install|keep|leave|move|name|remove|"
    "rename|replace|run|save|say|select|set|shorten|start|take|use|wait|write"
)
NEXT_STEP = re.compile(
    rf"(?:^|[;:] |, (?:or |and )?)(?:{VERBS})\b|pip install|such as|[Dd]id you mean"
    r"|\b(?:must|has to|have to)\b|\b(?:is|are) (?:expected|needed)\b|\bneeds\b|is not one of"
)
"""What tells the next step in a text without a remedy: a command to the reader, or what is expected at the place."""

WITHOUT = {"it is compressed"}
"""Texts that lack a step: a place that a budget shows beside its own remedy."""


class Template(NamedTuple):
    """The text of an error in the source, `{}` in the place of each value, and whether it comes with a remedy."""

    place: str
    text: str
    has_remedy: bool

    @property
    def has_step(self) -> bool:
        """Whether the reader is told what to do."""
        return self.has_remedy or bool(NEXT_STEP.search(self.text))


def templates() -> Iterator[Template]:
    """The errors that are given with a remedy, or to a reader or a library. A text from elsewhere is none."""
    for path in sorted([*(ROOT / "mapper").rglob("*.py"), *(ROOT / "mkdocs_oasmap").rglob("*.py")]):
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        texts, readers = _assigned(nodes), _readers(nodes)
        for node in nodes:
            if isinstance(node, ast.Call) and node.args:
                template = _template(node, texts, readers, f"{path.relative_to(ROOT)}:{node.lineno}")
                if template is not None:
                    yield template


def _readers(nodes: list[ast.AST]) -> set[str]:
    """The functions that take `(text, node, remedy="")`, in any order of the first two."""
    defined = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    readers = {name for name, node in defined.items() if "remedy" in {each.arg for each in node.args.args[2:]}}
    return readers if READER in defined else readers | {READER}


def _template(
    call: ast.Call, texts: dict[str, list[tuple[int, str]]], readers: set[str], place: str
) -> Template | None:
    remedies = [keyword.value for keyword in call.keywords if keyword.arg == "remedy"]
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if not remedies and name not in OF_LIBRARIES | readers:
        return None
    text = next(filter(None, (_literal(value, texts) for value in call.args)), "")
    if not re.search(r"\w{3}", text.replace("{}", "")):
        return None
    if name in readers:
        remedies += call.args[2:]
    return Template(place, text, any(_literal(value, texts) != "" for value in remedies))


def _literal(value: ast.expr, texts: dict[str, list[tuple[int, str]]]) -> str | None:
    """A literal, or the last one that was given to the name before; None for anything else."""
    match value:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr():
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in value.values)
        case ast.Name():
            before = [text for line, text in texts.get(value.id, ()) if line <= value.lineno]
            return before[-1] if before else None
    return None


def _assigned(nodes: list[ast.AST]) -> dict[str, list[tuple[int, str]]]:
    """The literals that are assigned to names, with their lines."""
    texts: dict[str, list[tuple[int, str]]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            text = _literal(node.value, {})
            if text is not None:
                texts.setdefault(target.id, []).append((node.lineno, text))
    return {name: sorted(entries) for name, entries in texts.items()}


def test_errors_say_what_to_do_next() -> None:
    everything = list(templates())
    assert len(everything) > 300
    without = {template.text: template.place for template in everything if not template.has_step}
    assert without.keys() == WITHOUT, without
