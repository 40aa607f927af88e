"""Just enough of a document tree to ask what a page holds. Tags that are not balanced are an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_NO_TEXT = frozenset(("script", "style", "template", "svg"))


class Unbalanced(Exception):
    """A tag that is not closed, or closed twice; `str()` says which and where."""


@dataclass(repr=False)
class Element:
    """An element, with child elements and texts in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.tag} id={self.id!r} class={self.attributes.get('class', '')!r}>"

    def __iter__(self) -> Iterator[Element]:
        """This element and all inside of it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def text(self) -> str:
        """What a reader sees, with one space where there is any."""
        return " ".join("".join(self._texts()).split())

    @property
    def ids(self) -> list[str]:
        return [element.id for element in self if element.id]

    @property
    def rows(self) -> list[Element]:
        """The rows of attributes, each with its type."""
        return [e for e in self.all("li") if "i" in [child.tag for child in e.children if isinstance(child, Element)]]

    @property
    def links(self) -> list[str]:
        """Addresses that links lead to."""
        return [element.attributes["href"] for element in self.all("a") if "href" in element.attributes]

    def all(self, tag: str = "", css: str = "") -> list[Element]:
        """The elements with a tag and a class."""
        return [e for e in self if tag in ("", e.tag) and (not css or css in e.classes)]

    def one(self, tag: str = "", css: str = "") -> Element:
        (found,) = self.all(tag, css)
        return found

    def by_id(self, id_: str) -> Element:
        (found,) = [element for element in self if element.id == id_]
        return found

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in _NO_TEXT:
                yield from child._texts()


def parse(html: str) -> Element:
    """The document. Raises Unbalanced."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    if len(parser.stack) > 1:
        raise Unbalanced(f"<{parser.stack[-1].tag}> is never closed")
    return parser.stack[0]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.stack = [Element("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len(attrs) > len({name for name, _ in attrs}):
            raise Unbalanced(f"<{tag}> has an attribute twice in line {self.getpos()[0]}")
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].children.append(element)
        if tag not in _VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        if self.stack[-1].tag != tag:
            raise Unbalanced(f"</{tag}> in line {self.getpos()[0]} closes <{self.stack[-1].tag}>")
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        self.stack[-1].children.append(data)
