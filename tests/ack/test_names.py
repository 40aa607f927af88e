from __future__ import annotations

import pytest

from mapper.ack.names import camel, camel_lower, snake
from mapper.text.inflection import is_plural, plural, singular


@pytest.mark.parametrize(
    ("name", "go", "json"),
    [
        ("SSEKMSKeyId", "SSEKMSKeyID", "sseKMSKeyID"),
        ("VpcEndpointIds", "VPCEndpointIDs", "vpcEndpointIDs"),
        ("VPC", "VPC", "vpc"),
        ("DbiResourceId", "DBIResourceID", "dbiResourceID"),
        ("DBInstanceIdentifier", "DBInstanceIdentifier", "dbInstanceIdentifier"),
        ("IPv6CidrBlock", "IPv6CIDRBlock", "ipv6CIDRBlock"),
        ("GrantReadACP", "GrantReadACP", "grantReadACP"),
        ("HTTPSPort", "HTTPSPort", "httpsPort"),
        ("HttpEndpoint", "HTTPEndpoint", "httpEndpoint"),
        ("QueueUrl", "QueueURL", "queueURL"),
        ("IdleTimeout", "IdleTimeout", "idleTimeout"),
        ("MultipartUpload", "MultipartUpload", "multipartUpload"),
        ("SecurityGroups", "SecurityGroups", "securityGroups"),
        ("EnableDns", "EnableDNS", "enableDNS"),
        ("Id", "ID", "id"),
        ("ID", "ID", "id"),
        ("some-thing_else", "SomeThingElse", "someThingElse"),
    ],
)
def test_initialisms_are_in_capitals_but_not_at_the_start_of_a_key(name: str, go: str, json: str) -> None:
    assert (camel(name), camel_lower(name)) == (go, json)


@pytest.mark.parametrize(("name", "json"), [("Type", "type_"), ("Range", "range_"), ("Default", "default_")])
def test_a_keyword_of_go_gets_an_underscore_as_key_only(name: str, json: str) -> None:
    assert (camel(name), camel_lower(name)) == (name, json)


@pytest.mark.parametrize(
    ("name", "file"),
    [("DBInstance", "db_instance"), ("Bucket", "bucket"), ("OpenIDConnectProvider", "open_id_connect_provider")],
)
def test_a_file_is_named_in_small_letters(name: str, file: str) -> None:
    assert snake(name) == file


def test_plurals_are_told_from_singulars() -> None:
    assert (plural("Policy"), singular("Policies")) == ("Policies", "Policy")
    assert [word for word in ("Buckets", "Bucket", "Metadata", "Status", "Analytics") if is_plural(word)] == [
        "Buckets",
        "Metadata",
        "Analytics",
    ]
