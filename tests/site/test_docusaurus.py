"""Pages of the command as MDX, which runs what it takes for code: compiled and run as Docusaurus does."""

import json
import posixpath
import re
from html import unescape
from pathlib import Path

import pytest
import yaml

from mkdocs_oasmap.cli import main

from ..delimiters import DELIMITERS
from ..test_hostile import api, config
from .mdx import fetch, rendered
from .sites import COMPUTED, write_site
from .tree import parse

pytestmark = pytest.mark.peer
CODE = (
    "{globalThis.process.exit(7)}", "{`${7919 * 104729}`}", "{/* x */}", "{", "}", "<Injected/>", "<Injected x={1}>",
    "<>x</>",
    "\n\nimport fs from 'node:fs'\n\n", "\n\nexport default function Injected() {}\n\n",
    "\n\n:::note\nInjected\n:::\n\n", ":injected[x]{onclick=x}", "\n\n::injected\n\n", "# T {#injected}",
    "<!-- injected -->", ":dog:",
)  # fmt: skip
HOSTILE = "\n\n".join(
    f"{text}\n\n`{' '.join(text.split())}`\n\n```\n{text}\n```\n\n- {text}" for text in (*CODE, *DELIMITERS)
)


@pytest.fixture(scope="module", autouse=True)
def compiler() -> None:
    """Without the compiler, nothing here is tested."""
    if problem := fetch():
        pytest.skip(f"PEER MISSING: the compiler of MDX: {problem}")


@pytest.mark.parametrize("format", ["mdx", "md"])
def test_nothing_in_texts_of_an_api_is_run(format: str, here: Path) -> None:  # noqa: A002
    (here / "api.json").write_text(json.dumps(api(HOSTILE)))
    entry = {
        "create": {"path": f"/x/{HOSTILE}", "method": "POST"},
        "read": {"path": f"/x/{HOSTILE}/{{id}}", "method": "GET"},
    }
    settings = config("{x}") | {"resources": {"pet": entry}}
    (here / "generator_config.yml").write_text(yaml.safe_dump(settings))
    assert main(["pages", "api.json", "docs/reference"]) == 0
    pages = rendered(here / "docs", format=format)
    assert len(pages) == len(list((here / "docs").rglob("*.md")))
    text = " ".join(unescape(re.sub("<[^>]*>", "", pages["reference/resources/pet.md"])).split())
    for each in CODE:
        assert " ".join(each.split()) in text, each
    assert COMPUTED not in text
    assert not {"script", "div", "injected"} & {element.tag for element in parse("".join(pages.values()))}


@pytest.mark.parametrize("format", ["mdx", "md"])
def test_links_lead_to_pages_and_rows(format: str, here: Path) -> None:  # noqa: A002
    write_site(here)
    assert main(["pages", "api.yaml", "docs/reference"]) == 0
    pages = {name: parse(html) for name, html in rendered(here / "docs/reference", format=format).items()}
    pet = pages["resources/pet.md"]
    assert {"name", "owner.address.street", "nestedatt--owner"} <= set(pet.ids)
    assert len(pet.all("table")) == 1
    for name, page in pages.items():
        for link in page.links:
            target, _, anchor = link.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) if target else name
            assert (here / "docs/reference" / path).is_file(), link
            assert not anchor or anchor in pages[path].ids or path in ("index.md", "report.md"), link
