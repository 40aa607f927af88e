"""Terraform's values as MessagePack and as JSON: they come back, with the same bytes, and hostile bytes are refused."""

import math
import tracemalloc
from decimal import Decimal
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.tfplugin.cty_types import MAX_DEPTH, CtyType, Primitive, parse_type, type_bytes
from mapper.languages.tfplugin.errors import CtyError
from mapper.programs.provider_process.value_codec import decode, decode_json, encode
from mapper.programs.provider_process.values import UNKNOWN, Dynamic, Unknown, Value

from ...tfplugin.generated import typed, types

STRING, NUMBER, BOOL, ANY = Primitive.STRING, Primitive.NUMBER, Primitive.BOOL, Primitive.DYNAMIC
TWO_TO_63 = 2**63


def of(spelling: str) -> CtyType:
    return parse_type(spelling)


@given(types())
def test_a_type_comes_back_from_its_spelling(cty_type: CtyType) -> None:
    assert parse_type(type_bytes(cty_type)) == cty_type
    assert type_bytes(parse_type(type_bytes(cty_type))) == type_bytes(cty_type)


def test_a_type_is_spelled_as_go_spells_it() -> None:
    spelling = '["object",{"z":["set","string"],"a<b&c":["map",["tuple",["number","bool"]]]},["z"]]'
    written = b'["object",{"a\\u003cb\\u0026c":["map",["tuple",["number","bool"]]],"z":["set","string"]},["z"]]'
    assert type_bytes(of(spelling)) == written


@pytest.mark.parametrize(
    "spelling",
    [
        "", "1", "null", '"int"', "[]", '["list"]', '["list","string","string"]', '["object",["string"]]',
        '["tuple","string"]', '["object",{"a":"string","a":"number"}]', '["object",{},["b"]]', '{"a":1}',
        '["object",{"a":"string"},["a","a"]]', '["list",' * 200 + '"string"' + "]" * 200, "[" * 100_000, b"\xff\xfe",
    ],
)  # fmt: skip
def test_what_spells_no_type_is_refused(spelling: Any) -> None:
    with pytest.raises(CtyError):
        parse_type(spelling)


@given(typed())
def test_a_value_comes_back_from_its_bytes(pair: tuple[CtyType, Value]) -> None:
    cty_type, value = pair
    data = encode(value, cty_type)
    assert decode(data, cty_type) == value
    assert encode(decode(data, cty_type), cty_type) == data


@pytest.mark.parametrize(
    ("value", "spelling", "written"),
    [
        (1, '"number"', "01"),
        (128, '"number"', "cc80"),
        (-1, '"number"', "ff"),
        (-33, '"number"', "d0df"),
        (2.0, '"number"', "02"),
        (-0.0, '"number"', "00"),
        (Decimal(2), '"number"', "02"),
        (1.5, '"number"', "cb3ff8000000000000"),
        (Decimal("1.5"), '"number"', "cb3ff8000000000000"),
        (TWO_TO_63 - 1, '"number"', "cf7fffffffffffffff"),
        (-TWO_TO_63, '"number"', "d38000000000000000"),
        (TWO_TO_63, '"number"', "cb43e0000000000000"),
        (1e20, '"number"', "cb4415af1d78b58c40"),
        (TWO_TO_63 + 1, '"number"', "b339323233333732303336383534373735383039"),
        (0.1, '"number"', "cb3fb999999999999a"),
        (Decimal("0.1"), '"number"', "a3302e31"),
        (Decimal("1E+20"), '"number"', "b5" + b"1".hex() + "30" * 20),
        (math.inf, '"number"', "cb7ff0000000000000"),
        (Decimal("-Infinity"), '"number"', "cbfff0000000000000"),
        (10**400, '"number"', "da0191" + b"1".hex() + "30" * 400),
        ("é", '"string"', "a2c3a9"),
        (True, '"bool"', "c3"),
        (None, '["list","string"]', "c0"),
        ([], '["set","string"]', "90"),
        ({"b": "1", "a": None}, '["object",{"b":"string","a":"bool"}]', "82a161c0a162a131"),
        ({"b": "1", "a": "2"}, '["map","string"]', "82a162a131a161a132"),
        (UNKNOWN, '"string"', "d40000"),
        (Unknown(b"\x81\x01\xc2"), '"string"', "c7030c8101c2"),
        (Unknown(b"\x81\x03\x92\x01\xc3"), '"number"', "c7050c81039201c3"),
        (Unknown(b"\x81\x01\xc2"), '"dynamic"', "d40000"),
        (Dynamic(STRING, "a"), '"dynamic"', "92c40822737472696e6722a161"),
        (Dynamic(STRING, None), '"dynamic"', "92c40822737472696e6722c0"),
        (None, '"dynamic"', "c0"),
        ("x" * 32, '"string"', "d920" + "78" * 32),
    ],
)  # fmt: skip
def test_values_have_the_bytes_of_go_cty(value: Value, spelling: str, written: str) -> None:
    assert encode(value, of(spelling)).hex() == written


@pytest.mark.parametrize(
    ("digits", "value"),
    [
        ("9" * 100, Decimal("9" * 100)),
        ("-0.8", Decimal("-0.8")),
        (str(TWO_TO_63), Decimal(TWO_TO_63)),
        ("0." + "3" * 155, Decimal("0." + "3" * 155)),
    ],
)
def test_a_number_that_came_as_digits_goes_back_as_the_same_digits(digits: str, value: Decimal) -> None:
    data = msgpack.packb(digits)
    assert decode(data, NUMBER) == value
    assert encode(decode(data, NUMBER), NUMBER) == data


@pytest.mark.parametrize(
    ("value", "spelling", "message"),
    [
        ("1", '"number"', "a number is required, not a string"),
        (1, '"string"', "a string is required, not a number"),
        (True, '"number"', "a number is required, not true or false"),
        (1, '"bool"', "true or false is required, not a number"),
        ("a", '"dynamic"', "a value with its type is required, not a string"),
        ([1], '["list","string"]', "[0]: a string is required, not a number"),
        ([], '["tuple",["string"]]', "a tuple of 1 is required, not a list of 0"),
        ({"a": {"b": [None, 1]}}, '["object",{"a":["map",["list","string"]]}]', 'a["b"][1]: a string is required'),
        ({"a": 1, "c": 2}, '["object",{"a":"number","b":"number"}]', "lacks b and has, but the schema does not: c"),
        (math.nan, '"number"', "not a number cannot be sent"),
        (Decimal("nan"), '"number"', "not a number cannot be sent"),
        (Decimal("1e999999"), '"number"', "a number of more than 2000 digits cannot be sent"),
        ("\ud800", '"string"', "surrogate"),
        ({"\ud800": "a"}, '["map","string"]', "surrogate"),
        ({1: "a"}, '["map","string"]', "the keys of a map are strings"),
        (b"a", '"string"', "a string is required, not bytes"),
        (object(), '"string"', "a string is required, not a Python object"),
    ],
)
def test_what_is_no_value_of_the_type_is_refused(value: Any, spelling: str, message: str) -> None:
    with pytest.raises(CtyError) as caught:
        encode(value, of(spelling))
    assert message in str(caught.value)


def test_an_integer_beyond_all_bounds_is_refused() -> None:
    with pytest.raises(CtyError, match="a number of more than 2000 digits cannot be sent"):
        encode(1 << 9000, NUMBER)


@pytest.mark.parametrize(
    ("written", "spelling", "message"),
    [
        ("", '"string"', "the bytes end"),
        ("a3", '"string"', "the bytes end"),
        ("a161a1", '"string"', "bytes after the value"),
        ("a1ff", '"string"', "not a value"),
        ("c1", '"string"', "not a value"),
        ("dd", '["list","string"]', "the bytes end"),
        ("ddffffffff", '["list","string"]', "the bytes end"),
        ("dfffffffff", '["map","string"]', "the bytes end"),
        ("91a161", '["map","string"]', "a map is required"),
        ("8101c0", '["map","string"]', "the keys of a map are strings"),
        ("81c0c0", '["map","string"]', "a key is a string, not null"),
        ("82a161c0a161c0", '["map","string"]', "'a' is there twice"),
        ("80", '["object",{"a":"string"}]', "lacks a"),
        ("81a162c0", '["object",{"a":"string"}]', "has, but the schema does not: b"),
        ("82a161c0a161c0", '["object",{"a":"string"}]', "'a' is there twice"),
        ("cb7ff8000000000001", '"number"', "a number is required"),
        ("a3" + b"1_0".hex(), '"number"', "a number is required: not a number"),
        ("a3" + b"Inf".hex(), '"number"', "a number is required: not a number"),
        ("a6" + b"1e9999".hex(), '"number"', "more than 2000 digits"),
        ("da1388" + "31" * 5000, '"number"', "more than 2000 digits"),
        ("c3", '"number"', "a number is required"),
        ("91c0", '"dynamic"', "a type and a value are required"),
        ("92c403222222c0", '"dynamic"', "is not a type"),
        ("92c4092264796e616d696322c0", '"dynamic"', "a type of its own"),
        ("d505ffff", '"string"', "an extension that Terraform does not have"),
        ("d6ff00000000", '"string"', "an extension that Terraform does not have"),
        ("c80500" + "0c" + "00" * 1280, '"string"', "not a value"),
    ],
)
def test_bytes_that_are_no_value_are_refused(written: str, spelling: str, message: str) -> None:
    with pytest.raises(CtyError) as caught:
        decode(bytes.fromhex(written), of(spelling))
    assert message in str(caught.value)


@pytest.mark.parametrize("written", ["d40000", "d40500", "c7000c", "c70000"])
def test_every_spelling_of_an_unknown_value_is_read(written: str) -> None:
    assert decode(bytes.fromhex(written), STRING) == UNKNOWN


@pytest.mark.parametrize("written", ["c7030c8101c2", "c7070c8201c202a2612d", "c7050c81186101aa", "c7030c91c0c0"])
def test_what_a_provider_knows_of_an_unknown_value_is_sent_back_as_it_came(written: str) -> None:
    data = bytes.fromhex(written)
    assert encode(decode(data, STRING), STRING) == data
    assert decode(data, ANY) == UNKNOWN


@given(st.binary(max_size=200), types())
def test_any_bytes_are_a_value_or_the_one_error(data: bytes, cty_type: CtyType) -> None:
    try:
        value = decode(data, cty_type)
    except CtyError:
        return
    assert decode(encode(value, cty_type), cty_type) == value


@given(typed(), st.data())
def test_damaged_bytes_are_a_value_or_the_one_error(pair: tuple[CtyType, Value], data: st.DataObject) -> None:
    cty_type, value = pair
    written = bytearray(encode(value, cty_type))
    for _ in range(data.draw(st.integers(1, 3))):
        written[data.draw(st.integers(0, len(written) - 1))] = data.draw(st.integers(0, 255))
    try:
        decode(bytes(written), cty_type)
    except CtyError:
        return


@given(st.binary(max_size=100) | st.text(max_size=50), types())
def test_any_text_is_a_value_of_json_or_the_one_error(data: bytes | str, cty_type: CtyType) -> None:
    try:
        decode_json(data, cty_type)
    except CtyError:
        return


LISTS = '["list",' * 100 + '"string"' + "]" * 100


@pytest.mark.parametrize("spelling", [LISTS, '"string"', '"number"', '"bool"', '["map","string"]', '"dynamic"'])
@pytest.mark.parametrize("lead", [b"", b"\x81", b"\x92", b"\xc7\xff\x0c", b"\xc7\xff\x0c\x81\x01"])
def test_bytes_that_promise_more_than_they_hold_cost_no_memory(spelling: str, lead: bytes) -> None:
    promise = b"\xdd" + (200_000).to_bytes(4)
    data = lead + promise * 200 + b"\xc0" * 200_000
    tracemalloc.start()
    with pytest.raises(CtyError):
        decode(data, of(spelling))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


def test_values_of_any_type_may_not_be_nested_without_end() -> None:
    spelling = b'["tuple",["dynamic"]]'
    layer = b"\x92\xc4" + bytes([len(spelling)]) + spelling + b"\x91"
    with pytest.raises(CtyError, match=f"more than {MAX_DEPTH} levels"):
        decode(layer * 5000 + b"\xc0", ANY)
    value: Value = None
    for _ in range(5000):
        value = Dynamic(of(spelling.decode()), [value])
    with pytest.raises(CtyError, match=f"more than {MAX_DEPTH} levels"):
        encode(value, ANY)


@pytest.mark.parametrize(
    ("text", "spelling", "value"),
    [
        ("1", '"number"', 1),
        ("0.1", '"number"', Decimal("0.1")),
        ('{"a":1}', '["object",{"a":"number","b":"string"}]', {"a": 1, "b": None}),
        ('{"value":[1],"type":["list","number"]}', '"dynamic"', Dynamic(of('["list","number"]'), [1])),
    ],
)
def test_json_is_read_by_the_type(text: str, spelling: str, value: Value) -> None:
    assert decode_json(text, of(spelling)) == value


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("", '"string"'), ("1", '"string"'), ('"1"', '"number"'), ("NaN", '"number"'), ("Infinity", '"number"'),
        ("[1]", '["list","string"]'), ('{"c":1}', '["object",{"a":"number"}]'), ("9" * 9000, '"number"'),
        ("[" * 100_000, '["list","string"]'), ('{"value":1}', '"dynamic"'), ('{"value":1,"type":"int"}', '"dynamic"'),
    ],
)  # fmt: skip
def test_json_that_is_no_value_is_refused(text: str, spelling: str) -> None:
    with pytest.raises(CtyError):
        decode_json(text, of(spelling))


@pytest.mark.parametrize(
    ("value", "spelling", "message"),
    [
        ({"a": ["x", 1]}, '["map",["list","string"]]', '["a"][1]: a string is required, not a number'),
        (1, '"string"', "a string is required, not a number"),
    ],
)
def test_an_error_says_first_where_it_is(value: Any, spelling: str, message: str) -> None:
    with pytest.raises(CtyError) as caught:
        encode(value, of(spelling))
    assert str(caught.value) == message
