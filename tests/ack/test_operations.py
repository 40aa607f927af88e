"""Models, and the operations in them that make Kinds."""

import gzip
import json
import sys
from pathlib import Path

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mapper.report.rules import UNUSED_IGNORE
from mapper.systems.ack import shapes
from mapper.systems.ack.api import read_api
from mapper.systems.ack.config_reader import parse_config
from mapper.systems.ack.names import camel, camel_lower, snake
from mapper.systems.ack.operations import find_kinds
from mapper.systems.ack.rules import NOT_CREATED, UNUSED_RESOURCE
from mapper.text.inflection import is_plural, plural, singular

from .support import ack, generate, model


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


CAGE = "CreateCage: {in: {Name: string}}"


def test_a_file_can_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "service-2.json.gz"
    path.write_bytes(gzip.compress(model(CAGE)))
    mapping = generate(path, base=tmp_path)
    assert [entity.name for entity in mapping.entities] == ["Cage"]
    assert [document.uri for document in mapping.documents] == ["service-2.json.gz"]


def test_texts_can_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "api-2.json").write_bytes(model(CAGE))
    texts = {"shapes": {"string": {"refs": {"CreateCageRequest$Name": "<p>Its name.</p>"}}}, "operations": {}}
    (tmp_path / "docs-2.json").write_text(json.dumps(texts))
    mapping = generate(tmp_path / "api-2.json", base=tmp_path)
    (spec, _) = mapping.entities[0].layout.attributes
    assert [a.description for a in spec.type.body.attributes] == ["Its name."]  # type: ignore[union-attr]


def test_botocore_has_models() -> None:
    mapping = generate("botocore:sqs")
    assert [entity.name for entity in mapping.entities] == ["Queue"]
    assert mapping.documents[0].uri.startswith("botocore:sqs@")


def test_without_botocore_a_model_of_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore.loaders", None)
    with pytest.raises(MappingError, match=r"^botocore:sqs needs botocore; pip install 'mkdocs-oasmap\[ack\]'$"):
        generate("botocore:sqs")


def test_a_kind_with_more_fields_than_can_be_written_is_refused_at_its_place(tmp_path: Path) -> None:
    levels = [", ".join(f"M{m}: L{level + 1}" for m in range(8)) for level in range(6)]
    shapes = "\n".join(f"L{level}: {{{members}}}" for level, members in enumerate(levels)) + "\nL6: {Name: string}"
    path = tmp_path / "service-2.json"
    path.write_bytes(model("CreateThing: {in: {members: {Name: string, Deep: L0}}}", shapes))
    with pytest.raises(MappingError, match=r"service-2.json:\d+:\d+: Thing would have \d{3},\d{3} fields"):
        generate(path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("botocore:sqz", "botocore has no service 'sqz'; did you mean 'sqs'?"),
        ("botocore:sqs@1999-01-01", "botocore has no model '1999-01-01' of sqs; choose among 2012-11-05"),
        ("botocore:sqs@", "'botocore:sqs@' is not a model of botocore; write botocore:NAME or botocore:NAME@API-DATE"),
        ("none.json", "none.json: no such file; correct the path"),
    ],
)
def test_a_model_that_does_not_exist_is_a_problem(name: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        generate(name)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "1:1: an AWS API model is a JSON object"),
        (
            {"openapi": "3.0.0"},
            "the key metadata is missing, so this is no AWS API model (a Smithy model, api-2.json or",
        ),
        ({"metadata": {}, "operations": {}, "shapes": {}}, "metadata: serviceId is missing"),
        (
            {"metadata": {"serviceId": [], "endpointPrefix": ""}, "operations": {}, "shapes": {}},
            "metadata: serviceId is missing",
        ),
        ({"metadata": {"serviceId": "A"}, "operations": {}, "shapes": {"X": {}}}, "shape 'X': a type is needed"),
        (
            {
                "metadata": {"serviceId": "A"},
                "operations": {},
                "shapes": {"X": {"type": "list", "member": {"shape": "Y"}}},
            },
            "'X' refers to 'Y', which does not exist",
        ),
        (
            {"metadata": {"serviceId": "A"}, "operations": {}, "shapes": {"X": {"type": "list"}}},
            "shape 'X': member is missing",
        ),
        (
            {"metadata": {"serviceId": "A"}, "operations": {"Do": 1}, "shapes": {}},
            "operation 'Do' must be an object",
        ),
        (
            {"metadata": {"serviceId": "A"}, "operations": {}, "shapes": {"a b": {"type": "string"}}},
            "shape 'a b': this is not a name; write ASCII letters, digits and _, beginning with a letter",
        ),
        (
            {
                "metadata": {"serviceId": "A"},
                "operations": {},
                "shapes": {"X": {"type": "structure", "members": {"": {"shape": "X"}}}},
            },
            "shape 'X', member '': this is not a name; write ASCII letters, digits and _, beginning with a letter",
        ),
        (
            {"metadata": {"serviceId": "A"}, "operations": {"__1": {}}, "shapes": {}},
            "operation '__1': this is not a name; write ASCII letters, digits and _, beginning with a letter",
        ),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, document: object, message: str) -> None:
    path = tmp_path / "service-2.json"
    path.write_text(json.dumps(document))
    with pytest.raises(MappingError) as caught:
        generate(path, base=tmp_path)
    assert message in str(caught.value)
    assert str(caught.value).startswith("service-2.json:1:")


@pytest.mark.parametrize(
    ("wanted", "remedy"),
    [("", "name a Smithy model, api-2.json or service-2.json"), ("Give another.", "Give another.")],
)
def test_what_is_no_object_is_told_with_what_to_give(wanted: str, remedy: str) -> None:
    with pytest.raises(MappingError) as caught:
        read_api(Document("m.json", b"[]"), wanted=wanted)
    assert str(caught.value) == f"m.json:1:1: an AWS API model is a JSON object; {remedy}"


def test_an_operation_that_names_no_thing_makes_no_kind(tmp_path: Path) -> None:
    path = tmp_path / "service-2.json"
    path.write_bytes(model(f"{CAGE}\nCreate: {{in: {{Name: string}}}}"))
    assert [entity.name for entity in generate(path, base=tmp_path).entities] == ["Cage"]


@pytest.mark.parametrize(
    ("config", "place"),
    [
        ("operations: {CreateCage: {operation_type: Create, resource_name: 'a b'}}", "CreateCage.resource_name: 'a b'"),
        (
            "resources: {Cage: {renames: {operations: {CreateCage: {input_fields: {Name: ''}}}}}}",
            "resources.Cage.renames.operations.CreateCage.input_fields.Name: ''",
        ),
        ("resources: {Cage: {fields: {'': {type: string}}}}", "resources.Cage.fields.: ''"),
        ("resources: {Cage: {fields: {'..': {type: string}}}}", "resources.Cage.fields...: ''"),
        ("resources: {Cage: {fields: {Zäh: {type: string}}}}", "resources.Cage.fields.Zäh: 'Zäh'"),
        ("resources: {Cage: {fields: {a-b: {is_attribute: true}}}}", "resources.Cage.fields.a-b: 'a-b'"),
    ],
)
def test_the_config_names_what_go_and_kubernetes_can_name(tmp_path: Path, config: str, place: str) -> None:
    (tmp_path / "service-2.json").write_bytes(model(CAGE))
    (tmp_path / "generator.yaml").write_text(config)
    with pytest.raises(MappingError) as caught:
        generate(tmp_path / "service-2.json", tmp_path / "generator.yaml")
    assert f"{place} is not a name; write ASCII letters, digits and _, beginning with a letter" in str(caught.value)


def test_a_structure_that_is_no_payload_does_not_end_like_one() -> None:
    mapped = ack(
        "CreateCage: {in: {Lock: LockInput}}", "LockInput: {Code: string}", "ignore: {field_paths: [LockInput_.Code]}"
    )
    assert mapped.mapping.entities[0].body.attributes


def test_clients_can_sign_for_other_regions() -> None:
    mapped = ack("CreateCage: {in: {PreSignedUrl: string}}", serviceId="RDS")
    assert list(mapped.spec) == ["destinationRegion", "preSignedURL", "sourceRegion"]


def test_every_service_of_botocore_is_mapped_without_instructions() -> None:
    from botocore.loaders import Loader

    kinds = 0
    for name in Loader().list_available_services("service-2")[::20]:
        kinds += len(generate(f"botocore:{name}").entities)
    assert kinds > 50


@pytest.mark.parametrize(
    ("name", "near"), [("sfn", "stepfunctions"), ("applicationautoscaling", "application-autoscaling"), ("s33", "s3")]
)
def test_the_name_of_a_controller_leads_to_that_of_botocore(name: str, near: str) -> None:
    with pytest.raises(MappingError, match=f"did you mean '{near}'"):
        generate(f"botocore:{name}")


def test_a_structure_that_is_too_deep_is_refused() -> None:
    shapes = "\n".join(f"S{n}: {{Next: {{shape: S{n + 1}}}}}" for n in range(150)) + "\nS150: {Name: string}"
    with pytest.raises(MappingError, match=r"nested in each other more than \d+ levels deep"):
        ack("CreateCage: {in: {Part: S0}}", shapes)


def test_operations_without_a_kind_count_for_the_size_of_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MOST_IN_OPERATIONS", 2)
    with pytest.raises(MappingError, match="more than 2 members together"):
        ack("CreateCage: {in: {Name: string}}\nInvoke: {in: {A: string, B: string}}")
