"""A few objects of a large provider: only what they are of is mapped, and it is the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.crossplane.fields import walk
from mapper.crossplane.operator.plugin import GroupVersionKind, PluginIndexError
from mapper.crossplane.operator.provider_index import (
    Choice,
    Program,
    chosen_inputs,
    live_inputs,
    make_part,
    make_program,
)
from mapper.crossplane.operator.resource_kinds import ResourceKind
from mapper.runner import Live
from mapper.tfplugin.schema import ProviderSchema
from mapper.tfplugin.schema_json import read_document
from mapper.tfplugin.source import Found

from ..support import ADDRESS, menagerie

OVERLAY = """
from mapper.crossplane.operator.plugin import Implementation
def index():
    return [Implementation(readiness=object())]
"""


@pytest.fixture(params=["upjet", "v2020"])
def choice(request: pytest.FixtureRequest, tmp_path: Path) -> Choice:
    for name, text in menagerie().items():
        (tmp_path / name).write_text(text)
    with (tmp_path / "provider.yaml").open("a") as file:
        file.write("resource_overlays:\n  - {terraform_name: zoo_keeper, full_package_name: overlay_of_keepers}\n")
    (tmp_path / "overlay_of_keepers.py").write_text(OVERLAY)
    return Choice(Found(tmp_path, ADDRESS, ""), Live("zoo", tmp_path, dialect=request.param))


def schema() -> ProviderSchema:
    return read_document(json.loads(menagerie()["schema.json"])).document.providers[ADDRESS]


def described(kind: ResourceKind) -> Any:
    """What is told of a Kind, without the places in a document."""
    fields = [(field.path, field.json, field.sensitive, field.computed) for field in walk(kind.fields)]
    return kind.gvk, kind.plural, kind.external_name, kind.root_group, fields


def test_each_kind_alone_is_what_it_is_among_all(choice: Choice) -> None:
    whole = make_program(live_inputs(choice, schema()), choice.live.base)
    for kind in whole.kinds:
        part = make_part(chosen_inputs(choice, schema(), {kind.gvk}), choice.live.base)
        same = [own for own in whole.kinds if own.terraform_name == kind.terraform_name]
        assert list(map(described, part.kinds)) == list(map(described, same))
        assert part.every == tuple(own.gvk for own in whole.kinds)
        has_overlay = kind.terraform_name == "zoo_keeper"
        assert (part.implementations[kind.gvk].readiness is not None) is has_overlay


def test_nothing_else_is_mapped(choice: Choice) -> None:
    whole = make_program(live_inputs(choice, schema()), choice.live.base)
    chosen = chosen_inputs(choice, schema(), {whole.kinds[0].gvk})
    assert chosen.inputs is not None
    assert list(chosen.inputs.schema.resources) == [whole.kinds[0].terraform_name]


def test_a_kind_that_the_provider_has_not_is_told_with_those_that_it_has(choice: Choice) -> None:
    program: Program = make_part(chosen_inputs(choice, schema(), {GroupVersionKind("", "v1", "Pod")}), choice.live.base)
    assert program.kinds == ()
    with pytest.raises(PluginIndexError, match=r"Kind=Pod: the provider has no such Kind \(it has (Animal)?Cage, "):
        program.kind(GroupVersionKind("", "v1", "Pod"))
