"""What the options of the plugin are read as, and which of them are refused, without a build."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.config.base import ValidationError
from mkdocs.exceptions import PluginError

from mkdocs_oasmap.options import OasmapOptions, mapping_options
from mkdocs_oasmap.sites.mapping_options import config_paths
from mkdocs_oasmap.sites.site_builder import audience

from .site.sites import write_site
from .site.test_options import FILES, ONE, OPTION, REFUSED, REFUSED_LATER


def read(folder: Path, options: dict[str, Any]) -> tuple[list[Any], list[str]]:
    """The options of each mapping, and what is said of them."""
    found = OasmapOptions(str(folder / "mkdocs.yml"))
    found.load_dict(options)
    failed, warnings = found.validate()
    said = [f"{OPTION} {name!r}: {error}".replace(f"{folder}", "HERE") for name, error in (*failed, *warnings)]
    if failed:
        return [], said
    try:
        return mapping_options(found), said
    except ValidationError as error:
        return [], [f"oasmap: {error}"]


def test_a_wrong_option_is_refused_before_a_file_is_read(here: Path) -> None:
    write_site(here, files=FILES)
    for options, message in REFUSED:
        mappings, said = read(here, options)
        assert mappings == []
        assert any(message in text for text in said), (options, said)
    for options, _ in REFUSED_LATER:
        assert read(here, options)[1] == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {},
            {"pages": "reference", "title": "Reference", "baseline_missing": "warning", "overlays": [], "split": None},
        ),
        ({"pages": "/a b/c.d/"}, {"pages": "a b/c.d", "title": "Reference"}),
        ({"title": "Zoo"}, {"title": "Zoo"}),
        ({"config": "generator_config.yml"}, {"config": ["HERE/generator_config.yml"]}),
        ({"config": ["generator_config.yml", "ack.yaml"]}, {"config": ["HERE/generator_config.yml", "HERE/ack.yaml"]}),
        ({"overlays": None}, {"overlays": []}),
        ({"baseline_config": "then.yml"}, {"baseline_config": ["then.yml"]}),
        ({"versions": {"1.0": "git:v1", "1.1": "zoo.json"}}, {"versions": {"1.0": "git:v1", "1.1": "HERE/zoo.json"}}),
        ({"levels": {"OAS302": "ignore"}}, {"levels": {"OAS302": "ignore"}}),
        ({"labels": {"section.example": "Usage"}}, {"labels": {"section.example": "Usage"}}),
        ({"split": 0}, {"split": 0}),
        ({"source_url": "https://e/{path}?{line}"}, {"source_url": "https://e/{path}?{line}"}),
        ({"spec": "botocore:s3", "system": "ack"}, {"spec": "botocore:s3", "system": "ack"}),
    ],
)
def test_an_option_is_read_as_what_it_means(here: Path, options: dict[str, Any], expected: dict[str, Any]) -> None:
    write_site(here, files=FILES)
    ((mapping,), said) = read(here, {**ONE, **options})
    assert said == []

    def shown(value: Any) -> Any:
        if isinstance(value, list):
            return [shown(item) for item in value]
        if isinstance(value, dict):
            return {key: shown(item) for key, item in value.items()}
        return value.replace(f"{here}", "HERE") if isinstance(value, str) else value

    assert {name: shown(mapping[name]) for name in expected} == expected


def test_a_mapping_needs_no_description_where_an_earlier_run_is_shown(here: Path) -> None:
    write_site(here, files=FILES)
    mappings, said = read(here, {"mappings": [ONE, {"sidecar": "zoo.json", "pages": "old"}]})
    assert ([mapping.pages for mapping in mappings], said) == (["reference", "old"], [])


def test_a_config_is_proposed_where_there_is_none(here: Path) -> None:
    write_site(here, files=FILES)
    for config, is_proposed in (("none.yml", True), ("https://x.example/c.yml", False)):
        (text,) = read(here, {**ONE, "config": config})[1]
        assert ("`oasmap init` proposes one" in text) is is_proposed


@pytest.mark.parametrize(
    ("folders", "titles"),
    [
        (["zoo_park"], ["Reference"]),
        (["zoo_park", "api/big-mill"], ["Zoo park", "Big mill"]),
    ],
)
def test_several_mappings_have_the_titles_of_their_folders(here: Path, folders: list[str], titles: list[str]) -> None:
    write_site(here)
    mappings, said = read(here, {"mappings": [{**ONE, "pages": folder} for folder in folders]})
    assert ([mapping.title for mapping in mappings], said) == (titles, [])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"pagse": "x"}, "'pagse': Unrecognised configuration name: pagse; did you mean 'pages'?"),
        ({1: "x"}, "1: Unrecognised configuration name: 1"),
    ],
)
def test_an_unknown_option_is_a_warning(here: Path, options: dict[Any, str], said: str) -> None:
    write_site(here)
    ((_,), (text,)) = read(here, {**ONE, **options})
    assert text.startswith(f"{OPTION} {said}")


@pytest.mark.parametrize(
    ("given", "configs"),
    [
        ({"system": "terraform", "config": ["a.yml"]}, ["a.yml"]),
        ({"system": "terraform"}, ["HERE/generator_config.yml"]),
        ({"system": "ack"}, ["HERE/generator.yaml"]),
        ({"system": "crossplane"}, []),
        ({"system": "provider"}, []),
        ({"system": "provider", "config": ["a.yml"]}, None),
        ({"system": "terraform", "config": ["a.yml"], "sidecar": "zoo.json"}, []),
    ],
)
def test_a_mapping_has_the_configs_that_its_system_reads(
    here: Path, given: dict[str, Any], configs: list[str] | None
) -> None:
    options = SimpleNamespace(**{"config": [], "sidecar": None, **given})
    if configs is None:
        with pytest.raises(PluginError, match=r"^oasmap: config: the system provider has no config; leave the option"):
            config_paths(options, here)
    else:
        assert [str(path).replace(f"{here}", "HERE") for path in config_paths(options, here)] == configs


@pytest.mark.parametrize(
    ("option", "baselines", "serves", "is_for_authors"),
    [
        (None, [None], False, False),
        (None, [None, "git:main"], False, True),
        (None, [None], True, True),
        ("users", ["git:main"], True, False),
        ("authors", [None], False, True),
    ],
)
def test_a_preview_is_for_authors_unless_the_site_says_for_whom_it_is(
    option: str | None, baselines: list[str | None], *, serves: bool, is_for_authors: bool
) -> None:
    mappings = [SimpleNamespace(baseline=baseline) for baseline in baselines]
    shown = audience(SimpleNamespace(audience=option, sources=False), mappings, serves=serves)  # type: ignore[arg-type]
    assert shown.authors is is_for_authors
