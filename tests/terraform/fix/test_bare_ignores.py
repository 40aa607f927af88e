"""Which entries that leave something out have no reason: a comment on their line, or on the one above it."""

import pytest

from mapper.inputs import Document
from mapper.model import Coverage, Mapping
from mapper.systems.terraform.config.config import Config, parse_config
from mapper.systems.terraform.fix.bare_ignores import bare_ignores, explained

PROVIDER = Document("provider.yml", b"provider: {name: zoo}\n")
PET = "resources: {pet: {OPERATIONS, schema: {ignores: [food]}}}"
LIST = "resources:\n  pet:\n    read: {path: /a, method: GET}\n    create: {path: /a, method: POST}\n    schema:\n"
BODY = "resources: {pet: {create: {path: /a, method: POST, request: {ignore: true}}, read: {path: /a, method: GET}}}"
CONFIGS = {
    PET: ["food"],
    f"{PET} # why": [],
    f"{PET}\n# a last word": ["food"],
    f"# why\n{PET}": [],
    f"\n# why\n{PET}": [],
    f"# of all\n\n{PET}": ["food"],
    f"# of all\n---\n{PET}": ["food"],
    PET.replace("pet", "'a #1'"): ["food"],
    PET.replace("[food]", "['#food', 'a#b', a#c]"): ["#food", "a#b", "a#c"],
    f"{LIST}      ignores:\n      - a # why\n      - b\n      - c": ["b", "c"],
    f"{LIST}      ignores:\n      - a\n      # why\n      - b\n      - c": ["a", "c"],
    f"{LIST}      ignores: # why\n      - a\n      - b": ["a", "b"],
    f' \n{{"resources": {PET[len("resources: ") :]}}}': [],  # JSON, which has no comments
    BODY: [""],
    f"{BODY} # why": [],
    BODY.replace("ignore: true", "pointer: /pet"): [],
    BODY.replace("ignore: true", "ignore: false"): [],
}
"""Configs, and the paths of their entries without a reason; a whole body has no path."""


@pytest.mark.parametrize("text", CONFIGS)
def test_a_comment_on_the_line_or_the_one_above_it_is_a_reason(text: str) -> None:
    whole = text.replace("OPERATIONS", "create: {path: /a, method: POST}, read: {path: /a, method: GET}")
    config = parse_config(PROVIDER, Document("config.yml", f"{whole}\n".encode()))
    assert [one.path for one in bare_ignores(config)] == CONFIGS[text]


TWO = """\
resources:
  pet:
    create: {path: /a, method: POST, request: {ignore: true}}
    read: {path: /a, method: GET}
    update: {path: /a, method: PUT, request: {ignore: true}} # why
    schema:
      ignores:
        - food
        - toys # why
"""


def test_only_what_has_no_reason_is_mapped_to_find_one() -> None:
    document = Document("config.yml", TWO.encode())
    tried: list[Config] = []

    def mapper(config: Config) -> Mapping:
        tried.append(config)
        return Mapping("terraform", "zoo", (), (), Coverage(), ())

    config = parse_config(PROVIDER, document)
    assert explained(TWO, "config.yml", config, mapper) == TWO  # no diagnostic says why
    assert explained("", "provider.yml", config, mapper) == ""
    (one,) = tried
    (pet,) = one.entities
    ignored = {str(part): call.request.ignored for part, call in pet.operations.items() if call.request is not None}
    assert ignored == {"create": False, "update": True}
    assert [ignore.path for ignore in pet.schema.ignores] == ["toys"]
