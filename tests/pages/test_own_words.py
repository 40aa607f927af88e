"""Every word on a page can be said otherwise: with all phrases replaced, nothing is left but what an API says."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

import mapper
from mapper.model import Mapping
from mapper.registry import all_systems, system_named
from mapper.review.versions import version_of
from mapper.terraform.propose import unused_operations
from mkdocs_oasmap.pages.audience import EVERYTHING
from mkdocs_oasmap.pages.made_phrases import REASONS, UNUSED
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.phrases import known_phrases
from mkdocs_oasmap.pages.rows import walk
from mkdocs_oasmap.pages.wording import Words, places
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..review.pairs import PAIRS
from ..review.test_verdict import reviewed
from ..systems.samples import sample

SAID = "§"
WORDS = Words(dict.fromkeys(known_phrases(), SAID))
NAMES = set(
    "Boolean Number String Object Block Blocks Dynamic List Set Map object string integer boolean list set map of"
    " date-time date true Namespaced READY AGE EXTERNAL-NAME IDL YAML TypeScript".split()
)
"""Names of types, of languages and in Kubernetes, which are the same in all languages of readers."""


class Texts(HTMLParser):
    """What readers of a page see and hear, without what is code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag in ("code", "pre", "del", "ins")
        self.found += [text for name, text in attrs if text and name in ("title", "aria-label", "placeholder", "alt")]

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in ("code", "pre", "del", "ins")

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.found.append(data)


def own_words(page: str, given: str) -> set[str]:
    """The texts of a page that are neither said otherwise nor given by an API."""
    texts = Texts()
    texts.feed(page)
    pieces = {" ".join(piece.split()).strip(' .,:;()→"') for text in texts.found for piece in text.split(SAID)}
    return {piece for piece in pieces if re.search("[A-Za-z]{2}", piece) and not is_given(piece, given)}


def is_given(piece: str, given: str) -> bool:
    """Whether a text is of the API, a place in a file, or made of names."""
    is_place = re.fullmatch(r"(line )?[\w./-]+\.(ya?ml|json|go)(:\d+)?", piece)
    return bool(is_place) or piece in given or set(re.findall(r"[\w-]+", piece)) <= {*NAMES, *given.splitlines()}


def given_by(mapping: Mapping) -> str:
    """What an API says, in lines, and what messages say of it."""
    system = system_named(mapping.system)
    texts = [mapping.about.title, mapping.about.description, *mapping.coverage.tags.values()]
    texts += [diagnostic.text for diagnostic in mapping.diagnostics]
    for entity in mapping.entities:
        title = system.title(entity, mapping)
        texts += [title, entity.name, system.summary(entity), entity.deprecation]
        texts += [f"{address.words(entity.name)}" for address in entity.addresses]
        texts += [column.name for address in entity.addresses for column in address.columns]
        for path, attribute in walk(entity.shown):
            texts += [
                path,
                system.prose(attribute.description or ""),
                attribute.deprecation,
                system.type_words(attribute.type),
            ]
            texts += [str(attribute.default.value), json.dumps(attribute.default.value)] if attribute.default else []
        texts += [f"{operation.method.upper()} {operation.path}".strip() for operation in entity.operations]
        texts += [text for operation in entity.operations for text in (operation.summary, operation.description)]
    for (method, path), users in mapping.coverage.operations.items():
        name = " ".join([method.upper(), path]).strip()
        texts += [
            name,
            *(f"{name}: {system.title(entity, mapping)}" for entity in mapping.entities if entity.ref in users),
        ]
    plain = [re.sub(r"\[(.*?)\]\(.*?\)|[*_`]", r"\1", text) for text in texts if text]
    return "\n".join(
        line.strip() for text in [*filter(None, texts), *plain] for line in (*text.splitlines(), " ".join(text.split()))
    )


@pytest.mark.parametrize("system", [system.name for system in all_systems()])
def test_with_all_phrases_replaced_pages_of_any_system_have_no_words_of_their_own(tmp_path: Path, system: str) -> None:
    mapping = sample(system, tmp_path)
    pages, renderer = Pages(mapping, words=WORDS), Renderer(words=WORDS)
    made = [renderer.entity(pages.entity(key), str) for key in pages.entities]
    made += [renderer.index(pages, pages.front(), {}, str), renderer.report(pages.report, str)]
    given = given_by(mapping)
    assert set().union(*(own_words(page, given) for page in made)) == set()


def test_with_all_phrases_replaced_the_changes_have_no_words_of_their_own() -> None:
    left: dict[str, set[str]] = {}
    for rule, (old, new) in PAIRS.items():
        review = reviewed(old, new, version_of("2.3.5"))
        pages = Pages(new, review=review, shown=EVERYTHING, words=WORDS)
        assert pages.changes is not None
        given = "\n".join([given_by(old), given_by(new)])
        if found := own_words(Renderer(words=WORDS).changes(pages.changes, str), given):
            left[rule] = found
    assert left == {}


def test_a_verdict_in_other_words_has_its_names_as_code() -> None:
    own = {
        "Breaking for {whom}": "Bruch: {whom}",
        "configurations without {name}": "Konfigurationen ohne {name}",
        "{verdict}: next version {version}": "{version} ist die nächste. {verdict}",
    }
    old, new = PAIRS["became-required"]
    pages = Pages(new, review=reviewed(old, new, version_of("2.3.5")), words=Words(own))
    assert pages.changes is not None
    page = Renderer(words=Words(own)).changes(pages.changes, str)
    assert "<strong>3.0.0 ist die nächste. Bruch: Konfigurationen ohne <code>it</code>.</strong>" in page


def test_a_change_has_the_title_that_a_site_gives_to_its_rule() -> None:
    words = Words({"Attribute became required": "Muss sein", "required": "nötig"})
    old, new = PAIRS["became-required"]
    pages = Pages(new, review=reviewed(old, new), words=words)
    plain = plain_files(pages, {})["changes.md"].decode()
    assert "`it`: Muss sein: optional → nötig" in plain


def reasons() -> Iterator[str]:
    """The texts of all reasons that the library gives, with names for what is put into them."""
    root = Path(mapper.__file__).parent
    for path in (path for path in root.rglob("*.py") if "Reason(" in path.read_text(encoding="utf-8")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        if found := [call.args[1] for call in calls if call.func.id == "Reason" and len(call.args) > 1]:
            module = importlib.import_module(".".join(path.relative_to(root.parent).with_suffix("").parts))
            yield from (text for node in found if (text := phrase_of(node, module)))


def phrase_of(node: ast.expr, module: ModuleType) -> str:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(phrase_of(part, module) for part in parts)
        case ast.FormattedValue(ast.Name(name)):
            known = getattr(module, name, None)
            return known if isinstance(known, str) else f"{{{name}}}"
        case ast.FormattedValue(ast.Attribute(attr=name)):
            return f"{{{name}}}"
    return ""


def test_all_reasons_of_a_status_and_of_unused_operations_are_phrases() -> None:
    given = set(reasons())
    assert len(given) > 50
    assert given <= set(REASONS)
    tree = ast.parse(Path(unused_operations.__file__).read_text(encoding="utf-8"))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    texts = {node.value for node in returned if isinstance(node, ast.Constant)}
    assert texts == {phrase for phrase in UNUSED if not places(phrase)}


def test_values_are_found_in_what_a_mapping_has_made_of_a_phrase() -> None:
    words = Words(
        {"required in the input of {create}": "{create} braucht es", "an item": "x"}
        | {"{method} updates it": "{method} ändert es"}
    )
    assert words.made("required in the input of CreateCage") == "CreateCage braucht es"
    assert words.made("PUT updates it") == "PUT ändert es"
    assert words.made("an import needs it") == "an import needs it"
    assert Words().made("required in the input of CreateCage") == "required in the input of CreateCage"
