"""What the commands of the guide start, in tests: `oasmap`, `mkdocs` and `python` as they are, others checked.

A program that is not ours checks its arguments: that what they name exists, and that it is what they say. Run as
`python programs.py NAME ARGUMENTS…`; the exit code is that of the program. Each command runs it, so it imports late.
"""

import os
import re
import sys
from pathlib import Path

from mapper.version import __version__

ROOT = Path(__file__).parents[2]


def _replace(*arguments: str) -> None:
    """Go on as another process."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *arguments])


def oasmap(arguments: list[str]) -> None:
    """Ours; what would start the program of a provider is only parsed, and a site has a page."""
    if arguments[0] == "zensical":
        _begin_site()
    if arguments[0] not in ("plan", "operator", "try") and "--live" not in arguments:
        _replace("-m", "mkdocs_oasmap", *arguments)
    parse(arguments)


def parse(arguments: list[str]) -> None:
    """A command line of ours has a command and options that exist."""
    from mkdocs_oasmap.cli.program import Commands

    name, *rest = arguments
    group = Commands()
    command = group.get_command(group.make_context("oasmap", [name, "--help"], resilient_parsing=True), name)
    assert command is not None, arguments
    command.make_context(name, rest)


def mkdocs(arguments: list[str]) -> None:
    """`serve` builds once, a site has a page; the example site is only loaded, since other tests build it."""
    command, *rest = arguments
    if "example_site/mkdocs.yml" in rest:
        from mkdocs.config import load_config

        load_config(str(ROOT / "example_site/mkdocs.yml"))
        return
    _begin_site()
    _replace("-m", "mkdocs", {"serve": "build"}.get(command, command), *(["-q"] if command == "serve" else []), *rest)


def zensical(arguments: list[str]) -> None:
    """As it is."""
    _replace("-m", "zensical", *arguments)


def properdocs(arguments: list[str]) -> None:
    """As it is."""
    _replace("-m", "properdocs", *arguments)


def _begin_site() -> None:
    if not Path("docs").exists():
        Path("docs").mkdir()
        Path("docs/index.md").write_text("# Home\n")


SOURCE = f" @ git+https://github.com/mkdocs-oasmap/mkdocs-oasmap@v{__version__}"
"""Where the package is until an index has it; every recipe changes with this line."""


def pip(arguments: list[str]) -> None:
    """What is installed is this version from the repository, as no index has it, or a checkout. Every extra exists."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = {
        *project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["extras"],
        *(project["dependency-groups"] if "-e" in arguments else ()),
    }
    assert arguments[0] == "install", arguments
    wanted = [argument for argument in arguments[1:] if not argument.startswith("-")]
    assert wanted, arguments
    for requirement in wanted:
        if requirement.partition(">")[0] in ("mkdocs", "mkdocs-material", "properdocs", "zensical"):
            continue
        match = re.fullmatch(r"(mkdocs-oasmap|\.)(?:\[([\w,-]+)\])?(| @ git.*)", requirement)
        assert match, requirement
        assert (match[1] == ".") is not (match[3] == SOURCE), f"{requirement}: {SOURCE}"
        assert set((match[2] or "").split(",")) - {""} <= extras, requirement


def python(arguments: list[str]) -> None:
    """An environment has the programs of the guide; tests and tools of the project are only looked for."""
    import importlib.util

    if arguments[:2] == ["-m", "venv"]:
        folder = Path(arguments[2], "bin")
        folder.mkdir(parents=True, exist_ok=True)
        for path in Path(os.environ["PROGRAMS"]).iterdir():
            (folder / path.name).unlink(missing_ok=True)
            (folder / path.name).symlink_to(path)
        (folder / "activate").write_text("# nothing to activate\n")
    elif arguments[:2] == ["-m", "pytest"]:
        assert all((ROOT / name).exists() for name in arguments[2:] if "/" in name), arguments
    elif arguments[0] == "-m" and arguments[1].startswith("tests"):
        assert importlib.util.find_spec(arguments[1]), arguments
    else:
        _replace(*arguments)


def podman(arguments: list[str]) -> None:
    """An image is built of a file that exists; a container runs `oasmap`."""
    if arguments[0] == "build":
        assert (ROOT / arguments[arguments.index("-f") + 1]).is_file(), arguments
    else:
        oasmap(arguments[arguments.index("oasmap") + 1 :])


def kubectl(arguments: list[str]) -> None:
    """What is applied exists; there is no cluster, so that nothing is seen of it."""
    if arguments[0] in ("get", "wait"):
        return
    assert arguments[:2] == ["apply", "-f"], arguments
    assert all(Path(name).exists() for name in arguments[2:]), arguments


def terraform(arguments: list[str]) -> None:
    """Prints the schema of the example."""
    import json

    if arguments == ["providers", "schema", "-json"]:
        schema = json.loads(Path("provider_schema.json").read_text(encoding="utf-8"))
        (one,) = schema["provider_schemas"].values()
        schema["provider_schemas"] = {"registry.terraform.io/hashicorp/aws": one}
        sys.stdout.write(json.dumps(schema))
    else:
        assert arguments in (["init"], ["validate"], ["plan"], ["apply", "-auto-approve"]), arguments


def reader(arguments: list[str]) -> None:
    """A program of somebody else: the files that it is to read exist."""
    for option in ("--input", "--config", "--providers-schema"):
        if option in arguments:
            assert Path(arguments[arguments.index(option) + 1]).is_file(), arguments


def curl(arguments: list[str]) -> None:
    """Downloads the example; what a program serves here is asked for where that is started."""
    import json

    import yaml

    if arguments[-1].startswith("localhost:"):
        return
    assert arguments[-1].startswith("https://"), arguments
    sys.stdout.write(json.dumps(yaml.safe_load(Path("openapi.yaml").read_text(encoding="utf-8")), default=str))


def nox(arguments: list[str]) -> None:
    """The sessions exist."""
    sessions = re.findall(r"^def (\w+)\(", (ROOT / "noxfile.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert {name for name in arguments if not name.startswith("-")} <= set(sessions), arguments


def go(arguments: list[str]) -> None:
    """A module and its packages are there; the test of the page with a provider runs Go itself."""
    assert arguments[:1] in (["build"], ["test"]) or arguments[:2] in (["mod", "tidy"], ["mod", "edit"]), arguments
    assert Path("go.mod").is_file(), arguments
    assert all(Path(name).is_dir() for name in arguments[1:] if name.startswith("./")), arguments


PROGRAMS = {
    "oasmap": oasmap, "mkdocs": mkdocs, "pip": pip, "python": python, "python3": python, "podman": podman,
    "terraform": terraform, "tofu": terraform, "curl": curl, "kubectl": kubectl, "nox": nox, "go": go,
}  # fmt: skip

if __name__ == "__main__":
    PROGRAMS.get(sys.argv[1], reader)(sys.argv[2:])
