"""Pages of the command in a site of Hugo, which reads shortcodes in raw pages, also inside of code."""

import json
import re
import shutil
from html import unescape
from pathlib import Path

import pytest
import yaml

from mkdocs_oasmap.cli import main

from ..delimiters import DELIMITERS
from ..files import write_files
from ..processes import output
from ..test_hostile import api, config
from ..zoo import CONFIG
from ..zoo import api as zoo
from .tree import parse

pytestmark = pytest.mark.peer
GUIDE = Path(__file__).parents[2] / "example_site" / "docs" / "hosts.md"
BLOCKS = dict(re.findall(r'```\w+ title="([^"]*)"\n(.*?)```', GUIDE.read_text(encoding="utf-8"), re.DOTALL))
SECRET = "the-secret-of-the-build"
SHORTCODES = (
    "{{< secret >}}", "{{% secret %}}", "{{<secret>}}", "{{%secret%}}", "{{< secret />}}", "{{</* secret */>}}",
    "{{< secret >}}x{{< /secret >}}", "{{<secret `a`>}}", '{{< ref "x.md" >}}', "{{ readFile `secret.txt` }}",
    "{{<\nsecret\n>}}",
)  # fmt: skip
HOSTILE = "\n\n".join(
    f"{text}\n\n`{' '.join(text.split())}`\n\n```\n{text}\n```\n\n    {' '.join(text.split())}\n\n- {text}"
    for text in (*SHORTCODES, *DELIMITERS)
)


@pytest.fixture(scope="module")
def hugo() -> str:
    """The program; without it, nothing here is tested."""
    found = shutil.which("hugo")
    if found is None:
        pytest.skip("PEER MISSING: hugo (apt install hugo)")
    return found


def built(hugo: str, folder: Path) -> dict[str, str]:
    """Build the site of the guide over docs/reference; the pages by their addresses."""
    layouts = {
        "layouts/_default/single.html": "<main>{{ .Content }}</main>",
        "layouts/_default/list.html": "<main>{{ .Content }}</main>",
        "layouts/shortcodes/secret.html": '{{ readFile "secret.txt" }}',
        "secret.txt": SECRET,
        "content/own.md": "---\ntitle: x\n---\n\n`{{< secret >}}`\n",
        **{name: text for name, text in BLOCKS.items() if name == "hugo.toml" or name.startswith("layouts/")},
    }
    write_files(folder, layouts)
    output([hugo, "--quiet", "--destination", "public"], folder)
    public = folder / "public"
    return {
        path.relative_to(public).parent.as_posix(): path.read_text(encoding="utf-8")
        for path in public.rglob("index.html")
    }


def test_shortcodes_in_texts_of_an_api_stay_text(hugo: str, here: Path) -> None:
    (here / "api.json").write_text(json.dumps(api(HOSTILE)))
    entry = {
        "create": {"path": f"/x/{HOSTILE}", "method": "POST"},
        "read": {"path": f"/x/{HOSTILE}/{{id}}", "method": "GET"},
    }
    settings = config("{{< secret >}}") | {"resources": {"pet": entry}}
    (here / "generator_config.yml").write_text(yaml.safe_dump(settings))
    assert main(["pages", "--audience", "authors", "api.json", "docs/reference"]) == 0
    pages = built(hugo, here)
    assert {"reference", "reference/report", "reference/resources/pet"} <= pages.keys()
    assert SECRET in pages.pop("own"), "a shortcode is run in code, too"
    for address, page in pages.items():
        assert SECRET not in page, address
        assert "HAHAHUGOSHORTCODE" not in page, address
    text = unescape(re.sub("<[^>]*>", "", pages["reference/resources/pet"]))
    for shortcode in SHORTCODES:
        assert " ".join(shortcode.split()) in " ".join(text.split()), shortcode
    assert "raw HTML omitted" not in pages["reference/resources/pet"]


def test_pages_are_linked(hugo: str, here: Path) -> None:
    (here / "api.yaml").write_text(zoo("Pet: {type: object, properties: {id: {type: string}, name: {type: string}}}\n"))
    (here / "generator_config.yml").write_text(CONFIG)
    assert main(["pages", "--audience", "authors", "api.yaml", "docs/reference"]) == 0
    pages = built(hugo, here)
    links = parse(pages["reference"].partition("<main>")[2].partition("</main>")[0]).links
    assert any(link.endswith("/reference/resources/pet/") for link in links), links
    assert not [link for link in links if link.endswith(".md")]
