"""Types and values of them, for property tests."""

from decimal import Decimal

import msgpack
from hypothesis import strategies as st

from mapper.languages.tfplugin.cty_types import (
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    object_type,
)
from mapper.languages.tfplugin.schema import (
    Attribute,
    Block,
    Function,
    IdentityAttribute,
    IdentitySchema,
    NestedBlock,
    NestedType,
    Nesting,
    Parameter,
    ProviderSchema,
    Schema,
    TextKind,
)
from mapper.programs.provider_process.values import Dynamic, Unknown, Value

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = st.text("abcxyz_0<&é\u2028", min_size=1, max_size=8)

DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**30), max_value=10**30)
NUMBERS = st.one_of(
    st.integers(-(2**70), 2**70), st.integers(-300, 300), st.floats(allow_nan=False), DECIMALS, st.just(Decimal("0.1"))
)


def types(dynamic: bool = True, depth: int = 2) -> st.SearchStrategy[CtyType]:
    """Types; `dynamic` says whether a type of any value is among them."""
    leaves = [Primitive.STRING, Primitive.NUMBER, Primitive.BOOL, *([Primitive.DYNAMIC] if dynamic else [])]
    return st.recursive(
        st.sampled_from(leaves),
        lambda inner: st.one_of(
            st.builds(CollectionType, st.sampled_from(CtyKind), inner),
            st.builds(lambda elements: TupleType(tuple(elements)), st.lists(inner, max_size=3)),
            st.builds(object_type, st.dictionaries(NAMES, inner, max_size=4)),
        ),
        max_leaves=2**depth,
    )


def unknowns(of: CtyType) -> st.SearchStrategy[Unknown]:
    """An unknown value of a type, with what can be known of it."""
    if of is Primitive.DYNAMIC:
        return st.just(Unknown())
    null = st.sampled_from([b"", b"\x81\x01\xc2", b"\x81\x01\xc3"])
    return st.builds(Unknown, null | TEXT.map(lambda text: msgpack.packb({1: False, 2: text})))


@st.composite
def values(draw: st.DrawFn, of: CtyType, known: bool = False) -> Value:
    """A value of a type; a wholly known one if `known`."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return None
    if kind == 1 and not known:
        return draw(unknowns(of))
    match of:
        case Primitive.STRING:
            return draw(TEXT)
        case Primitive.BOOL:
            return draw(st.booleans())
        case Primitive.NUMBER:
            return draw(NUMBERS)
        case Primitive.DYNAMIC:
            own = draw(types(dynamic=False, depth=1))
            return Dynamic(own, draw(values(own, known)))
        case CollectionType(CtyKind.MAP, element):
            return draw(st.dictionaries(TEXT, values(element, known), max_size=3))
        case CollectionType(_, element):
            return draw(st.lists(values(element, known), max_size=3))
        case TupleType(elements):
            return [draw(values(element, known)) for element in elements]
        case ObjectType(attributes):
            return {name: draw(values(attribute, known)) for name, attribute in attributes.items()}


@st.composite
def typed(draw: st.DrawFn, known: bool = False) -> tuple[CtyType, Value]:
    """A type and a value of it."""
    of = draw(types())
    return of, draw(values(of, known))


KINDS = st.sampled_from([TextKind.PLAIN, TextKind.MARKDOWN])
TEXTS = st.sampled_from(["", "A", "This attribute is deprecated."]) | TEXT
MODES = st.sampled_from([Nesting.SINGLE, Nesting.LIST, Nesting.SET, Nesting.MAP])
COUNTS = st.integers(0, 3)


def attributes(of: st.SearchStrategy[CtyType | NestedType]) -> st.SearchStrategy[dict[str, Attribute]]:
    flags = [st.booleans() for _ in range(6)]
    one = st.builds(
        lambda type_, text, kind, message, values: Attribute(type_, text, kind, *values, message),
        of, TEXTS, KINDS, TEXTS, st.tuples(*flags),
    )  # fmt: skip
    return st.dictionaries(NAMES, one, max_size=3)


NESTED = st.builds(NestedType, attributes(types()), MODES)


def blocks(depth: int) -> st.SearchStrategy[Block]:
    inside: st.SearchStrategy[dict[str, NestedBlock]] = st.just({})
    if depth:
        one = st.builds(NestedBlock, blocks(depth - 1), st.sampled_from(Nesting), COUNTS, COUNTS)
        inside = st.dictionaries(NAMES.map("B{}".format), one, max_size=2)
    return st.builds(Block, attributes(types() | NESTED), inside, TEXTS, KINDS, st.booleans(), TEXTS)


SCHEMAS = st.dictionaries(NAMES, st.builds(Schema, COUNTS, st.none() | blocks(2)), max_size=2)
PARAMETERS = st.builds(Parameter, st.just("") | NAMES, types(), TEXTS, st.booleans())
FUNCTIONS = st.builds(
    Function, types(), st.lists(PARAMETERS, max_size=3).map(tuple), st.none() | PARAMETERS, TEXTS, TEXTS, TEXTS
)
IDENTITIES = st.builds(
    IdentitySchema,
    COUNTS,
    st.dictionaries(
        NAMES,
        st.builds(lambda type_, text, flags: IdentityAttribute(type_, text, *flags), types(), TEXTS,
                  st.sampled_from([(True, False), (False, True), (False, False)])),
        max_size=3,
    ),
)  # fmt: skip
PROVIDERS = st.builds(
    ProviderSchema,
    st.none() | st.builds(Schema, COUNTS, st.none() | blocks(1)),
    SCHEMAS, SCHEMAS, SCHEMAS, SCHEMAS,
    st.dictionaries(NAMES, FUNCTIONS, max_size=2),
    st.dictionaries(NAMES, IDENTITIES, max_size=2),
    st.dictionaries(NAMES, blocks(1), max_size=2),
)  # fmt: skip
