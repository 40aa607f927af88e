import pytest

from mapper.ack.names import CUSTOM_RESOURCE
from mapper.ack.rules import CYCLE, EMPTY_STRUCTURE, STEERING
from mapper.model import EntityRef, Reason, Reference
from mapper.model.limits import plain
from mapper.report.diagnostic import MappingError
from mapper.report.rules import UNUSED_IGNORE

from .support import ack

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


def test_a_path_that_leads_nowhere_is_reported_and_one_from_nowhere_refused() -> None:
    mapped = ack(
        "CreateCage: {in: {Locks: Locks}}", SHAPES, "ignore: {field_paths: [Lock.Colour, CreateCageInput.Locks.Code]}"
    )
    assert mapped.notes(UNUSED_IGNORE) == [
        "no member of a structure has the path 'Lock.Colour'",
        "no member of a structure has the path 'CreateCageInput.Locks.Code'",
    ]
    with pytest.raises(MappingError, match="the model has no shape 'Lokc'; did you mean 'Lock'"):
        ack("CreateCage: {in: {Locks: Locks}}", SHAPES, "ignore: {field_paths: [Lokc.Code]}")


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
