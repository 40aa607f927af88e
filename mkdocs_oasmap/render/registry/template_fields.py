"""The fields and functions of templates, as in tfplugindocs, and a few more."""

import re
from collections.abc import Sequence

from markdown_it.tree import SyntaxTreeNode

from mapper.report.diagnostic import MappingError

from ...pages.labels import LABELS
from ...pages.registry import RegistryPage
from ...repository import Handwritten, Repository
from ..descriptions import safe_inline, safe_lines
from ..gotemplate.evaluator import Function, Value
from ..gotemplate.functions import builtins
from ..markdown_escape import code, code_block, fence, front_matter, line, raw_fence, readable
from ..sanitized_html import LONGEST, tokens
from .schema import Extent, parameter_markdown, schema_markdown

COMMENT = "<!-- schema made by mkdocs-oasmap -->"
MOST_RELATIONS = 60
CALLOUT = "!> "
"""The prefix of a warning in the registry."""


def page_fields(
    page: RegistryPage,
    provider: str,
    examples: Sequence[Handwritten],
    imports: Sequence[Handwritten],
    extent: Extent,
) -> dict[str, Value]:
    """The fields of a page by name."""
    script = next((file.path for file in imports if file.path.endswith(".sh")), "")
    fields: dict[str, Value] = {
        "Name": line(page.name),
        "Type": page.kind,
        "Description": readable("\n".join(safe_lines(page.description))),
        "HasExample": bool(examples),
        "ExampleFile": examples[0].path if examples else "",
        "HasExamples": bool(examples),
        "ExampleFiles": [file.path for file in examples],
        "ExampleMarkdown": example_markdown(page, examples),
        "ProviderName": line(provider),
        "ProviderShortName": line(provider),
        "RenderedProviderName": line(provider),
    }
    if (function := page.function) is not None:
        return fields | {
            "Summary": readable(safe_inline(function.summary)),
            "FunctionSignatureMarkdown": code_block(function.signature, "text"),
            "FunctionArgumentsMarkdown": "\n".join(map(parameter_markdown, function.parameters)),
            "HasVariadic": function.variadic is not None,
            "FunctionVariadicArgumentMarkdown": parameter_markdown(function.variadic) if function.variadic else "",
        }
    if page.schema is not None:
        fields["SchemaMarkdown"] = f"{COMMENT}\n{schema_markdown(page.schema, extent)}"
    if not page.folder:
        del fields["Name"], fields["Type"]
        return fields
    return fields | {
        "HasImport": bool(script),
        "ImportFile": script,
        "ImportMarkdown": import_markdown(page, imports),
        "RelationsMarkdown": relations_markdown(page),
    }


def described(page: RegistryPage) -> str:
    """The description, with a warning before it if the entity is deprecated."""
    text = readable("\n".join(safe_lines(page.description)))
    if not page.deprecation:
        return text
    return f"{CALLOUT}**Deprecated** {readable(safe_inline(page.deprecation))}\n\n{text}".rstrip()


def example_markdown(page: RegistryPage, examples: Sequence[Handwritten]) -> str:
    """The handwritten examples, one for each use case, or else the generated ones."""
    shown = [(file.title, raw_fence(file.text, file.language)) for file in examples] or _generated(page)
    blocks = [text if number == 0 else f"### {line(title)}\n\n{text}" for number, (title, text) in enumerate(shown)]
    return "\n\n".join(blocks)


def _generated(page: RegistryPage) -> list[tuple[str, str]]:
    """The titles and fences of generated examples; what several refer to is with the first of them."""
    shown: list[tuple[str, str]] = []
    declared = {""}
    for example in page.examples:
        shown.append((example.title, fence(example.text, example.language)))
        if example.needs not in declared:
            title = LABELS["example.needs"].replace("{example}", example.title)
            shown.append((title, fence(example.needs, example.language)))
            declared.add(example.needs)
    return shown


def import_markdown(page: RegistryPage, imports: Sequence[Handwritten]) -> str:
    """How to import an existing object; empty if it is not known."""
    if imports:
        return "\n\n".join(raw_fence(file.text, file.language) for file in imports)
    return fence(page.imports.text, page.imports.language) if page.imports else ""


def relations_markdown(page: RegistryPage) -> str:
    """What the attributes of an entity refer to, and whose attributes refer to it; empty if nothing is known."""
    lists = []
    for title, uses in (("Uses", page.uses), ("Used by", page.used_by)):
        items = [f"- {code(use.title)} in {code(use.path)}, {line(use.words)}" for use in uses[:MOST_RELATIONS]]
        if len(uses) > MOST_RELATIONS:
            items.append(f"- and {len(uses) - MOST_RELATIONS:,} more")
        if items:
            lists.append("\n".join([f"{title}:", "", *items]))
    return "\n\n".join(lists)


_WORD = re.compile(r"\w+(?:['\u2019.]\w+)*")
_RELATIVE = re.compile(r"#|/(?!/)")


def functions(repository: Repository) -> dict[str, Function]:
    """All functions by name; `codefile` and `tffile` read only files of the repository."""

    def codefile(language: Value, file: Value) -> Value:
        return _code(repository, _text(language), _text(file))

    return builtins() | {
        "codefile": codefile,
        "lower": lambda text: _text(text).lower(),
        "plainmarkdown": lambda text: plain_for_templates(_text(text)),
        "prefixlines": lambda prefix, text: _text(prefix) + _text(text).replace("\n", f"\n{_text(prefix)}"),
        "split": lambda text, by: _text(text).split(_text(by)) if by else list(_text(text)),
        "tffile": lambda file: codefile("terraform", file),
        "title": lambda text: _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:].lower(), _text(text)),
        "trimspace": lambda text: _text(text).strip(),
        "upper": lambda text: _text(text).upper(),
    }


def plain(markdown: str) -> str:
    """The text content of Markdown, each block on its own lines."""
    lines = [markdown] if len(markdown) > LONGEST else _blocks(SyntaxTreeNode(tokens(markdown)))
    return "\n".join(words for text in lines for row in text.split("\n") if (words := " ".join(row.split())))


def plain_for_templates(markdown: str) -> str:
    """As `plain`, without characters that need an escape, which the front matter of a template does not have."""
    return "\n".join(map(front_matter, plain(markdown).split("\n")))


def _blocks(node: SyntaxTreeNode) -> list[str]:
    if node.type == "inline":
        return ["".join(map(_words, node.children))]
    if node.type in ("fence", "code_block"):
        return [node.content.strip("\n")]
    return [block for child in node.children for block in _blocks(child)]


def _words(node: SyntaxTreeNode) -> str:
    match node.type:
        case "softbreak" | "hardbreak":
            return "\n"
        case "link":
            text, address = "".join(map(_words, node.children)), str(node.attrs.get("href", ""))
            return text if _RELATIVE.match(address) or text == address else f"{text} {address}"
    return "".join(map(_words, node.children)) if node.children else node.content


def _code(repository: Repository, language: str, file: str) -> str:
    try:
        text = repository.read(file).strip()
    except MappingError as error:
        raise ValueError(str(error)) from None
    if not text:
        raise ValueError(f"{file} is empty")
    return raw_fence(text, language)


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is needed")
    return value
