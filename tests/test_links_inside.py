"""Which links a project may have where files are written: those that stay inside of it."""

from pathlib import Path

import pytest

from mapper.links import refuse_links
from mapper.report.diagnostic import MappingError


@pytest.mark.parametrize(
    ("target", "is_refused"),
    [
        ("kept", False),
        ("kept/none", False),
        ("/dev/null", False),  # a device, which is refused where it would be written to
        (".git", True),
        (".git/hooks", True),
        ("modules/one/.git", True),
        ("../outside", True),
        ("pages", True),
    ],
)
def test_a_link_leads_to_what_the_project_keeps(tmp_path: Path, target: str, *, is_refused: bool) -> None:
    project = tmp_path / "project"
    for name in ("project/kept", "project/.git/hooks", "project/modules/one/.git", "outside"):
        (tmp_path / name).mkdir(parents=True)
    (project / "pages").symlink_to(target)
    if is_refused:
        with pytest.raises(MappingError, match="link"):
            refuse_links([project / "pages" / "a.md"], project)
    else:
        refuse_links([project / "pages" / "a.md"], project)
