"""Modules as they are before their first import, for tests of what happens without a library."""

import sys
from collections.abc import Collection

import pytest


def forget_modules(monkeypatch: pytest.MonkeyPatch, *beginnings: str, missing: Collection[str] = ()) -> None:
    """Modules whose names begin so are imported anew during a test, and those that are `missing` cannot be.

    A package has each of its modules as a member, too: without the member of before, later tests would find the
    module of this test there.
    """
    for name, module in list(sys.modules.items()):
        package, _, member = name.rpartition(".")
        if name.startswith(beginnings):
            monkeypatch.delitem(sys.modules, name)
            if getattr(sys.modules.get(package), member, None) is module:
                monkeypatch.delattr(sys.modules[package], member)
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
