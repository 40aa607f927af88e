"""What reads raw pages before Markdown does - macros, snippets, blocks - finds nothing of an API in them."""

import json
from pathlib import Path

import yaml

from mkdocs_oasmap.cli import main

from ..test_hostile import api, config
from .sites import COMPUTED, Built, build, write_site

SECRET = "the-secret-of-the-build"
INCLUDES = (
    '--8<-- "secret.txt"', '\n\n--8<-- "secret.txt"\n\n', "\n\n--8<--\nsecret.txt\n--8<--\n\n",
    "\n\n-8<- 'secret.txt'\n\n",
    '\n\n;--8<-- "secret.txt"\n\n', "{!secret.txt!}",
)  # fmt: skip
TEMPLATES = (
    "{{ 7919 * 104729 }}", "{% set x = 7919 * 104729 %}{{ x }}", "{%- if true %}{{ 7919*104729 }}{% endif -%}",
    "{{ self.__init__.__globals__.__builtins__.open('pwned', 'w').write('x') }}",
    "{% include 'secret.txt' %}", "{{ include_file('secret.txt') }}",
)  # fmt: skip
MARKUP = (
    "\n\n/// note | Injected\nInjected\n///\n\n", "\n\n!!! note \"Injected\"\n    Injected\n\n",
    "\n\n??? note \"Injected\"\n    x\n\n",
    "\n\n=== \"Injected\"\n    x\n\n", "\n\n*[attribute]: Injected\n\n", "x[^1]\n\n[^1]: Injected\n\n",
    "# T { .injected onclick=injected }", "**x**{: .injected onclick=injected }",
    "<div markdown onclick=injected>*x*</div>",
)  # fmt: skip
EXTENSIONS = [
    "tables", "attr_list", "md_in_html", "abbr", "footnotes", "admonition", "def_list", "pymdownx.details",
    "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.emoji", "pymdownx.blocks.admonition", "pymdownx.blocks.html",
    "pymdownx.critic", "pymdownx.magiclink", "pymdownx.inlinehilite", "pymdownx.arithmatex",
]  # fmt: skip


def forms(text: str) -> str:
    """A text as it is, in a code span, in a fence, in an indented block, and in a list."""
    one = " ".join(text.split())
    inside = text.replace("\n", "\n  ")
    return f"{text}\n\n`{one}`\n\n```\n{text}\n```\n\n    {one}\n\n- {one}\n\n  ```\n  {inside}\n  ```\n\n1. `{one}`\n"


HOSTILE = "\n\n".join(map(forms, (*INCLUDES, *TEMPLATES, *MARKUP)))


def hostile_site(folder: Path, plugins: list[object], **files: str) -> Path:
    extensions = [*EXTENSIONS, {"pymdownx.snippets": {"base_path": [str(folder)], "check_paths": False}}]
    return write_site(
        folder,
        plugins=["search", *plugins],
        markdown_extensions=extensions,
        files={
            "secret.txt": SECRET,
            "docs/secret.txt": "x",
            "api.yaml": json.dumps(api(HOSTILE)),
            "generator_config.yml": yaml.safe_dump(
                config("{{ 7919 * 104729 }} <script>x</script>") | {"resources": RESOURCES}
            ),
            **files,
        },
    )


RESOURCES = {
    "pet": {
        "create": {"path": f"/x/{HOSTILE}", "method": "POST"},
        "read": {"path": f"/x/{HOSTILE}/{{id}}", "method": "GET"},
    }
}


def check(site: Built, folder: Path, pages: set[str]) -> None:
    """Nothing was run, nothing was read, and what was meant as markup is text."""
    assert pages <= site.uris
    assert not (folder / "pwned").exists()
    for path in site.folder.rglob("*"):
        if path.is_file() and path.suffix in (".html", ".json", ".xml"):
            text = path.read_text(encoding="utf-8")
            assert SECRET not in text, path
            assert COMPUTED not in text, path
    for uri in pages:
        page = site.page(uri)
        for element in list(page)[1:]:
            assert "onclick" not in element.attributes, (uri, element)
            assert "injected" not in element.classes, (uri, element)
            assert element.tag not in ("abbr", "sup"), (uri, element)
            assert not {"admonition", "tabbed-set", "note", "footnote"} & set(element.classes), (uri, element)


def test_pages_of_the_command(here: Path) -> None:
    path = hostile_site(here, ["macros"])
    assert main(["pages", "--audience", "authors", "api.yaml", "docs/reference"]) == 0
    for page in (here / "docs/reference").rglob("*.md"):  # the pages are safe without what the front matter asks for
        page.write_text(page.read_text().replace("render_macros: false\n", ""))
    site = build(path)
    check(site, here, {f"reference/{name}/index.html" for name in ("resources/pet", "report")})
    text = site.page("reference/resources/pet/index.html").text
    assert "{{ 7919 * 104729 }}" in text
    assert '--8<-- "secret.txt"' in text
    assert "--8<-- secret.txt --8<--" in text
    assert "*[attribute]: Injected" in text


def test_pages_of_the_plugin(tmp_path: Path) -> None:
    site = build(hostile_site(tmp_path, ["macros", {"oasmap": {"spec": "api.yaml"}}]))
    check(site, tmp_path, {f"reference/{name}/index.html" for name in ("resources/pet", "report")})
    assert "{{ 7919 * 104729 }}" in site.page("reference/resources/pet/index.html").text


def test_blocks_in_written_pages(tmp_path: Path) -> None:
    written = "# Mine\n\n::: oasmap resource.pet\n    heading_level: 2\n\n::: oasmap report\n"
    files = {"docs/mine.md": written}
    site = build(hostile_site(tmp_path, ["macros", {"oasmap": {"spec": "api.yaml"}}], **files))
    check(site, tmp_path, {"mine/index.html"})
    assert "{{ 7919 * 104729 }}" in site.page("mine/index.html").text
