"""Renders a page of the registry, with a handwritten template or in the standard layout."""

from collections.abc import Mapping

from mapper.report.diagnostic import MappingError, Problem

from ...pages.registry import RegistryPage
from ..gotemplate.evaluator import Function, Value, evaluate
from ..gotemplate.nodes import TemplateError, line_and_column
from ..gotemplate.parser import parse
from ..markdown_escape import front_matter, yaml_string
from ..write import MARK
from .template_fields import described, plain

_RULE = "---\n"


def by_template(source: str, path: str, fields: Mapping[str, Value], functions: Mapping[str, Function]) -> str:
    """The output of a template. Raises MappingError with the position of an error in the template at `path`."""
    try:
        return evaluate(parse(source), fields, functions)
    except TemplateError as error:
        line, column = line_and_column(source, error.offset)
        raise MappingError(Problem(error.text, path, line, column, remedy="correct the template there")) from None


def standard(page: RegistryPage, fields: Mapping[str, Value]) -> str:
    """A page in the standard layout."""
    name, provider = page.name, str(fields["ProviderName"])
    subcategory: list[str] = []
    if not page.folder:
        title, heading = f"{name} Provider", f"{fields['ProviderShortName']} Provider"
    else:
        title, subcategory = f"{name} {page.kind} - {provider}", [f"subcategory: {yaml_string(page.group)}"]
        heading = f"{page.kind}: {fields['Name']}" if page.function else f"{fields['Name']} ({page.kind})"
    front = [f"page_title: {yaml_string(title)}", *subcategory, *_description(fields)]
    parts = [f"# {heading}", described(page), *_sections(fields)]
    body = "\n\n".join(part.strip() for part in parts if part.strip())
    return f"{_RULE}{chr(10).join(front)}\n{_RULE}\n{body}\n"


def _description(fields: Mapping[str, Value]) -> list[str]:
    """The lines of the description: a block, or, if a processor of raw text could interpret it, a text with escapes."""
    text = plain(str(fields.get("Summary") or fields["Description"]))
    lines = text.split("\n")
    if all(line == front_matter(line) for line in lines):
        return ["description: |-", *(f"  {line}" for line in lines)]
    return [f"description: {yaml_string(text)}"]


def _sections(fields: Mapping[str, Value]) -> list[str]:
    parts = []
    if example := fields["ExampleMarkdown"]:
        parts.append(f"## Example Usage\n\n{example}")
    if "FunctionSignatureMarkdown" in fields:
        parts.append(f"## Signature\n\n{fields['FunctionSignatureMarkdown']}")
        arguments = "\n".join(
            str(fields[name])
            for name in ("FunctionArgumentsMarkdown", "FunctionVariadicArgumentMarkdown")
            if fields[name]
        )
        parts.append(f"## Arguments\n\n{arguments or 'It has none.'}")
    if "SchemaMarkdown" in fields:
        parts.append(str(fields["SchemaMarkdown"]))
    if imported := fields.get("ImportMarkdown"):
        by_block = str(imported).lstrip("`").startswith("terraform")
        text = "An object that exists is imported with" + (" an `import` block:" if by_block else ":")
        parts.append(f"## Import\n\n{text}\n\n{imported}")
    if relations := fields.get("RelationsMarkdown"):
        parts.append(f"## Relations\n\n{relations}")
    return parts


def marked(text: str) -> str:
    """A page with our marker in its front matter, which is added if it has none."""
    text = text.replace("\r\n", "\n").lstrip("\n")
    if text.startswith(_RULE):
        return f"{_RULE}{MARK}\n{text.removeprefix(_RULE)}"
    return f"{_RULE}{MARK}\n{_RULE}\n{text}"
