"""Words of diagnostics and messages: titles are short nouns, and no text uses a synonym that the glossary avoids."""

import ast
import re
from collections.abc import Iterator

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


ERRORS = {"BadParameter", "ConfigurationError", "PluginError", "Problem", "UsageError", "ValidationError"}
"""What a message of an error is given to."""

VERBS = (
    "add|begin|build|change|check|choose|compare|copy|correct|create|give|install|keep|leave|move|name|remove|rename|"
    "replace|run|save|say|select|set|shorten|start|take|use|wait|write"
)
NEXT_STEP = re.compile(
    rf"(?:^|[;:] |, (?:or |and )?)(?:{VERBS})\b|pip install|--\w+ overwrites|`[^`]+` (?:proposes|writes)|such as"
)
WITHOUT = 31
"""How many templates may lack a step: most end with the words of something else, such as a cluster or a program."""


def templates() -> Iterator[tuple[str, str]]:
    """The texts of errors in the source, with their places; text that is all from elsewhere is none."""
    for path in sorted([*(ROOT / "mapper").rglob("*.py"), *(ROOT / "mkdocs_oasmap").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _called(node.func) in ERRORS:
                text = _text(node.args[0])
                if re.search(r"\w{3}", text.replace("{}", "").removeprefix("oasmap: ")):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", text


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _text(value: ast.expr) -> str:
    """A literal; `{}` is in the place of each value in it."""
    if isinstance(value, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in value.values)
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def test_errors_say_what_to_do_next() -> None:
    everything = list(templates())
    assert len(everything) > 120
    without = [f"{place}: {text}" for place, text in everything if not NEXT_STEP.search(text)]
    assert len(without) <= WITHOUT, "\n".join(without)
