"""Descriptions of an API as Markdown that is safe for every site generator.

A Markdown parser reads them, and the result is written again: lists, code, tables, quotations, emphasis and links to
web addresses. Headings become paragraphs, images become links, and everything else becomes plain text, as `plain_text`
writes it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from markdown_it.tree import SyntaxTreeNode

from .markdown_escape import Markdown, address, cleaned, code, is_written_as_it_is, nested_code_block, prose
from .sanitized_html import LONGEST, inline_tokens, is_ordinary, paragraphs, parts_of_code, tokens
from .tags import INDENT

_BLOCK = re.compile(r"- |\d+\. |>|```|<pre>|\| |\* \* \*")
_WEB = ("http://", "https://", "mailto:")
_OUTSIDE = re.compile(r"[^\s!-/:-@\[-`{-~]|[*_\\]")
"""Characters after which emphasis does not begin, and before which it does not end."""

_NO_TEXT = "&#8203;"
"""A zero-width space, where a paragraph needs content."""


@lru_cache(maxsize=2048)
def safe_lines(text: str) -> tuple[str, ...]:
    """The lines of a description, without a common indent."""
    text = cleaned(text).expandtabs(4).strip()
    if is_ordinary(text) and is_written_as_it_is(text):
        return (text,)
    parts = parts_of_code(text) if text.isascii() and len(text) <= LONGEST else None
    if parts is not None:
        return _simple_lines(parts)
    if len(text) > LONGEST:
        blocks: list[list[str]] = [
            [prose(line.strip(), begins_line=True) for line in part] for part in paragraphs(text)
        ]
    else:
        blocks = list(_blocks(SyntaxTreeNode(tokens(text)).children))
    return tuple(_joined(blocks))


def _simple_lines(parts: Sequence[str]) -> tuple[str, ...]:
    """The lines of a paragraph with no markup but code, which is at the odd indices of `parts`."""
    written = ""
    for number, part in enumerate(parts):
        if number % 2:
            written += code(part)
            continue
        *before, last = part.split("\n") if "\n" in part else (part,)
        for line in before:
            written = f"{written}{_text(line.rstrip(), after=written) if line.strip() else ''}".rstrip() + "\n"
        if last:
            written += _text(last, after=written)
    return tuple([line for line in written.split("\n") if line.strip()])


def safe_inline(text: str) -> Markdown:
    """A text on one line, with its code, emphasis and links."""
    text = " ".join(cleaned(text).split())
    if len(text) > LONGEST:
        return prose(text, begins_line=True)
    return Markdown(" ".join(_lines(SyntaxTreeNode(inline_tokens(text)).children)))


def starts_block(lines: tuple[str, ...]) -> bool:
    """Whether the lines begin with a list, quotation, table or code block, which must begin on a line of its own."""
    return _BLOCK.match(lines[0]) is not None


def is_one_paragraph(lines: tuple[str, ...]) -> bool:
    """Whether the lines are one paragraph of plain text."""
    return all(lines) and not starts_block(lines)


def _joined(blocks: Sequence[list[str]]) -> Iterator[str]:
    """The lines of blocks, separated by empty lines."""
    for number, lines in enumerate(filter(None, blocks)):
        if number:
            yield ""
        yield from lines


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> Iterator[list[str]]:
    for node in nodes:
        match node.type:
            case "paragraph":
                yield _lines(node.children)
            case "heading":
                yield _heading(node)
            case "fence" | "code_block":
                words = node.info.split()
                yield nested_code_block(node.content, words[0] if words else "").split("\n")
            case "blockquote":
                yield [f"> {line}" if line else ">" for line in _joined(list(_blocks(node.children)))]
            case "bullet_list" | "ordered_list":
                yield _list(node)
            case "table":
                yield _table(node)
            case "hr":
                yield ["* * *"]
            case _:
                yield [prose(line.strip(), begins_line=True) for line in node.content.split("\n")]


def _heading(node: SyntaxTreeNode) -> list[str]:
    lines = _lines(node.children)
    (inline,) = node.children
    is_text = all(child.type in ("text", "softbreak") for child in inline.children)
    return [f"**{' '.join(lines)}**"] if lines and is_text else lines


def _list(node: SyntaxTreeNode) -> list[str]:
    number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    is_tight = all(child.hidden for item in node.children for child in item.children if child.type == "paragraph")
    lines: list[str] = []
    for item in node.children:
        blocks = [block for block in _blocks(item.children) if block]
        if not blocks:
            continue
        if starts_block(tuple(blocks[0])):
            blocks.insert(0, [_NO_TEXT])
        marker = "- " if number is None else f"{number}. "
        indent = " " * max(len(INDENT), len(marker))
        # parsers accept a list directly below the line of its item; other blocks need an empty line
        nested = len(blocks) > 1 and is_tight and _is_list(blocks[1])
        content = [*blocks[0], *_joined(blocks[1:])] if nested else list(_joined(blocks))
        if lines and (not is_tight or "" in content or "" in lines):
            lines.append("")
        lines.append(f"{marker}{content[0]}")
        lines += [f"{indent}{line}" if line else "" for line in content[1:]]
        number = None if number is None else number + 1
    return lines


def _is_list(lines: list[str]) -> bool:
    return re.match(r"- |\d+\. ", lines[0]) is not None


def _table(node: SyntaxTreeNode) -> list[str]:
    rows = [row for part in node.children for row in part.children]
    if not rows:
        return []
    lines = [f"| {' | '.join(' '.join(_lines(cell.children)) for cell in row.children)} |" for row in rows]
    rules = (_RULES.get(str(cell.attrs.get("style", "")), "---") for cell in rows[0].children)
    return [lines[0], f"| {' | '.join(rules)} |", *lines[1:]]


_RULES = {"text-align:left": ":---", "text-align:center": ":---:", "text-align:right": "---:"}


def _lines(nodes: Sequence[SyntaxTreeNode]) -> list[str]:
    """Inline content as lines of Markdown."""
    children = [child for node in nodes for child in (node.children if node.type == "inline" else [node])]
    return [line for line in _inline(children, nested=False).split("\n") if line.strip()]


def _inline(nodes: Sequence[SyntaxTreeNode], *, nested: bool) -> str:
    written = ""
    for node, after in zip_longest(nodes, nodes[1:]):
        match node.type:
            case "text":
                written += _text(node.content, after=written)
            case "code_inline":
                written += code(node.content)
            case "softbreak":
                written = f"{written.rstrip()}\n"
            case "hardbreak":
                written = f"{written.rstrip()}  \n"
            case "em" | "strong":
                inner = _inline(node.children, nested=True)
                mark = {"em": "*", "strong": "**"}[node.type]
                written += f"{mark}{inner}{mark}" if not nested and _may_mark(written, inner, after) else inner
            case "link":
                written += _link(node)
            case _:
                written += prose(node.content)
    return written


def _text(text: str, *, after: str) -> str:
    if not after or after.endswith("\n"):
        return prose(text.lstrip(), begins_line=True)
    if text.startswith(": "):  # after a name in code
        return f":{prose(text[1:])}"
    return prose(text)


def _may_mark(before: str, inner: str, after: SyntaxTreeNode | None) -> bool:
    """Whether all parsers recognize the delimiters of emphasis at this position."""
    follows = after.content[:1] if after is not None and after.type == "text" else ""
    is_next_to_mark = after is not None and after.type in ("em", "strong")
    return (
        inner == inner.strip()
        and inner != ""
        and not inner.startswith("*")
        and not inner.endswith("*")
        and not _OUTSIDE.match(before[-1:])
        and not _OUTSIDE.match(follows)
        and not is_next_to_mark
    )


def _link(node: SyntaxTreeNode) -> str:
    text, href = _inline(node.children, nested=True), str(node.attrs.get("href", ""))
    if not href.lower().startswith(_WEB):
        return f"{prose('[')}{text}{prose('](')}{prose(href)}{prose(')')}"
    return f"[{text or prose(href)}]({address(href)})"
