"""Of many questions of a kind, the first ones are asked, and the others counted or named."""

import json
from typing import Any

import pytest

from tests.support import first_config

from ..zoos import api
from .test_questions import asked
from .test_statuses import TEXT, thing, zoo

NOUNS = "bed door lamp mat pan pot".split()
NUMBER = {"type": "integer"}
LEVEL = {"type": "string", "enum": [1, 2]}
PATH = "/rooms/{room}/lamps/{lampId}"


def several(text: str, count: int) -> str:
    """The resource of an API several times, each under another noun."""
    data = json.loads(text)
    data["paths"] = {
        path.replace("lamp", noun): json.loads(json.dumps(item).replace("lamp", noun))
        for noun in NOUNS[:count]
        for path, item in data["paths"].items()
    }
    return json.dumps(data)


def one(**properties: Any) -> str:
    body = thing("name", name=TEXT, **properties)
    return zoo(body, thing(id=TEXT, name=TEXT, **properties), update=body)


def switched() -> str:
    data = json.loads(zoo(thing("name", name=TEXT), thing(id=TEXT, name=TEXT, status=TEXT)))
    for action in ("enable", "disable"):
        data["paths"][f"{PATH}/{action}"] = {"post": {"responses": {"204": {}}}}
    return json.dumps(data)


def guessed() -> str:
    data = json.loads(zoo(thing("name", name=TEXT), thing(name=TEXT)))
    item = data["paths"].pop(PATH)
    data["paths"] = {"/lamps/{name}": {**item, "parameters": [{**item["parameters"][0], "name": "name"}]}}
    return json.dumps(data)


ID_NAME = thing(id=TEXT, name=TEXT)
APIS = {
    "OAS307": zoo(thing("name", "bad", name=TEXT, bad={"type": "array"}), ID_NAME, update=thing(name=TEXT)),
    "an update requires": zoo(thing("name", name=TEXT, why=TEXT), ID_NAME, update=thing("why", name=TEXT, why=TEXT)),
    "will your code call": switched(),
    "which of two types": zoo(thing("name", name=TEXT, size=NUMBER), thing(id=TEXT, name=TEXT, size=NUMBER),
                              update=thing(name=TEXT, size=TEXT)),
    "a text or a number": one(level=LEVEL),
    "create it?": guessed(),
}  # fmt: skip
MORE = {
    "OAS307": "1 more warning, with which `--strict` fails: `oasmap check`",
    "create it?": "More guesses, as comments say: 1 operation",
}


@pytest.mark.parametrize("words", APIS)
def test_five_are_asked_and_what_is_left_is_one_line(words: str) -> None:
    for count in (5, 6):
        lines = [line[4:] for line in asked(first_config(api(several(APIS[words], count))).text)]
        questions = [line for line in lines if words in line]
        assert [next(noun for noun in NOUNS if noun in line) for line in questions] == NOUNS[:5]
        more = MORE.get(words, "The same of more resources: room_pot")
        assert [line for line in lines if "more " in line.lower()] == ([more] if count > len(questions) else [])


@pytest.mark.parametrize(("count", "more"), [(8, ""), (9, " and 1 more name"), (10, " and 2 more names")])
def test_eight_names_that_may_be_secrets_are_listed_frequent_ones_first(count: int, more: str) -> None:
    names = [f"{letter}_api_key" for letter in "abcdefghij"[:count]]
    first, second = (json.loads(one(**dict.fromkeys(own, TEXT))) for own in (names, names[-1:]))
    doors = json.loads(json.dumps(second["paths"]).replace("lamp", "door"))
    first["paths"] |= doors
    (line, setting) = asked(first_config(api(json.dumps(first))).text)
    listed = ", ".join((names[-1], *names[:7]))
    assert line == f"# ? Are these secrets? {listed}{more}. To say so later breaks users."
    assert f"sensitive: [{listed}] #" in setting
