"""A provider that runs, in place of its schema: only where the user says so, and never for a baseline."""

from pathlib import Path

import pytest

from mapper.inputs import Document
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Mapped, Proposing, Request

from ..programs.provider_process import fake

CROSSPLANE = system_named("crossplane")


def run(spec: Path | Document, folder: Path, dialect: str, **options: object) -> Mapped:
    return CROSSPLANE.run(Request(spec, (), folder, dialect=dialect, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("dialect", ["upjet", "v2020"])
def test_a_running_provider_makes_the_files_that_its_committed_schema_makes(tmp_path: Path, dialect: str) -> None:
    live = run(Path(f"provider:{fake.program(tmp_path)}"), tmp_path, dialect, live=True)
    (said,) = live.mapping.documents
    committed = run(Document("schema.json", said.data), tmp_path, dialect)
    written, again = (
        {path: "".join(text) for path, text in CROSSPLANE.artifacts(mapped).items()} for mapped in (live, committed)
    )
    assert written == again
    assert any("fake_thing" in text or "Thing" in text for text in written.values())
    assert said.uri.startswith("provider:")


def test_no_provider_is_started_that_nobody_has_asked_for(tmp_path: Path) -> None:
    program = tmp_path / "terraform-provider-zoo"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o700)
    (tmp_path / "provider.yaml").write_text(f"# live: true\nname: zoo\nprovider_metadata: {program}\n")
    with pytest.raises(MappingError, match="only where the command line"):
        run(Path(f"provider:{program}"), tmp_path, "upjet")
    with pytest.raises(MappingError, match="write the schema with `oasmap generate --system provider --live"):
        CROSSPLANE.proposals.propose(Proposing(Path(f"provider:{program}")))
    assert not (tmp_path / "started").exists()


def test_a_provider_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(MappingError) as raised:
        run(Path("provider:tests/none"), tmp_path, "upjet", live=True, plugin_dirs=(tmp_path,))
    assert str(raised.value).startswith("provider:tests/none: ")
    assert "\n" not in str(raised.value)
