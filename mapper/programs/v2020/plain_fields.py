"""The fields of a resource as in the generator of 2020: each on one side, under its Terraform name."""

from collections.abc import Iterator

from msgspec.structs import fields as dataclass_fields
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.languages.tfplugin.schema import Block
from mapper.model import ScalarKind
from mapper.systems.crossplane.config import ExternalName, ExternalNameMode, ResourceSettings
from mapper.systems.crossplane.documentation import Texts
from mapper.systems.crossplane.fields import Dropped, Field, Fields, ManifestSide, Many, ObjectShape, Shape

from .go_names import can_be_field, member_name

_NAMES = tuple(field.name for field in dataclass_fields(Field))


class V2020Field(Field, frozen=True):
    """A field of one side. Nested fields are on the side of their parent.

    `refers`: a sensitive value is in a secret, and not in the manifest.
    """

    side: ManifestSide = ManifestSide.FOR
    refers: bool = False

    @property
    def json(self) -> str:
        """The name in a manifest: the Terraform name; for a secret, the name of its reference."""
        return secret_name(self.name) if self.is_secret else self.name

    @property
    def is_secret(self) -> bool:
        """Whether a secret has the value; otherwise a sensitive value is an ordinary field."""
        return self.refers and self.sensitive and not self.is_output

    @property
    def is_hidden(self) -> bool:
        """Whether the value is in a secret and not in the manifest."""
        return self.refers and self.sensitive

    def on(self, side: ManifestSide) -> bool:
        """Whether a side has this field."""
        return side is self.side


def secret_name(name: str) -> str:
    """The name in a manifest of a reference to a secret."""
    return f"{name}_secret_ref"


def fields_of(
    settings: ResourceSettings, texts: Texts, block: Block, node: Node, *, refers: bool = False
) -> "V2020Fields":
    """Builds the fields of a resource: `made` has them, `dropped` the attributes that cannot become fields.

    `refers`: sensitive values are in secrets.
    """
    without_references = replace(settings, external_name=ExternalName(ExternalNameMode.PROVIDER), references={})
    return V2020Fields(without_references, texts, block, node, refers)


class V2020Fields(Fields):
    """The fields of a resource, and the dropped attributes. `numbers` are those without an integer or float setting.

    A block that occurs at most once is an object, any other a list, set or map.
    """

    def __init__(self, settings: ResourceSettings, texts: Texts, block: Block, node: Node, refers: bool) -> None:
        self._refers = refers
        super().__init__(replace(settings, embeds=True), texts, embeds=True)
        self.numbers: list[str] = []
        self._floats, self._integers = settings.floats, settings.integers
        mapped = (field for field in self._block(block, node, "") if field.path != "id")
        self.made = tuple(self._plain(field, _side(field)) for field in mapped)

    def can_be_secret(self, shape: Shape) -> bool:
        """Whether a sensitive field may have this shape: any, if its value is an ordinary field."""
        return not self._refers or super().can_be_secret(shape)

    def _distinct(self, fields: Iterator[Field]) -> Iterator[Field]:
        """The fields with distinct Go names: of several with one name the first. Invalid Go names are dropped."""
        all_fields, seen = tuple(fields), set[str]()
        referring = {member_name(secret_name(f.name)): f for f in all_fields if self._refers and f.is_secret}
        for field in all_fields:
            name = member_name(field.name)
            if not can_be_field(field.name):
                self.dropped.append(Dropped(field.path, field.node, "its name makes none in Go"))
            elif name in seen:
                self.dropped.append(Dropped(field.path, field.node, f"another field is called {name} in Go, too"))
            elif name in referring:
                why = f"the reference to the secret with {referring[name].name} has its name"
                self.dropped.append(Dropped(field.path, field.node, why))
            elif _is_any(field.shape):
                self.dropped.append(Dropped(field.path, field.node, "no type of Go takes values of any type"))
            else:
                seen.add(name)
                yield field

    def _plain(self, field: Field, side: ManifestSide) -> V2020Field:
        given = {name: getattr(field, name) for name in _NAMES}
        given["shape"] = self._shaped(field.shape, field.path, side)
        return V2020Field(**given, side=side, refers=self._refers)

    def _shaped(self, shape: Shape, path: str, side: ManifestSide) -> Shape:
        match shape:
            case ObjectShape(fields):
                return ObjectShape(tuple(self._plain(field, side) for field in fields))
            case Many(kind, element):
                return Many(kind, self._shaped(element, path, side))
            case ScalarKind.NUMBER if path not in self._floats:
                if path not in self._integers:
                    self.numbers.append(path)
                return ScalarKind.INT64
        return shape


def _side(field: Field) -> ManifestSide:
    return ManifestSide.FOR if field.is_block or field.required or field.optional else ManifestSide.AT


def _is_any(shape: Shape) -> bool:
    while isinstance(shape, Many):
        shape = shape.element
    return shape is ScalarKind.DYNAMIC
