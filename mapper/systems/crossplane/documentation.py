"""The descriptions of fields: from collected documentation of the registry, or from the schema.

The rules are upjet's, so that definitions have the same texts as in providers made with it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from mapper.inputs.json_values import parse_json

_STATUS = re.compile(r"\(\s*(?:optional|required)\b[^)]*\)", re.IGNORECASE)
_TOOL = "terraform"


class Collected(Struct, frozen=True):
    """An example on a page: the name of its resource, and the arguments; references are `${…}`."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


class Texts:
    """The collected documentation of one resource: dotted names on its page -> texts.

    `examples` are the examples of the page, and `imports` the identifiers in its import commands.
    """

    def __init__(
        self,
        description: str = "",
        arguments: Mapping[str, str] | None = None,
        examples: tuple[Collected, ...] = (),
        imports: tuple[str, ...] = (),
    ) -> None:
        self.examples, self.imports = examples, imports
        self.description = neutral(description)
        self._arguments = dict(arguments or {})
        self._last = {key.rpartition(".")[2]: key for key in sorted(self._arguments)}

    def of(self, path: str, description: str) -> str:
        """The text of a field. `description` comes from the schema."""
        documented, description = _without_heading(self._documented(path)), "" if path == "id" else description
        return "\n".join(line.strip() for line in neutral(f"{documented}\n{description}").strip().split("\n"))

    def _documented(self, path: str) -> str:
        if path in self._arguments:
            return self._arguments[path]
        last = self._last.get(path.rpartition(".")[2])
        if last is not None:
            return self._arguments[last]
        ends = [key for key in self._arguments if path.endswith(key)]
        return self._arguments[max(ends, key=len)] if ends else ""


def neutral(text: str) -> str:
    """A text without the sentences about Terraform; if it has no full stop, *Terraform* becomes *provider*."""
    kept = [sentence for sentence in text.split(".") if _TOOL not in sentence.lower()]
    return ".".join(kept) if kept else text.lower().replace(_TOOL, "provider")


def _without_heading(text: str) -> str:
    """A text of the registry without the part before its first dash, and without the status in parentheses."""
    _, dash, rest = text.partition("-")
    return _STATUS.sub("", rest if dash else text).strip()


def is_collected(root: object) -> bool:
    """Whether a parsed document is collected documentation."""
    return isinstance(root, dict) and isinstance(root.get("resources"), dict)


def read_texts(root: Any) -> dict[str, Texts]:
    """Terraform name -> texts, from a parsed file of collected documentation.

    Members of unexpected shape are skipped: tools write the file.
    """
    resources = root.get("resources") if isinstance(root, dict) else None
    texts = {}
    for name, resource in resources.items() if isinstance(resources, dict) else ():
        if isinstance(resource, dict):
            description, arguments = resource.get("description"), resource.get("argumentDocs")
            given = arguments.items() if isinstance(arguments, dict) else ()
            texts[str(name)] = Texts(
                description if isinstance(description, str) else "",
                {str(key): text for key, text in given if isinstance(text, str)},
                tuple(_examples(resource)),
                tuple(_imports(resource)),
            )
    return texts


def _examples(metadata: Mapping[str, Any]) -> Iterator[Collected]:
    for example in _as_list(metadata.get("examples")):
        text = example.get("manifest") if isinstance(example, dict) else None
        try:
            arguments = parse_json(text) if isinstance(text, str) else None
        except ValueError:
            continue
        if isinstance(arguments, dict) and arguments:
            yield Collected(str(example.get("name") or "example"), arguments)


def _imports(metadata: Mapping[str, Any]) -> Iterator[str]:
    for statement in _as_list(metadata.get("importStatements")):
        words = statement.split() if isinstance(statement, str) else []
        if words[:2] == ["terraform", "import"] and len(words) > _ADDRESS:
            yield " ".join(words[_ADDRESS:]).strip("\"'")


_ADDRESS = 3
"""Words before the identifier in an import command: the command has two, the address of the resource is one."""


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
