"""What a change must pass, one part at a time: `nox -s tests lint`, `nox -l` lists the sessions.

Each session has an environment of its own with the versions of `.ci/requirements.txt`. With `--no-venv`, sessions run
in the environment that is active, which has to have everything: so does `.ci/run`.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nox

LOCK = Path(".ci/requirements.txt")
EXAMPLE = "example_site/mkdocs.yml"
NEEDY = "browser or build or corpus or large or peer or soak"
QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["tests", "lint", "types", "imports"]


def install(session: nox.Session, *extras: str) -> None:
    """Install the project with some extras, in the locked versions."""
    if session.venv_backend == "none":
        return
    # pip wants a hash of everything where a constraint has one, and the project itself has none
    locked = re.sub(r" \\\n +--hash=\S+", "", LOCK.read_text(encoding="utf-8"))
    constraints = Path(session.create_tmp()).resolve() / "constraints.txt"
    constraints.write_text(locked, encoding="utf-8")
    session.install("-q", "-c", str(constraints), "-e", f".[{','.join(extras)}]")


@nox.session
def tests(session: nox.Session) -> None:
    """The tests that need nothing but Python, as the README runs them."""
    install(session, "test")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def needy(session: nox.Session) -> None:
    """All other tests: those of a browser, whole builds, the corpus, programs of others, and long ones."""
    install(session, "overlay-patterns", "test", "validate")
    session.run("python", "-m", "pytest", "-m", f"({NEEDY}) and not large", *session.posargs)


@nox.session
def large(session: nox.Session) -> None:
    """The largest descriptions of the corpus, the longest explorations, and all of what is otherwise tried in turn."""
    install(session, "overlay-patterns", "test", "validate")
    session.run("python", "-m", "pytest", "-m", "large", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Rules and layout of the source, and whether news fragments can be read."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("towncrier", "build", "--draft", "--version", "next")


@nox.session
def types(session: nox.Session) -> None:
    """Types, strictly."""
    install(session, "ack", "lint", "operator", "overlay", "provider")  # what extras bring has types, too
    session.run("mypy")


@nox.session
def imports(session: nox.Session) -> None:
    """Which package may import which."""
    install(session, "lint")
    session.run("lint-imports", "--no-cache")


@nox.session
def site(session: nox.Session) -> None:
    """The example site: as it comes, strict too; and refused with the config that leaves problems open.

    MkDocs counts no warnings with `-q`.
    """
    install(session, "ack", "material")
    broken = {**QUIET, "OASMAP_EXAMPLE_CONFIG": "generator_config.yml"}
    session.run("mkdocs", "build", "--strict", "-f", EXAMPLE, env=QUIET)
    session.run("mkdocs", "build", "--strict", "-f", EXAMPLE, env=broken, success_codes=[1], silent=True)


@nox.session
def lists(session: nox.Session) -> None:
    """Write the lists of the guide, which are made of what the program says of itself."""
    install(session, "ack")
    session.run("python", "example_site/tables.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Steps of a mapping and of pages; time and memory of commands, as by `python -m tests.benchmarks`."""
    install(session, "ack")
    session.run("python", "-m", "tests.benchmarks.steps")
    session.run("python", "-m", "tests.benchmarks", *session.posargs)


@nox.session
def peers(session: nox.Session) -> None:
    """The tools that take over from here: providers, HashiCorp's generator, controller-gen, Pulumi's SDK.

    Needs Go and a network. OASMAP_TEST_PLUGINS names a folder of plugins with the AWS provider, where there is one.
    """
    install(session, "ack", "test")
    session.run("python", "-m", "tests.tfplugin.peers", success_codes=[0, 1])
    session.run("python", "-m", "pytest", "-n", "0", "-rs", "tests/programs/operator")
    session.run("python", "-m", "tests.pulumi.peers", success_codes=[0, 1])
    session.run("python", "-m", "pytest", "-n", "0", "-m", "peer")
    session.run("python", "-m", "tests.ack.compile", "--sample", "12")
    session.run("python", "-m", "tests.go_code", *session.posargs)


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def matrix(session: nox.Session) -> None:
    """The tests on every Python that is promised, with the newest dependencies."""
    session.install("-q", "-e", ".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def release(session: nox.Session) -> None:
    """Make wheel and sdist in `dist`, check their metadata, and install each offline in an empty environment."""
    session.install("-q", "build", "twine")
    folder, house, out = Path(session.create_tmp()).resolve(), "wheels", Path("dist").resolve()
    shutil.rmtree(out, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(out), env={"OASMAP_RELEASE": "1"}, silent=True)
    built, description = sorted(map(str, out.iterdir())), str(Path("example_site/api/openapi.yaml").resolve())
    session.run("twine", "check", "--strict", *built)
    with session.chdir(folder):
        wheel = next(path for path in built if path.endswith(".whl"))
        session.run("python", "-m", "pip", "wheel", "-q", "-w", house, wheel, "hatchling")
        for path in built:
            shutil.rmtree("alone", ignore_errors=True)
            session.run("python", "-m", "venv", "alone")
            install = ("-m", "pip", "install", "-q", "--no-index", "--find-links", house, path)
            session.run("alone/bin/python", *install, external=True, env={"OASMAP_RELEASE": "1"})
            session.run("alone/bin/oasmap", "--version", external=True)
            asked = ("init", "--force", "--output", "config.yml", description)
            session.run("alone/bin/oasmap", *asked, external=True, silent=True)
            session.run(
                "alone/bin/oasmap", "generate", "--config", "config.yml", description, external=True, silent=True
            )


@nox.session(venv_backend="uv")
def minimums(session: nox.Session) -> None:
    """Commands and a site with the oldest dependencies that are promised, and the same bytes with the newest. Needs uv.

    What only tests need is not installed: it would bring newer versions.
    """
    extras = nox.project.load_toml("pyproject.toml")["tool"]["hatch"]["metadata"]["hooks"]["custom"]["extras"]
    names = ",".join(name for name in extras if name not in ("overlay-patterns", "validate"))
    folder, written = Path(session.create_tmp()).resolve(), []
    for how in ("lowest-direct", "highest"):
        session.install("-q", "--upgrade", "--resolution", how, f".[{names}]", "pymdown-extensions")
        shutil.rmtree(folder / how, ignore_errors=True)
        session.run("python", ".ci/commands.py", str(folder / how), *written)
        written.append(str(folder / how))
