"""Layers of implementations: which member counts, what is missing, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from mapper.crossplane.config_reader import MEMBERS as CONFIG_MEMBERS
from mapper.crossplane.operator.plugin import (
    MEMBERS,
    GroupVersionKind,
    Implementation,
    ImplementationMerger,
    Indexer,
    PluginIndexError,
)

CAGE = GroupVersionKind("animal.zoo.example.org", "v1alpha1", "Cage")
KEEPER = GroupVersionKind("zoo.example.org", "v1alpha1", "Keeper")
OPTIONAL = [field.name for field in fields(Implementation) if field.name not in ("gvk", "terraform_resource_name")]


class Layer:
    """A member that says whose it is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layer) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def encode_cty(self, *_: Any) -> Any:
        return self.name

    decode_cty = merge_resources = reconcile = definition = ready = resolve = encode_cty
    marshal_resource_yaml = unmarshal_resource_yaml = encode_cty


layers = st.lists(st.dictionaries(st.sampled_from(OPTIONAL), st.integers(0, 9).map(lambda n: Layer(str(n)))))


@given(layers)
def test_of_each_member_the_last_layer_that_has_it_counts(given_layers: list[dict[str, Any]]) -> None:
    merger = ImplementationMerger()
    for layer in given_layers:
        merger.overlay(Implementation(CAGE, **layer))
    merged = merger.merge()
    for name in OPTIONAL:
        expected = next((layer[name] for layer in reversed(given_layers) if name in layer), None)
        assert getattr(merged, name) == expected
    assert merged.gvk == (CAGE if given_layers else GroupVersionKind())


@given(layers)
def test_a_layer_that_is_empty_changes_nothing(given_layers: list[dict[str, Any]]) -> None:
    plain, padded = ImplementationMerger(), ImplementationMerger()
    for layer in given_layers:
        plain.overlay(Implementation(CAGE, "zoo_cage", **layer))
        padded.overlay(Implementation(CAGE, "zoo_cage", **layer))
        padded.overlay(Implementation())
    assert plain.merge() == padded.merge()


@pytest.mark.parametrize("gvk", [GroupVersionKind(), GroupVersionKind("g", "v1"), GroupVersionKind("", "v1", "Cage")])
def test_an_overlay_without_a_whole_kind_is_an_error(gvk: GroupVersionKind) -> None:
    with pytest.raises(PluginIndexError, match="zoo_cage cannot be indexed: it has no group, version and Kind"):
        Indexer().overlay(Implementation(gvk, "zoo_cage"))


def test_an_index_leads_from_kinds_to_names_in_terraform_and_back() -> None:
    indexer = Indexer()
    namespaced = GroupVersionKind("animal.zoo.m.example.org", "v1alpha1", "Cage")
    for gvk, name in ((CAGE, "zoo_cage"), (namespaced, "zoo_cage"), (KEEPER, "zoo_keeper")):
        indexer.overlay(Implementation(gvk, name))
    index = indexer.build_index()
    assert index.kinds() == (CAGE, namespaced, KEEPER)
    assert index.terraform_name(KEEPER) == "zoo_keeper"
    assert index.kinds_of("zoo_cage") == (CAGE, namespaced)
    with pytest.raises(PluginIndexError, match="zoo_gate"):
        index.kinds_of("zoo_gate")


def test_a_kind_that_no_layer_names_in_terraform_is_an_error() -> None:
    indexer = Indexer()
    indexer.overlay(Implementation(CAGE))
    with pytest.raises(PluginIndexError, match="Kind=Cage: no layer says the name"):
        indexer.build_index()


def test_an_unknown_kind_is_an_error_that_names_it() -> None:
    index = Indexer().build_index()
    for ask in (index.invoker, index.terraform_name):
        with pytest.raises(PluginIndexError, match=r"animal\.zoo\.example\.org/v1alpha1, Kind=Cage"):
            ask(CAGE)


CALLS = {
    "cty_encoder": "encode_cty",
    "cty_decoder": "decode_cty",
    "resource_merger": "merge_resources",
    "reconciler_configurer": "reconcile",
    "scheme_builder": "definition",
    "resource_yaml_marshaller": "marshal_resource_yaml",
    "resource_yaml_unmarshaller": "unmarshal_resource_yaml",
    "readiness": "ready",
    "resolver": "resolve",
}
ARGUMENTS = {"encode_cty": 3, "decode_cty": 3, "merge_resources": 2, "reconcile": 4, "definition": 0, "resolve": 2}


@pytest.mark.parametrize("member", OPTIONAL)
def test_a_member_is_called_where_it_is_and_named_where_it_is_missing(member: str) -> None:
    call = CALLS[member]
    arguments = [None] * ARGUMENTS.get(call, 1)
    indexer = Indexer()
    indexer.overlay(Implementation(CAGE, "zoo_cage", **{member: Layer("mine")}))  # type: ignore[arg-type]
    indexer.overlay(Implementation(KEEPER, "zoo_keeper"))
    index = indexer.build_index()
    assert getattr(index.invoker(CAGE), call)(*arguments) == "mine"
    with pytest.raises(PluginIndexError, match=f"Kind=Keeper: the implementation has no {member}"):
        getattr(index.invoker(KEEPER), call)(*arguments)


def test_every_member_that_a_config_can_name_is_one_of_an_implementation() -> None:
    assert tuple(MEMBERS) == CONFIG_MEMBERS
    assert set(MEMBERS.values()) <= set(OPTIONAL)


def test_some_members_of_an_implementation_can_be_taken_alone() -> None:
    whole = Implementation(CAGE, "zoo_cage", cty_encoder=Layer("a"), cty_decoder=Layer("b"))
    assert whole.only(["cty_decoder"]) == Implementation(CAGE, "zoo_cage", cty_decoder=Layer("b"))
