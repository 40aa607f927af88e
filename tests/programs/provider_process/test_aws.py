"""The largest provider there is, without a network: its schema, its validation, its plans."""

import gzip
from collections.abc import Iterator

import pytest

from mapper.languages.tfplugin.schema import Block, SchemaDocument
from mapper.languages.tfplugin.schema_text import document_text
from mapper.programs.provider_process.implied_type import block_type
from mapper.programs.provider_process.process import Limits
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import has_errors
from mapper.programs.provider_process.value_codec import decode, encode
from mapper.programs.provider_process.values import UNKNOWN

from ...tfplugin.peers import aws, corpus

pytestmark = pytest.mark.peer
NO_NETWORK = {
    "region": "eu-west-1",
    "access_key": "none",
    "secret_key": "none",
    "skip_credentials_validation": True,
    "skip_requesting_account_id": True,
    "skip_region_validation": True,
    "skip_metadata_api_check": "true",
    "endpoints": [{"iam": "http://127.0.0.1:9", "sqs": "http://127.0.0.1:9"}],
}


@pytest.fixture(scope="module")
def cloud() -> Iterator[Provider]:
    with Provider.start(aws(), limits=Limits(start=300, call=300)) as provider:
        yield provider


def test_the_live_schema_is_what_terraform_writes_character_by_character(cloud: Provider) -> None:
    text = gzip.decompress(corpus("schema-aws").read_bytes()).decode().rstrip("\n")
    live = cloud.schema()
    assert (len(live.resources), len(live.data_sources)) == (1526, 608)
    same = document_text(SchemaDocument({"registry.terraform.io/hashicorp/aws": live})) == text
    assert same  # pytest would explain a difference for hours


def test_a_configuration_is_validated_before_the_provider_is_configured(cloud: Provider) -> None:
    (missing,) = cloud.validate_resource("aws_iam_role", {"name": "x"})
    assert missing.summary == "Missing required argument"
    assert cloud.validate_resource("aws_sqs_queue", {"name": "x", "delay_seconds": 5}) == ()
    assert has_errors(cloud.validate_resource("aws_sqs_queue", {"name": "x", "delay_seconds": 5000}))
    assert cloud.validate_data_source("aws_iam_role", {"name": "x"}) == ()


def test_resources_are_planned_without_a_network(cloud: Provider) -> None:
    assert not has_errors(cloud.configure(NO_NETWORK))
    plan = cloud.plan("aws_sqs_queue", None, {"name": "x"})
    assert plan.diagnostics == ()
    assert plan.value is not None
    assert (plan.value["arn"], plan.value["visibility_timeout_seconds"], plan.legacy) == (UNKNOWN, 30, True)
    prior = {**plan.value, "id": "u", "arn": "a", "url": "u", "policy": "", "redrive_policy": "", "name_prefix": "",
             "redrive_allow_policy": "", "tags_all": {}}  # fmt: skip
    prior = {name: None if value == UNKNOWN else value for name, value in prior.items()}
    renamed = cloud.plan("aws_sqs_queue", prior, {"name": "y"})
    assert "name" in {str(path[0].name) for path in renamed.replaced_because}  # type: ignore[union-attr]
    changed = cloud.plan("aws_sqs_queue", prior, {"name": "x", "delay_seconds": 9})
    assert changed.replaced_because == ()
    bucket = cloud.plan("aws_dynamodb_table", None, {
        "name": "t", "hash_key": "h", "billing_mode": "PAY_PER_REQUEST", "attribute": [{"name": "h", "type": "S"}],
    })  # fmt: skip
    assert not has_errors(bucket.diagnostics)
    assert bucket.value is not None
    assert bucket.value["attribute"] == [{"name": "h", "type": "S"}]


def test_plans_have_the_same_bytes_again(cloud: Provider) -> None:
    assert not has_errors(cloud.configure(NO_NETWORK))
    resources = cloud.schema().resources
    planned = 0
    for name in sorted(resources)[::8]:
        block = resources[name].block or Block()
        own, config = block_type(block), cloud.value(block, {})
        plan = cloud.channel.call(
            "PlanResourceChange",
            type_name=name,
            prior_state=cloud.encoded(None, own),
            proposed_new_state=config,
            config=config,
            client_capabilities=cloud.capabilities(),
        )
        data = plan.planned_state.msgpack
        assert not data or encode(decode(data, own), own) == data
        planned += bool(data)
    assert planned > 180
