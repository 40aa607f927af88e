"""The tags of a description: titles and texts of the groups that it puts operations into."""

from collections import Counter

from mapper.inputs import Document, text_of, text_or_empty
from mapper.model import Topic
from mapper.text.title import in_words

_DEEPEST = 5
"""How many tags may be around a tag."""


def topics(document: Document) -> dict[str, Topic]:
    """The Tag Objects by name.

    The title is the one that readers see: `x-displayName`, else `summary` (OpenAPI 3.2), after the titles of each
    `parent` (OpenAPI 3.2). A title that is the title or the name of another tag is left out.
    """
    listed = document.node.get("tags")
    tags = [tag.value for tag in listed.items() if isinstance(tag.value, dict)] if listed else []
    named = {name: tag for tag in reversed(tags) if (name := text_of(tag.get("name")))}
    given = {name: _title(tag) for name, tag in named.items()}
    counts = Counter(given.values())
    titles = {
        name: title if counts[title] == 1 and (title == name or title not in given) else ""
        for name, title in given.items()
    }
    around = {name: text_or_empty(tag.get("parent")) for name, tag in named.items()}
    topics_ = {}
    for name, tag in named.items():
        parents = _parents(name, around)
        path = [titles[part] or in_words(part) for part in (*parents, name)]
        title = " › ".join(path) if parents else titles[name]
        topics_[name] = Topic(title, text_or_empty(tag.get("description")).strip())
    return topics_


def _title(tag: dict[str, object]) -> str:
    return text_of(tag.get("x-displayName")) or text_or_empty(tag.get("summary"))


def _parents(name: str, around: dict[str, str]) -> list[str]:
    """The tags around a tag, the outermost first; none if one of them is in itself. `around` has each tag's parent."""
    parents: list[str] = []
    while (name := around.get(name, "")) in around:
        if name in parents or len(parents) == _DEEPEST:
            return []
        parents.insert(0, name)
    return parents
