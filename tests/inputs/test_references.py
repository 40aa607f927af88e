"""References inside a document and between files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Document, Documents, Unresolved
from mapper.inputs.document import Description
from mapper.inputs.store import MAX_HOPS, own_address

from ..files import write_files

MENU = """\
bread: {rye: {price: 3}, list: [a, {b: c}]}
dark bread: 1
a/b~c: 2
100%: 3
"%41": 4
chain: {$ref: '#/link'}
link: {$ref: '#/bread/rye'}
loop: {$ref: '#/pool'}
pool: {$ref: '#/loop'}
self: {$ref: '#/self'}
number: {$ref: 5}
"""


def menu() -> tuple[Documents, Document]:
    documents = Documents()
    return documents, documents.add(Document("menu.yaml", MENU.encode()))


@pytest.mark.parametrize(
    ("reference", "pointer"),
    [
        ("#", ""),
        ("", ""),
        ("#/bread/rye", "/bread/rye"),
        ("#/bread/list/1/b", "/bread/list/1/b"),
        ("#/dark%20bread", "/dark bread"),
        ("#/dark bread", "/dark bread"),
        ("#/a~1b~0c", "/a~1b~0c"),
        ("#/a%7E1b%7E0c", "/a~1b~0c"),
        ("#/100%", "/100%"),
        ("#/100%25", "/100%"),
        ("#/%41", "/%41"),
    ],
)
def test_a_reference_leads_to_its_node(reference: str, pointer: str) -> None:
    documents, document = menu()
    assert documents.resolve(document, reference).pointer == pointer


@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_a_reference_is_decoded_before_it_is_taken_as_it_is_written(syntax: str) -> None:
    text = '{"a~1b": 1, "a/b": 2, "%41": 3, "A": 4, "b%2Fc": 5, "c~0d": 6, "e": {"$ref": "#/f"}, "f": {"g~h": 7}}'
    document = Document("menu", (text if syntax == "json" else f"# as YAML\n{text}").encode())
    pointers = ("a~1b", "a~01b", "%41", "%2541", "b%2Fc", "c~0d", "c~00d", "e/g~0h", "e/g~h")
    found = {}
    for pointer in pointers:
        try:
            found[pointer] = Documents().resolve(document, f"#/{pointer}").value
        except Unresolved:
            found[pointer] = None
    assert [*found.values()] == [2, 1, 4, 3, 5, None, 6, 7, 7]


@pytest.mark.parametrize(
    "reference",
    ["#/nope", "#/bread/nope", "#/bread/list/2", "#/bread/list/-1", "#/bread/list/x", "#/bread/rye/price/deep",
     "#bread", "#/bread/", "#/bread/list/" + "9" * 5000,
     "#/bread/list/01", "#/bread/list/-", "##", "\ud800"],
)  # fmt: skip
def test_a_reference_to_nothing_is_unresolved(reference: str) -> None:
    documents, document = menu()
    with pytest.raises(Unresolved):
        documents.resolve(document, reference)


@pytest.mark.parametrize(("below", "most"), [("", MAX_HOPS), ("/deep", MAX_HOPS + 1)])
def test_references_lead_to_each_other_up_to_a_limit(below: str, most: int) -> None:
    """One after the other, or each on the way of the one before it."""
    for count in (most, most + 1):
        links = "".join(f"r{n}: {{$ref: '#/r{n + 1}{below}'}}\n" for n in range(count))
        depth = count if below else 0
        text = f"{links}r{count}: {'{deep: ' * depth}[it]{'}' * depth}\n"
        documents = Documents()
        first = documents.add(Document("menu.yaml", text.encode())).node.child("r0")
        if count == most:
            assert documents.follow(first)[0].value == ["it"]
        else:
            with pytest.raises(Unresolved, match="more than 100 references lead to each other"):
                documents.follow(first)


# --- files ---


def load(folder: Path, files: dict[str, str], root: Path | None = None) -> tuple[Documents, Document]:
    """Write files, and load the first."""
    write_files(folder, files)
    documents = Documents(folder, root)
    return documents, documents.load(folder / next(iter(files)))


@pytest.mark.parametrize(
    ("location", "name"),
    [
        ("bread.yaml", "bread.yaml"),
        ("./bread.yaml", "bread.yaml"),
        ("sub/../bread.yaml", "bread.yaml"),
        ("sub/rolls.json", "sub/rolls.json"),
        ("dark%20bread.yaml", "dark bread.yaml"),
        ("dark bread.yaml", "dark bread.yaml"),
        ("brød.yaml", "brød.yaml"),
    ],
)
def test_a_reference_may_lead_into_another_file(tmp_path: Path, location: str, name: str) -> None:
    text = '{"price": 3}'
    files = {
        "menu.yaml": "a: 1\n",
        "bread.yaml": text,
        "sub/rolls.json": text,
        "dark bread.yaml": text,
        "brød.yaml": text,
    }
    documents, document = load(tmp_path, files)
    node = documents.resolve(document, f"{location}#/price")
    assert (node.value, node.document.uri, node.pointer) == (3, name, "/price")
    assert documents.resolve(document, location).value == {"price": 3}


def test_two_files_that_refer_to_each_other_for_ever_are_unresolved(tmp_path: Path) -> None:
    documents, document = load(tmp_path, {"a.yaml": "x: {$ref: 'b.yaml#/x'}\n", "b.yaml": "x: {$ref: 'a.yaml#/x'}\n"})
    with pytest.raises(Unresolved, match="itself"):
        documents.follow(document.node.child("x"))


@pytest.mark.parametrize("location", ["../secret.yaml", "../docs/../secret.yaml", "link.yaml", "%2e%2e/secret.yaml"])
def test_files_outside_of_the_root_are_refused(tmp_path: Path, location: str) -> None:
    (tmp_path / "secret.yaml").write_text("a: 1")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "link.yaml").symlink_to("../secret.yaml")
    documents, document = load(tmp_path / "docs", {"menu.yaml": "a: 1\n"})
    with pytest.raises(Unresolved, match="outside"):
        documents.resolve(document, f"{location}#/a")
    with pytest.raises(Unresolved, match="outside"):
        documents.resolve(document, f"{tmp_path}/secret.yaml#/a")


def test_the_root_may_be_wider_than_the_folder_of_the_document(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text("a: 1")
    documents, document = load(tmp_path / "docs", {"menu.yaml": "a: 1\n"}, root=tmp_path)
    assert documents.resolve(document, "../shared.yaml#/a").value == 1


@pytest.mark.parametrize(
    "location",
    ["https://example.com/bread.yaml", "http://localhost/bread.yaml", "//example.com/bread.yaml", "//example.com",
     "ftp://example.com/bread.yaml", "file://example.com/bread.yaml", "HTTPS://example.com", "http://[::1/bread.yaml"],
)  # fmt: skip
def test_addresses_on_other_hosts_are_refused(tmp_path: Path, location: str) -> None:
    documents, document = load(tmp_path, {"menu.yaml": "a: 1\n"})
    with pytest.raises(Unresolved):
        documents.resolve(document, f"{location}#/a")
    assert documents.loaded == (document,)


@pytest.mark.parametrize(
    "location", ["missing.yaml", "broken.yaml", "folder", ".", "%00.yaml", "\ud800.yaml", "x" * 5000]
)
def test_a_file_that_cannot_be_read_is_unresolved(tmp_path: Path, location: str) -> None:
    (tmp_path / "folder").mkdir()
    documents, document = load(tmp_path, {"menu.yaml": "a: 1\n", "broken.yaml": "a: [\n"})
    with pytest.raises(Unresolved):
        documents.resolve(document, f"{location}#/a")


def test_a_document_from_nowhere_has_no_neighbours() -> None:
    documents, document = menu()
    with pytest.raises(Unresolved, match="no folder"):
        documents.resolve(document, "bread.yaml#/a")


NAMED = """\
openapi: 3.1.0
components:
  schemas:
    Bread:
      $anchor: bread
      type: object
      properties:
        $anchor: {type: string}
        rye: {$ref: '#rye'}
      default: {$anchor: rye}
    Rye: {$anchor: rye, type: integer}
    Shop:
      $id: https://shops.test/schemas/shop.json
      $defs:
        till: {$anchor: rye, type: boolean}
        size: {$id: size.json, $dynamicAnchor: node, type: number}
        again: {$ref: '#rye'}
        sized: {$ref: size.json}
        deep: {$ref: 'size.json#node'}
        away: {$ref: '#/$defs/till'}
    Kiosk: {$id: https://kiosks.test/k.json, properties: {sized: {$ref: size.json}}}
"""


@pytest.mark.parametrize(
    ("reference", "within", "pointer"),
    [
        ("#bread", "", "/components/schemas/Bread"),
        ("#rye", "/components/schemas/Bread/properties/rye", "/components/schemas/Rye"),
        ("#rye", "/components/schemas/Shop/$defs/again", "/components/schemas/Shop/$defs/till"),
        ("size.json", "/components/schemas/Shop/$defs/sized", "/components/schemas/Shop/$defs/size"),
        ("size.json#node", "/components/schemas/Shop/$defs/deep", "/components/schemas/Shop/$defs/size"),
        ("#/$defs/till", "/components/schemas/Shop/$defs/away", "/components/schemas/Shop/$defs/till"),
        ("size.json", "/components/schemas/Kiosk/properties/sized", "/components/schemas/Shop/$defs/size"),
        ("https://shops.test/schemas/shop.json", "", "/components/schemas/Shop"),
        ("https://shops.test/schemas/shop.json#rye", "", "/components/schemas/Shop/$defs/till"),
        ("https://shops.test/schemas/size.json#", "", "/components/schemas/Shop/$defs/size"),
        ("https://shops.test/schemas/shop.json#/$defs/till", "", "/components/schemas/Shop/$defs/till"),
        ("#/components/schemas/Rye", "/components/schemas/Shop/$defs/away", "/components/schemas/Rye"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_a_reference_may_name_a_schema_by_its_anchor_or_its_id(
    reference: str, within: str, pointer: str, as_json: bool
) -> None:
    text = json.dumps(yaml.safe_load(NAMED)) if as_json else NAMED
    document = Document("shop.yaml", text.encode())
    assert Documents().resolve(document, reference, within).pointer == pointer


@pytest.mark.parametrize(
    ("text", "reference", "why"),
    [
        (NAMED, "#wheat", "'#wheat' does not exist: no schema of shop.yaml has this $anchor"),
        (NAMED, "#/wheat", "'#/wheat' does not exist in shop.yaml"),
        (NAMED.replace("3.1.0", "3.0.3"), "#bread", "no schema of shop.yaml has this $anchor"),
        ("a: {$anchor: x}\nb: {$anchor: x}\n", "#x", "'#x' is the $anchor of 2 schemas of shop.yaml"),
        ("a: {$id: x}\nb: {$id: x}\n", "x", "'x' is the $id of 2 schemas of shop.yaml"),
        ("default: {$anchor: x}\nx-odd: {$anchor: x}\nproperties: {$anchor: x}\n", "#x", "has this $anchor"),
        ("a: {$id: 'http://['}\n", "http://[#x", "'http://['"),
    ],
)
def test_a_name_that_no_schema_has_or_several_have_leads_nowhere(text: str, reference: str, why: str) -> None:
    document = Document("shop.yaml", text.encode())
    with pytest.raises(Unresolved, match=re.escape(why)):
        Documents().resolve(document, reference)


def test_a_name_means_what_is_near_whatever_was_looked_for_before() -> None:
    documents, document = Documents(), Document("shop.yaml", NAMED.encode())
    places = ["/components/schemas/Bread/properties/rye", "/components/schemas/Shop/$defs/again"]
    found = [documents.resolve(document, "#rye", within).pointer for within in (*places, places[0])]
    assert [pointer.rpartition("/")[2] for pointer in found] == ["Rye", "till", "Rye"]


def test_an_anchor_may_be_in_another_file(tmp_path: Path) -> None:
    (tmp_path / "bread.yaml").write_text("$defs: {rye: {$anchor: rye, type: integer}}\n")
    (tmp_path / "shop.yaml").write_text("openapi: 3.1.0\nit: {$ref: 'bread.yaml#rye'}\n")
    documents = Documents(tmp_path)
    shop = documents.load(tmp_path / "shop.yaml")
    node, hops = documents.follow(shop.node.child("it"))
    assert (node.document.uri, node.pointer, len(hops)) == ("bread.yaml", "/$defs/rye", 1)


def test_an_id_is_not_asked_from_its_host() -> None:
    document = Document("shop.yaml", NAMED.encode())
    assert Documents().resolve(document, "https://shops.test/schemas/shop.json").document is document


def test_an_anchor_of_a_value_that_aliases_repeat_is_one_anchor() -> None:
    lines = ["a0: &a0 {$anchor: x0}", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 7))]
    document = Document("shop.yaml", "\n".join(lines).encode())
    assert Documents().resolve(document, "#x0").pointer == "/a0"


# --- keys given twice in an API description: the first value counts, and of the names of properties the last


Pairs = list[tuple[str, Any]]


def written(value: Any, syntax: str) -> bytes:
    """Lists of pairs are objects."""
    if isinstance(value, list):
        members = [f"{json.dumps(key)}: {written(member, '').decode()}" for key, member in value]
        text = "{" + ",\n".join(members) + "}"
    else:
        text = json.dumps(value)
    return (f"# as YAML\n{text}" if syntax == "yaml" else text).encode()


def read(value: Pairs, syntax: str) -> Description:
    return Description("api", written(value, syntax))


both = pytest.mark.parametrize("syntax", ["json", "yaml"])


@both
def test_the_first_value_counts_with_all_that_is_in_it(syntax: str) -> None:
    api = read([("a", [("x", 1), ("x", 2)]), ("b", 1), ("a", [("y", 3), ("y", 4)]), ("b", 2)], syntax)
    assert api.root == {"a": {"x": 1}, "b": 1}
    assert {(one.holder, one.key) for one in api.repeats} == {("", "a"), ("", "b"), ("/a", "x")}


@both
@pytest.mark.parametrize(
    ("tokens", "counts", "unused"),
    [(["a"], 0, [1, 2]), (["properties"], 2, [0, 1]), (["properties", "properties"], 0, [1, 2])],
)
def test_each_place_of_such_a_key_is_known_and_which_one_counts(
    tokens: list[str], counts: int, unused: list[int], syntax: str
) -> None:
    value: Pairs = [("k", 1), ("k", 2), ("k", 3)]
    for token in reversed(tokens):
        value = [(token, value)]
    api = read(value, syntax)
    assert api.at("".join(f"/{token}" for token in tokens)).value == {"k": counts + 1}
    (one,) = api.repeats
    first = 2 if syntax == "yaml" else 1
    assert one.text.endswith(f"the {'last' if counts else 'first'} counts, in line {first + counts}")
    assert [spot.place[0] for spot in one.spots] == [first + line for line in unused]
    assert (one.holder, one.key, one.more) == ("".join(f"/{token}" for token in tokens), "k", 0)
    assert {(spot.uri, spot.pointer) for spot in one.spots} == {("api", one.member)}


@both
def test_what_counts_is_the_same_whatever_is_asked_for_first(syntax: str) -> None:
    pairs: Pairs = [("z", 1), ("properties", [("p", 1), ("q", 2), ("p", 3)]), ("z", 2)]
    for order in (["/z", "/properties/p"], ["/properties/p", "/z"], ["/properties/q", "/properties/p", "/z"]):
        api = read(pairs, syntax)
        first = 2 if syntax == "yaml" else 1
        found = {pointer: api.position(pointer) for pointer in order}
        assert found["/properties/p"] == (first + 3, 1)
        assert found["/z"] == (first, 2)


def test_what_aliases_share_is_looked_at_once() -> None:
    api = Description("api", b"a: &x {k: 1, k: 2}\nb: *x\n")
    assert api.root == {"a": {"k": 1}, "b": {"k": 1}}
    assert len(api.repeats) == 1


def test_elsewhere_the_last_counts_as_in_other_readers_of_json() -> None:
    assert Document("schema", b'{"a": 1, "a": 2}').root == {"a": 2}


@both
def test_a_key_given_very_often_is_kept_a_few_times(syntax: str) -> None:
    api = read([("a", number) for number in range(5000)], syntax)
    assert api.root == {"a": 0}
    (one,) = api.repeats
    assert (len(one.spots), one.more) == (20, 4979)


@both
def test_objects_with_such_keys_may_be_many_and_deep(syntax: str) -> None:
    value: Any = 1
    for _ in range(300):
        value = [("a", value), ("b", 1), ("b", 2)]
    api = read([("list", value), *((f"k{n}", [("c", 1), ("c", 2)]) for n in range(2000))], syntax)
    assert len(api.repeats) == 2300


@pytest.mark.parametrize(
    ("root", "address"),
    [
        ("{$self: 'https://zoo.example/api.yaml'}", "https://zoo.example/api.yaml"),
        ("{$self: 'https://zoo.example/api.yaml#/a'}", "https://zoo.example/api.yaml"),
        ("{$self: 5}", ""),
        ("{openapi: 3.2.0}", ""),
        ("[$self]", ""),
    ],
)
def test_a_document_may_say_its_own_address(root: str, address: str) -> None:
    assert own_address(Document("api.yaml", root.encode())) == address
