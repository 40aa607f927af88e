"""Tags of HTML in a description: some have a mark in Markdown, some are dropped, and all others become text."""

import re
from functools import partial

_ACTIVE = frozenset(
    "a applet audio b base body br button canvas code details dialog em embed form frame frameset head html i iframe"
    " img input li link math meta object ol p pre script select strong style svg template textarea title ul"
    " video".split()
)
"""Elements that do something, which are shown as text, and those that have a mark."""
_TAG = re.compile(
    rf"`[^`]*`|</?(?:{'|'.join(sorted(_ACTIVE))})\b[^<>]*>|<!--(?:[^<-]|<(?!!--)|-(?!->))*-->", re.IGNORECASE
)
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]+)>")
_BREAK = re.compile(r"</?(?:br|p|ul|ol|li)\b[^<>]*>", re.IGNORECASE)
_MEANT = re.compile(
    r"`[^`]*`|<(?P<mark>b|strong|i|em|code)>(?P<marked>(?:[^<>`]|`[^`<]*`)*)</(?P=mark)>"
    r"|<a href=(?P<quote>[\"']?)(?P<address>https?://[^\"'<>\s()]+)(?P=quote)"
    r"(?: (?:target|rel)=[\"\w]+)*>(?P<linked>[^<>\[\]]*)</a>"
    r"|<br\s*/?>[^\S\n]*\n?|<(?P<end>/?)(?P<block>p|ul|ol|li)>\s*",
    re.IGNORECASE,
)
"""Tags with a mark in Markdown, and code, in which they are text."""

_ELEMENT = re.compile(r"`[^`]*`|<(?P<end>/?)(?P<name>[A-Za-z][\w.-]*)(?:[\s/][^<>]*)?>")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_NESTED = 3
"""How deep tags may be inside of each other."""

INDENT = "    "
"""The indent of blocks in a list item; some parsers need four spaces."""

_BLOCK = re.compile("</?(?:p|ul|ol|li)>", re.IGNORECASE)
_LIST = re.compile("<[ou]l>", re.IGNORECASE)
_INDENTED = re.compile(r"^(?: {4}|\t)", re.MULTILINE)
_ROW = re.compile(r"^.*\|.*", re.MULTILINE)
_IN_ROW = re.compile(r"(`[^`]*`)|<br\s*/?>|</?(?:ul|ol|li)>", re.IGNORECASE)
"""Tags whose marks would end the row of a table, and code."""

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}


def marked(text: str) -> str:
    """A text with the marks of Markdown in place of the tags that they stand for, such as `<br>`."""
    if "<" not in text:
        return text
    text = without_unknown_tags(text)
    if "``" in text or "~~~" in text:
        return text
    if "\n\n" in text and _INDENTED.search(text) and not _LIST.search(text):
        return text  # a block of code
    if "|" in text:
        text = _ROW.sub(lambda row: _IN_ROW.sub(lambda found: found[1] or " ", row[0]), text)
    for _ in range(_NESTED):
        text = _MEANT.sub(partial(_mark, [], frozenset(map(str.lower, _BLOCK.findall(text)))), text)
    return text


def without_unknown_tags(text: str) -> str:
    """A text without the tags that have no meaning here; what is between them stays.

    These are custom elements, such as `<x-note>`, and elements that are closed, such as `<div>`. A name in angle
    brackets alone, `<host>`, is a placeholder. Code stays as it is.
    """
    names = _dropped(text)
    if not names:
        return text
    is_code = False
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
        elif "<" in line and not is_code and not _INDENTED.match(line):
            lines[number] = _ELEMENT.sub(lambda tag: "" if (tag["name"] or "").lower() in names else tag[0], line)
    return "\n".join(lines)


def _dropped(text: str) -> set[str]:
    """The names of elements whose tags are dropped; with an attribute of Markdown's, they are no plain elements."""
    opened: set[str] = set()
    closed: set[str] = set()
    active = set(_ACTIVE)
    for tag in _ELEMENT.finditer(text):
        name = (tag["name"] or "").lower()
        (closed if tag["end"] else opened).add(name)
        if "markdown" in tag[0]:
            active.add(name)
    return {name for name in opened | closed if "-" in name or name in opened & closed} - active - {""}


def _mark(lists: list[str], blocks: frozenset[str], found: re.Match[str]) -> str:
    """The mark for a tag; `lists` are the marks of items in the lists that are open, `blocks` the tags of the text."""
    tag, block = (found["mark"] or "").lower(), (found["block"] or "").lower()
    if tag:
        inner, mark = found["marked"].strip(), _MARKS[tag]
        return found[0] if not inner or (mark == "`" and mark in inner) else f"{mark}{inner}{mark}"
    if found["address"]:
        return f"[{found['linked'].strip() or found['address']}]({found['address']})"
    if block and f"<{'' if found['end'] else '/'}{block}>" not in blocks:
        return found[0]
    if block == "p":
        return "" if lists else "\n\n"
    if block == "li":
        return "" if found["end"] else f"\n{INDENT * min(len(lists) - 1, _NESTED)}{lists[-1] if lists else '- '}"
    if block and found["end"]:
        lists[-1:] = []
        return "" if lists else "\n\n"
    if block:
        lists.append("1. " if block == "ol" else "- ")
        return "" if len(lists) > 1 else "\n\n"
    return found[0] if found[0].startswith("`") else "  \n"


def without_tags(text: str) -> str:
    """A text without tags, for plain text: those that end a word become a space. Code and placeholders stay."""
    text = _AUTOLINK.sub(r"\1", _BREAK.sub(" ", without_unknown_tags(text)))
    return _TAG.sub(lambda tag: tag[0] if tag[0].startswith("`") else "", text)
