"""An entry whose paths the API no longer has becomes a comment, and nothing else of the config changes."""

import json
import re
from pathlib import Path

import pytest
import yaml

from mkdocs_oasmap.cli import main

BODY = (
    "{content: {application/json: {schema: {type: object, properties: {id: {type: string}, title: {type: string}}}}}}"
)
ITEM = f"""\
  /NAME/{{id}}:
    parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}]
    get: {{responses: {{'200': {BODY}}}}}
    put: {{requestBody: {BODY}}}
    delete: {{responses: {{'204': {{description: gone}}}}}}
"""
LIST = f"  /NAME: {{post: {{requestBody: {BODY}, responses: {{'201': {BODY}}}}}}}\n"
HEAD = "openapi: 3.1.0\ninfo: {title: Mill, version: '1'}\npaths:\n"
LOOM = """\
  loom: # the best
    create: {path: /looms, method: POST}
    read: {path: '/looms/{id}', method: GET}
    update: {path: '/looms/{id}', method: PUT}
"""
DYE = """\
  dye:
    create:
      path: /dyes
      method: POST
    read: {path: '/dyes/{id}', method: GET}
    schema:
      # nobody needs it
      ignores: [title]
"""
CONFIG = f"provider: {{name: mill}}\nresources:\n{LOOM}\n{DYE}"
_LINES = ",\n".join(f"  {name}: {entry}" for name, entry in yaml.safe_load(CONFIG)["resources"].items())


def api(*names: str, more: str = "") -> str:
    return HEAD + "".join((LIST + ITEM).replace("NAME", name) for name in names) + more


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def settled(spec: str, config: str, *, code: int = 0) -> str:
    Path("api.yml").write_text(spec)
    Path("generator_config.yml").write_text(config)
    assert main(["settle", "--write", "api.yml"]) == code
    return Path("generator_config.yml").read_text()


def commented(text: str, reason: str) -> str:
    """The lines of an entry as comments below the reason."""
    column = len(text) - len(text.lstrip())
    lines = [f"{' ' * column}# {line[column:]}" for line in text.rstrip("\n").split("\n")]
    return "\n".join([f"{' ' * column}# {reason}", *lines]) + "\n"


def test_an_entity_that_the_api_has_no_more_is_commented_with_the_reason() -> None:
    reason = "POST /dyes, GET /dyes/{id}: not in api.yml"
    assert settled(api("looms"), CONFIG) == CONFIG.replace(DYE, commented(DYE, reason))
    assert main(["generate", "--output", "spec.json", "api.yml"]) == 0


def test_the_first_of_two_entities_keeps_the_lines_around_it() -> None:
    text = settled(api("dyes"), CONFIG)
    assert text == CONFIG.replace(
        LOOM, commented(LOOM, "POST /looms, GET /looms/{id}, PUT /looms/{id}: not in api.yml")
    )


def test_a_section_whose_only_entry_is_gone_has_no_value() -> None:
    entry = "  looms:\n    read: {path: '/looms/{id}', method: GET}\n"
    config = f"provider: {{name: mill}}\nresources:\n{DYE}data_sources:\n"
    assert settled(api("dyes"), config + entry) == config + commented(entry, "GET /looms/{id}: not in api.yml")


@pytest.mark.parametrize(
    "update", [" {path: '/looms/{id}/weft', method: PUT}", "\n      path: /looms/{id}/weft\n      method: PUT"]
)
def test_only_the_call_goes_whose_path_alone_is_gone(update: str) -> None:
    line = f"    update:{update}\n"
    config = CONFIG.replace("    update: {path: '/looms/{id}', method: PUT}\n", line)
    text = settled(api("looms", "dyes"), config)
    assert text == config.replace(line, commented(line, "PUT /looms/{id}/weft: not in api.yml"))


def test_windows_line_ends_stay() -> None:
    Path("api.yml").write_text(api("looms"))
    Path("generator_config.yml").write_bytes(CONFIG.replace("\n", "\r\n").encode())
    assert main(["settle", "--write", "api.yml"]) == 0
    text = Path("generator_config.yml").read_bytes()
    assert b"  # dye:\r\n" in text
    assert re.search(rb"(?<!\r)\n", text) is None


@pytest.mark.parametrize(
    "config",
    [
        f"provider: {{name: mill}}\nresources: {yaml.safe_load(CONFIG)['resources']}\n",
        f"provider: {{name: mill}}\nresources: {{\n{_LINES}\n}}\n",
        json.dumps(yaml.safe_load(CONFIG), indent=2),
        CONFIG.replace("  dye:\n", "  dye: &dye\n") + "data_sources:\n  dye: *dye\n",
    ],
    ids=["several entries on one line", "entries in brackets", "JSON", "an entry that another one needs"],
)
def test_what_cannot_be_a_comment_by_itself_stays_and_is_an_error(
    config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = settled(api("looms"), config, code=1)
    assert text == config
    assert "the path '/dyes" in capsys.readouterr().err


def test_an_update_of_the_config_does_the_same_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("api.yml").write_text(api("looms", "bolts"))
    Path("generator_config.yml").write_text(CONFIG)
    assert main(["init", "--update", "api.yml"]) == 0
    text = Path("generator_config.yml").read_text()
    assert commented(DYE, "POST /dyes, GET /dyes/{id}: not in api.yml") in text
    assert "bolt" in yaml.safe_load(text)["resources"]
    assert "1 entry of what the API has no more commented out" in capsys.readouterr().err
    assert main(["init", "--update", "api.yml"]) == 0
    assert Path("generator_config.yml").read_text() == text
    assert "nothing is new\n" in capsys.readouterr().err
