"""Models in Smithy's JSON, the format that ACK's generator reads: versions 1.0 and 2.0."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document, DocumentError
from mapper.model.limits import Length, OneOf, Pattern, Range
from mapper.report.diagnostic import MappingError
from mapper.systems.ack import shapes, smithy_shapes
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.rules import EMPTY_STRUCTURE

from .smithy import as_smithy, smithy
from .support import Mapped, generate, model

SITE = Path(__file__).parents[2] / "example_site" / "ack"
CREATE = """
CreateCage: {type: operation, input: CageInput, output: CageOutput}
CageOutput: {type: structure, members: {}}
"""


def mapped(text: str, config: str = "{}", **more: Any) -> Mapped:
    """A mapping of shapes; `CreateCage` takes `CageInput`."""
    document = Document("zoo.json", smithy(CREATE + text, **more))
    return Mapped(generate(document, None, service="zoo") if config == "{}" else _with(document, config))


def _with(document: Document, config: str) -> Any:
    def read(path: Path, uri: str) -> bytes:
        if path.name != "generator.yaml":
            raise DocumentError(uri, "no such file", remedy="correct the path")
        return config.encode()

    return generate(document, Path("/a/generator.yaml"), Path("/a"), reader=read, service="zoo")


def members(text: str) -> Mapped:
    return mapped(f"CageInput: {{type: structure, members: {{{text}}}}}")


# --- the same in both formats -------------------------------------------------------------------------

SERVICE_MODELS = {
    "payloads, required members and tokens": (
        "CreateCage: {in: {required: [Name], members: {Name: string, Token: {shape: string, idempotencyToken: true}}},"
        " out: {Cage: Cage}}\nDeleteCage: {in: {Name: string}}\nListCages:",
        "{Cage: {Name: string, CageArn: string, Locks: Locks}, Locks: {list: Lock},"
        " Lock: {Code: string, Open: boolean}}",
    ),
    "every scalar, lists and maps of each": (
        "CreateCage: {in: {A: string, B: integer, C: long, D: boolean, E: float, F: double, G: blob, H: timestamp,"
        " I: Many, J: Named}}",
        "{Many: {list: timestamp}, Named: {map: Many}}",
    ),
    "limits, enums and texts": (
        "CreateCage: {in: {Name: {shape: Name, documentation: <p>The name.</p>}, Size: Size, Kind: Kind, Tags: Tags},"
        " documentation: <p>Makes one.</p>}",
        "{Name: {type: string, min: 1, max: 8, pattern: '[a-z]+', documentation: <p>A name.</p>}, Tags: {list: string},"
        " Size: {type: integer, min: 0, max: 9}, Kind: {type: string, enum: [b, a]},"
        " Cage: {type: structure, documentation: <p>Where it lives.</p>, members: {Name: Name}}}",
    ),
    "cycles, empty structures and exceptions": (
        "CreateCage: {in: {Name: string, Inner: Inner, Nothing: Nothing}}",
        "{Inner: {Inner: Inner, Size: integer}, Nothing: {type: structure, members: {}},"
        " Failed: {type: structure, exception: true, members: {Message: string}}}",
    ),
    "names of old shapes and reserved ones": (
        "CreateCage: {in: {name: string, String: string, Lock: __lock_of, Out: LockOutput}}",
        "{__lock_of: {code: string}, LockOutput: {Code: string}}",
    ),
}


@pytest.mark.parametrize("case", SERVICE_MODELS.values(), ids=SERVICE_MODELS)
def test_a_smithy_model_maps_as_the_same_model_of_an_older_sdk(case: tuple[str, str]) -> None:
    old = model(*case)
    found = [Mapped(generate(Document("m.json", data))) for data in (old, as_smithy(old))]
    patterns = [each.texts for each in found]
    # an older model has a pattern of whole values without anchors, which ACK adds
    assert patterns[1] == {name: text.replace("`^[a-z]+$`", "`[a-z]+`") for name, text in patterns[0].items()}
    assert len({json.dumps(each.go, sort_keys=True).replace("^[a-z]+$", "[a-z]+") for each in found}) == 1
    notes = [[(d.code, d.text, d.path) for d in each.mapping.diagnostics if d.code != "OAS711"] for each in found]
    assert notes[0] == notes[1]


def test_the_example_maps_as_from_its_older_model(tmp_path: Path) -> None:
    old = SITE / "service-2.json"
    new = tmp_path / "owlridge.json"
    new.write_bytes(as_smithy(old.read_bytes()))
    first, second = (generate(path, SITE / "generator.yaml", base=SITE) for path in (old, new))
    assert [[line for line in text.splitlines() if "Regex" not in line] for text in write_crds(first).values()] == [
        [line for line in text.splitlines() if "Regex" not in line] for text in write_crds(second).values()
    ]
    assert first.about == second.about


# --- shapes ------------------------------------------------------------------------------------------


def test_a_member_has_the_place_of_its_own_line() -> None:
    text = """
CageInput: {type: structure, members: {Name: String, Lock: Lock}}
Lock: {type: structure, members: {Code: String}}
"""
    cage = mapped(text)
    places = [cage.attribute(path).origins[0].location.pointer for path in ("spec.name", "spec.lock.code")]
    assert places == ["/shapes/com.example.zoo#CageInput/members/Name", "/shapes/com.example.zoo#Lock/members/Code"]


def test_the_built_in_shapes_have_types() -> None:
    spec = members("A: String, B: Boolean, C: Integer, D: Long, E: Double, F: Blob, G: Timestamp").spec
    assert [(value["type"], value.get("format")) for value in spec.values()] == [
        ("string", None), ("boolean", None), ("integer", "int64"), ("integer", "int64"), ("number", None),
        ("string", "byte"), ("string", "date-time"),
    ]  # fmt: skip


def test_a_document_and_a_member_of_a_unit_are_reported_as_structures_without_members() -> None:
    cage = mapped("""
CageInput: {type: structure, members: {Name: String, Any: Document, One: One}}
One: {type: union, members: {A: String, B: Unit}}
""")
    assert sorted(cage.spec) == ["name", "one"]
    assert list(cage.spec["one"]["properties"]) == ["a"]
    assert cage.notes(EMPTY_STRUCTURE) == ["structure Document has no members", "structure Unit has no members"]


@pytest.mark.parametrize("kind", ["bigInteger", "bigDecimal"])
def test_a_number_without_limit_is_left_out_with_a_note(kind: str) -> None:
    cage = mapped(f"CageInput: {{type: structure, members: {{Name: String, Big: Big}}}}\nBig: {{type: {kind}}}")
    assert list(cage.spec) == ["name"]
    assert cage.notes(EMPTY_STRUCTURE) == [f"shape Big has the unknown type '{kind}'"]


def test_an_operation_without_a_payload_takes_nothing() -> None:
    document = smithy("CreateCage: {type: operation, input: Unit, output: Unit}\nDeleteCage: {type: operation}")
    found = Mapped(generate(Document("zoo.json", document)))
    assert (found.kinds, found.schema("spec").get("properties")) == (["Cage"], None)


def test_operations_of_resources_and_of_services_make_kinds() -> None:
    document = smithy(
        """
CreateCage: {type: operation, input: In}
CreateKeeper: {type: operation, input: In}
Cage: {type: resource, identifiers: {cageId: {target: smithy.api#String}}, create: {target: com.example.zoo#CreateCage}}
In: {type: structure, members: {Name: String}}
""",
        "[CreateKeeper]",
    )
    assert Mapped(generate(Document("zoo.json", document))).kinds == ["Cage", "Keeper"]


def test_enums_of_both_versions_are_limits_and_constants() -> None:
    cage = mapped("""
CageInput: {type: structure, members: {New: New, Old: Old, Number: Number}}
New: {type: enum, members: {B: {target: Unit, traits: {enumValue: b-1}}, A: Unit}}
Old: {type: string, traits: {enum: [{value: z, name: Z}, {value: y}]}}
Number: {type: intEnum, members: {
  ONE: {target: Unit, traits: {enumValue: 1}}, TWO: {target: Unit, traits: {enumValue: 2}},
  MANY: {target: Unit, traits: {enumValue: 2147483648}}}}
""")
    found = [cage.attribute(f"spec.{name}").limits for name in ("new", "old", "number")]
    assert found == [(OneOf(("b-1", "A")),), (OneOf(("z", "y")),), (OneOf((1, 2)),)]
    assert cage.spec["number"] == {"type": "integer", "format": "int64"}
    # ACK sorts the constants of an enum, and keeps the order of a trait
    order = [line.split('"')[1] for line in cage.go["enums.go"].splitlines() if '"' in line]
    assert order == ["A", "b-1", "z", "y"]


def test_limits_of_a_member_replace_those_of_its_shape() -> None:
    cage = mapped("""
CageInput:
  type: structure
  members:
    Name: {target: Name, traits: {length: {max: 4}, pattern: "^b$"}}
    Other: Name
    Size: {target: Integer, traits: {range: {min: 1, max: 2}}}
Name: {type: string, traits: {length: {min: 1, max: 9}, pattern: "^a$"}}
""")
    assert cage.attribute("spec.name").limits == (Length(None, 4), Pattern("^b$"))
    assert cage.attribute("spec.other").limits == (Length(1, 9), Pattern("^a$"))
    assert cage.attribute("spec.size").limits == (Range(1, 2),)
    assert cage.spec["other"]["description"].endswith("Regex Pattern: `^a$`")


def test_an_empty_pattern_is_no_limit() -> None:
    cage = mapped("""
CageInput: {type: structure, members: {Name: {target: String, traits: {pattern: ''}}, Short: Empty}}
Empty: {type: string, traits: {pattern: ''}}
""")
    assert [cage.attribute(f"spec.{name}").limits for name in ("name", "short")] == [(), ()]


def test_a_length_below_zero_is_no_limit() -> None:
    texts = (f"{name}: {{target: String, traits: {{length: {limit}}}}}" for name, limit in
             (("Name", "{min: -1, max: 4}"), ("A", "{min: -9}")))  # fmt: skip
    cage = members(", ".join(texts))
    assert [cage.attribute(f"spec.{name}").limits for name in ("name", "a")] == [(Length(None, 4),), ()]


def test_what_is_deprecated_or_sensitive_is_shown() -> None:
    cage = mapped("""
CageInput:
  type: structure
  members:
    Old: {target: String, traits: {deprecated: {message: Use New., since: "1"}}}
    Older: Older
    Code: Code
    Codes: {target: Codes, traits: {deprecated: {}}}
Older: {type: string, traits: {deprecated: {}}}
Code: {type: string, traits: {sensitive: {}}}
Codes: {type: list, member: Code}
""")
    found = {name: cage.attribute(f"spec.{name}") for name in ("old", "older", "code", "codes")}
    assert [a.deprecation for a in found.values()] == ["Use New.", "deprecated", None, "deprecated"]
    assert [a.sensitive for a in found.values()] == [False, False, True, False]


def test_a_member_is_required_and_a_token_is_left_out_as_in_other_models() -> None:
    text = """
CageInput:
  type: structure
  members: {Name: {target: String, traits: {required: {}}}, Token: {target: String, traits: {idempotencyToken: {}}}}
"""
    cage = mapped(text, "resources: {Cage: {ignore_idempotency_token: true}}")
    assert cage.schema("spec")["required"] == list(cage.spec) == ["name"]


def test_traits_about_the_wire_change_nothing() -> None:
    text = """
CageInput: {type: structure, members: {
  Name: {target: String, traits: {jsonName: n, xmlName: x, httpLabel: {}, default: a, clientOptional: {}}},
  Many: {target: Many, traits: {httpPrefixHeaders: h-, aws.api#arnReference: {}}}}}
Many: {type: list, member: String, traits: {sparse: {}, uniqueItems: {}, streaming: {}}}
"""
    wire = mapped(text)
    plain = mapped(
        "CageInput: {type: structure, members: {Name: String, Many: Many}}\nMany: {type: list, member: String}"
    )
    assert wire.texts == plain.texts


# --- mixins and applied traits -----------------------------------------------------------------------

MIXED = """
CageInput: {type: structure, mixins: [Named, Sized], members: {
  Name: {target: Name, traits: {required: {}}}, Last: String}}
Named: {type: structure, traits: {mixin: {}}, members: {Name: {target: Name, traits: {documentation: A name.}}}}
Sized: {type: structure, mixins: [Deep], traits: {mixin: {}}, members: {Size: Integer}}
Deep: {type: structure, traits: {mixin: {localTraits: [smithy.api#error]}, error: client}, members: {Depth: Long}}
Name: {type: string, mixins: [Short]}
Short: {type: string, traits: {mixin: {}, length: {max: 3}}}
"""


def test_members_and_traits_come_from_mixins_of_mixins() -> None:
    cage = mapped(MIXED)
    assert list(cage.spec) == ["depth", "last", "name", "size"]
    assert (cage.schema("spec")["required"], cage.spec["name"]["description"]) == (["name"], "A name.")
    assert cage.attribute("spec.name").limits == (Length(None, 3),)
    assert cage.attribute("spec.depth").origins[0].location.pointer.endswith("#Deep/members/Depth")


def test_traits_are_applied_to_members_also_of_mixins() -> None:
    cage = mapped(f"""{MIXED}
com.example.zoo#Sized$Size: {{type: apply, traits: {{documentation: How big.}}}}
com.example.zoo#CageInput$Depth: {{type: apply, traits: {{required: {{}}, documentation: How deep.}}}}
com.example.zoo#CageInput$Last: {{type: apply, traits: {{deprecated: {{}}}}}}
""")
    assert cage.schema("spec")["required"] == ["depth", "name"]
    assert [cage.spec[name]["description"] for name in ("depth", "size")] == ["How deep.", "How big."]
    assert cage.attribute("spec.last").deprecation == "deprecated"


def test_a_service_renames_shapes_of_other_namespaces() -> None:
    text = """
CageInput: {type: structure, members: {Lock: Lock, Other: "other#Lock"}}
Lock: {type: structure, members: {A: String}}
other#Lock: {type: structure, members: {B: String}}
"""
    with pytest.raises(MappingError, match="two shapes are called 'Lock'; give one another name with rename"):
        mapped(text)
    data = json.loads(smithy(CREATE + text))
    data["shapes"]["com.example.zoo#Zoo"]["rename"] = {"other#Lock": "OtherLock"}
    found = Mapped(generate(Document("zoo.json", json.dumps(data).encode())))
    assert "type OtherLock struct" in found.go["types.go"]
    data["shapes"]["com.example.zoo#Zoo"]["rename"] = {"other#Lock": "Other Lock"}
    with pytest.raises(MappingError, match="shape 'other#Lock': this is not a name"):
        generate(Document("zoo.json", json.dumps(data).encode()))


# --- what is no model --------------------------------------------------------------------------------


def _changed(path: str, value: Any) -> bytes:
    """A valid model with one value changed; `…` removes it."""
    shapes_ = "CageInput: {type: structure, members: {Name: String, Many: Many}}\nMany: {type: list, member: String}"
    data = json.loads(smithy(CREATE + shapes_))
    *above, last = path.split("/")
    holder = data
    for step in above:
        holder = holder[step]
    if value is ...:
        del holder[last]
    else:
        holder[last] = value
    return json.dumps(data).encode()


_SHAPES = "shapes/com.example.zoo#"
WRONG = {
    "a version to come": ("smithy", "3.0", "a model of Smithy '3.0' cannot be read: give one of version 1.0 or 2.0"),
    "a version that is no text": ("smithy", 2, "a model of Smithy 2 cannot be read"),
    "no shapes": ("shapes", [], "the key shapes is missing"),
    "no type": (f"{_SHAPES}Many/type", ..., "shape 'com.example.zoo#Many': a type is needed"),
    "a name without a namespace": ("shapes/Many", {"type": "string"}, "shape 'Many': a name is a namespace"),
    "a target that is not there": (
        f"{_SHAPES}Many/member", {"target": "a#B"}, "'com.example.zoo#Many' refers to 'a#B', which does not exist"
    ),
    "a target that is no type": (
        f"{_SHAPES}Many/member", {"target": "com.example.zoo#Zoo"}, "'com.example.zoo#Zoo', which is not a type"
    ),
    "a built-in shape that is not there": (
        f"{_SHAPES}Many/member", {"target": "smithy.api#Text"}, "refers to 'smithy.api#Text', which does not exist"
    ),
    "a member without a target": (f"{_SHAPES}Many/member", {}, "shape 'com.example.zoo#Many': a member needs a target"),
    "no member": (f"{_SHAPES}Many/member", ..., "shape 'com.example.zoo#Many': member is missing"),
    "members in a list": (f"{_SHAPES}CageInput/members", [], "shape 'com.example.zoo#CageInput': members must be an"),
    "traits in a list": (f"{_SHAPES}Many/traits", ["a"], "traits must be an object"),
    "a name that is none": (
        f"{_SHAPES}CageInput/members", {"a-b": {"target": "smithy.api#String"}}, "'a-b': this is not a name"
    ),
    "no service": (f"{_SHAPES}Zoo", ..., "the model has no service"),
    "two services": (
        "shapes/a#B", {"type": "service"}, "the model has several services: com.example.zoo#Zoo, a#B"
    ),
    "no name of the SDK": (f"{_SHAPES}Zoo/traits", {}, "aws.api#service has no sdkId"),
    "a payload that is a list": (
        f"{_SHAPES}CreateCage/input", {"target": "com.example.zoo#Many"}, "CreateCage': input is not a structure"
    ),
    "two operations of one name": ("shapes/a#CreateCage", {"type": "operation"}, "the model has two operations"),
    "traits for nothing": (
        "shapes/a#B$c", {"type": "apply", "traits": {}}, "traits are applied to 'a#B$c', which does not exist"
    ),
    "a mixin that is not there": (
        f"{_SHAPES}Many/mixins", [{"target": "a#B"}], "has the mixin 'a#B', which does not exist"
    ),
    "a mixin of itself": (
        f"{_SHAPES}Many/mixins", [{"target": "com.example.zoo#Many"}], "'com.example.zoo#Many' is a mixin of itself"
    ),
    "lists without end": (
        f"{_SHAPES}Many/member", {"target": "com.example.zoo#Many"}, "are in each other more than"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), WRONG.values(), ids=WRONG)
def test_an_invalid_model_is_one_message_with_its_place(path: str, value: Any, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        generate(Document("zoo.json", _changed(path, value)))
    (problem,) = caught.value.problems
    assert message in problem.text
    assert str(problem).startswith("zoo.json:")


def test_mixins_cannot_multiply_members_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smithy_shapes, "MOST_DEFINED", 20)
    with pytest.raises(MappingError, match="the shapes of the model have more than 20 members together"):
        mapped(MIXED + "\n".join(f"M{i}: {{type: structure, mixins: [Named, Sized]}}" for i in range(20)))


def test_a_long_chain_of_mixins_is_read() -> None:
    chain = "\n".join(f"M{i}: {{type: string, mixins: [M{i + 1}], traits: {{mixin: {{}}}}}}" for i in range(3000))
    text = "CageInput: {type: structure, members: {Name: Name}}\nName: {type: string, mixins: [M0]}\n"
    cage = mapped(f"{text}{chain}\nM3000: {{type: string, traits: {{mixin: {{}}, length: {{max: 3}}}}}}")
    assert cage.attribute("spec.name").limits == (Length(None, 3),)


def test_a_model_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MOST_MEMBERS", 1)
    with pytest.raises(MappingError, match="has 2 members, and 1 are the most that are read"):
        members("A: String, B: String")


@pytest.mark.parametrize("shape", ["CageInput", "Inner"])
def test_members_that_differ_only_in_their_first_letter_are_refused(shape: str) -> None:
    """Both formats allow it in JSON, and Go has one field for both."""
    shapes = {"CageInput": "{Inner: Inner}", "Inner": "{Code: String}", shape: "{lock: String, Lock: Integer}"}
    text = "\n".join(f"{name}: {{type: structure, members: {members}}}" for name, members in shapes.items())
    with pytest.raises(MappingError, match="has two members 'Lock'"):
        mapped(text)
    old = "CreateCage: {in: {lock: string, Lock: integer}}"
    with pytest.raises(MappingError, match="has two members 'Lock'"):
        generate(Document("zoo.json", model(old)))


@pytest.mark.parametrize(("key", "said"), [("Nowhere", "'Nowhere', which does not exist"), (None, "key is missing")])
def test_a_map_has_keys(key: str | None, said: str) -> None:
    keys = f"key: {key}, " if key else ""
    text = f"CageInput: {{type: structure, members: {{M: M}}}}\nM: {{type: map, {keys}value: String}}"
    with pytest.raises(MappingError, match=said):
        mapped(text)


@pytest.mark.parametrize(
    ("shape", "said"),
    [("_1: {type: structure, members: {}}", "shape '.*#_1'"), ("_2: {type: operation}", "operation '.*#_2'")],
)
def test_a_name_has_a_letter_before_a_digit(shape: str, said: str) -> None:
    with pytest.raises(MappingError, match=f"{said}: this is not a name; write ASCII letters, digits and _"):
        mapped(f"CageInput: {{type: structure, members: {{}}}}\n{shape}")


@pytest.mark.parametrize("kind", ["structure", "enum"])
@pytest.mark.parametrize(("other", "is_refused"), [("Full", True), ("Empty", False)])
def test_exceptions_and_enums_of_one_name_are_refused(kind: str, other: str, *, is_refused: bool) -> None:
    traits = {"smithy.api#error": "client"} if kind == "structure" else {}
    members = {"A": {"target": "smithy.api#Unit"}} if kind == "enum" else {}
    shape = {"type": kind, "members": members, "traits": traits}
    data = json.loads(smithy(CREATE + "CageInput: {type: structure, members: {Name: String}}"))
    data["shapes"] |= {"a.b#Full": shape, f"c.d#{other}": shape}
    document = Document("zoo.json", json.dumps(data).encode())
    if is_refused:
        with pytest.raises(MappingError, match="two shapes are called 'Full'"):
            generate(document, None, service="zoo")
    else:
        assert generate(document, None, service="zoo").entities
