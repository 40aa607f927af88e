"""Fields and what is in them: schemas, types of Go, references, and what the config says of them."""

import itertools

import pytest

from mapper.model import Contribution, EntityRef, Reason, Reference, Status, attribute_size
from mapper.model.limits import plain
from mapper.report.diagnostic import MappingError
from mapper.report.rules import UNUSED_IGNORE
from mapper.sidecar.coverage import Accounts
from mapper.systems.ack.kinds import CUSTOM_RESOURCE
from mapper.systems.ack.rules import CYCLE, EMPTY_STRUCTURE, KIND_EMPTY, SAME_FIELD, STEERING, UNKNOWN_KEY

from .support import Mapped, ack

SAID = Reason("config", "the config of the generator says so")
SHAPES = """
Lock: {Code: string, OwnerId: string, Type: string}
Locks: {list: Lock}
Ids: {list: string}
"""


@pytest.mark.parametrize(
    ("kind", "schema", "go"),
    [
        ("string", {"type": "string"}, "*string"),
        ("boolean", {"type": "boolean"}, "*bool"),
        ("long", {"format": "int64", "type": "integer"}, "*int64"),
        ("double", {"type": "number"}, "*float64"),
        ("blob", {"format": "byte", "type": "string"}, "[]byte"),
        ("timestamp", {"format": "date-time", "type": "string"}, "*metav1.Time"),
    ],
)
def test_scalars_have_a_schema_and_a_type_of_go(kind: str, schema: object, go: str) -> None:
    mapped = ack(f"CreateCage: {{in: {{Value: {kind}}}}}")
    assert mapped.spec["value"] == schema
    assert f'\tValue {go} `json:"value,omitempty"`' in mapped.go["cage.go"]


def test_structures_lists_and_maps_nest() -> None:
    mapped = ack("CreateCage: {in: {Locks: Locks, Many: Many}}", f"{SHAPES}Many: {{map: Locks}}")
    lock = mapped.spec["locks"]["items"]
    assert list(lock["properties"]) == ["code", "ownerID", "type_"]
    assert mapped.spec["many"] == {"additionalProperties": {"items": lock, "type": "array"}, "type": "object"}
    assert "Many map[string][]*Lock " in " ".join(mapped.go["cage.go"].split())


def test_immutable_fields_have_a_rule_wherever_their_structure_is_used() -> None:
    mapped = ack(
        "CreateCage: {in: {Name: string, Lock: Lock, Locks: Locks}}",
        SHAPES,
        "resources: {Cage: {fields: {Name: {is_immutable: true}, Lock.Code: {is_immutable: true}}}}",
    )
    rule = [{"message": "Value is immutable once set", "rule": "self == oldSelf"}]
    assert mapped.spec["name"]["x-kubernetes-validations"] == rule
    assert mapped.spec["locks"]["items"]["properties"]["code"]["x-kubernetes-validations"] == rule
    assert mapped.attribute("spec.name").replaces


def test_a_secret_is_a_reference_to_a_key_of_a_secret() -> None:
    mapped = ack(
        "CreateCage: {in: {Code: string, Codes: Ids}}",
        SHAPES,
        "resources: {Cage: {fields: {Code: {is_secret: true}, Codes: {is_secret: true}}}}",
    )
    schema = mapped.spec["code"]
    assert (schema["required"], schema["x-kubernetes-map-type"]) == (["key"], "atomic")
    assert mapped.spec["codes"]["items"] == schema
    assert mapped.attribute("spec.code").sensitive
    assert "Codes []*ackv1alpha1.SecretKeyReference" in " ".join(mapped.go["cage.go"].split())


@pytest.mark.parametrize(
    ("member", "reference"),
    [
        ("KeeperId", "keeperRef"),
        ("KeeperARN", "keeperRef"),
        ("KeeperName", "keeperRef"),
        ("Keeper", "keeperRef"),
        ("VpcId", "vpcRef"),
    ],
)
def test_a_reference_stands_beside_the_identifier(member: str, reference: str) -> None:
    config = f"resources: {{Cage: {{fields: {{{member}: {{references: {{resource: Keeper, path: Status.ID}}}}}}}}}}"
    mapped = ack(f"CreateCage: {{in: {{{member}: string, required: [{member}]}}}}", config=config)
    assert list(mapped.spec[reference]["properties"]) == ["from"]
    assert "required" not in mapped.schema("spec")
    keeper = EntityRef(CUSTOM_RESOURCE, "Keeper")
    assert mapped.attribute(f"spec.{reference}").refers_to == Reference("zoo", keeper, "status.id", SAID)


def test_a_list_of_identifiers_gets_a_list_of_references() -> None:
    config = "resources: {Cage: {fields: {SubnetIds: {references: {service_name: ec2, resource: Subnet, path: P}}}}}"
    mapped = ack("CreateCage: {in: {SubnetIds: Ids}}", SHAPES, config)
    assert mapped.spec["subnetRefs"]["type"] == "array"
    subnet = Reference("ec2", EntityRef(CUSTOM_RESOURCE, "Subnet"), "p", SAID)
    assert mapped.attribute("spec.subnetRefs").refers_to == subnet


def test_a_reference_in_a_structure_is_part_of_the_structure() -> None:
    config = "resources: {Cage: {fields: {Lock.OwnerId: {references: {resource: Keeper, path: Status.ID}}}}}"
    mapped = ack("CreateCage: {in: {Locks: Locks, Lock: Lock}}", SHAPES, config)
    reference = mapped.spec["locks"]["items"]["properties"]["ownerRef"]
    assert reference["description"] == "Reference field for OwnerID"


def test_members_can_be_left_out_by_path_or_by_shape() -> None:
    config = "ignore: {field_paths: [CreateCageInput.Name, Lock.Code], shape_names: [Ids]}"
    mapped = ack("CreateCage: {in: {Name: string, Locks: Locks, Ids: Ids}}", SHAPES, config)
    assert list(mapped.spec) == ["locks"]
    assert list(mapped.spec["locks"]["items"]["properties"]) == ["ownerID", "type_"]
    body = mapped.attribute("spec").type.body  # type: ignore[union-attr]
    assert [(i.source_name, i.rule.document.position(i.rule.pointer)) for i in body.ignored] == [
        ("Ids", (1, 72)),
        ("Name", (1, 24)),
    ]
    assert mapped.notes(UNUSED_IGNORE) == []


@pytest.mark.parametrize("again", ["CreateCageInput.Name", "CreateCageInput.name", "CreateCageInput.ids"])
def test_what_is_left_out_already_is_no_mistake(again: str) -> None:
    config = f"ignore: {{field_paths: [CreateCageInput.Name, {again}], shape_names: [Ids]}}"
    mapped = ack("CreateCage: {in: {Name: string, Locks: Locks, Ids: Ids}}", SHAPES, config)
    assert list(mapped.spec) == ["locks"]
    assert mapped.notes(UNUSED_IGNORE) == []


def test_a_path_that_leads_nowhere_is_reported_and_one_from_nowhere_refused() -> None:
    mapped = ack(
        "CreateCage: {in: {Locks: Locks}}", SHAPES, "ignore: {field_paths: [Lock.Colour, CreateCageInput.Locks.Code]}"
    )
    assert mapped.notes(UNUSED_IGNORE) == [
        "no member of a structure has the path 'Lock.Colour'",
        "no member of a structure has the path 'CreateCageInput.Locks.Code'",
    ]
    paths = "Locks.code, CreateCageInput.Locks.Code, CreateCageInput, Lock.Colour"
    mapped = ack("CreateCage: {in: {Locks: Locks}}", SHAPES, f"ignore: {{field_paths: [{paths}]}}")
    fixes = [d.fix or "" for d in mapped.mapping.diagnostics if d.code == UNUSED_IGNORE.code]
    assert fixes == ["ignore.field_paths: [Lock.Code]", "ignore.field_paths: [Lock.Code]", "", ""]
    with pytest.raises(MappingError, match="the model has no shape 'Lokc'; did you mean 'Lock'"):
        ack("CreateCage: {in: {Locks: Locks}}", SHAPES, "ignore: {field_paths: [Lokc.Code]}")


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("CreateCageInput.Locks.Lock.code", ["key"]),
        ("CreateCageInput.locks.LOCK.Key", ["code"]),
        ("Locks.Lock.Code", ["key"]),
        ("CreateCageInput.None.Code", ["code", "key"]),
        ("CreateCageInput.Locks.None.Code", ["code", "key"]),
    ],
)
def test_a_path_leads_over_the_shapes_of_elements(path: str, left: list[str]) -> None:
    shapes = "{Locks: {list: Lock}, Lock: {Code: string, Key: string}}"
    mapped = ack("CreateCage: {in: {Locks: Locks}}", shapes, f"ignore: {{field_paths: [{path}]}}")
    assert list(mapped.spec["locks"]["items"]["properties"]) == left
    assert len(mapped.notes(UNUSED_IGNORE)) == (len(left) > 1)


@pytest.mark.parametrize(
    ("entry", "status", "parts"),
    [
        ("{}", ["handle", "state"], ["create output"]),
        ("{fields: {Handle: {is_arn: true}}}", ["arn", "cageARN", "state"], ["create output"]),
        ("{renames: {operations: {CreateCage: {output_fields: {State: Phase}}}}}", ["handle", "phase"],
         ["create output", "generator.yaml"]),
    ],
)  # fmt: skip
def test_the_config_says_which_result_is_the_arn_and_how_another_is_called(
    entry: str, status: list[str], parts: list[str]
) -> None:
    operations = "CreateCage: {in: {Name: string}, out: {Arn: string, Handle: string, CageArn: string, State: string}}"
    mapped = ack(operations, config=f"resources: {{Cage: {entry}}}")
    assert sorted(mapped.status) == status
    assert [str(origin.part) for origin in mapped.attribute(f"status.{status[-1]}").origins] == parts


def test_an_old_version_takes_a_path_to_an_unknown_shape_and_has_no_region() -> None:
    config = "ignore: {field_paths: [Lokc.Code]}"
    mapped = ack("CreateCage: {in: {Name: string}}", config=config, version="v0.13.0")
    assert [d.code for d in mapped.mapping.diagnostics if "no shape 'Lokc'" in d.text] == ["OAS102"]
    assert "AWS region" not in str(mapped.schema("status"))
    assert "AWS region" in str(ack("CreateCage: {in: {Name: string}}", version="v0.18.0").schema("status"))


def test_a_cycle_is_cut_where_it_closes() -> None:
    mapped = ack("CreateCage: {in: {Node: Node}}", "{Node: {Name: string, Children: Nodes}, Nodes: {list: Node}}")
    assert list(mapped.spec["node"]["properties"]) == ["name"]
    (diagnostic,) = [d for d in mapped.mapping.diagnostics if d.rule is CYCLE]
    assert (diagnostic.path, diagnostic.fix) == ("spec.node.Children", "ignore.field_paths: [Node.Children]")


def test_a_structure_without_members_is_left_out_unless_the_config_takes_it() -> None:
    operations, shapes = "CreateCage: {in: {Name: string, Nothing: Nothing}}", "Nothing: {type: structure, members: {}}"
    mapped = ack(operations, shapes)
    assert (list(mapped.spec), len(mapped.notes(EMPTY_STRUCTURE))) == (["name"], 1)
    mapped = ack(operations, shapes, "empty_shapes: [Nothing]")
    assert mapped.spec["nothing"] == {"additionalProperties": {"type": "string"}, "type": "object"}


def test_limits_of_the_model_are_told_but_not_checked() -> None:
    mapped = ack(
        "CreateCage: {in: {Name: Name}}", "Name: {type: string, min: 1, max: 9, pattern: '[a-z]+', enum: [a, b]}"
    )
    assert [plain(limit)[0] for limit in mapped.attribute("spec.name").limits] == ["enum", "length", "pattern"]
    assert mapped.spec["name"] == {"description": "Regex Pattern: `^[a-z]+$`", "type": "string"}


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [("^[a-z]+$", "^[a-z]+$"), ("[a-z].*", "^[a-z]"), (r".*\\S.*", r"\S"), (".*", "^.*$"), (r"a\\.*", r"^a\.*$")],
)
def test_a_pattern_of_whole_values_is_shown_as_one_that_is_found_in_them(pattern: str, shown: str) -> None:
    mapped = ack("CreateCage: {in: {Name: Name}}", f'Name: {{type: string, pattern: "{pattern}"}}')
    assert mapped.spec["name"]["description"] == f"Regex Pattern: `{shown}`"


def test_settings_for_the_controller_are_listed_where_they_belong() -> None:
    config = """
    resources: {Cage: {hooks: {a: {code: x}}, tags: {ignore: true}, fields: {Name: {compare: {is_ignored: true}}}}}
    """
    mapped = ack("CreateCage: {in: {Name: string}}", config=config)
    found = [(str(d.entity), d.path, d.text) for d in mapped.mapping.diagnostics if d.rule is STEERING]
    assert found == [
        ("custom resource Cage", "", "'hooks' instructs the code of the controller"),
        ("custom resource Cage", "", "'tags' instructs the code of the controller"),
        ("custom resource Cage", "spec.name", "'compare' instructs the code of the controller"),
    ]


CAGE = "CreateCage: {in: {Name: string, Size: integer, required: [Name]}, out: {Size: integer, State: string}}"


def test_a_kind_whose_create_operation_takes_nothing_is_told() -> None:
    (found,) = [d for d in ack("CreateCage: {out: {State: string}}").mapping.diagnostics if d.rule is KIND_EMPTY]
    assert (str(found.entity), found.text) == ("custom resource Cage", "CreateCage takes nothing")


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


def test_a_field_of_the_config_is_required_like_the_member_that_it_replaces() -> None:
    config = "resources: {Cage: {fields: {Name: {type: int64}, Size: {type: string}}}}"
    assert ack(CAGE, config=config).schema("spec")["required"] == ["name"]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("output_wrapper_field_path: Cages.Part", "CreateCageOutput has no structure at 'Cages.Part'"),
        ("input_wrapper_field_path: Cage", "CreateCageInput has no member 'Cage'"),
    ],
)
def test_a_wrapper_that_a_payload_lacks_is_a_problem(setting: str, said: str) -> None:
    with pytest.raises(MappingError, match=said):
        ack(CAGE, config=f"operations: {{CreateCage: {{{setting}}}}}")


def test_a_key_of_documentation_that_nobody_knows_is_told() -> None:
    mapped = ack(CAGE, texts="resources: {Cage: {fields: {Name: {after: x}}}}")
    assert mapped.notes(UNKNOWN_KEY) == ["resources.Cage.fields.Name: the unknown key 'after' is skipped"]


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


def test_attributes_stay_a_map_on_the_side_where_nothing_unpacks_them() -> None:
    cage = ack("CreateCage: {in: {Name: string}, out: {Attributes: Map}}", "Map: {map: string}")
    assert (list(cage.spec), list(cage.status)) == (["name"], ["attributes"])


def test_the_config_decides_what_is_required() -> None:
    config = "resources: {Cage: {fields: {Name: {is_required: false}, Size: {is_required: true}}}}"
    assert ack(CAGE, config=config).schema("spec")["required"] == ["size"]


def test_what_the_service_fills_in_is_optional_and_computed() -> None:
    attribute = ack(CAGE, config="resources: {Cage: {fields: {Size: {late_initialize: {}}}}}").attribute("spec.size")
    assert attribute.status is Status.COMPUTED_OPTIONAL


def test_tokens_are_left_out_if_asked() -> None:
    operations = "CreateCage: {in: {Name: string, Token: {shape: string, idempotencyToken: true}}}"
    assert list(ack(operations).spec) == ["name", "token"]
    mapped = ack(operations, config="resources: {Cage: {ignore_idempotency_token: true}}")
    assert list(mapped.spec) == ["name"]


def test_the_second_of_two_fields_with_one_name_is_reported() -> None:
    mapped = ack("CreateCage: {in: {CageId: string, CageID: string}}")
    assert mapped.notes(SAME_FIELD) == ["Cage has a field 'cageID' already"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("{Nmae: {is_immutable: true}}", "Cage has no field 'Nmae'; did you mean 'Name'?"),
        ("{X: {from: {operation: PutX, path: A}}}", "fields.X.from: the model has no operation 'PutX'"),
        ("{X: {from: {operation: CreateCge, path: A}}}", "operation 'CreateCge'; did you mean 'CreateCage'?"),
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
    assert ": resources.Cage: " in str(caught.value)
    assert message in str(caught.value)
    assert str(caught.value).startswith("generator.yaml:1:")


def test_each_member_of_the_payloads_is_accounted_for() -> None:
    mapped = ack(
        """
        CreateCage:
          in: {Name: string, Door: Door, Cage: string, Gap: Gap}
          out: {Door: Door, Cage: string, State: string}
        """,
        "Door: {Lock: string, Bars: {shape: Bars}}\nBars: {Width: integer}\nGap: {}",
        config="ignore: {field_paths: [CreateCageInput.Cage]}",
    )
    found = {str(one.part): one for one in Accounts().of(mapped.entity)}
    created, returned = found["create input"], found["create output"]
    assert (created.declared, created.merged, sum(created.ignored.values()), sum(created.lost.values())) == (5, 0, 1, 1)
    assert (returned.declared, returned.merged) == (2, 4)
    of_the_model = [attribute for attribute in mapped.entity.body.attributes if attribute.origins]
    assert sum(one.declared for one in found.values()) == sum(map(attribute_size, of_the_model))


def test_a_member_of_another_structure_in_the_output_is_merged_alone() -> None:
    shapes = "Door: {Lock: string}\nGate: {Lock: string, Hue: string}"
    mapped = ack("CreateCage: {in: {Name: string, Door: Door}, out: {Door: Gate, State: string}}", shapes)
    (returned,) = (one for one in Accounts().of(mapped.entity) if str(one.part) == "create output")
    assert (returned.declared, returned.merged) == (1, 1)


OPERATIONS = """
CreateApe: {in: {Name: string, Login: Login}, out: {Token: string}}
CreateBear: {in: {Name: string, Login: Login}}
CreateCat: {in: {Name: string, Logins: Logins}}
"""
FIELD_SHAPES = "{Login: {Password: string, RoleArn: string, Type: string}, Logins: {list: Login}}"
FIELD_SAID = {
    "Ape": "Login.Password: {is_secret: true}, Login.Type: {go_tag: 'json:\"type,omitempty\"'}",
    "Bear": "Login.Password: {compare: {is_ignored: true}}, Login.RoleArn: {references: {resource: Role, path: A}}",
    "Cat": "Logins.Type: {late_initialize: {}}, Logins..RoleArn: {is_immutable: true}, Logins.Password: {set: []}",
}


def mapped(*kinds: str, **said: str) -> Mapped:
    entries = ", ".join(f"{kind}: {{fields: {{{(said or FIELD_SAID)[kind]}}}}}" for kind in kinds or said)
    return ack(OPERATIONS, FIELD_SHAPES, f"resources: {{{entries}}}")


def login(found: Mapped, kind: str) -> dict[str, object]:
    root = found.crds[kind]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    return dict((root.get("login") or root["logins"]["items"])["properties"])


@pytest.mark.parametrize("order", list(itertools.permutations(FIELD_SAID)), ids="-".join)
def test_the_order_of_kinds_makes_no_difference(order: tuple[str, ...]) -> None:
    found = mapped(*order)
    for kind in FIELD_SAID:
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
    counted = {str(one.part): (one.declared, one.merged, dict(one.lost)) for one in Accounts().of(found.entity)}
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
        ack(OPERATIONS, FIELD_SHAPES, config)
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
    owned = ack(
        "CreateCage: {in: {Name: string}, out: {Owner: string}}",
        config="resources: {Cage: {fields: {Owner: {is_immutable: true}, owner: {is_read_only: true}}}}",
    )
    assert owned.attribute("status.owner").reason == Reason("read_only", "is_read_only in generator.yaml")
    with pytest.raises(MappingError, match="is_required contradicts"):
        mapped(Ape="Name: {is_required: true}, name: {is_required: false}")
