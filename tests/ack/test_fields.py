import itertools

import pytest

from mapper.ack.rules import SAME_FIELD
from mapper.model import Contribution, Status, attribute_size
from mapper.report.diagnostic import MappingError
from mapper.sidecar.coverage import accounts

from .support import Mapped, ack

CAGE = "CreateCage: {in: {Name: string, Size: integer, required: [Name]}, out: {Size: integer, State: string}}"


def test_required_members_are_required() -> None:
    mapped = ack(CAGE)
    assert mapped.schema("spec")["required"] == ["name"]
    assert mapped.attribute("spec.name").status is Status.REQUIRED
    assert mapped.attribute("spec.name").reason.text == "required in the input of CreateCage"
    assert mapped.attribute("spec.size").status is Status.OPTIONAL
    assert mapped.attribute("status.state").status is Status.COMPUTED


def test_a_field_tells_all_places_that_have_it() -> None:
    origins = ack(CAGE).attribute("spec.size").origins
    assert [(str(o.part), o.location.pointer, o.contribution) for o in origins] == [
        ("create input", "/shapes/CreateCageRequest/members/Size", Contribution.DECLARED),
        ("create output", "/shapes/CreateCageResponse/members/Size", Contribution.CONFIRMED),
    ]


def test_a_renamed_member_keeps_its_source_and_its_requirement() -> None:
    config = "resources: {Cage: {renames: {operations: {CreateCage: {input_fields: {Name: CageName}}}}}}"
    attribute = ack(CAGE, config=config).attribute("spec.cageName")
    assert (attribute.source_name, attribute.status) == ("Name", Status.REQUIRED)
    assert [str(o.part) for o in attribute.origins] == ["create input", "generator.yaml"]


@pytest.mark.parametrize("path", ["Cages.Part", "cages.part"])
def test_the_config_says_where_in_an_output_the_resource_is(path: str) -> None:
    mapped = ack(
        "CreateCage: {in: {Name: string}, out: {Cages: Cages, Token: string}}",
        "{Cages: {list: Cage}, Cage: {Part: Part}, Part: {State: string}}",
        f"operations: {{CreateCage: {{output_wrapper_field_path: {path}}}}}",
    )
    assert list(mapped.status) == ["state"]


def test_the_config_says_where_in_an_input_the_resource_is() -> None:
    mapped = ack(
        "CreateCage: {in: {Cage: Cage, Token: string}}",
        "Cage: {Name: string}",
        "operations: {CreateCage: {input_wrapper_field_path: Cage}}",
    )
    assert list(mapped.spec) == ["name"]


def test_members_of_a_wrapper_are_required_where_the_input_itself_says_so() -> None:
    mapped = ack(
        "CreateCage: {in: {Cage: Cage, Name: string, required: [Cage, Name]}}",
        "Cage: {type: structure, members: {Name: string, Size: integer}, required: [Size]}",
        "operations: {CreateCage: {input_wrapper_field_path: Cage}}",
    )
    assert mapped.schema("spec")["required"] == ["name"]


def test_a_path_with_a_source_is_a_field_of_its_own() -> None:
    mapped = ack(
        "CreateCage: {in: {Lock: Lock}}\nDescribeCage: {out: {State: string, Ids: Locks}}",
        "{Lock: {Code: string}, Locks: {list: Lock}}",
        """
        resources:
          Cage:
            fields:
              Lock.State: {is_read_only: true, from: {operation: DescribeCage, path: State}}
              Lock.First: {from: {operation: DescribeCage, path: Ids..Code}}
        """,
    )
    assert (list(mapped.spec), list(mapped.status)) == (["lock", "lockFirst"], ["lockState"])
    assert list(mapped.spec["lock"]["properties"]) == ["code"]


def test_a_field_of_the_status_has_no_rule() -> None:
    mapped = ack(CAGE, config="resources: {Cage: {fields: {State: {is_immutable: true}, Name: {is_immutable: true}}}}")
    assert "x-kubernetes-validations" in mapped.spec["name"]
    assert mapped.status["state"] == {"type": "string"}
    assert not mapped.attribute("status.state").replaces


@pytest.mark.parametrize("name", ["Arn", "CageArn"])
def test_the_arn_is_kept_in_the_metadata_of_the_runtime(name: str) -> None:
    mapped = ack(f"CreateCage: {{in: {{Name: string}}, out: {{{name}: string}}}}")
    assert mapped.status == {}
    assert [str(o.part) for o in mapped.attribute("status.ackResourceMetadata.arn").origins] == ["create output"]


def test_a_field_can_come_from_another_operation() -> None:
    mapped = ack(
        f"{CAGE}\nPutCageColour: {{in: {{Colour: string}}}}\nDescribeCage: {{out: {{Cage: Cage}}}}",
        "{Cage: {Keepers: Names}, Names: {list: string}}",
        """
        resources:
          Cage:
            fields:
              Colour: {from: {operation: PutCageColour, path: Colour}}
              Keepers: {is_read_only: true, from: {operation: DescribeCage, path: Cage.Keepers}}
              Everything: {from: {operation: PutCageColour, path: .}}
        """,
    )
    assert list(mapped.spec) == ["colour", "everything", "name", "size"]
    assert mapped.spec["everything"]["properties"] == {"colour": {"type": "string"}}
    assert mapped.status["keepers"] == {"items": {"type": "string"}, "type": "array"}
    assert [str(o.part) for o in mapped.attribute("spec.colour").origins] == ["PutCageColour input", "generator.yaml"]


@pytest.mark.parametrize(
    ("type_", "schema"),
    [
        ("string", {"type": "string"}),
        ('"*int64"', {"format": "int64", "type": "integer"}),
        ('"[]*string"', {"items": {"type": "string"}, "type": "array"}),
        ('"map[string]*bool"', {"additionalProperties": {"type": "boolean"}, "type": "object"}),
        ("bytes", {"format": "byte", "type": "string"}),
        ("time.Time", {"format": "date-time", "type": "string"}),
    ],
)
def test_a_field_can_be_made_of_a_type(type_: str, schema: object) -> None:
    assert ack(CAGE, config=f"resources: {{Cage: {{fields: {{Extra: {{type: {type_}}}}}}}}}").spec["extra"] == schema


def test_a_field_can_be_made_of_a_list_or_map_of_a_shape() -> None:
    mapped = ack(
        f"{CAGE}\nPutLock: {{in: {{Lock: Lock}}}}",
        "Lock: {Code: string}",
        "resources: {Cage: {fields: {Locks: {custom_field: {list_of: Lock}}, Keys: {custom_field: {map_of: Lock}}}}}",
    )
    lock = {"properties": {"code": {"type": "string"}}, "type": "object"}
    assert mapped.spec["locks"] == {"items": lock, "type": "array"}
    assert mapped.spec["keys"] == {"additionalProperties": lock, "type": "object"}


def test_a_field_can_be_put_into_a_structure() -> None:
    mapped = ack(
        "CreateCage: {in: {Lock: Lock}}",
        "Lock: {Code: string}",
        "resources: {Cage: {fields: {Lock.Owner: {type: string}}}}",
    )
    assert list(mapped.spec["lock"]["properties"]) == ["code", "owner"]


def test_attributes_of_a_map_become_fields() -> None:
    mapped = ack(
        "CreateCage: {in: {Name: string, Attributes: Map}, out: {CageArn: string}}",
        "Map: {map: string}",
        """
        resources:
          Cage:
            fields:
              Colour: {is_attribute: true}
              Owner: {is_attribute: true, is_read_only: true}
              CageArn: {is_attribute: true, is_read_only: true}
        """,
    )
    assert (list(mapped.spec), list(mapped.status)) == (["colour", "name"], ["owner"])


def test_the_config_decides_what_is_required() -> None:
    config = "resources: {Cage: {fields: {Name: {is_required: false}, Size: {is_required: true}}}}"
    assert ack(CAGE, config=config).schema("spec")["required"] == ["size"]


def test_what_the_service_fills_in_is_optional_and_computed() -> None:
    attribute = ack(CAGE, config="resources: {Cage: {fields: {Size: {late_initialize: {}}}}}").attribute("spec.size")
    assert attribute.status is Status.COMPUTED_OPTIONAL


def test_tokens_are_left_out_if_asked() -> None:
    operations = "CreateCage: {in: {Name: string, Token: {shape: string, idempotencyToken: true}}}"
    assert list(ack(operations).spec) == ["name", "token"]
    mapped = ack(operations, config="ignore_idempotency_token: true")
    assert list(mapped.spec) == ["name"]


def test_the_second_of_two_fields_with_one_name_is_reported() -> None:
    mapped = ack("CreateCage: {in: {CageId: string, CageID: string}}")
    assert mapped.notes(SAME_FIELD) == ["Cage has a field 'cageID' already"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("{Nmae: {is_immutable: true}}", "Cage has no field 'Nmae'; did you mean 'Name'?"),
        ("{X: {from: {operation: PutX, path: A}}}", "fields.X.from: the model has no operation 'PutX'"),
        ("{X: {from: {operation: CreateCage, path: A}}}", "fields.X.from: CreateCage has no field 'A'"),
        ("{X: {custom_field: {list_of: Thing}}}", "fields.X.custom_field: the model has no shape 'Thing'"),
        ("{X: {type: decimal}}", "fields.X.type: 'decimal' is not a type"),
        ("{A.B: {type: string}}", "fields.A.B: Cage has no structure at 'A'"),
        ("{Size: {print: {}}, State: {print: {}}, Gone: {print: {}}}", "Cage has no field 'Gone'"),
    ],
)
def test_instructions_that_cannot_be_followed_are_problems(fields: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        ack(CAGE, config=f"resources: {{Cage: {{fields: {fields}}}}}")
    assert f": resources.Cage: {message}" in str(caught.value)
    assert str(caught.value).startswith("generator.yaml:1:")


def test_each_member_of_the_payloads_is_accounted_for() -> None:
    mapped = ack(
        """
        CreateCage: {in: {Name: string, Door: Door, Cage: string}, out: {Door: Door, Cage: string, State: string}}
        """,
        "Door: {Lock: string, Bars: {shape: Bars}}\nBars: {Width: integer}",
        config="ignore: {field_paths: [CreateCageInput.Cage]}",
    )
    found = {str(one.part): one for one in accounts(mapped.entity)}
    created, returned = found["create input"], found["create output"]
    assert (created.declared, created.merged, sum(created.ignored.values()), sum(created.lost.values())) == (5, 0, 1, 0)
    assert (returned.declared, returned.merged) == (2, 4)
    of_the_model = [attribute for attribute in mapped.entity.body.attributes if attribute.origins]
    assert sum(one.declared for one in found.values()) == sum(map(attribute_size, of_the_model))


def test_a_member_of_another_structure_in_the_output_is_merged_alone() -> None:
    shapes = "Door: {Lock: string}\nGate: {Lock: string, Hue: string}"
    mapped = ack("CreateCage: {in: {Name: string, Door: Door}, out: {Door: Gate, State: string}}", shapes)
    (returned,) = (one for one in accounts(mapped.entity) if str(one.part) == "create output")
    assert (returned.declared, returned.merged) == (1, 1)


OPERATIONS = """
CreateApe: {in: {Name: string, Login: Login}, out: {Token: string}}
CreateBear: {in: {Name: string, Login: Login}}
CreateCat: {in: {Name: string, Logins: Logins}}
"""
SHAPES = "{Login: {Password: string, RoleArn: string, Type: string}, Logins: {list: Login}}"
SAID = {
    "Ape": "Login.Password: {is_secret: true}, Login.Type: {go_tag: 'json:\"type,omitempty\"'}",
    "Bear": "Login.Password: {compare: {is_ignored: true}}, Login.RoleArn: {references: {resource: Role, path: A}}",
    "Cat": "Logins.Type: {late_initialize: {}}, Logins..RoleArn: {is_immutable: true}, Logins.Password: {set: []}",
}


def mapped(*kinds: str, **said: str) -> Mapped:
    entries = ", ".join(f"{kind}: {{fields: {{{(said or SAID)[kind]}}}}}" for kind in kinds or said)
    return ack(OPERATIONS, SHAPES, f"resources: {{{entries}}}")


def login(found: Mapped, kind: str) -> dict[str, object]:
    root = found.crds[kind]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    return dict((root.get("login") or root["logins"]["items"])["properties"])


@pytest.mark.parametrize("order", list(itertools.permutations(SAID)), ids="-".join)
def test_the_order_of_kinds_makes_no_difference(order: tuple[str, ...]) -> None:
    found = mapped(*order)
    for kind in SAID:
        members = login(found, kind)
        assert list(members) == ["password", "roleARN", "roleRef", "type"]
        assert "x-kubernetes-map-type" in members["password"]  # type: ignore[operator]
        assert "x-kubernetes-validations" in members["roleARN"]  # type: ignore[operator]


def test_a_member_names_every_line_that_changes_it() -> None:
    found = mapped("Ape", "Bear", "Cat")
    body = found.mapping.entities[0].layout.attributes[0].type.body  # type: ignore[union-attr]
    members = {a.name: a for a in body.attributes[0].type.body.attributes}  # type: ignore[union-attr]
    roles = [str(origin.part) for origin in members["roleARN"].origins]
    assert roles == ["structure member", "generator.yaml", "generator.yaml"]


def test_a_secret_that_the_config_moves_is_counted_with_what_it_refers_by() -> None:
    found = ack(
        "CreateApe: {in: {Name: string, Code: string}, out: {Code: string}}",
        config="resources: {Ape: {fields: {Code: {is_secret: true, is_read_only: true, type: string}}}}",
    )
    counted = {str(one.part): (one.declared, one.merged, dict(one.lost)) for one in accounts(found.entity)}
    assert counted == {"create input": (5, 0, {}), "create output": (0, 4, {}), "generator.yaml": (0, 4, {})}


def test_what_is_said_of_a_member_holds_in_the_spec_and_as_a_secret_in_the_status() -> None:
    said = "is_secret: true, is_immutable: true, references: {resource: Role, path: A}"
    found = ack(
        "CreateApe: {in: {Login: Login}}\nGetApe: {out: {Login: Seen}}",
        "{Login: {Password: string}, Seen: {Password: string}}",
        f"""
        resources:
          Ape:
            fields:
              Login.Password: {{{said}}}
              Login: {{is_read_only: true, from: {{operation: GetApe, path: Login}}}}
        """,
    )
    login, seen = (root["login"]["properties"] for root in (found.spec, found.status))
    assert (list(login), list(seen)) == (["password", "passwordRef"], ["password"])
    assert ("x-kubernetes-validations" in login["password"], "x-kubernetes-validations" in seen["password"]) == (
        True,
        False,
    )
    assert seen["password"]["x-kubernetes-map-type"] == "atomic"


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ("is_secret: true", "is_secret: false", "is_secret"),
        ("is_immutable: false", "is_immutable: true", "is_immutable"),
        ("go_tag: 'json:\"a\"'", "go_tag: 'json:\"b\"'", "go_tag"),
        ("references: {resource: A, path: P}", "references: {resource: B, path: P}", "references"),
    ],
)
def test_a_contradiction_is_an_error_with_both_lines(first: str, second: str, key: str) -> None:
    config = f"""\
resources:
  Ape: {{fields: {{Login.Password: {{{first}}}}}}}
  Bear: {{fields: {{Login.Password: {{{second}}}}}}}
"""
    with pytest.raises(MappingError) as caught:
        ack(OPERATIONS, SHAPES, config)
    (problem,) = caught.value.problems
    assert str(problem).startswith("generator.yaml:3:")
    assert f"{key} contradicts fields.Login.Password in generator.yaml:2" in str(problem)


def test_the_own_service_is_the_same_as_none() -> None:
    entry = "Login.RoleArn: {{references: {{{}resource: Role, path: P}}}}"
    mapped(Ape=entry.format(""), Bear=entry.format("service_name: zoo, "))


def test_two_spellings_of_a_field_add_up() -> None:
    found = mapped(Ape="Name: {is_immutable: true}, name: {is_secret: true}")
    spec = found.crds["Ape"]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    assert {"x-kubernetes-validations", "x-kubernetes-map-type"} <= spec["name"].keys()
    with pytest.raises(MappingError, match="is_required contradicts"):
        mapped(Ape="Name: {is_required: true}, name: {is_required: false}")
