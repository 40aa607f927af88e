"""The text of a proposed config."""

from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from mapper.model import EntityKind
from mapper.systems.terraform import kinds
from mapper.systems.terraform.fix.plan import ITEM, Plan
from mapper.systems.terraform.propose import discover, write_config
from mapper.systems.terraform.propose.config_text import entity_lines, new_entities, scalar
from mapper.systems.terraform.propose.proposal import ConfigProposal, Part, ProposedEntity, Question, UnusedOperation

from ...support import read_config
from ..zoos import api

EMPTY = ConfigProposal("zoo", "zoo.yml", "", (), ())


def entity(name: str, *parts: Part, kind: EntityKind = kinds.DATA_SOURCE, deprecated: bool = False) -> ProposedEntity:
    return ProposedEntity(kind, name, parts or (Part("read", f"/{name}", "GET"),), deprecated=deprecated)


def text_of(**settings: Any) -> str:
    return write_config(replace(EMPTY, **settings))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("/pets/{id}", "/pets/{id}"),
        ("a: b", "'a: b'"),
        ("5", "'5'"),
        ("é", "é"),
        ("a {{ b", '"a {{ b"'),
        ("a {% b", '"a {% b"'),
        ("a {b", "a {b"),
        ("a\nb", '"a\\nb"'),
        ("a\u202eb", '"a\\u202Eb"'),
    ],
)
def test_a_text_is_quoted_where_it_would_be_something_else(text: str, written: str) -> None:
    assert scalar(text) == written
    assert yaml.safe_load(written) == text


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "from zoo.yml."),
        ({"title": "Zoo 1"}, "from zoo.yml (Zoo 1)."),
        ({"title": "\n"}, "from zoo.yml."),
        ({"source": "/home/me/zoo.yml"}, "from zoo.yml."),
        ({"source": "apis/zoo.yml"}, "from apis/zoo.yml."),
        ({"source": "https://zoo.example/zoo.yml"}, "from https://zoo.example/zoo.yml."),
    ],
)
def test_a_config_says_what_it_was_made_from(settings: dict[str, str], said: str) -> None:
    assert text_of(**settings).partition("\n")[0].endswith(f"proposed by `oasmap init` {said}")


def test_a_question_is_followed_by_the_line_that_answers_it_if_there_is_one() -> None:
    lines = text_of(questions=(Question("Which?", "a: b"), Question("Why?"))).splitlines()
    assert [line for line in lines if line == "#" or line.startswith("# ?")][1:] == [
        "#", "# ? Which?", "# ?   a: b", "#", "# ? Why?", "#",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("entities", "example"),
    [
        ((), "pet"),
        ((entity("owls"),), "owls"),
        ((entity("owls"), entity("owl", kind=kinds.RESOURCE)), "owl"),
    ],
)
def test_a_type_begins_with_the_provider_as_that_of_the_first_resource(
    entities: tuple[ProposedEntity, ...], example: str
) -> None:
    assert f"\n  name: zoo # the first word of every type: zoo_{example}\n" in text_of(entities=entities)


def test_policies_stand_in_front_of_entities_and_other_entries_in_their_place() -> None:
    values = {
        ("policies", "one_of"): "union",
        ("policies", "sensitive", "pin"): ITEM,
        ("policies", "sensitive", "a: b"): ITEM,
        ("data_sources", "owls", "schema", "ignores", "page"): ITEM,
    }
    comments = {("policies", "one_of"): "fixes 2", ("data_sources", "owls", "schema", "ignores", "page"): "paging"}
    text = text_of(entities=(entity("owls"), entity("owl")), plan=Plan(values, comments))
    assert (
        text.partition("zoo_owls\n")[2]
        == """
policies:
  # fixes 2
  one_of: union
  sensitive: [pin, 'a: b']

data_sources:
  owls:
    read:
      path: /owls
      method: GET
    schema:
      ignores:
        - page # paging

  owl:
    read:
      path: /owl
      method: GET
"""
    )


PART = Part("create", "/owls", "POST")


@pytest.mark.parametrize(
    ("part", "lines"),
    [
        (PART, []),
        (
            replace(PART, request="/owl", response="/data"),
            ["request:", "  pointer: /owl", "response:", "  pointer: /data"],
        ),
        (replace(PART, response="/data", why="or not"), ["response:", "  pointer: /data # or not"]),
        (replace(PART, is_answer_ignored=True), ["response:", "  ignore: true # it has nothing of the object"]),
    ],
)
def test_an_operation_has_what_is_chosen_of_its_bodies(part: Part, lines: list[str]) -> None:
    head = ["  owl:", "    create:", "      path: /owls", "      method: POST"]
    assert list(entity_lines(entity("owl", part))) == [*head, *(f"      {line}" for line in lines)]


def test_what_is_deprecated_or_a_guess_has_a_comment() -> None:
    lines = list(entity_lines(entity("owl", replace(PART, doubt="a guess"), deprecated=True)))
    assert lines[:3] == [
        "  # Deprecated by the API: use it only where nothing else does.", "  owl:", "    create: # a guess",
    ]  # fmt: skip


@pytest.mark.parametrize(("length", "column"), [(4, 12), (51, 59), (52, 59)])
def test_the_reasons_of_operations_stand_below_each_other_unless_a_path_is_long(length: int, column: int) -> None:
    unused = (UnusedOperation("get", "/a", "why"), UnusedOperation("delete", f"/{(length - 1) * 'b'}", "why not"))
    head, first, second = text_of(unused=unused, filtered=0).splitlines()[-3:]
    assert head == "# Not used: 2 operations."
    assert first == f"#   {'GET     /a':<{column}}  why"
    assert second == f"#   DELETE  {unused[1].path}  why not"


@pytest.mark.parametrize(
    ("config", "names"),
    [
        ("data_sources: {x: {read: {path: /cats, method: GET}}}", ["owl", "owl"]),
        ("data_sources: {x: {read: {path: '/owls/{owl}', method: GET}}}", ["owl"]),
        ("data_sources: {owl: {read: {path: /cats, method: GET}}}", ["owl", "owl_2"]),
        ("# /owls/{id}\ndata_sources: {x: {read: {path: /cats, method: GET}}}", []),
        ("  # no GET '/owls/{id}'\ndata_sources: {x: {read: {path: /cats, method: GET}}}", []),
        ('# "/owls/{id}" is not here\ndata_sources: {x: {read: {path: /cats, method: GET}}}', []),
        ("# /owls\ndata_sources: {x: {read: {path: /cats, method: GET}}}", ["owl", "owl"]),
        ("data_sources: {x: {read: {path: /cats, method: GET}}} # /owls/{id}", ["owl", "owl"]),
    ],
)
def test_what_a_config_lacks_is_new_unless_a_comment_has_its_path(config: str, names: list[str]) -> None:
    proposal = discover(api("/owls: {post: {TAKES, GIVES}}\n/owls/{id}: {get: {GIVES}, delete: {}}"))
    found = new_entities(proposal, read_config(f"provider: {{name: zoo}}\n{config}"), config)
    assert [one.name for one in found] == names
