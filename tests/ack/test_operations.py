import pytest

from mapper.ack.config_reader import parse_config
from mapper.ack.names import camel, camel_lower, snake
from mapper.ack.operations import find_kinds
from mapper.ack.rules import NOT_CREATED, UNUSED_RESOURCE
from mapper.ack.shapes import read_api
from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mapper.report.rules import UNUSED_IGNORE
from mapper.text.inflection import is_plural, plural, singular

from .support import ack, model


def parts(names: str, config: str = "{}") -> dict[str, dict[str, str]]:
    """Kind -> part -> operation."""
    api = read_api(Document("m.json", model("\n".join(f"{name}: {{}}" for name in names.split()))))
    kinds = find_kinds(api, parse_config(Document("generator.yaml", config.encode())))
    return {kind.name: {part: o.name for part, o in kind.operations.items()} for kind in kinds.mapped}


def test_a_singular_after_create_is_a_kind() -> None:
    assert parts("CreateBucket CreateTags CreateOrUpdateTags BatchCreateUser DeleteBucket ListBuckets Invoke") == {
        "Bucket": {"create": "CreateBucket", "delete": "DeleteBucket", "list": "ListBuckets"}
    }


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("DescribeCage", "read"),
        ("GetCage", "read"),
        ("DescribeCages", "list"),
        ("GetCages", "list"),
        ("ListCage", "list"),
        ("UpdateCage", "update"),
        ("ModifyCage", "update"),
        ("GetCageAttributes", "read attributes"),
        ("SetCageAttributes", "set attributes"),
        ("CreateOrUpdateCage", "replace"),
    ],
)
def test_the_verb_says_what_an_operation_does(name: str, part: str) -> None:
    assert parts(f"CreateCage {name}")["Cage"][part] == name


def test_a_plural_that_the_config_lists_is_a_kind() -> None:
    config = "resources: {DhcpOptions: {}}"
    assert parts("CreateDhcpOptions DescribeDhcpOptions", config) == {
        "DhcpOptions": {"create": "CreateDhcpOptions", "list": "DescribeDhcpOptions"}
    }
    assert parts("CreateDhcpOptions DescribeDhcpOptions") == {}


def test_the_config_says_what_the_name_does_not() -> None:
    config = """
operations:
  Subscribe: {resource_name: Subscription, operation_type: CREATE}
  Register: {resource_name: [Task], operation_type: [Create, Update]}
"""
    assert parts("Subscribe Register", config) == {
        "Subscription": {"create": "Subscribe"},
        "Task": {"create": "Register", "update": "Register"},
    }


def test_an_operation_can_be_detached() -> None:
    assert parts("CreateCage UpdateCage", "ignore: {operations: [UpdateCage]}") == {"Cage": {"create": "CreateCage"}}


def test_a_kind_can_be_left_out_and_a_diagnostic_says_by_which_line() -> None:
    mapped = ack("CreateCage: {}\nCreateKeeper: {}", config="ignore: {resource_names: [Keeper]}")
    assert mapped.kinds == ["Cage"]
    left_out = [d for d in mapped.mapping.diagnostics if d.code == "OAS702"]
    assert [(d.text, d.place) for d in left_out] == [("CreateKeeper would make the Kind Keeper", "generator.yaml:1:27")]


def test_instructions_for_what_does_not_exist_are_reported() -> None:
    mapped = ack(
        "CreateCage: {}", config="{resources: {Cgae: {}}, ignore: {resource_names: [Keeper], operations: [Do]}}"
    )
    assert mapped.notes(UNUSED_RESOURCE) == ["no operation is about 'Cgae'; did you mean 'Cage'?"]
    assert mapped.notes(UNUSED_IGNORE) == ["the model has no operation 'Do'"]
    assert mapped.notes(NOT_CREATED) == ["no operation creates 'Keeper'"]  # ACK takes it, and so do we
    misspelt = ack("CreateCage: {}", config="ignore: {resource_names: [Cgae]}")
    assert misspelt.notes(UNUSED_IGNORE) == ["no operation creates 'Cgae'; did you mean 'Cage'?"]


@pytest.mark.parametrize(
    "config",
    [
        "operations: {CreateCagee: {resource_name: Cage}}",
        "resources: {Cage: {renames: {operations: {CreateCagee: {input_fields: {A: B}}}}}}",
    ],
)
def test_an_operation_that_the_model_lacks_is_a_problem(config: str) -> None:
    with pytest.raises(
        MappingError, match=r"generator.yaml:1:\d+: .*no operation 'CreateCagee'; did you mean 'CreateCage'"
    ):
        parts("CreateCage", config)


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
