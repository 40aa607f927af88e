"""Finding the operations of a config, and what is no OpenAPI description that can be mapped."""

import pytest

from mapper.report.diagnostic import MappingError

from ...counting import calls
from ...support import Mapped, map_texts

PATHS = "{/ovens: {get: {}, post: {}}, '/ovens/{id}': {get: {}}, /trays: {get: {}}}"
CONFIG = "{provider: {name: bakery}, data_sources: {oven: {read: {path: /ovens, method: get}}}}"


def map_operation(path: str, method: str) -> Mapped:
    return map_texts(
        f"{{openapi: 3.0.0, paths: {PATHS}}}",
        f"provider: {{name: bakery}}\ndata_sources:\n  oven:\n    read: {{path: {path}, method: {method}}}\n",
    )


def error_of(path: str, method: str) -> MappingError:
    with pytest.raises(MappingError) as error:
        map_operation(path, method)
    return error.value


def test_an_unknown_path_that_looks_like_nothing_gets_no_proposal() -> None:
    assert "did you mean" not in str(error_of("/bicycles/wheels", "get"))


@pytest.mark.parametrize("method", ["FETCH", "connect", "parameters", "query", "'get '"])
def test_a_wrong_method_ends_the_run(method: str) -> None:
    (problem,) = error_of("/ovens", method).problems
    assert problem.line == 4
    assert "HTTP method" in problem.text


def test_a_misspelled_method_names_the_nearest_one() -> None:
    assert "did you mean 'DELETE'?" in str(error_of("/ovens", "DELET"))


def test_unknown_paths_are_not_looked_for_in_every_path() -> None:
    def work(count: int) -> int:
        paths = ", ".join(f"/ovens{number}: {{get: {{}}}}" for number in range(count))
        entries = "".join(f"  o{number}: {{read: {{path: /gone{number}, method: get}}}}\n" for number in range(50))

        def run() -> None:
            with pytest.raises(MappingError, match="/gone49"):
                map_texts(
                    f"{{openapi: 3.0.0, paths: {{{paths}}}}}", f"provider: {{name: bakery}}\ndata_sources:\n{entries}"
                )

        return calls(run)

    assert work(400) < 2 * work(100)


def test_only_the_first_unknown_paths_get_a_hint() -> None:
    entries = "".join(f"  o{number}: {{read: {{path: /oven/{number}, method: get}}}}\n" for number in range(1100))
    with pytest.raises(MappingError) as error:
        map_texts("{openapi: 3.0.0, paths: {/ovens/1: {get: {}}}}", f"provider: {{name: a}}\ndata_sources:\n{entries}")
    hinted = ["did you mean" in problem.text for problem in error.value.problems]
    assert hinted == [True] * 1000 + [False] * 100


def test_wrong_aliases_do_not_list_every_attribute_again_for_each() -> None:
    def work(count: int) -> int:
        properties = ", ".join(f"p{number}: {{type: string}}" for number in range(count))
        schema = f"{{type: object, properties: {{{properties}}}}}"
        body = f"{{content: {{application/json: {{schema: {schema}}}}}}}"
        paths = f"{{/ovens: {{get: {{responses: {{'200': {body}}}}}}}}}"
        aliases = ", ".join(f"wrong{number}: other{number}, .gone{number}: another{number}" for number in range(200))
        config = f"""
            provider: {{name: bakery}}
            data_sources:
              oven: {{read: {{path: /ovens, method: get}}, schema: {{attributes: {{aliases: {{{aliases}}}}}}}}}
        """
        return calls(lambda: map_texts(f"{{openapi: 3.0.0, paths: {paths}}}", config))

    assert work(400) - work(200) < 200 * 400


@pytest.mark.parametrize("paths", ["", "paths: null", "paths: []", "paths: text", "paths: {}"])
def test_a_description_without_paths_has_no_operation(paths: str) -> None:
    with pytest.raises(MappingError, match="/oven"):
        map_texts(
            f"openapi: 3.0.0\n{paths}\n", "{provider: {name: b}, data_sources: {o: {read: {path: /oven, method: get}}}}"
        )


@pytest.mark.parametrize("version", ["3.0.0", "3.1.0", "3.2.0", "'3.0'", "3.1", "3", "4.0.0"])
def test_versions_from_3_on_are_read(version: str) -> None:
    assert map_texts(f"{{openapi: {version}, paths: {PATHS}}}", CONFIG).mapping.system == "terraform"


@pytest.mark.parametrize("version", ["2.0", "''", "null", "[]", "three", "v3", "-3"])
def test_other_versions_end_the_run_with_the_place(version: str) -> None:
    with pytest.raises(MappingError) as error:
        map_texts(f"paths: {PATHS}\nopenapi: {version}\n", CONFIG)
    (problem,) = error.value.problems
    assert (problem.uri, problem.line) == ("openapi.yaml", 2)


@pytest.mark.parametrize("text", ["[]", "text", "{}", "{info: {}}", "# nothing\n", "null"])
def test_what_is_no_openapi_description_ends_the_run(text: str) -> None:
    with pytest.raises(MappingError, match=r"openapi\.yaml:1:.*openapi"):
        map_texts(text, CONFIG)
