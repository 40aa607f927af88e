"""A git repository with an API in two files, and what `oasmap diff` says of it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mapper.review.data import review_schema
from mkdocs_oasmap.cli import main

from ..repository import commit_all, git
from ..zoo import CONFIG as ZOO_CONFIG
from ..zoo import api

PET = "parts/pet.yaml#/Pet"
API = api("", request=PET, response=PET).replace("{id}", "{petId}").replace("name: id,", "name: petId,")
PARTS = """\
Pet:
  type: object
  required: [name]
  properties:
    name: {type: string, maxLength: 8, description: "Its <name>, as @you would call it."}
    age: {type: integer}
    tags: {type: array, items: {type: string}}
"""
CONFIG = ZOO_CONFIG.replace("{id}", "{petId}") + "    schema: {attributes: {aliases: {petId: id}}}\n"
WITH_ID = PARTS + "    id: {type: string}\n"
CHANGED = PARTS.replace("maxLength: 8", "maxLength: 6").replace("required: [name]", "required: [name, age]")


@dataclass
class Zoo:
    """A git repository with an API in two files, and what `oasmap diff` says of it."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    config: str = "config.yml"

    def write(self, **texts: str) -> None:
        for name, text in {"api.yaml": API, "parts/pet.yaml": PARTS, "config.yml": CONFIG, **texts}.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def begin(self) -> None:
        """Write the files, and commit them as the version v1 of a new repository."""
        self.write()
        commit_all(self.folder)
        self.git("tag", "v1")

    def git(self, *arguments: str) -> None:
        git(self.folder, *arguments)

    def diff(self, *arguments: str) -> tuple[int, str, str]:
        code = main(["diff", "--config", self.config, *arguments])
        found = self.capsys.readouterr()
        return code, found.out, found.err

    def data(self, *arguments: str) -> Any:
        code, out, err = self.diff("--format", "json", *arguments)
        assert (code, err) == (0, "")
        data = json.loads(out)
        Draft202012Validator(json.loads(review_schema())).validate(data)
        return data


def changes(data: Any) -> list[tuple[str, str, str | None]]:
    return [(c["rule"], c.get("path", ""), c.get("cause")) for c in data["changes"]]
