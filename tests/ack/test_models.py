import gzip
import json
from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError

from .support import ack, generate, model

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


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("botocore:sqz", "botocore has no service 'sqz'; did you mean 'sqs'?"),
        ("botocore:sqs@1999-01-01", "botocore has no model '1999-01-01' of sqs; it has 2012-11-05"),
        ("botocore:sqs@", "'botocore:sqs@' is not botocore:NAME or botocore:NAME@API-DATE"),
        ("none.json", "none.json: no such file"),
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
        ({"openapi": "3.0.0"}, "the key metadata is missing; is this an AWS API model (api-2.json or service-2.json)?"),
        ({"metadata": {}, "operations": {}, "shapes": {}}, "metadata: serviceId is missing"),
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
            "shape 'a b': a name has ASCII letters, digits and _, and begins with a letter",
        ),
        (
            {
                "metadata": {"serviceId": "A"},
                "operations": {},
                "shapes": {"X": {"type": "structure", "members": {"": {"shape": "X"}}}},
            },
            "shape 'X', member '': a name has ASCII letters, digits and _, and begins with a letter",
        ),
        (
            {"metadata": {"serviceId": "A"}, "operations": {"__1": {}}, "shapes": {}},
            "operation '__1': a name has ASCII letters, digits and _, and begins with a letter",
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
        ("resources: {Cage: {fields: {Zäh: {type: string}}}}", "resources.Cage.fields.Zäh: 'Zäh'"),
    ],
)
def test_the_config_names_what_go_and_kubernetes_can_name(tmp_path: Path, config: str, place: str) -> None:
    (tmp_path / "service-2.json").write_bytes(model(CAGE))
    (tmp_path / "generator.yaml").write_text(config)
    with pytest.raises(MappingError) as caught:
        generate(tmp_path / "service-2.json", tmp_path / "generator.yaml")
    assert f"{place} is not a name: ASCII letters, digits and _, beginning with a letter" in str(caught.value)


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
