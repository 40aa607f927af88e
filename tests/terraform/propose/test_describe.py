"""What is said of a proposal in a few lines: what it has, what was added, and why there may be nothing."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.systems.terraform import kinds
from mapper.systems.terraform.propose import discover
from mapper.systems.terraform.propose.describe import added, hosts, losses, nothing, summary
from mapper.systems.terraform.propose.proposal import Part, ProposedEntity, Question, UnusedOperation
from tests.support import first_config

from ..zoos import api
from .test_config_text import EMPTY

UNUSED = UnusedOperation("get", "/owls", "why")
ZOO = """
    /owls: {post: {TAKES, GIVES}}
    /owls/{id}: {get: {GIVES}, delete: {}}
"""


@pytest.mark.parametrize(
    ("settings", "said", "remedy"),
    [
        ({"filtered": 3}, "--include and --exclude leave none of 3 operations", "change these options"),
        ({"filtered": 3, "unused": (UNUSED,)}, "1 operation, none of them fit for an entity (GET /owls: why)", ""),
        (
            {"unused": (UNUSED, replace(UNUSED, path="/cats"))},
            "2 operations, none of them fit for an entity (GET /owls: why)",
            "",
        ),
        (
            {"unused": (UnusedOperation("", "paths", "why"),)},
            "1 operation, none of them fit for an entity (paths: why)",
            "",
        ),
        ({}, "0 operations, none of them fit for an entity", ""),
    ],
)
def test_where_nothing_is_proposed_the_first_reason_is_said(settings: dict[str, Any], said: str, remedy: str) -> None:
    problem = nothing(replace(EMPTY, **settings), "zoo.yml")
    assert (problem.text, problem.uri) == (f"nothing to propose: {said}", "zoo.yml")
    assert problem.remedy == (remedy or "write the config by hand")


READ = (Part("read", "/owls", "GET"),)
OWL, OWLS = ProposedEntity(kinds.RESOURCE, "owl", READ), ProposedEntity(kinds.DATA_SOURCE, "owls", READ)


@pytest.mark.parametrize(
    ("new", "gone", "said"),
    [
        ((), 0, "nothing is new"),
        ((OWL,), 0, "1 resource, 0 data sources added"),
        ((OWLS, OWL, OWLS), 0, "1 resource, 2 data sources added"),
        ((), 1, "nothing is new; 1 entry of what the API has no more commented out"),
        ((OWLS,), 2, "0 resources, 1 data source added; 2 entries of what the API has no more commented out"),
    ],
)
def test_an_update_says_what_came_and_what_went(new: tuple[ProposedEntity, ...], gone: int, said: str) -> None:
    assert added(new, gone) == said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "1 resource, 1 data source"),
        ("/owls/{id}/feed: {post: {}}", "1 resource, 1 data source; 1 operation not used, with the reasons at its end"),
    ],
)
def test_a_summary_counts_entities_and_what_is_not_used(more: str, said: str) -> None:
    assert summary(first_config(api(f"{ZOO}    {more}"))) == said


def test_losses_are_a_line_each() -> None:
    starter = first_config(api(ZOO))
    refs = tuple(entity.ref for entity in starter.proposal.entities)
    asking = replace(starter.proposal, questions=(Question("Which?", "a: b"), Question("Why?")), entities=())
    assert losses(starter) == ("4 attributes; left out: 0 attributes",)
    left = replace(starter, left_out={(refs[0], "a"): True, (refs[0], "b"): False}, large=refs * 4, proposal=asking)
    assert losses(left) == (
        "0 attributes; left out: 2 attributes, 1 of them required",
        "left out, as a site with all of them would be too large: resource owl, data source owl, resource owl, "
        "data source owl, resource owl, and 3 more",
        "Questions", "  Which?", "    a: b", "  Why?",
    )  # fmt: skip


def test_attributes_of_the_provider_are_counted_too() -> None:
    schemes = "components: {securitySchemes: {Zoo: {type: http, scheme: bearer}}}"
    head = "openapi: 3.1.0\ninfo: {title: Zoo, version: '1'}"
    starter = first_config(api(f"{head}\n{schemes}\npaths:{ZOO}"))
    assert losses(starter) == ("5 attributes; left out: 0 attributes",)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 data source not proposed; --all-data-sources proposes all of them"),
        (40, "40 data sources not proposed, about 9,000 lines of Go; --all-data-sources proposes all of them"),
    ],
)
def test_data_sources_that_are_left_out_are_counted_in_lines_of_go(count: int, said: str) -> None:
    starter = first_config(api(ZOO))
    entities = starter.proposal.entities if count > 1 else ()
    proposal = replace(starter.proposal, data_sources_left_out=count, entities=entities)
    assert losses(replace(starter, proposal=proposal))[1] == said


@pytest.mark.parametrize(("count", "more"), [(5, ""), (7, ", and 2 more")])
def test_hosts_that_may_not_be_read_are_options_to_add(count: int, more: str) -> None:
    names = [f"{letter}.example" for letter in "abcdefg"[:count]]
    description = api("\n".join(f"/{name}: {{$ref: 'https://{name}/api.yml'}}" for name in names))
    discover(description)
    options = " ".join(f"--allow-host {name}" for name in names[:5])
    said = f"references lead to {count} hosts that may not be read; to follow them, add: {options}{more}"
    assert hosts(description) == (said,)
    assert hosts(api(ZOO)) == ()
