"""Layers of implementations: of each member the topmost counts."""

from hypothesis import given
from hypothesis import strategies as st

from mapper.crossplane.config_reader import MEMBERS as CONFIG_MEMBERS
from mapper.crossplane.operator.plugin import MEMBERS, GroupVersionKind, Implementation

CAGE = GroupVersionKind("animal.zoo.example.org", "v1alpha1", "Cage")
OPTIONAL = [name for name in Implementation.__struct_fields__ if name not in ("gvk", "terraform_resource_name")]

layers = st.lists(st.dictionaries(st.sampled_from(OPTIONAL), st.integers(0, 9)))


@given(layers)
def test_of_each_member_the_last_layer_that_has_it_counts(given_layers: list[dict[str, int]]) -> None:
    merged = Implementation(CAGE, "zoo_cage")
    for layer in given_layers:
        merged = merged.under(Implementation(**layer)).under(Implementation())
    for name in OPTIONAL:
        expected = next((layer[name] for layer in reversed(given_layers) if name in layer), None)
        assert getattr(merged, name) == expected
    assert (merged.gvk, merged.terraform_resource_name) == (CAGE, "zoo_cage")


def test_every_member_that_a_config_can_name_is_one_of_an_implementation() -> None:
    assert tuple(MEMBERS) == CONFIG_MEMBERS
    assert set(MEMBERS.values()) <= set(OPTIONAL)


def test_some_members_of_an_implementation_can_be_taken_alone() -> None:
    layer = Implementation(cty_encoder="a", cty_decoder="b")
    assert Implementation(CAGE).under(layer, ["CtyDecoder"]) == Implementation(CAGE, cty_decoder="b")
