"""The names that an attribute has in paths, and JSON that an example has as a text."""

import pytest

from mapper.inputs import Document
from mapper.model import Attribute, Origin, Reason, Scalar, ScalarKind, Status
from mapper.model.attribute import Sample
from mapper.model.samples.schema_values import _parse_json_text, path_parameters
from mapper.report.origin import Part, PartKind

PATH, QUERY = (Part(PartKind.PARAMETER, place) for place in ("path", "query"))


def of(*origins: tuple[Part, str], sample: Sample | None = None) -> Attribute:
    listed = tuple(Origin(part, Document("api.yaml", text.encode()).node) for part, text in origins)
    return Attribute("it", "it", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("", ""), listed, sample=sample)


@pytest.mark.parametrize(
    ("attribute", "names"),
    [
        (of(), ()),
        (of((PATH, "{name: petId}")), ("petId",)),
        (of((PATH, "{name: petId}"), (PATH, "{name: pet}"), (PATH, "{name: petId}")), ("petId", "pet")),
        (of((QUERY, "{name: petId}")), ()),
        (of((PATH, "{name: 7}"), (PATH, "rye"), (PATH, "{}")), ()),
        (of((PATH, "{name: petId}"), sample=Sample(path_parameters=("id",))), ("id",)),
        (of((PATH, "{name: petId}"), sample=Sample()), ()),
    ],
)
def test_an_attribute_has_the_names_of_its_path_parameters(attribute: Attribute, names: tuple[str, ...]) -> None:
    assert path_parameters(attribute) == names


@pytest.mark.parametrize(
    ("value", "parsed"),
    [
        ('{"a": 1}', {"a": 1}),
        (" [1]", [1]),
        ("{a", "{a"),
        ("5", "5"),
        ("true", "true"),
        ('"a"', '"a"'),
        ("", ""),
        (5, 5),
        ({"a": "[1]"}, {"a": "[1]"}),
    ],
)
def test_only_an_object_or_a_list_is_read_of_a_text(value: object, parsed: object) -> None:
    assert _parse_json_text(value) == parsed
