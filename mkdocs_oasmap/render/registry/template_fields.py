"""The fields of a page for templates: those of tfplugindocs, and a few more."""

from __future__ import annotations

from collections.abc import Sequence

from ...handwritten import Handwritten
from ...pages.registry import RegistryPage
from ...pages.views import ExampleView
from ..descriptions import safe_inline, safe_lines
from ..gotemplate import Value
from ..markdown_escape import code, fence, line, readable
from .fences import fenced
from .schema import Extent, arguments_markdown, schema_markdown, signature_markdown, variadic_markdown

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
    if page.function is not None:
        return fields | {
            "Summary": readable(safe_inline(page.function.summary)),
            "FunctionSignatureMarkdown": signature_markdown(page.function),
            "FunctionArgumentsMarkdown": arguments_markdown(page.function),
            "HasVariadic": page.function.variadic is not None,
            "FunctionVariadicArgumentMarkdown": variadic_markdown(page.function),
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
    shown: list[tuple[str, str]] = (
        [(file.title, fenced(file.language, file.text)) for file in examples]
        if examples
        else [(example.title, _made(example)) for example in page.examples]
    )
    blocks = [text if number == 0 else f"### {line(title)}\n\n{text}" for number, (title, text) in enumerate(shown)]
    return "\n\n".join(blocks)


def import_markdown(page: RegistryPage, imports: Sequence[Handwritten]) -> str:
    """How to import an existing object; empty if it is not known."""
    if imports:
        return "\n\n".join(fenced(file.language, file.text) for file in imports)
    return _made(page.imports) if page.imports else ""


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


def _made(example: ExampleView) -> str:
    return fence(example.text, example.language)
