"""What `oasmap zensical` says where Zensical cannot do what it is asked for; Zensical itself is a stand-in here."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from mkdocs_oasmap import zensical as own
from mkdocs_oasmap.cli import main

Asked = list[tuple[str, Any]]


@pytest.fixture
def asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What Zensical and the writers of pages are asked for."""
    found: Asked = []

    def noted(name: str) -> Callable[..., str]:
        def note(*arguments: Any) -> str:
            found.append((name, arguments[1:]))
            return "written"

        return note

    (here / "zensical.toml").write_text("[project]\n")
    for name in ("write", "write_twins", "watch"):
        monkeypatch.setattr(own, name, noted(name))
    monkeypatch.setitem(sys.modules, "zensical", SimpleNamespace(build=noted("build"), serve=noted("serve")))
    return found


BUILT = {"clean": False, "strict": False}
SERVED = {"dev_addr": None, "open": False, "strict": False}


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["build"], BUILT),
        (["build", "--strict"], {**BUILT, "strict": True}),
        (["build", "--clean"], {**BUILT, "clean": True}),
        (["serve"], SERVED),
        (["serve", "-a", "localhost:1", "-o"], {"dev_addr": "localhost:1", "open": True, "strict": False}),
    ],
)
def test_zensical_is_asked_for_what_the_command_line_says(arguments: list[str], options: Any, asked: Asked) -> None:
    assert main(["zensical", *arguments]) == 0
    names = [name for name, _ in asked]
    assert names == (["write", "build", "write_twins"] if arguments[0] == "build" else ["write", "watch", "serve"])
    assert dict(asked)[arguments[0]] == (options,)


@pytest.mark.parametrize("error", [RuntimeError("broken page"), click.ClickException("broken page")])
def test_what_zensical_refuses_is_told_and_nothing_more_is_written(
    error: Exception, asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(sys.modules["zensical"], "build", fail)
    assert main(["zensical", "build"]) == 1
    assert "Zensical: broken page; correct the site, or its settings" in capsys.readouterr().err
    assert [name for name, _ in asked] == ["write"]


def test_a_missing_zensical_is_told_with_the_command_that_installs_it(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "zensical", None)
    assert main(["zensical", "build"]) == 1
    assert "this needs Zensical; pip install zensical" in capsys.readouterr().err
    assert asked == []
