"""The page of the architecture: every module says in its opening docstring what it does."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).parents[1]
_SPEC = importlib.util.spec_from_file_location("architecture", ROOT / "example_site/architecture.py")
assert _SPEC is not None
assert _SPEC.loader is not None
hook = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(hook)


def test_every_module_is_on_the_page_with_its_opening_sentence() -> None:
    text = "\n".join(hook.packages(ROOT))
    for top in ("mapper", "mkdocs_oasmap"):
        for path in (ROOT / top).rglob("*.py"):
            assert hook.opening(path), path
            name = path.parent.relative_to(ROOT).as_posix().replace("/", ".")
            assert f"### `{name}`\n" in text
            assert path.name == "__init__.py" or f"\n| `{path.stem}` | " in text


def test_packages_come_in_the_order_of_the_pipeline_and_all_that_are_named_exist() -> None:
    assert [name for name in hook.ORDER if not (ROOT / name / "__init__.py").is_file()] == []
    titles = [
        line[5:-1].replace(".", "/") for line in "\n".join(hook.packages(ROOT)).splitlines() if line[:4] == "### "
    ]
    assert [name for name in titles if name in hook.ORDER] == list(hook.ORDER)


def test_only_the_page_of_the_architecture_gets_the_list() -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri=hook.PAGE))
    assert "### `mapper.inputs`" in hook.on_page_markdown(hook.MARKER, page)
    other = SimpleNamespace(file=SimpleNamespace(src_uri="index.md"))
    assert hook.on_page_markdown(hook.MARKER, other) == hook.MARKER
    assert (ROOT / "example_site/docs" / hook.PAGE).read_text(encoding="utf-8").count(hook.MARKER) == 1
