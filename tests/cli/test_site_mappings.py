"""All mappings of a site in one run of `oasmap check` and `oasmap diff`."""

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from jsonschema import Draft202012Validator

from mapper.registry import system_named
from mapper.request import Request
from mapper.review.data import review_schema
from mapper.system.reading import Reading
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.cli.site_mappings import gone_mappings, site_mappings
from mkdocs_oasmap.review.states import Files
from mkdocs_oasmap.review_formats import FORMATS

from ..repository import git
from ..site.sites import write_site
from ..site.tree import parse
from ..zoo import CONFIG, api

NAMES = tuple(f"m{number}" for number in range(8))
OLD = api("Pet: {type: object, properties: {name: {type: string}, age: {type: integer}}}")
NEW = api("Pet: {type: object, properties: {name: {type: string}}}")
OVERLAY = """\
overlay: 1.0.0
info: {{title: Zoo, version: "1"}}
actions: [{{target: $.components.schemas.Pet.properties.{}, remove: true}}]
"""
FORMS = tuple(FORMATS)


class Monorepo:
    """A repository with a site of eight mappings, and what the command line says in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        (folder / "docs").mkdir()
        for name in NAMES:
            self.write(f"api/{name}.yaml", OLD)
            self.write(f"api/{name}.yml", CONFIG)
        self.settings()
        self.git("init", "-q", "-b", "main")
        assert self.run("check", "--mkdocs", "mkdocs.yml")[0] == 1
        for name in NAMES:
            self.generate(name)
        self.commit("one")

    def settings(self, **members: Any) -> None:
        mappings = [
            {"spec": f"api/{name}.yaml", "config": f"api/{name}.yml", "pages": name, "output": f"specs/{name}.json"}
            for name in NAMES
        ]
        site = {"site_name": "Zoo", "plugins": ["search", {"oasmap": {"mappings": mappings, **members}}]}
        self.write("mkdocs.yml", json.dumps(site))

    def generate(self, name: str) -> None:
        (self.folder / "specs").mkdir(exist_ok=True)
        arguments = ("--config", f"api/{name}.yml", "--output", f"specs/{name}.json", f"api/{name}.yaml")
        assert self.run("generate", "-q", *arguments)[0] == 0

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def commit(self, text: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", text)

    def git(self, *arguments: str) -> None:
        git(self.folder, *arguments)

    def run(self, *arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err


@pytest.fixture
def site(here: Path, capsys: pytest.CaptureFixture[str]) -> Monorepo:
    return Monorepo(here, capsys)


def test_all_mappings_are_checked_and_all_that_is_stale_is_told(site: Monorepo) -> None:
    code, out, err = site.run("check", "--mkdocs", "mkdocs.yml")
    assert (code, out) == (0, "")
    assert [line.partition(" ")[0] for line in err.splitlines()] == [f"specs/{name}.json" for name in NAMES]
    site.write("api/m1.yaml", NEW)
    site.write("api/m2.yaml", "openapi: [")
    site.write("specs/m6.json", "{}")
    code, out, err = site.run("check", "--mkdocs", "mkdocs.yml", "--format", "json")
    assert code == 1
    assert [problem["file"] for problem in json.loads(out)["problems"]] == [
        "specs/m1.json",
        "api/m2.yaml",
        "specs/m6.json",
    ]
    assert err.count("error: ") == 3


def test_each_state_is_mapped_once(site: Monorepo, monkeypatch: pytest.MonkeyPatch) -> None:
    mapped: Counter[str] = Counter()
    reading = type(system_named("terraform").reading)
    for name in ("map", "map_in_part"):
        real = getattr(reading, name)

        def counted(self: Reading, request: Request, real: Any = real) -> Any:
            mapped["all"] += 1
            return real(self, request)

        monkeypatch.setattr(reading, name, counted)
    assert site.run("check", "--mkdocs", "mkdocs.yml")[0] == 0
    assert mapped.pop("all") == 8
    site.write("api/m1.yaml", NEW)
    also = [word for form in FORMS for word in ("--also", f"{form}=out/{form}")]
    assert site.run("diff", "--mkdocs", "mkdocs.yml", *also, "git:main")[0] == 0
    assert mapped.pop("all") == 16


def test_all_mappings_are_reviewed_with_one_verdict_and_each_format_is_whole(site: Monorepo) -> None:
    for name in ("m1", "m6"):
        site.write(f"api/{name}.yaml", NEW)
    also = [word for form in FORMS for word in ("--also", f"{form}=out/{form}")]
    code, out, _ = site.run("diff", "--mkdocs", "mkdocs.yml", "--fail-on", "breaking", *also, "git:main...")
    assert code == 3
    texts = {form: (site.folder / "out" / form).read_text(encoding="utf-8") for form in FORMS}
    assert texts["text"] == out
    assert texts["counts"] == "breaking=2\nchanges=2\ncompared=true\n"
    assert texts["markdown"].count("### Mapping review: `api/m") == 2
    assert "Nothing changes for users of 6 mappings." in texts["markdown"]
    reviews = json.loads(texts["json"])
    Draft202012Validator(json.loads(review_schema())).validate(reviews)
    assert [review["summary"]["breaking"] for review in reviews["reviews"]] == [0, 1, 0, 0, 0, 0, 1, 0]
    assert [line.partition(",")[0] for line in texts["github"].splitlines()] == [
        f"::error file=api/{name}.yaml" for name in ("m1", "m6")
    ]
    (run,) = json.loads(texts["sarif"])["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["attribute-removed"] * 2
    assert texts["junit"].count("<failure ") == 2
    assert texts["junit"].count("<testsuite ") == 8
    assert len({entry["fingerprint"] for entry in json.loads(texts["gitlab"])}) == 2
    page = parse(texts["html"])
    assert len(page.ids) == len(set(page.ids))
    assert all(link[1:] in page.ids for link in page.links if link.startswith("#"))


def test_a_mapping_that_cannot_be_compared_fails_and_the_others_are_reviewed(site: Monorepo) -> None:
    site.write("api/m1.yaml", NEW)
    site.write("api/m2.yaml", "openapi: [")
    code, out, err = site.run("diff", "--mkdocs", "mkdocs.yml", "--format", "github", "--also", "counts=c", "git:main")
    assert code == 1
    assert err.startswith("error: api/m2.yaml:")
    assert [line.partition(",")[0] for line in out.splitlines()] == [
        "::error file=api/m2.yaml", "::error file=api/m1.yaml"
    ]  # fmt: skip
    assert (site.folder / "c").read_text() == "breaking=1\nchanges=1\ncompared=false\n"


def test_a_mapping_that_comes_new_may_be_missing_and_is_told(site: Monorepo) -> None:
    site.write("api/new.yaml", OLD)
    site.write("generator_config.yml", CONFIG)
    site.write("mkdocs.yml", "site_name: Zoo\nplugins: {oasmap: {spec: api/new.yaml}}\n")
    assert site.run("diff", "--mkdocs", "mkdocs.yml", "git:main")[0] == 1
    code, out, _ = site.run("diff", "--mkdocs", "mkdocs.yml", "--missing-ok", "git:main")
    assert (code, "problem: nothing to compare with" in out) == (0, True)
    assert site.run("check", "--mkdocs", "mkdocs.yml") == (
        0, "", "api/new.yaml can be mapped, and writes no file: 1 resource, 0 data sources, 3 attributes\n"
    )  # fmt: skip


def test_a_mapping_that_is_taken_away_is_told_and_fails_a_gate(site: Monorepo) -> None:
    settings = json.loads((site.folder / "mkdocs.yml").read_text())
    del settings["plugins"][1]["oasmap"]["mappings"][3]
    site.write("mkdocs.yml", json.dumps(settings))
    code, out, _ = site.run("diff", "--mkdocs", "mkdocs.yml", "--fail-on", "breaking", "git:main...")
    assert code == 3
    assert "main...:api/m3.yaml" in out
    assert "this site, which has this mapping no more: 2 breaking changes" in out
    assert "causes" not in out


def test_settings_of_zensical_and_of_another_folder_are_read(site: Monorepo, monkeypatch: pytest.MonkeyPatch) -> None:
    site.write(
        "sub/zensical.toml", '[project]\n[project.plugins.oasmap]\nspec = "../api/m0.yaml"\nconfig = "../api/m0.yml"\n'
    )
    code, _, err = site.run("check", "--mkdocs", "sub/zensical.toml")
    assert (code, err.partition(" ")[0]) == (0, "api/m0.yaml")
    site.write("api/m0.yaml", NEW)
    code, out, _ = site.run("diff", "--mkdocs", "sub/zensical.toml", "--fail-on", "breaking", "git:main")
    assert (code, "api/m0.yaml" in out) == (3, True)


@pytest.mark.parametrize(("current", "shown"), [("", "specs"), ("sub", "{here}/sub/../specs")], ids=["below", "beside"])
def test_files_are_shown_from_the_current_folder_and_names_with_a_scheme_as_they_are(
    current: str, shown: str, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "sub").mkdir()
    (here / "ack.yaml").write_text("ignore: {operations: []}")
    options = {"spec": "botocore:sqs", "system": "ack", "config": "../ack.yaml", "output": "../specs"}
    (here / "sub" / "mkdocs.yml").write_text(json.dumps({"site_name": "Zoo", "plugins": [{"oasmap": options}]}))
    monkeypatch.chdir(here / current)
    assert main(["check", "--mkdocs", str(here / "sub" / "mkdocs.yml")]) == 1
    expected = f"error: {shown.format(here=here)}/apis/v1alpha1/doc.go: does not exist"
    assert expected in capsys.readouterr().err


def test_overlays_are_read_from_the_folder_of_the_settings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"spec": "../zoo.yaml", "config": "../zoo.yml", "overlays": ["../one.yaml", "../two.yaml"]}
    for name, text in {
        "zoo.yaml": OLD,
        "zoo.yml": CONFIG,
        "one.yaml": OVERLAY.format("name"),
        "two.yaml": OVERLAY.format("age"),
        "sub/mkdocs.yml": json.dumps({"site_name": "Zoo", "plugins": [{"oasmap": options}]}),
    }.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text, encoding="utf-8")
    assert main(["check", "--mkdocs", "sub/mkdocs.yml"]) == 0
    assert "1 resource, 0 data sources, 1 attribute " in capsys.readouterr().err


def test_levels_of_the_site_apply_and_nothing_in_the_settings_is_executed(site: Monorepo) -> None:
    site.write("api/m0.yaml", api("Pet: {type: object, properties: {name: {}}}"))
    assert site.run("check", "--mkdocs", "mkdocs.yml")[0] == 1
    site.generate("m0")
    assert site.run("check", "--mkdocs", "mkdocs.yml", "--strict")[0] == 3
    site.settings(levels={"OAS302": "ignore"})
    settings = (site.folder / "mkdocs.yml").read_text()
    attack = ', "x": !!python/object/apply:os.mkdir ["owned"], "y": !!python/name:os.mkdir }'
    site.write("mkdocs.yml", settings[:-1] + attack)
    assert site.run("check", "--mkdocs", "mkdocs.yml", "--strict")[0] == 0
    assert not (site.folder / "owned").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["check", "--mkdocs", "no.yml"],
            1,
            "error: no.yml: no such file; name the settings of a site, such as mkdocs.yml",
        ),
        (["check"], 2, "Missing argument '[SPEC]'"),
        (["check", "--mkdocs", "mkdocs.yml", "api/m0.yaml"], 2, "SPEC does not go with --mkdocs"),
        (["check", "--mkdocs", "mkdocs.yml", "--config", "x"], 2, "--config does not go with --mkdocs"),
        (["diff", "--mkdocs", "mkdocs.yml", "--system", "ack", "git:main"], 2, "--system does not go with --mkdocs"),
        (["diff", "--mkdocs", "mkdocs.yml"], 2, "with --mkdocs, OLD is compared with the site; leave NEW out"),
        (
            ["diff", "--mkdocs", "mkdocs.yml", "git:main", "api/m0.yaml"],
            2,
            "with --mkdocs, OLD is compared with the site; leave NEW out",
        ),
        (["check", "--mkdocs", "api/m0.yml"], 1, "api/m0.yml: the plugin oasmap is not among the plugins"),
        (["check", "--mkdocs", "broken.yml"], 1, "broken.yml: the settings cannot be read: "),
        (["check", "--mkdocs", "number.yml"], 1, "number.yml: the settings cannot be read: "),
        (["check", "--mkdocs", "list.yml"], 1, "list.yml: "),
        (["check", "--mkdocs", "wrong.yml"], 1, "wrong.yml: oasmap: spec: "),
        (["check", "--mkdocs", "docs"], 1, "docs: cannot be read"),
    ],
)
def test_what_is_wrong_gets_one_message(site: Monorepo, arguments: list[str], code: int, message: str) -> None:
    site.write("broken.yml", "a: [")
    site.write("number.yml", "!!int : 1")
    site.write("list.yml", "- 1")
    site.write("wrong.yml", "plugins: [{oasmap: {spec: no.yaml}}]")
    found, out, err = site.run(*arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err
    assert "\\n" not in err, "a message is one line"


@pytest.mark.parametrize(
    ("before", "gone"),
    [
        ({"spec": "old.yaml", "pages": "old"}, [("old.yaml", [])]),
        ({"spec": "old.yaml", "pages": "old", "config": "c.yml"}, [("old.yaml", ["c.yml"])]),
        ({"spec": "old.yaml", "pages": "old", "config": ["c.yml", "d.yml"]}, [("old.yaml", ["c.yml", "d.yml"])]),
        ({"spec": "old.yaml", "pages": "old", "config": 5}, [("old.yaml", [])]),
        ({"spec": "old.yaml", "sidecar": "s.json", "pages": "old"}, [("s.json", [])]),
        ({"spec": "old.yaml", "pages": ["old"]}, [("old.yaml", [])]),
        ({"spec": "old.yaml"}, []),
        ({"spec": "api.yaml", "pages": "old"}, []),
        ({"spec": 5, "pages": "old"}, []),
        ({"mappings": [{"spec": "a.yaml", "pages": "a"}, {"spec": "b.yaml", "pages": "b"}, 5, "c"]},
         [("a.yaml", []), ("b.yaml", [])]),
        ({"mappings": 5, "spec": "old.yaml", "pages": "old"}, [("old.yaml", [])]),
        ({"mappings": [], "spec": "old.yaml", "pages": "old"}, [("old.yaml", [])]),
        (None, []),
    ],
)  # fmt: skip
def test_a_mapping_that_an_earlier_state_had_is_gone_whatever_else_its_settings_say(
    here: Path, before: Any, gone: list[tuple[str, list[str]]]
) -> None:
    found = taken_away(here, before)
    assert [(name, [path.as_posix() for path in files.config]) for name, files in found] == gone


@pytest.mark.parametrize(
    ("system", "known"), [("ack", "ack"), ("terrafrom", None), (5, None), (["ack"], None), (None, None)]
)
def test_the_system_of_an_earlier_state_is_found_out_if_it_has_none_that_is_known(
    here: Path, system: object, known: str | None
) -> None:
    ((_, files),) = taken_away(here, {"spec": "old.yaml", "pages": "old", "system": system})
    assert files.system == known


def taken_away(here: Path, before: dict[str, Any] | None) -> list[tuple[str, Files]]:
    """The mappings that a site had, by the options of the plugin at that time, and has no more."""
    write_site(here, plugins=[{"oasmap": {"spec": "api.yaml"}}])
    plugins = [] if before is None else [{"oasmap": before}]
    earlier = yaml.safe_dump({"site_name": "Zoo", "plugins": plugins}).encode()
    revision = SimpleNamespace(has=lambda _: True, read=lambda *_: earlier)
    return list(gone_mappings("mkdocs.yml", cast("Any", revision)))


def test_options_of_a_site_are_those_of_a_command_in_the_current_folder(here: Path) -> None:
    named = {"review": "review.yml", "drift": "built.json", "registry_docs": "pages", "output": "spec.json"}
    options = {**named, "baseline_config": "then.yml", "levels": {"OAS302": "ignore", "OAS303": "error"}}
    files = dict.fromkeys(("review.yml", "built.json", "then.yml", "zoo.json"), "{}")
    write_site(here / "site", options={"spec": "api.yaml", **options}, files=files)
    (one,) = site_mappings("site/mkdocs.yml")
    assert (one.review, one.output, one.registry.folder, one.baseline_config) == (
        "site/review.yml", "site/spec.json", "site/pages", ("site/then.yml",)
    )  # fmt: skip
    assert one.drift is not None
    assert (one.drift.name, one.drift.review) == ("site/built.json", "site/review.yml")
    assert (one.source.levels, one.ignored) == ({"OAS303": "error"}, frozenset({"OAS302"}))
    assert (one.source.spec, one.source.recorded, one.source.versions) == ("site/api.yaml", False, {})
    write_site(here, options={"sidecar": "zoo.json"}, files=files)
    (one,) = site_mappings("mkdocs.yml")
    assert (one.source.spec, one.source.recorded, one.source.config) == ("zoo.json", True, ())
    assert (one.review, one.output, one.registry.folder, one.baseline_config) == (None, None, None, ())
    assert one.drift is None
