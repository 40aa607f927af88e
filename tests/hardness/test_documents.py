"""Descriptions and configs that are built to break whoever reads them: mapped or refused, soon, and in few words."""

from itertools import chain
from pathlib import Path

import pytest

from .descriptions import CONFIG, PLAIN, STRING, api, attributes, obj, ref, write, yaml
from .limited import MEMORY, Run, oasmap, refused

pytestmark = pytest.mark.soak

MB = 1_000_000
LONGEST_LINE = 4_000
"""Of what is printed; a message has two parts of at most 1,000 characters, and a place."""


def generate(folder: Path, text: str | bytes, config: str = CONFIG, memory: int = MEMORY) -> Run:
    write(folder, text, config)
    return oasmap(folder, "generate", "--sidecar", "sidecar.json", "api", memory=memory)


def mapped(folder: Path, text: str | bytes, config: str = CONFIG, memory: int = MEMORY) -> Run:
    """What is mapped exits with 0, and says it in lines that a terminal can take."""
    run = generate(folder, text, config, memory)
    assert run.code == 0, run.err[-2000:]
    assert all(len(line) <= LONGEST_LINE and line.isprintable() for line in run.err.split("\n"))
    return run


# --- aliases, merges and anchors ------------------------------------------------------------------

NINE = ", ".join
BOMB = "x0: &x0 [lol]\n" + "".join(f"x{i}: &x{i} [{NINE([f'*x{i - 1}'] * 9)}]\n" for i in range(1, 12))
MERGE_LADDER = "m0: &m0 {a: 1}\n" + "".join(f"m{i}: &m{i} {{<<: *m{i - 1}, x{i}: 1}}\n" for i in range(1, 3000))


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (BOMB, r"^api: its aliases expand to more than 20,000,000 nodes; write out"),
        (MERGE_LADDER, r"^api:\d+:\d+: its merge keys copy more than 1,000,000 keys; use fewer"),
    ],
)
def test_aliases_and_merges_that_explode_are_refused(tmp_path: Path, before: str, message: str) -> None:
    refused(generate(tmp_path, yaml(PLAIN, before)), message)
    assert not (tmp_path / "provider_code_spec.json").exists()


def test_aliases_that_repeat_schemas_are_cut(tmp_path: Path) -> None:
    levels = "".join(
        f"    B{i}: &b{i} {{type: object, properties: {{{NINE(f'p{j}: *b{i - 1}' for j in range(9))}}}}}\n"
        for i in range(1, 7)
    )
    text = yaml("*b6").replace("  schemas:\n", f"  schemas:\n    B0: &b0 {PLAIN}\n{levels}")
    assert "OAS312" in mapped(tmp_path, text).err


def test_many_anchors_and_a_merge_of_the_same_thing_thousands_of_times(tmp_path: Path) -> None:
    anchors = "".join(f"a{i}: &a{i} 1\n" for i in range(50_000))
    mapped(tmp_path, yaml(PLAIN, f"{anchors}x: &x {{a: 1}}\ny: {{<<: [{NINE(['*x'] * 50_000)}]}}\n"))


# --- size -----------------------------------------------------------------------------------------


def test_names_of_a_megabyte(tmp_path: Path) -> None:
    name = "k" * MB
    bad = obj([(name, '{"type": "file"}'), ("a", STRING), (f"{name}2", STRING)])
    run = mapped(tmp_path, api([("A", bad)]))
    assert list(attributes(tmp_path)) == ["a", f"{name}2"]
    assert "OAS303" in run.err
    mapped(tmp_path, api([(name, obj([("self", ref(name)), ("a", STRING)]))], ref(name)))
    assert "does not exist" in mapped(tmp_path, api([], ref(name))).err
    mapped(tmp_path, api([("A", obj([("a", f'{{"type": "{name}"}}'), ("b", STRING)]))]))


def test_a_million_properties(tmp_path: Path) -> None:
    run = mapped(tmp_path, api([("A", obj((f"p{i}", STRING) for i in range(MB)))]))
    assert len(attributes(tmp_path)) == 20_000
    assert "of the 1,000,000 properties of one object, those from 'p117998' on are left out" in run.err


def test_a_hundred_thousand_properties_that_cannot_be_mapped(tmp_path: Path) -> None:
    mapped(tmp_path, api([("A", obj((f"p{i}", "{}") for i in range(100_000)))]))


def test_a_hundred_thousand_entries_of_compositions(tmp_path: Path) -> None:
    parts = ", ".join(obj([(f"p{i}", STRING)]) for i in range(100_000))
    strings = ", ".join([STRING] * 100_000)
    mapped(tmp_path, api([("A", obj([("all", f'{{"allOf": [{parts}]}}'), ("one", f'{{"oneOf": [{strings}]}}')]))]))


def test_hundred_thousands_of_values(tmp_path: Path) -> None:
    words = ", ".join(f'"w{i}"' for i in range(200_000))
    properties = [
        ("a", f'{{"type": "string", "enum": [{words}]}}'),
        ("b", f'{{"type": "integer", "enum": [{words}]}}'),
        ("c", f'{{"type": [{words}]}}'),
        ("d", f'{{"type": "object", "additionalProperties": {STRING}, "required": [{words}]}}'),
    ]
    run = mapped(tmp_path, api([("A", obj(properties))]))
    assert run.err.count("OAS410") == 20
    assert "and 199,980 more" in run.err


def test_tens_of_thousands_of_parameters(tmp_path: Path) -> None:
    listed = ", ".join(f'{{"name": "q{i}", "in": "query", "schema": {STRING}}}' for i in range(30_000))
    text = api([("A", PLAIN)]).replace('"get": {', f'"get": {{"parameters": [{listed}], ')
    run = mapped(tmp_path, text)
    assert len(attributes(tmp_path)) == 1001
    assert "of the 30,000 parameters of one operation, those from 'q1000' on are left out" in run.err


@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_a_key_given_a_hundred_thousand_times(tmp_path: Path, syntax: str) -> None:
    same = obj([("a", STRING)] * 100_000)
    text = api([("A", same)]) if syntax == "json" else yaml(same)
    run = mapped(tmp_path, text)
    assert run.err.count("OAS201") == 20
    assert "and 99,979 more" in run.err


# --- depth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ('{"type": "array", "items": ', "}"),
        ('{"type": "object", "properties": {"a": ', "}}"),
        ('{"type": "object", "additionalProperties": ', "}"),
        ('{"allOf": [{"type": "object"}, ', "]}"),
        ('{"oneOf": [{"type": "null"}, ', "]}"),
    ],
)
def test_nesting_that_can_just_be_read(tmp_path: Path, opening: str, closing: str) -> None:
    levels = 840 // (len(closing) if opening.startswith('{"type"') else 2)
    deep = opening * levels + STRING + closing * levels
    mapped(tmp_path, api([("A", obj([("deep", deep), ("a", STRING)]))]))
    assert "a" in attributes(tmp_path)


# --- references -----------------------------------------------------------------------------------

CHAIN = [(f"C{i}", ref(f"C{i + 1}")) for i in range(5000)]


def test_a_chain_of_thousands_of_references(tmp_path: Path) -> None:
    uses = obj((f"p{i}", ref(f"C{i}")) for i in range(0, 5000, 5))
    run = mapped(tmp_path, api([("A", uses), *CHAIN, ("C5000", STRING)]))
    assert "more than 100 references lead to each other" in run.err
    assert sorted(attributes(tmp_path)) == sorted(f"p{i}" for i in range(4905, 5000, 5))


def test_a_ring_of_thousands_of_references(tmp_path: Path) -> None:
    mapped(tmp_path, api([("A", obj([("a", ref("C0")), ("b", STRING)])), *CHAIN, ("C5000", ref("C0"))]))
    assert list(attributes(tmp_path)) == ["b"]


def test_objects_in_each_other_thousands_of_times(tmp_path: Path) -> None:
    links = [(f"C{i}", obj([("next", ref(f"C{i + 1}"))])) for i in range(5000)]
    assert "OAS311" in mapped(tmp_path, api([*links, ("C5000", PLAIN)], ref("C0"))).err


def _next(number: int, name: str) -> list[tuple[str, str]]:
    return [(name, ref(f"C{number + 1}"))]


GRAPHS = {
    "all refer to all": [(f"C{i}", obj((f"p{j}", ref(f"C{j}")) for j in range(40))) for i in range(40)],
    "twice the next": [(f"C{i}", obj((f"p{j}", ref(f"C{i + 1}")) for j in range(2))) for i in range(40)],
    "the next and back": [
        (f"C{i}", obj([("l", ref(f"C{i + 1}")), ("r", ref(f"C{i + 1}")), ("back", ref("C0"))])) for i in range(40)
    ],
    "lists of lists": [(f"C{i}", f'{{"type": "array", "items": {ref(f"C{(i + 1) % 41}")}}}') for i in range(41)],
    "maps of maps": [(f"C{i}", f'{{"type": "object", "additionalProperties": {ref("C0")}}}') for i in range(1)],
    **{
        f"{keyword} of twice the next": [
            (f"C{i}", f'{{"{keyword}": [{ref(f"C{i + 1}")}, {ref(f"C{i + 1}")}]}}') for i in range(60)
        ]
        for keyword in ("allOf",)
    },
    **{
        f"{keyword} of itself": [("C0", f'{{"{keyword}": [{ref("C0")}, {PLAIN}, {ref("C0")}]}}')]
        for keyword in ("allOf", "oneOf", "anyOf")
    },
    "allOf that grows": [
        (f"C{i}", f'{{"allOf": [{obj(_next(i, "x"))}, {obj([*_next(i + 1, "x"), *_next(i, "y")])}]}}')
        for i in range(40)
    ],
}


@pytest.mark.parametrize("schemas", GRAPHS.values(), ids=GRAPHS)
def test_schemas_that_refer_to_each_other(tmp_path: Path, schemas: list[tuple[str, str]]) -> None:
    ends = [(f"C{i}", PLAIN) for i in range(len(schemas), 62)]
    text = api([("A", obj([("it", ref("C0")), ("a", STRING)])), *schemas, *ends])
    mapped(tmp_path, text, f"{CONFIG}policies: {{recursion_depth: 2, one_of: variants}}\n", memory=4 * 2**30)
    assert "a" in attributes(tmp_path)


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
def test_choices_that_double_at_each_level_are_refused_in_little_memory(tmp_path: Path, keyword: str) -> None:
    choices = [(f"C{i}", f'{{"{keyword}": [{ref(f"C{i + 1}")}, {ref(f"C{i + 1}")}]}}') for i in range(60)]
    text = api([("A", obj([("it", ref("C0")), ("a", STRING)])), *choices, ("C60", PLAIN)])
    run = generate(tmp_path, text, f"{CONFIG}policies: {{recursion_depth: 2, one_of: variants}}\n", MEMORY)
    refused(run, "characters of places, the limit for an input of")
    assert run.peak < 512 * 2**20


# --- numbers and texts ----------------------------------------------------------------------------

DIGITS = "9" * 100_000


@pytest.mark.parametrize(
    "number",
    [
        *(
            DIGITS,
            "9" * 4000,
            f"-{DIGITS}",
            f"1.{DIGITS}",
            f"1e{DIGITS}",
            "1e400",
            "-1e400",
            "1e-400",
            "NaN",
            "Infinity",
        ),
        *(".inf", ".nan", f"0x{'f' * 4000}", f"0b{'1' * 4000}", f"0o{'7' * 4000}", "1_000_000", "-0", "!!int x"),
        "!!float ''",
    ],
)
def test_numbers_of_every_kind(tmp_path: Path, number: str) -> None:
    members = f"maximum: {number}, minimum: {number}, default: {number}, enum: [{number}, 1]"
    sizes = f"minLength: {number}, maxLength: {number}, default: {number}, enum: [{number}, a]"
    text = yaml(
        f"{{type: object, properties: {{a: {{type: integer, {members}}}, b: {{type: string, {sizes}}}, "
        f"c: {{type: number, format: double, {members}}}, d: {{type: array, items: {STRING}, maxItems: {number}}}}}}}"
    )
    mapped(tmp_path, text)
    assert set(attributes(tmp_path)) == {"a", "b", "c", "d"}


CHARACTERS = ["\\u0000", "\\u001b[2J", "\\ud800", "\\udfff\\ud800", "\\u202e", "\\u2028", "\\r\\n", "\\u0085", "`'\\\""]


@pytest.mark.parametrize("text", CHARACTERS)
def test_characters_that_break_lines_and_terminals(tmp_path: Path, text: str) -> None:
    everywhere = f'"description": "{text}", "default": "{text}", "enum": ["{text}"], "pattern": "{text}"'
    full = f'{{"type": "string", {everywhere}}}'
    bad = f'{{"type": "{text}"}}'
    properties = f'"{text}": {full}, "{text}a": {full}, "b": {full}, "c{text}": {bad}'
    mapped(tmp_path, api([("A", f'{{"type": "object", "properties": {{{properties}}}}}')]))
    assert "b" in attributes(tmp_path)


def test_names_that_a_terminal_would_act_on_in_a_config(tmp_path: Path) -> None:
    config = (
        'provider: {name: "z\\e[2J"}\ndata_sources: {"d\\n\\e[2J": {read: {path: /pets, method: GET}}}\n"\\e[2J": 1\n'
    )
    mapped(tmp_path, api([("A", PLAIN)]), config)
    run = generate(tmp_path, api([("A", PLAIN)]), config.replace("/pets", '"/p\\e[2J\\n"'))
    refused(run, r"the path '/p\\x1b\[2J\\n' is not in api; correct")


@pytest.mark.parametrize(
    "schema",
    [
        *("!!set {type, object}", "!!python/object/apply:os.system [touch pwned]", "!!omap [type: object]", "!<x> {}"),
        *("!!timestamp 2020-01-01", "&a &b {}", "'", "? [a]\n      : b", "{type: object, properties: !!null ~}"),
        *("|\n     \ttext", "<<"),
    ],
)
def test_odd_yaml_is_mapped_or_refused_and_never_run(tmp_path: Path, schema: str) -> None:
    run = generate(tmp_path, yaml(schema))
    assert run.code in (0, 1)
    assert not (tmp_path / "pwned").exists()
    if run.code:
        assert len(run.errors) == 1


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|aa)+$", "(.*a){30}", "(" * 5000, "[" * 5000, "a{9999999}", "(?=" * 500, "((a{99}){99}){99}"],
)
def test_patterns_that_take_for_ever_are_never_run(tmp_path: Path, pattern: str) -> None:
    full = f'{{"type": "string", "pattern": "{pattern}", "default": "{"a" * 40}!", "example": "{"a" * 40}!"}}'
    write(tmp_path, api([("A", obj([("a", full)]))]))
    run = oasmap(tmp_path, "pages", "api", "out")
    assert run.code == 0, run.err
    assert (tmp_path / "out" / "resources" / "pet.md").is_file()


# --- configs --------------------------------------------------------------------------------------


def test_hundreds_of_wrong_paths_among_hundreds(tmp_path: Path) -> None:
    paths = ", ".join(f'"/v1/things/{i}/parts/{{id}}": {{"get": {{}}}}' for i in range(2000))
    wanted = "".join(f"  d{i}: {{read: {{path: '/v2/things/{i}/parts/{{id}}', method: GET}}}}\n" for i in range(1000))
    config = f"provider: {{name: zoo}}\ndata_sources:\n{wanted}"
    run = generate(tmp_path, api([("A", PLAIN)]).replace('"paths": {', f'"paths": {{{paths}, '), config)
    assert run.code == 1
    assert len(run.errors) == 1000
    assert all(error.endswith("?") for error in run.errors)


def test_words_too_long_to_be_compared(tmp_path: Path) -> None:
    text = api([("A", PLAIN)]).replace('"paths": {', f'"paths": {{"/{"ab" * 50_000}": {{}}, ')
    config = f"provider: {{name: zoo}}\ndata_sources: {{d: {{read: {{path: '/{'abc' * 30_000}', method: GET}}}}}}\n"
    refused(generate(tmp_path, text, config), "the path .* is not in api; correct")


def test_tens_of_thousands_of_entities_and_ignores(tmp_path: Path) -> None:
    ignores = NINE(chain((f"a.b{i}" for i in range(5_000)), ["a." * 50_000 + "a"]))
    entries = "".join(f"  d{i}: {{read: {{path: /pets, method: GET}}}}\n" for i in range(10_000))
    read = "read: {path: /pets, method: GET}"
    config = f"provider: {{name: zoo}}\ndata_sources:\n{entries}  e: {{{read}, schema: {{ignores: [{ignores}]}}}}\n"
    mapped(tmp_path, api([("A", PLAIN)]), config)
