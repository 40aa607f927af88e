"""The template functions of tfplugindocs."""

from __future__ import annotations

import re

from markdown_it.tree import SyntaxTreeNode

from mapper.report.diagnostic import MappingError

from ...handwritten import Repository
from ..gotemplate import Function, Value
from ..gotemplate.functions import builtins
from ..markdown_escape import front_matter
from ..sanitized_html import LONGEST, tokens
from .fences import fenced

_WORD = re.compile(r"\w+(?:['\u2019.]\w+)*")
_RELATIVE = re.compile(r"#|/(?!/)")


def functions(repository: Repository) -> dict[str, Function]:
    """All functions by name; `codefile` and `tffile` read only files of the repository."""

    def codefile(language: Value, file: Value) -> Value:
        return _code(repository, _text(language), _text(file))

    return builtins() | {
        "codefile": codefile,
        "lower": lambda text: _text(text).lower(),
        "plainmarkdown": lambda text: plain(_text(text)),
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
    return "\n".join(safe for text in lines for row in text.split("\n") if (safe := front_matter(row)))


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
    return fenced(language, text)


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is needed")
    return value
