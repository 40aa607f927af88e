"""Plurals of Kinds."""

from __future__ import annotations

import pytest

from mapper.kubernetes.plurals import kind_plural

PLURALS = {
    "Bucket": "buckets",
    "Policy": "policies",
    "Gateway": "gateways",
    "Schema": "schemas",
    "Ephemeris": "ephemeris",
    "AccessPointForObjectLambda": "accesspointforobjectlambda",
    "WhatsAppMessageTemplateMedia": "whatsappmessagetemplatemedia",
    "DBSubnetGroup": "dbsubnetgroups",
    "DhcpOptions": "dhcpoptions",
    "CustomerID": "customerids",
    "Analysis": "analyses",
    "Alias": "aliases",
    "Index": "indices",
    "DataSetIndex": "datasetindices",
    "Access": "accesses",
}


@pytest.mark.parametrize("kind", PLURALS)
def test_plurals_are_those_of_controller_gen(kind: str) -> None:
    assert kind_plural(kind) == PLURALS[kind]
